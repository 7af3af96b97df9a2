"""The stored conversations and comparisons, newest first; and their replies as texts that lookup may copy from."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Callable, Iterator, Mapping, Sequence

from specdeck.decoding.checkpoints import parse, read_regular

from ..chat.conversation import fold
from ..settings.config import HISTORY
from . import comparisons, files, trace
from .files import TraceError, closed, from_utf8, read_bytes
from .plain_data import one_level

INDEX = "index.json"


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A stored conversation or comparison, as the index knows it while its file has this time (ns) and size (bytes)."""

    changed: int
    size: int
    readable: bool = False  # it holds a prompt
    prompt: str = ""  # the first
    target: str = ""
    speedup: float | None = None  # of a comparison
    words: str = ""  # of all prompts, in lower case
    file: str = ""  # its path; "" in the index, which lies beside it

    @property
    def path(self) -> Path:
        return Path(self.file)

    @property
    def when(self) -> datetime:
        return files.moment(self.changed / 1e9)


@dataclass(frozen=True, slots=True)
class History:
    """The stored items, the newest first. `damaged`: names of files in which no prompt can be read."""

    items: list[HistoryItem]
    damaged: tuple[str, ...]


def history(folder: Path) -> History:
    known, present = files.read_json(folder / INDEX, Mapping[str, HistoryItem]), {}
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".jsonl") and entry.is_file():
                at, before = entry.stat(), known.get(entry.name)
                same = before and (before.changed, before.size) == (at.st_mtime_ns, at.st_size)
                present[entry.name] = before if same else _found(Path(entry.path), at)
    if present != known:
        with suppress(OSError):  # it is made anew next time
            files.replace(folder / INDEX, json.dumps({name: one_level(item) for name, item in present.items()}))
    newest = sorted(present.items(), key=lambda each: (each[1].changed, each[0]), reverse=True)
    items = [replace(item, file=str(folder / name)) for name, item in newest if item.readable]
    return History(items, tuple(name for name, item in newest if not item.readable))


def mentions(item: HistoryItem, words: str) -> bool:
    """Whether all of these words occur in a stored item's prompts, its target or its day; case is ignored."""
    text = f"{item.words} {item.target} {item.when:%d %b %Y}".casefold()
    return all(word in text for word in words.casefold().split())


def _found(path: Path, at: os.stat_result) -> HistoryItem:
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
    return HistoryItem(at.st_mtime_ns, at.st_size, bool(prompts), prompt, target, speedup, words)


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
