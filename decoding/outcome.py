"""From a verdict to what a Round reports: the emitted tokens, the source of each, and its p and q. Plain data only."""

from __future__ import annotations

from typing import NamedTuple

from .accept import HostVerdict
from .types import Source


class Outcome(NamedTuple):
    """The fields of a Round that follow from the verdict, in the Round's order."""

    accepted: int
    tokens: tuple[int, ...]
    sources: tuple[Source, ...]
    p: tuple[float, ...]
    q: tuple[float | None, ...]
    u: tuple[float | None, ...]
    draft_p: tuple[float, ...]
    draft_q: tuple[float | None, ...]


def outcome(verdict: HostVerdict, count: int, ended: bool) -> Outcome:
    """The outcome if the reply takes the first `count` of the verdict's tokens. `ended`: the last of these is an end-of-turn token, which
    is not emitted."""
    tokens = verdict.tokens[: count - ended]
    own_source: Source = "plain" if not verdict.draft else "bonus" if verdict.accepted == len(verdict.draft) else "recovered"
    return Outcome(
        accepted=min(verdict.accepted, count),
        tokens=tokens,
        sources=(("accepted",) * verdict.accepted + (own_source,))[: len(tokens)],
        p=(*verdict.p[: verdict.accepted], verdict.own_p)[: len(tokens)],
        q=(*verdict.q[: verdict.accepted], verdict.own_q)[: len(tokens)],
        u=verdict.u[:count],
        draft_p=verdict.p[:count],
        draft_q=verdict.q[:count],
    )
