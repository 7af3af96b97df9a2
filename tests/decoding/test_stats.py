"""Every metric on rounds made by hand, in numbers that one can check in the head."""

from functools import reduce

import pytest

from specdeck.decoding import Prefill, Stats, block_cost, break_even
from specdeck.decoding.stats import pooled
from tests.helpers.priced import round_of


def test_the_metrics_of_four_rounds():
    """A full acceptance, a miss at the second of four, a miss at once with a settling pass, a plain round."""
    stats = reduce(Stats.add, (round_of(2, 2), round_of(4, 1), round_of(4, 0, passes=2), round_of(0, 0)), Stats())
    assert (stats.rounds, stats.drafted, stats.accepted, stats.tested, stats.emitted, stats.target_passes) == (4, 10, 3, 5, 7, 5)
    assert stats.acceptance_rate == 3 / 10
    assert stats.acceptance_per_tested == 3 / 5
    assert stats.tokens_per_round == 7 / 4
    assert stats.acceptance_by_position == (2 / 3, 1 / 3, 0, 0)
    assert (stats.draft_seconds, stats.verify_seconds) == (4.0, 8.0)


def test_an_end_of_turn_accepted_as_a_guess_is_accepted_and_not_emitted():
    stats = Stats().add(round_of(4, 3, tokens=2))
    assert (stats.accepted, stats.emitted, stats.tokens_per_round) == (3, 2, 2.0)


def test_nothing_drafted_has_no_rate():
    stats = Stats().add(round_of(0, 0))
    assert stats.acceptance_rate is None and stats.acceptance_per_tested is None
    assert Stats().tokens_per_round == 0 and Stats().tokens_per_second == 0


def test_a_reading_counts_once_and_only_before_the_first_round():
    stats = Stats()
    for done, seconds in ((0, 0.0), (512, 1.0), (600, 1.5)):
        stats = stats.add(Prefill("target", done, 600, 0, seconds))
    stats = stats.add(Prefill("model", 600, 600, 0, 0.5))
    assert stats.prompt_seconds == 2.0
    assert stats.add(round_of(2, 1)).add(Prefill("model", 600, 600, 0, 9.0)).prompt_seconds == 2.0


def test_a_round_that_costs_two_steps_breaks_even_at_one_accepted_guess():
    assert block_cost(0.03, 0.015) == 2.0
    assert break_even(2.0, 4.0) == 0.25 and break_even(2.0, 0) is None
    assert Stats(emitted=30, decode_seconds=1.5).tokens_per_second == pytest.approx(20.0)


def test_two_replies_pooled_are_as_one():
    first, *others = [round_of(2, 2), round_of(4, 1), round_of(4, 0, passes=2), round_of(0, 0)]
    both = pooled([Stats(prompt_seconds=1.0, peak_memory_bytes=7).add(first), reduce(Stats.add, others, Stats(prompt_seconds=2.0, peak_memory_bytes=5))])
    assert both == reduce(Stats.add, [first, *others], Stats(prompt_seconds=3.0, peak_memory_bytes=7)) and pooled([]) == Stats()
