"""The line that says why `auto` took a drafter: "auto took lookup: 2.58x plain (3.1 tokens in the time of 1.2); next
model: 1.60x plain (2.4 tokens in the time of 1.5)".

Knows figures that were compared; nothing of how they were measured.
"""

from __future__ import annotations

from typing import NamedTuple

from ..types import PLAIN


class Yield(NamedTuple):
    """What was compared: the tokens that a round brings, and its seconds. `name`: a drafter, or a way to end drafts."""

    name: str
    tokens: float
    seconds: float


def took(taken: Yield, other: Yield | None, plain_seconds: float) -> str:
    """Why `taken`; `other` is the best of those that were not, None where nothing else is measured."""
    beside = f"; next {_called(other.name)}: {_pace(other, plain_seconds)}" if other else ""
    return f"auto took {_called(taken.name)}: {_pace(taken, plain_seconds)}{beside}"


def _pace(of: Yield, plain_seconds: float) -> str:
    """Its speed-up, the quotient of the two figures after it as they are written."""
    tokens, passes = f"{of.tokens:.1f}", f"{of.seconds / max(plain_seconds, 1e-9):.1f}"
    if of.name == PLAIN:
        return "1.00x"
    return f"{float(tokens) / max(float(passes), 0.1):.2f}x plain ({tokens} tokens in the time of {passes})"


def tries(name: str) -> str:
    """Why a drafter was taken that is not measured."""
    return f"auto tries {_called(name)}: it is not measured yet"


def _called(name: str) -> str:
    return "plain decoding" if name == PLAIN else name
