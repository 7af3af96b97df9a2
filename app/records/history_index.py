"""The stored conversations and comparisons, newest first; and their replies as texts that lookup may copy from."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Callable, Iterator, Sequence

from specdeck.decoding.checkpoints import parse, read_regular

from ..chat.conversation import fold
from ..settings.config import HISTORY
from . import comparisons, trace
from .files import TraceError, closed, from_utf8, read_bytes


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A stored conversation or comparison. `changed`: nanoseconds since 1970."""

    path: Path
    changed: int
    readable: bool  # it holds a prompt
    prompt: str  # the first
    target: str
    speedup: float | None  # of a comparison
    words: str  # of all prompts, in lower case

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.changed / 1e9)


@dataclass(frozen=True, slots=True)
class History:
    """The stored items, the newest first. `damaged`: names of files in which no prompt can be read."""

    items: list[HistoryItem]
    damaged: tuple[str, ...]


def history(folder: Path) -> History:
    found: list[HistoryItem] = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".jsonl") and entry.is_file():
                at = entry.stat()
                found.append(_found(Path(entry.path), at.st_mtime_ns, at.st_size))
    found.sort(key=lambda item: (item.changed, item.path.name), reverse=True)
    return History([item for item in found if item.readable], tuple(item.path.name for item in found if not item.readable))


def mentions(item: HistoryItem, words: str) -> bool:
    """Whether all of these words occur in a stored item's prompts, its target or its day; case is ignored."""
    text = f"{item.words} {item.target} {item.when:%d %b %Y}".casefold()
    return all(word in text for word in words.casefold().split())


@lru_cache(maxsize=None)
def _found(path: Path, changed: int, size: int) -> HistoryItem:
    """What a file holds while it has this time and size: each is read once."""
    speedup, prompts = None, []
    try:
        if comparisons.is_comparison(path):
            asked, speedup = comparisons.prompt_and_speedup(path)
            prompts = [(asked.prompt, asked.target)]
        else:
            prompts = list(_prompts(path))
    except (OSError, UnicodeDecodeError, TraceError):
        pass
    prompt, target = prompts[0] if prompts else ("", "")
    words = " ".join(prompt for prompt, _ in prompts).casefold()
    return HistoryItem(path, changed, bool(prompts), prompt, target, speedup, words)


def _prompts(path: Path) -> Iterator[tuple[str, str]]:
    """Prompt and target of every turn that a conversation begins with a line that can be read."""
    for line in read_regular(path).split(b"\n"):
        if line.startswith(b'{"type":"asked"'):
            with suppress(ValueError):
                asked = parse(line)
                if isinstance(asked.get("prompt"), str) and isinstance(asked.get("target", ""), str):
                    yield asked["prompt"], asked.get("target", "")


MOST_CHARACTERS = 1_000_000  # of one text that are read
NEWEST = 100  # conversations that are read


def lookup_texts(names: Sequence[str], conversations: Path, tell: Callable[[str], object] = lambda line: None) -> Iterator[tuple[str, str]]:
    """(label, text) for each of these files; for HISTORY, each stored conversation, the newest first. Raises TraceError for a file that
    cannot be read; a conversation that cannot be is left out. `tell` gets a line about what is read otherwise than it was meant."""
    for name in names:
        if name == HISTORY:
            if reason := closed(conversations):
                tell(f"memory history: {conversations} cannot be read: {reason}")
            yield from ((label, text) for item in history(conversations).items[:NEWEST] for label, text in _replies(item))
        else:
            text, strange = from_utf8(read_bytes(name, MOST_CHARACTERS))
            if strange:
                tell(f"memory {name!r} {strange}")
            yield f"{Path(name).name}", text


def _replies(item: HistoryItem) -> Iterator[tuple[str, str]]:
    """What the target wrote in a conversation, as one text; nothing of a comparison."""
    if item.speedup is not None:
        return
    try:
        entries = trace.recover(read_bytes(item.path), item.path.name).entries
    except TraceError:
        return
    text = "\n\n".join(turn.reply.text for turn in fold(entries).turns)
    yield f"conversation of {item.when.day} {item.when:%B}", text[:MOST_CHARACTERS]
