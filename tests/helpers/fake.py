"""A session without a thread or a model: it plays recorded rounds, one when told to, on a clock that it owns."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Sequence

from specdeck.chat.reply import Reply
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings, Stats
from specdeck.engine.messages import (
    Command,
    Counted,
    DrawContinuations,
    DrawingEnded,
    Drawn,
    Failed,
    Generate,
    Load,
    Loaded,
    Measure,
    Measured,
    Message,
    Replied,
    Report,
    Trial,
    Tried,
    Unload,
    Unloaded,
)
from specdeck.engine.round_gate import RoundGate

PAIR = Loaded("toy-target", "/toy/target", ("none", "model", "lookup", "hybrid"), {"mtp": "toy-target has no prediction heads"}, "model", falling_back=("hybrid",))
TEXT = tuple("I found 2 buses from Fresno to Sacramento : one at 8:15 for $40 and one at 10:45 for $38 . Which one do you prefer ?".split())
LUCK = (4, 1, 3, 0, 4, 2)  # guesses that stand, round by round, where k lets so many be made
PLAIN_SECONDS, GUESS_SECONDS, PASS_SECONDS = 0.030, 0.004, 0.034


@dataclass(frozen=True)
class Take:
    """A recorded round: the draft's texts, how many were accepted, and the text of the target's own token."""

    guesses: tuple[str, ...]
    accepted: int
    own: str


TAKES = (
    Take((" is", " your", " destin", "ation"), 0, "What"),
    Take((" is", " your", " destin", "ation"), 4, "?"),
    Take((" I", " found", " 1", " bus"), 2, " 3"),
    Take((" buses", " from", " Fresno", " to"), 4, " Sacramento"),
    Take((":", "\n", "-", " the"), 3, " one"),
    Take((" at", " 7", ":", "30"), 1, " 8"),
    Take((":", "15", " for", " $"), 4, "40"),
    Take(("\n", "-", " one", " at"), 4, " 10"),
    Take((":", "45", ",", " also"), 2, " for"),
    Take((" $", "40", ".", " Which"), 1, "38"),
    Take((".", " Which", " one", " do"), 4, " you"),
    Take((" prefer", "?", "", ""), 1, "?"),
)


def round_of(index: int, take: Take, settings: Settings) -> Round:
    """The event that a recorded round was."""
    plain = settings.drafter == "none" or settings.k == 0
    guesses = () if plain else take.guesses[: settings.k]
    accepted = min(take.accepted, len(guesses))
    own = "plain" if not guesses else "bonus" if accepted == len(guesses) else "recovered"
    tested = min(len(guesses), accepted + 1)
    return Round(
        index=index,
        settings=settings,
        drafter="none" if plain else settings.drafter,
        draft=tuple(range(len(guesses))),
        accepted=accepted,
        tokens=tuple(range(accepted + 1)),
        sources=("accepted",) * accepted + (own,),
        p=(0.81,) * accepted + (0.62,),
        q=(0.74,) * accepted + (None,),
        u=(0.42 if settings.temperature and settings.rule == "probabilistic" else None,) * tested,
        read=len(guesses) + 1,
        draft_seconds=0.002,
        verify_seconds=0.012,
        draft_p=((0.81,) * accepted + (0.08,))[:tested],
        draft_q=(0.74,) * tested,
        top_p=tuple(((at, 0.81), (90, 0.1), (91, 0.05)) for at in range(accepted)) + (((accepted, 0.62), (50 + accepted, 0.08)),),
        top_q=tuple(((at if at < accepted else 50 + at, 0.74), (91, 0.2)) for at in range(tested)),
    )


def names_of(take: Take, event: Round) -> dict[int, str]:
    """The texts of the ids that the event's best tokens hold."""
    names = dict(enumerate((*take.guesses[: event.accepted], take.own))) | {90: " else", 91: " other"}
    if event.accepted < len(event.draft):
        names[50 + event.accepted] = take.guesses[event.accepted]
    return names


def written(take: Take, event: Round, at: float = 0.0) -> Round:
    """The round with its texts."""
    return replace(event, texts=(*take.guesses[: event.accepted], take.own), guesses=take.guesses[: len(event.draft)], names=names_of(take, event), at=at)


def trial_of(command: Trial, began: float, text: tuple[str, ...] = TEXT, slow: float = 1.0) -> Tried:
    """A recording of a text under settings: LUCK guesses stand, a guess and a pass take their time, `slow` times as long."""
    settings, job = command.settings, command.job
    plain = settings.drafter == "none" or settings.k == 0
    at, done, index = began + 0.2, 0, 0
    events: list = [Prefill("target", 0, 12, 0, 0.0, at=began), Prefill("target", 12, 12, 0, 0.2, at=at)]
    stats = Stats()
    text = text[: command.max_tokens]
    while done < len(text):
        take = _take(text, done, 0 if plain else settings.k, 0 if plain else LUCK[index % len(LUCK)])
        event = _numbered(round_of(index, take, settings), done)
        at += (PLAIN_SECONDS if plain else PASS_SECONDS + GUESS_SECONDS * settings.k) * slow
        names = {token: text[token] if token < len(text) else " other" for row in event.top_p for token, _ in row}
        events.append(replace(written(take, event, at), names=names))
        stats = stats.add(event)
        done, index = done + len(event.tokens), index + 1
    stats = replace(stats, decode_seconds=at - began - 0.2, peak_memory_bytes=(5 if plain else 6) * 2**30)
    return Tried(job, settings, (*events, Finish("stop", None, stats, at=at)))


