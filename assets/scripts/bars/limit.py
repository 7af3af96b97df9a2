"""Bar 5: how near a round comes to the bare forwards that it is made of.

A reply is decoded; then the same forwards are run alone: every pass of the target as wide as it was, every read and step of the
drafter, on plain mlx-lm caches, trimmed as the round trimmed its own. Nothing is sampled, judged, told or counted there. Plain
passes are queued without waiting, as a generator can; a draft and a pass are each waited for, as a round must.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any, Iterator, Sequence

import mlx.core as mx
from mlx_lm.models.cache import make_prompt_cache, trim_prompt_cache

from decoding import Settings, decode
from decoding.types import Finish, Round

from .ask import PLAIN, Ask, Figure, rendered

ARMS = {
    "plain": ("open", PLAIN),
    "model, k=4": ("open", Settings(k=4)),
    "model, k=4, T=0.8": ("open", Settings(k=4, temperature=0.8, seed=1)),
    "lookup, k=8": ("echo", Settings(drafter="lookup", k=8)),
}


@dataclass(frozen=True)
class Seconds:
    """One turn: of the reply, of its parts as its rounds tell them, and of the bare forwards."""

    reply: float
    draft: float
    verify: float
    host: float
    bare_draft: float
    bare_verify: float


def measure(ask: Ask) -> Iterator[Figure]:
    """Closeness = bare seconds over the reply's; then where the rest goes, in ms a round."""
    for name, (workload, settings) in ARMS.items():
        ids = rendered(ask.pair, workload, 2)[1]
        turns, count = [], 0
        for turn in range(-1, ask.turns or 9):
            seconds, count = one_turn(ask.pair, ids, settings, ask.tokens or 96)
            turns += [seconds] if turn >= 0 else []
        bare = [turn.bare_draft + turn.bare_verify for turn in turns]
        yield Figure(f"bare forwards over a reply: {name}", [b / turn.reply for b, turn in zip(bare, turns)], 0.95, note=_rest(turns, count))


def _rest(turns: Sequence[Seconds], rounds: int) -> str:
    """Where the rest goes, as medians in ms a round."""

    def ms(part: Any) -> str:
        return f"{statistics.median(part(turn) for turn in turns) / rounds * 1e3:.2f}"

    return (
        f"ms a round: draft {ms(lambda t: t.draft)} (bare {ms(lambda t: t.bare_draft)}), verify {ms(lambda t: t.verify)} "
        f"(bare {ms(lambda t: t.bare_verify)}), host {ms(lambda t: t.host)}, "
        f"between rounds {ms(lambda t: t.reply - t.draft - t.verify - t.host)}"
    )


def one_turn(pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> tuple[Seconds, int]:
    """A reply, and at once its forwards alone; how many rounds it had."""
    pair.reset()
    events = list(decode(pair, list(ids), settings, max_tokens=tokens, ignore_end=True))
    rounds, finish = [event for event in events if isinstance(event, Round)], events[-1]
    assert isinstance(finish, Finish)
    parts = [sum(getattr(round_, f"{part}_seconds") for round_ in rounds) for part in ("draft", "verify", "host")]
    drafter = pair.drafters["model"].track.model if settings.drafter == "model" else None
    bare_draft = bare_drafts(drafter, ids, rounds) if drafter else 0.0
    return Seconds(finish.stats.decode_seconds, *parts, bare_draft, bare_passes(pair.target.model, ids, rounds)), len(rounds)


def bare_passes(model: Any, ids: Sequence[int], rounds: Sequence[Round]) -> float:
    """Seconds of the target's passes alone: as wide as they were, and trimmed to what stood."""
    cache = _filled(model, ids[:-1])
    start = time.perf_counter()
    for round_ in rounds:
        width = len(round_.draft) + 1
        logits = model(mx.zeros((1, width), mx.uint32), cache=cache)
        if width > 1:
            mx.eval(logits)
            trim_prompt_cache(cache, width - 1 - round_.accepted)
        else:
            mx.async_eval(logits)
    mx.eval(logits)
    return time.perf_counter() - start


def bare_drafts(model: Any, ids: Sequence[int], rounds: Sequence[Round]) -> float:
    """Seconds of the drafter's forwards alone: what is unread, then a step a guess but the last."""
    cache, unread = _filled(model, ids[:-1]), 1
    start = time.perf_counter()
    for round_ in rounds:
        guesses = len(round_.draft)
        if guesses:
            logits = model(mx.zeros((1, unread), mx.uint32), cache=cache)
            for _ in range(guesses - 1):
                logits = model(mx.zeros((1, 1), mx.uint32), cache=cache)
            mx.eval(logits)
            trim_prompt_cache(cache, max(0, guesses - 1 - round_.accepted))
            unread = 0
        unread += 2 if guesses and round_.accepted == guesses else 1
    return time.perf_counter() - start


def _filled(model: Any, ids: Sequence[int]) -> Any:
    cache = make_prompt_cache(model)
    mx.eval(model(mx.array([ids]), cache=cache))
    return cache
