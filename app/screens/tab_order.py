"""The tabs in their order, with what is known of each before its screen is opened. A new one is a file and an entry here.

A screen's file is imported when its tab is first opened, because only the first tab is needed at the start.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from textual.screen import Screen


class TabEntry(NamedTuple):
    """One tab: its name, the key that opens it from every screen, its purpose in a sentence, and its screen as "module:class"."""

    label: str
    key: str
    about: str
    path: str

    def screen(self) -> type[Screen[None]]:
        """The class of its screen."""
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)


CHAT = TabEntry(
    "Chat", "f2", "Chat with the target, see which model wrote each token and why, and change the drafting in the middle of a reply.",
    "specdeck.app.screens.chat:ChatScreen",
)  # fmt: skip
COMPARE = TabEntry(
    "Compare", "f3", "Two settings on one prompt, measured one after the other and replayed as a race: how much faster drafting is, and why.",
    "specdeck.app.screens.compare:CompareScreen",
)  # fmt: skip
LESSON = TabEntry(
    "Lesson", "f4", "How speculative decoding works, one idea per page: guess first, then see. Ten minutes; it continues where you left off.",
    "specdeck.app.screens.lesson:LessonScreen",
)  # fmt: skip
MODELS = TabEntry(
    "Models", "f5", "Choose target and drafter: models on disk and on the hub, which can draft for which, and why not.",
    "specdeck.app.screens.models:ModelsScreen",
)  # fmt: skip

TABS = (CHAT, COMPARE, LESSON, MODELS)
