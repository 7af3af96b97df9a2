"""Replies and conversations for other programs and for people: the keys of `run --json`, and Markdown. Models' names replace folders where these
leave this machine. A path names its owner and the layout of the disk."""

import json
import os
from dataclasses import asdict, replace
from html import escape
from pathlib import Path
from typing import Any, Iterable, Mapping, Protocol, Sequence

from specdeck import assets
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.types import Finish, Round, Settings, Stats

from ..chat.conversation import Chat, Turn
from ..chat.entries import Entry
from ..chat.reply import Reply
from ..chat.wording import figures
from ..compare.result import Comparison
from ..drawing.clean_text import harmless
from ..engine.messages import Failed
from .plain_data import to_data


def folder_name(path: str | None) -> str | None:
    """The name of the model in a folder; what is a name stays."""
    return known_as(Path(path)) if path and os.path.isabs(path) else path


def folder_of(name: str | None) -> str | None:
    """The folder of a model of the embedded pair; any other name stays."""
    return next((str(folder) for folder in assets.MODELS.iterdir() if known_as(folder) == name), name)


def without_folders(entry: Entry, folders: Iterable[str]) -> Entry:
    """The entry with models' names in place of these folders where a failure quotes one; the home folder is ~."""
    if isinstance(entry, Failed):
        return replace(entry, reason=_named_in(entry.reason, _names_of(folders)))
    if isinstance(entry, Finish) and entry.error:
        return replace(entry, error=_named_in(entry.error, _names_of(folders)))
    return entry


def drawn_without_paths(svg: str, folders: Iterable[str]) -> str:
    """Return a picture of a screen with names in place of these folders. They are padded so that the rest keeps its place. The home folder is ~."""
    return _named_in(svg, {_as_drawn(path): _as_drawn(name.ljust(len(path))) for path, name in _names_of(folders).items()})


def _as_drawn(text: str) -> str:
    """As Rich writes it into an SVG."""
    return escape(text).replace(" ", "&#160;")


def _names_of(folders: Iterable[str]) -> dict[str, str]:
    """Models' names by folder, and ~ for the home folder, where that is not the root."""
    home = os.path.expanduser("~")
    return {path: known_as(Path(path)) for path in folders if path} | ({home: "~"} if len(home) > 1 else {})


def _named_in(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of paths, longer paths first: one may begin with another."""
    for path in sorted(names, key=len, reverse=True):
        text = text.replace(path, names[path])
    return text


class Named(Protocol):
    """The names of a pair and its folders."""

    @property
    def name(self) -> str: ...

    @property
    def target_path(self) -> str: ...

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings; None if it has none."""
        ...


class NamedWithoutPaths:
    """The names of a pair, for the JSON of its replies."""

    def __init__(self, pair: Named) -> None:
        self._pair = pair
        self.name = self.target_path = pair.name

    def path(self, settings: Settings) -> str | None:
        return folder_name(self._pair.path(settings))


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


STATS = ("rounds", "drafted", "accepted", "tested", "emitted", "acceptance_rate", "acceptance_per_tested", "tokens_per_round", "target_passes",
         "prompt_seconds", "decode_seconds", "tokens_per_second", "peak_memory_bytes")  # fmt: skip


def _decoded(reply: Reply) -> dict[str, Any]:
    """Its tokens, rounds and figures. If the reply ends in a loop, the loop has its first token, its period and its length in tokens."""
    loop = {"loop": {"start": reply.loop.start, "period": reply.loop.period, "tokens": reply.loop.tokens}} if reply.loop else {}
    return {
        "tokens": [token_json(reply, index) for index in range(len(reply.tokens))],
        "rounds": [round_json(event) for event in reply.rounds],
        "stats": {name: getattr(reply.stats, name) for name in STATS} | others_names(reply.stats),
    } | loop


def comparison_json(comparisons: Sequence[Comparison], pair: Named, raced: Sequence[Comparison] = ()) -> dict[str, Any]:
    """Return the object of `compare --json`, with sides A and B. Where more sides raced, `arms` has each side but A, with the same figures
    beside A."""
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
    """Return the prompts and replies as they were written, with the figures below each reply. A terminal that shows the file obeys nothing in it."""
    parts = [f"> {line}" for line in (chat.system or "").splitlines()]
    for turn in chat.turns:
        target = turn.asked.target if turn.asked else ""
        parts += ["", "## You", "", turn.prompt.strip(), "", f"## {target or 'target'}", "", turn.reply.text.strip(), ""]
        parts.append(f"*{'; '.join(figures(turn.reply))}*")
    return harmless("\n".join(parts).lstrip("\n") + "\n")
