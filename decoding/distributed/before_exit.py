"""What to do before ending a process that would wait for a lost host for ever. Loads no mlx, so that commands can add to it as they start."""

from __future__ import annotations

from typing import Callable

BEFORE_EXIT: list[Callable[[str], object]] = []  # each is called with the reason, the last one first
