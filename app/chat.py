"""A conversation as it stands: turns, replies, and the tokens of a reply with where each came from.

Folds the session's reports. Knows nothing of screens, threads or models; whatever is drawn is read from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Mapping

from decoding.stats import Stats
from decoding.types import Finish, Prefill, Round, Settings, Source

from .messages import Ended, Message, Reading, Wrote
from .rates import Rate

Origin = Source | Literal["chosen"]  # chosen: put there by the person
Phase = Literal["waiting", "reading", "writing", "done", "failed"]
THINK, UNTHINK = "<think>", "</think>"


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply. `position`: its place in the draft it was guessed in, from 1; 0 for the target's own. A chosen token
    belongs to the last round before it."""

    text: str
    source: Origin
    round: int  # index into the reply's rounds
    position: int
    p: float
    q: float | None
    id: int = -1


@dataclass(frozen=True, slots=True)
class Step:
    """A round as it is shown: the event, the texts of its guesses, the settings of the round before, if they differ, and the texts
    of the ids among its best tokens."""

    event: Round
    guesses: tuple[str, ...]
    before: Settings | None = None
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass
class Reply:
    """What the target writes in answer to one prompt."""

    job: int
    phase: Phase = "waiting"
    tokens: list[Token] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    stats: Stats = Stats()
    rate: Rate | None = None
    prefill: Prefill | None = None
    finish: Finish | None = None
    failure: str | None = None
    thought: int = 0  # leading tokens that are the model's thinking, its closing tag included
    opened: bool = False  # the thinking is unfolded
    kept: int = 0  # leading tokens taken from another reply, and the one that the person chose

    @property
    def live(self) -> bool:
        """More is to come."""
        return self.phase in ("waiting", "reading", "writing")

    @property
    def text(self) -> str:
        """The source text, as the model wrote it."""
        return "".join(token.text for token in self.tokens)

    def read(self, report: Reading) -> None:
        """The prompt is being read, or a drafter joins."""
        self.prefill = report.event
        self.stats = self.stats.add(report.event)
        if self.phase != "writing":
            self.phase, self.rate = "reading", Rate(report.at)

    def write(self, report: Wrote) -> None:
        """One more round."""
        self.phase = "writing"
        self.rate = self.rate or Rate(report.at)
        self.stats = self.stats.add(report.event)
        self.rate.add(len(report.event.tokens), report.at)
        last = self.steps[-1].event.settings if self.steps else report.event.settings
        before = None if last == report.event.settings else last
        self.steps.append(Step(report.event, tuple(report.guesses), before, report.names))
        for index, text in enumerate(report.texts):
            self._append(_token(report.event, len(self.steps) - 1, index, text))

    def branch(self, job: int, at: int, token: Token | None) -> Reply:
        """Another reply, that begins as this one and has another token at a place, or (None) ends there."""
        last = self.tokens[at - 1].round if at else -1
        kept = [*self.tokens[:at], *([replace(token, round=max(0, last))] if token else [])]
        made = Reply(job, "waiting" if token else "done", steps=self.steps[: last + 1], kept=len(kept))
        for each in kept:
            made._append(each)
        return made

    def end(self, report: Ended) -> None:
        """The last word: the engine's own count, where it has one."""
        self.phase, self.finish = "done", report.event
        self.failure = report.event.error
        if report.event.stats.rounds:
            self.stats = report.event.stats
        if report.tail and self.tokens:
            self.tokens[-1] = replace(self.tokens[-1], text=self.tokens[-1].text + report.tail)

    def fail(self, reason: str) -> None:
        """The engine could not go on."""
        self.phase, self.failure = "failed", reason

    def _append(self, token: Token) -> None:
        self.tokens.append(token)
        tail = "".join(t.text for t in self.tokens[-len(UNTHINK) :])
        if self.thought == 0 and UNTHINK in tail:
            self.thought = len(self.tokens)

    @property
    def thinking(self) -> int:
        """How many leading tokens are thinking: all of them while an opened thought goes on."""
        if self.thought or not self.tokens:
            return self.thought
        head = "".join(token.text for token in self.tokens[: len(THINK)]).lstrip()
        return len(self.tokens) if head.startswith(THINK) else 0


def _token(event: Round, step: int, index: int, text: str) -> Token:
    source = event.sources[index]
    position = index + 1 if source == "accepted" else 0
    return Token(text, source, step, position, event.p[index], event.q[index], event.tokens[index])


@dataclass
class Turn:
    """What a person asked, the answer, and all its branches, the answer among them, where it was continued by hand."""

    prompt: str
    reply: Reply
    branches: list[Reply] = field(default_factory=list)


@dataclass
class Chat:
    """System prompt and turns."""

    system: str | None = None
    turns: list[Turn] = field(default_factory=list)

    @property
    def reply(self) -> Reply | None:
        """The last reply."""
        return self.turns[-1].reply if self.turns else None

    def messages(self) -> tuple[Message, ...]:
        """What the model is to read for the last turn."""
        said: list[Message] = [{"role": "system", "content": self.system}] if self.system else []
        for turn in self.turns:
            said.append({"role": "user", "content": turn.prompt})
            if turn.reply.tokens and turn is not self.turns[-1]:
                said.append({"role": "assistant", "content": turn.reply.text})
        return tuple(said)
