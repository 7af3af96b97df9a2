"""The lesson's picture: lines of styled text, drawn for the current width."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.app.lesson.page import Picture

MOST = 84  # columns above which a picture gains nothing


class Stage(Static):
    """Draws one Picture."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._picture: Picture = lambda width: []
        self._width = 0  # columns that it is drawn for

    def show(self, picture: Picture) -> None:
        """Draw a picture, if it or the width changed."""
        self._picture, self._width = picture, min(MOST, self.content_size.width or 74)
        lines = [line.truncate(self._width) for line in picture(self._width)]
        self.update(Content("\n").join(lines))

    def on_resize(self) -> None:
        """Draw for the new width; a new screen has its width only after the first drawing."""
        if self._width != min(MOST, self.content_size.width):
            self.show(self._picture)
