"""Replies and conversations for other programs and for people: the keys of `run --json`, and Markdown."""

import json
from dataclasses import asdict
from typing import Any, Sequence

from specdeck.decoding.types import Round, Settings, Stats

from ..chat.conversation import Chat, Turn
from ..chat.reply import Reply
from ..chat.wording import figures
from ..compare.result import Comparison
from ..drawing.clean_text import harmless
from .plain_data import to_data
from .without_paths import Named


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
    } | _decoded(reply)


def _decoded(reply: Reply) -> dict[str, Any]:
    """Its tokens, rounds and figures; and, only if it ends in a loop, from which token on, how many tokens at a time, and how many of them."""
    loop = {"loop": {"start": reply.loop.start, "period": reply.loop.period, "tokens": reply.loop.tokens}} if reply.loop else {}
    return {
        "tokens": [token_json(reply, index) for index in range(len(reply.tokens))],
        "rounds": [round_json(event) for event in reply.rounds],
        "stats": stats_json(reply.stats),
    } | loop


def comparison_json(comparisons: Sequence[Comparison], pair: Named, raced: Sequence[Comparison] = ()) -> dict[str, Any]:
    """The object of `compare --json`: sides A and B; where more raced, `arms` has each one but A, with the same figures beside A."""
    a, b = comparisons[0].a, comparisons[0].b
    found = {"a": as_json(a.reply, a.settings, pair), "b": as_json(b.reply, b.settings, pair)} | _beside_a(comparisons[0])
    arms = [as_json(one.b.reply, one.b.settings, pair) | _beside_a(one) for one in raced or comparisons]
    return found | ({"arms": arms} if raced or len(arms) > 1 else {})


def _beside_a(comparison: Comparison) -> dict[str, Any]:
    return {
        "speedup": comparison.speedup,
        "spread": [min(comparison.ratios), max(comparison.ratios)],
        "identical": comparison.first_difference is None,
        "first_difference": comparison.first_difference,
        "gap": comparison.gap,
        "gap_steps": comparison.gap_steps,
        "logit_type": comparison.step and comparison.step.type,
        "block_cost": comparison.block_cost(comparison.b),
        "break_even": comparison.break_even(comparison.b),
        "doubtful": comparison.doubtful,
    }


def token_json(reply: Reply, index: int) -> dict[str, Any]:
    token = reply.tokens[index]
    drafter = reply.rounds[token.round].drafter if token.source == "accepted" else None
    return {
        "id": token.id, "text": token.text, "source": token.source, "drafter": drafter, "round": token.round, "p": token.p, "q": token.q,
    } | ({"name": token.piece} if token.piece else {})  # fmt: skip


def round_json(event: Round) -> dict[str, Any]:
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
    names = ("rounds", "drafted", "accepted", "tested", "emitted", "acceptance_rate", "acceptance_per_tested", "tokens_per_round", "target_passes",
             "prompt_seconds", "decode_seconds", "tokens_per_second", "peak_memory_bytes")  # fmt: skip
    return {name: getattr(stats, name) for name in names} | others_names(stats)


def others_names(stats: Stats) -> dict[str, int]:
    """Guesses made and accepted under the names that llama.cpp's server gives them."""
    return {"draft_n": stats.drafted, "draft_n_accepted": stats.accepted}


def conversation_json(chat: Chat) -> str:
    """One object: the system prompt and the turns."""
    return json.dumps({"system": chat.system, "turns": [_turn(turn) for turn in chat.turns]}, indent=1) + "\n"


def _turn(turn: Turn) -> dict[str, Any]:
    asked, reply = turn.asked, turn.reply
    return {
        "prompt": turn.prompt,
        "model": asked.target if asked else "",
        "settings": to_data(asked.settings) if asked else {},
        "text": reply.text,
        "finish_reason": reply.finish.reason if reply.finish else None,
        "error": reply.failure,
    } | _decoded(reply)


def markdown(chat: Chat) -> str:
    """Prompts and replies as they were written, with the figures below each reply; a terminal that shows the file obeys nothing in it."""
    parts = [f"> {line}" for line in (chat.system or "").splitlines()]
    for turn in chat.turns:
        target = turn.asked.target if turn.asked else ""
        parts += ["", "## You", "", turn.prompt.strip(), "", f"## {target or 'target'}", "", turn.reply.text.strip(), ""]
        parts.append(f"*{'; '.join(figures(turn.reply))}*")
    return harmless("\n".join(parts).lstrip("\n") + "\n")
