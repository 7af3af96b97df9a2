"""Doctor's examination of a machine and a loaded pair. It measures target passes by width, draft steps, and whether passes give single steps' logits.
It also checks the drafters' health and predicts the gain. Seconds are medians, because a shared machine has slow moments. Prints nothing."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from specdeck.decoding import Curve
from specdeck.decoding.checkpoints import pass_weights, recognise
from specdeck.decoding.types import LOOKUP, PLAIN, Round, Settings

from ..budget import MORE, Amounts, Budget, JobParts, Sayer
from ..chat.drafter_health import ENOUGH, all_health, counts_by_drafter
from ..engine.this_machine import Crowd, doubt, load
from ..models.measurements import matrix_speed
from ..models.outlook import token_bytes
from ..settings import paths
from .bench_rows import prompts
from .machine_properties import backend, machine
from .options import with_drafter
from .prediction import (
    AMOUNTS,
    LEAST,
    LOOKUP_AMOUNTS,
    PROMPT,
    READING,
    WORKLOAD,
    cost_curve,
    curve_seconds,
    guesser,
    lookup_seconds,
    predictions,
)

if TYPE_CHECKING:
    import mlx.core as mx

    from ..engine.engine import Engine

WIDTHS = (1, 2, 3, 4, 5, 6, 8, 11, 12, 16)  # 6 and 11: the first that read quantised weights a second and a third time on Metal
CONTEXT = 64  # tokens read before the timed pass
REPEATS = 15
FEWEST = 3  # repeats that are enough where all of them would take too long
STEPS = 4  # guesses of a timed draft
PROBED = (2, 3, 5, 9)  # widths of the passes that are held against single steps: of rounds with k 1, 2, 4 and 8
CHOICES, LEAST_CHOICES = 200, 24  # greedy choices that are compared
PASSES_A_TURN, EXACTNESS_STEPS = 14, 5  # what a turn over all widths, and comparing a choice, cost in passes over one token, about
PASSES, DRAFTS, COMPARING, COUNTING = "timing passes", "timing drafts", "comparing passes with single steps", "counting accepted guesses"
CURVE, REPLAY, DEEPER = "measuring the cost curve", "replaying lookup", "timing passes after longer texts"
LONG = 500  # tokens from which what they add to a pass is more than a pass's time varies by itself
DEEP = (1, 2, 3, 5, 9)  # widths of the passes that are timed after longer texts: plain, and rounds with k 1, 2, 4 and 8

OF_MACHINE = ("versions", "backend", "blas", "memory_bytes", "hosts")

Tell = Callable[[], object]  # called now and then while something is timed: shows how far it is


def examination(engine: Engine, budget: Budget, progress: Sayer, contexts: Sequence[int] = ()) -> dict[str, Any]:
    """The object of `doctor --json` without the advice: what is found of this pair within a budget. `contexts`: also what passes cost after so
    many tokens. A pass is timed before each part and at the end; where the machine was busy, `doubtful` says so."""
    progress.say("timing a first pass")
    pair, settings, crowd, busy, probes = engine.pair, with_drafter(Settings(), engine.pair), Crowd(), load(), list[float]()
    crowd.share()
    one = _one_pass(pair)
    who, looks = guesser(pair, settings), LOOKUP in pair.drafters
    depths = sorted(set(contexts))
    wanted = {PASSES: PASSES_A_TURN * REPEATS * one, DRAFTS: REPEATS * (STEPS + 1) * one, COMPARING: EXACTNESS_STEPS * CHOICES * one}
    wanted |= {COUNTING: ENOUGH * one} if pair.known else {}
    wanted |= {CURVE: curve_seconds(AMOUNTS, one)} if who else {}
    wanted |= {REPLAY: lookup_seconds(LOOKUP_AMOUNTS, READING * one, one)} if looks else {}
    wanted |= {DEEPER: (READING / PROMPT * depths[-1] + PASSES_A_TURN * FEWEST * len(depths)) * one} if depths else {}
    parts = JobParts(progress, budget, wanted)

    def begin(part: str) -> Budget:
        probes.append(_one_pass(pair))
        return parts.begin(part)

    def tokens(part: str, most: int) -> int:
        seconds = begin(part).seconds
        return min(most, int(seconds / found["pass_seconds"]["1"])) if seconds else most

    found: dict[str, Any] = {name: value for name, value in machine(pair, busy).items() if name in OF_MACHINE}
    found |= {"weights": pair.held, "machine": {"load": busy}, "budget_seconds": budget.seconds}
    if pair.cluster:
        found |= {"part_bytes": pair.cluster.parts, "all_reduce_seconds": pair.cluster.sum_seconds()}
    found["pass_seconds"] = pass_seconds(pair, seconds=begin(PASSES).seconds, tell=parts.say)
    found["ceiling"] = ceiling(pair, found["pass_seconds"]["1"])
    passes = curve_through(found["pass_seconds"])
    found["draft_seconds"] = draft_seconds(engine, settings, tokens(DRAFTS, REPEATS * (STEPS + 1)))
    texts, counts = prompts(WORKLOAD, 0), {}
    fitting = begin(COMPARING).amounts(Amounts(1, 1, CHOICES), Amounts(1, 1, LEAST_CHOICES), lambda some: exactness_seconds(passes, some.tokens))
    found["exactness"] = exactness(engine, texts[0], fitting.tokens, parts.say)
    if pair.known:
        counts = counts_by_drafter(guesses(engine, settings, texts, tokens(COUNTING, ENOUGH)))
    found["health"] = {name: one.of() for name, one in all_health(pair.known, counts, True).items()}
    found |= {"curve": None, "lookup": []}
    if who:
        share, step = begin(CURVE), found["pass_seconds"]["1"] + found["draft_seconds"]
        amounts = share.amounts(AMOUNTS, LEAST, lambda some: curve_seconds(some, step))
        points = cost_curve(engine, Settings(drafter=who, seed=0), found["pass_seconds"], parts, amounts, share)
        found["curve"] = {"drafter": who, "workload": WORKLOAD, "points": points}
    if looks:
        found["lookup"] = predictions(engine, passes, begin(REPLAY), parts)
    if depths:
        begin(DEEPER)  # it may take as long as all else: it was asked for
        found |= _deeper(pair, depths, found, budget, parts)
    probes.append(_one_pass(pair))
    return found | {"doubtful": doubt(probes, crowds=[crowd.share()])}


def _one_pass(pair: Any) -> float:
    """Seconds of a pass over one token now."""
    [seconds] = pass_seconds(pair, (1,), 1e-3).values()
    return seconds


def _deeper(pair: Any, contexts: Sequence[int], found: Mapping[str, Any], budget: Budget, parts: JobParts) -> dict[str, Any]:
    """Measure the cost of passes after longer texts, and find the best k of the curve's drafter there. `slopes`: the seconds by width that each token
    of a LONG text adds."""
    rows = deep_seconds(pair, contexts, budget.seconds, parts.say)
    points, shallow, slopes = (found.get("curve") or {}).get("points", ()), curve_through(found["pass_seconds"]), {}
    for row in rows:
        timed = row["pass_seconds"]
        row["best"] = best_there(points, curve_through(timed)) if points and timed else None
        if timed and row["context"] >= LONG:
            slopes = {width: max(0.0, seconds - (shallow.at(int(width)) or 0.0)) / (row["context"] - CONTEXT) for width, seconds in timed.items()}
    return {"contexts": rows, "slopes": slopes}


def ceiling(pair: Any, one: float) -> dict[str, float] | None:
    """Return the upper limit of plain decoding. `bytes`: what a token reads of the target. `bandwidth`: the memory's bytes a second.
    `tokens_per_second`: the rate that follows. `share`: the share of this rate that `one` second a pass reaches. None for a sharded target."""
    from ..engine.engine import device, time_matrices

    reads, speed, form = pass_weights(recognise(Path(pair.target_path))), matrix_speed(paths.matrices(), device(), time_matrices), pair.target_form
    size = token_bytes(reads, wide=backend() == "cpu" and (form is None or form.unpacked))
    if pair.cluster or not size or not speed.bandwidth:
        return None
    return {"bytes": size, "bandwidth": speed.bandwidth, "tokens_per_second": speed.bandwidth / size, "share": size / speed.bandwidth / one}


def curve_through(passes: Mapping[str, float]) -> Curve:
    """Seconds of a pass at any width."""
    curve = Curve(memory=None)
    for width, seconds in passes.items():
        curve.learn(int(width), seconds)
    return curve


def pass_seconds(pair: Any, widths: tuple[int, ...] = WIDTHS, seconds: float = 0, tell: Tell = lambda: None) -> dict[str, float]:
    """Time one pass of the target over each of these numbers of tokens, in seconds. Timing takes about `seconds`; 0 is no bound."""
    tokens = _sequence(pair)
    pair.target.follow(tokens)
    for _ in pair.target.prefill(CONTEXT - 1, checkpoint=CONTEXT - 1):
        pass
    return _seconds_here(pair, tokens, widths, seconds, tell)


def _seconds_here(pair: Any, tokens: list[int], widths: Sequence[int], seconds: float, tell: Tell) -> dict[str, float]:
    """The same after what the target has read, which is all of its sequence but the last token. `tokens`: any, which a pass reads besides."""
    import mlx.core as mx

    here = pair.target.length

    def read(width: int) -> None:
        mx.eval(pair.target.read(mx.array(tokens[: width - 1], mx.uint32)))
        pair.target.roll_back(here)

    times = _medians([lambda width=width: read(width) for width in widths], seconds, tell)
    return dict(zip(map(str, widths), times))


def deep_seconds(pair: Any, contexts: Sequence[int], budget: float, tell: Tell = lambda: None) -> list[dict[str, Any]]:
    """Time a pass by width, in seconds, after each of these numbers of tokens in ascending order. Each context continues the one before. Where the
    target's context or the budget does not reach so far, `why` says so; `budget` 0 is no bound."""
    tokens, rows, begun = _sequence(pair, min(max(contexts), pair.context or max(contexts))), [], time.perf_counter()
    sequence = tokens[:1]
    pair.target.follow(sequence)

    def left() -> float:
        return budget - (time.perf_counter() - begun) if budget else float("inf")

    for context in contexts:
        row: dict[str, Any] = {"context": context, "pass_seconds": None, "why": None}
        rows.append(row)
        if pair.context and context + max(DEEP) > pair.context:
            row["why"] = f"the target reads {pair.context} tokens at most"
            continue
        sequence += tokens[len(sequence) : context]
        for _ in pair.target.prefill(context - 1, checkpoint=context - 1):
            tell()
            if left() <= 0:
                break
        if left() <= 0:
            row["why"] = f"it does not fit the budget: {MORE}"
        else:
            row["pass_seconds"] = _seconds_here(pair, tokens, DEEP, left() / len(contexts) if budget else 0.0, tell)
    return rows


