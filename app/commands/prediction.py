"""Predictions of drafting's gain on a loaded pair, from the costs of passes, drafts and the rest of a round. They cover a drafter's speed-up at every
k, and lookup's on sample texts. Both are held against replies. Prints nothing."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from specdeck.decoding import Curve, RateEstimator, common_prefix
from specdeck.decoding.types import LOOKUP, PLAIN, Finish, Round, Settings

from ..budget import Amounts, Budget, Sayer
from ..compare.timed_replies import show_progress
from .bench_rows import Bench, BenchPlan, prompts

if TYPE_CHECKING:
    from ..engine.engine import Engine

# The cost curve holds two speed-ups by k. The predicted speed-up follows from the costs of a round's parts and the acceptance. The other speed-up
# is measured.
#
# The target's pass by width is timed alone. Calibrating replies at a few k give drafts, acceptance and the rest: the host's work, the verdict, the
# opening. The module adaptive.py predicts every k, as it does for `auto` and adaptive k. The prediction is compared with replies at other k.
# Calibrating, plain and measured replies alternate, as in a bench.

WORKLOAD = "story"
KS, CALIBRATED, MEASURED = (1, 2, 3, 4, 5, 6, 7, 8), (1, 3, 8), (2, 4, 6)
WARM = 2  # a reply's first rounds, whose draft times count only if there are no others: they may be slow
AMOUNTS, LEAST = Amounts(prompts=4, runs=2, tokens=32), Amounts(1, 1, 16)  # what is decoded for the curve, and what has to be

Reply = tuple[list[Round], Finish]
Point = dict[str, Any]  # of a curve, as doctor --json has it


def guesser(pair: Any, settings: Settings) -> str | None:
    """The curve's drafter: the drafter in force, or its delegate; None if that does not guess in every round."""
    drafter = pair.drafters[settings.drafter]
    name = drafter.delegate(settings) or (next(iter(pair.paths), None) if drafter.composed else settings.drafter)
    return name if name in pair.paths else None


def curve_seconds(amounts: Amounts, step: float) -> float:
    """Return the seconds that `cost_curve` takes, by the seconds of a plain step. It decodes replies at the calibrated and measured ks, and plain
    replies beside both."""
    return len((0, *CALIBRATED, 0, *MEASURED)) * amounts.prompts * amounts.runs * amounts.tokens * step


def cost_curve(engine: Engine, settings: Settings, pass_seconds: Mapping[str, float], progress: Sayer, effort: Amounts, budget: Budget = Budget(0)) -> list[Point]:
    """Return a point for plain decoding (k 0) and for every k. It holds the seconds of a round's parts, its `tokens`, and the `predicted` speed-up.
    Where this k was decoded too: the `measured` speed-up, its spread and tokens a round, and the prediction's relative `error`. Above temperature 0
    those replies draw other random numbers. Over a few hundred tokens, this alone changes tokens a round by a tenth. `settings.drafter` must guess in
    every round; `pass_seconds`: of a bare pass, by width. A doubtful point is measured again while the budget has time for it."""
    plan = BenchPlan(settings, (WORKLOAD,), MEASURED, (settings.temperature,), (settings.drafter,), effort, budget=budget)
    estimator = RateEstimator(fading=1.0, memory=None)
    for width, seconds in pass_seconds.items():
        estimator.costs.passes.learn(int(width), seconds)
    bench, texts, plain = Bench(engine, plan), prompts(WORKLOAD, effort.prompts), list[Reply]()
    show_progress(bench.warm_up(), progress)
    for turn in range(effort.runs):
        other = replace(settings, seed=bench.seed(effort.runs + turn))  # other random draws than the measured turns below
        plain += calibrate(estimator, engine, other, texts, effort.tokens)
        show_progress(bench.turn(turn), progress)
    show_progress(bench.again(effort.runs), progress)
    measured = {row["k"]: row for row in bench.table.rows()}
    return [_point(estimator, settings.drafter, k, plain, measured.get(k, {})) for k in (0, *KS)]


