"""Opens the boxes over a tab: drafters, tokens that may stand in place of one, a round in slow motion, what was stored.

Each box is imported when it is first opened. Raises Refusal where there is nothing to show; calls nothing where a person only closes it.
"""

from pathlib import Path
from typing import Any, Callable

from textual.app import App
from textual.screen import Screen

from specdeck.decoding.types import Settings

from ..actions import chatting, saving
from ..chat.reply import Reply
from ..chat.why_this_token import Choice
from ..deck import Deck
from ..notices import Refusal


def open_drafters(app: App[object], deck: Deck, in_force: str, chosen: Callable[[str], object], *heading: str) -> None:
    """The list of drafters, at the one in force; `heading` if not the chat's."""
    from .name_lists import DraftersScreen

    if deck.pair is None:
        raise Refusal(deck.absent)
    _open(app, DraftersScreen(deck.pair, in_force, *heading), chosen)


def open_rules(app: App[object], settings: Settings, chosen: Callable[[str], object], *heading: str) -> None:
    """The list of acceptance rules, at the one in force."""
    from .name_lists import RulesScreen

    _open(app, RulesScreen(settings, *heading), chosen)


def open_choices(app: App[object], deck: Deck, chosen: Callable[[Choice], object]) -> None:
    """The tokens that the target found likeliest where the cursor is."""
    from .name_lists import ChoicesScreen

    reply, at = chatting.branching(deck)
    _open(app, ChoicesScreen(reply, at, deck.pair.ends if deck.pair else ()), chosen)


def open_slow_motion(app: App[object], reply: Reply | None, index: int) -> None:
    """A round of a reply by its index; -1 before the first one has come."""
    from .slow_motion import SlowMotionScreen

    if reply is None or not reply.steps:
        raise Refusal("there is no round to play yet: ask something first")
    app.push_screen(SlowMotionScreen(reply, max(0, index)))


def open_history(app: App[object], deck: Deck, chosen: Callable[[Path], object]) -> None:
    """Stored conversations and comparisons."""
    from .history import HistoryScreen

    _open(app, HistoryScreen(saving.before(deck)), chosen)


def _open(app: App[object], box: Screen[Any], chosen: Callable[[Any], object]) -> None:
    def answered(choice: Any) -> None:
        if choice is not None:
            chosen(choice)

    app.push_screen(box, answered)