def best_there(points: Sequence[Mapping[str, Any]], passes: Curve) -> dict[str, float]:
    """Return the k with the highest predicted speed-up at this cost of passes. Drafts, the host's work and tokens a round are the curve's."""

    def speed_up(point: Mapping[str, Any]) -> float:
        plain, round_ = (one["draft"] + (passes.at(one["k"] + 1) or 0.0) + one["host"] for one in (points[0], point))
        return point["tokens"] * plain / (points[0]["tokens"] * round_)

    best = max(points, key=speed_up)
    return {"k": best["k"], "predicted": speed_up(best)}


def draft_seconds(engine: Engine, settings: Settings, tokens: int) -> float:
    """Seconds per guess of the drafter in force, in drafts of STEPS; per call if it guesses nothing. Taken from rounds, because a
    drafter that uses hidden states guesses only while the target reads. `tokens`: that are decoded, if these are enough. Raises LoadError if
    it fails."""
    rounds, _ = engine.whole_reply(_sequence(engine.pair), replace(settings, k=STEPS, seed=0), max(FEWEST * (STEPS + 1), tokens), ignore_end=True)
    steps = [round_.draft_seconds / STEPS for round_ in rounds[2:] if len(round_.draft) == STEPS]
    return statistics.median(steps or [round_.draft_seconds for round_ in rounds[2:]])


