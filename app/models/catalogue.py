"""The catalogue of models that could be loaded. It says whether each one can draft for the target, its memory and its expected pace."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Sequence

from specdeck.decoding import Memory
from specdeck.decoding.drafters import RECORDS
from specdeck.decoding.types import PLAIN

from ..engine.messages import Loaded, Machine
from ..notices import Notice
from .disk import DiskScan, Item, NamedFolders
from .downloads import NO_DOWNLOAD, AwaitedModels, Background
from .fit import DraftFit, Plan, draft_fit, plan
from .hub import Search
from .measurements import Measurement, Measurements, learnt_passes
from .outlook import Gain, Outlook, Pace


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


class Catalogue:
    """What is known of disk and hub, and what follows from it for the pair in use."""

    def __init__(self) -> None:
        self.measurements = Measurements()
        self.learnt_file: Path | None = None  # what auto and adaptive k timed on this machine
        self.timed: dict[str, dict[int, float]] = {}  # by target: tokens -> seconds of a pass, from learnt_file
        self.suggestion = ""  # a published pair for this machine, from the first reply of the embedded pair on
        self.folders = NamedFolders()
        self.background = Background()
        self.pair: Loaded | None = None  # what the engine holds
        self.machine = Machine()
        self.memory = Memory(0, None)
        self.disk = DiskScan(scanned=False)
        self.side: Path | None = None  # a target that is not loaded, for which a person looks at drafters
        self.wanted = False  # the models screen was opened
        self.scanning = False
        self.stale = False  # what the last scan found, or the free memory, may have changed
        self.search = Search()
        self.checked: dict[str, Item | None] = {}  # models of the hub that were checked; None while the hub is asked
        self.download = NO_DOWNLOAD
        self.awaited: AwaitedModels | None = None  # what is loaded once it is downloaded
        self._known: dict[str, tuple[tuple[object, ...], Any]] = {}  # what was computed, by what it follows from

    def once(self, name: str, of: tuple[object, ...], compute: Any) -> Any:
        """Compute something again only after one of the objects that it follows from is another."""
        before = self._known.get(name)
        if before is None or any(one is not other for one, other in zip(of, before[0])):
            before = self._known[name] = of, compute()
        return before[1]

    # What happened

    def hold(self, pair: Loaded | None, machine: Machine) -> None:
        """Note what the engine loaded or unloaded."""
        self.pair, self.machine, self.stale = pair, machine, True

    def scan(self) -> None:
        """Scan the disk again. A pair may come from folders that nobody named."""
        self.scanning, self.stale, named = True, False, list(self.folders.names)

        def done(found: tuple[DiskScan, Memory, Any], trouble: str | None) -> Notice | None:
            told = self.disk.troubles
            self.scanning, (self.disk, self.memory, timed) = False, found
            self.timed = timed if timed is not None else self.timed
            empty = [f"{name}: there is no model in that folder, and it is not listed" for name in self.folders.forget_empty([item.folder for item in self.disk.items], named)]
            new = [line for line in self.disk.troubles if line not in told] or empty
            return Notice("\n".join(new), "warning") if new else None

        self.background.scan((*named, *sorted(map(str, self.loaded_folders))), lambda: learnt_passes(self.learnt_file), done)

    @property
    def resumable(self) -> str | None:
        """The download to continue: the stopped one, else an unfinished one of an earlier start."""
        if self.download is not NO_DOWNLOAD:
            return self.download.name if self.download.state in ("stopped", "failed") else None
        return next((name for name in self.disk.partial if not self.disk.has(name)), None)

    # On disk

    @property
    def target(self) -> Item | None:
        """The target that drafters are judged for: `side`, else the loaded one."""
        path = self.side or (Path(self.pair.target_path) if self.pair else None)
        return next((item for item in self.disk.items if item.folder == path), None)

    @property
    def in_use(self) -> tuple[Item | None, list[Item]]:
        """The loaded target, None if it is not on disk, and the drafters beside it."""
        uses = [(item, self.use(item)) for item in self.disk.items]
        return next((item for item, use in uses if use == "target"), None), [item for item, use in uses if use == "drafter"]

    @property
    def loaded_folders(self) -> set[Path]:
        """Folders whose models are in memory."""
        return {Path(path) for path in (self.pair.target_path, *self.pair.paths.values())} if self.pair else set()

    @property
    def paths(self) -> set[str]:
        """The folders of all models that are known here."""
        return {str(folder) for folder in self.loaded_folders.union(item.folder for item in self.disk.items)}

    def rows(self) -> list[Row]:
        """What can be a target or a drafter, with its verdict."""

        def judged() -> list[Row]:
            rows = [self._row(item) for item in self.disk.items]
            free = [replace(row, gain=self.outlook.gain(self.target, None, row.name)) if self.target else row for row in WITHOUT_FILES]
            return [*sorted(rows, key=self._rank), *free] if rows else []

        return self.once("rows", (self.disk, self.pair, self.side, self.outlook), judged)

    def _row(self, item: Item) -> Row:
        target = self.target
        verdict = draft_fit(item, target, self.machine.kv_bits)
        gain = self.outlook.gain(target, item, item.kind) if target and verdict.ok else None
        if gain and gain.loses and not verdict.doubt:
            verdict = DraftFit(True, "no gain here" + "?" * bool(gain.doubtful), f"{gain.words}; {verdict.line}", doubt=True)
        return Row(item.name, item, self.use(item), verdict, gain)

    def _rank(self, row: Row) -> tuple[object, ...]:
        """The sort key. The pair in use comes first, then models that fit. Among these, drafters that gain and targets that are fast enough precede
        the rest."""
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
        larger = row.item and row.item.whole and self.target and row.item.larger_than(self.target)
        return self.target is not None and row.verdict.ok and not (larger and row.use == "")

    def pair_members(self, row: Row) -> list[Item]:
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
        members = self.pair_members(row)
        return self.plan_of(members) if members else None

    def plan_of(self, items: Sequence[Item]) -> Plan:
        """The memory that a target and its drafters take."""
        return plan(items, self.loaded_folders, self.disk.items, self.machine, self.memory)

    def measured(self, row: Row) -> list[Measurement]:
        """The measurements of the target with this drafter, the newest first. For a target, they include every drafter."""
        members = self.pair_members(row)
        return self.measurements.of(members[0].name, row.name if self.drafts(row) else None) if members else []

    @property
    def outlook(self) -> Outlook:
        """What is known of the pace of models here."""
        of = (self.machine, self.memory, self.measurements, self.timed)
        return self.once("outlook", of, lambda: Outlook(self.machine, self.machine.budget or self.memory.total, self.measurements, self.timed))

    def pace(self, row: Row) -> Pace | None:
        """The pace of plain decoding with this row's model as the target. None for a model that is no target, and for an unknown pace."""
        return self.outlook.pace(row.item) if row.item and row.item.is_target else None
