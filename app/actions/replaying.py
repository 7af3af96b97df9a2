"""Showing what was recorded: a conversation as it happened or to continue, or a comparison. What cannot be done is a Refusal, one
line."""

import os
from itertools import takewhile
from pathlib import Path
from typing import Sequence

from ..chat.conversation import Chat, fold
from ..chat.entries import Asked, Branched, Entry, Shown
from ..compare.result import StoredComparison
from ..deck import Deck
from ..notices import Refusal
from ..records import files
from ..records.files import TraceError
from ..records.replay import Replay, recorded_race
from ..records.trace import RecoveredTrace
from .loading import require_idle


def play(deck: Deck, entries: Sequence[Entry], speed: float = 1.0) -> None:
    """Play a recording in place of the conversation, which stays on disk."""
    require_idle(deck)
    deck.engine.trouble = None
    deck.begin(Chat())
    deck.replay = Replay(deck.session, deck.renumbered(entries), speed)


def play_again(deck: Deck) -> None:
    """Play the reply that is shown last as it was written."""
    require_idle(deck)
    if deck.chat.reply is None:
        raise Refusal("there is no reply to play yet: name a trace")
    record, job = deck.chat.entries, deck.chat.reply.job
    first = next(at for at, entry in enumerate(record) if isinstance(entry, (Asked, Branched)) and entry.job == job)
    deck.chat, before = fold(record[:first]), deck.chat
    deck.replay = Replay(deck.session, [record[first], *takewhile(lambda entry: not isinstance(entry, (Asked, Branched, Shown)), record[first + 1 :])])
    deck.replay.shown_before = before  # with what was set since, as a system prompt for the next reply
    deck.view.tidy(deck.chat)


def resume(deck: Deck, read: RecoveredTrace, path: Path) -> None:
    """Continue a stored conversation, of which `read` was read. Raises TraceError and changes nothing if its file cannot be written."""
    require_idle(deck)
    deck.journal.resume(path, read, deck.job)
    deck.show_chat(fold(deck.renumbered(read.entries)))


def show_comparison(deck: Deck, kept: StoredComparison, path: Path) -> None:
    require_idle(deck)
    deck.contest.recall(kept, path)


# The show: the bundled race of plain and drafted decoding, played in the empty chat.

def play_show(deck: Deck) -> None:
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
