"""Comparisons that survive: each is written down beside the conversations, and can be looked at again without a model.

A file is one line of what was found, and a trace of two replies to one prompt: side A's median run and side B's. Knows files and
comparisons; nothing of how one is made or drawn.
"""

from __future__ import annotations

import json
import os
import statistics
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Mapping

from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.compare.result import Comparison, Run
from specdeck.app.engine.messages import Ended, Reading, Wrote
from specdeck.decoding.types import Settings, Top

from . import new_files, trace
from .plain_data import plain, revive
from .recording import Recording
from .trace import TraceError

SUFFIX = ".compare.jsonl"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Found:
    """What the two replies do not say: B's paces over A's, seconds of a plain step, the target's two best at the first difference,
    texts of tokens, and B's paces over A's for each k of a sweep. `paths`: the drafters' folders."""

    ratios: tuple[float, ...]
    plain_step_seconds: float
    best: Top = ()
    names: Mapping[int, str] = field(default_factory=dict)
    sweep: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Origin:
    """The pair that a comparison of before was made on, and when."""

    name: str
    target_path: str
    paths: Mapping[str, str]
    when: datetime

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter under these settings."""
        return self.paths.get(settings.drafter)


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison as it was written down."""

    prompt: str
    comparison: Comparison
    found: Found
    origin: Origin


def is_one(path: Path) -> bool:
    """The file holds a comparison, and no conversation."""
    return path.name.endswith(SUFFIX)


def write(folder: Path, path: Path | None, asked: Asked, comparison: Comparison, found: Found) -> Path:
    """Write one down, in place of an earlier state of it if there is a `path`. Raises OSError. `asked`: what both were asked."""
    head = json.dumps({"type": "specdeck comparison", "version": VERSION, **plain(found)}, separators=(",", ":"), allow_nan=False)
    text = f"{head}\n{trace.dump([*_told(asked, comparison.a), *_told(asked, comparison.b)])}"
    if path is None:
        with new_files.create(folder, SUFFIX) as place:
            path = Path(place.name)
    part = path.with_name(f"{path.name}.part")
    with open(part, "w", encoding="utf-8", opener=new_files.private) as file:
        file.write(text)
    os.replace(part, path)
    return path


def read(path: Path) -> Compared:
    """Raises TraceError, one line, for a file that is damaged or newer."""
    head, _, rest = trace.read_text(path).partition("\n")
    found = _found(head, path.name)
    entries = trace.parse(rest, path.name)
    asked = [at for at, entry in enumerate(entries) if isinstance(entry, Asked)]
    if len(asked) != 2 or asked[0] != 0:
        raise _strange(path.name)
    a, b = (_run(entries[at:end], path.name) for at, end in zip(asked, [asked[1], len(entries)]))
    comparison = Comparison(a, b, found.ratios, found.plain_step_seconds, found.best)
    first: Asked = entries[0]
    origin = Origin(first.target, first.target_path, found.paths, datetime.fromtimestamp(path.stat().st_mtime))
    return Compared(first.prompt, comparison, found, origin)


def glance(path: Path) -> tuple[Asked, float]:
    """What was asked, and the speed-up, without reading the whole. Raises TraceError."""
    with path.open(encoding="utf-8") as file:
        found = _found(file.readline(), path.name)
        asked = trace.first(file, path.name)
    return asked, statistics.median(found.ratios)


def _told(asked: Asked, run: Run) -> list[Entry]:
    reports = run.reply.reports
    return [replace(asked, job=reports[0].job, at=reports[0].at, settings=run.settings), *reports]


def _run(entries: tuple[Entry, ...], name: str) -> Run:
    asked, *reports = entries
    if not reports or not isinstance(reports[-1], Ended) or not all(isinstance(each, (Reading, Wrote, Ended)) for each in reports):
        raise _strange(name)
    return Run(asked.settings, Recording(tuple(reports)))


def _found(line: str, name: str) -> Found:
    try:
        data = json.loads(line)
        kind, version = data.pop("type"), data.pop("version")
        if kind != "specdeck comparison" or version != VERSION:
            raise ValueError
        found = revive(Found, data)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _strange(name) from None
    if not found.ratios:
        raise _strange(name)
    return found


def _strange(name: str) -> TraceError:
    return TraceError(f"{name} is no comparison that this specdeck can read: it is damaged, or a newer one wrote it")
