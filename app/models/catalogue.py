"""What the models screen knows and can do: what is on disk, what the hub has, the download. Part of the deck, which it does not know.

Verbs that cannot be done raise Refusal; the runner's answers are folded in by `pump`. No threads, no widgets.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from specdeck.app.engine.messages import Loaded, Machine
from specdeck.app.notices import Notice, Refusal

from . import memory_fit, named_folders
from .disk import Item, Stock
from .download_progress import Download
from .hub import Listed
from .jobs import Answer, Fetched, Fetching, Looked, Runner, SearchAnswer, Taken
from .measurements import Measurement, Measurements
from .memory_fit import DraftFit, Plan
from .ram import Memory

LOOKUP = "lookup"
NO_MODEL = DraftFit(True, "needs no model", "it copies what prompt and reply already said, and needs no model")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list. `item` is None for lookup, which has no files; `use`: "target", "drafter" or ""."""

    item: Item | None
    use: str
    verdict: DraftFit

    @property
    def name(self) -> str:
        """What a person calls it."""
        return self.item.name if self.item else LOOKUP


class Shelf:
    """State and verbs. `notices` is where it says what happened."""

    def __init__(self, runner: Runner, notices: list[Notice]) -> None:
        self.runner = runner
        self.notices = notices
        self.past = Measurements()  # what was measured
        self.pair: Loaded | None = None  # what the engine holds, as of the last pump
        self.machine = Machine()
        self.stock: Stock | None = None
        self.memory = Memory(0, None)
        self.wanted = False  # somebody looks at it
        self.counting = False
        self.searched = ""  # what the hub was asked for last
        self.searching = False
        self.found: tuple[Listed, ...] = ()
        self.trouble = ""  # why the hub could not be asked
        self.looked: dict[str, Item | None] = {}  # models of the hub that were looked at; None while the hub is asked
        self.download: Download | None = None
        self.folders: list[str] = []
        self._known: Path | None = None
        self.side: Path | None = None  # a target that is not loaded, whose side a person looks from
        self._rows: list[Row] = []
        self._rows_of: tuple[object, ...] = (None, None, None)

    # What is so

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything on disk."""
        return self.stock.items if self.stock else ()

    @property
    def target(self) -> Item | None:
        """The target that drafters are judged for: the one a person looks from, else the one that is loaded."""
        path = self.side or (Path(self.pair.target_path) if self.pair else None)
        return next((item for item in self.items if item.folder == path), None)

    @property
    def in_use(self) -> tuple[Item | None, list[Item]]:
        """The loaded target, where it is on disk, and the drafters beside it."""
        uses = [(item, self.use(item)) for item in self.items]
        return next((item for item, use in uses if use == "target"), None), [item for item, use in uses if use == "drafter"]

    @property
    def held(self) -> set[Path]:
        """Folders whose models are in memory."""
        pair = self.pair
        return {Path(path) for path in (pair.target_path, *pair.paths.values())} if pair else set()

    def rows(self) -> list[Row]:
        """What can be a target or a drafter, with its verdict; computed anew only where something changed."""
        of = (self.stock, self.pair, self.side)
        if any(now is not then for now, then in zip(of, self._rows_of)):
            target = self.target
            rows = [Row(item, self.use(item), memory_fit.can_draft(item, target, self.machine.kv_bits)) for item in self.items]
            rows.sort(key=lambda row: ("target", "drafter", "").index(row.use))
            self._rows_of, self._rows = of, [*rows, Row(None, "", NO_MODEL)] if rows else []
        return self._rows

    def use(self, item: Item) -> str:
        """"target" or "drafter" where it is in memory, else ""."""
        if item.folder not in self.held:
            return ""
        return "target" if str(item.folder) == self.pair.target_path else "drafter"

    def drafts(self, row: Row) -> bool:
        """Whether this row is thought of as a drafter: it can be one, and is no larger than the target."""
        larger = row.item and self.target and row.item.footprint(False).weights > self.target.footprint(False).weights
        return self.target is not None and row.verdict.ok and not (larger and row.use == "")

    def team(self, row: Row) -> list[Item]:
        """Whom this row is about, the target first: all in memory, for the target in use; the target with this drafter and those
        in use; else the model as a target. Empty where it can be neither."""
        target, drafters = self.in_use
        if row.use == "target":
            return [target, *drafters]
        if self.drafts(row):
            beside = [item for item in drafters if item is not row.item] if self.target is target else []
            return [self.target, *beside, *([row.item] if row.item else [])]
        return [row.item] if row.item and row.item.kind == "model" and not row.item.trouble else []

    def plan(self, row: Row) -> Plan | None:
        """What they take in memory."""
        team = self.team(row)
        return self.plan_of(team) if team else None

    def plan_of(self, items: Sequence[Item]) -> Plan:
        """What a target and its drafters take."""
        return memory_fit.plan(items, self.held, self.items, self.machine, self.memory)

    def measured(self, row: Row) -> list[Measurement]:
        """What was measured here with the target and this drafter, or any drafter where this is a target; the newest first."""
        team = self.team(row)
        return self.past.of(team[0].name, row.name if self.drafts(row) else None) if team else []

    def listed_fit(self, listed: Listed) -> str:
        """Whether a model of the hub would fit as a target: "fits", "tight", "too big"; "" where its size is not told."""
        budget = self.machine.budget or self.memory.total
        if listed.size is None or not budget:
            return ""
        share = listed.size * 1.1 / budget
        return "too big" if share > 1 else "tight" if share > memory_fit.TIGHT else "fits"

    def listed_row(self, listed: Listed) -> Row | None:
        """The row of a model of the hub: of the one on disk, or of what was seen of it there; None where it was not looked at."""
        here = next((row for row in self.rows() if row.name == listed.name), None)
        item = self.looked.get(listed.name)
        return here or (Row(item, "", memory_fit.can_draft(item, self.target, self.machine.kv_bits)) if item else None)

    def listed_words(self, listed: Listed) -> str:
        """What there is to say of a model of the hub before it is here."""
        if self.on_disk(listed.name):
            return "it is on disk; enter on its line above loads it"
        if row := self.listed_row(listed):
            return row.verdict.line
        if listed.name in self.looked:
            return "asking the hub for its config, vocabulary and headers"
        words = {"fits": "it would fit", "tight": "memory would be tight", "too big": "too big for this machine"}
        fit = words.get(self.listed_fit(listed), "the hub does not tell its size")
        terms = "; its terms must be accepted on its page first" if listed.gated else ""
        return f"{fit}{terms}; c tells what it can draft for"

    @property
    def resumable(self) -> str | None:
        """The download to go on with: the one that stopped, else one that an earlier start left unfinished."""
        if self.download:
            return self.download.name if self.download.state in ("stopped", "failed") else None
        return next(iter(self.stock.partial), None) if self.stock else None

    def on_disk(self, name: str) -> bool:
        """Whether a hub name is here, whole."""
        return any(item.name == name and not item.trouble for item in self.items)

    # What happened

    def pump(self, pair: Loaded | None, machine: Machine, engine_is_up: bool) -> bool:
        """Fold what the runner answered, and what the engine holds by now; True if anything changed. Looking through the disk asks
        mlx-lm what it can build, and only the engine's thread may be the first to load mlx: not before `engine_is_up`."""
        answers = self.runner.drain()
        for answer in answers:
            self._apply(answer)
        came = machine is not self.machine  # a pair came or went, and the memory with it
        self.pair, self.machine = pair, machine
        if self.wanted and not self.counting and (came or self.stock is None) and engine_is_up:
            self.count()
        return bool(answers) or came

    def _apply(self, answer: Answer) -> None:
        if isinstance(answer, Taken):
            self.counting, self.stock, self.memory = False, answer.stock, answer.memory
        elif isinstance(answer, SearchAnswer):
            if answer.text == self.searched:
                self.searching, self.found, self.trouble = False, answer.models, answer.trouble or ""
        elif isinstance(answer, Looked):
            self._looked(answer)
        elif self.download and answer.name == self.download.name:
            self.download.apply(answer) if isinstance(answer, Fetching) else self._fetched(answer)

    def _looked(self, answer: Looked) -> None:
        if answer.item:
            self.looked[answer.name] = answer.item
        else:
            self.looked.pop(answer.name, None)
            self.notices.append(Notice(answer.trouble, "error"))

    def _fetched(self, answer: Fetched) -> None:
        self.download.end(answer)
        if self.download.state == "done":
            self.notices.append(Notice(f"{answer.name} is here"))
        elif self.download.state == "failed":
            self.notices.append(Notice(answer.trouble, "error"))
        self.count()

    # What a person may do

    def remember(self, file: Path) -> None:
        """Folders that a person names are remembered there."""
        self._known, self.folders = file, named_folders.read(file)

    def open(self) -> None:
        """Somebody looks: what is on disk may have changed."""
        self.wanted = True
        if self.stock and not self.counting:
            self.count()

    def count(self) -> None:
        """Look through the disk again."""
        self.counting = True
        self.runner.count(tuple(self.folders) + self._used_folders())

    def _used_folders(self) -> tuple[str, ...]:
        """A pair may come from folders that nobody named here."""
        return tuple(sorted(str(folder) for folder in self.held))

    def ask(self, text: str) -> str | None:
        """What is typed below the list: a folder, or words to search the hub for."""
        text = text.strip()
        if not text:
            raise Refusal("type a model's name to search the hub, or a folder (~/models)")
        if text.startswith(("~", ".", "/")) or Path(text).is_dir():
            return self.name_folder(text)
        self.searched, self.searching, self.found, self.trouble = text, True, (), ""
        self.runner.search(text)
        return None

    def name_folder(self, text: str) -> str:
        """Look into this folder too, now and after the next start."""
        folder = Path(text).expanduser()
        if not folder.is_dir():
            raise Refusal(f"there is no folder {text}")
        if str(folder) not in self.folders:
            self.folders.append(str(folder))
            self._remember()
        self.count()
        return f"looking into {text}"

    def forget_folder(self, row: Row) -> str:
        """Do not look into the folder that this came from."""
        above = (row.item.folder, *row.item.folder.parents) if row.item else ()
        named = [name for name in self.folders if Path(name).expanduser().resolve() in above]
        if not named:
            raise Refusal(f"{row.name} is not from a folder that you named")
        self.folders.remove(named[0])
        self._remember()
        self.count()
        return f"{named[0]} is not looked into any more; nothing was deleted"

    def _remember(self) -> None:
        if trouble := named_folders.write(self._known, self.folders):
            self.notices.append(Notice(trouble, "warning"))

    def look(self, name: str) -> None:
        """Ask the hub what a model is, without its weights."""
        if not name:
            raise Refusal("search the hub first: /, then a model's name")
        if name not in self.looked and not self.on_disk(name):
            self.looked[name] = None
            self.runner.look(name)

    def fetch(self, name: str) -> str:
        """Download, or go on with a download that was stopped."""
        if not name:
            raise Refusal("search the hub first: /, then a model's name")
        if self.download and self.download.live:
            raise Refusal(f"{self.download.name} is still being fetched: esc stops it")
        if self.on_disk(name):
            raise Refusal(f"{name} is on disk already: enter loads it")
        self.download = Download(name)
        self.runner.fetch(name)
        return f"fetching {name}"

    def stop_download(self) -> bool:
        """Stop the download; False if there is none. What has arrived is kept."""
        live = self.download is not None and self.download.live
        if live:
            self.download.state = "stopped"
            self.runner.stop()
        return live
