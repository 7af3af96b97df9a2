"""A Static that is updated without a layout of the screen, which would draw every widget again."""

from typing import cast

from textual.content import Content
from textual.css.styles import RulesMap
from textual.widgets import Static


class TextStatic(Static):
    """A Static of text without markup."""

    def __init__(self, content: Content | str = "", id: str | None = None, classes: str | None = None) -> None:
        super().__init__(content, id=id, classes=classes, markup=False)

    def put(self, content: Content) -> None:
        """Draw the content if it differs; lay the screen out again only if the number of lines changes."""
        if isinstance(self.content, Content) and content.is_same(self.content):
            return
        before = self._lines
        self.update(content, layout=False)
        self.clear_cached_dimensions()
        shown = all(ancestor.display for ancestor in self.ancestors_with_self)  # a hidden widget gets its layout when it is shown
        if self._lines != before or (before is None and shown):
            self.refresh(layout=True)

    @property
    def _lines(self) -> int | None:
        """Lines of the content; None while it has no width."""
        width = self.content_size.width
        rules = cast(RulesMap, self.styles)  # what Textual's own widgets hand to it, and its annotation does not name
        return self.visual.get_height(rules, width) if width else None
