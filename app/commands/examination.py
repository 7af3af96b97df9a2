"""What doctor finds of a machine and a loaded pair: the cost of passes and drafts, exactness, the drafters' health, what drafting should gain
at every k, and advice that follows from it. Prints nothing."""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from specdeck.decoding import Costs, Curve, RateEstimator, common_prefix, memory_bytes
from specdeck.decoding.checkpoints import recognise
from specdeck.decoding.cpu.blas import advice as blas_advice
from specdeck.decoding.types import LOOKUP, PLAIN, Finish, Round, Settings

from ..budget import Amounts, Budget, JobParts, Sayer, Steps
from ..chat.drafter_health import all_health, counts_by_drafter
from ..engine.this_machine import doubt
from .bench_turns import BenchPlan, Table, Turns, prompts
from .load_and_decode import with_drafter
from .machine import backend, blas, load, versions

if TYPE_CHECKING:
    from ..engine.engine import Engine

PASSES, DRAFTS, CHOICES, COUNTING = "timing passes", "timing drafts", "comparing passes with single steps", "counting accepted guesses"
CURVE, REPLAY = "measuring the cost curve", "replaying lookup"
PASSES_A_TURN, EXACTNESS_STEPS = 14, 5  # what a turn over all widths, and comparing a choice, cost in passes over one token, about
WIDE = "5"  # the width of a round at k=4
DEAR_PASS = 2.5  # if a pass over five tokens costs more plain passes than this, little can be gained
DEAR_STEP = 0.25  # a draft step is expensive above this share of a plain pass
FUSED_ROWS = 32  # of queries, all heads of a key-value head together, that mlx's attention kernel for short passes takes on a GPU
WORTH_IT = 1.1  # a speed-up from which lookup is recommended


class Examination:
    """The parts of an examination of this pair, within a budget. The machine's speed is probed before each part and at the end."""

    def __init__(self, engine: Engine, budget: Budget, progress: Sayer, curve: bool) -> None:
        from . import pass_costs

        progress.say("timing a first pass")
        self.engine, self.budget, self.pair, self.costs = engine, budget, engine.pair, pass_costs
        self.settings = with_drafter(Settings(), self.pair)
        [one] = pass_costs.pass_seconds(self.pair, (1,), 1e-3).values()
        wanted = {PASSES: PASSES_A_TURN * pass_costs.REPEATS * one, DRAFTS: pass_costs.REPEATS * (pass_costs.STEPS + 1) * one}
        wanted |= {CHOICES: EXACTNESS_STEPS * pass_costs.CHOICES * one} | ({COUNTING: pass_costs.ENOUGH * one} if self.pair.known else {})
        self.guesser = guesser(self.pair, self.settings) if curve else None
        wanted |= {CURVE: curve_seconds(AMOUNTS, one)} if self.guesser else {}
        wanted |= {REPLAY: replies(LOOKUP_AMOUNTS) * (READING + LOOKUP_AMOUNTS.tokens) * one} if curve and LOOKUP in self.pair.drafters else {}
        self._wanted, self._probes = wanted, []
        self.steps = Steps(progress, JobParts(budget, wanted))

    def _begin(self, part: str) -> Budget:
        self._probes.append(self.engine.probe())
        return self.steps.begin(part)

    def found(self, curve: bool) -> dict[str, Any]:
        """The object of `doctor --json`. `curve`: with the cost curve and lookup's prediction. Where the machine was busy, `doubtful` says so
        and nothing is advised that follows from times."""
        found = self._of_pair() | {"budget_seconds": self.budget.seconds}
        if curve:
            found |= {"curve": self._curve(found), "lookup": self._lookup(found)}
        found["doubtful"] = doubt([*self._probes, self.engine.probe()])
        found["advice"] = advice(found, shutil.which("nvidia-smi") is not None, heads_per_key(self.pair))
        return found

    def _of_pair(self) -> dict[str, Any]:
        costs, pair = self.costs, self.pair
        found: dict[str, Any] = {"versions": versions(), "backend": backend(), "blas": blas(), "memory_bytes": memory_bytes(), "load": load(), "weights": pair.held}
        if pair.cluster:
            found |= {"hosts": pair.cluster.hosts.words, "part_bytes": pair.cluster.parts, "all_reduce_seconds": pair.cluster.sum_seconds()}
        found["pass_seconds"] = costs.pass_seconds(pair, seconds=self._begin(PASSES).seconds, tell=self.steps.say)
        passes, one = curve_through(found["pass_seconds"]), found["pass_seconds"]["1"]

        def tokens(budget: Budget) -> int | None:
            return int(budget.seconds / one) if budget.seconds else None

        found["draft_seconds"] = costs.draft_seconds(self.engine, self.settings, tokens(self._begin(DRAFTS)))
        texts, counts = prompts(WORKLOAD, 0), {}
        fitting = self._begin(CHOICES).amounts(Amounts(1, 1, costs.CHOICES), Amounts(1, 1, costs.LEAST_CHOICES), lambda some: costs.exactness_seconds(passes, some.tokens))
        found["exactness"] = costs.exactness(self.engine, texts[0], fitting.tokens, self.steps.say)
        if pair.known:
            counts = counts_by_drafter(costs.guesses(self.engine, self.settings, texts, tokens(self._begin(COUNTING))))
        return found | {"health": {name: one.of() for name, one in all_health(pair.known, counts, True).items()}}

    def _curve(self, found: dict[str, Any]) -> dict[str, Any] | None:
        """The drafter of the cost curve, and its points; None if no drafter guesses in every round."""
        if self.guesser is None:
            return None
        one = found["pass_seconds"]["1"] + found["draft_seconds"]
        amounts = self._begin(CURVE).amounts(AMOUNTS, LEAST, lambda some: curve_seconds(some, one))
        points = cost_curve(self.engine, Settings(drafter=self.guesser, seed=0), found["pass_seconds"], self.steps, amounts)
        return {"drafter": self.guesser, "workload": WORKLOAD, "points": [asdict(point) | {"error": point.error} for point in points]}

    def _lookup(self, found: dict[str, Any]) -> list[dict[str, Any]]:
        """What lookup should gain on sample texts, by workload and k; empty where it is not loaded."""
        if LOOKUP not in self.pair.drafters:
            return []
        points = predictions(self.engine, curve_through(found["pass_seconds"]), self._begin(REPLAY), self.steps)
        probes = self._probes[-1], self.engine.probe()
        return [asdict(point) | {"error": point.error, "doubtful": doubt(probes, point.measured, point.tokens) if point.measured else None} for point in points]


