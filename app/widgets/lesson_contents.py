"""The lesson's table of contents, the open page marked. A click opens a page."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from ..lesson.course import Course


class Contents(Static):
    """One page per line. Posts Chosen when one is clicked."""

    ALLOW_SELECT = False

    class Chosen(Message):
        """A page was clicked; pages count from 0."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, course: Course) -> None:
        """Mark the open page and those before it."""
        here = course.progress.page
        self.update(Content("\n").join(_line(at, page.title, here) for at, page in enumerate(course.pages)))

    def on_click(self, event: events.Click) -> None:
        """Post Chosen for the page under the mouse."""
        if (page := event.style.meta.get("page")) is not None:
            self.post_message(self.Chosen(page))


def _line(at: int, title: str, here: int) -> Content:
    mark = "▸" if at == here else "✓" if at < here else " "
    look = "bold $foreground" if at == here else "$origin-faint"
    return Content.styled(f"{mark} {at + 1:>2}  {title}", look).stylize(Style.from_meta({"page": at}))
