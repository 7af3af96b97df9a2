"""Whether a reply was faster than plain decoding, and what to try where it was not. Nothing here is estimated.

A ratio is one of two measurements on the same prompt; while a kernel is built, none of them counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from specdeck.decoding.drafters import SUGGESTIONS
from specdeck.decoding.stats import block_cost, break_even
from specdeck.decoding.types import PLAIN

from .conversation import Chat
from .reply import Reply

Basis = tuple[object, ...]  # what a figure was measured on; equal for what was asked alike
ENOUGH = 16  # tokens from which a pace is meaningful


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session. `at`: seconds since 1970."""

    tokens_per_second: float
    tokens: int
    basis: Basis
    at: float


@dataclass(frozen=True, slots=True)
class Slower:
    """Why drafting lost, in words, and the command that may do better."""

    why: str
    command: str


def basis(chat: Chat, target_path: str) -> Basis | None:
    """What the last reply answers: its prompt and all that the target read before it."""
    if not chat.turns:
        return None
    turn, before = chat.turns[-1], chat.turns[-2].reply.job if len(chat.turns) > 1 else 0
    system, thinking, unread = (turn.asked.system, turn.asked.thinking, turn.asked.unread) if turn.asked else (None, None, 0)
    return id(chat), before, turn.prompt, system, thinking, unread, target_path


def round_cost(reply: Reply, plain_rate: float) -> float | None:
    """Plain steps that a round of the reply took; None before the first."""
    stats = reply.stats
    return block_cost(stats.decode_seconds / stats.rounds, 1 / plain_rate) if stats.rounds and stats.decode_seconds else None


def needed_acceptance(reply: Reply, plain_rate: float) -> float | None:
    """Break-even: the acceptance rate at which the reply would have been as fast as plain decoding."""
    cost, stats = round_cost(reply, plain_rate), reply.stats
    return None if cost is None else break_even(cost, stats.drafted / stats.rounds)


def slower(reply: Reply, plain_rate: float, drafters: Sequence[str]) -> Slower | None:
    """Why a reply was slower than plain decoding and what to try; None where it was not, or nobody drafted."""
    needed, stats = needed_acceptance(reply, plain_rate), reply.stats
    if needed is None or not reply.steps or stats.tokens_per_second >= plain_rate:
        return None
    settings = reply.steps[-1].event.settings
    if needed >= 1:
        why = "even with every guess accepted a round would cost too much"
    elif stats.acceptance_rate < needed:
        why = f"{stats.acceptance_rate:.0%} of the guesses are accepted, break-even is {needed:.0%}"
    else:
        why = "the reply ended before its last draft was used up"
    return Slower(why, _next(settings.drafter, settings.k, drafters, hopeless=needed >= 1 or stats.acceptance_rate < needed / 2))


def _next(drafter: str, k: int, drafters: Sequence[str], hopeless: bool) -> str:
    """Another drafter where few guesses stand, and shorter drafts where that is near enough; at last plain decoding."""
    other = next((name for name in SUGGESTIONS if name in drafters and name not in (drafter, PLAIN)), None)
    if hopeless and drafter != SUGGESTIONS[0] and other:
        return f"draft {other}"
    if k > 1:
        return f"k {max(1, k // 2)}"
    return f"draft {other}" if other else "plain"
