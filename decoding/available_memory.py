"""How much memory this machine has, and how much of it is free."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .checkpoints.bounded_reading import read_regular

_FREE_PAGES = ("Pages free", "Pages inactive", "Pages speculative", "Pages purgeable")  # pages that macOS gives to a program that asks


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes; `free` is None if the system does not say."""

    total: int
    free: int | None

    @property
    def usable(self) -> int:
        """What a program may count on: what is free, or all where the system does not say."""
        return self.total if self.free is None else self.free


def memory(root: Path = Path("/")) -> Memory:
    """The memory now; in a container, what the container may use."""
    if sys.platform == "darwin":
        return Memory(memory_bytes(), _darwin_free(_ask("vm_stat")))
    meminfo = dict(re.findall(r"^(\w+): +(\d+) kB", _read(root / "proc/meminfo"), re.MULTILINE))
    total = 1024 * int(meminfo["MemTotal"]) if "MemTotal" in meminfo else memory_bytes()
    free = 1024 * int(meminfo["MemAvailable"]) if "MemAvailable" in meminfo else None
    left, limit = _cgroup(root / "sys/fs/cgroup")
    if limit is None or limit >= total:
        return Memory(total, free)
    return Memory(limit, left if free is None else min(left, free))


def _cgroup(folder: Path) -> tuple[int, int | None]:
    """Bytes that this control group may still take, and its limit. The cache of files that were only read counts as free."""
    limit, used = _read(folder / "memory.max").strip(), _read(folder / "memory.current").strip()
    if not limit.isdigit() or not used.isdigit():
        return 0, None
    files = re.search(r"^inactive_file (\d+)", _read(folder / "memory.stat"), re.MULTILINE)
    return max(0, int(limit) - int(used) + int(files[1] if files else 0)), int(limit)


def memory_bytes() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _darwin_free(vm_stat: str) -> int | None:
    """Bytes, from vm_stat's table of pages."""
    size = re.search(r"page size of (\d+) bytes", vm_stat)
    pages = dict(re.findall(r"^(.+?): +(\d+)\.", vm_stat, re.MULTILINE))
    return int(size[1]) * sum(int(pages.get(name, 0)) for name in _FREE_PAGES) if size else None


def _ask(command: str) -> str:
    try:
        return subprocess.run([command], capture_output=True, text=True, timeout=2).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _read(path: Path) -> str:
    try:
        return read_regular(path).decode()
    except OSError:
        return ""


SHARE = 0.7  # of the free memory that a model may take as float32: the rest is for caches, the drafters and other programs


def may_unpack(bytes_: int, free: int, unpack: str = "auto") -> bool:
    """Whether weights that take so many bytes as float32 are held so on a CPU. `free`: bytes of memory; `unpack`: one of types.UNPACK."""
    return unpack == "always" or (unpack == "auto" and bytes_ <= SHARE * free)
