"""What other projects check of the same algorithms, run on ours: their cases and figures, each with its source. Where ours is meant to differ,
the difference stands beside the case."""

from __future__ import annotations

import re
from functools import reduce
from itertools import pairwise, product
from typing import Sequence

import mlx.core as mx
import pytest

from specdeck.decoding import Round, Settings, Stats, accept
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.rules import RULES, rule_in_force
from specdeck.decoding.rules.draws import NO_TOKENS, Draws
from specdeck.lesson.pages.other_rules import uncapped
from tests.helpers import toys
from tests.helpers.toys import round_of


def verdict(draft: Sequence[int], logits: mx.array, settings: Settings, q: mx.array | None = None, seed: int = 0, before: mx.array = NO_TOKENS) -> tuple[int, ...]:
    """The tokens of one round, from the target's logits (n + 1, V)."""
    guesses = accept.Draft("other", mx.array(draft, mx.uint32), q) if draft else accept.NO_DRAFT
    return accept.judge(guesses, logits, settings, Draws(seed, 0, 0, logits.shape[-1]), before).settle().tokens


def judged(rule: str, draft: Sequence[int], q: mx.array, p: mx.array, numbers: Sequence[float]) -> int:
    """How many guesses a rule accepts, where the tests' numbers are these."""

    class These:
        tests = staticmethod(lambda n: mx.array(numbers))
        own = staticmethod(lambda rows=1: mx.array([0.5]))

    return rule_in_force(rule, 1.0).judge(mx.array(draft), q, mx.log(p), p, These)[0].item()


def likely(score: float, *tokens: int, other: float = -100.0, width: int = 100) -> mx.array:
    """Logits (n, width), of which row i has this score at the i-th token."""
    return mx.where(mx.arange(width) == mx.array(tokens)[:, None], score, other)


# -- block verification: Sun et al. 2024, "Block Verification Accelerates Speculative Decoding", section 2 -------------------


@pytest.mark.parametrize("rule, wanted", [("probabilistic", 10 / 9), ("block", 11 / 9)])
def test_the_papers_example_of_two_tokens(rule, wanted):
    """The target says A with 1/3 and B with 2/3, the drafter the reverse, whatever stands before, two guesses a draft: 10/9 of them are accepted
    token by token, 11/9 by block. Every threshold is a multiple of 1/4, so four numbers a test stand for all."""
    p, q, mean = mx.array([[1 / 3, 2 / 3]] * 3), mx.array([[2 / 3, 1 / 3]] * 2), 0.0
    for draft, numbers in product(product(range(2), repeat=2), product((0.125, 0.375, 0.625, 0.875), repeat=2)):
        mean += judged(rule, draft, q, p, numbers) / 16 * (q[0, draft[0]] * q[1, draft[1]]).item()
    assert mean == pytest.approx(wanted, abs=1e-6)


# -- what the lesson says of hierarchical speculative decoding: Zhou et al. 2026, arXiv 2601.05724 ---------------------------


def test_with_its_capped_ratio_hierarchical_decoding_is_block_verification():
    """The target always writes A, then a or b equally often; half the drafts are "Aa", with p/q of 2 and 1/2. Capped, "Aa" weighs min(1, 2) / 2 and
    passes half the time. Where it fails, what is owed to a after A is max(0, 1/2 - 1): b is written."""
    target, drafter = mx.array([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]]), mx.array([[0.5, 0.5], [1.0, 0.0]])
    whole = [judged("block", (0, 0), drafter, target, [(step + 0.5) / 16] * 2) == 2 for step in range(16)]
    assert whole == [True] * 8 + [False] * 8


def test_the_lessons_page_shows_what_the_uncapped_ratio_of_its_code_does():
    """More guesses are accepted, and the text is biased: 2 / 2, and always; after the draft B the target writes A, then a half the time."""
    shown = "\n".join(line.plain for line in uncapped(84, 20))
    assert re.findall(r"\n([a-z ]+\w) .*?([0-9.]+)\s*$", shown, re.M) == [("the target", ".500"), ("block verification", ".500"), ("without the cap", ".750")]


