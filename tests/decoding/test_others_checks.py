"""What other projects check of the same algorithms, run on ours: their cases and figures, each with its source. Where ours is meant to differ,
the difference stands beside the case."""

from __future__ import annotations

from itertools import product
from typing import Sequence

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, Stats, accept
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.rules import RULES, rule_in_force
from specdeck.decoding.rules.draws import Draws
from tests.helpers import toys
from tests.helpers.priced import round_of

NOTHING = mx.array([], mx.uint32)


def verdict(draft: Sequence[int], logits: mx.array, settings: Settings, q: mx.array | None = None, seed: int = 0) -> tuple[int, ...]:
    """The tokens of one round, from the target's logits (n + 1, V)."""
    guesses = accept.Draft("other", mx.array(draft, mx.uint32), q) if draft else accept.NO_DRAFT
    return accept.judge(guesses, logits, settings, Draws(seed, 0, 0, logits.shape[-1]), NOTHING).settle().tokens


# -- block verification: Sun et al. 2024, "Block Verification Accelerates Speculative Decoding", section 2 -------------------


@pytest.mark.parametrize("rule, wanted", [("probabilistic", 10 / 9), ("block", 11 / 9)])
def test_the_papers_example_of_two_tokens(rule, wanted):
    """The target says A with 1/3 and B with 2/3, the drafter the reverse, whatever stands before, two guesses a draft: 10/9 of them are accepted
    token by token, 11/9 by block. Every threshold is a multiple of 1/4, so four numbers a test stand for all."""
    p, q, mean = mx.array([[1 / 3, 2 / 3]] * 3), mx.array([[2 / 3, 1 / 3]] * 2), 0.0
    for draft, numbers in product(product(range(2), repeat=2), product((0.125, 0.375, 0.625, 0.875), repeat=2)):

        class These:
            tests = staticmethod(lambda n: mx.array(numbers))
            own = staticmethod(lambda rows=1: mx.array([0.5]))

        judged = rule_in_force(rule, 1.0).judge(mx.array(draft), q, mx.log(p), p, These)
        mean += judged[0].item() / 16 * (q[0, draft[0]] * q[1, draft[1]]).item()
    assert mean == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_a_rejected_guess_makes_way_for_a_token_that_was_drafted_too_seldom(rule):
    """The target says A and B evenly, the drafter A with 9/10: whatever is drawn after a rejected A, it is B, for the residual max(0, p - q) has
    no A."""
    p, q = mx.array([[0.5, 0.5, 0.0]] * 2), mx.array([[0.9, 0.1, 0.0]])
    for drawn in (0.01, 0.3, 0.6, 0.99):

        class These:
            tests = staticmethod(lambda n: mx.array([0.9]))
            own = staticmethod(lambda rows=1, drawn=drawn: mx.array([drawn]))

        accepted, own = rule_in_force(rule, 1.0).judge(mx.array([0]), q, mx.log(p), p, These)[:2]
        assert (accepted.item(), own.item()) == (0, 1)


# -- transformers, tests/generation/test_utils.py: test_speculative_sampling ------------------------------------------------


@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_transformers_case_of_two_guesses_that_stand_and_one_that_falls(rule):
    """The assistant is sure of 1, 4 and 5, the target of 1, 4 and 8: two guesses match, and the tokens are 1, 4, 8."""
    sure = {token: mx.where(mx.arange(10) == token, 10.0, -10.0) for token in (1, 4, 5)}
    logits = mx.stack([sure[1], sure[4], mx.where(mx.arange(10) == 8, 10.0, -mx.inf), sure[1]])
    q = mx.softmax(mx.stack([sure[1], sure[4], sure[5]]), axis=-1)
    for seed in range(20):
        assert verdict([1, 4, 5], logits, Settings(temperature=1.0, rule=rule), q, seed) == (1, 4, 8)


# -- vLLM, tests/v1/sample/test_rejection_sampler.py ------------------------------------------------------------------------

