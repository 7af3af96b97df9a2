"""Showing what was recorded: a conversation as it happened or to continue, or a comparison. What cannot be done is a Refusal, one
line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from specdeck.app.chat.conversation import Chat, fold
from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.compare.stored import StoredComparison
from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.app.records.replay import Replay

from .guards import require_idle


def play(deck: Deck, entries: Sequence[Entry], speed: float = 1.0) -> None:
    """Play a recording in place of the conversation, which stays on disk."""
    require_idle(deck)
    deck.begin(Chat())
    deck.replay = Replay(deck.session, deck.owned(entries), speed)


def play_again(deck: Deck) -> None:
    """Play the last reply as it was written."""
    require_idle(deck)
    record = deck.chat.entries
    last = max((at for at, entry in enumerate(record) if isinstance(entry, Asked)), default=None)
    if last is None:
        raise Refusal("there is no reply to play yet: name a trace")
    deck.chat = fold(record[:last])
    deck.replay = Replay(deck.session, record[last:])
    deck.view.tidy(deck.chat)


def resume(deck: Deck, entries: Sequence[Entry], path: Path) -> None:
    """Continue a stored conversation. Raises TraceError and changes nothing if it cannot be read."""
    require_idle(deck)
    deck.journal.resume(path)
    deck.show_chat(fold(deck.owned(entries)))


def show_comparison(deck: Deck, kept: StoredComparison, path: Path) -> None:
    """Show a stored comparison."""
    require_idle(deck)
    deck.contest.recall(kept, path)
