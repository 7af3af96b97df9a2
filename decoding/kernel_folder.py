"""The folder in which mlx compiles its CPU kernels with g++: whether kernels may be used, and what to do when one fails."""

import os
import tempfile
from pathlib import Path

import mlx.core as mx

_FAILED = ("[Compile::", "filesystem error")  # in mlx's messages
_without: set[str] = set()  # why this process has no compiled kernels


def use_kernels_where_safe() -> None:
    """Disable mlx's compiled kernels in the whole process, unless their folder is safe and one can be compiled there; mlx then uses separate
    operations.

    mlx uses a shared temporary folder. If it is not writable, full, or mounted without execution, a reply would fail; a library that
    another user put there would run with our rights.
    """
    if not is_ours(kernel_folder()) or not _can_compile():
        trouble = f"mlx compiles no kernels in {kernel_folder()}, and separate operations are slower"
        _without.add(f"{trouble}: free the disk, or set TMPDIR to a folder of yours")
        mx.disable_compile()


def kernel_advice() -> str | None:
    """How kernels could be compiled, in a line, where loading found that they cannot be."""
    return next(iter(_without), None)


def _can_compile() -> bool:
    """Whether mlx compiles a kernel here. It keeps kernels, so only the first time takes a second."""
    try:
        mx.eval(mx.compile(lambda x: x * x + 1)(mx.ones(2)))
        return True
    except RuntimeError:
        return False


def is_failed_kernel(error: BaseException) -> bool:
    """Whether mlx raised this because it could not compile a kernel."""
    return isinstance(error, RuntimeError) and any(mark in str(error) for mark in _FAILED)


def give_up_kernels(error: BaseException) -> str | None:
    """If a kernel could not be compiled because the disk filled up since the models were loaded, disable compiled kernels in the whole process,
    and say so in a line; None for other errors."""
    if not is_failed_kernel(error):
        return None
    mx.disable_compile()
    return f"mlx could not compile a kernel in {kernel_folder()} (is the disk full?): the next reply uses separate operations, which are slower"


def kernel_folder() -> Path:
    """mlx's folder for compiled kernels, below the folder that std::filesystem::temp_directory_path returns."""
    temporary = next((folder for name in ("TMPDIR", "TMP", "TEMP", "TEMPDIR") if (folder := os.environ.get(name))), "/tmp")
    return Path(temporary) / "mlx" / vars(mx)["__version__"] / "cpu"  # its stub leaves the version out


def is_ours(folder: Path) -> bool:
    """Whether kernels can be written to and run from this folder, and no other user but root could have put one there."""
    try:
        own = [place for place in (folder, *folder.parents[:2]) if os.path.lexists(place)]
        nearest = own[0] if own else folder.parents[2]
        runs = not os.statvfs(nearest).f_flag & getattr(os, "ST_NOEXEC", 0)  # macOS has no such flag
        return runs and all(map(_nobody_elses, own)) and _takes_a_file(nearest)
    except OSError:
        return False


def _takes_a_file(folder: Path) -> bool:
    """Whether a file can be written there; on a full disk only its first byte fails. Raises OSError where it fails."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        return file.write(b"x") == 1


def _nobody_elses(place: Path) -> bool:
    status = place.lstat()
    return place.is_dir() and not place.is_symlink() and status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022
