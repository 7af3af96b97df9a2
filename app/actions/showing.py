"""The show: the bundled race of plain and drafted decoding, played in the empty chat."""

from __future__ import annotations

from pathlib import Path

from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.app.records.recorded_race import recorded_race
from specdeck.app.records.trace import TraceError


def begin(deck: Deck) -> None:
    """Play it from its start. Refused in a conversation that has begun, whose text is where it would be."""
    if deck.chat.turns:
        raise Refusal("the show plays in an empty chat: ctrl+n begins one")
    try:
        deck.show = recorded_race()
    except (TraceError, OSError, ValueError, KeyError) as error:
        raise Refusal(f"the recorded race cannot be read: {error}") from error


def is_first_start(file: Path) -> bool:
    """Whether the show was not played here before; remembers that it is now. False also where that cannot be remembered."""
    if file.exists():
        return False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return False
    return True
