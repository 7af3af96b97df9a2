"""Every metric on rounds made by hand, in numbers that one can check in the head; a reply that goes round in circles is found, by its token ids
alone, and its figures end before; what people repeat on purpose is no loop."""

import json
import random
from dataclasses import replace
from functools import reduce

import pytest

from specdeck import assets
from specdeck.decoding import Prefill, Stats, before_loop, block_cost, break_even, find_loop
from specdeck.decoding.stats import LEAST_LOOP, PASSES, SEARCHED, Loop, pooled
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


# -- loops -----------------------------------------------------------------------------------------------------------------

NO_LOOPS = {
    "numbers": ", ".join(map(str, range(1, 80))),
    "list": "\n".join(f"{at}. a bag of {what}" for at, what in enumerate(("rice", "beans", "corn", "oats", "wheat", "rye", "peas", "figs", "dates", "nuts"), 1)),
    "table": "| planet | moons |\n|---|---|\n" + "\n".join(f"| {name} | {moons} |" for name, moons in (("Mercury", 0), ("Venus", 0), ("Earth", 1), ("Mars", 2), ("Jupiter", 95))),
    "tests": "\n".join(f"    assert add({one}, {two}) == {one + two}" for one in range(4) for two in range(4)),
    "rule": "Title\n" + "-" * 40,
    "refrain": "\n\n".join(f"{verse}\nRow, row, row your boat, gently down the stream.\nMerrily, merrily, merrily, life is but a dream."
                           for verse in ("The morning is bright.", "The river is wide.", "The evening is near.", "The harbour is home.")),
    "chorus twice": 2 * "And we will sing again when the summer rain has gone, and dance along the water till the night.\n",
    "hurrah": "She won! " + "Hip hip hurrah! " * 3,
}  # fmt: skip


@pytest.mark.parametrize("lead, period, passes", [(0, 1, 48), (20, 1, 60), (57, 12, 4), (57, 12, 4.4), (3, 35, 3), (300, 200, 3.1), (10, 7, 2000), (30, 3, SEARCHED)])
def test_a_planted_loop_is_found_where_it_begins(lead, period, passes):
    """Also before what is searched."""
    draw = random.Random(period).sample
    before, turn = draw(range(1000, 2000), lead), draw(range(900), period)
    text = before + (turn * (int(passes) + 1))[: int(period * passes)]
    assert find_loop(text) == Loop(lead + period, period, len(text))
    assert find_loop(text).tokens == len(text) - lead - period
    assert find_loop([*text, 999]) is None, "it went on with something else"


def test_what_is_too_short_or_repeated_on_purpose_is_no_loop(read_once):
    """Neither is a copy of the prompt."""
    for period, least in ((20, PASSES * 20 - 1), (8, LEAST_LOOP - 1)):
        text = [*range(500, 540), *(list(range(period)) * 9)[:least]]
        assert find_loop(text) is None and find_loop([*text, least % period]) is not None
    assert find_loop([]) is None and find_loop([5]) is None
    rows = [row for name in ("echo", "edit") for row in json.loads((assets.WORKLOADS / f"{name}.json").read_text())["prompts"]]
    for text in (*NO_LOOPS.values(), *(row["prompt"] + row["expected"] for row in rows), *(row["expected"] for row in rows)):
        assert find_loop(read_once.tokenizer.encode(text)) is None, text


def test_figures_before_a_loop_by_hand():
    rounds = [
        replace(round_of(4, tokens - 1), draft_seconds=0.0, verify_seconds=seconds) for tokens, seconds in ((1, 0.1), (2, 0.2), (3, 0.2), (5, 0.1), (5, 0.1))
    ]  # fmt: skip
    whole = replace(reduce(Stats.add, rounds, Stats(prompt_seconds=3.0, peak_memory_bytes=9)), decode_seconds=1.4)  # of which .7 passed between rounds
    before = before_loop(whole, rounds, 7)
    assert (before.rounds, before.emitted, before.accepted, before.drafted) == (3, 6, 3, 12), "the round that wrote the seventh token wrote of the loop too"
    assert before.decode_seconds == pytest.approx(1.4 * 0.5 / 0.7) and before.prompt_seconds == 3.0 and before.peak_memory_bytes == 9
    assert before_loop(whole, rounds, None) is whole and before_loop(whole, rounds, 0).emitted == 0
    assert before_loop(whole, rounds, 16) == whole
