"""Traces: a conversation's entries as JSON lines, to be stored, shared and replayed round by round.

The first line names the format and its version; each other line is one entry. A round's settings are written only where they
differ from those before.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator

from specdeck.decoding.checkpoints import parse as parse_json
from specdeck.decoding.types import Finish, Prefill, Round, Settings

from .. import __version__
from ..chat.conversation import Chat
from ..chat.entries import Asked, Branched, Entry, Shown
from ..engine.messages import Failed, Measured
from .named_files import TraceError, read_text
from .plain_data import Misfit, from_data, one_level, to_data

VERSION = 2
KINDS: dict[str, type] = {
    "asked": Asked, "branched": Branched, "shown": Shown, "prefill": Prefill, "round": Round, "finish": Finish, "failed": Failed,
    "measured": Measured,
}  # fmt: skip
VERSION_1 = {"reading": ("prefill", ("chosen", "at")), "wrote": ("round", ("texts", "guesses", "names", "at")), "ended": ("finish", ("tail", "at"))}
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

    def entry(self, line: str) -> Entry | None:
        """The next line's entry; None for the first line."""
        self._number += 1
        data = self._object(line)
        if self._number == 1:
            return self._open(data)
        name = str(data.pop("type", None))
        if name in VERSION_1 and isinstance(data.get("event"), dict):
            name, moved = VERSION_1[name]
            data = data["event"] | {field: data[field] for field in moved if field in data}
        kind = KINDS.get(name)
        if kind is None:
            raise self.wrong("is of no kind that a trace has")
        if kind is Round and self._settings is not None:
            self._settings = data.setdefault("settings", self._settings)
        try:
            return self._follow(from_data(kind, data))
        except ValueError as misfit:
            raise self.wrong(f"does not fit: {misfit}") from None

    def turn(self, lines: Iterable[str]) -> list[Entry] | None:
        """The entries of lines that belong together; None where they do not follow what was read, of which then too much may be read. A reply
        before them that has no end gets one. Raises TraceError for the first line of a trace."""
        found: list[Entry] = []
        for line in lines:
            try:
                if self.in_reply and line.encode().startswith(_BEGIN):
                    found.append(self.ending())
                    self._chat.apply(found[-1])
                entry = self.entry(line)
            except TraceError:
                if self._number == 1:
                    raise
                return None
            found += [entry] if entry is not None else []
        return found

    def ending(self) -> Finish:
        """The end of the unfinished reply, as if it were stopped here."""
        assert self._chat.reply, "a reply is unfinished"
        return self._chat.reply.interrupted()

    def wrong(self, what: str) -> TraceError:
        """An error about the line that was read last."""
        return TraceError(f"{self.name}: line {self._number} {what}")

    def _object(self, line: str) -> dict[str, Any]:
        try:
            data = parse_json(line)
        except ValueError:
            data = None
        if isinstance(data, dict):
            return data
        raise self.wrong("is not JSON: the file is cut off or damaged") if self._number > 1 else self.strange()

    def _open(self, data: dict[str, Any]) -> None:
        version = data.get("version")
        if data.get("type") != "specdeck trace" or type(version) is not int or version < 1:
            raise self.strange()
        if version > VERSION:
            raise TraceError(f"{self.name} is a trace of version {version}, and this specdeck reads up to {VERSION}: update specdeck")

    def strange(self) -> TraceError:
        return TraceError(f"{self.name} is not a trace: save one with /save, or with specdeck run PROMPT --trace FILE")

    def _follow(self, entry: Entry) -> Entry:
        """Check that the entry may come here, and return it."""
        if isinstance(entry, (Asked, Branched, Shown)):
            if self.in_reply:
                raise Misfit("the reply before it has no end")
            self._rounds = 0
        if isinstance(entry, Asked):
            self._settings = to_data(entry.settings)
        elif isinstance(entry, Round):
            _check(entry, self._rounds)
            self._rounds += 1
        elif isinstance(entry, (Prefill, Finish, Failed)) and not self.in_reply:
            raise Misfit("it belongs to no prompt")
        self._chat.apply(entry)
        return entry


def dump(entries: Iterable[Entry]) -> str:
    writer = TraceWriter()
    return "".join(f"{line}\n" for line in (header(), *map(writer.line, entries)))


class Unfinished(TraceError):
    """A trace was not written to its end. `entries`: what there is of it, with an end for a reply that has none."""

    def __init__(self, line: str, entries: tuple[Entry, ...]) -> None:
        super().__init__(line)
        self.entries = entries