def _take(text: tuple[str, ...], done: int, k: int, luck: int) -> Take:
    """The round that goes on with a text from a place."""
    right = min(k, luck, len(text) - done - 1)
    guesses = [f" {word}" for word in text[done : done + right]] + [" no"] * (k - right)
    return Take(tuple(guesses), right, f" {text[done + right]}")


def _numbered(event: Round, done: int) -> Round:
    """The round with the text's own ids: the places of its words."""
    best = tuple(((done + at, 0.51), (900, 0.49)) for at in range(len(event.tokens)))
    return replace(event, tokens=tuple(range(done, done + len(event.tokens))), top_p=best, top_q=(), logit_type="bfloat16", logit_steps=(2**-5,) * len(best))


class FakeSession:
    """Plays `takes`, round after round, whatever is asked. `play` lets rounds happen; nothing happens by itself."""

    def __init__(self, settings: Settings = Settings(), pair: Loaded | None = PAIR, takes: Sequence[Take] = TAKES) -> None:
        self.settings = settings
        self.gate = RoundGate()
        self.pair = pair
        self.takes = tuple(takes)
        self.sent: list[Command] = []
        self.trials: list[Trial] = []  # not begun yet
        self.drawing: DrawContinuations | None = None  # not begun yet
        self.texts: dict[str, tuple[str, ...]] = {}  # what a drafter's trials write, where it is not TEXT
        self.slow: dict[str, float] = {}  # how many times as long a drafter's rounds take
        self.notes: dict[int, str] = {}  # of rounds, by index
        self.time = 100.0
        self._reports: list[Report] = []
        self._job: Generate | None = None
        self._index = 0
        self._stats = Stats()

    def clock(self) -> float:
        """The time, which moves only when told."""
        return self.time

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """A token a word, once there is a pair."""
        return sum(len(message["content"].split()) for message in messages) if self.pair else None

    def send(self, command: Command) -> None:
        """Loads at once; a reply waits for `play`."""
        self.sent.append(command)
        if isinstance(command, Load) and self.pair:
            self._reports.append(self.pair)
        elif isinstance(command, Unload):
            self.tell(Unloaded())
        elif isinstance(command, Generate):
            self._job, self._index, self._stats = command, 0, Stats()
            self.say(Prefill("target", 12, 12, 0, 0.03, at=self.time))
        elif isinstance(command, Trial):
            self.trials.append(command)
        elif isinstance(command, DrawContinuations):
            self.drawing = command
        elif isinstance(command, Measure):
            self.tell(Measured(command.job, command.tokens, 24.0))

    def stop(self, job: int) -> None:
        """The reply ends; trials that were asked for end before they begin."""
        for command in self.trials:
            self.tell(Tried(command.job, command.settings, (Finish("interrupted", None, Stats(), at=self.time),)))
        self.trials.clear()
        if self.drawing:
            self.tell(DrawingEnded(self.drawing.job))
            self.drawing = None
        if self._job and self._job.job <= job:
            self._end("interrupted")

    def run_trial(self) -> None:
        """The next trial, from beginning to end."""
        command = self.trials.pop(0)
        name = command.settings.drafter
        tried = trial_of(command, self.time, self.texts.get(name, TEXT), self.slow.get(name, 1.0))
        self.time = tried.events[-1].at
        for report in [Replied(command.job, event) for event in tried.events] if command.shown else [Counted(command.job, 3)]:
            self.tell(report)
        self.tell(tried)

    def draw_continuations(self, count: int | None = None) -> None:
        """So many of each side of the drawing, None: all; both of one distribution, the guesses of another."""
        command, rng = self.drawing, random.Random(4)
        for at in range(2 * (count or command.draws)):
            ids, guesses = (tuple(rng.choices((1, 2, 3), weights, k=command.tokens)) for weights in ((5, 3, 2), (2, 3, 5)))
            self.tell(Drawn(command.job, at % 2, ids, guesses, {1: " one", 2: " two", 3: " three"}))
        if count is None:
            self.tell(DrawingEnded(command.job))
            self.drawing = None

    def drain(self) -> list[Report]:
        """What happened since."""
        reports, self._reports = self._reports, []
        return reports

    def tell(self, report: Report) -> None:
        """Report something of the test's own."""
        self._reports.append(report)

    def say(self, event: Event) -> None:
        """Report an event of the reply."""
        self.tell(Replied(self._job.job, event))

    def fail(self, what: str, reason: str) -> None:
        """The engine could not."""
        self._job = None
        self.tell(Failed(what, reason))

    def play(self, rounds: int | None = None, seconds: float = 0.05) -> None:
        """Let rounds happen, `seconds` apart; None: to the end of the recording."""
        count = len(self.takes) - self._index if rounds is None else rounds
        for _ in range(count):
            if self._job is None:
                return
            take = self.takes[self._index % len(self.takes)]
            event = replace(round_of(self._index, take, self.settings), note=self.notes.get(self._index))
            self.time += seconds
            self._index += 1
            self._stats = self._stats.add(event)
            self.say(written(take, event, self.time))
        if rounds is None:
            self._end("stop")

    def _end(self, reason: str) -> None:
        stats = replace(self._stats, decode_seconds=0.05 * self._index)
        self.say(Finish(reason, None, stats, at=self.time))
        self._job = None


FOUR = Take((" a", " b", " c", " d"), 2, " x")


def reply_of(settings: Settings, take: Take = FOUR, **fields: object) -> Reply:
    """A reply of one round."""
    event = replace(round_of(0, take, settings), **fields)
    reply = Reply(1)
    reply.apply(written(take, event))
    return reply
