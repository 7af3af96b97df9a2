"""A list to choose from, for every screen: Textual's OptionList, with paging that also works without room for a page."""

from textual import events
from textual.widgets import OptionList


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
