"""A round in slow motion, as a list of moments. Knows rounds and seconds; draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate

from specdeck.decoding.rules import rule_in_force
from specdeck.decoding.types import Round

from .reply import ShownRound

GUESS, TEST, SLIDE, VERDICT, OWN, END = 0.5, 0.6, 1.2, 0.7, 1.0, 2.0  # seconds of each kind of moment
EDGE = 1e-6  # seconds into a moment: sums of times are not exact
SLIDES = 12  # frames in which u slides to its place


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown at one moment: the number of `guesses`; how many of them are `tested`; `testing`, the position whose p and q
    are compared; `u`, how far the random number has slid, 0 to 1; `own`: whether the target's own token is shown."""

    seconds: float
    guesses: int = 0
    tested: int = 0
    testing: int | None = None
    u: float | None = None
    own: bool = False


def moments(step: ShownRound) -> list[Moment]:
    """The round's moments in order: the guesses appear, each is tested, and the target's own token ends the round."""
    event = step.event
    played = [Moment(GUESS, guesses=count) for count in range(len(event.draft) + 1)]
    now = Moment(TEST, guesses=len(event.draft))
    for at in range(event.tested):
        now = replace(now, testing=at, u=None)
        played.append(replace(now, seconds=TEST))
        if event.u[at] is not None:
            played += [replace(now, seconds=SLIDE / SLIDES, u=(frame + 1) / SLIDES) for frame in range(SLIDES)]
        now = replace(now, tested=at + 1, u=1.0 if event.u[at] is not None else None)
        played.append(replace(now, seconds=VERDICT))
    last = replace(now, tested=len(event.draft), testing=now.testing)
    played.append(replace(last, seconds=OWN, own=True))
    return [*played, replace(last, seconds=END, own=True)]


def moment_at(played: list[Moment], seconds: float) -> Moment:
    """The moment at a time, in seconds; after the end the last one."""
    for moment in played[:-1]:
        seconds -= moment.seconds
        if seconds < 0:
            return moment
    return played[-1]


def stops(played: list[Moment]) -> list[float]:
    """The times at which one steps through the moments, in seconds: the beginning of each, and of a slide its end alone."""
    begins = accumulate((moment.seconds for moment in played[:-1]), initial=0.0)
    return [at + EDGE for at, moment in zip(begins, played) if moment.u in (None, 1.0)]


def rule_words(event: Round) -> str:
    """The condition under which the round's rule accepts a guess, in a line."""
    return rule_in_force(event.settings.rule, event.settings.temperature).summary
