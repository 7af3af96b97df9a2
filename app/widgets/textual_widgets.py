"""Textual's widgets where their own ways do not fit: a Static that is updated without a layout of the screen, which would draw every
widget again, and a list to choose from, for every screen."""

from typing import cast

from textual import events
from textual.content import Content
from textual.css.styles import RulesMap
from textual.widgets import OptionList, Static


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


def has_room(options: OptionList) -> bool:
    """Whether it has the height that its lines are laid out for."""
    return options.scrollable_content_region.area > 0


class ChoiceList(OptionList):
    """OptionList's lines are not laid out while it has no height (a small terminal), and its paging would fail (Textual 8.2)."""

    def action_page_up(self) -> None:
        """Move a page up; by a line if there is no room for a page."""
        super().action_page_up() if has_room(self) else self.action_cursor_up()

    def action_page_down(self) -> None:
        """Move a page down; by a line if there is no room for a page."""
        super().action_page_down() if has_room(self) else self.action_cursor_down()


class LookThenChoose(ChoiceList):
    """The first click highlights a line, a click on the highlighted line chooses it."""

    async def _on_click(self, event: events.Click) -> None:
        at = event.style.meta.get("option")
        if at is not None and at != self.highlighted:
            event.prevent_default()
            self.highlighted = at