def curve_through(passes: Mapping[str, float]) -> Curve:
    """Seconds of a pass at any width."""
    curve = Curve(memory=None)
    for width, seconds in passes.items():
        curve.learn(int(width), seconds)
    return curve


def heads_per_key(pair: Any) -> int:
    """The query heads that share a key-value head in the target's attention; 1 where its files do not say it."""
    text = recognise(Path(pair.target_path)).text
    heads, keys = (text.get(name) for name in ("num_attention_heads", "num_key_value_heads"))
    return heads // keys if isinstance(heads, int) and isinstance(keys, int) and keys > 0 else 1


def advice(found: dict[str, Any], has_nvidia: bool, heads: int = 1) -> list[str]:
    """What would make it faster: lines that say what to do. `heads`: query heads a key-value head."""
    from specdeck.decoding import kernel_advice

    lines, linux = [kernel_advice()], found["backend"] == "cpu" and sys.platform == "linux"
    if linux:
        lines.append(blas_advice())
    if linux and has_nvidia:  # both wheels contain libmlx.so, and pip unpacks mlx-cpu last, so the extra alone would leave the CPU's in place
        lines.append(f"an NVIDIA GPU is here but mlx computes on the CPU: pip install 'specdeck[cuda]', then pip install --force-reinstall --no-deps mlx-cuda-13=={found['versions']['mlx']}")
    if found["backend"] != "cpu":
        lines.append(unfused(heads))
    if reason := found.get("doubtful"):
        lines.append(f"measure again when nothing else runs: {reason}")
    else:
        lines += [*_dear(found), no_gain(found.get("curve")), lookup_gains(found.get("curve"), found.get("lookup") or ())]
    return [line for line in lines if line]


