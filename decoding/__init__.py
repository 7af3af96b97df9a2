"""The engine without the app: load a pair, decode, count.

    from specdeck import load, decode, Settings, Stats
    pair = load()
    for event in decode(pair, "Find me a bus", Settings(k=4)): …

Lazy: importing this package loads neither mlx nor a model, but it does load OpenBLAS, where there is one, which only helps if
it comes before mlx (see blas.py).
"""

from importlib import import_module

from .cpu.blas import load_openblas

load_openblas()

_HOME = {
    "Settings": "types", "Prefill": "types", "Round": "types", "Finish": "types", "RULES": "types",
    "Stats": "types", "block_cost": "stats", "break_even": "stats",
    "SpecdeckError": "errors", "SettingsError": "errors", "PromptError": "errors", "LoadError": "errors", "PairError": "errors",
    "decode": "loop", "load": "pair", "Pair": "pair",
}  # fmt: skip

__all__ = list(_HOME)


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"specdeck.decoding.{_HOME[name]}"), name)
