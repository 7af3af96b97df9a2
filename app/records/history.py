"""The stored conversations. A conversation is written as a trace while it happens. It is listed, opened up to its first bad line, continued and
deleted. Lookup may copy from the target's texts in them. A crash of the program loses what happened since the last flush."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Callable, Iterator, Sequence

from specdeck.decoding.checkpoints import open_regular, parse, read_regular
from specdeck.decoding.types import Round

from ..chat.conversation import Chat, fold
from ..chat.entries import Entry, renumber
from ..settings.config import HISTORY
from . import files, trace
from .files import TraceError, closed, from_utf8, read_bytes
from .trace import RecoveredTrace, TraceWriter


class Journal:
    """Writes one conversation after the other into a folder; without a folder it writes nothing. A failure is reported once. `trouble` holds it until
    the whole conversation is saved in a new file. Every reply tries this at its begin and end."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.trouble: str | None = None
        self._reported: str | None = None
        self._begun: Path | None = None  # the file of this conversation that was created here; after a failure it holds a part
        self._file: BinaryIO | None = None
        self._writer = TraceWriter()
        self._shift = 0  # of the numbers of jobs, against those in the file
        self._resumed: RecoveredTrace | None = None  # what was read of the file that the next entry continues

    @property
    def path(self) -> Path | None:
        """The present conversation's file."""
        return None if self._file is None else Path(self._file.name)

    def write(self, entry: Entry, chat: Chat) -> str | None:
        """Write the last entry of the chat. Returns why writing has stopped, if it has."""
        if self.folder is None or (self.trouble and isinstance(entry, Round)):
            return None
        return self._guarded(lambda: self._put([entry]) if self._file else self._create(chat.entries))

    def flush(self) -> str | None:
        """Hand what was written to the system. Returns why writing has stopped, if it has."""
        return self._guarded(self._file.flush) if self._file else None

    def close(self) -> None:
        """Hand everything to the system and close the file; the next entry starts another conversation."""
        file, self._file, self._begun, self._resumed, self._shift, self.trouble = self._file, None, None, None, 0, None
        if file is not None:
            with suppress(OSError), file:  # `flush` has reported it
                file.flush()

    def resume(self, path: Path, read: RecoveredTrace, shift: int = 0) -> None:
        """Continue this conversation with the next entry; until then its file stays as it is. A damaged one stays for good, and the next entry
        begins a new file. `shift`: by how much jobs are numbered higher here than in the file. Raises TraceError if it cannot be written."""
        if self.folder is None:
            return
        if read.damaged:
            self.close()
            return
        try:
            file = _locked(path.open("ab"), path)
        except OSError as error:
            raise TraceError(f"{path} cannot be continued: {error.strerror or error}") from None
        self.close()
        self._file, self._writer, self._resumed, self._shift = file, TraceWriter(), read, shift

    def _guarded(self, act: Callable[[], None]) -> str | None:
        try:
            act()
        except OSError as error:
            begun = self._begun
            self.close()
            self._begun, self.trouble = begun, f"this conversation is no longer being saved: {error.strerror or error}"
            new, self._reported = self.trouble != self._reported, self.trouble
            return self.trouble if new else None
        return None

    def _create(self, entries: Sequence[Entry]) -> None:
        """Write the whole conversation into a new file, in place of the part of it that a failure left."""
        assert self.folder, "a journal without a folder keeps nothing"
        file = files.create(self.folder, ".jsonl")
        path = Path(file.name)
        with files.removed_if_it_fails(path):
            self._file, self._writer = _locked(file, path), TraceWriter()
            self._file.write(f"{trace.header()}\n".encode())
            self._put(entries)
            self._file.flush()
        part, self._begun, self.trouble = self._begun, path, None
        if part:
            with suppress(OSError):
                part.unlink()

    def _put(self, entries: Sequence[Entry]) -> None:
        assert self._file, "a journal is created before it is written"
        read, self._resumed = self._resumed, None
        if read:
            self._file.truncate(read.keep)
            self._file.write(read.tail.encode())
        for entry in renumber(entries, -self._shift) if self._shift else entries:
            self._file.write(f"{self._writer.line(entry)}\n".encode())


def recall(path: Path) -> RecoveredTrace:
    """A conversation up to its first bad line. Raises TraceError."""
    return trace.recover(files.read_bytes(path), path.name)


def forget(path: Path) -> None:
    """Delete a conversation that is not open anywhere. Raises TraceError."""
    try:
        with _locked(open_regular(path), path):
            path.unlink()
    except OSError as error:
        raise TraceError(f"{path} cannot be deleted: {error.strerror or error}") from None


def _locked(file: BinaryIO, path: Path) -> BinaryIO:
    """The file, locked against other writers where the file system has locks; some of a network have none. Raises TraceError."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise TraceError(f"{path.name} is open in another specdeck: close it there first") from None
    except OSError:
        pass
    return file


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A stored conversation. `changed`: nanoseconds since 1970."""

    path: Path
    changed: int
    readable: bool  # it holds a prompt
    prompt: str  # the first
    target: str
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
    prompts: list[tuple[str, str]] = []
    with suppress(OSError):
        prompts += _prompts(path)
    prompt, target = prompts[0] if prompts else ("", "")
    words = " ".join(prompt for prompt, _ in prompts).casefold()
    return HistoryItem(path, changed, bool(prompts), prompt, target, words)


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
    """What the target wrote in a conversation, as one text."""
    try:
        entries = trace.recover(read_bytes(item.path), item.path.name).entries
    except TraceError:
        return
    text = "\n\n".join(turn.reply.text for turn in fold(entries).turns)
    yield f"conversation of {item.when.day} {item.when:%B}", text[:MOST_CHARACTERS]
