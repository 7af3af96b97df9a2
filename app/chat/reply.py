"""A reply as its reports build it: tokens, rounds, figures."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Iterable, Literal, Mapping

from specdeck.decoding import Loop, before_loop, find_loop
from specdeck.decoding.text import cut_at_stop, is_piece, thoughts
from specdeck.decoding.types import Finish, Prefill, Round, Settings, Source, Stats

from ..engine.reply_reports import Ended, PromptRead, Wrote

if TYPE_CHECKING:
    from .entries import Asked


WINDOW = 1.0  # seconds that the running rate covers
LEAST = 0.5  # seconds before there is a rate at all: tokens come in bursts
ENOUGH = 16  # tokens from which a pace is meaningful


class Rate:
    """Tokens per second, from counts and the times at which they arrived."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.total = 0
        self.last = began
        self._recent: deque[tuple[float, int]] = deque()
        self._recent_tokens = 0  # in `_recent`

    def add(self, tokens: int, at: float) -> None:
        self.total += tokens
        self.last = at
        self._recent.append((at, tokens))
        self._recent_tokens += tokens
        self._forget(at)

    def now(self, at: float) -> float | None:
        """Tokens per second over the last WINDOW; None before LEAST seconds."""
        self._forget(at)
        elapsed = at - self.began
        return self._recent_tokens / min(WINDOW, elapsed) if elapsed >= LEAST else None

    def overall(self) -> float | None:
        """Tokens per second from the beginning to the last token; None before LEAST seconds."""
        elapsed = self.last - self.began
        return self.total / elapsed if elapsed >= LEAST else None

    def _forget(self, at: float) -> None:
        while self._recent and self._recent[0][0] <= at - WINDOW:
            self._recent_tokens -= self._recent.popleft()[1]


