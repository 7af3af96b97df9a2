"""The stored conversations and comparisons, newest first; and their replies as texts that lookup may copy from."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
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
class Found:
    """What the index knows of a file that has this time (ns) and size (bytes). No `prompt`: none can be read in it."""

    changed: int
    size: int
    prompt: str | None = None
    target: str = ""
    speedup: float | None = None
    words: str = ""  # of all prompts, in lower case


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A stored conversation or comparison: when it was last written, and its first prompt. `speedup`: the comparison's. `words`: what
    it is found by."""

    path: Path
    when: datetime
    prompt: str
    target: str
    speedup: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """The stored items, the newest first. `damaged`: names of files in which no prompt can be read."""

    items: list[HistoryItem]
    damaged: tuple[str, ...]


def history(folder: Path) -> History:
    known, present = files.read_json(folder / INDEX, Mapping[str, Found]), {}
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".jsonl") and entry.is_file():
                at, before = entry.stat(), known.get(entry.name)
                same = before and (before.changed, before.size) == (at.st_mtime_ns, at.st_size)
                present[entry.name] = before if same else _found(Path(entry.path), at)
    if present != known:
        with suppress(OSError):  # it is made anew next time
            files.replace(folder / INDEX, json.dumps({name: one_level(found) for name, found in present.items()}))
    newest = sorted(present.items(), key=lambda each: (each[1].changed, each[0]), reverse=True)
    read = {name: found for name, found in newest if found.prompt is not None}
    items = [HistoryItem(folder / name, files.moment(it.changed / 1e9), it.prompt, it.target, it.speedup, it.words) for name, it in read.items()]
    return History(items, tuple(name for name, _ in newest if name not in read))


def mentions(item: HistoryItem, words: str) -> bool:
    """Whether all of these words occur in a stored item's prompts, its target or its day; case is ignored."""
    text = f"{item.words} {item.target} {item.when:%d %b %Y}".casefold()
    return all(word in text for word in words.casefold().split())


def _found(path: Path, at: os.stat_result) -> Found:
    try:
        if comparisons.is_comparison(path):
            asked, speedup = comparisons.prompt_and_speedup(path)
            return Found(at.st_mtime_ns, at.st_size, asked.prompt, asked.target, speedup, asked.prompt.casefold())
        prompts = list(_prompts(path))
    except (OSError, UnicodeDecodeError, TraceError):
        prompts = []
    if not prompts:
        return Found(at.st_mtime_ns, at.st_size)
    return Found(at.st_mtime_ns, at.st_size, *prompts[0], None, " ".join(prompt for prompt, _ in prompts).casefold())


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
