"""Traces: a conversation's entries as JSON lines, to be stored, shared and replayed round by round.

The first line names the format and its version; each other line is one entry. A round's settings are written only where they change.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, TextIO

from specdeck.decoding.checkpoints import parse as parse_json
from specdeck.decoding.types import Finish, Prefill, Round, Settings

from .. import __version__
from ..chat.conversation import Chat
from ..chat.entries import Asked, Branched, Entry, Shown
from ..engine.messages import Failed, Measured
from ..terminal.streams import complain
from .files import TraceError, create_named, free_place, read_bytes, read_text
from .plain_data import SchemaError, from_data, one_level, to_data

VERSION = 2
KINDS: dict[str, type] = {
    "asked": Asked, "branched": Branched, "shown": Shown, "prefill": Prefill, "round": Round, "finish": Finish, "failed": Failed,
    "measured": Measured,
}  # fmt: skip
_NAMES = {kind: name for name, kind in KINDS.items()}


def header() -> str:
    """The first line."""
    return _dump({"type": "specdeck trace", "version": VERSION, "program": __version__})


class TraceWriter:
    """Entries to lines, in order."""

    def __init__(self) -> None:
        self._settings: Settings | None = None

    def line(self, entry: Entry) -> str:
        """One entry, without its newline."""
        data = {"type": _NAMES[type(entry)], **one_level(entry)}
        if isinstance(entry, Asked):
            self._settings = entry.settings
        elif isinstance(entry, Round):
            if entry.settings == self._settings:
                del data["settings"]
            self._settings = entry.settings
        return _dump(data)


class TraceReader:
    """Lines to entries, in order. Raises TraceError for a line that cannot follow the one before."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._number = 0
        self._settings: Any = None  # the last settings, as plain data
        self._chat = Chat()  # the fold of the entries so far
        self._rounds = 0  # rounds of the unfinished reply

    @property
    def in_reply(self) -> bool:
        """Whether a reply has begun and not ended."""
        return self._chat.reply is not None and self._chat.reply.live

    def entry(self, line: str | bytes) -> Entry | None:
        """The next line's entry; None for the first line."""
        self._number += 1
        data = self._object(line)
        if self._number == 1:
            return self._open(data)
        name = str(data.pop("type", None))
        kind = KINDS.get(name)
        if kind is None:
            raise self.wrong("is of no kind that a trace has")
        if kind is Round and self._settings is not None:
            self._settings = data.setdefault("settings", self._settings)
        try:
            return self._follow(from_data(kind, data))
        except ValueError as error:
            raise self.wrong(f"does not fit: {error}") from None

    def ending(self) -> Finish:
        """The end of the unfinished reply, as if it were stopped here."""
        assert self._chat.reply, "a reply is unfinished"
        return self._chat.reply.interrupted()

    def wrong(self, what: str) -> TraceError:
        """An error about the line that was read last."""
        return TraceError(f"{self.name}: line {self._number} {what}")

    def strange(self) -> TraceError:
        """An error about a file of another kind."""
        return TraceError(f"{self.name} is not a trace: save one with /save NAME.jsonl, or with specdeck run PROMPT --trace FILE")

    def _object(self, line: str | bytes) -> dict[str, Any]:
        try:
            data = parse_json(line)
        except ValueError:
            data = None
        if isinstance(data, dict):
            return data
        raise self.wrong("is not JSON: the file is cut off or damaged") if self._number > 1 else self.strange()

    def _open(self, data: dict[str, Any]) -> None:
        if data.get("type") != "specdeck trace":
            raise self.strange()
        if data.get("version") != VERSION:
            raise TraceError(f"{self.name} is a trace of version {str(data.get('version'))[:9]!r}, and this specdeck reads version {VERSION}: use the specdeck that wrote it")

    def _follow(self, entry: Entry) -> Entry:
        """Check that the entry may come here, and return it."""
        begins = isinstance(entry, (Asked, Branched, Shown))
        if begins is self.in_reply and not isinstance(entry, Measured):
            raise SchemaError("the reply before it has no end" if begins else "it belongs to no prompt")
        self._rounds = 0 if begins else self._rounds
        if isinstance(entry, Asked):
            self._settings = to_data(entry.settings)
        elif isinstance(entry, Round):
            _check(entry, self._rounds)
            self._rounds += 1
        self._chat.apply(entry)
        return entry


