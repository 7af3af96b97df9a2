"""The decoding engine without the app: load a target and its drafters, decode, read the statistics.

    from specdeck import load, decode, Settings
    pair = load()
    for event in decode(pair, "Find me a bus", Settings(k=4)): …

The app uses this package and some of its modules. `types` holds what flows, `errors` the exceptions, `rules` acceptance. `drafters` holds the
drafters' records and base class. `checkpoints` says what a folder holds, without mlx. `text` converts between tokens and text, and `cpu.blas`
loads OpenBLAS. Inside, `loop` decodes a reply round by round (`round`, `accept`, `logits`). `target/` holds the state of a sequence, `pair` a
target with its drafters; `pair_loading` and `weights` load them. `adaptive` chooses draft lengths, `cluster` shards a target over `hosts`,
`cpu/` makes passes faster.

Importing this package loads neither mlx nor a model: names are imported on first use. It does load OpenBLAS on Linux,
because that must happen before mlx is imported (cpu/blas.py).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .cpu.blas import load_openblas

load_openblas()

if TYPE_CHECKING:
    from .adaptive import Costs, Curve, RateEstimator
    from .checkpoints.memory import Memory, may_unpack, memory
    from .cpu.tune import kernel_advice
    from .drafters.base import Drafter, DraftRequest
    from .errors import HostLost, LoadError, PairError, PromptError, SettingsError, SpecdeckError
    from .hosts import BEFORE_EXIT, hosts_of
    from .loop import decode
    from .mlx_lm_generators import decode_with, free_memory
    from .pair import Pair
    from .pair_loading import load
    from .stats import Loop, before_loop, block_cost, break_even, built_kernels, find_loop, pooled
    from .target.sequence_state import SequenceState
    from .text.prompt import common_prefix
    from .types import RULES, Finish, Prefill, Round, Settings, Stats
    from .weights import keep_resident, whole_model

_NAMES = {  # of each module, the names that this package gives
    "types": "Settings Prefill Round Finish RULES Stats",
    "errors": "SpecdeckError SettingsError PromptError LoadError PairError HostLost",
    "loop": "decode", "pair_loading": "load", "pair": "Pair", "drafters.base": "Drafter DraftRequest", "mlx_lm_generators": "decode_with free_memory",
    "stats": "Loop before_loop block_cost break_even built_kernels find_loop pooled", "text.prompt": "common_prefix", "weights": "keep_resident whole_model",
    "adaptive": "Costs Curve RateEstimator", "target.sequence_state": "SequenceState", "cpu.tune": "kernel_advice",
    "hosts": "BEFORE_EXIT hosts_of", "checkpoints.memory": "Memory may_unpack memory",
}  # fmt: skip
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DraftRequest", "BEFORE_EXIT", "Costs", "Curve", "Drafter", "Finish", "HostLost", "LoadError", "Loop", "Memory",
    "RateEstimator", "Pair", "PairError", "Prefill", "PromptError", "RULES", "Round", "Settings",
    "SettingsError", "SpecdeckError", "Stats", "SequenceState", "before_loop", "block_cost", "break_even",
    "built_kernels", "common_prefix", "decode", "decode_with", "find_loop", "free_memory", "hosts_of", "keep_resident", "kernel_advice", "load",
    "may_unpack", "memory", "pooled", "whole_model",
]  # fmt: skip


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