GREEDY = [  # guesses, what the target says, what is emitted
    ([1, 2, 3], [1, 2, 3, 4], (1, 2, 3, 4)),  # test_perfect_match
    ([1, 2, 3], [1, 5, 3, 4], (1, 5)),  # test_early_mismatch
    ([1, 2], [1, 2, 5], (1, 2, 5)),  # test_multiple_sequences, ragged
    ([3], [3, 4], (3, 4)),
    ([1], [1, 2], (1, 2)),  # test_single_token_sequence
    ([], [5], (5,)),  # test_empty_sequence
    ([1, 2, 3], [1, 2, 7, 6], (1, 2, 7)),  # test_multiple_mismatches
    ([4, 5, 6], [4, 8, 6, 9], (4, 8)),
    ([1], [2, 3], (2,)),  # test_parametrized_cases
    ([1, 2], [1, 5, 6], (1, 5)),
]


@pytest.mark.parametrize("guesses, said, wanted", GREEDY)
@pytest.mark.parametrize("rule", RULES)
def test_vllms_greedy_cases_under_every_rule(rule, guesses, said, wanted):
    logits = mx.stack([mx.where(mx.arange(100) == token, 100.0, -100.0) for token in said])
    assert verdict(guesses, logits, Settings(rule=rule)) == wanted


@pytest.mark.parametrize("penalty, before, wanted", [(1.5, [5, 6, 7, 2], (1, 15)), (0.7, [7, 8, 9, 4], (1, 1, 15))])
def test_vllms_frequency_penalties(penalty, before, wanted):
    """test_frequency_penalties: the target says 1 by a point over 15, and each accepted 1 counts for the next position."""
    logits = mx.stack([mx.where(mx.arange(100) == 1, 100.0, mx.where(mx.arange(100) == 15, 99.0, -100.0))] * 4)
    settings, seen = Settings(frequency_penalty=penalty), mx.array(before, mx.uint32)
    draft = accept.Draft("other", mx.array([1, 1, 1], mx.uint32))
    assert accept.judge(draft, logits, settings, Draws(0, 0, 0, 100), seen).settle().tokens == wanted


@pytest.mark.long
@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_vllms_convergence_to_the_targets_distribution(rule):
    """test_rejection_sampling_approximates_target_distribution: with more samples the tokens come nearer to the target's distribution, much more
    than to others; two guesses of a random drafter, over ten tokens. The same of block verification."""
    keys = mx.random.split(mx.random.key(3), 3)
    logits = mx.broadcast_to(mx.random.uniform(shape=(10,), key=keys[0]), (3, 10))
    q, others = mx.softmax(mx.random.uniform(shape=(10,), key=keys[1])), mx.softmax(mx.random.uniform(shape=(50, 10), key=keys[2]), axis=-1)
    settings, counts, near = Settings(temperature=1.0, rule=rule), mx.zeros(10), []
    for seed in range(3000):
        draws = Draws(seed, 0, 0, 10)
        guesses = mx.concatenate([accept.choose(mx.log(q)[None], q[None], settings, draws, i) for i in range(2)])
        draft = accept.Draft("other", guesses.astype(mx.uint32), mx.stack([q, q]))
        counts[verdict_of(draft, logits, settings, draws)[0]] += 1
        if seed + 1 in (10, 3000):
            seen = counts / counts.sum()
            near.append((mx.linalg.norm(seen - mx.softmax(logits[0])).item(), mx.linalg.norm(seen - others, axis=-1).mean().item()))
    (first, first_other), (last, last_other) = near
    assert first / last > 5 * first_other / last_other


def verdict_of(draft: accept.Draft, logits: mx.array, settings: Settings, draws: Draws) -> tuple[int, ...]:
    return accept.judge(draft, logits, settings, draws, NOTHING).settle().tokens


# -- vLLM, tests/v1/spec_decode/test_ngram.py -------------------------------------------------------------------------------

