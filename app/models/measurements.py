"""What was measured on this machine, remembered from one start to the next: one line of JSON a reply, in the state folder."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Iterable

from specdeck.app.records import files
from specdeck.decoding.errors import one_line

MOST = 400  # measurements kept
LONGEST = 1600  # lines, above which the file is written anew


@dataclass(frozen=True, slots=True)
class Measurement:
    """A reply's figures. `at`: when it ended, seconds since 1970; `target` and `drafter` as a person calls them; `plain`: plain
    decoding's pace on the same prompt, if it was measured."""

    at: float
    target: str
    drafter: str
    k: int
    temperature: float
    rule: str
    emitted: int
    tokens_per_second: float
    plain: float | None
    acceptance_rate: float | None

    @property
    def speed_up(self) -> float | None:
        """Over plain decoding."""
        return self.tokens_per_second / self.plain if self.plain else None


class Measurements:
    """All of it, by the time it ended, the newest last; in memory alone where `file` is None."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._all = self._read()

    def add(self, measurement: Measurement) -> str | None:
        """Remember one, in place of one that ended at the same time; a line about why that failed."""
        self._all[measurement.at] = measurement
        if self.file is None:
            return None
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(self.file, "a", encoding="utf-8", opener=files.private) as out:
                os.fchmod(out.fileno(), 0o600)  # it may be of a time when everybody could read it
                out.write(_line(measurement))
        except OSError as error:
            self.file = None  # said once
            return f"measurements are not remembered: {one_line(error)}"
        return None

    def of(self, target: str, drafter: str | None = None) -> list[Measurement]:
        """What was measured with this target, and this drafter, the newest first."""
        newest_first = reversed(self._all.values())
        return [found for found in newest_first if found.target == target and drafter in (None, found.drafter)]

    def _read(self) -> dict[float, Measurement]:
        """Lines that do not read are left out: a crash may have cut the last one."""
        try:
            lines = self.file.read_text(encoding="utf-8").splitlines() if self.file else []
        except (OSError, UnicodeDecodeError):
            return {}
        found = {measured.at: measured for measured in map(_measurement, lines) if measured}
        kept = dict(list(found.items())[-MOST:])
        if len(lines) > LONGEST:
            self._shorten(kept.values())
        return kept

    def _shorten(self, kept: Iterable[Measurement]) -> None:
        with suppress(OSError):  # it stays long
            files.replace(self.file, "".join(map(_line, kept)))


def _line(measurement: Measurement) -> str:
    return json.dumps(asdict(measurement)) + "\n"


def _measurement(line: str) -> Measurement | None:
    try:
        figures = json.loads(line)
        return Measurement(**{field.name: figures[field.name] for field in fields(Measurement)})
    except (ValueError, KeyError, TypeError):
        return None
