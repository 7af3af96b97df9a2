"""`specdeck doctor`: backend, BLAS, memory, versions, the cost of a pass by width, and what would make decoding faster here."""

import argparse
import json
import shutil
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Sequence

from specdeck.decoding import Costs, Curve, RateEstimator, memory, memory_bytes
from specdeck.decoding.cpu.blas import advice as blas_advice
from specdeck.decoding.types import LOOKUP, PLAIN, Finish, Round, Settings

from ..budget import Amounts, Budget, JobParts, Sayer, Steps
from ..chat.drafter_health import all_health, counts_by_drafter
from ..engine.decoder import Decoder
from ..engine.measuring import whole_reply
from ..terminal.signals import catching
from ..terminal.streams import ProgressLine
from . import options
from .bench_turns import BenchPlan, Table, Turns
from .doctor_report import write_report
from .load_and_decode import load_decoder, with_drafter
from .machine import backend, blas, versions
from .printed_results import doctor_report

PASSES, DRAFTS, CHOICES, COUNTING = "timing passes", "timing drafts", "comparing passes with single steps", "counting accepted guesses"
CURVE, REPLAY, OVER_HOSTS = "measuring the cost curve", "replaying lookup", "timing an all-reduce and passes on one host"
PASSES_A_TURN, EXACTNESS_STEPS = 14, 5  # what a turn over all widths, and comparing a choice, cost in passes over one token, about


def steps_of(decoder: Decoder, budget: Budget, progress: Sayer, curve: bool) -> Steps:
    """The parts that this pair's examination has, and what each takes, by the first passes of the target."""
    from . import lookup_prediction, pass_costs

    progress.say("timing a first pass")
    pair, [one] = decoder.pair, pass_costs.pass_seconds(decoder.pair, (1,), 1e-3).values()
    wanted = {OVER_HOSTS: 2 * PASSES_A_TURN * pass_costs.REPEATS * one} if pair.cluster else {}
    wanted |= {PASSES: PASSES_A_TURN * pass_costs.REPEATS * one, DRAFTS: pass_costs.REPEATS * (pass_costs.STEPS + 1) * one}
    wanted |= {CHOICES: EXACTNESS_STEPS * pass_costs.CHOICES * one}
    wanted |= {COUNTING: pass_costs.ENOUGH * one} if pair.known else {}
    if curve:
        wanted |= {CURVE: curve_seconds(AMOUNTS, one)} if guesser(pair, with_drafter(Settings(), pair)) else {}
        wanted |= {REPLAY: lookup_prediction.wanted_seconds(one)} if LOOKUP in pair.drafters else {}
    return Steps(progress, JobParts(budget, wanted))


def over_hosts(pair: Any, kv_bits: int | None, steps: Steps) -> dict[str, Any]:
    """What `doctor --json` has besides for such a target, nothing for any other. `all_reduce_seconds`: of one token's hidden state;
    `whole_pass_seconds`: as `pass_seconds`, of the whole target on this machine, None if it does not fit."""
    if not pair.cluster:
        return {}
    steps.begin(OVER_HOSTS)
    found = {"hosts": pair.cluster.hosts.words, "part_bytes": pair.cluster.parts, "all_reduce_seconds": pair.cluster.sum_seconds()}
    return found | {"whole_pass_seconds": whole_pass_seconds(pair, kv_bits)}


def whole_pass_seconds(pair: Any, kv_bits: int | None) -> dict[str, float] | None:
    """Seconds of a pass by width of the whole target, read again from its files; None if it does not fit beside what is loaded."""
    from specdeck.decoding import SequenceState, whole_model

    from .pass_costs import pass_seconds

    folder = Path(pair.target_path)
    if not _fits(folder):
        return None
    return pass_seconds(replace(pair, target=SequenceState(whole_model(folder), kv_bits), cluster=None))


def _fits(folder: Path) -> bool:
    from specdeck.decoding.checkpoints import recognise

    from ..engine.adapter import machine
    from ..models.disk import item_of
    from ..models.memory_fit import plan

    item = item_of(folder.name, 0, "", recognise(folder), None)
    beside = plan((item,), (), (), machine(None), memory())
    return beside.adds <= beside.room