def calibrate(estimator: RateEstimator, engine: Engine, settings: Settings, texts: Sequence[str], tokens: int) -> list[Reply]:
    """Learn the costs of a round's parts and the acceptance. For every text there is a plain reply and a reply at each of a few k. Returns the
    plain replies."""
    who, costs, ks = settings.drafter, estimator.costs, (0, *CALIBRATED)
    written = [(k, *engine.whole_reply(text, replace(settings, drafter=who if k else PLAIN, k=k), tokens)) for text in texts for k in ks]
    for k, round_ in ((k, round_) for k, rounds, _ in written for round_ in rounds if round_.draft):
        if len(round_.draft) == k:
            costs.drafting(who, reads=round_.index < WARM).learn(k, round_.draft_seconds)
        estimator.score(who, round_.accepted, round_.tested)
    for k in ks:  # the rest is taken from the replies' whole time: their openings and the machine's slow moments are predicted too
        rounds = [round_ for at, rounds, _ in written for round_ in rounds if at == k]
        known = sum((costs.draft(who, len(round_.draft)) or 0.0) + (costs.passes.at(round_.read) or 0.0) for round_ in rounds)
        costs.host.learn(k + 1, (sum(finish.stats.decode_seconds for at, _, finish in written if at == k) - known) / len(rounds))
    return [(rounds, finish) for k, rounds, finish in written if not k]


def _point(estimator: RateEstimator, drafter: str, k: int, plain: Sequence[Reply], row: Mapping[str, Any]) -> Point:
    """`row`: the bench's at this k, if there is one."""
    costs, steps, speed_up = estimator.costs, [len(rounds) for rounds, _ in plain], row.get("speedup")
    rounds = sum(estimator.rounds(drafter, k, said) for said in steps)
    predicted = sum(steps) * (costs.round(PLAIN, 0) or 0.0) / (rounds * (costs.round(drafter, k) or 1.0))
    return {
        "k": k, "draft": costs.draft(drafter, k), "verify": costs.passes.at(k + 1), "host": costs.host.at(k + 1),
        "tokens": sum(finish.stats.emitted for _, finish in plain) / rounds, "predicted": predicted,
        "measured": speed_up, "spread": row.get("spread"), "measured_tokens": row.get("tokens_per_round"), "doubtful": row.get("doubtful"),
        "error": predicted / speed_up - 1 if speed_up else None,
    }  # fmt: skip


# What lookup should gain. It is replayed on the target's own text, and each round costs a pass of its width. Only plain
# replies to sample prompts are decoded for it; then it is held against replies that lookup drafted.

LOOKUP_TEXTS = ("edit", "story", "echo")  # workloads: a text to change, one to invent, one to copy
LOOKUP_KS = (2, 4, 8)
LOOKUP_AMOUNTS, LEAST_LOOKUP = Amounts(len(LOOKUP_TEXTS), 2, 64), Amounts(len(LOOKUP_TEXTS), 1, 24)  # prompts, one a workload; runs; tokens of a reply
PROMPT, CHUNK = 150, 16  # tokens of a prompt, about; of a pass whose cost tells what reading takes
READING = 2 * PROMPT / CHUNK  # plain steps that reading a prompt takes, where that cost is not known


class PlainReply(NamedTuple):
    """The target's own reply. `prompt` and `text`: token ids of the prompt and the reply, with its end of turn if it has one. `most`: the limit of
    its tokens. `step`: the seconds of a round."""

    prompt: list[int]
    text: list[int]
    most: int
    step: float


def plain_reply(engine: Engine, prompt: str, tokens: int) -> PlainReply:
    """What the target writes to this prompt by itself, in at most so many tokens. Raises LoadError if it fails."""
    rounds, finish = engine.whole_reply(prompt, Settings(drafter=PLAIN, k=0), tokens)
    sequence = list(engine.pair.target.sequence)
    start = len(sequence) - len(rounds)
    return PlainReply(sequence[:start], sequence[start:], tokens, finish.stats.decode_seconds / max(1, len(rounds)))


