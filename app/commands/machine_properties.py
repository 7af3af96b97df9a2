"""The machine that was measured: processor, backend, BLAS, versions, the type of the weights; and how a person reads them. Measures nothing itself."""

import os
import platform
import sys
import textwrap
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from specdeck.decoding import memory
from specdeck.decoding.cpu.blas import load_openblas

from .. import __version__
from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..engine.this_machine import load, processor

PACKAGES = ("mlx", "mlx-lm", "textual", "huggingface-hub", "transformers")


def machine(pair: Any, busy: float | None = None) -> dict[str, Any]:
    """Every property that figures depend on, other than the settings that were measured. `busy`: the load before the job, None: the present
    load."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "memory_bytes": memory().total,
        "load": load() if busy is None else busy,
        "backend": backend(),
        "blas": "Accelerate" if sys.platform == "darwin" else load_openblas(),  # None for the one built into mlx
        "dtype": dtype(pair),
        "target": pair.name,
        "versions": versions(),
    } | ({"hosts": pair.cluster.hosts.words} if pair.cluster else {})


def property_lines(found: Mapping[str, Any], columns: int) -> list[str]:
    """Return a machine's and a pair's properties by name, each in as many lines as it needs. Missing properties are left out."""
    lines = [(f"{name.removesuffix('_bytes'):15}", _words(name, value)) for name, value in found.items() if value is not None or name == "blas"]
    return [line for name, words in lines for line in textwrap.wrap(one_line(words), columns, initial_indent=name, subsequent_indent=" " * 15)]


def _words(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{of} {words}" for of, words in value.items())
    return size(value) if name == "memory_bytes" else str(value or "the one built in" if name == "blas" else value)


def versions() -> dict[str, str]:
    """Installed versions by name; "not installed" if a package is missing."""
    found = {"specdeck": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def backend() -> str:
    """Where mlx computes: "metal", "cuda" or "cpu"."""
    import mlx.core as mx

    if mx.default_device().type == mx.DeviceType.cpu:
        return "cpu"
    return "metal" if mx.metal.is_available() else "cuda"


def dtype(pair: Any) -> str:
    """Return the type of most of the target's numbers, as "float32". Quantised matrices add "4-bit" before it; unpacked matrices add their
    former bits."""
    from mlx.utils import tree_flatten

    counts: Counter[str] = Counter()
    arrays: Any = tree_flatten(pair.target.model.parameters())
    for _, array in arrays:
        counts[str(array.dtype).removeprefix("mlx.core.")] += array.size
    bits = {part.bits for part in pair.target.model.modules() if getattr(part, "bits", None) is not None}
    kind = max((name for name in counts if "float" in name), key=counts.__getitem__, default="unknown")
    form = pair.target_form
    return f"{min(bits)}-bit, {kind}" if bits else f"{kind}, unpacked from {form.bits}-bit" if form else kind
