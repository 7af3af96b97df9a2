"""Rounds at costs that a test chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

import mlx.core as mx

from specdeck.decoding import Drafter, DraftRequest, Round, Settings
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.drafters.auto import AutoDrafter
from specdeck.decoding.drafters.base import NoDrafter
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.rules.draws import Draws

PLAIN = Settings(drafter="none", k=0)


class Priced(RateEstimator):
    """Rounds cost what is written here: a guess of each drafter, what it reads before its first draft, and a pass by its width."""

    def __init__(self, guess: dict[str, float], wider: float = 0.05, reads: float = 0.0) -> None:
        super().__init__()
        self.guess, self.wider, self.reads = guess, wider, reads

    def learn(self, round_: Round) -> None:
        drafted = len(round_.draft)
        reading = self.reads if round_.drafter != self._last else 0.0
        seconds = {"draft_seconds": reading + drafted * self.guess.get(round_.drafter, 0.0), "verify_seconds": 1 + self.wider * (round_.read - 1)}
        super().learn(replace(round_, **seconds))


class Writer:
    """Says given texts without any model: a target whose pass takes `price(width, depth)` seconds, with plain decoding, lookup and `auto`."""

    def __init__(self, price: Callable[[int, int], float]) -> None:
        self.price, self.estimator = price, RateEstimator()
        self.drafters: dict[str, Drafter] = {"none": NoDrafter(), "lookup": LookupDrafter()}
        self.drafters["auto"] = AutoDrafter(self.drafters, self.estimator)

    def seconds(self, name: str, prompt: list[int], text: list[int], k: int) -> float:
        """Of a reply to this prompt that says this text, with this drafter."""
        return sum(round_.seconds for round_ in self.rounds(name, prompt, text, k))

    def rounds(self, name: str, prompt: list[int], text: list[int], k: int) -> list[Round]:
        """Of such a reply."""
        settings, sequence, left, rounds = Settings(drafter=name, k=k, seed=1), list(prompt), list(text), []
        self.estimator.begin(len(prompt))
        for drafter in self.drafters.values():
            drafter.begin(sequence, -1)
        while left:
            request = DraftRequest(sequence, min(k, len(left) - 1), settings, Draws(1, 0, 0, 9), mx.array([]), lambda *asked: None)
            draft = self.drafters[name].propose(request) if request.room else None
            guesses = draft.tokens.tolist() if draft else []
            accepted = next((i for i, guess in enumerate(guesses) if guess != left[i]), len(guesses))
            tokens, left = left[: accepted + 1], left[accepted + 1 :]
            made = round_of(len(guesses), accepted)
            made = replace(made, settings=settings, drafter=draft.drafter if draft else "none", tokens=tuple(tokens), draft_q=(None,) * made.tested)
            rounds.append(replace(made, draft_seconds=0.0, verify_seconds=self.price(len(guesses) + 1, len(sequence)), host_seconds=0.0))
            sequence.extend(tokens)
            self.estimator.learn(rounds[-1])
            for drafter in self.drafters.values():
                drafter.learn(rounds[-1])
        return rounds


def round_of(drafted: int, accepted: int, tokens: int | None = None, passes: int = 1) -> Round:
    """A round that drafted and accepted so many, in 1 s of drafting and 2 s of verifying."""
    emitted = accepted + 1 if tokens is None else tokens
    return Round(
        0, Settings(), "model" if drafted else "none", tuple(range(drafted)), accepted, tuple(range(emitted)), ("accepted",) * emitted,
        (0.5,) * emitted, (0.5,) * emitted, (), read=drafted + 1, draft_seconds=1.0, verify_seconds=2.0,
        draft_p=(0.5,) * min(drafted, accepted + 1), passes=passes,
    )  # fmt: skip
