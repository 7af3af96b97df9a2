"""The texts that lookup may copy from beside the conversation: files that a person names, and the replies of earlier conversations.

Knows where texts come from; nothing of tokens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, Sequence

from ..chat.conversation import fold
from ..settings.config import HISTORY
from . import trace
from .history_index import HistoryItem, history
from .named_files import TraceError, read_bytes, read_text

MOST_CHARACTERS = 1_000_000  # of one text that are read
NEWEST = 100  # conversations that are read


def lookup_texts(names: Sequence[str], conversations: Path) -> Iterator[tuple[str, str]]:
    """(label, text) for each of these files; for HISTORY, each stored conversation, the newest first. Raises TraceError for a file that
    cannot be read; a conversation that cannot be is left out."""
    for name in names:
        if name == HISTORY:
            yield from ((label, text) for item in history(conversations).items[:NEWEST] for label, text in _replies(item))
        else:
            yield f"{Path(name).name}", read_text(name)[:MOST_CHARACTERS]


def _replies(item: HistoryItem) -> Iterator[tuple[str, str]]:
    """What the target wrote in a conversation, as one text; nothing of a comparison."""
    if item.speedup is not None:
        return
    try:
        entries = trace.readable(read_bytes(item.path), item.path.name).entries
    except TraceError:
        return
    text = "\n\n".join(turn.reply.text for turn in fold(entries).turns)
    yield f"conversation of {item.when.day} {item.when:%B}", text[:MOST_CHARACTERS]
