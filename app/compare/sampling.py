"""A running test of equal distributions: continuations drawn plainly and drafted, and the test of them. Part of the deck.

Knows settings, commands and counts; nothing of widgets or models.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from specdeck.decoding.types import Settings

from ..engine.messages import DrawContinuations, DrawingEnded, Drawn, Message
from .equality_test import ENDED, Continuation, EqualityTest, equality_test, tokens_at, widest

DRAWS, TOKENS = 200, 4
MOST_TIMES = 4  # a doubtful test draws more by itself, up to so many times as many
LEAST_DRAWS = 20  # draws per side below which there is no result
WARM = 0.8  # the temperature if the settings have 0, where the texts themselves can be compared
Drafted = Literal["tested", "untested"]


class Sampling:
    """`drawn`: the continuations of plain decoding and of the drafted side; `untested`: the latter as if every guess had been
    accepted, the planted fault that the test must find."""

    def __init__(self, job: int, prompt: str, drafted: Settings, seed: int, draws: int = DRAWS, tokens: int = TOKENS) -> None:
        self.job, self.prompt, self.draws, self.seed = job, prompt, draws, seed
        self.drafted = replace(drafted, temperature=drafted.temperature or WARM)
        self.tokens = max(1, min(tokens, self.drafted.k))
        self.running = True
        self.names: dict[int, str] = {ENDED: "(end)"}
        self.plain: list[Continuation] = []
        self.tested: list[Continuation] = []
        self.untested: list[Continuation] = []
        self.most = MOST_TIMES * draws
        self._results: dict[Drafted, EqualityTest] = {}
        self._command: DrawContinuations | None = None

    def command(self, messages: tuple[Message, ...], thinking: bool | None) -> DrawContinuations:
        """The command to the engine."""
        sides = replace(self.drafted, drafter="none", k=0), self.drafted
        self._command = DrawContinuations(self.job, messages, sides, self.draws, self.tokens, self.seed, thinking)
        return self._command

    def further(self) -> DrawContinuations | None:
        """After a drawing that was not stopped and left the result doubtful, the command that draws as many again; None if it is settled
        or the bound is reached."""
        found, drawn = self.result(), len(self.plain)
        if found is None or found.verdict != "doubtful" or drawn < self.draws or self.draws >= self.most or self._command is None:
            return None
        self.running, self._results, self.draws = True, {}, 2 * self.draws
        return replace(self._command, draws=self.draws - drawn, seed=self.seed + 2 * drawn)

    def apply(self, report: Drawn | DrawingEnded) -> None:
        """Fold a drawn continuation."""
        if report.job != self.job:
            return
        if isinstance(report, DrawingEnded):
            self.running = False
            return
        self.names.update(report.names)
        (self.tested if report.side else self.plain).append(report.ids)
        if report.side:
            self.untested.append(report.untested)

    @property
    def share(self) -> float:
        """The share that is drawn, 0 to 1."""
        return (len(self.plain) + len(self.tested)) / (2 * self.draws)

    def result(self, drafted: Drafted = "tested") -> EqualityTest | None:
        """The test of all continuations; None while they are drawn, or if there are too few."""
        if self.running or min(len(self.plain), len(self.tested)) < LEAST_DRAWS:
            return None
        if drafted not in self._results:
            self._results[drafted] = equality_test(self.plain, getattr(self, drafted))
        return self._results[drafted]

    def widest(self, drafted: Drafted = "tested") -> int:
        """The position at which the sides differ most."""
        return widest(self.plain, getattr(self, drafted))

    @property
    def finds_planted_fault(self) -> bool:
        """Whether the test found the planted fault; if not, more continuations are needed before equality means anything."""
        result = self.result("untested")
        return result is not None and result.verdict == "different"

    def shares(self, position: int, drafted: Drafted, most: int) -> list[tuple[str, float, float]]:
        """The likeliest tokens at a position over both sides: text, share of plain and of drafted continuations. The last row
        holds all others."""
        a, b = tokens_at(self.plain, position), tokens_at(getattr(self, drafted), position)
        of_a, of_b = max(1, a.total()), max(1, b.total())
        both = sorted(a + b, key=lambda token: (-(a + b)[token], token))
        rows = [(self.names.get(token, "?"), a[token] / of_a, b[token] / of_b) for token in both[:most]]
        rest = both[most:]
        if rest:
            rows.append((f"{len(rest)} others", sum(a[token] for token in rest) / of_a, sum(b[token] for token in rest) / of_b))
        return rows