def parse(text: str, name: str = "the trace") -> tuple[Entry, ...]:
    """The entries of a whole trace. Raises Unfinished, one line, for one that is cut off, and TraceError for one that is damaged or of a newer
    version, and for what is no trace."""
    reader = TraceReader(name)
    *lines, cut = text.split("\n")
    entries = tuple([entry for line in lines if (entry := reader.entry(line)) is not None])
    if cut or reader.in_reply:
        where = f"is cut off in line {len(lines) + 1}" if cut else "ends in the middle of a reply"
        raise Unfinished(f"{name} {where}: it was not written to its end", (*entries, reader.ending()) if reader.in_reply else entries)
    if not entries:
        raise TraceError(f"{name} is empty")
    return entries


@dataclass(frozen=True, slots=True)
class Readable:
    """What can be read of a stored conversation. `missing`: parts of it that cannot, a turn each. To go on with it, its file keeps its
    first `keep` bytes, and `tail` follows: an end for a reply that has none."""

    entries: tuple[Entry, ...]
    missing: int
    keep: int
    tail: str


def readable(data: bytes, name: str) -> Readable:
    """The turns of a conversation that can be read, wherever it is damaged; a last line that was cut off is dropped, and an unfinished reply
    is ended. Raises TraceError if no turn can be read, or if a newer version wrote it."""
    *lines, cut = data.split(b"\n")
    unended = _text(cut) is not None  # only its newline is missing
    lines += [cut] if unended else []
    head = _text(lines[0]) if lines else None
    kept: list[list[str]] = [[head or header()]]
    reader, entries, missing = _reader_of(kept, name), [], 0
    for part in _parts(lines[1:]):
        texts = [text for line in part if (text := _text(line)) is not None]
        found = reader.turn(texts) if len(texts) == len(part) else None
        if found:
            entries += found
            kept.append(texts)
            continue
        missing += not part[0].startswith((b'{"type":"measured"', b'{"type":"shown"'))
        if len(texts) == len(part):  # it has read some of them
            reader = _reader_of(kept, name)
    if not entries:
        raise reader.wrong("is no prompt that can be read: it is damaged, or not a conversation") if head else reader.strange()
    ending = [reader.ending()] if reader.in_reply else []
    tail = "\n" * unended + "".join(f"{TraceWriter().line(entry)}\n" for entry in ending)
    return Readable((*entries, *ending), missing, len(data) if unended else len(data) - len(cut), tail)


def _parts(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The lines of a conversation, those of a reply together: a damaged one takes these with it, and no others."""
    part: list[bytes] = []
    for line in lines:
        if part and (line.startswith(_BEGIN) or part[-1].startswith(_END)):
            yield part
            part = []
        part.append(line)
    if part:
        yield part


_BEGIN = tuple(f'{{"type":"{name}"'.encode() for name in ("asked", "branched", "shown"))
_END = tuple(f'{{"type":"{name}"'.encode() for name in ("finish", "ended", "failed", "measured"))


def _reader_of(parts: Iterable[list[str]], name: str) -> TraceReader:
    """A reader that has read these parts, the first line of a trace before them. Raises TraceError for a first line of another kind."""
    reader = TraceReader(name)
    for part in parts:
        reader.turn(part)
    return reader


def _text(line: bytes) -> str | None:
    """A line as text if it holds a JSON object, else None."""
    try:
        return text if isinstance(parse_json(text := line.decode()), dict) else None
    except ValueError:
        return None


def first_prompt(lines: Iterable[str], name: str) -> Asked:
    """The first entry of the first two lines. Raises TraceError."""
    reader = TraceReader(name)
    *_, asked = (None, *map(reader.entry, lines))
    if not isinstance(asked, Asked):
        raise reader.wrong("is no prompt")
    return asked


def load(path: str | Path) -> tuple[Entry, ...]:
    """The entries of a trace file. Raises TraceError."""
    return parse(read_text(path), str(path))


def load_unfinished(path: str | Path) -> tuple[tuple[Entry, ...], str]:
    """The entries of a trace file, also of one that was not written to its end, and a line that says so; "" for a whole one. Raises
    TraceError where there is nothing to show."""
    try:
        return load(path), ""
    except Unfinished as error:
        if not error.entries:
            raise
        return error.entries, f"{error}; this is what there is of it"


def _check(event: Round, index: int) -> None:
    """Check what holds for every round: a damaged trace would break whatever draws it."""
    emitted = {len(event.tokens), len(event.sources), len(event.p), len(event.q), len(event.texts)}
    tested = {len(event.draft_p), len(event.draft_q), len(event.u)}
    fine = (
        event.index == index
        and len(emitted) == 1
        and len(tested) == 1
        and len(event.guesses) == len(event.draft)
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
