"""Traces: a conversation's entries as JSON lines, to be stored, shared and replayed round by round.

The first line names the format and its version; each other line is one entry. A round's settings are written only where they
differ from those before. Knows lines and entries; nothing of folders, screens or clocks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Iterable, TextIO

from specdeck.app import __version__
from specdeck.app.chat.conversation import Chat
from specdeck.app.chat.entries import Asked, Branched, Entry, Shown
from specdeck.app.engine.messages import Failed, Measured
from specdeck.app.engine.reply_reports import Ended, Reading, Wrote
from specdeck.decoding.types import Finish, Round, Settings

from .named_files import TraceError, read_text
from .plain_data import Misfit, from_data, one_level, to_data

VERSION = 1
KINDS: dict[str, type] = {
    "asked": Asked, "branched": Branched, "shown": Shown, "reading": Reading, "wrote": Wrote, "ended": Ended, "failed": Failed,
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
        elif isinstance(entry, Wrote):
            self._shorten(entry, data)
        return _dump(data)

    def _shorten(self, entry: Wrote, data: dict[str, Any]) -> None:
        if entry.event.settings == self._settings:
            data["event"] = one_level(entry.event)
            del data["event"]["settings"]
        self._settings = entry.event.settings


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

    def entry(self, line: str) -> Entry | None:
        """The next line's entry; None for the first line."""
        self._number += 1
        data = self._object(line)
        if self._number == 1:
            return self._open(data)
        kind = KINDS.get(str(data.pop("type", None)))
        if kind is None:
            raise self.wrong("is of no kind that a trace has")
        if kind is Wrote:
            self._lengthen(data)
        try:
            return self._follow(from_data(kind, data))
        except ValueError as misfit:
            raise self.wrong(f"does not fit: {misfit}") from None

    def ending(self) -> Ended:
        """The end of the unfinished reply, as if it were stopped here."""
        reply = self._chat.reply
        at = reply.rate.last if reply.rate else 0.0
        return Ended(reply.job, Finish("interrupted", None, reply.stats), "", at)

    def wrong(self, what: str) -> TraceError:
        """An error about the line that was read last."""
        return TraceError(f"{self.name}: line {self._number} {what}")

    def _object(self, line: str) -> dict[str, Any]:
        try:
            data = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            return data
        raise self.wrong("is not JSON: the file is cut off or damaged") if self._number > 1 else self._strange()

    def _open(self, data: dict[str, Any]) -> None:
        version = data.get("version")
        if data.get("type") != "specdeck trace" or type(version) is not int or version < 1:
            raise self._strange()
        if version > VERSION:
            raise TraceError(f"{self.name} is a trace of version {version}, and this specdeck reads up to {VERSION}: update specdeck")

    def _strange(self) -> TraceError:
        return TraceError(f"{self.name} is not a trace: save one with /save, or with specdeck run PROMPT --trace FILE")

    def _lengthen(self, data: dict[str, Any]) -> None:
        event = data.get("event")
        if isinstance(event, dict) and self._settings is not None:
            event.setdefault("settings", self._settings)
            self._settings = event["settings"]

    def _follow(self, entry: Entry) -> Entry:
        """Check that the entry may come here, and return it."""
        if isinstance(entry, (Asked, Branched, Shown)):
            if self.in_reply:
                raise Misfit("the reply before it has no end")
            self._rounds = 0
        if isinstance(entry, Asked):
            self._settings = to_data(entry.settings)
        elif isinstance(entry, Wrote):
            _check(entry, self._rounds)
            self._rounds += 1
        elif isinstance(entry, (Reading, Ended, Failed)) and not self.in_reply:
            raise Misfit("it belongs to no prompt")
        self._chat.apply(entry)
        return entry


def dump(entries: Iterable[Entry]) -> str:
    """A whole trace."""
    writer = TraceWriter()
    return "".join(f"{line}\n" for line in (header(), *map(writer.line, entries)))


def parse(text: str, name: str = "the trace") -> tuple[Entry, ...]:
    """The entries of a whole trace. Raises TraceError, one line, for any other text: cut off, damaged, of a newer version, or no
    trace."""
    reader = TraceReader(name)
    lines = text.split("\n")
    if lines.pop():
        raise TraceError(f"{name} is cut off in line {len(lines) + 1}: it was not written to its end")
    entries = [entry for line in lines if (entry := reader.entry(line)) is not None]
    if reader.in_reply or not entries:
        raise TraceError(f"{name} ends in the middle of a reply: it was not written to its end" if entries else f"{name} is empty")
    return tuple(entries)


def repair(text: str, name: str) -> tuple[tuple[Entry, ...], str]:
    """The entries of a conversation that was cut off anywhere, and its text up to there: everything from the first damaged line
    on is dropped, and an unfinished reply is ended. Raises TraceError if even the beginning is not a conversation."""
    reader, entries, lines = TraceReader(name), [], []
    for line in text.split("\n")[:-1]:
        try:
            entry = reader.entry(line)
        except TraceError:
            if not entries:
                raise
            break
        lines.append(line)
        entries += [entry] if entry is not None else []
    if not entries:
        raise TraceError(f"{name} is empty")
    if reader.in_reply:
        entries.append(reader.ending())
        lines.append(TraceWriter().line(entries[-1]))
    return tuple(entries), "\n".join([*lines, ""])


def first_prompt(file: TextIO, name: str) -> Asked:
    """The first entry, without reading the rest. Raises TraceError."""
    reader = TraceReader(name)
    _, asked = (reader.entry(file.readline()) for _ in range(2))
    if not isinstance(asked, Asked):
        raise reader.wrong("is no prompt")
    return asked


def load(path: str | Path) -> tuple[Entry, ...]:
    """The entries of a trace file. Raises TraceError."""
    return parse(read_text(path), str(path))


def _check(entry: Wrote, index: int) -> None:
    """Check what holds for every round: a damaged trace would break whatever draws it."""
    event = entry.event
    emitted = {len(event.tokens), len(event.sources), len(event.p), len(event.q), len(entry.texts)}
    tested = {len(event.draft_p), len(event.draft_q), len(event.u)}
    fine = (
        event.index == index
        and len(emitted) == 1
        and len(tested) == 1
        and len(entry.guesses) == len(event.draft)
        and 0 <= event.accepted <= len(event.draft)
        and len(event.draft_p) <= len(event.draft) <= event.settings.k
        and _written(event)
    )
    if not fine:
        raise Misfit(f"round {index + 1} contradicts itself")


def _written(event: Round) -> bool:
    """Whether accepted guesses come first, then at most one token of the target's own."""
    drafted = event.sources.count("accepted")
    return event.sources[:drafted] == ("accepted",) * drafted and len(event.sources) <= drafted + 1 and drafted <= event.accepted


_dump = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=one_level).encode


def _refuse(constant: str) -> None:
    raise ValueError(constant)
