"""Every metric on rounds made by hand, in numbers that one can check in the head."""

from functools import reduce

import pytest

from specdeck.decoding import Prefill, Stats, block_cost, break_even
from specdeck.decoding.stats import pooled
from tests.helpers.toys import round_of


def test_the_metrics_of_four_rounds():
    """A full acceptance, a miss at the second of four, a miss at once with a settling pass, a plain round. Two replies pooled are as one."""
    rounds = [round_of(2, 2), round_of(4, 1), round_of(4, 0, passes=2), round_of(0, 0)]
    stats = reduce(Stats.add, rounds, Stats(prompt_seconds=3.0, peak_memory_bytes=7))
    assert (stats.rounds, stats.drafted, stats.accepted, stats.tested, stats.emitted, stats.target_passes) == (4, 10, 3, 5, 7, 5)
    assert (stats.acceptance_rate, stats.acceptance_per_tested, stats.tokens_per_round) == (3 / 10, 3 / 5, 7 / 4)
    assert stats.acceptance_by_position == (2 / 3, 1 / 3, 0, 0)
    assert (stats.draft_seconds, stats.verify_seconds) == (4.0, 8.0)
    one, others = Stats(prompt_seconds=1.0, peak_memory_bytes=7).add(rounds[0]), reduce(Stats.add, rounds[1:], Stats(prompt_seconds=2.0, peak_memory_bytes=5))
    assert pooled([one, others]) == stats and pooled([]) == Stats()


def test_what_was_accepted_and_not_emitted_or_not_drafted_at_all():
    ended = Stats().add(round_of(4, 3, tokens=2))  # an end of turn among its guesses
    assert (ended.accepted, ended.emitted, ended.tokens_per_round) == (3, 2, 2.0)
    plain = Stats().add(round_of(0, 0))
    assert plain.acceptance_rate is None and plain.acceptance_per_tested is None
    assert Stats().tokens_per_round == Stats().tokens_per_second == 0


def test_a_reading_counts_once_and_only_before_the_first_round():
    readings = [*(Prefill("target", done, 600, 0, seconds) for done, seconds in ((0, 0.0), (512, 1.0), (600, 1.5))), Prefill("model", 600, 600, 0, 0.5)]
    stats = reduce(Stats.add, [*readings, round_of(2, 1), Prefill("model", 600, 600, 0, 9.0)], Stats())
    assert stats.prompt_seconds == 2.0


def test_a_round_that_costs_two_steps_breaks_even_at_one_accepted_guess():
    assert block_cost(0.03, 0.015) == 2.0
    assert break_even(2.0, 4.0) == 0.25 and break_even(2.0, 0) is None
    assert Stats(emitted=30, decode_seconds=1.5).tokens_per_second == pytest.approx(20.0)
