"""A round in slow motion: what is seen of it, moment by moment. Knows rounds and seconds; draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from specdeck.decoding.rules import rule_in_force
from specdeck.decoding.types import Round

from .reply import ShownRound

GUESS, TEST, SLIDE, VERDICT, OWN, END = 0.5, 0.6, 1.2, 0.7, 1.0, 2.0  # seconds
SLIDES = 12  # frames in which u slides to its place


@dataclass(frozen=True, slots=True)
class Moment:
    """`guesses` are on the screen, `tested` of them have a verdict; `testing`: the position whose p and q are compared, with `u`, the
    part of its way that the random number has gone; `own`: the target's own token is there."""

    seconds: float
    guesses: int = 0
    tested: int = 0
    testing: int | None = None
    u: float | None = None
    own: bool = False


def moments(step: ShownRound) -> list[Moment]:
    """All of them, in order: the guesses come, are tested one after the other, and the target's own token ends the round."""
    event = step.event
    made = [Moment(GUESS, guesses=count) for count in range(len(event.draft) + 1)]
    now = Moment(TEST, guesses=len(event.draft))
    for at in range(event.tested):
        now = replace(now, testing=at, u=None)
        made.append(replace(now, seconds=TEST))
        if event.u[at] is not None:
            made += [replace(now, seconds=SLIDE / SLIDES, u=(frame + 1) / SLIDES) for frame in range(SLIDES)]
        now = replace(now, tested=at + 1, u=1.0 if event.u[at] is not None else None)
        made.append(replace(now, seconds=VERDICT))
    last = replace(now, tested=len(event.draft), testing=now.testing)
    made.append(replace(last, seconds=OWN, own=True))
    return [*made, replace(last, seconds=END, own=True)]


def moment_at(made: list[Moment], seconds: float) -> Moment:
    """The moment at a time; the last one from its beginning on."""
    for moment in made[:-1]:
        seconds -= moment.seconds
        if seconds < 0:
            return moment
    return made[-1]


def rule_words(event: Round) -> str:
    """When the rule of a round accepts a guess, in a line."""
    return rule_in_force(event.settings.rule, event.settings.temperature).summary
