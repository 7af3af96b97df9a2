"""Stored comparisons: each lies beside the conversations and can be shown again without a model.

A file is one line of figures and a trace of replies to one prompt: the median run of each side, two to four.
"""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Sequence

from specdeck.decoding.checkpoints import parse
from specdeck.decoding.types import Finish, Prefill, Round

from ..chat.entries import Asked, Entry
from ..chat.reply import Reply
from ..compare.result import ComparedPair, Comparison, ComparisonFigures, Run, StoredComparison
from ..drawing.figures import quotient
from . import files, trace
from .files import TraceError
from .plain_data import from_data, to_data

SUFFIX = ".compare.jsonl"
VERSION = 1


def is_comparison(path: Path) -> bool:
    return path.name.endswith(SUFFIX)


def write(folder: Path, path: Path | None, asked: Asked, runs: Sequence[Run], figures: ComparisonFigures) -> Path:
    """Write a comparison, over its earlier state if there is a `path`. Raises OSError. `asked`: the prompt of all sides; `runs`: one of each."""
    head = json.dumps({"type": "specdeck comparison", "version": VERSION, **to_data(figures)}, separators=(",", ":"), allow_nan=False)
    text = f"{head}\n{trace.dump([entry for job, run in enumerate(runs, 1) for entry in _entries(job, asked, run)])}"
    if path is not None:
        files.replace(path, text)
        return path
    with files.create(folder, SUFFIX) as place:
        path = Path(place.name)
    with files.removed_if_it_fails(path):
        files.replace(path, text)
    return path


def read(path: Path) -> StoredComparison:
    """The stored comparison. Raises TraceError, one line, for a file that is damaged or of a newer version."""
    head, _, rest = files.read_text(path).partition("\n")
    figures, runs, first = _figures(head, path.name), list[Run](), None
    for entry in (entries := trace.parse(rest, path.name)):
        if isinstance(entry, Asked):
            first = first or entry
            runs.append(Run(entry.settings, Reply(0)))
        elif isinstance(entry, (Prefill, Round, Finish)):
            runs[-1].reply.apply(entry)
    if first is None or len(runs) != 1 + len(figures.sides) or len(entries) != sum(1 + len(run.reply.events) for run in runs) or not all(run.reply.finish for run in runs):
        raise _strange(path.name)
    a, *others = runs
    compared = tuple(Comparison(a, b, side.ratios, figures.plain_step_seconds, side.best, side.step) for b, side in zip(others, figures.sides))
    origin = ComparedPair(first.target, first.target, figures.paths, datetime.fromtimestamp(path.stat().st_mtime))
    return StoredComparison(first.prompt, compared, figures, origin)


def prompt_and_speedup(path: Path) -> tuple[Asked, float]:
    """The prompt and the speed-up, without understanding the whole of the file. Raises TraceError."""
    head, *lines = files.read_text(path).split("\n", 3)
    rate_a, rate_b = _figures(head, path.name).rates
    asked = trace.recover("\n".join([*lines[:2], ""]).encode(), path.name).entries[0]
    if not isinstance(asked, Asked):
        raise _strange(path.name)
    return asked, quotient(rate_b, rate_a)


def _entries(job: int, asked: Asked, run: Run) -> list[Entry]:
    events = run.reply.events
    return [replace(asked, job=job, at=events[0].at, settings=run.settings), *events]


def _figures(line: str, name: str) -> ComparisonFigures:
    try:
        data = parse(line)
        known = (data.pop("type"), data.pop("version")) == ("specdeck comparison", VERSION)
        figures = from_data(ComparisonFigures, data)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _strange(name) from None
    if not known or not all(side.ratios for side in figures.sides):
        raise _strange(name)
    return figures


def _strange(name: str) -> TraceError:
    return TraceError(f"{name} is not a comparison that this specdeck can read: it is damaged, or a newer specdeck wrote it")
