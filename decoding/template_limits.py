"""A chat template is a program that came with a model: it gets so many seconds and so much memory, and ends when a person stops it.

It runs in Jinja's sandbox, which keeps it from files and attributes, but lets it loop for ever and make strings of gigabytes. A
thread of its own watches it and raises in its thread; between two steps of the template, which are short, for the one long step that
Python has, a power of large numbers, is refused beforehand. Knows threads and Jinja's tokens; nothing of prompts.
"""

from __future__ import annotations

import ctypes
import resource
import sys
import threading
import time
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Callable, Iterator, Sized, TypeVar

from .errors import PromptError

SECONDS = 5.0  # long conversations take hundredths of one
MEMORY = 1 << 28  # bytes that a template may add to the process, beside what the person said; the system holds it to that on Linux
COPIES = 32  # of what the person said, which a template may hold at once
CHARACTERS = 1 << 22  # of a rendered prompt, beside what the person said: a tokenizer takes seconds for so many
EVERY = 0.02  # seconds between two looks

Rendered = TypeVar("Rendered", bound=Sized)


class TemplateStopped(PromptError):
    """A person ended the rendering."""


class _Ended(Exception):
    """Raised in the template's thread by the one that watches it."""


def rendered_within_limits(render: Callable[[], Rendered], said: int, seconds: float | None = None) -> Rendered:
    """What `render` makes of messages of `said` characters. Raises PromptError where it takes too long (`seconds`, SECONDS where none
    are given) or becomes too large, and TemplateStopped where `stop_rendering` ended it."""
    most = MEMORY + COPIES * said
    watch = _Watch(most, seconds or SECONDS)
    threading.Thread(target=watch.look, name="template", daemon=True).start()
    _watches.add(watch)
    try:
        try:
            with _addresses_limited(most):
                text = render()
        finally:
            watch.close()
    except _Ended:
        watch.close()  # it may have come in the midst of closing
        raise watch.error from None
    except MemoryError:
        raise _too_large() from None
    finally:
        _watches.discard(watch)
    if len(text) > CHARACTERS + COPIES * said:
        raise _too_large()
    return text


def stop_rendering() -> bool:
    """End the template that is being rendered, in whatever thread; False if there is none."""
    watches = list(_watches)
    for watch in watches:
        watch.end(TemplateStopped("the chat template was stopped"))
    return bool(watches)


def rendering() -> bool:
    """Whether a template is being rendered, in whatever thread."""
    return bool(_watches)


@lru_cache
def refuse_powers(template: str) -> None:
    """Raises PromptError where a template raises a number to a power: one step that no one could end."""
    import jinja2

    before = ""
    for _, kind, text in jinja2.Environment().lex(template):
        if kind == "whitespace":
            continue
        if text == "**" and before not in ("(", ","):  # after these it unpacks a mapping
            raise PromptError("the chat template computes powers, which could take for ever: try --raw")
        before = text


class _Watch:
    """Ends what the thread that made it does, once that takes too much."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self.error: PromptError = TemplateStopped("the chat template was stopped")
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._ended = False

    def look(self) -> None:
        """Until it is over."""
        deadline, most = time.monotonic() + self._seconds, _peak() + self._most
        while not self._over.wait(EVERY):
            if time.monotonic() > deadline:
                self.end(PromptError(f"the chat template does not come to an end: it was stopped after {self._seconds:g} seconds (try --raw)"))
            elif _peak() > most:
                self.end(_too_large())

    def end(self, error: PromptError) -> None:
        """Raise in the template's thread, once; `error` is why."""
        with self._lock:
            if self._ended or self._over.is_set():
                return
            self._ended, self.error = True, error
            ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, ctypes.py_object(_Ended))

    def close(self) -> None:
        """It is over: what was to be raised and was not yet is taken back."""
        with self._lock:
            self._over.set()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)


_watches: set[_Watch] = set()


def _too_large() -> PromptError:
    return PromptError("the chat template makes more text than any prompt needs: it was stopped (try --raw)")


@contextmanager
def _addresses_limited(most: int) -> Iterator[None]:
    """One step of a template cannot ask for more than this at once: it gets a MemoryError."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = _addresses()
    if not used or soft != resource.RLIM_INFINITY:
        yield
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (used + most, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _addresses() -> int:
    """Bytes of address space that the process has; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _peak() -> int:
    """The most bytes of memory that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
