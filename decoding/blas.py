"""The CPU's matrix product: loads OpenBLAS (or MKL) before mlx, where there is one.

The Linux CPU wheel of MLX links the reference BLAS, with which a pass over five tokens costs five passes and no draft can
pay. A library loaded globally before the first `import mlx.core` takes precedence, in float32. Knows nothing of models.
"""

from __future__ import annotations

import ctypes
import glob
import os
import sys

_loaded: str | None = None

ADVICE = (
    "no fast BLAS found: drafting cannot pay on this CPU. Install Debian's libopenblas0 (apt-get install libopenblas0), "
    "or without root: pip install '.[blas]' in the project's folder"
)


def load_openblas() -> str | None:
    """Load the first BLAS found, once a process; returns its file name, or None (macOS, none found, mlx already imported)."""
    global _loaded
    if _loaded or not sys.platform.startswith("linux") or "mlx.core" in sys.modules:
        return _loaded
    for name in _candidates():
        try:
            ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
        except OSError:
            continue
        _loaded = os.path.basename(name)
        break
    return _loaded


def _candidates() -> list[str]:
    """File names to try, best first. SPECDECK_BLAS names one file, or "none" to measure without."""
    asked = os.environ.get("SPECDECK_BLAS")
    if asked:
        return [] if asked == "none" else [asked]
    wheels = glob.glob(os.path.join(sys.prefix, "lib", "libmkl_rt.so*"))
    return ["libopenblas.so.0", "libopenblas.so", *wheels]