def exactness(engine: Engine, text: str, choices: int, tell: Tell = lambda: None) -> dict[str, Any]:
    """Compare the logits of wider passes with single steps' on this device, over a plain greedy reply to `text`. Of the result, `tokens` is how
    many were compared. `logit_type`: as "bfloat16". `ties`: choices whose best two logits are equal. `widths`: for each width, the largest
    "difference", and how many greedy choices "changed". Single steps are taken twice, which tells whether the device gives the same sums for the same
    pass. `choices`: how many are compared."""
    pair = engine.pair
    _, finish = engine.whole_reply(text, Settings(drafter=PLAIN, k=0), choices, ignore_end=True)
    sequence = list(pair.target.sequence)
    start = len(sequence) - finish.stats.emitted
    single = _rows(pair, sequence, start, 1, tell)
    found = {str(width): _apart(single, _rows(pair, sequence, start, width, tell)) for width in (1, *PROBED)}
    pair.reset()
    ties = sum(bool(((row == row.max()).sum() > 1).item()) for row in single)
    return {"tokens": len(single), "logit_type": str(single[0].dtype).removeprefix("mlx.core."), "ties": ties, "widths": found}


def exactness_seconds(passes: Curve, choices: int) -> float:
    """Return the seconds that `exactness` takes, by the cost of passes. It reads a plain reply, then passes over each width until all is read."""
    return choices * sum((passes.at(width) or 0.0) / width for width in (1, 1, 1, *PROBED))


