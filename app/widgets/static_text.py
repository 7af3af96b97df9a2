"""Updating a Static of fixed width without a layout of the screen, which would draw every widget again."""

from typing import cast

from textual.content import Content
from textual.css.styles import RulesMap
from textual.dom import DOMNode
from textual.widgets import Static


def put(static: Static, content: Content) -> None:
    """Update the widget if the content differs; lay the screen out again only if the number of lines changes."""
    if isinstance(static.content, Content) and content.is_same(static.content):
        return
    before = _lines(static)
    static.update(content, layout=False)
    static.clear_cached_dimensions()
    if _lines(static) != before or (before is None and _is_shown(static)):
        static.refresh(layout=True)


def _lines(static: Static) -> int | None:
    """Lines of the content; None while it has no width."""
    width = static.content_size.width
    rules = cast(RulesMap, static.styles)  # what Textual's own widgets hand to it, and its annotation does not name
    return static.visual.get_height(rules, width) if width else None


def _is_shown(node: DOMNode) -> bool:
    """Whether it has a place in the layout; a hidden widget gets its layout when it is shown."""
    return all(ancestor.display for ancestor in node.ancestors_with_self)
