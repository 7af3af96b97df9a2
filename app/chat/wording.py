"""Sentences about tokens, rounds and settings, in the field's words. Pure functions of the engine's values."""

from __future__ import annotations

from specdeck.app.drawing.clean_text import one_line
from specdeck.decoding.drafters import WORDS
from specdeck.decoding.types import Settings

from .reply import Reply, ShownRound, Token

OWN = {
    "recovered": "target's own, recovered at the first miss",
    "bonus": "target's own, a bonus after a fully accepted draft",
    "plain": "target's own, no draft in this round",
}

def probability(value: float) -> str:
    """.81, as the field's tables write it. A value that would round to 0 or 1 is written <.01 or >.99. At most four
    characters."""
    if 0 < value < 0.005:
        return "<.01"
    if 0.995 <= value < 1:
        return ">.99"
    return "1.00" if value >= 1 else f"{value:.2f}"[1:]


def precisely(value: float) -> str:
    """A probability in three digits, for sums whose sides may be close to each other or to 0."""
    return f"{value:.3g}".removeprefix("0")


def drafter_words(name: str) -> str:
    """What a drafter does, in a few words; empty for a name with a folder, as "model:FOLDER"."""
    return WORDS.get(name, "")


def place(reply: Reply, token: Token) -> str:
    """Where a token came from, in one line that a screen reader can read."""
    if token.source == "chosen":
        return f"chosen by you, p {probability(token.p)}; the reply continues from here"
    event = reply.steps[token.round].event
    parts = [OWN.get(token.source) or f"accepted draft, position {token.position} of {len(event.draft)}"]
    parts.append(f"round {token.round + 1}")
    if token.source == "accepted":
        parts.append(f"drafter {one_line(event.drafter)}")
    chances = f"p {probability(token.p)}"
    return ", ".join(parts) + f", {chances}" + (f" q {probability(token.q)}" if token.q is not None else "")


def change(before: Settings, after: Settings) -> str:
    """What differs between two settings: "k 4 > 6, T 0 > 0.7"."""
    names = {"drafter": "", "k": "k ", "temperature": "T ", "rule": ""}
    differences = []
    for field, name in names.items():
        old, new = getattr(before, field), getattr(after, field)
        if old != new:
            differences.append(f"{name}{_short(old)} > {_short(new)}")
    return ", ".join(differences) or "filters"


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else one_line(str(value))


def verdicts(step: ShownRound) -> list[str]:
    """One word per guess: accepted, rejected (the first miss), dropped (after it), untested (the reply ended before it)."""
    accepted, rest = step.event.accepted, len(step.event.draft) - step.event.accepted
    if step.event.tested <= accepted and "recovered" not in step.event.sources:
        return ["accepted"] * accepted + ["untested"] * rest
    return (["accepted"] * accepted + ["rejected"] + ["dropped"] * rest)[: accepted + rest]


def counted(number: int, noun: str) -> str:
    """A number and its noun: 1 round, 2 rounds, 1 pass, 2 passes."""
    return f"{number} {noun}" + ("" if number == 1 else "es" if noun.endswith("s") else "s")


def ending(reply: Reply) -> str:
    """How a reply ended; empty if it ended by itself."""
    if reply.phase == "failed":
        return f"failed: {reply.failure}"
    if reply.finish is None or reply.finish.reason == "stop":
        return ""
    if reply.finish.reason == "length":
        full = reply.asked is not None and reply.stats.emitted < reply.asked.max_tokens
        return "ended: the context is full" if full else f"ended at {len(reply.tokens)} tokens (/max)"
    return "stopped"


def figures(reply: Reply) -> list[str]:
    """A reply's counts and rates, a few words each."""
    stats = reply.stats
    if reply.kept and not stats.rounds and reply.phase == "done":
        return ["you ended the reply here"]
    parts = [ending(reply)] if ending(reply) else []
    parts.append(f"{counted(stats.emitted, 'token')} in {counted(stats.rounds, 'round')}")
    if stats.tokens_per_second:
        parts.append(f"{stats.tokens_per_second:.1f} tok/s")
    if stats.acceptance_rate is not None:
        parts.append(f"acceptance rate {probability(stats.acceptance_rate)}")
    return parts


def size(count: float) -> str:
    """Bytes in powers of ten, as disks are sold: 4.61 GB."""
    for unit, bytes_ in (("GB", 1e9), ("MB", 1e6)):
        if count >= bytes_:
            return f"{count / bytes_:.3g} {unit}"
    return f"{count / 1e3:.0f} kB"


def ago(seconds: float) -> str:
    """The time since, in its largest unit."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def short(name: str) -> str:
    """A model's name without its owner."""
    return name.rpartition("/")[2]