NGRAM = [  # text, shortest match, guesses, vLLM's, ours where it differs
    ([1, 2, 3, 4, 1, 2, 3, 5, 6], 2, 2, [], None),
    ([1, 2, 3, 4, 1, 2, 3], 2, 3, [4, 1, 2], None),
    ([1, 2, 3, 4, 1, 2, 3], 2, 2, [4, 1], None),
    ([1, 3, 6, 2, 3, 4, 1, 2, 3], 2, 3, [4, 1, 2], None),
    ([1, 3, 6, 2, 3, 4, 1, 2, 3], 1, 2, [6, 2], [4, 1]),  # theirs matches one token and takes the first place, ours the longest match
    ([1, 2, 3, 4, 5], 2, 2, [], None),
    ([1, 2, 3, 4, 1, 2, 3], 4, 2, [], None),
    ([1, 2, 3, 4, 1, 2, 3], 3, 2, [4, 1], None),
    ([2, 3, 4, 5, 1, 2, 3, 4, 1, 2, 3, 4], 3, 2, [1, 2], None),
    ([3, 4, 5, 2, 3, 4, 1, 2, 3, 4], 2, 2, [1, 2], None),
    ([1, 2, 3, 100, 1, 2, 3, 200, 1, 2, 3, 300, 1, 2, 3], 3, 2, [100, 1], [300, 1]),  # theirs takes the first of equal matches, ours the latest
]


@pytest.mark.parametrize("text, shortest, most, theirs, ours", NGRAM)
def test_vllms_cases_of_n_grams(text, shortest, most, theirs, ours):
    assert LookupDrafter().guess(text, most, shortest) == (theirs if ours is None else ours)


# -- mlx-lm, tests/test_generate.py: test_stream_generate_speculative -------------------------------------------------------


def test_mlx_lms_case_of_a_model_that_drafts_for_itself():
    """Two guesses a draft, five tokens: theirs come from the draft, the draft, the target, the draft, the draft. Ours ends with a token of the
    target's own, which comes with every pass, so the last draft is one shorter."""
    pair = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy("trimmable")})
    reply = toys.reply(pair, list(range(1, 9)), Settings(drafter="model", k=2), 5, ignore_end=True)
    assert [source for round_ in reply.rounds for source in round_.sources] == ["accepted", "accepted", "bonus", "accepted", "bonus"]
    assert reply.finish.stats.acceptance_rate == 1.0


# -- published figures, as arithmetic ---------------------------------------------------------------------------------------


def replies(*rounds: tuple[int, int, int]) -> Stats:
    """The stats of rounds given as (how many, drafted, accepted)."""
    stats = Stats()
    for count, drafted, accepted in rounds:
        for _ in range(count):
            stats = stats.add(round_of(drafted, accepted))
    return stats


def test_a_recorded_log_of_vllms():
    """87 drafts, 259 guesses, 167 accepted; by position .805, .632, .483 of all drafts; a mean length of 2.92 with the target's own token, a rate
    of .645. One draft held one guess less."""
    stats = replies((42, 3, 3), (13, 3, 2), (15, 3, 1), (16, 3, 0), (1, 1, 0))
    assert (stats.rounds, stats.drafted, stats.accepted) == (87, 259, 167)
    assert stats.acceptance_rate == pytest.approx(0.645, abs=5e-4) and stats.tokens_per_round == pytest.approx(2.92, abs=5e-3)
    of_all = [accepted / stats.rounds for accepted, _ in stats.by_position]
    assert of_all == pytest.approx([0.805, 0.632, 0.483], abs=5e-4)


@pytest.mark.parametrize("rates, length", [
    ([0.7296, 0.5208, 0.3545], 2.605),  # vLLM, tests/v1/spec_decode/test_acceptance_length.py: Llama 3.1 8B with Red Hat's EAGLE-3, MT-bench
    ([0.6541, 0.3993, 0.2020], 2.255),  # the same: Qwen3-8B
    ([0.7165, 0.5120, 0.3337], 2.562),  # the same: gpt-oss-20b
])  # fmt: skip
def test_a_mean_length_is_one_and_the_rates_of_all_drafts(rates, length):
    """vLLM's rates per position are of all drafts, so 10,000 drafts accept so many at each place."""
    reached = [10000, *(round(10000 * rate) for rate in rates), 0]
    stats = replies(*((reached[n] - reached[n + 1], 3, n) for n in range(4)))
    assert stats.tokens_per_round == pytest.approx(length, abs=1e-3) == pytest.approx(1 + sum(rates), abs=1e-3)
    assert [accepted / stats.rounds for accepted, _ in stats.by_position] == pytest.approx(rates, abs=1e-9)
