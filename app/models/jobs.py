"""What takes a while and is no decoding: looking through the disk, searching the hub, downloading. In threads of their own, so
that neither the screen nor a reply waits. Requests are methods, answers come out of a deque; nothing here calls into the screen.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Callable, Protocol, Sequence

from specdeck.decoding.errors import LoadError
from specdeck.decoding.find.hub_download import Stopped, fetch

from .disk import Item, Stock, take_stock
from .hub import Listed, check, search
from .ram import Memory, memory


@dataclass(frozen=True, slots=True)
class Scanned:
    """What is on disk, and the memory there is."""

    stock: Stock
    memory: Memory


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What the hub has for a search, or why it could not be asked."""

    text: str
    models: tuple[Listed, ...]
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What a model of the hub is, or why the hub cannot tell."""

    name: str
    item: Item | None
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Fetching:
    """How far a download is: bytes, at a time in seconds."""

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


class Runner(Protocol):
    """What the catalogue needs; tests put a double in its place."""

    def scan(self, folders: Sequence[str]) -> None:
        """Look through the disk: Scanned comes."""

    def search(self, text: str) -> None:
        """Ask the hub: SearchAnswer comes."""

    def check(self, name: str) -> None:
        """Ask the hub what a model is, without its weights: Checked comes."""

    def fetch(self, name: str) -> None:
        """Download: Fetching comes, and Fetched in the end."""

    def stop(self) -> None:
        """Stop the download; what has arrived is kept."""

    def drain(self) -> list[Answer]:
        """What has come since."""


class ThreadRunner:
    """The real runner."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._answers: deque[Answer] = deque()
        self._progress: Fetching | None = None  # the latest only: it changes with every chunk
        self._download: threading.Thread | None = None
        self._stop = threading.Event()

    def scan(self, folders: Sequence[str]) -> None:
        """Look through the disk."""
        self._begin("scan", lambda: self._answers.append(Scanned(take_stock(folders), memory())))

    def search(self, text: str) -> None:
        """Ask the hub."""
        self._begin("search", lambda: self._search(text))

    def check(self, name: str) -> None:
        """Ask the hub what a model is."""
        self._begin("check", lambda: self._check(name))

    def fetch(self, name: str) -> None:
        """Download, after the download before has let go of its files."""
        before, self._stop = self._download, threading.Event()
        self._download = self._begin("download", lambda: self._fetch(name, before, self._stop))

    def stop(self) -> None:
        """Stop the download, at the next chunk."""
        self._stop.set()

    def drain(self) -> list[Answer]:
        """What has come since."""
        found, self._progress = ([self._progress] if self._progress else []), None
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

    def _check(self, name: str) -> None:
        try:
            self._answers.append(Checked(name, check(name)))
        except LoadError as error:
            self._answers.append(Checked(name, None, str(error)))

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
