"""What drafting should gain on a loaded pair, predicted from what passes, drafts and the rest of a round cost: a drafter's speed-up at every k, and
lookup's on sample texts. Both are held against replies. Prints nothing."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from specdeck.decoding import Costs, Curve, RateEstimator, common_prefix
from specdeck.decoding.types import LOOKUP, PLAIN, Finish, Round, Settings

from ..budget import Amounts, Budget, Sayer, Steps
from .bench_turns import BenchPlan, Table, Turns, prompts

if TYPE_CHECKING:
    from ..engine.engine import Engine

# The cost curve: the speed-up that drafting should have at every k, predicted from the costs of a round's parts and the
# acceptance, and the speed-up that it has.
#
# The costs: the target's pass by width is timed by itself; drafts, acceptance and the rest (the host's work, the verdict, a reply's
# opening) come from calibrating replies at a few k. adaptive.py predicts every k, as it does for `auto` and adaptive k; the
# prediction is compared with replies at other k. Calibrating, plain and measured replies alternate, as in a bench.

WORKLOAD = "story"
KS, CALIBRATED, MEASURED = (1, 2, 3, 4, 5, 6, 7, 8), (1, 3, 8), (2, 4, 6)
WARM = 2  # a reply's first rounds, whose draft times count only if there are no others: they may be slow
AMOUNTS, LEAST = Amounts(prompts=4, runs=2, tokens=32), Amounts(1, 1, 16)  # what is decoded for the curve, and what has to be

Reply = tuple[list[Round], Finish]


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
    doubtful: str | None = None

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


def curve_seconds(amounts: Amounts, step: float) -> float:
    """What `cost_curve` takes, by the seconds of a plain step: replies at the calibrated and at the measured ks, and plain ones beside both."""
    return len((0, *CALIBRATED, 0, *MEASURED)) * amounts.prompts * amounts.runs * amounts.tokens * step


def cost_curve(engine: Engine, settings: Settings, pass_seconds: dict[str, float], progress: Sayer, effort: Amounts, budget: Budget = Budget(0)) -> list[Point]:
    """A point for plain decoding and for every k. `settings.drafter` must guess in every round; `pass_seconds`: of a bare pass,
    by width. A doubtful point is measured again while the budget has time for it."""
    began = time.perf_counter()
    plan = BenchPlan(settings, (WORKLOAD,), MEASURED, (settings.temperature,), (settings.drafter,), effort.runs, effort.prompts, effort.tokens)
    table, estimator = Table(), RateEstimator(fading=1.0, memory=None)
    for width, seconds in pass_seconds.items():
        estimator.costs.passes.learn(int(width), seconds)
    turns, texts = Turns(engine, plan, table, progress), []
    turns.warm_up()
    for turn in range(effort.runs):
        other = replace(settings, seed=turns.seed(effort.runs + turn))  # other random draws than those that are measured below
        texts += calibrate(estimator, engine, other, turns.texts[WORKLOAD], effort.tokens)
        turns.turn(turn)
    turns.again(lambda: budget.seconds - (time.perf_counter() - began))
    rows = {row["k"]: row for row in table.rows()}
    return [_point(estimator, settings.drafter, k, texts, rows.get(k)) for k in (0, *KS)]


class Text(NamedTuple):
    """A plain reply: the target's tokens, and those that it emitted (all but an end of turn)."""

    said: int
    emitted: int


def calibrate(estimator: RateEstimator, engine: Engine, settings: Settings, texts: Sequence[str], tokens: int) -> list[Text]:
    """Learn the costs of a round's parts and the acceptance, from a plain reply to every text and one at each of a few k."""
    who, replies = settings.drafter, {k: [] for k in (0, *CALIBRATED)}
    for text in texts:
        for k, replies_at_k in replies.items():
            replies_at_k.append(engine.whole_reply(text, replace(settings, drafter=who if k else PLAIN, k=k), tokens))
    for k in CALIBRATED:
        for round_ in (round_ for rounds, _ in replies[k] for round_ in rounds):
            if len(round_.draft) == k:
                estimator.costs.drafting(who, reads=round_.index < WARM).learn(k, round_.draft_seconds)
            estimator.score(who, round_.accepted, round_.tested)
    for k, replies_at_k in replies.items():
        estimator.costs.host.learn(k + 1, _rest(estimator.costs, who, replies_at_k))
    return [Text(len(rounds), finish.stats.emitted) for rounds, finish in replies[0]]


