"""A draft ends where one more guess costs more than it brings, and the text stays the target's under every rule."""

from dataclasses import replace
from math import prod
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck.decoding import Round, Settings
from specdeck.decoding.accept import Draft
from specdeck.decoding.adaptive import EarlyStop, RateEstimator, confidence, stop_thresholds
from specdeck.decoding.drafters.drafting import Guesses
from specdeck.decoding.types import RULES
from tests.helpers import distribution as d
from tests.helpers import kinds, toys


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
    round_ = toys.reply(toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("copy:trimmable")}), [1, 2, 3], Settings(k=3), 8).rounds[0]
    estimator = RateEstimator()
    for accepted in (True, True, True, False) * 50:  # q of .95 is right three times in four, of .15 never
        tested = dict(draft=(1, 2), draft_p=(0.5, 0.5), draft_q=(0.95, 0.15)) if accepted else dict(draft=(1,), draft_p=(0.5,), draft_q=(0.95,))
        estimator.learn(replace(round_, accepted=int(accepted), tokens=(1,) * (1 + accepted), sources=("plain",) * (1 + accepted), **tested))
    for width in range(1, 7):
        estimator.costs.passes.learn(width, 1.0)
    estimator.costs.drafting("model").learn(5, 0.0)
    high, low = (estimator.early_stop("model", 2) for _ in range(2))
    high.see(0.95), low.see(0.15)
    trust = high._trust
    assert trust(0.95) == pytest.approx(0.75, abs=0.1) and trust(0.15) < 0.1
    assert trust(0.55) == 0.55, "not seen yet"
    assert not (high.ends(1) or low.ends(1)), "where a guess costs nothing the draft goes on"


def test_it_needs_costs_and_a_second_guess():
    estimator = RateEstimator()
    assert estimator.early_stop("model", 4) is None
    estimator.costs.passes.learn(1, 1.0), estimator.costs.drafting("model").learn(1, 0.1)
    assert estimator.early_stop("model", 4) is not None and estimator.early_stop("model", 1) is None


@pytest.mark.long
@pytest.mark.parametrize("device", ["cpu", "gpu"])
@pytest.mark.parametrize("rule", RULES)
def test_drafts_that_end_early_leave_the_text_the_targets(rule, device, monkeypatch):
    """8,000 tokens a rule: neighbours and threes are as often as the target's transitions say. Block verification too, whose drafts are
    judged from their ends. On a GPU the end is decided one guess late."""
    monkeypatch.setattr(mx, "default_device", lambda: SimpleNamespace(type=getattr(mx.DeviceType, device)))
    estimator = Planted(*FLOORS)
    assert max(d.chain_misfits(rule, 8000, estimator)) < 1
    assert len({length for k, length in estimator.lengths if k == 5}) > 3, "the drafts must differ in length"


@pytest.mark.long
@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_a_draft_that_drops_the_guess_it_looked_at_would_show(monkeypatch, rule):
    """Planted: the draft ends before the guess of small probability instead of after it."""
    chain = Guesses.chain

    def shorter(self, logits, step):
        whole = chain(self, logits, step)
        q = [row[token].item() for row, token in zip(whole.q, whole.tokens)]
        return whole if prod(q) >= 0.25 else Draft(whole.drafter, whole.tokens[:-1], whole.q[:-1]) if len(whole) > 1 else Draft()

    monkeypatch.setattr(Guesses, "chain", shorter)
    assert max(d.chain_misfits(rule, 8000, Planted(*[0.25] * 4))) >= 1


FLOORS = 0.3, 0.08, 0.03, 0.01  # of the drafts of toys, whose guesses have a probability of about 0.4
SHARP = 9.0  # a logit


def tokens_a_second(monkeypatch, stops_early: bool) -> float:
    """Of 600 tokens, by costs that are written down: a guess takes 0.2 and a pass 1 + 0.1 for each further token. The text is 0 1 2 3 or
    4 5 6 7, again and again; within a run the drafter is right and sure, at its end neither."""
    width, costs = 8, lambda guesses: 1.0 + 0.3 * guesses
    sure = mx.array([[SHARP * (b == (a + 1) % width) for b in range(width)] for a in range(width)])
    run_begins, last_of_run = mx.arange(width) % 4 == 0, (mx.arange(width) % 4 == 3)[:, None]
    target, drafter = mx.where(last_of_run, SHARP * run_begins, sure), mx.where(last_of_run, 0.0, sure)
    pair = toys.make_pair(kinds.Chain(target), {"model": kinds.Chain(drafter)}, width)
    pair.estimator = priced = RateEstimator()
    for guesses in range(9):
        priced.costs.passes.learn(guesses + 1, 1 + 0.1 * guesses)
        priced.costs.drafting("model").learn(guesses, 0.2 * guesses)
    monkeypatch.setattr(type(priced.costs.passes), "learn", lambda self, size, seconds: None)
    monkeypatch.setattr(type(pair.drafters["model"]), "stops_early", stops_early)
    if not stops_early:
        monkeypatch.setattr(RateEstimator, "early_stop", lambda self, drafter, most: None)
    rounds = toys.reply(pair, [0], Settings(k=8, adaptive_k=True, temperature=1.0, seed=1), 600).rounds
    return 600 / sum(costs(len(round_.draft)) for round_ in rounds)


def test_by_the_same_costs_text_comes_faster_than_at_the_best_fixed_length(monkeypatch):
    with monkeypatch.context() as patch:
        fixed = tokens_a_second(patch, stops_early=False)
    assert tokens_a_second(monkeypatch, stops_early=True) > 1.15 * fixed
