"""A machine that other work slows down for a while: costs that were timed then must not seem high ever after."""

from dataclasses import replace

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive import KNOWN, RateEstimator
from tests.helpers import toys

PASS = {1: 1.0, 2: 1.4, 3: 1.5, 5: 1.6, 9: 2.0}  # seconds, by the tokens that the target reads


@pytest.fixture
def timed():
    """A RateEstimator, and what lets it learn a round of so many guesses, all accepted, that took `slow` times its seconds."""
    pair = toys.make_pair(toys.toy("trimmable"), {"copy": toys.toy_drafter("copy:trimmable")})
    drafted = next(r for r in toys.reply(pair, [1, 2, 3], Settings(drafter="copy", k=8, seed=1), 40).rounds if len(r.draft) == 8)
    estimator = RateEstimator()

    def learn(width: int, slow: float) -> None:
        seconds = {"draft_seconds": 0.1 * (width - 1) * slow, "verify_seconds": PASS[width] * slow, "host_seconds": 0.0}
        ids = {"draft": drafted.draft[: width - 1], "accepted": width - 1, "tokens": drafted.tokens[:width]}
        estimator.learn(replace(drafted, read=width, draft_p=drafted.draft_p[: width - 1], draft_q=drafted.draft_q[: width - 1], **ids, **seconds))

    return estimator, learn


def known(learn, slow: float = 1.0) -> None:
    for width in PASS:
        for _ in range(KNOWN):
            learn(width, slow)


def test_costs_of_widths_out_of_use_follow_the_machine(timed):
    estimator, learn = timed
    known(learn, slow=2.0)
    for _ in range(5):
        learn(3, 1.0)
    assert estimator.costs.passes.at(9) == pytest.approx(PASS[9]) and estimator.costs.draft("copy", 8) == pytest.approx(0.8)
    for _ in range(5):
        learn(3, 3.0)
    assert estimator.costs.passes.at(9) == pytest.approx(3 * PASS[9]) and estimator.costs.round("copy", 2) == pytest.approx(3 * 1.7)


@pytest.mark.parametrize("times", [(2.0, 1.0), (1.0, 2.0), (1.0, 3.0, 1.0), (2.5, 1.0, 2.5)])
def test_the_best_draft_length_is_the_same_on_a_slow_machine(timed, times):
    estimator, learn = timed
    known(learn)
    before = estimator.best("copy", 8)[0]
    for slow in times:
        for _ in range(12):
            learn(3, slow)
    assert estimator.best("copy", 8)[0] == before == 8
    assert estimator.best("copy", 8)[1] == pytest.approx(estimator.expected("copy", 8) / (2.8 * times[-1]))


def test_one_disturbed_pass_is_not_a_slow_machine(timed):
    estimator, learn = timed
    known(learn)
    for slow in (1.0, 1.0, 1.0, 9.0, 1.0, 9.0, 1.0):
        learn(5, slow)
        assert estimator.costs.passes.at(9) == PASS[9]