# -- transformers, tests/generation/test_utils.py: test_speculative_sampling ------------------------------------------------


@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_transformers_case_of_two_guesses_that_stand_and_one_that_falls(rule):
    """The assistant is sure of 1, 4 and 5, the target of 1, 4 and 8: two guesses match, and the tokens are 1, 4, 8."""
    logits = mx.concatenate([likely(10.0, 1, 4, other=-10.0, width=10), likely(10.0, 8, other=-mx.inf, width=10), likely(10.0, 1, other=-10.0, width=10)])
    q = mx.softmax(likely(10.0, 1, 4, 5, other=-10.0, width=10), axis=-1)
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
def test_vllms_greedy_cases_under_every_rule(guesses, said, wanted):
    assert {verdict(guesses, likely(100.0, *said), Settings(rule=rule)) for rule in RULES} == {wanted}


@pytest.mark.parametrize("penalty, before, wanted", [(1.5, [5, 6, 7, 2], (1, 15)), (0.7, [7, 8, 9, 4], (1, 1, 15))])
def test_vllms_frequency_penalties(penalty, before, wanted):
    """test_frequency_penalties: the target says 1 by a point over 15, and each accepted 1 counts for the next position."""
    logits = mx.maximum(likely(100.0, 1, 1, 1, 1), likely(99.0, 15, 15, 15, 15))
    assert verdict([1, 1, 1], logits, Settings(frequency_penalty=penalty), before=mx.array(before, mx.uint32)) == wanted


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
        counts[verdict(guesses.tolist(), logits, settings, mx.stack([q, q]), seed)[0]] += 1
        if seed + 1 in (10, 3000):
            seen = counts / counts.sum()
            near.append((mx.linalg.norm(seen - mx.softmax(logits[0])).item(), mx.linalg.norm(seen - others, axis=-1).mean().item()))
    (first, first_other), (last, last_other) = near
    assert first / last > 5 * first_other / last_other


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


def drafts_of_three(counts: Sequence[int], *ragged: Round) -> tuple[Stats, list[float]]:
    """The stats of so many drafts with 0, 1, 2 and 3 accepted, and of other rounds; and the rates by position, of all drafts as vLLM gives them."""
    stats = reduce(Stats.add, [*(round_of(3, accepted) for accepted, count in enumerate(counts) for _ in range(count)), *ragged], Stats())
    return stats, [accepted / stats.rounds for accepted, _ in stats.by_position]


def test_a_recorded_log_of_vllms():
    """87 drafts, 259 guesses, 167 accepted; a mean length of 2.92 with the target's own token, a rate of .645. One draft held one guess less."""
    stats, of_all = drafts_of_three((16, 15, 13, 42), round_of(1, 0))
    assert (stats.rounds, stats.drafted, stats.accepted) == (87, 259, 167)
    assert (stats.acceptance_rate, *of_all) == pytest.approx((0.645, 0.805, 0.632, 0.483), abs=5e-4)
    assert stats.tokens_per_round == pytest.approx(2.92, abs=5e-3)


@pytest.mark.parametrize("rates, length", [
    ([0.7296, 0.5208, 0.3545], 2.605),  # vLLM, tests/v1/spec_decode/test_acceptance_length.py: Llama 3.1 8B with Red Hat's EAGLE-3, MT-bench
    ([0.6541, 0.3993, 0.2020], 2.255),  # the same: Qwen3-8B
    ([0.7165, 0.5120, 0.3337], 2.562),  # the same: gpt-oss-20b
])  # fmt: skip
def test_a_mean_length_is_one_and_the_rates_of_all_drafts(rates, length):
    """10,000 drafts accept so many at each place."""
    reached = [10000, *(round(10000 * rate) for rate in rates), 0]
    stats, of_all = drafts_of_three([here - further for here, further in pairwise(reached)])
    assert stats.tokens_per_round == pytest.approx(length, abs=1e-3) == pytest.approx(1 + sum(rates), abs=1e-3)
    assert of_all == pytest.approx(rates, abs=1e-9)
