"""Where mlx has g++ put its kernels on a CPU, and whether they may be used: a shared temporary folder may be somebody else's.

A folder that cannot be written, or from which nothing can run, would end a reply; what another person put there would run as us.
Knows folders and one switch of mlx.
"""

from __future__ import annotations

import os
from pathlib import Path

import mlx.core as mx


def use_kernels_where_safe() -> None:
    """Have mlx use its own operations in place of kernels, in the whole process, where its folder is none of ours."""
    if not is_ours(kernel_folder()):
        mx.disable_compile()


def kernel_folder() -> Path:
    """mlx's, as std::filesystem::temp_directory_path finds it."""
    temporary = next((folder for name in ("TMPDIR", "TMP", "TEMP", "TEMPDIR") if (folder := os.environ.get(name))), "/tmp")
    return Path(temporary) / "mlx" / mx.__version__ / "cpu"


def is_ours(folder: Path) -> bool:
    """Whether kernels can be written and run there, and nobody else could have put one there."""
    try:
        own = [place for place in (folder, *folder.parents[:2]) if os.path.lexists(place)]
        nearest = own[0] if own else folder.parents[2]
        runs = not os.statvfs(nearest).f_flag & os.ST_NOEXEC
        return runs and os.access(nearest, os.W_OK | os.X_OK) and all(map(_nobody_elses, own))
    except OSError:
        return False


def _nobody_elses(place: Path) -> bool:
    status = place.lstat()
    return place.is_dir() and not place.is_symlink() and status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022
