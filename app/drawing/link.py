"""Clickable words: a hint that names a key does what the key does."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style


def link(words: str, action: str, look: str = "$origin-faint") -> Content:
    """The words in a style; a click runs the action, as "screen.do('baseline')"."""
    return Content.styled(words, look).stylize(Style.from_meta({"@click": action}))
