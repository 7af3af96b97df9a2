"""Words that do something when they are clicked: a hint names a key, and a click on it is that key."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style


def link(words: str, action: str, look: str = "$origin-faint") -> Content:
    """The words in a look; a click runs the action, as "screen.do('baseline')"."""
    return Content.styled(words, look).stylize(Style.from_meta({"@click": action}))
