"""A reply as the JSON of `run --json`, and a comparison as that of `compare --json`, which holds two replies.

Knows the contract in the design and the engine's values; decides nothing, prints nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Protocol

from specdeck.decoding.types import Round, Settings, Stats

from ..chat.reply import Reply
from ..compare.result import Comparison


class Named(Protocol):
    """The names and folders of a pair."""

    @property
    def name(self) -> str: ...

    @property
    def target_path(self) -> str: ...

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings; None if it has none."""
        ...


def as_json(reply: Reply, settings: Settings, pair: Named) -> dict[str, Any]:
    """The object of `run --json`."""
    return {
        "model": pair.name,
        "model_path": pair.target_path,
        "drafter": settings.drafter,
        "drafter_path": pair.path(settings),
        "settings": asdict(settings),
        "prompt_tokens": reply.prompt_tokens,
        "text": reply.text,
        "finish_reason": reply.reason,
        "tokens": [token_json(reply, index) for index in range(len(reply.tokens))],
        "rounds": [round_json(event) for event in reply.rounds],
        "stats": stats_json(reply.stats),
    }


def comparison_json(comparison: Comparison, pair: Named) -> dict[str, Any]:
    """The object of `compare --json`."""
    a, b = comparison.a, comparison.b
    return {
        "a": as_json(a.reply, a.settings, pair),
        "b": as_json(b.reply, b.settings, pair),
        "speedup": comparison.speedup,
        "spread": [min(comparison.ratios), max(comparison.ratios)],
        "identical": comparison.first_difference is None,
        "first_difference": comparison.first_difference,
        "gap": comparison.gap,
        "block_cost": comparison.block_cost(b),
        "break_even": comparison.break_even(b),
    }


def token_json(reply: Reply, index: int) -> dict[str, Any]:
    """One token of `run --json`."""
    token = reply.tokens[index]
    drafter = reply.steps[token.round].event.drafter if token.source == "accepted" else None
    return {
        "id": token.id, "text": token.text, "source": token.source, "drafter": drafter, "round": token.round, "p": token.p, "q": token.q,
    }  # fmt: skip


def round_json(event: Round) -> dict[str, Any]:
    """One round of `run --json`."""
    return {
        "drafter": event.drafter,
        "k": event.settings.k,
        "temperature": event.settings.temperature,
        "rule": event.settings.rule,
        "draft": list(event.draft),
        "accepted": event.accepted,
        "read": event.read,
        "draft_seconds": event.draft_seconds,
        "verify_seconds": event.verify_seconds,
    } | ({"copied_from": event.copied_from} if event.copied_from else {})


def stats_json(stats: Stats) -> dict[str, Any]:
    """The stats object of `run --json`."""
    names = ("rounds", "drafted", "accepted", "tested", "emitted", "acceptance_rate", "tokens_per_round", "target_passes",
             "prompt_seconds", "decode_seconds", "tokens_per_second", "peak_memory_bytes")  # fmt: skip
    return {name: getattr(stats, name) for name in names} | others_names(stats)


def others_names(stats: Stats) -> dict[str, int]:
    """Guesses made and accepted under the names that llama.cpp's server gives them."""
    return {"draft_n": stats.drafted, "draft_n_accepted": stats.accepted}
