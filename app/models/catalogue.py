"""What could be loaded: the models on disk and on the hub, whether each can draft for the target, and what fits into memory."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Sequence

from specdeck.decoding import Memory
from specdeck.decoding.drafters import RECORDS
from specdeck.decoding.types import PLAIN

from ..engine.messages import Loaded, Machine
from ..notices import Notice
from ..records.files import Tell
from . import memory_fit
from .background_jobs import Answer, Checked, Download, Fetched, Fetching, Scanned, SearchAnswer, ThreadRunner
from .disk import DiskScan, Item, NamedFolders
from .hub import Listed
from .measurements import BenchFigure, Measurement, Measurements, bench_figures, learnt_passes
from .memory_fit import DraftFit, Plan
from .outlook import Gain, Outlook, Pace, drafted
from .published import PublishedPair, described_by_name, is_half_precision, published_for, published_pairs


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list of what is on disk. `item` is None for a drafter that needs no files; `use`: "target", "drafter" or ""."""

    name: str
    item: Item | None
    use: str
    verdict: DraftFit
    gain: Gain | None = None  # as a drafter for the target; None where it cannot be one, or it is the target


WITHOUT_FILES = tuple(
    Row(record.name, None, "", DraftFit(True, "needs no model", f"it {record.words}, and needs no model"))
    for record in RECORDS
    if record.make and not record.composed and record.name != PLAIN
)
"""The drafters that are there with every target."""


FITS = {"fits": "it would fit", "tight": "memory would be tight", "too big": "too big for this machine"}


@dataclass
class AwaitedModels:
    """What is loaded once it is downloaded, called `name`: a drafter, with a target or else beside the present one. `left`: its parts that are
    not here yet, with their bytes; `size`: bytes of all its parts. Bytes are 0 where they are not known."""

    name: str
    target: str | None
    drafter: str
    left: dict[str, int]
    size: int = 0

    def next_download(self) -> Download:
        """The download of the first part that is not here."""
        name, left = next(iter(self.left)), sum(self.left.values())
        return Download(name, title=self.name, before=self.size - left, after=left - self.left[name])


def _changed(now: tuple[object, ...], then: tuple[object, ...]) -> bool:
    """Whether what follows from these objects must be computed again; `then` is empty where it never was."""
    return len(now) != len(then) or any(one is not other for one, other in zip(now, then))