def whole_predictions(points: Sequence[Mapping[str, Any]], passes: Mapping[str, float]) -> list[float]:
    """The speed-up that every point of a cost curve would have on one host, where only the passes cost something else."""
    curve = curve_through(passes)
    speeds = [point["tokens"] / (point["draft"] + curve.at(point["k"] + 1) + point["host"]) for point in points]
    return [speed / speeds[0] for speed in speeds]


WIDE = "5"  # the width of a round at k=4
DEAR_PASS = 2.5  # if a pass over five tokens costs more plain passes than this, little can be gained
DEAR_STEP = 0.25  # a draft step is expensive above this share of a plain pass
FUSED_ROWS = 32  # of queries, all heads of a key-value head together, that mlx's attention kernel for short passes takes on a GPU
WORTH_IT = 1.1  # a speed-up from which lookup is recommended


def main(args: argparse.Namespace) -> int:
    options.check(args)
    if args.report:
        return write_report(args, in_words)
    progress, budget = ProgressLine(), Budget(args.seconds)
    with catching() as signals:
        decoder = load_decoder(args, progress)
        said = json.dumps(all_found(decoder, args, budget, progress, args.curve)) if args.json else in_words(decoder, args, budget, progress)
        progress.clear()
        signals.raise_if_caught()
    print(said, flush=True)
    return 0


def in_words(decoder: Decoder, args: argparse.Namespace, budget: Budget, progress: Sayer) -> str:
    """The table of doctor."""
    from huggingface_hub.constants import HF_HUB_CACHE

    found, pair = all_found(decoder, args, budget, progress, curve=True), decoder.pair
    return doctor_report(found, HF_HUB_CACHE, pair.name, untried(found["curve"], found["lookup"], pair))


def all_found(decoder: Decoder, args: argparse.Namespace, budget: Budget, progress: Sayer, curve: bool) -> dict[str, Any]:
    """The object of `doctor --json`. `curve`: with the cost curve and lookup's prediction."""
    steps = steps_of(decoder, budget, progress, curve)
    found: dict[str, Any] = examine(decoder, args.kv_bits, steps) | {"budget_seconds": budget.seconds}
    if curve:
        found |= {"curve": curve_of(decoder, found, steps), "lookup": lookup_of(decoder, found, steps)}
        found["advice"] += no_gain(found["curve"]) + lookup_gains(found["curve"], found["lookup"])
    return found


def curve_of(decoder: Decoder, found: dict[str, Any], steps: Steps) -> dict[str, Any] | None:
    """The drafter of the cost curve, and its points; None if no drafter guesses in every round. `found`: what examine found."""
    who = guesser(decoder.pair, with_drafter(Settings(), decoder.pair))
    if who is None:
        return None
    budget, one = steps.begin(CURVE), found["pass_seconds"]["1"] + found["draft_seconds"]
    amounts = budget.amounts(AMOUNTS, LEAST, lambda some: curve_seconds(some, one))
    points = cost_curve(decoder, Settings(drafter=who, seed=0), found["pass_seconds"], steps, amounts)
    rows = [asdict(point) | {"error": point.error} for point in points]
    if passes := found.get("whole_pass_seconds"):
        rows = [row | {"predicted_whole": whole} for row, whole in zip(rows, whole_predictions(rows, passes), strict=True)]
    return {"drafter": who, "workload": WORKLOAD, "points": rows}


def lookup_of(decoder: Decoder, found: dict[str, Any], steps: Steps) -> list[dict[str, Any]]:
    """What lookup should gain on sample texts, by workload and k; empty where it is not loaded."""
    from .lookup_prediction import predictions

    if LOOKUP not in decoder.pair.drafters:
        return []
    points = predictions(decoder, curve_through(found["pass_seconds"]), steps.begin(REPLAY), steps.say)
    return [asdict(point) | {"error": point.error} for point in points]


def curve_through(passes: Mapping[str, float]) -> Curve:
    """Seconds of a pass at any width."""
    curve = Curve(memory=None)
    for width, seconds in passes.items():
        curve.learn(int(width), seconds)
    return curve


