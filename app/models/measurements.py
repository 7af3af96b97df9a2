"""Figures measured on this machine, stored in the state folder. They come from replies, from benches, and from what auto and adaptive k learnt. What
cannot be read is as if it were not there."""

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Sequence

from specdeck.decoding import RateEstimator
from specdeck.decoding.checkpoints import known_as, parse, read_regular
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import one_line
from specdeck.decoding.types import PLAIN

from ..engine.messages import READING, MatrixSpeed
from ..engine.this_machine import Crowd, doubt, load, processor
from ..records import files
from ..records.plain_data import from_data, to_data

MOST = 400  # measurements kept
LONGEST = 1600  # lines above which the file is rewritten


@dataclass(frozen=True, slots=True)
class Measurement:
    """A reply's figures. `at`: the reply's end, in seconds since 1970. `target` and `drafter`: the names that people use. `plain`: plain decoding's
    pace on the same prompt, if it was measured."""

    at: float
    target: str
    drafter: str
    k: int
    temperature: float
    tokens_per_second: float
    plain: float | None
    acceptance_rate: float | None
    adaptive_k: bool = False  # k is the limit of a draft length that was chosen in each round

    @property
    def speed_up(self) -> float | None:
        """The pace over plain decoding's; None if that was not measured."""
        return self.tokens_per_second / self.plain if self.plain else None


class Measurements:
    """All measurements, the newest last; in memory alone if `file` is None."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._all = self._read()

    def add(self, measurement: Measurement) -> str | None:
        """Store a measurement, in place of one of the same time; returns why that failed, if it did."""
        self._all[measurement.at] = measurement
        if self.file is None:
            return None
        try:
            files.make_folder(self.file.parent)
            if self.file.exists() and not self.file.is_file():
                raise OSError(f"{self.file} is not a file")  # a pipe would block
            with open(self.file, "a", encoding="utf-8", opener=files.private) as out:
                out.write(_line(measurement))
        except OSError as error:
            self.file = None  # reported once
            return f"measurements are not remembered: {error.strerror or one_line(error)}"
        return None

    def of(self, target: str, drafter: str | None = None) -> list[Measurement]:
        """The measurements with this target and this drafter (None: any), the newest first."""
        newest_first = reversed(self._all.values())
        return [found for found in newest_first if found.target == target and drafter in (None, found.drafter)]

    def _read(self) -> dict[float, Measurement]:
        """Lines that cannot be read are skipped: a crash may have cut the last one."""
        try:
            lines = read_regular(self.file).decode("utf-8", "replace").splitlines() if self.file else []
        except OSError:
            return {}
        found: dict[float, Measurement] = {}
        for line in lines:
            with suppress(ValueError):
                measured = from_data(Measurement, parse(line))
                found[measured.at] = measured
        kept = dict(list(found.items())[-MOST:])
        if self.file and len(lines) > LONGEST:
            with suppress(OSError):  # the file stays long
                files.replace(self.file, "".join(map(_line, kept.values())))
        return kept


LEARNT = 20  # pairs of which it is kept what auto and adaptive k learnt
Tallies = Mapping[str, Sequence[tuple[float, float]]]  # by drafter: how many guesses were accepted, and how many tested


@dataclass(frozen=True, slots=True)
class Learnt:
    """What RateEstimator.kept() gives, and the models that its drafters' names meant. `by`: "bench" if that learnt it."""

    seconds: Mapping[str, Mapping[int, float]]
    slopes: Mapping[str, Mapping[int, float]]
    outcomes: Tallies
    trusts: Tallies
    drafters: Mapping[str, str]
    by: str = ""

    def __post_init__(self) -> None:
        tallies = [tally for table in (self.outcomes, self.trusts) for counts in table.values() for tally in counts]
        times = [pair for curve in (*self.seconds.values(), *self.slopes.values()) for pair in curve.items()]
        if not all(0 <= accepted <= tested for accepted, tested in tallies) or not all(size >= 0 <= seconds for size, seconds in times):
            raise ValueError("its counts or its times are none")


def recall_learnt(pair: Any, file: Path | None, tell: files.Tell = lambda line: None) -> None:
    """Let auto and adaptive k begin with what they learnt here with this target. A drafter's figures count only if its model is the same. The latest
    figures replace earlier figures."""
    for models, kept in files.read_json(file, Mapping[str, Learnt], tell).items():
        if models.partition(" ")[0] == known_as(Path(pair.target_path)):
            pair.estimator.recall(_of_the_same(to_data(kept), kept.drafters, _drafters(pair)))


