"""The show: the bundled race of plain and drafted decoding, played in the empty chat."""

from __future__ import annotations

import os
from pathlib import Path

from ..deck import Deck
from ..notices import Refusal
from ..records import files
from ..records.recorded_race import recorded_race
from ..records.trace import TraceError


def begin(deck: Deck) -> None:
    """Play the show from its start. Refused once a conversation has begun, because the show takes the place of its text."""
    if deck.chat.turns:
        raise Refusal("the show plays in an empty chat: ctrl+n begins one")
    try:
        deck.show = recorded_race()
    except (TraceError, OSError, ValueError, KeyError) as error:
        raise Refusal(f"the recorded race cannot be read: {error}") from error


def is_first_start(file: Path) -> bool:
    """Whether the show was never played here; stores that it is now. False if that cannot be stored."""
    if os.path.exists(file):
        return False
    try:
        files.make_folder(file.parent)
        file.touch(mode=0o600)
    except OSError:
        return False
    return True
