"""The lesson's picture: lines of styled text, drawn anew for the width there is."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ..lesson.page import Picture

MOST = 84  # columns beyond which a picture only grows apart


class Stage(Static):
    """Draws a picture."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, picture: Picture) -> None:
        """Another picture, or the same at another width."""
        width = min(MOST, self.content_size.width or 74)
        lines = [each.truncate(width) for each in picture(width)]
        self.update(Content("\n").join(lines))