def _rows(pair: Any, sequence: list[int], start: int, width: int, tell: Tell) -> list[mx.array]:
    """Return the target's logits (V,) after each token of the sequence from `start` - 1 on. The passes of `width` are those of rounds that accept
    every guess."""
    import mlx.core as mx

    target_state, rows = pair.target, []
    target_state.reset()
    target_state.follow(sequence[:start])
    for _ in target_state.prefill(start - 1):
        pass
    while (end := len(target_state.sequence)) < len(sequence):
        draft = sequence[end : min(end + width - 1, len(sequence) - 1)]
        logits = target_state.read(mx.array(draft, mx.uint32))
        mx.eval(logits)
        tell()
        rows += list(logits)
        target_state.sequence.extend(sequence[end : end + len(draft) + 1])
        target_state.roll_back(end + len(draft))
    return rows


def _apart(single: list[mx.array], wide: list[mx.array]) -> dict[str, Any]:
    """The largest difference of two lists of logits where both are finite, and how often their best tokens differ."""
    import mlx.core as mx

    differences = [mx.where(mx.isfinite(a) & mx.isfinite(b), mx.abs(a.astype(mx.float32) - b.astype(mx.float32)), 0).max() for a, b in zip(single, wide, strict=True)]
    changed = sum(a.argmax().item() != b.argmax().item() for a, b in zip(single, wide, strict=True))
    return {"difference": mx.stack(differences).max().item(), "changed": changed}


def guesses(engine: Engine, settings: Settings, texts: Sequence[str], most: int) -> list[Round]:
    """The rounds of replies to these texts, up to ENOUGH guesses of the drafter in force or `most` tokens. Raises LoadError if it fails."""
    rounds: list[Round] = []
    for text in texts:
        left = most - sum(len(round_.tokens) for round_ in rounds)
        if left > 0 and sum(len(round_.draft) for round_ in rounds) < ENOUGH:
            rounds += engine.whole_reply(text, settings, left)[0]
    return rounds


def _sequence(pair: Any, tokens: int = CONTEXT) -> list[int]:
    """Return arbitrary tokens. The first thousands of them repeat nothing, so that lookup has no guess and hybrid asks its other drafter."""
    pair.reset()
    return [(i * 37 + 11) % pair.width for i in range(tokens)]


def _medians(acts: list[Callable[[], None]], seconds: float = 0, tell: Tell = lambda: None) -> list[float]:
    """Median seconds of REPEATS calls of each, of fewer where those exceed so many seconds. They alternate, so that a bad moment hits all alike;
    the first two turns are not timed."""
    times: list[list[float]] = [[] for _ in acts]
    begun, turn = time.perf_counter(), -2
    while turn < REPEATS and not (turn >= FEWEST and 0 < seconds < time.perf_counter() - begun):
        tell()
        for act, taken in zip(acts, times):
            start = time.perf_counter()
            act()
            if turn >= 0:
                taken.append(time.perf_counter() - start)
        turn += 1
    return [statistics.median(taken) for taken in times]
