"""The machine that was measured: processor, backend, BLAS, versions, the type of the weights. Measures nothing itself."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from specdeck.decoding import memory, memory_bytes
from specdeck.decoding.cpu.blas import load_openblas

from .. import __version__
from ..engine.this_machine import processor

PACKAGES = ("mlx", "mlx-lm", "textual", "huggingface-hub", "transformers")


def machine(pair: Any) -> dict[str, Any]:
    """Every property that figures depend on, other than the settings that were measured."""
    from .pass_costs import dtype

    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "memory_bytes": memory_bytes(),
        "load": load(),
        "backend": backend(),
        "blas": blas(),
        "dtype": dtype(pair),
        "target": pair.name,
        "versions": versions(),
    } | ({"hosts": pair.cluster.hosts.words} if pair.cluster else {})


def load() -> float:
    """The programs that want a processor, over the last minute."""
    return round(os.getloadavg()[0], 1)


def fit(*items: Any) -> str:
    """Whether these models fit this machine together, beside what is in memory: fits, tight, too big or not beside."""
    from ..engine.engine import machine
    from ..models.memory_fit import plan

    return plan(items, (), (), machine(None), memory()).word


def versions() -> dict[str, str]:
    """Installed versions by name; "not installed" if a package is missing."""
    return {"specdeck": __version__, "python": platform.python_version()} | {name: _version(name) for name in PACKAGES}


def backend() -> str:
    """Where mlx computes: "metal", "cuda" or "cpu"."""
    import mlx.core as mx

    if mx.default_device().type == mx.DeviceType.cpu:
        return "cpu"
    return "metal" if mx.metal.is_available() else "cuda"


def blas() -> str | None:
    """The library that multiplies matrices on the CPU; None for the one built into mlx."""
    return "Accelerate" if sys.platform == "darwin" else load_openblas()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