class TraceFile:
    """A trace of one reply in a new file, written as it comes. What is written stays if the program ends in the middle. Its prompt makes the file.
    Raises TraceError where its name cannot be had."""

    detail = 5  # best tokens of target and drafter per position, which the inspector shows

    def __init__(self, path: str) -> None:
        self._place = free_place(path)
        self._writer = TraceWriter()
        self._file: TextIO | None = None
        self.trouble: str | None = None  # why the file is incomplete

    def write(self, entry: Entry) -> None:
        """Write the prompt, later what follows it."""
        if self._file is None:
            self._file = create_named(self._place)
            self._put(self._file, header())
        self._put(self._file, self._writer.line(entry))

    def close(self, holds_something: bool = True) -> None:
        """Close the file. One that holds no round, or could not hold anything, is removed, so that its name is free."""
        if self._file is not None:
            with suppress(OSError):  # reported already
                self._file.close()
            with suppress(OSError):
                if not holds_something or (self.trouble and self._place.stat().st_size == 0):
                    self._place.unlink()

    def _put(self, file: TextIO, line: str) -> None:
        """Write a line. A failure is reported once, and the reply continues."""
        if self.trouble:
            return
        try:
            file.write(f"{line}\n")
            file.flush()
        except OSError as error:
            self.trouble = f"the trace is not written to its end: {error.strerror or error}"
            complain(self.trouble)


def dump(entries: Iterable[Entry]) -> str:
    writer = TraceWriter()
    return "".join(f"{line}\n" for line in (header(), *map(writer.line, entries)))


@dataclass(frozen=True, slots=True)
class RecoveredTrace:
    """A trace up to its end or its first bad line; an unfinished reply gets an end. `trouble`: why that is not all, a line, else "". A file that is
    not `damaged` continues after its first `keep` bytes and `tail`."""

    entries: tuple[Entry, ...]
    trouble: str
    damaged: bool
    keep: int
    tail: str


def recover(data: bytes, name: str) -> RecoveredTrace:
    """Read a trace up to its first bad line. Raises TraceError if no entry comes before that."""
    reader, entries, keep, trouble = TraceReader(name), [], 0, ""
    *lines, cut = data.split(b"\n")
    try:
        for line in lines:
            entry = reader.entry(line)
            entries += [entry] if entry else []
            keep += len(line) + 1
    except TraceError as error:
        trouble = str(error)
    damaged = bool(trouble)
    if not damaged and (cut or reader.in_reply):
        where = f"is cut off in line {len(lines) + 1}" if cut else "ends in the middle of a reply"
        trouble = f"{name} {where}: it was not written to its end"
    if not entries:
        raise TraceError(trouble or f"{name} is empty")
    ending = [reader.ending()] if reader.in_reply else []
    return RecoveredTrace((*entries, *ending), trouble, damaged, keep, "".join(f"{TraceWriter().line(entry)}\n" for entry in ending))


def parse(text: str, name: str = "the trace") -> tuple[Entry, ...]:
    """The entries of a whole trace. Raises TraceError for any other."""
    read = recover(text.encode("utf-8", "surrogatepass"), name)
    if read.trouble:
        raise TraceError(read.trouble)
    return read.entries


def load(path: str | Path) -> tuple[Entry, ...]:
    """The entries of a whole trace file. Raises TraceError."""
    return parse(read_text(path), str(path))


def load_readable(path: str | Path) -> tuple[tuple[Entry, ...], str]:
    """The entries of a trace file up to its first bad line, and a line about that or None. Raises TraceError if there are no entries."""
    read = recover(read_bytes(path), str(path))
    return read.entries, read.trouble and f"{read.trouble}; this is what precedes it"


def _check(event: Round, index: int) -> None:
    """Check what holds for every round: a damaged trace would break whatever draws it."""
    emitted = {len(event.tokens), len(event.sources), len(event.p), len(event.q), len(event.texts)}
    tested = {len(event.draft_p), len(event.draft_q), len(event.u)}
    drafted = event.sources.count("accepted")  # which come first, then at most one token of the target's own
    fine = (
        event.index == index
        and len(emitted) == 1
        and len(tested) == 1
        and len(event.guesses) == len(event.draft)
        and 0 <= event.accepted <= len(event.draft)
        and len(event.draft_p) <= len(event.draft) <= event.settings.k
        and event.sources[:drafted] == ("accepted",) * drafted
        and len(event.sources) - 1 <= drafted <= event.accepted
    )
    if not fine:
        raise SchemaError(f"round {index + 1} contradicts itself")


_dump = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=one_level).encode
