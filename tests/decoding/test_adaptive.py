"""What is learnt from rounds: the arithmetic by laws, machines that become slow, and drafts that end where one more guess costs more than it
brings; the text stays the target's under every rule."""

from dataclasses import replace
from math import prod
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck.decoding import Round
from specdeck.decoding.accept import Draft
from specdeck.decoding.adaptive import KNOWN, Curve, EarlyStop, RateEstimator, confidence, stop_thresholds
from specdeck.decoding.drafters import model
from tests.helpers import distribution as d
from tests.helpers.toys import round_of

PASS = {1: 1.0, 2: 1.4, 3: 1.5, 5: 1.6, 9: 2.0}  # seconds, by the tokens that the target reads


ALL = {"memory": None}  # as doctor's curve, above which its table of passes stands


@pytest.mark.parametrize("options, timings, sizes, wanted", [
    ({}, ((2, 4.0), (4, 10.0), (4, 10.0), (4, 99.0)), (2, 3, 4, 5, 9), [4.0, 7.0, 10.0, 13.0, 25.0]),  # straight between medians, and beyond
    ({}, ((2, 4.0), (2, 6.0)), (1, 2, 9), [5.0, 5.0, 5.0]),
    ({}, ((1, 20.0), (5, 11.0), (9, 15.0)), (1, 3, 5, 7, 9), [11.0, 11.0, 11.0, 13.0, 15.0]),  # a larger size takes no less: the first pass was slow
    ({}, ((1, 6.0), (1, 6.0), (7, 30.0), (7, 12.0), (9, 40.0)), (1, 7, 9), [6.0, 12.0, 14.0]),  # a slow first pass over a width does not stay,
    ({}, ((1, 6.0), (1, 6.0), (7, 30.0), (7, 12.0), (9, 40.0), (9, 20.0)), (9,), [20.0]),  # nor keeps the width from being tried again
    (ALL, ((1, 4.0), (3, 12.0), (5, 10.0), (9, 18.0)), (1, 2, 3, 4, 5, 7, 9, 10), [4.0, 8.0, 12.0, 11.0, 10.0, 14.0, 18.0, 20.0]),  # as it was measured
    (ALL, ((1, 4.0), (3, 2.0)), (9,), [2.0]),  # no size takes less than nothing
])  # fmt: skip
def test_a_curve_goes_through_what_was_measured(options, timings, sizes, wanted):
    curve = Curve(**options)
    assert curve.at(3) is None
    for size, seconds in timings:
        curve.learn(size, seconds)
        curve.at(1)
    assert [curve.at(size) for size in sizes] == wanted
    assert curve.at(0, through_zero=True) == 0


def test_acceptance_is_what_was_seen_and_the_expectation_follows_from_it():
    estimator = RateEstimator()
    assert estimator.expected("x", 2) == [1, 1 + 0.5, 1 + 0.5 + 0.25]
    for _ in range(300):
        estimator.score("x", 1, 2)  # always right first, never second
    first, second = estimator.acceptance("x", 2)
    assert first > 0.95 and second < 0.05 and estimator.expected("x", 4)[4] == pytest.approx(2, abs=0.1)
    for _ in range(300):
        estimator.score("x", 0, 1)
    assert estimator.acceptance("x", 1)[0] < 0.05, "what is long past counts no more"


def test_rounds_of_a_text_end_where_it_ends():
    estimator, sure = RateEstimator(), RateEstimator(fading=1.0)
    assert [estimator.rounds("x", 0, tokens) for tokens in (0, 1, 7)] == [0, 1, 7]
    assert estimator.rounds("x", 1, 2) == 1 + 0.5 * 1  # one guess, right half the time, and then nothing is left
    assert estimator.rounds("x", 2, 3) == 1 + 0.5 * 1.5 + 0.25 * 1 + 0.25 * 0  # after 1, 2 and 3 tokens
    for _ in range(10**5):
        sure.score("x", 4, 4)
    assert sure.rounds("x", 4, 11) == pytest.approx(3, abs=0.001)
    assert 1000 / sure.rounds("x", 3, 1000) == pytest.approx(sure.expected("x", 3)[3], rel=0.01)


