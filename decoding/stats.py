"""Stats: a fold over rounds. Every metric of the project is defined here, once, in words and units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Iterable

from .types import Prefill, Round


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts and seconds of one reply; the rates are derived. Fold with `add`."""

    rounds: int = 0
    drafted: int = 0  # guesses made
    accepted: int = 0  # guesses the target let stand
    tested: int = 0  # guesses looked at: up to and including each round's first miss
    emitted: int = 0  # tokens of the reply
    target_passes: int = 0  # decode passes of the target, settling ones too
    prompt_seconds: float = 0.0  # reading the prompt, target and drafters
    decode_seconds: float = 0.0  # wall clock from the end of the prompt's prefill
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    peak_memory_bytes: int = 0
    by_position: tuple[tuple[int, int], ...] = ()  # (accepted, drafted) at draft position 1, 2, …

    def add(self, event: Round | Prefill) -> Stats:
        """The stats with one more event in them. A reading's seconds are cumulative, so only its last event counts; a drafter
        that joins after the first round is part of decode_seconds."""
        if isinstance(event, Prefill):
            counts = event.done >= event.total and not self.rounds
            return replace(self, prompt_seconds=self.prompt_seconds + event.seconds) if counts else self
        return replace(
            self,
            rounds=self.rounds + 1,
            drafted=self.drafted + len(event.draft),
            accepted=self.accepted + event.accepted,
            tested=self.tested + event.tested,
            emitted=self.emitted + len(event.tokens),
            target_passes=self.target_passes + event.passes,
            draft_seconds=self.draft_seconds + event.draft_seconds,
            verify_seconds=self.verify_seconds + event.verify_seconds,
            by_position=_count_positions(self.by_position, len(event.draft), event.accepted),
        )

    @property
    def acceptance_rate(self) -> float | None:
        """accepted / drafted; None before the first draft."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def acceptance_per_tested(self) -> float | None:
        """accepted / tested: the rate to hold against the mean of sum(min(p, q))."""
        return self.accepted / self.tested if self.tested else None

    @property
    def drafted_share(self) -> float | None:
        """accepted / emitted: how much of the text was drafted."""
        return self.accepted / self.emitted if self.emitted else None

    @property
    def tokens_per_round(self) -> float:
        """emitted / rounds, the target's own token included."""
        return self.emitted / self.rounds if self.rounds else 0.0

    @property
    def tokens_per_second(self) -> float:
        """emitted / decode_seconds."""
        return self.emitted / self.decode_seconds if self.decode_seconds > 0 else 0.0

    @property
    def acceptance_by_position(self) -> tuple[float, ...]:
        """accepted / drafted at draft position 1, 2, …"""
        return tuple(accepted / drafted for accepted, drafted in self.by_position)


def pooled(replies: Iterable[Stats]) -> Stats:
    """Several replies as one: counts and seconds added, the highest of the peaks."""
    whole = Stats()
    for stats in replies:
        added = {name: getattr(whole, name) + getattr(stats, name) for name in _ADDITIVE}
        peak = max(whole.peak_memory_bytes, stats.peak_memory_bytes)
        pairs = zip_longest(whole.by_position, stats.by_position, fillvalue=(0, 0))
        whole = Stats(**added, peak_memory_bytes=peak, by_position=tuple((a + c, d + e) for (a, d), (c, e) in pairs))
    return whole


_ADDITIVE = ("rounds", "drafted", "accepted", "tested", "emitted", "target_passes", "prompt_seconds", "decode_seconds",
             "draft_seconds", "verify_seconds")  # fmt: skip


def block_cost(round_seconds: float, plain_step_seconds: float) -> float:
    """Time of one round over the time of one plain step: a round pays if tokens per round exceeds it."""
    return round_seconds / plain_step_seconds


def break_even(cost: float, mean_drafted: float) -> float | None:
    """The acceptance rate at which the speed-up is 1: (block cost - 1) / mean drafted a round. None if nothing was drafted."""
    return (cost - 1) / mean_drafted if mean_drafted > 0 else None


def _count_positions(counts: tuple[tuple[int, int], ...], drafted: int, accepted: int) -> tuple[tuple[int, int], ...]:
    width = max(len(counts), drafted)
    padded = counts + ((0, 0),) * (width - len(counts))
    return tuple((a + (i < accepted), d + (i < drafted)) for i, (a, d) in enumerate(padded))
