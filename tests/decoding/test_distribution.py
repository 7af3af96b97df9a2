"""At T > 0 the emitted tokens are distributed as the target's, under every rule, with filters and penalties."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, accept, logits
from specdeck.decoding.round import LookAhead
from specdeck.decoding.rules import rule_in_force
from specdeck.decoding.rules.draws import Draws, draw
from specdeck.decoding.types import RULES
from tests.helpers import distribution as d
from tests.helpers import kinds, toys

pytestmark = pytest.mark.long

PENALTIES = {"repetition_penalty": 1.4, "presence_penalty": 0.5, "frequency_penalty": 0.3, "logit_bias": {2: 0.8}}
SHAPES = {
    "bare": {"temperature": 1.0},
    "top-k": {"temperature": 1.3, "top_k": 3},
    "top-p": {"temperature": 0.9, "top_p": 0.7},
    "min-p": {"temperature": 1.0, "min_p": 0.2},
    "penalties": {"temperature": 1.0, **PENALTIES},
    "all": {"temperature": 0.8, "top_p": 0.9, "top_k": 4, "min_p": 0.05, **PENALTIES},
}
FEWER = dict.fromkeys(("penalties", "all"), (1000,))  # rounds: shaping them takes five times as long as a bare round


# logits are shaped before any rule sees them: every shape under one rule, and every rule on bare logits and on some that lack tokens
BY_RULE = [("probabilistic", shape) for shape in SHAPES] + [(rule, shape) for rule in RULES if rule != "probabilistic" for shape in ("bare", "top-k")]


def accepted_share(found, at=0):
    """How often the guess at this place was, where those before it were."""
    return sum(count > at for count, _, _ in found) / sum(count >= at for count, _, _ in found)


@pytest.mark.parametrize("rule, shape", BY_RULE)
def test_a_drafted_round_is_distributed_as_the_target_and_accepted_as_often_as_its_rule_says(shape, rule):
    settings = Settings(rule=rule, **SHAPES[shape])
    found = d.sample(settings, *FEWER.get(shape, ()))
    assert d.first_misfit(found, settings) < 1
    assert d.second_misfit(found, settings) < 1
    assert shape in FEWER or d.bonus_misfit(found, settings) < 1
    assert rule != "probabilistic" or d.recovered_misfit(found, settings) < 1
    for at in (0, 1) if shape not in FEWER else (0,):  # penalties count the guess before the second one
        p, q = d.law(settings, at, []), d.drafter_law(settings, at)
        overlap, agree = sum(map(min, p, q)), sum(a * b for a, b in zip(p, q))  # two draws agree as often as this
        low, high = {"probabilistic": (overlap, overlap), "block": (overlap, 1), "match": (agree, agree), "coupled": ((agree + overlap) / 2, overlap)}[rule]
        assert low - 0.04 < accepted_share(found, at) < high + 0.04


@pytest.mark.parametrize("shape", ["bare", "top-k"])
@pytest.mark.parametrize("rule", RULES)
def test_a_point_guess_of_a_drafter_with_no_say_about_q(shape, rule):
    """Guesses that do not depend on anything, as lookup's: q is one-hot."""
    settings, draft = Settings(rule=rule, **SHAPES[shape]), accept.Draft("toy", mx.array([1, 0], mx.uint32))
    found = d.rows(accept.judge(draft, d.TARGET, settings, Draws(seed, 5, 40, d.WIDTH), d.BEFORE).integers for seed in range(2500))
    assert d.first_misfit(found, settings) < 1 and d.bonus_misfit(found, settings) < 1
    p = d.law(settings, 0, [])[1]
    assert d.conditional(((None, count > 0) for count, _, _ in found), lambda _: (1 - p, p)) < 1


def test_a_drafter_with_noise_of_its_own_is_accepted_less_and_the_text_stays_the_targets(monkeypatch):
    """Planted: `coupled` agrees more often than two draws because both choose with one noise."""
    settings = Settings(temperature=1.0, rule="coupled")
    monkeypatch.setattr(accept, "choose", lambda shaped, q, s, draws, i: draw(q, draws.draft(i)))
    found, p, q = d.sample(settings), d.law(settings, 0, []), d.drafter_law(settings)
    assert d.first_misfit(found, settings) < 1
    assert accepted_share(found) < (sum(a * b for a, b in zip(p, q)) + sum(map(min, p, q))) / 2


@pytest.mark.parametrize("rule", RULES)
def test_a_long_reply_is_a_chain_with_the_targets_transitions(rule):
    """4,000 tokens a rule by the loop, drafter and k changing every round: every pair of neighbours, and every three, as often as
    the target's transitions say, so that no round sways the next."""
    assert max(d.chain_misfits(rule, 4000)) < 1


def test_numbers_used_again_in_the_next_round_would_show(monkeypatch):
    """Planted: the round's number left out of the key."""
    own = Draws.own
    monkeypatch.setattr(Draws, "own", lambda self, rows=1: own(Draws(self._seed, 0, 0, self.width), rows))
    assert max(d.chain_misfits("probabilistic", 2000)) >= 1


def test_queued_verdicts_with_one_random_number_would_show(monkeypatch):
    """Planted: a plain round that was queued early does not have the number of its own round."""
    queue = LookAhead.queue

    def planted(self, verdict, settings, draws, before):
        queue(self, verdict, settings, Draws(draws._seed, 0, draws.base, draws.width), before)

    monkeypatch.setattr(LookAhead, "queue", planted)
    assert max(d.chain_misfits("probabilistic", 2000)) >= 1