def test_hope_is_for_what_was_seldom_tested():
    estimator = RateEstimator()
    hope = lambda name: estimator.acceptance(name, 1, hopeful=True)[0] - estimator.acceptance(name, 1)[0]  # noqa: E731
    assert hope("new") == 0, "before the first round there is nothing to be missed"
    for _ in range(50):
        estimator.learn(round_of(0, 0))
        estimator.score("old", 1, 2)
    assert hope("new") > 2 * hope("old") > 0


def test_a_guess_at_what_follows_the_end_is_not_judged():
    """Who guessed the end of a reply saved nothing, and who missed it lost nothing."""
    for tokens, accepted, counted in (
        (3, 2, (2, 3)),  # in the middle of a reply: the third was wrong
        (2, 2, (2, 2)),  # the own token was the end
        (1, 2, (1, 1)),  # the second guess was the end
        (0, 0, (0, 0)),
    ):
        estimator = RateEstimator()
        estimator.begin()
        estimator.learn(round_of(4, accepted, tokens))
        assert estimator.outcomes.of("model") == counted


@pytest.fixture
def timed():
    """A RateEstimator, and what lets it learn a round of so many guesses, all accepted, that took `slow` times its seconds."""
    estimator = RateEstimator()

    def learn(width: int, slow: float) -> None:
        seconds = {"draft_seconds": 0.1 * (width - 1) * slow, "verify_seconds": PASS[width] * slow, "host_seconds": 0.2 * slow}
        estimator.learn(replace(round_of(width - 1, width - 1), **seconds))

    return estimator, learn


def known(learn, slow: float = 1.0) -> None:
    for width in PASS:
        for _ in range(KNOWN):
            learn(width, slow)


def test_costs_are_moved_to_the_depth_that_the_reply_has_reached(timed):
    """Passes and guesses take longer after long texts; a width that was timed after a short one only is moved as those beside it."""
    estimator, learn = timed
    known(learn)
    estimator.begin(4000)
    learn(9, 30.0)
    assert estimator.costs.passes.at(9) == pytest.approx(PASS[9]), "one slow pass says nothing of the depth"
    for _ in range(5):
        learn(3, 2.0), learn(5, 2.0)
    assert estimator.costs.conditions.slowdown == 1.0, "it is no slow machine"
    assert estimator.costs.round("model", 4) == pytest.approx(4.0, rel=0.2) and estimator.costs.round("model", 2) == pytest.approx(3.4, rel=0.2)
    estimator.begin(8000)
    for width in (3, 5, 9):
        assert 2.6 < estimator.costs.passes.at(width) / PASS[width] < 3.1
    estimator.begin(10)
    assert estimator.costs.round("model", 4) == pytest.approx(2.2, rel=0.05) and estimator.costs.passes.at(9) == pytest.approx(PASS[9], rel=0.05)


@pytest.mark.parametrize("times", [(2.0, 1.0), (1.0, 2.0), (1.0, 3.0, 1.0), (2.5, 1.0, 2.5)])
def test_the_best_draft_length_is_the_same_on_a_slow_machine(timed, times):
    estimator, learn = timed
    known(learn)
    before = estimator.best("model", 8)[0]
    for slow in times:
        for _ in range(12):
            learn(3, slow)
    assert estimator.best("model", 8)[0] == before == 8
    assert estimator.best("model", 8)[1] == pytest.approx(estimator.expected("model", 8)[8] / (3.0 * times[-1])), "the draft, the pass and the host"


class Planted(RateEstimator):
    """Asks for all guesses, of which a draft ends as these thresholds say; `lengths` are those of the model's drafts."""

    def __init__(self, *thresholds: float) -> None:
        super().__init__()
        self.thresholds, self.lengths = thresholds, []

    def draft_length(self, drafter: str, most: int, stops_early: bool = False) -> int:
        return most

    def early_stop(self, drafter: str, most: int) -> EarlyStop | None:
        return EarlyStop(self.thresholds[: most - 1], lambda own: own)

    def learn(self, round_: Round) -> None:
        if round_.drafter == "model":
            self.lengths.append((round_.settings.k, len(round_.draft)))


