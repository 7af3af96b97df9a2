"""Progress of a comparison: the finished runs of both sides, and what remains."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.app.actions import comparing
from specdeck.app.compare.result_words import side_words
from specdeck.app.compare.trials import Letter
from specdeck.app.deck import Deck
from specdeck.app.drawing.bars import bar

from .static_text import put


class ComparisonProgress(Static):
    """Shows a running contest: a bar, and during a comparison the finished runs of both sides."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, deck: Deck) -> None:
        """Draw the contest's progress."""
        lines = [bar(deck.contest.share, max(1, self.size.width - 2), "$primary")]
        if deck.contest.comparison is None:
            lines = [_side(deck, "a"), _side(deck, "b"), Content(""), *lines, Content.styled(deck.contest.doing, "$origin-faint")]
        put(self, Content("\n").join(lines))


def _side(deck: Deck, letter: Letter) -> Content:
    """A side's settings, and the pace of each finished run."""
    paces = "   ".join(f"{pace:.1f}" for pace in deck.contest.paces(letter))
    return Content.assemble((f"{letter.upper()}  ", "bold"), f"{side_words(comparing.side(deck, letter)):<34}", (paces, "bold"), " tok/s" if paces else "")
