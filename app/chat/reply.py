"""A reply as its events build it: tokens, rounds, figures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Iterable, Literal

from specdeck.decoding import Loop, before_loop, find_loop
from specdeck.decoding.text import is_piece, thoughts
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings, Source, Stats

if TYPE_CHECKING:
    from .entries import Asked


WINDOW = 1.0  # seconds that the running rate covers
LEAST = 0.5  # seconds before there is a rate at all: tokens come in bursts
ENOUGH = 16  # tokens from which a pace is meaningful


Origin = Source | Literal["chosen"]  # chosen: inserted by the person
Phase = Literal["waiting", "reading", "writing", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply. `text`: the text that the token completed. `position`: its position in its draft, from 1; 0 for the target's own token.
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


@dataclass
class Reply:
    """What the target writes in answer to one prompt."""

    job: int
    phase: Phase = "waiting"
    tokens: list[Token] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    copied: int = 0  # so many rounds at the beginning are of another reply
    stats: Stats = Stats()
    began: float | None = field(default=None, compare=False)  # when the first token could be written: the prompt is read
    prefill: Prefill | None = None
    finish: Finish | None = None
    failure: str | None = None
    thought: int = 0  # leading tokens that are the model's thinking, up to and including the closing tag
    opening: str = ""  # the marker of the thought that the template opened: the reply begins within it
    opened: bool = False  # the thinking is unfolded
    held: bool = False  # it waited between rounds; a pass after a wait takes longer, so its pace is compared with nothing
    slowed: bool = False  # a pace that was not full held it
    crowd: float | None = field(default=None, compare=False)  # what other programs took of the processors meanwhile, where that was measured
    probe: float | None = field(default=None, compare=False)  # the machine's speed after it, in seconds of a fixed piece of work
    kept: int = 0  # leading tokens copied from another reply, and the token that the person chose
    ended_at: float = field(default=0.0, compare=False)  # when it ended here, seconds since 1970
    prompt_tokens: int = 0
    cached: int = 0  # so many of them were in the target's cache already
    asked: Asked | None = field(default=None, compare=False)
    events: list[Event] = field(default_factory=list)  # all applied ones
    _looked: tuple[int, Stats, tuple[Loop | None, Stats]] | None = field(default=None, compare=False)  # for a loop: in what, and what was found

    @property
    def live(self) -> bool:
        """Whether more tokens may come."""
        return self.phase in ("waiting", "reading", "writing")

    @property
    def undrafted(self) -> bool:
        """Whether it is over and no round drafted, so that it is plain decoding itself."""
        return bool(self.rounds) and not self.live and not self.stats.drafted

    @property
    def text(self) -> str:
        """The source text, as the model wrote it."""
        return "".join(token.text for token in self.tokens)

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(token.id for token in self.tokens)

    @property
    def own_rounds(self) -> list[Round]:
        """The rounds that its figures count: without those of another reply, from which the kept tokens are."""
        return self.rounds[self.copied :]

    @property
    def loop(self) -> Loop | None:
        """The end of it that only repeats itself."""
        return self._looked_for_loop()[0]

    @property
    def telling(self) -> Stats:
        """The stats of the part before its loop, because the loop's pace says nothing of other text. Too short a part cannot be timed: then they
        cover the whole reply."""
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

    def pace_at(self, at: float) -> float | None:
        """Tokens per second over the last WINDOW before a time; None before LEAST seconds."""
        elapsed = at - (at if self.began is None else self.began)
        recent = takewhile(lambda round_: round_.at > at - WINDOW, reversed(self.own_rounds))
        return sum(len(round_.tokens) for round_ in recent) / min(WINDOW, elapsed) if elapsed >= LEAST else None

    @property
    def pace(self) -> float | None:
        """Tokens per second from its first token to its last, or to its loop; None before LEAST seconds."""
        if not self.own_rounds or self.began is None:
            return None
        elapsed = self.rounds[-1].at - self.began
        return self.telling.tokens_per_second or (self.stats.emitted / elapsed if elapsed >= LEAST else None)

    def settings_before(self, index: int) -> Settings | None:
        """The settings of the round before this one, if its own differ."""
        before = self.rounds[index - 1].settings if index else None
        return None if before is None or before == self.rounds[index].settings else before

    @property
    def reason(self) -> str:
        """How it ended; "interrupted" if it did not end by itself."""
        return self.finish.reason if self.finish else "interrupted"

    @property
    def first_token(self) -> float | None:
        """Seconds to the first token: reading the prompt and one round."""
        return next((round_.at - self.events[0].at for round_ in self.own_rounds), None)

    def apply(self, event: Event) -> None:
        """Fold the next event."""
        if isinstance(event, Prefill):
            self._read(event)
        elif isinstance(event, Round):
            self.phase = "writing"
            self.began = event.at if self.began is None else self.began
            self.stats = self.stats.add(event)
            self.rounds.append(event)
            for index in range(len(event.tokens)):
                self._append(_token(event, len(self.rounds) - 1, index))
        else:
            self.phase, self.finish, self.failure = "done", event, event.error
            if event.stats.rounds:  # the engine's own counts
                self.stats = event.stats
            if event.tail and self.tokens:
                self.tokens[-1] = replace(self.tokens[-1], text=self.tokens[-1].text + event.tail)
        self.events.append(event)

    def _read(self, event: Prefill) -> None:
        """The target reads the prompt, or a drafter catches up with the text."""
        self.prefill = event
        if event.who == "target":
            self.prompt_tokens, self.cached = event.total, event.cached
            self.opening = event.opening or self.opening
        if event.chosen is not None and self.tokens:
            name = self.tokens[-1].text
            self.tokens[-1] = replace(self.tokens[-1], text=event.chosen, piece=_piece(name, event.chosen))
        self.stats = self.stats.add(event)
        if self.phase != "writing":
            self.phase, self.began = "reading", event.at

    def branch(self, job: int, at: int, token: Token | None) -> Reply:
        """A reply that begins as this one, with another token at one position; with no token it ends there."""
        last = self.tokens[at - 1].round if at else -1
        kept = [*self.tokens[:at], *([replace(token, round=max(0, last))] if token else [])]
        phase, rounds = "waiting" if token else "done", self.rounds[: last + 1]
        reply = Reply(job, phase, rounds=rounds, copied=len(rounds), opening=self.opening, kept=len(kept), asked=self.asked)
        for kept_token in kept:
            reply._append(kept_token)
        return reply

    def interrupted(self) -> Finish:
        """The end of this reply, as if it were stopped after its last event."""
        at = self.events[-1].at if self.events else 0.0
        began = next((event.at for event in reversed(self.events) if isinstance(event, Prefill)), at)
        return Finish("interrupted", None, replace(self.stats, decode_seconds=at - began if self.stats.rounds else 0.0), at=at)

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


def _token(event: Round, round_: int, index: int) -> Token:
    source, id, text = event.sources[index], event.tokens[index], event.texts[index]
    position, p = index + 1 if source == "accepted" else 0, event.p[index] if event.p else None
    return Token(text, source, round_, position, p, event.q[index], id, _piece(event.names.get(id, ""), text))


def _piece(name: str, text: str) -> str:
    """The name of a token that completed this text, if it is a part of a character."""
    return name if not text or is_piece(name) else ""


def reply_of(events: Iterable[Event]) -> Reply:
    reply = Reply(0)
    for event in events:
        reply.apply(event)
    return reply