class Catalogue:
    """What is known of the disk and the hub, and what follows from it for the pair in use."""

    def __init__(self) -> None:
        self.measurements = Measurements()
        self.learnt_file: Path | None = None  # what auto and adaptive k timed on this machine
        self.timed: dict[str, dict[int, float]] = {}  # by target: tokens -> seconds of a pass, from learnt_file
        self.bench_file: Path | None = None  # what `specdeck bench` showed on this machine
        self.tell: Tell = lambda line: None  # takes a line for the person
        self.benched: list[BenchFigure] = []  # the rows of bench_file for the loaded target
        self.suggestion = ""  # a published pair for this machine, from the first reply of the embedded pair on
        self.folders = NamedFolders()
        self.runner = ThreadRunner()  # scans, searches and downloads in the background
        self.pair: Loaded | None = None  # what the engine holds
        self.machine = Machine()
        self.memory = Memory(0, None)
        self.disk: DiskScan | None = None  # what is on disk; None before the first scan
        self.side: Path | None = None  # a target that is not loaded, for which a person looks at drafters
        self.wanted = False  # the models screen was opened
        self.scanning = False  # the disk is being scanned
        self.stale = False  # what the last scan found, or the free memory, may have changed
        self.searched = ""  # what the hub was last searched for
        self.searching = False
        self.found: tuple[Listed, ...] = ()
        self.trouble = ""  # why the hub could not be searched
        self.checked: dict[str, Item | None] = {}  # models of the hub that were checked; None while the hub is asked
        self.download: Download | None = None
        self.awaited: AwaitedModels | None = None  # what is loaded once it is downloaded
        self._offered: tuple[Listed, ...] = ()  # the table's rows for _offered_for
        self._offered_for: tuple[object, ...] = ()  # a target, a disk and a machine
        self._outlook = Outlook(self.machine, 0, self.measurements, self.timed)
        self._outlook_of: tuple[object, ...] = ()  # what it follows from
        self._rows: list[Row] = []
        self._rows_of: tuple[object, ...] = ()  # a disk, a pair and a side

    # What happened

    def hold(self, pair: Loaded | None, machine: Machine) -> None:
        """Note what the engine loaded or unloaded."""
        self.pair, self.machine, self.stale, self.timed = pair, machine, True, learnt_passes(self.learnt_file)
        self.benched = bench_figures(pair.target, self.bench_file, self.tell) if pair else []

    def apply(self, answer: Answer) -> Notice | None:
        """Fold one of the runner's answers; returns a notice for the person, if any."""
        if isinstance(answer, Scanned):
            told = self.disk.troubles if self.disk else ()
            self.scanning, self.disk, self.memory, self.timed = False, answer.disk, answer.memory, learnt_passes(self.learnt_file)
            empty = [f"{name}: there is no model in that folder, and it is not listed" for name in self.folders.forget_empty([item.folder for item in self.items], answer.folders)]
            new = [line for line in answer.disk.troubles if line not in told] or empty
            return Notice("\n".join(new), "warning") if new else None
        elif isinstance(answer, SearchAnswer):
            if answer.text == self.searched:
                self.searching, self.found, self.trouble = False, answer.models, answer.trouble or ""
        elif isinstance(answer, Checked):
            return self._checked(answer)
        elif self.download and answer.name == self.download.name:
            return self._downloaded(answer)
        return None

    def _checked(self, answer: Checked) -> Notice | None:
        if answer.item:
            self.checked[answer.name] = answer.item
            return None
        self.checked.pop(answer.name, None)
        return Notice(answer.trouble or "", "error")

    def _downloaded(self, answer: Fetching | Fetched) -> Notice | None:
        assert self.download, "download() began it"
        if isinstance(answer, Fetching):
            self.download.apply(answer)
            return None
        if answer.stopped and self.download.live:
            return None  # of the one before, which was stopped: this one has begun meanwhile
        self.download.end(answer)
        self.stale = True
        if self.download.state == "failed":
            return Notice(answer.trouble or "", "error")
        return Notice(f"{answer.name} is downloaded") if self.download.state == "done" else None

    # On disk

    @property
    def items(self) -> tuple[Item, ...]:
        """The models on disk; none before the first scan."""
        return self.disk.items if self.disk else ()

    @property
    def target(self) -> Item | None:
        """The target that drafters are judged for: `side`, else the one that is loaded."""
        path = self.side or (Path(self.pair.target_path) if self.pair else None)
        return next((item for item in self.items if item.folder == path), None)

    @property
    def in_use(self) -> tuple[Item | None, list[Item]]:
        """The loaded target, None if it is not on disk, and the drafters beside it."""
        uses = [(item, self.use(item)) for item in self.items]
        return next((item for item, use in uses if use == "target"), None), [item for item, use in uses if use == "drafter"]

    @property
    def loaded_folders(self) -> set[Path]:
        """Folders whose models are in memory."""
        pair = self.pair
        return {Path(path) for path in (pair.target_path, *pair.paths.values())} if pair else set()

    @property
    def paths(self) -> set[str]:
        """The folders of all models that are known here."""
        return {str(folder) for folder in self.loaded_folders.union(item.folder for item in self.items)}

    def rows(self) -> list[Row]:
        """What can be a target or a drafter, with its verdict; computed again only after a change."""
        of = (self.disk, self.pair, self.side)
        if _changed(of, self._rows_of):
            rows = [self._row(item) for item in self.items]
            free = [replace(row, gain=self.outlook.gain(self.target, None, row.name)) if self.target else row for row in WITHOUT_FILES]
            self._rows_of, self._rows = of, [*sorted(rows, key=self._rank), *free] if rows else []
        return self._rows

    def _row(self, item: Item) -> Row:
        target = self.target
        verdict = memory_fit.draft_fit(item, target, self.machine.kv_bits)
        gain = self.outlook.gain(target, item, item.kind) if target and verdict.ok else None
        if gain and gain.loses and not verdict.doubt:
            verdict = DraftFit(True, "no gain here", f"slower than plain decoding here: {gain.reason}; {verdict.line}", doubt=True)
        return Row(item.name, item, self.use(item), verdict, gain)

    def _rank(self, row: Row) -> tuple[object, ...]:
        """What is in use first; then what can be used here, by what it brings: drafters that gain, targets that are fast enough, the rest."""
        pace = self.pace(row)
        drafts = row.verdict.ok and not row.verdict.doubt and self.drafts(row)
        usable = drafts or bool(pace and pace.fast_enough) or (pace is None and bool(row.item) and row.item.is_target)
        fits = (plan := self.plan(row)) is None or plan.word != "too big"
        return ("target", "drafter", "").index(row.use), not fits, not usable, bool(row.item and row.item.trouble), not drafts

    def use(self, item: Item) -> str:
        """"target" or "drafter" if it is in memory, else ""."""
        if item.folder not in self.loaded_folders:
            return ""
        return "target" if self.pair and str(item.folder) == self.pair.target_path else "drafter"

    def drafts(self, row: Row) -> bool:
        """Whether this row is shown as a drafter: it can be one, and is no larger than the target."""
        larger = row.item and row.item.whole and self.target and row.item.footprint(False).weights > self.target.footprint(False).weights
        return self.target is not None and row.verdict.ok and not (larger and row.use == "")

    def team(self, row: Row) -> list[Item]:
        """The models of the pair that this row would make, the target first. Of the target in use: all in memory. Of a drafter: the
        target, the drafters in use and this one. Else the model as a target; empty if it can be neither."""
        target, drafters = self.in_use
        if target and row.use == "target":
            return [target, *drafters]
        if self.target and self.drafts(row):
            beside = [item for item in drafters if item is not row.item] if self.target is target else []
            return [self.target, *beside, *([row.item] if row.item else [])]
        return [row.item] if row.item and row.item.is_target else []

    def plan(self, row: Row) -> Plan | None:
        """The memory that this row's pair takes; None if it makes none."""
        team = self.team(row)
        return self.plan_of(team) if team else None

    def plan_of(self, items: Sequence[Item]) -> Plan:
        """The memory that a target and its drafters take."""
        return memory_fit.plan(items, self.loaded_folders, self.items, self.machine, self.memory)

    def measured(self, row: Row) -> list[Measurement]:
        """What was measured here with the target and this drafter, or with any drafter if this is a target; the newest first."""
        team = self.team(row)
        return self.measurements.of(team[0].name, row.name if self.drafts(row) else None) if team else []

    # How fast

    @property
    def outlook(self) -> Outlook:
        """What is known of the pace of models here."""
        of = (self.machine, self.memory, self.measurements, self.timed, self.benched)
        if _changed(of, self._outlook_of):
            benched = {self.pair.target: self.benched} if self.pair else {}
            self._outlook_of = of
            self._outlook = Outlook(self.machine, self.machine.budget or self.memory.total, self.measurements, self.timed, benched)
        return self._outlook

    def pace(self, row: Row) -> Pace | None:
        """Plain decoding with this row's model as the target; None where it can be none, or its pace is not known."""
        return self.outlook.pace(row.item) if row.item and row.item.is_target else None

    def listed_pace(self, listed: Listed) -> Pace | None:
        """The pace of a pair, or of a model of the hub without a row as a target; None where it is not known, and for a drafter."""
        if listed.pair:
            return self.pair_pace(listed.pair)
        return None if listed.published else self.outlook.pace(described_by_name(listed.name, listed.size or 0))

    def listed_gain(self, listed: Listed) -> Gain | None:
        """What a published drafter brings to its target, of a pair or of the target in use; None for another model of the hub."""
        if listed.pair:
            return self.pair_gain(listed.pair)
        return self.outlook.gain(self.target, listed.published.item, listed.published.kind) if listed.published and self.target else None

    def pair_pace(self, pair: PublishedPair) -> Pace | None:
        """With its drafter, as far as a speed-up is known."""
        return drafted(self.outlook.pace(pair.items[0]), self.pair_gain(pair))

    def pair_gain(self, pair: PublishedPair) -> Gain:
        target, drafter = pair.items
        return self.outlook.gain(target, drafter, pair.drafter.kind)

    # On the hub

    @property
    def listed(self) -> tuple[Listed, ...]:
        """What the hub's list shows: what was searched for, else the published drafters for the target; where there are none, published
        pairs that fit this machine."""
        if self.searched or self.disk is None:
            return self.found
        of = (self.target, self.disk, self.machine)
        if _changed(of, self._offered_for):
            rows = published_for(self.target) if self.target else ()
            offered = [Listed(row.name, row.bytes_, published=row) for row in rows]
            offered = offered or [Listed(pair.name, sum(pair.sizes), pair=pair) for pair in self.pairs()]
            self._offered_for, self._offered = of, tuple(offered)
        return self.found or self._offered

    def pairs(self) -> list[PublishedPair]:
        """Published pairs that fit into this machine's memory, the most usable first, and of each target's download the drafter that brings
        most. Usable is what is fast enough here, with a drafter that gains: of these, those that leave room come before those that are
        tight, those of which a speed-up is known before the others, and the larger target before the smaller one. What is too slow comes
        after all of them, the fastest first."""
        best: dict[str, tuple[tuple[object, ...], PublishedPair]] = {}
        for pair in published_pairs():
            if (fit := self.pair_fit(pair)) != "too big":
                rank = self._pair_rank(pair, fit)
                best[pair.target] = min(best.get(pair.target, (rank, pair)), (rank, pair), key=lambda found: found[0])
        return [pair for _, pair in sorted(best.values(), key=lambda found: found[0])]

    def _pair_rank(self, pair: PublishedPair, fit: str) -> tuple[object, ...]:
        pace, gain = self.pair_pace(pair), self.pair_gain(pair)
        slow, ahead = pace is not None and not pace.fast_enough, -(gain.speed_up or 0.0)  # of the drafters for one target, the one that brings most
        return slow, -pace.rate if slow and pace else gain.loses, fit, not pair.measured, -pair.bytes_, ahead, gain.pays_from or 1.0

    def pair_fit(self, pair: PublishedPair) -> str:
        """Whether a pair would fit once the one in use is unloaded: "fits", "tight" or "too big"."""
        return self.plan_of(pair.items).alone

    def on_disk(self, name: str) -> bool:
        """Whether all files of this hub name are on disk."""
        return any(name in item.hub_names and not item.trouble for item in self.items)

    def listed_fit(self, listed: Listed) -> str:
        """Whether a model of the hub would fit: "fits", "tight", "too big"; "" if its size is unknown. A published drafter beside its
        target, all others as a target."""
        if listed.pair:
            return self.pair_fit(listed.pair)
        if listed.published and self.target:
            return self.plan_of([self.target, listed.published.item]).alone
        budget = self.machine.budget or self.memory.total
        if listed.size is None or not budget:
            return ""
        wide = 2 if self.machine.wide and is_half_precision(listed.name) else 1  # in float32
        share = wide * listed.size * 1.1 / (budget * self.machine.hosts)
        return "too big" if share > 1 else "tight" if share > memory_fit.TIGHT else "fits"

    def listed_row(self, listed: Listed) -> Row | None:
        """The row of a model of the hub that is on disk or was checked; else None."""
        here = next((row for row in self.rows() if row.item and listed.name in row.item.hub_names), None)
        item = self.checked.get(listed.name)
        return here or (Row(item.name, item, "", memory_fit.draft_fit(item, self.target, self.machine.kv_bits)) if item else None)

    def published_row(self, listed: Listed) -> Row | None:
        """The row of a published drafter that was not checked yet; None for what a search found."""
        if listed.published is None:
            return None
        line = f"published for {listed.published.target}; ^k checks its files"
        return Row(listed.name, listed.published.item, "", DraftFit(True, listed.published.kind, line, doubt=True))

    def listed_words(self, listed: Listed) -> str:
        """A line about a model of the hub, or about a pair."""
        if listed.pair:
            pace, gain = self.pair_pace(listed.pair), self.pair_gain(listed.pair)
            return "; ".join(filter(None, (pace and pace.words, gain.words if pace else "", listed.pair.measured, FITS.get(self.listed_fit(listed)))))
        if self.on_disk(listed.name):
            return f"it is on disk; {'^d on its line above makes it the drafter' if listed.published else 'enter on its line above loads it'}"
        if row := self.listed_row(listed):
            return row.verdict.line
        if listed.name in self.checked:
            return "asking the hub for its config, vocabulary and headers"
        fit = FITS.get(self.listed_fit(listed), "the hub does not say its size")
        gain, pace = self.listed_gain(listed), self.listed_pace(listed)
        if listed.published:
            words = f"; {gain.words}" if gain and gain != Gain() else ""
            return f"{listed.published.words}{words}; {fit} beside {listed.published.target}; enter downloads it"
        terms = "; its terms must be accepted on its page first" if listed.gated else ""
        return f"{fit}{terms}" + (f"; {pace.words} as a target" if pace else "") + "; ^k checks what it can draft for"

    @property
    def resumable(self) -> str | None:
        """The download to continue: the one that stopped, else one that an earlier start left unfinished."""
        if self.download:
            return self.download.name if self.download.state in ("stopped", "failed") else None
        return next((name for name in self.disk.partial if not self.on_disk(name)), None) if self.disk else None