def examine(decoder: Decoder, kv_bits: int | None, steps: Steps) -> dict[str, Any]:
    """What is found of the machine and the pair, but for the curve and lookup's prediction."""
    from .bench_turns import prompts
    from .pass_costs import CHOICES as MOST_CHOICES
    from .pass_costs import LEAST_CHOICES, draft_seconds, exactness, exactness_seconds, guesses, pass_seconds

    pair = decoder.pair
    sharded = over_hosts(pair, kv_bits, steps)
    found = sharded | {
        "versions": versions(),
        "backend": backend(),
        "blas": blas(),
        "memory_bytes": memory_bytes(),
        "weights": pair.held,
        "pass_seconds": pass_seconds(pair, seconds=steps.begin(PASSES).seconds, tell=steps.say),
    }
    passes, one = curve_through(found["pass_seconds"]), found["pass_seconds"]["1"]

    def tokens(budget: Budget) -> int | None:
        return int(budget.seconds / one) if budget.seconds else None

    found["draft_seconds"] = draft_seconds(decoder, with_drafter(Settings(), pair), tokens(steps.begin(DRAFTS)))
    texts = prompts(WORKLOAD, 0)
    fitting = steps.begin(CHOICES).amounts(Amounts(1, 1, MOST_CHOICES), Amounts(1, 1, LEAST_CHOICES), lambda some: exactness_seconds(passes, some.tokens))
    found["exactness"] = exactness(decoder, texts[0], fitting.tokens, steps.say)
    counts = counts_by_drafter(guesses(decoder, with_drafter(Settings(), pair), texts, tokens(steps.begin(COUNTING)))) if pair.known else {}
    found["health"] = {name: one.of() for name, one in all_health(pair.known, counts, True).items()}
    return found | {"advice": advice(found, shutil.which("nvidia-smi") is not None, heads_per_key(pair))}


def heads_per_key(pair: Any) -> int:
    """The query heads that share a key-value head in the target's attention; 1 where its files do not say it."""
    from specdeck.decoding.checkpoints import recognise

    text = recognise(Path(pair.target_path)).text
    heads, keys = (text.get(name) for name in ("num_attention_heads", "num_key_value_heads"))
    return heads // keys if isinstance(heads, int) and isinstance(keys, int) and keys > 0 else 1


def advice(found: dict[str, Any], has_nvidia: bool, heads: int = 1) -> list[str]:
    """What would make it faster: lines that say what to do. `heads`: query heads a key-value head."""
    from specdeck.decoding import kernel_advice

    lines = [line] if (line := kernel_advice()) else []
    if found["backend"] == "cpu" and sys.platform == "linux":
        if slow := blas_advice():
            lines.append(slow)
        if has_nvidia:
            lines.append(_cuda(found["versions"]["mlx"]))
    wide, step = (seconds / found["pass_seconds"]["1"] for seconds in (found["pass_seconds"][WIDE], found["draft_seconds"]))
    if wide > DEAR_PASS:
        k = int(WIDE) - 1
        share = (wide - 1) / k
        pays = f"pays only if more than {share:.0%} of it is accepted" if share < 1 else "cannot pay"
        lines.append(f"a pass over {WIDE} tokens costs as much as {wide:.1f} passes over one: even if drafting took no time, a draft of {k} {pays}; try a smaller k, or lookup")
    if found["backend"] != "cpu" and (line := unfused(heads)):
        lines.append(line)
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


def lookup_gains(curve: dict[str, Any] | None, lookup: Sequence[Mapping[str, Any]]) -> list[str]:
    """Advice where lookup should gain more on some text than the curve's drafter does at its best."""
    best = max(lookup, key=lambda point: point["predicted"], default=None)
    others = max((point["predicted"] for point in curve["points"] if point["k"]), default=1.0) if curve else 1.0
    if best is None or best["predicted"] < max(WORTH_IT, others):
        return []
    return [f"lookup should gain {best['predicted']:.2f}x where a reply repeats its prompt ({best['workload']}, k={best['k']}): --drafter {LOOKUP} -k {best['k']}"]


def no_gain(curve: dict[str, Any] | None) -> list[str]:
    """Advice if the curve predicts that drafting is slower than plain decoding at every k."""
    if curve is None:
        return []
    points = [point for point in curve["points"] if point["k"]]
    best = max(points, key=lambda point: point["predicted"], default=None)
    if best is None or best["predicted"] >= 1:
        return []
    return [
        f"drafter {curve['drafter']} is predicted to be slower than plain decoding at every k (best {best['predicted']:.2f}x, k={best['k']}): "
        "decode plainly (-k 0), or try another drafter"
    ]