def _rest(costs: Costs, drafter: str, replies: Sequence[Reply]) -> float:
    """Seconds per round that are neither draft nor pass. Taken from the replies' whole time, because whole replies are predicted:
    a reply's opening and the machine's slow moments are included."""
    rounds = [round_ for rounds, _ in replies for round_ in rounds]
    known = sum(_known(costs.draft(drafter, len(round_.draft))) + _known(costs.passes.at(round_.read)) for round_ in rounds)
    return (sum(finish.stats.decode_seconds for _, finish in replies) - known) / len(rounds)


def _known(seconds: float | None) -> float:
    assert seconds is not None, "every size was measured before"
    return seconds


def _point(estimator: RateEstimator, drafter: str, k: int, texts: Sequence[Text], row: dict[str, Any] | None) -> Point:
    costs, emitted = estimator.costs, sum(text.emitted for text in texts)
    rounds = sum(estimator.rounds(drafter, k, text.said) for text in texts)
    plain = sum(text.said for text in texts) * _known(costs.round(PLAIN, 0))
    parts = _known(costs.draft(drafter, k)), _known(costs.passes.at(k + 1)), _known(costs.host.at(k + 1))
    point = Point(k, *parts, emitted / rounds, plain / (rounds * _known(costs.round(drafter, k))))
    return replace(point, measured=row["speedup"], spread=tuple(row["spread"]), measured_tokens=row["tokens_per_round"], doubtful=row["doubtful"]) if row else point


# What lookup should gain: it is replayed on what the target writes by itself, and each round costs what a pass of its width does. Only plain
# replies to sample prompts are decoded for it; then it is held against replies that lookup drafted.

LOOKUP_TEXTS = ("edit", "story", "echo")  # workloads: a text to change, one to invent, one to copy
LOOKUP_KS = (2, 4, 8)
LOOKUP_AMOUNTS, LEAST_LOOKUP = Amounts(len(LOOKUP_TEXTS), 2, 64), Amounts(len(LOOKUP_TEXTS), 1, 24)  # prompts, one a workload; runs; tokens of a reply
PROMPT, CHUNK = 150, 16  # tokens of a prompt, about; of a pass whose cost tells what reading takes
READING = 2 * PROMPT / CHUNK  # plain steps that reading a prompt takes, where that cost is not known


@dataclass(frozen=True, slots=True)
class LookupPoint:
    """Lookup at one k on one text. `predicted`, `measured`: the speed-up over plain decoding; `measured` None where it was not decoded."""

    workload: str
    k: int
    tokens: float
    acceptance_rate: float | None
    predicted: float
    measured: float | None = None

    @property
    def error(self) -> float | None:
        """The prediction's relative error, as a share of what was measured."""
        return self.predicted / self.measured - 1 if self.measured else None


class Replayed(NamedTuple):
    """A round that lookup would have had."""

    drafted: int
    accepted: int


class PlainReply(NamedTuple):
    """What the target wrote by itself: token ids of the prompt and of the reply, with its end of turn if it has one; the tokens that it might
    have had at most; and the seconds of a round."""

    prompt: list[int]
    text: list[int]
    most: int
    step: float


