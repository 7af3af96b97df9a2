"""The decoding engine without the app: load a target and its drafters, decode, read the statistics.

    from specdeck import load, decode, Settings, Stats
    pair = load()
    for event in decode(pair, "Find me a bus", Settings(k=4)): …

Importing this package loads neither mlx nor a model: names are imported on first use. It does load OpenBLAS on Linux,
because that must happen before mlx is imported (cpu/blas.py).
"""

from importlib import import_module

from .cpu.blas import load_openblas

load_openblas()

_HOME = {
    "Settings": "types", "Prefill": "types", "Round": "types", "Finish": "types", "RULES": "types",
    "Stats": "types", "block_cost": "stats", "break_even": "stats",
    "SpecdeckError": "errors", "SettingsError": "errors", "PromptError": "errors", "LoadError": "errors", "PairError": "errors",
    "decode": "loop", "load": "pair_loading", "Pair": "pair",
}  # fmt: skip

__all__ = list(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