def _dear(found: dict[str, Any]) -> list[str]:
    wide, step = (seconds / found["pass_seconds"]["1"] for seconds in (found["pass_seconds"][WIDE], found["draft_seconds"]))
    lines, k = [], int(WIDE) - 1
    if wide > DEAR_PASS:
        share = (wide - 1) / k
        pays = f"pays only if more than {share:.0%} of it is accepted" if share < 1 else "cannot pay"
        lines.append(f"a pass over {WIDE} tokens costs as much as {wide:.1f} passes over one: even if drafting took no time, a draft of {k} {pays}; try a smaller k, or lookup")
    if step > DEAR_STEP:
        lines.append(f"a draft step costs {step:.0%} of a plain pass: a smaller drafter, or lookup, would pay more often")
    return lines


def unfused(heads: int) -> str:
    """Advice where the GPU's attention kernel does not take a pass of a round at the usual k; "" where it does, or takes none at any k."""
    width, k = int(WIDE), FUSED_ROWS // heads - 1
    if heads * width <= FUSED_ROWS or k < 1:
        return ""
    return (
        f"try k={k} first (-k {k}): with {heads} query heads a key-value head, attention over {width} tokens has {heads * width} rows, "
        f"and the GPU's fused kernel takes {FUSED_ROWS}; k={width - 1} pays for three kernels instead of one"
    )


def lookup_gains(curve: dict[str, Any] | None, lookup: Sequence[Mapping[str, Any]]) -> str:
    """Advice where lookup should gain more on some text than the curve's drafter does at its best."""
    best = max(lookup, key=lambda point: point["predicted"], default=None)
    others = max((point["predicted"] for point in curve["points"] if point["k"]), default=1.0) if curve else 1.0
    if best is None or best["predicted"] < max(WORTH_IT, others):
        return ""
    return f"lookup should gain {best['predicted']:.2f}x where a reply repeats its prompt ({best['workload']}, k={best['k']}): --drafter {LOOKUP} -k {best['k']}"


def no_gain(curve: dict[str, Any] | None) -> str:
    """Advice if the curve predicts that drafting is slower than plain decoding at every k."""
    best = max((point for point in curve["points"] if point["k"]), key=lambda point: point["predicted"], default=None) if curve else None
    if curve is None or best is None or best["predicted"] >= 1:
        return ""
    return (
        f"drafter {curve['drafter']} is predicted to be slower than plain decoding at every k (best {best['predicted']:.2f}x, k={best['k']}): "
        "decode plainly (-k 0), or try another drafter"
    )


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


def cost_curve(engine: Engine, settings: Settings, pass_seconds: dict[str, float], progress: Sayer, effort: Amounts) -> list[Point]:
    """A point for plain decoding and for every k. `settings.drafter` must guess in every round; `pass_seconds`: of a bare pass,
    by width."""
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


def lookup_seconds(rounds: Sequence[Replayed], plain: PlainReply, passes: Curve) -> float:
    """What these rounds take but for the guessing: each a plain round, and what its pass costs more than one over a single token."""
    return len(rounds) * plain.step + sum((passes.at(1 + drafted) or 0.0) - (passes.at(1) or 0.0) for drafted, _ in rounds)


def predicted(drafter: Any, workload: str, k: int, plain: PlainReply, passes: Curve) -> LookupPoint:
    """Lookup's speed-up on this text."""
    start = time.perf_counter()
    rounds = replayed(drafter, plain, Settings(drafter=LOOKUP, k=k))
    guessing = time.perf_counter() - start
    drafted, accepted = (sum(column) for column in zip(*rounds))
    speedup = len(plain.text) * plain.step / (lookup_seconds(rounds, plain, passes) + guessing)
    return LookupPoint(workload, k, len(plain.text) / len(rounds), accepted / drafted if drafted else None, speedup)


def replies(amounts: Amounts) -> int:
    """The replies that are written for it: a plain one to every prompt, and to one of them as many plain ones as with lookup."""
    return amounts.prompts + 2 * amounts.runs - 1


def predictions(engine: Engine, passes: Curve, budget: Budget, steps: Steps) -> list[LookupPoint]:
    """Lookup at every k on a text of each workload, as long as the budget allows; where it should gain most it is measured, beside plain
    replies in turn. Raises LoadError if a reply fails."""
    step, reading = passes.at(1) or 0.0, (passes.at(CHUNK) or 0.0) / CHUNK * PROMPT
    amounts = budget.amounts(LOOKUP_AMOUNTS, LEAST_LOOKUP, lambda some: replies(some) * (reading + some.tokens * step))
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
