"""The cost curve: the speed-up that drafting should have at every k, predicted from the costs of a round's parts and the
acceptance, and the speed-up that it has.

The costs: the target's pass by width is timed by itself; drafts, acceptance and the rest (the host's work, the verdict, a reply's
opening) come from calibrating replies at a few k. draft_length.py predicts every k, as it does for `auto` and adaptive k; the
prediction is compared with replies at other k. Calibrating, plain and measured replies alternate, as in a bench. Knows the bench
and pace; prints nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Sequence

from specdeck.decoding import Costs, Pace
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import PLAIN, Finish, Round, Settings

from ..terminal.signals import Signals
from ..terminal.streams import ProgressLine
from .bench_rows import Table
from .bench_schedule import BenchPlan, Turns

WORKLOAD = "story"
KS = (1, 2, 3, 4, 5, 6, 7, 8)
CALIBRATED = (1, 3, 8)
MEASURED = (2, 4, 6)
WARM = 2  # a reply's first rounds, whose draft times count only if there are no others: they may be slow

Reply = tuple[list[Round], Finish]


@dataclass(frozen=True)
class Effort:
    """How much is decoded: prompts of the workload (0: all), tokens per reply at most, turns."""

    prompts: int = 4
    tokens: int = 32
    turns: int = 2


@dataclass(frozen=True)
class Point:
    """One k (0: plain). Seconds per round; `tokens`: predicted per round; `measured`: None if this k was not decoded; `measured_tokens`: per
    round of those replies. Above temperature 0 these have other random draws than those that the prediction is made from, which alone moves
    tokens per round by a tenth in a few hundred tokens."""

    k: int
    draft: float
    verify: float
    host: float
    tokens: float
    predicted: float
    measured: float | None = None
    spread: tuple[float, float] | None = None
    measured_tokens: float | None = None

    @property
    def error(self) -> float | None:
        """The prediction's relative error: how much it is above the measurement, as a share of that."""
        return self.predicted / self.measured - 1 if self.measured else None


def guesser(pair: Any, settings: Settings) -> str | None:
    """The drafter that the curve is about: the one in force, or the one that it delegates to; None if that does not guess in
    every round."""
    drafter = pair.drafters[settings.drafter]
    name = drafter.delegate(settings) or (next(iter(pair.paths), None) if drafter.composed else settings.drafter)
    return name if name in pair.paths else None


def cost_curve(
    pair: Any, settings: Settings, pass_seconds: dict[str, float], signals: Signals, progress: ProgressLine, effort: Effort
) -> list[Point]:
    """A point for plain decoding and for every k. `settings.drafter` must guess in every round; `pass_seconds`: of a bare pass,
    by width."""
    plan = BenchPlan(settings, (WORKLOAD,), MEASURED, (settings.temperature,), (settings.drafter,), effort.turns, effort.prompts, effort.tokens)
    table, pace = Table(), Pace(fading=1.0, memory=None)
    for width, seconds in pass_seconds.items():
        pace.costs.passes.learn(int(width), seconds)
    turns, texts = Turns(pair, plan, table, progress, signals), []
    turns.warm_up()
    for turn in range(effort.turns):
        other = replace(settings, seed=turns.seed(effort.turns + turn))  # other random draws than those that are measured below
        texts += calibrate(pace, pair, other, turns.texts[WORKLOAD], effort.tokens)
        turns.turn(turn)
    rows = {row["k"]: row for row in table.rows()}
    return [_point(pace, settings.drafter, k, texts, rows.get(k)) for k in (0, *KS)]


class Text(NamedTuple):
    """A plain reply: the target's tokens, and those that it emitted (all but an end of turn)."""

    said: int
    emitted: int


def calibrate(pace: Pace, pair: Any, settings: Settings, texts: Sequence[str], tokens: int) -> list[Text]:
    """Learn the costs of a round's parts and the acceptance, from a plain reply to every text and one at each of a few k."""
    who, replies = settings.drafter, {k: [] for k in (0, *CALIBRATED)}
    for text in texts:
        for k, replies_at_k in replies.items():
            replies_at_k.append(_reply(pair, text, replace(settings, drafter=who if k else PLAIN, k=k), tokens))
    for k in CALIBRATED:
        for round_ in (round_ for rounds, _ in replies[k] for round_ in rounds):
            if len(round_.draft) == k:
                pace.costs.drafting(who, reads=round_.index < WARM).learn(k, round_.draft_seconds)
            pace.score(who, round_.accepted, round_.tested)
    for k, replies_at_k in replies.items():
        pace.costs.host.learn(k + 1, _rest(pace.costs, who, replies_at_k))
    return [Text(len(rounds), finish.stats.emitted) for rounds, finish in replies[0]]


def _rest(costs: Costs, drafter: str, replies: Sequence[Reply]) -> float:
    """Seconds per round that are neither draft nor pass. Taken from the replies' whole time, because whole replies are predicted:
    a reply's opening and the machine's slow moments are included."""
    rounds = [round_ for rounds, _ in replies for round_ in rounds]
    known = sum(_known(costs.draft(drafter, len(round_.draft))) + _known(costs.passes.at(round_.read)) for round_ in rounds)
    return (sum(finish.stats.decode_seconds for _, finish in replies) - known) / len(rounds)


def _reply(pair: Any, text: str, settings: Settings, tokens: int) -> Reply:
    """The rounds of a reply from cold caches. Raises LoadError if the drafter fails."""
    from specdeck.decoding import decode

    pair.reset()
    *events, finish = decode(pair, text, settings, max_tokens=tokens)
    assert isinstance(finish, Finish), "the last event of a reply"
    if finish.error:
        raise LoadError(finish.error)
    return [event for event in events if isinstance(event, Round)], finish


def _known(seconds: float | None) -> float:
    assert seconds is not None, "every size was measured before"
    return seconds


def _point(pace: Pace, drafter: str, k: int, texts: Sequence[Text], row: dict[str, Any] | None) -> Point:
    costs, emitted = pace.costs, sum(text.emitted for text in texts)
    rounds = sum(pace.rounds(drafter, k, text.said) for text in texts)
    plain = sum(text.said for text in texts) * _known(costs.round(PLAIN, 0))
    return Point(
        k, _known(costs.draft(drafter, k)), _known(costs.passes.at(k + 1)), _known(costs.host.at(k + 1)), emitted / rounds,
        plain / (rounds * _known(costs.round(drafter, k))), row["speedup"] if row else None, tuple(row["spread"]) if row else None,
        row["tokens_per_round"] if row else None,
    )  # fmt: skip
