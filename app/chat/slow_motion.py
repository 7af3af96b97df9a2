"""A round in slow motion, as a list of moments. It is played in a box, or live in a reply that is written slowly."""

from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import Literal

from specdeck.decoding.types import Round

from ..engine.session import RoundGate
from .reply import Reply
from .wording import verdicts

GUESS, TEST, SLIDE, VERDICT, OWN, END = 0.5, 0.6, 1.2, 0.7, 1.0, 2.0  # seconds of each kind of moment
EDGE = 1e-6  # seconds into a moment: sums of times are not exact
SLIDES = 12  # frames in which u slides to its place
LEAST, STEPPED = 0.15, 2.0  # seconds for which a live round is played, at least, and at most where a paused reply writes one round

Look = Literal["pending", "accepted", "ghost", "dropped", "plain"]  # names of styles
LOOK_OF: dict[str, Look] = {"accepted": "accepted", "rejected": "ghost", "dropped": "dropped", "untested": "plain"}


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown at one moment: `guesses` of which `tested` have a verdict. `testing`: the position whose p and q are compared. `u`: how far the
    random number has slid, 0 to 1. `own`: whether the target's own token is shown."""

    seconds: float
    guesses: int = 0
    tested: int = 0
    testing: int | None = None
    u: float | None = None
    own: bool = False


def moments(round_: Round) -> list[Moment]:
    """The round's moments in order: the guesses appear, each is tested, and the target's own token ends the round."""
    played = [Moment(GUESS, guesses=count) for count in range(len(round_.draft) + 1)]
    now = Moment(TEST, guesses=len(round_.draft))
    for at in range(round_.tested):
        now = replace(now, testing=at, u=None)
        played.append(replace(now, seconds=TEST))
        if round_.u[at] is not None:
            played += [replace(now, seconds=SLIDE / SLIDES, u=(frame + 1) / SLIDES) for frame in range(SLIDES)]
        now = replace(now, tested=at + 1, u=1.0 if round_.u[at] is not None else None)
        played.append(replace(now, seconds=VERDICT))
    last = replace(now, tested=len(round_.draft), testing=now.testing)
    played.append(replace(last, seconds=OWN, own=True))
    return [*played, replace(last, seconds=END, own=True)]


def guess_looks(round_: Round, moment: Moment) -> list[Look]:
    """How each guess that is there looks at a moment: grey until it is tested, then as its verdict says."""
    words = verdicts(round_)[: moment.guesses]
    return [LOOK_OF[word] if at < moment.tested else "pending" for at, word in enumerate(words)]


def moment_at(played: list[Moment], seconds: float) -> Moment:
    """The moment at a time, in seconds; after the end the last one."""
    for moment in played[:-1]:
        seconds -= moment.seconds
        if seconds < 0:
            return moment
    return played[-1]


def stops(played: list[Moment]) -> list[float]:
    """Return the times of the stops for stepping, in seconds: the beginning of each moment. Of a slide, only the last moment is a stop."""
    begins = accumulate((moment.seconds for moment in played[:-1]), initial=0.0)
    return [at + EDGE for at, moment in zip(begins, played) if moment.u in (None, 1.0)]


@dataclass(frozen=True, slots=True)
class LiveRound:
    """The last round of a reply that is written slowly. It is played guess by guess from `began` on, for `seconds`, on the session's clock."""

    reply: Reply
    index: int  # of the reply's rounds
    began: float
    seconds: float

    def moment(self, at: float) -> Moment | None:
        """Its moment at a time; None once the target's own token is there."""
        played = [*takewhile(lambda moment: not moment.own, moments(self.reply.rounds[self.index]))]
        whole = sum(moment.seconds for moment in played)
        shown = (at - self.began) * whole / self.seconds
        return moment_at(played, shown) if shown < whole else None


def live_round(reply: Reply, gate: RoundGate, at: float) -> LiveRound | None:
    """Return the reply's last round, to be played from now on. Return None if it has no draft, or the next round comes too soon."""
    round_ = reply.rounds[-1]
    whole = sum(moment.seconds for moment in moments(round_) if not moment.own)
    most = STEPPED if gate.paused else gate.pace.wait(len(round_.tokens), round_.seconds)
    return LiveRound(reply, len(reply.rounds) - 1, at, min(whole, most)) if round_.draft and most >= LEAST else None