def untried(curve: dict[str, Any] | None, lookup: Sequence[Mapping[str, Any]], pair: Any) -> list[str]:
    """The drafters that neither the curve nor lookup's prediction covers, a line each: loaded ones, and the others with the reason."""
    tried = {curve["drafter"] if curve else None, LOOKUP if lookup else None, PLAIN}
    loaded = [f"{name}: specdeck bench --drafter {name} measures it" for name in pair.drafters if name not in tried]
    return loaded + [f"{name}: {reason.removeprefix(f'{name}: ')}" for name, reason in pair.unavailable.items()]


def _cuda(mlx_version: str) -> str:
    # both wheels contain libmlx.so, and pip unpacks mlx-cpu last, so the extra alone would leave the CPU's in place
    return (
        "an NVIDIA GPU is here but mlx computes on the CPU: pip install 'specdeck[cuda]', then "
        f"pip install --force-reinstall --no-deps mlx-cuda-13=={mlx_version}"
    )


# The cost curve: the speed-up that drafting should have at every k, predicted from the costs of a round's parts and the
# acceptance, and the speed-up that it has.
#
# The costs: the target's pass by width is timed by itself; drafts, acceptance and the rest (the host's work, the verdict, a reply's
# opening) come from calibrating replies at a few k. draft_length.py predicts every k, as it does for `auto` and adaptive k; the
# prediction is compared with replies at other k. Calibrating, plain and measured replies alternate, as in a bench.

WORKLOAD = "story"
KS = (1, 2, 3, 4, 5, 6, 7, 8)
CALIBRATED = (1, 3, 8)
MEASURED = (2, 4, 6)
WARM = 2  # a reply's first rounds, whose draft times count only if there are no others: they may be slow

Reply = tuple[list[Round], Finish]

AMOUNTS, LEAST = Amounts(prompts=4, runs=2, tokens=32), Amounts(1, 1, 16)  # what is decoded for the curve, and what has to be


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


def curve_seconds(amounts: Amounts, step: float) -> float:
    """What `cost_curve` takes, by the seconds of a plain step: replies at the calibrated and at the measured ks, and plain ones beside both."""
    return len((0, *CALIBRATED, 0, *MEASURED)) * amounts.prompts * amounts.runs * amounts.tokens * step


def cost_curve(decoder: Decoder, settings: Settings, pass_seconds: dict[str, float], progress: Sayer, effort: Amounts) -> list[Point]:
    """A point for plain decoding and for every k. `settings.drafter` must guess in every round; `pass_seconds`: of a bare pass,
    by width."""
    plan = BenchPlan(settings, (WORKLOAD,), MEASURED, (settings.temperature,), (settings.drafter,), effort.runs, effort.prompts, effort.tokens)
    table, estimator = Table(), RateEstimator(fading=1.0, memory=None)
    for width, seconds in pass_seconds.items():
        estimator.costs.passes.learn(int(width), seconds)
    turns, texts = Turns(decoder, plan, table, progress), []
    turns.warm_up()
    for turn in range(effort.runs):
        other = replace(settings, seed=turns.seed(effort.runs + turn))  # other random draws than those that are measured below
        texts += calibrate(estimator, decoder, other, turns.texts[WORKLOAD], effort.tokens)
        turns.turn(turn)
    rows = {row["k"]: row for row in table.rows()}
    return [_point(estimator, settings.drafter, k, texts, rows.get(k)) for k in (0, *KS)]


class Text(NamedTuple):
    """A plain reply: the target's tokens, and those that it emitted (all but an end of turn)."""

    said: int
    emitted: int


def calibrate(estimator: RateEstimator, decoder: Decoder, settings: Settings, texts: Sequence[str], tokens: int) -> list[Text]:
    """Learn the costs of a round's parts and the acceptance, from a plain reply to every text and one at each of a few k."""
    who, replies = settings.drafter, {k: [] for k in (0, *CALIBRATED)}
    for text in texts:
        for k, replies_at_k in replies.items():
            replies_at_k.append(whole_reply(decoder, text, replace(settings, drafter=who if k else PLAIN, k=k), tokens))
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
    return Point(
        k, _known(costs.draft(drafter, k)), _known(costs.passes.at(k + 1)), _known(costs.host.at(k + 1)), emitted / rounds,
        plain / (rounds * _known(costs.round(drafter, k))), row["speedup"] if row else None, tuple(row["spread"]) if row else None,
        row["tokens_per_round"] if row else None,
    )  # fmt: skip
