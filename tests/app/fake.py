"""A session without a thread or a model: it plays recorded rounds, one when told to, on a clock that it owns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Sequence

from app.messages import (
    Command, Ended, Failed, Generate, Load, Loaded, Measure, Measured, Reading, Report, Unload, Unloaded, Wrote,
)  # fmt: skip
from decoding.stats import Stats
from decoding.types import Finish, Prefill, Round, Settings

PAIR = Loaded("toy-target", "/toy/target", ("none", "model", "lookup", "hybrid"), {"mtp": "toy-target has no prediction heads"}, "model")


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


class FakeSession:
    """Plays `takes`, round after round, whatever is asked. `play` lets rounds happen; nothing happens by itself."""

    def __init__(self, settings: Settings = Settings(), pair: Loaded | None = PAIR, takes: Sequence[Take] = TAKES) -> None:
        self.settings = settings
        self.pair = pair
        self.takes = tuple(takes)
        self.sent: list[Command] = []
        self.time = 100.0
        self._reports: list[Report] = []
        self._job: Generate | None = None
        self._index = 0
        self._stats = Stats()

    def clock(self) -> float:
        """The time, which moves only when told."""
        return self.time

    def send(self, command: Command) -> None:
        """Loads at once; a reply waits for `play`."""
        self.sent.append(command)
        if isinstance(command, Load) and self.pair:
            self._reports.append(self.pair)
        elif isinstance(command, Unload):
            self.tell(Unloaded())
        elif isinstance(command, Generate):
            self._job, self._index, self._stats = command, 0, Stats()
            self.tell(Reading(command.job, Prefill("target", 12, 12, 0, 0.03), self.time))
        elif isinstance(command, Measure):
            self.tell(Measured(command.job, command.tokens, 24.0))

    def stop(self, job: int) -> None:
        """The reply ends."""
        if self._job and self._job.job <= job:
            self._end("interrupted")

    def drain(self) -> list[Report]:
        """What happened since."""
        reports, self._reports = self._reports, []
        return reports

    def tell(self, report: Report) -> None:
        """Report something of the test's own."""
        self._reports.append(report)

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
            event = round_of(self._index, take, self.settings)
            texts = (*take.guesses[: event.accepted], take.own)
            self.time += seconds
            self._index += 1
            self._stats = self._stats.add(event)
            self.tell(Wrote(self._job.job, event, texts, take.guesses[: len(event.draft)], self.time, names_of(take, event)))
        if rounds is None:
            self._end("stop")

    def _end(self, reason: str) -> None:
        stats = replace(self._stats, decode_seconds=0.05 * self._index)
        self.tell(Ended(self._job.job, Finish(reason, None, stats), "", self.time))
        self._job = None