@pytest.mark.parametrize("width", [4, 9])
@pytest.mark.parametrize("rule", ["probabilistic", "coupled"])
def test_a_drafter_of_another_width_drafts_for_the_same_text(rule, width):
    """Rows padded beyond the tokenizer: a narrower drafter never guesses some tokens, a wider one may not guess what is not there."""
    settings = Settings(temperature=1.0, rule=rule)
    own = mx.random.normal((1, width), key=mx.random.key(5))
    rows = logits.to_width(own, d.WIDTH)
    assert mx.array_equal(rows[:, :width], own[:, : d.WIDTH]), "a token keeps its place"

    def judged(seed):
        draws, shaped = Draws(seed, 5, 40, d.WIDTH), accept.shape(rows, settings, d.BEFORE)
        draft = accept.Draft("toy", accept.choose(shaped, q := accept.chances(shaped), settings, draws, 0), q)
        return accept.judge(draft, d.TARGET[:2], settings, draws, d.BEFORE).integers

    found = d.rows(map(judged, range(2500)))
    assert {guess for _, _, (guess,) in found} <= set(range(min(width, d.WIDTH)))
    assert d.first_misfit(found, settings) < 1


@pytest.mark.parametrize("rule", ["probabilistic", "match"])
def test_whole_replies_are_distributed_as_plain_decoding(rule):
    """Three tokens by the loop, drafter and k changing every round, against every sequence's exact probability."""
    width, prompt, count = 3, [1, 2, 0, 2], 600
    model = kinds.KINDS["trimmable"](width, seed=4, head=0.3)
    pair = toys.make_pair(model, {"model": toys.near_copy(model, kinds.KINDS["trimmable"], width, noise=0.5)}, width)
    settings = Settings(temperature=0.9, rule=rule, presence_penalty=0.4, lookup_min=1)
    found: Counter = Counter()
    for seed in range(count):
        turn = iter(range(99))

        def ask():
            i = next(turn)
            return replace(settings, seed=seed, drafter=("model", "hybrid")[i % 2], k=1 + i % 3)

        found[tuple(toys.reply(pair, prompt, ask, 3).tokens)] += 1
    @cache
    def after(*seen):
        """The probability of each token after these, by plain decoding."""
        return mx.softmax(toys.distribution(model(mx.array([seen]))[0, -1:], seen, settings), axis=-1)[0].tolist()

    exact = {tokens: count * prod(after(*prompt, *tokens[:i])[token] for i, token in enumerate(tokens)) for tokens in product(range(width), repeat=3)}
    assert abs(sum(exact.values()) - count) < 1e-2 * count
    assert d.misfit(found, exact) < 1


def test_a_draw_is_in_proportion_to_the_weights_and_never_of_what_weighs_nothing():
    """Weights need not sum to 1: a residual does not. A number falls among the sums of 20,000 draws as it should."""
    weights = mx.array([0.0, 0.02, 0.0, 0.3, 0.08, 0.0])
    counts = Counter(draw(mx.broadcast_to(weights, (20000, 6)), mx.random.uniform(shape=(20000,), key=mx.random.key(3))).tolist())
    assert d.misfit(counts, {i: 20000 * w / 0.4 for i, w in enumerate(weights.tolist()) if w}) < 1


def test_sums_out_of_order_draw_nothing_that_weighs_nothing(monkeypatch):
    """A device that sums side by side may step up where nothing is added, and so leave no token above the number that was drawn."""
    weights = mx.array([[0.25, 0.0, 0.5, 0.0]])
    for sums, drawn in (([0.25, 0.7495, 0.75, 0.75], 2), ([0.25, 0.25, 0.749, 0.75], 2), ([0.25, 0.25, 0.749, 0.8], 2)):
        monkeypatch.setattr(mx, "cumsum", lambda w, axis, sums=sums: mx.array([sums]))
        assert draw(weights, mx.array([0.999])).item() == drawn


# -- block verification ---------------------------------------------------------------------------------------------------


BLOCK = Settings(temperature=1.0, rule="block")
FLAT_THEN_SHARP = mx.array([[0.2, 1.6, 0.4, -0.2, 0.4, 2.2], [-3.2, -1.5, 0.7, 0.1, -2.7, 1.5], [0.5, 0.2, 1.6, -1.0, 1.1, 0.7]])


def test_one_guess_is_judged_as_token_by_token():
    """With the same random number: u < min(1, p/q)."""
    class Same:
        tests = staticmethod(lambda n: mx.array([number]))
        own = staticmethod(lambda rows=1: mx.array([0.5]))

    p, q = (mx.softmax(rows, axis=-1) for rows in (d.TARGET[:2], d.DRAFTER[:1]))
    for token, number in product(range(d.WIDTH), (0.05, 0.3, 0.55, 0.8, 0.99)):  # noqa: B007 - Same reads the number
        verdicts = [rule_in_force(name, 1.0).judge(mx.array([token]), q, d.TARGET[:2], p, Same) for name in ("block", "probabilistic")]
        assert len({(verdict.accepted.item(), verdict.own.item()) for verdict in verdicts}) == 1


def test_it_accepts_more_guesses_than_token_by_token():
    by_block, by_token = (sum(count for count, _, _ in d.sample(replace(BLOCK, rule=rule))) for rule in ("block", "probabilistic"))
    assert by_block > by_token + 0.02 * 2500


def test_after_a_prefix_of_small_weight_the_text_is_the_targets():
    """Its first guess hardly weighs anything: a verdict that stops at the first failed test, or owes every prefix as much, shows here."""
    found = d.sample(BLOCK, 8000, target=FLAT_THEN_SHARP)
    assert max(d.first_misfit(found, BLOCK, FLAT_THEN_SHARP), d.second_misfit(found, BLOCK, FLAT_THEN_SHARP)) < 1