def plain_reply(engine: Engine, prompt: str, tokens: int, steps: Steps) -> PlainReply:
    """What the target writes to this prompt by itself, in at most so many tokens. Raises LoadError if it fails."""
    steps.say()
    rounds, finish = engine.whole_reply(prompt, Settings(drafter=PLAIN, k=0), tokens)
    sequence = list(engine.pair.target.sequence)
    start = len(sequence) - len(rounds)
    return PlainReply(sequence[:start], sequence[start:], tokens, finish.stats.decode_seconds / max(1, len(rounds)))


def replayed(drafter: Any, plain: PlainReply, settings: Settings) -> list[Replayed]:
    """The rounds in which lookup would have written this reply. `drafter`: the pair's lookup, which is empty afterwards."""
    sequence, text, rounds, at = list(plain.prompt), plain.text, [], 0
    drafter.reset()
    drafter.begin(sequence, 0)
    while at < len(text):
        room = min(settings.k, settings.lookup_max, plain.most - at - 1)
        guess = drafter.guess(sequence, room, settings.lookup_min) if room > 0 else []
        accepted = common_prefix(guess, text[at:])
        rounds.append(Replayed(len(guess), accepted))
        sequence += text[at : at + accepted + 1]
        at += accepted + 1
    drafter.reset()
    return rounds


def drafted_seconds(rounds: Sequence[Replayed], plain: PlainReply, passes: Curve) -> float:
    """What these rounds take but for the guessing: each a plain round, and what its pass costs more than one over a single token."""
    return len(rounds) * plain.step + sum((passes.at(1 + drafted) or 0.0) - (passes.at(1) or 0.0) for drafted, _ in rounds)


def predicted(drafter: Any, workload: str, k: int, plain: PlainReply, passes: Curve) -> LookupPoint:
    """Lookup's speed-up on this text."""
    start = time.perf_counter()
    rounds = replayed(drafter, plain, Settings(drafter=LOOKUP, k=k))
    guessing = time.perf_counter() - start
    drafted, accepted = (sum(column) for column in zip(*rounds))
    speedup = len(plain.text) * plain.step / (drafted_seconds(rounds, plain, passes) + guessing)
    return LookupPoint(workload, k, len(plain.text) / len(rounds), accepted / drafted if drafted else None, speedup)


def lookup_seconds(amounts: Amounts, reading: float, step: float) -> float:
    """What `predictions` takes, by the seconds of reading a prompt and of a plain step: a plain reply to every prompt, and to one of them as many plain
    ones as with lookup."""
    return (amounts.prompts + 2 * amounts.runs - 1) * (reading + amounts.tokens * step)


def predictions(engine: Engine, passes: Curve, budget: Budget, steps: Steps) -> list[LookupPoint]:
    """Lookup at every k on a text of each workload, as long as the budget allows; where it should gain most it is measured, beside plain
    replies in turn. Raises LoadError if a reply fails."""
    step, reading = passes.at(1) or 0.0, (passes.at(CHUNK) or 0.0) / CHUNK * PROMPT
    amounts = budget.amounts(LOOKUP_AMOUNTS, LEAST_LOOKUP, lambda some: lookup_seconds(some, reading, step))
    drafter = engine.pair.drafters[LOOKUP]
    texts = {name: plain_reply(engine, prompts(name, 1)[0], amounts.tokens, steps) for name in LOOKUP_TEXTS[: amounts.prompts]}
    points = [predicted(drafter, name, k, plain, passes) for name, plain in texts.items() for k in LOOKUP_KS if plain.text]
    best = max(points, key=lambda point: point.predicted, default=None)
    if best is None:
        return []
    [prompt], plain = prompts(best.workload, 1), texts[best.workload]
    plainly, drafted = [plain.step], []
    for run in range(amounts.runs):
        plainly += [plain_reply(engine, prompt, amounts.tokens, steps).step] if run else []
        steps.say()
        drafted.append(engine.whole_reply(prompt, Settings(drafter=LOOKUP, k=best.k), amounts.tokens)[1].stats.decode_seconds)
    measured = statistics.median(plainly) * len(plain.text) / statistics.median(drafted)
    return [replace(point, measured=measured) if point is best else point for point in points]
