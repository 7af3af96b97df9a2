"""Finds the backbone of an mlx-lm model (embedding, layers and last norm) and its output head, and puts another part in place
of one."""

import copy
from contextlib import contextmanager
from threading import local
from typing import Any, Iterator

import mlx.core as mx
import mlx.nn as nn

from ..errors import PairError

_EMBEDDINGS = ("embed_tokens", "wte", "embeddings", "tok_embeddings", "word_embeddings")
_NORMS = ("norm", "final_norm", "final_layernorm", "ln_f", "norm_f", "embedding_norm")


def find_backbone(model: Any) -> Any:
    """The part of an mlx-lm model that owns the embedding, the layers and the last norm. Raises PairError if none has these names."""
    for part in _parts(model):
        if isinstance(part.get("layers"), list) and any(name in part for name in _NORMS):
            return part
    raise PairError("this target's hidden states cannot be read: mlx-lm's class for it keeps its layers under unknown names")


def norm_name(backbone: Any) -> str:
    """The attribute under which this backbone keeps its last norm."""
    return next(name for name in _NORMS if name in backbone)


class ForwardingModule(nn.Module):
    """Replaces a module and forwards its attributes."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self or "inner" not in self:
            return super().__getattr__(name)
        return getattr(self["inner"], name)


def find_head(model: Any) -> tuple[Any, bool]:
    """The output head, None under an unknown name, and whether it is the embedding (tied). Raises PairError without a backbone."""
    if head := next((part["lm_head"] for part in _parts(model) if "lm_head" in part), None):
        return head, False
    backbone = find_backbone(model)
    return next((backbone[name] for name in _EMBEDDINGS if name in backbone), None), True


def matrix_size(model: Any) -> int:
    """How many numbers a float32 matrix of this model's layers has, on the average over nn.Linear; 0 if there is none."""
    modules = model.modules() if isinstance(model, nn.Module) else []
    sizes = [module.weight.size for module in modules if type(module) is nn.Linear and module.weight.dtype == mx.float32]
    return sum(sizes) // len(sizes) if sizes else 0


def with_part(model: Any, old: Any, new: Any) -> Any:
    """A copy of the model in which `new` replaces its part `old`, sharing all other modules; None if it does not contain `old`."""
    if model is old:
        return new
    for name, child in model.items():
        replaced = with_part(child, old, new) if isinstance(child, nn.Module) else None
        if replaced is not None:
            shell = copy.copy(model)
            setattr(shell, name, replaced)
            return shell
    return None


def _parts(model: Any) -> Iterator[Any]:
    if isinstance(model, nn.Module):
        yield model
        for name in ("language_model", "model", "backbone", "transformer", "inner"):
            if name in model:
                yield from _parts(model[name])


# Marks forwards of which only the output's shape is used, so that code which starts computing early (cpu/tune.py) does not.

_thread = local()


@contextmanager
def shape_only() -> Iterator[None]:
    """A context in which this thread's forwards are built but not computed."""
    _thread.active = True
    try:
        yield
    finally:
        _thread.active = False


def only_shape_wanted() -> bool:
    """Whether this thread is in a `shape_only()` context."""
    return getattr(_thread, "active", False)
