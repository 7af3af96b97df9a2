"""A forward of which only the shape is wanted: whatever would start computing before it is asked to looks here first."""

from __future__ import annotations

from contextlib import contextmanager
from threading import local
from typing import Iterator

_thread = local()


@contextmanager
def shape_only() -> Iterator[None]:
    """Inside, in this thread, forwards are built and never computed."""
    _thread.active = True
    try:
        yield
    finally:
        _thread.active = False


def active() -> bool:
    """Whether this thread is inside `shape_only()`."""
    return getattr(_thread, "active", False)
