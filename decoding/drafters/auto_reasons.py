"""The line that says why `auto` took a drafter: "auto took lookup: 3.1 tokens a round at 1.2 passes, model 2.4 at 1.5".

A pass is what a plain round costs. Knows figures that were compared; nothing of how they were measured.
"""

from __future__ import annotations

from typing import NamedTuple

from specdeck.decoding.types import PLAIN


class Yield(NamedTuple):
    """What was compared: the tokens that a round brings, and its seconds. `name`: a drafter, or a way to end drafts."""

    name: str
    tokens: float
    seconds: float


def took(taken: Yield, other: Yield | None, plain_seconds: float) -> str:
    """Why `taken`; `other` is the best of those that were not, None where nothing else is measured."""
    passes, beside = taken.seconds / max(plain_seconds, 1e-9), ""
    if other:
        beside = f", {_called(other.name)} {other.tokens:.1f} at {other.seconds / max(plain_seconds, 1e-9):.1f}"
    return f"auto took {_called(taken.name)}: {taken.tokens:.1f} tokens a round at {passes:.1f} passes{beside}"


def tries(name: str) -> str:
    """Why a drafter was taken that is not measured."""
    return f"auto tries {_called(name)}: it is not measured yet"


def _called(name: str) -> str:
    return "plain decoding" if name == PLAIN else name
