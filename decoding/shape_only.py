"""Marks forwards of which only the output's shape is used, so that code which starts computing early (cpu/eager_layers.py) does not."""

from __future__ import annotations

from contextlib import contextmanager
from threading import local
from typing import Iterator

_thread = local()


@contextmanager
def shape_only() -> Iterator[None]:
    """A context in which this thread's forwards are built but not computed."""
    _thread.active = True
    try:
        yield
    finally:
        _thread.active = False


def active() -> bool:
    """Whether this thread is in a `shape_only()` context."""
    return getattr(_thread, "active", False)
