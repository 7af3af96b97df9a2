"""Scans, searches and downloads in threads of their own, and how far a download is."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from specdeck.decoding import Memory, memory
from specdeck.decoding.checkpoints import Stopped, fetch
from specdeck.decoding.errors import LoadError, one_line

from ..notices import Notice
from .disk import DiskScan, scan_disk
from .hub import check, search

WINDOW = 10.0  # seconds over which the pace is measured


@dataclass
class Download:
    """`state`: "running", "stopped", "failed", "done", or "none" of NO_DOWNLOAD. In every state what has arrived is kept. `title`: the whole to which
    it belongs. `before`: bytes of the parts before it. `after`: bytes of the parts to come."""

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

    def progress(self, done: int, total: int, at: float) -> None:
        """Note how many bytes have arrived, at a time in seconds."""
        self.done, self.total = done, total
        self._marks.append((at, done))
        while at - self._marks[0][0] > WINDOW:
            self._marks.popleft()

    def end(self, trouble: str | None) -> None:
        """Note that it failed, or is whole."""
        self.state, self.trouble = ("failed", trouble) if trouble else ("done", "")
        self.done = self.total if self.state == "done" else self.done

    @property
    def overall(self) -> tuple[int, int]:
        """Bytes on disk and bytes in total, both with the other parts. The total is 0 until the hub has answered."""
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


NO_DOWNLOAD = Download("", "none")
Done = Callable[[Any, str | None], Notice | None]
"""Takes a result, None where there is none, and then the reason; returns a notice for the person, if any."""


class Background:
    """Work in threads. What follows from its results happens in the thread that drains them. `all_disk`: a scan looks wherever models may lie,
    not only in the named folders."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, all_disk: bool = True) -> None:
        self._clock = clock
        self._all_disk = all_disk
        self._answers: deque[Callable[[], Notice | None]] = deque()
        self._progress: Callable[[], None] | None = None  # only the latest: it changes with every chunk
        self._download: threading.Thread | None = None
        self._stop = threading.Event()

    def scan(self, folders: Sequence[str], learnt: Callable[[], Any], done: Done) -> None:
        """Scan the disk, and read what was learnt on it: a DiskScan, the machine's memory, and that."""

        def work() -> tuple[DiskScan, Memory, Any]:
            try:
                return scan_disk(folders, self._all_disk), memory(), learnt()
            except Exception as error:  # whatever a disk may hold, the list must not wait for ever
                return DiskScan((), (f"the disk cannot be scanned: {type(error).__name__}: {one_line(error)}",)), memory(), None

        self._begin("scan", work, done)

    def search(self, text: str, done: Done) -> None:
        """Search the hub: its models."""
        self._begin("search", lambda: search(text), done)

    def check(self, name: str, done: Done) -> None:
        """Ask the hub for a model without its weights: an item."""
        self._begin("check", lambda: check(name), done)

    def fetch(self, download: Download, done: Done) -> None:
        """Download, once the previous download has closed its files; `done` is called unless it is stopped."""
        before, stop = self._download, threading.Event()

        def report(arrived: int, total: int) -> None:
            at = self._clock()
            self._progress = lambda: download.progress(arrived, total, at)

        def work() -> None:
            if before:
                before.join()
            fetch(download.name, report, stop.is_set)

        self._stop = stop
        self._download = self._begin("download", work, done)

    def stop(self) -> None:
        """Stop the download, at the next chunk, and keep what has arrived."""
        self._stop.set()

    def drain(self) -> list[Callable[[], Notice | None]]:
        """What follows from the results since the last call, to be called in order."""
        found: list[Callable[[], Notice | None]] = [self._progress] if self._progress else []
        self._progress = None
        while self._answers:
            found.append(self._answers.popleft())
        return found

    def _begin(self, name: str, work: Callable[[], Any], done: Done) -> threading.Thread:
        def act() -> None:
            result, trouble = None, None
            try:
                result = work()
            except Stopped:
                return
            except LoadError as error:
                trouble = str(error)
            except Exception as error:  # a config of the hub can hold anything
                trouble = f"the {name} failed: {type(error).__name__}: {one_line(error)}"
            self._answers.append(lambda: done(result, trouble))

        thread = threading.Thread(target=act, name=name, daemon=True)
        thread.start()
        return thread
