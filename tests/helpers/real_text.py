"""What a real model says by mlx-lm alone, in float32, and the laws of a reply that drafters helped with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest
from mlx.utils import tree_map
from mlx_lm.generate import generate_step
from mlx_lm.utils import load_model

from specdeck.decoding import Pair, Settings
from tests.helpers import toys

WIDTHS = (8, 1, 4)  # k, round after round: a draft is as long in one reply as in another
ROUNDING = 1e-4  # of probabilities


def as_mlx_lm_loads(folder: Path) -> Any:
    """mlx-lm's model without this project's tuning, its weights in float32."""
    model, _ = load_model(folder)
    model.update(tree_map(lambda each: each.astype(mx.float32) if mx.issubdtype(each.dtype, mx.floating) else each, model.parameters()))
    return model


@dataclass(frozen=True)
class Text(toys.Reference):
    """With the probability of every token at temperature 0: it shows what changes no choice, such as a token too many in a window."""

    p: tuple[float, ...] = ()


def reference(model: Any, prompt: Sequence[int], settings: Settings, count: int) -> toys.Reference:
    """So many tokens by mlx-lm: its own generator at temperature 0, else the argmax of its logits with the rule's noise. Nowhere a near-tie."""
    if settings.temperature:
        found = toys.plain(model, prompt, settings, count)
    else:
        steps = list(generate_step(mx.array(prompt), model, max_tokens=count))
        gaps = [(best[1] - best[0]).item() for best in (mx.sort(logprobs)[-2:] for _, logprobs in steps)]
        p = tuple(math.exp(logprobs[token].item()) for token, logprobs in steps)
        found = Text(tuple(prompt), tuple(token for token, _ in steps), min(gaps), toys.GAP, p)
    assert found.clear, f"the two best logits of some position are only {found.gap} apart: ask for another text"
    return found


def widths(settings: Settings) -> Callable[[], Settings]:
    """These settings with another k in every round."""
    each = itertools.cycle(WIDTHS)
    return lambda: replace(settings, k=next(each))


def check_says(pair: Pair, wanted: toys.Reference, settings: Any, cold: bool = True) -> toys.Reply:
    """The reply to the reference's prompt, from cold caches unless said, is the reference, with its probabilities."""
    if cold:
        pair.reset()
    reply = toys.check_says(pair, wanted, settings, ignore_end=True)
    if isinstance(wanted, Text):
        assert [p for round_ in reply.rounds for p in round_.p] == pytest.approx(wanted.p, abs=ROUNDING)
    return reply