def keep_learnt(pair: Any, file: Path | None, learnt_by: Mapping[str, Any] | None = None) -> None:
    """Store what auto and adaptive k learnt with this pair, or `learnt_by` in its place."""
    if file is not None:
        learnt = {name: kept for name, kept in to_data(files.read_json(file, Mapping[str, Learnt])).items() if name != _models(pair)} | {
            _models(pair): {**(learnt_by or pair.estimator.kept()), "drafters": _drafters(pair)}
        }
        with suppress(OSError):
            files.replace(file, json.dumps(dict(list(learnt.items())[-LEARNT:])))


def _drafters(pair: Any) -> dict[str, str]:
    """The model that each drafter's name means; names without files are left out."""
    return {name: known_as(Path(path)) for name, path in pair.paths.items()}


def _of_the_same(kept: Mapping[str, Any], theirs: Mapping[str, str], ours: Mapping[str, str]) -> dict[str, Any]:
    """What was learnt of drafters whose names mean the same models in both pairs, and of what has no files."""

    def same(name: str) -> bool:
        return theirs.get(name) == ours.get(name)

    seconds = {name: curve for name, curve in kept["seconds"].items() if same(name.removeprefix("draft ").removesuffix(" reads"))}
    return {**kept, "seconds": seconds, **{part: {name: each for name, each in kept[part].items() if same(name)} for part in ("outcomes", "trusts")}}


def _models(pair: Any) -> str:
    return " ".join([known_as(Path(pair.target_path)), *sorted(known_as(Path(path)) for path in pair.paths.values())])


def _line(measurement: Measurement) -> str:
    return json.dumps(asdict(measurement)) + "\n"


BUSY = 0.5  # of the processors at work before it, from which a timing is doubtful
Timing = Callable[[], MatrixSpeed]


def matrix_speed(file: Path, device: str, timing: Timing) -> MatrixSpeed:
    """How fast this machine multiplies matrices: as stored for this device, else timed now. What is timed while the machine is busy is doubtful, and
    not stored."""
    name = f"{processor()}; {device}"
    timed = files.read_json(file, Mapping[str, Mapping[str, Mapping[int, float]]])
    if READING in timed.get(name, ()):
        return MatrixSpeed(timed[name])
    before, crowd = load(), Crowd()
    crowd.share()
    found = timing()
    doubtful = doubt(crowds=[crowd.share()]) or (f"the machine was busy when it was timed: load {before:g}" if before >= BUSY * (os.cpu_count() or 1) else None)
    if not doubtful:
        with suppress(OSError):
            files.replace(file, json.dumps({**timed, name: found.seconds}))
    return replace(found, doubtful=doubtful)


def learnt_passes(file: Path | None) -> dict[str, dict[int, float]]:
    """Target -> tokens -> seconds of a pass and the host's work, as auto and adaptive k timed them here."""
    found: dict[str, dict[int, float]] = {}
    for models, kept in files.read_json(file, Mapping[str, Learnt]).items():
        costs = (estimator := RateEstimator()).costs
        estimator.recall(to_data(kept))
        found[models.partition(" ")[0]] = {width: (costs.passes.at(width) or 0.0) + (costs.host.at(width) or 0.0) for width in costs.passes.kept()}
    return found


FEWEST = 96  # tokens of a bench's row, all turns together, from which its speed-up says something


def keep_bench(rows: Iterable[Mapping[str, Any]], pair: Any, adaptive_k: bool, measurements: Measurements) -> str | None:
    """Store the rows of `bench --json`, each as the figures of a reply; returns why that failed, if it did. Left out: rows of few tokens beside loops,
    and arms that are no drafters of the pair."""
    known, now, trouble = {*NAMES, *pair.paths} - {PLAIN}, time.time(), None
    for at, row in enumerate(rows):
        if row["drafter"] in known and row["of"] - row.get("looped", 0) >= FEWEST:
            name, pace = str(_drafters(pair).get(row["drafter"], row["drafter"])), row["tokens_per_second"]
            figures = row["k"], row["temperature"], pace, pace / row["speedup"], row["acceptance_rate"], adaptive_k
            trouble = measurements.add(Measurement(now + at * 1e-5, pair.name, name, *figures)) or trouble
    return trouble
