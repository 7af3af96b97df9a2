"""Loads OpenBLAS (or MKL) before mlx, if one is installed, for fast float32 matrix products on a CPU.

The Linux CPU wheel of MLX links the reference BLAS, with which a pass over five tokens takes as long as five passes, so that no draft can
pay. A library that is loaded globally before the first `import mlx.core` takes precedence, in float32. Knows nothing of models.

By default OpenBLAS starts a thread for every core, and each spins for 20 ms after a product, which takes time from the thread that builds
the passes. On 4 cores one thread fewer makes decoding 1.07 to 1.13 times as fast; on 2 cores a spin of 1 ms makes plain decoding 1.17
times as fast (`python -m assets.scripts.bars threads`).
"""

from __future__ import annotations

import ctypes
import glob
import os
import sys
from contextlib import contextmanager
from typing import Iterator

_loaded: str | None = None

ADVICE = (
    "no fast BLAS found: drafting cannot pay on this CPU. Install Debian's libopenblas0 (apt-get install libopenblas0), "
    "or without root: pip install '.[blas]' in the project's folder"
)


def load_openblas() -> str | None:
    """Load the first BLAS library found, once in a process. Returns its file name, or None: on macOS, if none is found, or if mlx is
    already imported."""
    global _loaded
    if _loaded or not sys.platform.startswith("linux") or "mlx.core" in sys.modules:
        return _loaded
    with _environment(_openblas_options(usable_cores())):
        _loaded = next((os.path.basename(name) for name in _candidates() if _load(name)), None)
    return _loaded


def usable_cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _load(name: str) -> bool:
    """Load this library; returns whether that was possible."""
    try:
        ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


def _openblas_options(cores: int) -> dict[str, str]:
    """Environment variables for OpenBLAS to read while it is loaded: its number of threads, and how long they spin, as a power of 2 of
    processor cycles. What the user has set already is left out."""
    options = {}
    if "OPENBLAS_THREAD_TIMEOUT" not in os.environ:
        options["OPENBLAS_THREAD_TIMEOUT"] = "21"
    if not {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS"} & os.environ.keys():
        options["OPENBLAS_NUM_THREADS"] = str(cores - 1 if cores > 2 else cores)
    return options


@contextmanager
def _environment(options: dict[str, str]) -> Iterator[None]:
    """A context with these environment variables; they are removed afterwards, so that child processes do not inherit them."""
    os.environ |= options
    try:
        yield
    finally:
        for name in options:
            del os.environ[name]


def _candidates() -> list[str]:
    """Library files to try, best first. SPECDECK_BLAS names the only one to try, or "none" to load none, for measurements."""
    asked = os.environ.get("SPECDECK_BLAS")
    if asked:
        return [] if asked == "none" else [asked]
    wheels = glob.glob(os.path.join(sys.prefix, "lib", "libmkl_rt.so*"))
    return ["libopenblas.so.0", "libopenblas.so", *wheels]