Origin = Source | Literal["chosen"]  # chosen: inserted by the person
Phase = Literal["waiting", "reading", "writing", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply. `text`: what it completed; `position`: its position in the draft that guessed it, from 1; 0 for the target's own;
    `piece`: its bytes, if it is a part of a character. A chosen token belongs to the last round before it."""

    text: str
    source: Origin
    round: int  # index of the reply's round
    position: int
    p: float | None  # None where mlx-lm wrote it
    q: float | None
    id: int = -1
    piece: str = ""

    @property
    def name(self) -> str:
        """What it is called by itself."""
        return self.piece or self.text


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round as screens show it: the event, the names of its guesses, the previous round's settings if they differ, and the
    names of the ids among its best tokens and of its last token."""

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
    steps: list[ShownRound] = field(default_factory=list)
    stats: Stats = Stats()
    rate: Rate | None = field(default=None, compare=False)
    prefill: Prefill | None = None
    finish: Finish | None = None
    failure: str | None = None
    thought: int = 0  # leading tokens that are the model's thinking, up to and including the closing tag
    opening: str = ""  # the marker of the thought that the template opened: the reply begins within it
    opened: bool = False  # the thinking is unfolded
    held: bool = False  # it waited between rounds; a pass after a wait takes longer, so its pace is compared with nothing
    slowed: bool = False  # a pace that was not full held it
    probe: float | None = field(default=None, compare=False)  # the machine's speed after it, in seconds of a fixed piece of work
    kept: int = 0  # leading tokens copied from another reply, and the one that the person chose
    stop: tuple[str, ...] = ()  # strings that end the text; once the reply is over, they and what follows are cut
    prompt_tokens: int = 0
    cached: int = 0  # so many of them were in the target's cache already
    asked: Asked | None = field(default=None, compare=False)
    reports: list[PromptRead | Wrote | Ended] = field(default_factory=list)  # every report that was applied
    _looked: tuple[int, Stats, tuple[Loop | None, Stats]] | None = field(default=None, compare=False)  # for a loop: in what, and what was found

    @property
    def live(self) -> bool:
        """Whether more tokens may come."""
        return self.phase in ("waiting", "reading", "writing")

    @property
    def text(self) -> str:
        """The source text, as the model wrote it."""
        return "".join(token.text for token in self.tokens)

    @property
    def said(self) -> str:
        """The text with the marker of a thought that the template opened, so that it is read again as it was written."""
        return self.opening + self.text

    @property
    def texts(self) -> list[str]:
        return [token.text for token in self.tokens]

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(token.id for token in self.tokens)

    @property
    def rounds(self) -> list[Round]:
        return [step.event for step in self.steps]

    @property
    def own_rounds(self) -> list[Round]:
        """The rounds that its figures count: without those of another reply, from which the kept tokens are."""
        return [report.event for report in self.reports if isinstance(report, Wrote)]

    @property
    def loop(self) -> Loop | None:
        """The end of it that only repeats itself."""
        return self._looked_for_loop()[0]

    @property
    def telling(self) -> Stats:
        """The stats of what is before its loop, whose pace says nothing of other text; of the whole reply, where that is too short to be timed."""
        return self._looked_for_loop()[1]

    @property
    def only_loops(self) -> bool:
        """Whether too little is before its loop for any figure."""
        return self.loop is not None and self.telling is self.stats

    def _looked_for_loop(self) -> tuple[Loop | None, Stats]:
        seen = len(self.tokens), self.stats
        if self._looked is None or self._looked[0] != seen[0] or self._looked[1] is not seen[1]:
            loop = find_loop(self.ids)
            before = before_loop(self.stats, self.own_rounds, max(0, loop.start - self.kept) if loop else None)
            self._looked = (*seen, (loop, before if before.emitted >= ENOUGH else self.stats))
        return self._looked[2]

    @property
    def copied(self) -> int:
        """How many rounds are of another reply, before its own."""
        return len(self.steps) - len(self.own_rounds)

    @property
    def reason(self) -> str:
        """How it ended; "interrupted" if it did not end by itself."""
        return self.finish.reason if self.finish else "interrupted"

    @property
    def times(self) -> list[float]:
        """The end of each round, in seconds from the first report (the reading of the prompt)."""
        return [report.at - self.reports[0].at for report in self.reports if isinstance(report, Wrote)]

    @property
    def first_token(self) -> float | None:
        """Seconds to the first token: reading the prompt and one round."""
        return next(iter(self.times), None)

    def apply(self, report: PromptRead | Wrote | Ended) -> None:
        {PromptRead: self.read, Wrote: self.write, Ended: self.end}[type(report)](report)
        self.reports.append(report)

    def read(self, report: PromptRead) -> None:
        """The target reads the prompt, or a drafter catches up with the text."""
        self.prefill = report.event
        if report.event.who == "target":
            self.prompt_tokens, self.cached = report.event.total, report.event.cached
            self.opening = report.event.opening or self.opening
        if report.chosen is not None and self.tokens:
            name = self.tokens[-1].text
            self.tokens[-1] = replace(self.tokens[-1], text=report.chosen, piece=_piece(name, report.chosen))
        self.stats = self.stats.add(report.event)
        if self.phase != "writing":
            self.phase, self.rate = "reading", Rate(report.at)

    def write(self, report: Wrote) -> None:
        self.phase = "writing"
        self.rate = self.rate or Rate(report.at)
        self.stats = self.stats.add(report.event)
        self.rate.add(len(report.event.tokens), report.at)
        last = self.steps[-1].event.settings if self.steps else report.event.settings
        before = None if last == report.event.settings else last
        own = {report.event.tokens[-1]: report.texts[-1]} if report.texts else {}
        self.steps.append(ShownRound(report.event, tuple(report.guesses), before, {**own, **report.names}))
        for index, text in enumerate(report.texts):
            self._append(_token(report, len(self.steps) - 1, index, text))

    def branch(self, job: int, at: int, token: Token | None) -> Reply:
        """A reply that begins as this one, with another token at one position; with no token it ends there."""
        last = self.tokens[at - 1].round if at else -1
        kept = [*self.tokens[:at], *([replace(token, round=max(0, last))] if token else [])]
        phase, steps = "waiting" if token else "done", self.steps[: last + 1]
        reply = Reply(job, phase, steps=steps, opening=self.opening, kept=len(kept), asked=self.asked)
        for kept_token in kept:
            reply._append(kept_token)
        return reply

    def end(self, report: Ended) -> None:
        """The reply is over. The engine's own counts replace the sum over rounds, where it has any."""
        self.phase, self.finish = "done", report.event
        self.failure = report.event.error
        if report.event.stats.rounds:
            self.stats = report.event.stats
        if report.tail and self.tokens:
            self.tokens[-1] = replace(self.tokens[-1], text=self.tokens[-1].text + report.tail)
        if self.stop:
            self._cut()

    def _cut(self) -> None:
        """Cut a stop string and what follows it; the token in which it begins keeps the text before it."""
        texts = cut_at_stop(self.texts, self.stop)
        self.tokens = [replace(token, text=text) for token, text in zip(self.tokens, texts)]
        self.stats = replace(self.stats, emitted=len(texts))

    def fail(self, reason: str) -> None:
        self.phase, self.failure = "failed", reason

    def _append(self, token: Token) -> None:
        self.tokens.append(token)
        if self.thought == 0:
            last = [each.text for each in self.tokens[-thoughts.LONGEST :]]
            if thoughts.ends(last, opened=False) or (thoughts.ends(last, opened=True) and self._opens_a_thought()):
                self.thought = len(self.tokens)

    @property
    def thinking(self) -> int:
        """How many leading tokens are thinking: all of them until the closing tag."""
        if self.thought or not self.tokens:
            return self.thought
        return len(self.tokens) if self._opens_a_thought() else 0

    def _opens_a_thought(self) -> bool:
        return bool(self.opening) or thoughts.begins("".join(token.text for token in self.tokens[: thoughts.LONGEST]))


def _token(report: Wrote, step: int, index: int, text: str) -> Token:
    event = report.event
    source, id = event.sources[index], event.tokens[index]
    position, p = index + 1 if source == "accepted" else 0, event.p[index] if event.p else None
    return Token(text, source, step, position, p, event.q[index], id, _piece(report.names.get(id, ""), text))


def _piece(name: str, text: str) -> str:
    """The name of a token that completed this text, if it is a part of a character."""
    return name if not text or is_piece(name) else ""


def reply_of(reports: Iterable[PromptRead | Wrote | Ended], stop: tuple[str, ...] = ()) -> Reply:
    reply = Reply(0, stop=stop)
    for report in reports:
        reply.apply(report)
    return reply
