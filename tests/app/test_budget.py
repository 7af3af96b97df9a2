"""The budget of a long job: how much fits after a slow and after a fast first pass, and the words of its progress. No clock runs here."""

from types import SimpleNamespace

import pytest

from specdeck.budget import Amounts, Budget, JobParts, cut_words, progress_words

WANTED, LEAST = Amounts(3, 3, 96), Amounts(1, 1, 16)


def job(token: float, cells: int = 35, reading: float = 0.5):
    """The seconds of a bench of so many cells."""
    return lambda amounts: cells * amounts.prompts * amounts.runs * (reading + amounts.tokens * token)


def test_a_fast_machine_does_all_and_a_slow_one_fewer_prompts_then_shorter_replies_then_a_single_run():
    assert Budget(240).amounts(WANTED, LEAST, job(0.002, reading=0.05)) == WANTED == Budget(0).amounts(WANTED, LEAST, job(10.0))
    found = [Budget(240).amounts(WANTED, LEAST, job(token)) for token in (0.01, 0.03, 0.06, 0.15, 0.3, 30.0)]
    assert found == [Amounts(2, 3, 64), Amounts(1, 3, 59), Amounts(1, 2, 48), Amounts(1, 2, 19), Amounts(1, 1, 21), LEAST]
    for token, amounts in zip((0.01, 0.03, 0.06, 0.15, 0.3), found):
        cost = job(token)
        assert cost(amounts) <= 240 < max(cost(Amounts(amounts.prompts, amounts.runs, amounts.tokens + 1)), cost(WANTED))
    assert Budget(1).amounts(WANTED, Amounts(1, 3, 96), job(1.0)) == Amounts(1, 3, 96), "what a person named is not cut"
    assert Budget(1).amounts(Amounts(1, 1, 8), LEAST, job(1.0)) == Amounts(1, 1, 8), "no more than was wanted"
    assert cut_words(Amounts(1, 2, 96), WANTED, Budget(11.5488)) == "1 of 3 prompts, 2 of 3 runs in 11.5 s (--seconds N for more)"
    assert cut_words(WANTED, WANTED, Budget(240)) == "", "nothing was left out"


@pytest.fixture
def now():
    """The clock, in seconds."""
    return [0.0]


def parts(now, seconds: float, said=None, **wanted: float) -> JobParts:
    """A job of so many seconds; what it shows is added to `said`."""
    return JobParts(SimpleNamespace(say=([] if said is None else said).append), Budget(seconds), wanted, lambda: now[0])


def test_parts_share_what_is_left_and_what_one_leaves_over_is_for_the_others(now):
    job = parts(now, 40, said := [], passes=20, choices=40, curve=20)
    assert job.left == pytest.approx(40)
    assert job.begin("passes").seconds == pytest.approx(10) and said == ["passes, about 40 s left"]
    now[0] = 4.0
    assert job.left == pytest.approx(36)
    assert job.begin("choices").seconds == pytest.approx(24)
    now[0] = 44.0  # it took longer than it had
    assert job.begin("curve").seconds < 0.01 and job.left < 0.01
    small, unbound = parts(now, 40, passes=2, choices=6), parts(now, 0, passes=200, choices=60)
    assert small.left == pytest.approx(8) and small.begin("passes").seconds == pytest.approx(2), "no longer for a large budget"
    assert unbound.begin("passes").seconds == 0 and unbound.left == pytest.approx(260)


@pytest.mark.parametrize("given, words", [
    (("side B", 3, 8, 21.4), "3 of 8: side B, about 21 s left"), (("side B", 3, 8, None), "3 of 8: side B"),
    (("timing passes", None, None, 150.0), "timing passes, about 2 min left"), (("reading", None, None, 0.2), "reading, about 1 s left"),
    (("reading", None, None, None), "reading"),
])  # fmt: skip
def test_progress_says_what_how_far_and_for_how_long(given, words):
    assert progress_words(*given) == words
