"""Wrapping: every character is drawn once, in order, within the width, whatever comes in whatever pieces."""

import random

import pytest
from rich.cells import cell_len

from specdeck.drawing.wrapping import TAB, Flow

PIECES = (
    "the", " quick", "  ", "\n", "\t", "brown-fox", "日本", "語", " é", "e\u0301", "👍", " x" * 9, "extraordinarily", ".", "\n\n", "\u3000\u3000",
)  # fmt: skip


def drawn(flow: Flow) -> list[str]:
    return ["".join(span.text for span in line) for line in flow.lines]


def poured(pieces, width: int) -> Flow:
    flow = Flow(width)
    for owner, piece in enumerate(pieces):
        flow.add(piece, owner)
    return flow


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_and_nothing_sticks_out(seed):
    rng = random.Random(seed)
    pieces, width = rng.choices(PIECES, k=60), rng.randint(2, 30)
    flow = poured(pieces, width)
    assert "".join("".join(drawn(flow)).split()) == "".join("".join(pieces).split())
    assert all(cell_len(line) <= width for line in drawn(flow)) and all(span.cells == cell_len(span.text) for line in flow.lines for span in line)
    assert flow.text == "".join(pieces)


@pytest.mark.parametrize("seed", range(8))
def test_pieces_and_widths_do_not_change_the_lines(seed):
    """Token by token, or wrapped again after a resize: words fall on the same lines."""
    rng = random.Random(seed)
    pieces = rng.choices([p for p in PIECES if p.strip() and len(p) < 12], k=50)
    fresh, resized = poured(pieces, 24), poured(pieces, 9)
    resized.resize(24)
    assert drawn(resized) == drawn(fresh)


@pytest.mark.parametrize("pieces, width, lines", [
    (["one two thr", "ee", " four"], 10, ["one two ", "three four"]),
    (["abcd", "efgh", "ij"], 6, ["abcd", "efghij"]),
    (["a\tb\n", "    return"], 20, ["a" + " " * (TAB - 1) + "b", "    return"]),
])  # fmt: skip
def test_words_move_whole_longer_ones_are_cut_between_pieces_tabs_reach_stops_and_indents_stay(pieces, width, lines):
    assert drawn(poured(pieces, width)) == lines


def test_a_place_on_the_screen_is_a_place_in_the_text():
    flow = poured(["one two ", "three\n", "\tfour"], 8)
    assert drawn(flow) == ["one two ", "three", "    four"]
    assert [flow.text[flow.offset_at(*place)] for place in ((0, 4), (1, 0), (1, 4), (2, 5))] == ["t", "t", "e", "o"]
    assert flow.offset_at(2, 2) == flow.text.index("\t")
    assert flow.offset_at(2, 99) == len(flow.text)


def test_adding_costs_the_same_however_much_is_there():
    """The work of adding is what it lays out: lines that are full are never touched again."""
    flow = poured([" word"] * 5000, 40)
    full = list(flow.lines[:-2])
    flow.add(" and more", 1)
    assert all(line is old for line, old in zip(flow.lines, full))


def test_a_ghost_is_drawn_and_is_no_part_of_the_text():
    flow = Flow(20)
    for piece, ghost in (("one", False), (" two two", True), (" three", False), (" four", False)):
        flow.add(piece, 0, ghost)
    assert drawn(flow) == ["one two two three ", "four"]
    assert flow.text == "one three four"
    assert [flow.text[flow.offset_at(*place)] for place in ((0, 2), (0, 12), (1, 0))] == ["e", "t", "f"]
    flow.resize(9)
    assert flow.text == "one three four" and drawn(flow)[0] == "one two "
