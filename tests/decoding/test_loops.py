"""A reply that goes round in circles is found, by its token ids alone; what people repeat on purpose is no loop."""

import json
import random

import pytest

from specdeck import assets
from specdeck.decoding import before_loop, find_loop
from specdeck.decoding.stats import LEAST_LOOP, PASSES, SEARCHED, Loop
from specdeck.decoding.types import Round, Settings, Stats

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


@pytest.fixture(scope="module")
def ids(read_once):
    return read_once.tokenizer.encode


@pytest.mark.parametrize("lead, period, passes", [(0, 1, 48), (20, 1, 60), (57, 12, 4), (57, 12, 4.4), (3, 35, 3), (300, 200, 3.1), (10, 7, 2000)])
def test_a_planted_loop_is_found_where_it_begins(lead, period, passes):
    draw = random.Random(period).sample
    before, turn = draw(range(1000, 2000), lead), draw(range(900), period)
    text = before + (turn * (int(passes) + 1))[: int(period * passes)]
    assert find_loop(text) == Loop(lead + period, period, len(text))
    assert find_loop(text).tokens == len(text) - lead - period
    assert find_loop([*text, 999]) is None, "it went on with something else"


@pytest.mark.parametrize("least", [PASSES * 20 - 1, LEAST_LOOP - 1])
def test_too_few_passes_or_tokens_are_no_loop(least):
    period = 20 if least > LEAST_LOOP else 8
    text = [*range(500, 540), *(list(range(period)) * 9)[:least]]
    assert find_loop(text) is None and find_loop([*text, least % period]) is not None


def test_a_loop_longer_than_what_is_searched_begins_where_it_begins():
    assert find_loop([*range(100, 130), *[1, 2, 3] * SEARCHED]) == Loop(33, 3, 30 + 3 * SEARCHED)


@pytest.mark.parametrize("name", NO_LOOPS)
def test_what_is_repeated_on_purpose_is_no_loop(ids, name):
    assert find_loop(ids(NO_LOOPS[name])) is None


def test_a_copy_of_the_prompt_is_no_loop(ids):
    for name in ("echo", "edit"):
        for row in json.loads((assets.WORKLOADS / f"{name}.json").read_text())["prompts"]:
            assert find_loop(ids(row["expected"])) is None
            assert find_loop(ids(row["prompt"] + row["expected"])) is None


def test_no_loop_is_found_in_no_text():
    assert find_loop([]) is None and find_loop([5]) is None


def rounds_of(*taken: tuple[int, float]) -> list[Round]:
    """Rounds of so many tokens, all but the last accepted, and seconds."""
    return [
        Round(at, Settings(), "model", (0,) * 4, count - 1, tuple(range(count)), ("accepted",) * (count - 1) + ("recovered",), (0.5,) * count,
              (None,) * count, (None,) * min(4, count), 5, 0.0, seconds, draft_p=(0.5,) * min(4, count), draft_q=(None,) * min(4, count))
        for at, (count, seconds) in enumerate(taken)
    ]  # fmt: skip


def test_figures_before_a_loop_by_hand():
    rounds, whole = rounds_of((1, 0.1), (2, 0.2), (3, 0.2), (5, 0.1), (5, 0.1)), Stats(prompt_seconds=3.0, peak_memory_bytes=9)
    for one in rounds:
        whole = whole.add(one)
    whole = Stats(**{name: getattr(whole, name) for name in Stats.__dataclass_fields__} | {"decode_seconds": 1.4})  # of which .7 passed between rounds
    before = before_loop(whole, rounds, 7)
    assert (before.rounds, before.emitted, before.accepted, before.drafted) == (3, 6, 3, 12), "the round that wrote the seventh token wrote of the loop too"
    assert before.decode_seconds == pytest.approx(1.4 * 0.5 / 0.7) and before.prompt_seconds == 3.0 and before.peak_memory_bytes == 9
    assert before_loop(whole, rounds, None) is whole and before_loop(whole, rounds, 0).emitted == 0
    assert before_loop(whole, rounds, 16) == whole