@pytest.mark.parametrize("most", [2, 5])
def test_a_draft_goes_on_above_the_floor_and_only_there(most):
    """Against the value of every longer draft, one by one: tokens that it adds less what its seconds are worth."""
    seconds, acceptance, rate = [1.0, 1.3, 1.4, 1.9, 2.0, 2.6], [0.9, 0.8, 0.4, 0.7, 0.6], 1.3
    found = stop_thresholds(seconds, acceptance[:most], rate)
    assert len(found) == most - 1
    for made, floor in enumerate(found, start=1):
        for alive in (0.8 * floor, 1.2 * floor):
            worth, chance, tokens = [], alive, 0.0
            for n in range(made, most):
                chance *= acceptance[n]
                tokens += chance
                worth.append(tokens - rate * (seconds[n + 1] - seconds[made]))
            assert (max(worth) > 0) is (alive > floor)


def test_a_draft_ends_where_the_product_of_its_trusts_falls_under_the_floor():
    stop = EarlyStop([0.5, 0.5], {0.95: 0.8, 0.6: 0.6}.get, [0.9, 0.6, 0.9])
    assert not stop.ends(1) and not stop.ends(2), "two guesses that nobody saw are taken to be as good as others there"
    stop.see(0.95)
    assert not stop.ends(1) and stop.ends(2)
    stop.see(0.6)
    assert stop.ends(2) and stop.ends(3)
    assert [confidence(p) for p in (0.0, 0.05, 0.1, 0.96, 0.97, 1.0)] == [0, 0, 1, 9, 10, 10]


def test_trust_is_how_often_guesses_of_a_probability_were_accepted():
    estimator = RateEstimator()
    assert estimator.early_stop("model", 4) is None, "it needs costs"
    for accepted in (1, 1, 1, 0) * 50:  # q of .95 is right three times in four, of .15 never
        estimator.learn(replace(round_of(1 + accepted, accepted), draft_q=(0.95, 0.15)))
    for width in range(1, 7):
        estimator.costs.passes.learn(width, 1.0)
    estimator.costs.drafting("model").learn(5, 0.0)
    assert estimator.early_stop("model", 1) is None, "and a second guess"
    high, low = (estimator.early_stop("model", 2) for _ in range(2))
    high.see(0.95), low.see(0.15)
    trust = high._trust
    assert trust(0.95) == pytest.approx(0.75, abs=0.1) and trust(0.15) < 0.1
    assert trust(0.55) == 0.55, "not seen yet"
    assert not (high.ends(1) or low.ends(1)), "where a guess costs nothing the draft goes on"


@pytest.mark.long
@pytest.mark.parametrize("rule, device", [("probabilistic", "cpu"), ("block", "gpu"), ("coupled", "gpu"), ("match", "cpu")])
def test_drafts_that_end_early_leave_the_text_the_targets(rule, device, monkeypatch):
    """7,000 tokens a rule: neighbours and threes are as often as the target's transitions say. Block verification too, whose drafts are
    judged from their ends. On a GPU the end is decided one guess late."""
    monkeypatch.setattr(mx, "default_device", lambda: SimpleNamespace(type=getattr(mx.DeviceType, device)))
    estimator = Planted(*FLOORS)
    assert max(d.chain_misfits(rule, TOKENS, estimator)) < 1
    assert len({length for k, length in estimator.lengths if k == 5}) > 3, "the drafts must differ in length"


@pytest.mark.long
@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_a_draft_that_drops_the_guess_it_looked_at_would_show(monkeypatch, rule):
    """Planted: the draft ends before the guess of small probability instead of after it."""
    chain = model.chained_draft

    def shorter(*words):
        whole = chain(*words)
        q = [row[token].item() for row, token in zip(whole.q, whole.tokens)]
        return whole if prod(q) >= 0.25 else Draft(whole.drafter, whole.tokens[:-1], whole.q[:-1]) if len(whole) > 1 else Draft()

    monkeypatch.setattr(model, "chained_draft", shorter)
    assert max(d.chain_misfits(rule, TOKENS, Planted(*[0.25] * 4))) >= 1


TOKENS = 7000  # so many that what is planted shows
FLOORS = 0.3, 0.08, 0.03, 0.01  # of the drafts of toys, whose guesses have a probability of about 0.4
