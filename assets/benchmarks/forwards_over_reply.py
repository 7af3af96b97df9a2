"""Benchmark 5: the time of a reply's bare forwards over that of the reply.

A reply is decoded; then the same forwards are run alone: the target's passes at their widths, the drafter's reads and steps, on plain mlx-lm
caches that are trimmed as in the rounds, without sampling, verdicts or bookkeeping. Plain passes are queued without waiting, as a generator
can; a draft and a pass are each waited for, as in a round. `alone` runs all drafts and then all passes, as the target requires; `in turn`
alternates drafts and passes. The difference is what the models cost each other by evicting each other's weights from the caches.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any, Iterator, Sequence

import mlx.core as mx
from mlx_lm.models.cache import make_prompt_cache, trim_prompt_cache

from specdeck.decoding import Settings, decode
from specdeck.decoding.types import Finish, Round

from .measuring import PLAIN, Figure, Options, rendered

ARMS = {
    "plain": ("open", PLAIN),
    "model, k=4": ("open", Settings(k=4)),
    "model, k=4, T=0.8": ("open", Settings(k=4, temperature=0.8, seed=1)),
    "lookup, k=8": ("echo", Settings(drafter="lookup", k=8)),
}


@dataclass(frozen=True)
class Seconds:
    """The seconds of one turn: of the reply, of its parts as its rounds report them, and of the bare forwards."""

    reply: float
    draft: float
    verify: float
    host: float
    bare_draft: float
    bare_verify: float
    in_turn: float


def measure(options: Options) -> Iterator[Figure]:
    """Closeness = bare seconds over the reply's; then the parts of the difference, in ms per round."""
    for name, (workload, settings) in ARMS.items():
        ids = rendered(options.pair, workload, 2)[1]
        turns, count = [], 0
        for turn in range(-1, options.turns or 9):
            seconds, count = one_turn(options.pair, ids, settings, options.tokens or 96)
            turns += [seconds] if turn >= 0 else []
        alone = [(turn.bare_draft + turn.bare_verify) / turn.reply for turn in turns]
        yield Figure(f"bare forwards alone over a reply: {name}", alone, 0.95, note=_rest(turns, count))
        if settings.drafter == "model":
            yield Figure(f"bare forwards in turn over a reply: {name}", [turn.in_turn / turn.reply for turn in turns])


def _rest(turns: Sequence[Seconds], rounds: int) -> str:
    """The parts of the difference, as medians in ms per round."""

    def ms(part: Any) -> str:
        return f"{statistics.median(part(turn) for turn in turns) / rounds * 1e3:.2f}"

    return (
        f"ms a round: draft {ms(lambda t: t.draft)} (bare {ms(lambda t: t.bare_draft)}), verify "
        f"{ms(lambda t: t.verify)} (bare {ms(lambda t: t.bare_verify)}), host {ms(lambda t: t.host)}, between rounds "
        f"{ms(lambda t: t.reply - t.draft - t.verify - t.host)}; the whole {ms(lambda t: t.reply)}, in turn {ms(lambda t: t.in_turn)}"
    )


def one_turn(pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> tuple[Seconds, int]:
    """Decode a reply and run its forwards alone; returns the seconds and the number of rounds."""
    pair.reset()
    events = list(decode(pair, list(ids), settings, max_tokens=tokens, ignore_end=True))
    rounds, finish = [event for event in events if isinstance(event, Round)], events[-1]
    assert isinstance(finish, Finish)
    draft, verify, host = (sum(getattr(round_, f"{part}_seconds") for round_ in rounds) for part in ("draft", "verify", "host"))
    passes = lambda: Passes(pair.target.model, ids)  # noqa: E731
    drafts = (lambda: Drafts(pair.drafters["model"].state.model, ids)) if settings.drafter == "model" else None
    bare_draft = seconds_of(rounds, drafts()) if drafts else 0.0
    bare_verify = seconds_of(rounds, passes())
    in_turn = seconds_of(rounds, drafts(), passes()) if drafts else bare_verify
    return Seconds(finish.stats.decode_seconds, draft, verify, host, bare_draft, bare_verify, in_turn), len(rounds)


def seconds_of(rounds: Sequence[Round], *parts: Drafts | Passes) -> float:
    """The seconds of running these parts of every round, one after another."""
    start = time.perf_counter()
    for round_ in rounds:
        for part in parts:
            part.run(round_)
    for part in parts:
        mx.eval(part.last)
    return time.perf_counter() - start


class Passes:
    """The target's passes, at their widths, the cache trimmed to the accepted tokens."""

    def __init__(self, model: Any, ids: Sequence[int]) -> None:
        self._model, self._cache, self.last = model, _filled(model, ids[:-1]), mx.array(0)

    def run(self, round_: Round) -> None:
        """One round's."""
        width = len(round_.draft) + 1
        self.last = self._model(mx.zeros((1, width), mx.uint32), cache=self._cache)
        if width == 1:
            mx.async_eval(self.last)
        else:
            mx.eval(self.last)
            trim_prompt_cache(self._cache, width - 1 - round_.accepted)


class Drafts:
    """The drafter's forwards: the unread tokens, then one step for each guess but the last, with the logits of each."""

    def __init__(self, model: Any, ids: Sequence[int]) -> None:
        self._model, self._cache, self.last = model, _filled(model, ids[:-1]), mx.array(0)
        self._unread = 1

    def run(self, round_: Round) -> None:
        """One round's."""
        guesses = len(round_.draft)
        if guesses:
            reads = [self._unread] + [1] * (guesses - 1)
            mx.eval([self._model(mx.zeros((1, read), mx.uint32), cache=self._cache)[0, -1] for read in reads])
            trim_prompt_cache(self._cache, max(0, guesses - 1 - round_.accepted))
            self._unread = 0
        self._unread += 2 if guesses and round_.accepted == guesses else 1


def _filled(model: Any, ids: Sequence[int]) -> Any:
    cache = make_prompt_cache(model)
    mx.eval(model(mx.array([ids]), cache=cache))
    return cache
