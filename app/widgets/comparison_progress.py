"""Progress of a comparison: the finished runs of both sides, and what remains."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ..actions import comparing
from ..compare.result_words import side_words
from ..compare.trials import Letter
from ..deck import Deck
from ..drawing.bars import bar
from ..drawing.figures import pace
from .static_text import put


class ComparisonProgress(Static):
    """Shows a running contest: a bar, and during a comparison the finished runs of both sides."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, deck: Deck) -> None:
        """Draw the contest's progress."""
        lines = [bar(deck.contest.share, max(1, self.size.width - 2), "$primary")]
        if deck.contest.comparison is None:
            lines = [_side(deck, "a"), _side(deck, "b"), Content(""), *lines]
        put(self, Content("\n").join(lines))


def _side(deck: Deck, letter: Letter) -> Content:
    """A side's settings, and the pace of each finished run."""
    paces = "   ".join(map(pace, deck.contest.paces(letter)))
    return Content.assemble((f"{letter.upper()}  ", "bold"), f"{side_words(comparing.side(deck, letter)):<34}", (paces, "bold"), " tok/s" if paces else "")
