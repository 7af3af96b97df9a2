"""Searches and downloads, in threads of their own, and how far a download is."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Callable, Sequence

from specdeck.decoding import Memory, memory
from specdeck.decoding.checkpoints import Stopped, fetch
from specdeck.decoding.errors import LoadError, one_line

from .disk import DiskScan, Item, scan_disk
from .hub import Listed, check, search

WINDOW = 10.0  # seconds over which the pace is measured


@dataclass
class Download:
    """`state`: "running", "stopped", "failed" or "done". In every state what has arrived is kept. `title`: what it is a part of; `before`
    and `after`: bytes of the parts that came before it and of those to come."""

    name: str
    state: str = "running"
    done: int = 0  # bytes
    total: int = 0
    trouble: str = ""
    title: str = ""
    before: int = 0
    after: int = 0
    _marks: deque[tuple[float, int]] = field(default_factory=deque)  # seconds, bytes

    @property
    def live(self) -> bool:
        return self.state == "running"

    def apply(self, report: Fetching) -> None:
        self.done, self.total = report.done, report.total
        self._marks.append((report.at, report.done))
        while self._marks[-1][0] - self._marks[0][0] > WINDOW:
            self._marks.popleft()

    def end(self, report: Fetched) -> None:
        self.state = "stopped" if report.stopped else "failed" if report.trouble else "done"
        self.trouble = report.trouble or ""
        self.done = self.total if self.state == "done" else self.done

    @property
    def overall(self) -> tuple[int, int]:
        """Bytes on disk and bytes in all, with those of the other parts; in all 0 while the hub has not told."""
        return self.before + self.done, self.before + self.total + self.after if self.total else 0

    @property
    def pace(self) -> float | None:
        """Bytes per second over the last WINDOW seconds."""
        if len(self._marks) < 2:
            return None
        (began, first), (now, last) = self._marks[0], self._marks[-1]
        return (last - first) / (now - began) if now > began else None

    @property
    def left(self) -> float | None:
        """Seconds left at that pace."""
        return (self.overall[1] - self.overall[0]) / self.pace if self.pace and self.pace > 0 else None


@dataclass(frozen=True, slots=True)
class Scanned:
    """What is on disk, and the machine's memory. `folders`: those that were named for the scan."""

    disk: DiskScan
    memory: Memory
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The hub's models for a search, or why it could not be searched."""

    text: str
    models: tuple[Listed, ...]
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A model of the hub as an item, or why it could not be checked."""

    name: str
    item: Item | None
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Fetching:
    """A download's progress: bytes, at a time in seconds."""

    name: str
    done: int
    total: int
    at: float


@dataclass(frozen=True, slots=True)
class Fetched:
    """A download is over: whole, stopped, or with trouble."""

    name: str
    stopped: bool = False
    trouble: str | None = None


Answer = Scanned | SearchAnswer | Checked | Fetching | Fetched


class ThreadRunner:
    """The requests that the verbs in actions/finding_models.py make, carried out in threads. `all_disk`: a scan looks wherever models may
    lie, not only where it is told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, all_disk: bool = True) -> None:
        self._clock = clock
        self._all_disk = all_disk
        self._answers: deque[Answer] = deque()
        self._progress: Fetching | None = None  # only the latest: it changes with every chunk
        self._download: threading.Thread | None = None
        self._stop = threading.Event()

    def scan(self, folders: Sequence[str]) -> None:
        """Scan the disk: answers Scanned."""
        self._begin("scan", lambda: self._answers.append(self._scan(tuple(folders))))

    def search(self, text: str) -> None:
        """Search the hub: answers SearchAnswer."""
        self._begin("search", lambda: self._search(text))

    def check(self, name: str) -> None:
        """Ask the hub for a model without its weights: answers Checked."""
        self._begin("check", lambda: self._check(name))

    def fetch(self, name: str) -> None:
        """Download, once the previous download has closed its files: answers Fetching, and Fetched at the end."""
        before, self._stop = self._download, threading.Event()
        self._download = self._begin("download", lambda: self._fetch(name, before, self._stop))

    def stop(self) -> None:
        """Stop the download, at the next chunk, and keep what has arrived."""
        self._stop.set()

    def drain(self) -> list[Answer]:
        found: list[Answer] = [self._progress] if self._progress else []
        self._progress = None
        while self._answers:
            found.append(self._answers.popleft())
        return found

    def _begin(self, name: str, act: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=act, name=name, daemon=True)
        thread.start()
        return thread

    def _search(self, text: str) -> None:
        try:
            self._answers.append(SearchAnswer(text, search(text)))
        except LoadError as error:
            self._answers.append(SearchAnswer(text, (), str(error)))

    def _scan(self, folders: tuple[str, ...]) -> Scanned:
        try:
            return Scanned(scan_disk(folders, self._all_disk), memory(), folders)
        except Exception as error:  # whatever a disk may hold, the list must not wait for ever
            return Scanned(DiskScan((), (f"the disk cannot be scanned: {type(error).__name__}: {one_line(error)}",)), memory())

    def _check(self, name: str) -> None:
        try:
            self._answers.append(Checked(name, check(name)))
        except LoadError as error:
            self._answers.append(Checked(name, None, str(error)))
        except Exception as error:  # a config of the hub can hold anything
            self._answers.append(Checked(name, None, f"{name} cannot be checked: {type(error).__name__}: {one_line(error)}"))

    def _fetch(self, name: str, before: threading.Thread | None, stop: threading.Event) -> None:
        if before:
            before.join()
        try:
            fetch(name, lambda done, total: self._tell(name, done, total), stop.is_set)
            self._answers.append(Fetched(name))
        except Stopped:
            self._answers.append(Fetched(name, stopped=True))
        except LoadError as error:
            self._answers.append(Fetched(name, trouble=str(error)))

    def _tell(self, name: str, done: int, total: int) -> None:
        self._progress = Fetching(name, done, total, self._clock())