def replayed(drafter: Any, plain: PlainReply, settings: Settings) -> list[tuple[int, int]]:
    """Guesses, and those accepted, of the rounds in which lookup would have written this reply. `drafter`: the pair's lookup, empty afterwards."""
    sequence, text, rounds, at = list(plain.prompt), plain.text, [], 0
    drafter.reset()
    drafter.begin(sequence, 0)
    while at < len(text):
        room = min(settings.k, settings.lookup_max, plain.most - at - 1)
        guess = drafter.guess(sequence, room, settings.lookup_min) if room > 0 else []
        accepted = common_prefix(guess, text[at:])
        rounds.append((len(guess), accepted))
        sequence += text[at : at + accepted + 1]
        at += accepted + 1
    drafter.reset()
    return rounds


def drafted_seconds(rounds: Sequence[tuple[int, int]], plain: PlainReply, passes: Curve) -> float:
    """Return the seconds of these rounds without the guessing. Each round costs a plain round, plus its pass's extra cost over a pass of
    one token."""
    return len(rounds) * plain.step + sum((passes.at(1 + drafted) or 0.0) - (passes.at(1) or 0.0) for drafted, _ in rounds)


def predicted(drafter: Any, workload: str, k: int, plain: PlainReply, passes: Curve) -> Point:
    """Predict lookup's speed-up over plain decoding at this k on this text. `measured`, `error` and `doubtful` are None until the text was decoded
    with lookup."""
    start = time.perf_counter()
    rounds = replayed(drafter, plain, Settings(drafter=LOOKUP, k=k))
    guessing = time.perf_counter() - start
    drafted, accepted = (sum(column) for column in zip(*rounds))
    speed_up = len(plain.text) * plain.step / (drafted_seconds(rounds, plain, passes) + guessing)
    rate = accepted / drafted if drafted else None
    return {"workload": workload, "k": k, "tokens": len(plain.text) / len(rounds), "acceptance_rate": rate, "predicted": speed_up, "measured": None, "error": None, "doubtful": None}


def lookup_seconds(amounts: Amounts, reading: float, step: float) -> float:
    """Return the seconds that `predictions` takes, by the seconds of reading a prompt and of a plain step. It decodes a plain reply to every prompt.
    One prompt gets further plain replies, as many as with lookup."""
    return (amounts.prompts + 2 * amounts.runs) * (reading + amounts.tokens * step)


def predictions(engine: Engine, passes: Curve, budget: Budget, progress: Sayer) -> list[Point]:
    """Predict lookup at every k on a text of each workload, as many as the budget allows. The largest predicted gain is measured, in turns with plain
    replies. Raises LoadError if a plain reply fails."""
    step, reading = passes.at(1) or 0.0, (passes.at(CHUNK) or 0.0) / CHUNK * PROMPT
    amounts = budget.amounts(LOOKUP_AMOUNTS, LEAST_LOOKUP, lambda some: lookup_seconds(some, reading, step))
    drafter = engine.pair.drafters[LOOKUP]
    texts = {name: plain_reply(engine, prompts(name, 1)[0], amounts.tokens) for name in LOOKUP_TEXTS[: amounts.prompts]}
    points = [predicted(drafter, name, k, plain, passes) for name, plain in texts.items() for k in LOOKUP_KS if plain.text]
    if not points:
        return []
    best = max(points, key=lambda point: point["predicted"])
    bench = Bench(engine, BenchPlan(Settings(seed=0), (best["workload"],), (best["k"],), (0.0,), (LOOKUP,), replace(amounts, prompts=1)))
    for turn in range(amounts.runs):
        show_progress(bench.turn(turn), progress)
    for row in bench.table.rows()[1:]:
        best |= {"measured": row["speedup"], "error": best["predicted"] / row["speedup"] - 1, "doubtful": row["doubtful"]}
    return points
