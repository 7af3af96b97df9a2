"""What doctor finds in words: the table, and the advice that follows from it."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from specdeck.decoding.checkpoints import recognise
from specdeck.decoding.cpu.blas import advice as blas_advice
from specdeck.decoding.types import LOOKUP, Settings

from ..budget import Budget, Sayer
from ..drawing.clean_text import one_line
from ..drawing.figures import duration, pace, share, size, spread, times
from .examination import examination
from .machine_properties import property_lines

if TYPE_CHECKING:
    from ..engine.engine import Engine

WIDTH = 118  # of the lines of a table
DEARER = 1.1  # of a wider pass's time, from which a time is doubtful
FUSED_ROWS = 32  # of queries, all heads of a key-value head together, that mlx's attention kernel for short passes takes on a GPU
WORTH_IT = 1.1  # a speed-up from which lookup is recommended


def examined(engine: Engine, budget: Budget, progress: Sayer, contexts: Sequence[int] = ()) -> dict[str, Any]:
    """The object of `doctor --json`. `contexts`: as in `examination`."""
    found = examination(engine, budget, progress, contexts)
    text = recognise(Path(engine.pair.target_path)).text
    heads, keys = (text.get(name) for name in ("num_attention_heads", "num_key_value_heads"))
    shared = heads // keys if isinstance(heads, int) and isinstance(keys, int) and keys > 0 else 1
    return found | {"advice": advice(found, shutil.which("nvidia-smi") is not None, shared)}


def in_words(engine: Engine, budget: Budget, progress: Sayer, contexts: Sequence[int] = ()) -> str:
    """The table of doctor."""
    from huggingface_hub.constants import HF_HUB_CACHE

    found, pair = examined(engine, budget, progress, contexts), engine.pair
    return doctor_table(found, HF_HUB_CACHE, pair.name, ", ".join(pair.unavailable))


def doctor_table(found: dict[str, Any], cache_folder: str, pair_name: str, absent: str = "") -> str:
    """The table of doctor: machine, versions, costs, the cost curve if there is one, advice."""
    one, shown = found["pass_seconds"]["1"], {name: found[name] for name in ("backend", "blas", "memory_bytes", "weights", "versions")}
    doubt = "?" if found.get("doubtful") else ""  # after each figure that is predicted from what a busy machine took
    shown["load"] = f"{found['machine']['load']} programs on average that ran or waited for a processor"
    ceiling = []
    if most := found.get("ceiling"):  # how near plain decoding comes to what the speed of memory allows
        allowed = f"memory reads {size(int(most['bandwidth']))} a second, a token {size(int(most['bytes']))}: at most {pace(most['tokens_per_second'])} plain tok/s"
        ceiling = [f"{allowed}; a pass of width 1 reaches {share(most['share'])}"]
    if "hosts" in found:
        shown["sharded over"] = f"{found['hosts']}, with {', '.join(map(size, found['part_bytes']))} of the target"
        shown["one all-reduce"] = f"{duration(found['all_reduce_seconds'])}, of one token's hidden state"
    return "\n".join([
        *property_lines(shown | {"model cache": cache_folder}, WIDTH),
        f"cost of a pass of {one_line(pair_name)} by width (tokens read at once), in ms and in passes of width 1",
        *_passes(found["pass_seconds"], found["backend"]),
        *ceiling,
        f"one draft step {duration(found['draft_seconds'])}, {found['draft_seconds'] / one:.2f} passes",
        *_exactness(found["exactness"], found["backend"]),
        *_wrapped([f"drafter {name:6} {line}" for name, line in found["health"].items()], "", " " * 15),
        *_curve(found.get("curve"), doubt),
        *_contexts(found.get("contexts") or [], found.get("slopes") or {}, doubt),
        *_lookup(found.get("lookup") or [], doubt),
        *(_wrapped([absent], "not loaded     ", " " * 15) if absent else []),
        "advice", *(_wrapped(found["advice"], "  - ") or ["  no improvements found"]),
    ])  # fmt: skip


def _wrapped(lines: Sequence[str], begin: str, indent: str = "    ") -> list[str]:
    """Each line in as many lines of WIDTH as it needs: the first one begins so, the others are indented."""
    return [part for line in lines for part in textwrap.wrap(one_line(line), WIDTH, initial_indent=begin, subsequent_indent=indent)]


def _passes(found: Mapping[str, float], backend: str) -> list[str]:
    """The cost of passes by width, a line each. On a CPU, a pass that is clearly dearer than a wider pass was timed at a bad moment. A GPU takes
    other kernels for other widths, and some are dearer."""
    lines = []
    for at, (width, seconds) in enumerate(found.items()):
        doubtful = backend == "cpu" and seconds > DEARER * min([*found.values()][at:])
        doubt = f"?  more than {DEARER - 1:.0%} dearer than a wider pass: measure again" if doubtful else ""
        lines.append(f"  {width:>3}   {seconds * 1e3:8.2f} ms   {seconds / found['1']:5.2f}{doubt}")
    return lines


def _exactness(found: dict[str, Any], backend: str) -> list[str]:
    """What a wider pass changes on this device, in words: the logits, and how many greedy choices."""
    on, found_at = "CPU" if backend == "cpu" else "GPU", found["widths"]
    lines = [f"exactness      logits of wider passes against single steps on this {on}, over {found['tokens']} tokens of a greedy reply"]
    lines += ["  width  largest difference  other greedy choices"]
    lines += [f"  {width:>5}  {one['difference']:18.2g}  {one['changed']:20}" + "  (a second time)" * (width == "1") for width, one in found_at.items()]
    rounds, changed = (any(one[what] for one in found_at.values()) for what in ("difference", "changed"))
    exact = not changed and not (rounds and found["ties"])
    ties = f"exact ties of the best two logits, in {found['logit_type']}: {found['ties'] or 'none'} of {found['tokens']}"
    return [*lines, f"  {ties}; at temperature 0 drafted text is plain's, {'token for token' if exact else 'up to ties and near ties'}"]


def _curve(curve: dict[str, Any] | None, doubt: str = "") -> list[str]:
    if curve is None:
        return ["cost curve     none: the drafter in force does not guess in every round"]
    return [
        f"cost curve of {one_line(curve['drafter'])} on the workload {curve['workload']}, greedy; a round's parts in ms, the rest is the",
        "host's work and the verdict, below 0 where they overlap with the pass; predicted from replies at other ks",
        "    k    draft     pass     rest   tok/rd  predicted  measured (spread)    off",
        *(_point(point, doubt) for point in curve["points"]),
    ]  # fmt: skip


def _point(point: dict[str, Any], doubt: str) -> str:
    """A k's line. Plain decoding's, k 0, is what the others are held against."""
    measured, off = "-", ""
    if point["k"] and point["measured"]:
        measured, off = f"{times(point['measured'])}{'?' if point['doubtful'] else ''} {spread(point['spread'])}", f"{point['error']:+.0%}"
    parts = " ".join(f"{point[part] * 1e3:8.2f}" for part in ("draft", "verify", "host"))
    return f"  {point['k']:>3} {parts} {point['tokens']:8.2f} {times(point['predicted']) + doubt:>10}  {measured:18} {off:>5}".rstrip()


def _contexts(found: Sequence[dict[str, Any]], slopes: Mapping[str, float], doubt: str = "") -> list[str]:
    """Return the cost of passes after longer texts, a line a length, with the best k there. The last line gives the cost of 1,000 more tokens, where
    it is known."""
    if not found:
        return []
    lines = [f"cost of a pass after longer texts by width, in ms{'; predicted with the curve above and the passes there' if found[0]['best'] else ''}"]
    widths = next((list(row["pass_seconds"]) for row in found if row["pass_seconds"]), [])
    lines += ["    tokens " + "".join(f"{width:>9}" for width in widths)]
    for row in found:
        best = f"   best k={row['best']['k']}, {times(row['best']['predicted'])}{doubt}" if row["best"] else ""
        cells = "".join(f"{row['pass_seconds'][width] * 1e3:9.2f}" for width in widths) if row["pass_seconds"] else f"  not timed: {row['why']}"
        lines.append(f"  {row['context']:>8} {cells}{best}")
    return lines + ["  +1,000   " + "".join(f"{seconds * 1e6:+9.2f}" for seconds in slopes.values())] * bool(slopes)


def _lookup(points: Sequence[dict[str, Any]], doubt: str = "") -> list[str]:
    """What lookup should gain, a line a text, and at the best k what it gained."""
    if not points:
        return []
    ks = sorted({point["k"] for point in points})
    lines = ["lookup, replayed on what the target writes to sample prompts; predicted at each k, measured where it should gain most"]
    lines += [f"    {'text':8}" + "".join(f"{f'k={k}':>8}" for k in ks) + "  measured    off"]
    for name in dict.fromkeys(point["workload"] for point in points):
        row = {point["k"]: point for point in points if point["workload"] == name}
        cells = "".join(f"{times(row[k]['predicted']) + doubt:>8}" for k in ks)
        checks = [f"  {times(point['measured']) + '?' * bool(point['doubtful']):8} {point['error']:+6.0%}  at k={k}" for k, point in row.items() if point["measured"]]
        lines.append(f"    {name:8}{cells}{''.join(checks)}")
    return lines


# What would make it faster.

def advice(found: dict[str, Any], has_nvidia: bool, heads: int = 1) -> list[str]:
    """What would make it faster: lines that say what to do; nothing that follows from times where these are doubtful. `heads`: query heads a key-value
    head."""
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
        lines += _gains(found.get("curve"), found.get("lookup") or ())
    return [line for line in lines if line]


def unfused(heads: int) -> str:
    """Return advice if the GPU's fused attention kernel does not take a round's pass at the usual k. Return "" if it does, or if it takes a pass at
    no k at all."""
    width, k = 1 + Settings().k, FUSED_ROWS // heads - 1
    if heads * width <= FUSED_ROWS or k < 1:
        return ""
    return (
        f"try k={k} first (-k {k}): with {heads} query heads a key-value head, attention over {width} tokens has {heads * width} rows, "
        f"and the GPU's fused kernel takes {FUSED_ROWS}; k={width - 1} pays for three kernels instead of one"
    )


def _gains(curve: dict[str, Any] | None, lookup: Sequence[Mapping[str, Any]]) -> list[str]:
    """Advise if drafting should be slower than plain decoding at every k. Advise too if lookup should gain more than the curve's best."""
    best, lines = max((point for point in curve["points"] if point["k"]), key=_predicted) if curve else None, []
    if curve and best and best["predicted"] < 1:
        lines.append(f"drafter {curve['drafter']} is predicted to be slower than plain decoding at every k (best {best['predicted']:.2f}x, k={best['k']}): decode plainly (-k 0), or try another drafter")
    copied = max(lookup, key=_predicted, default=None)
    if copied and copied["predicted"] >= max(WORTH_IT, best["predicted"] if best else 1.0):
        lines.append(f"lookup should gain {copied['predicted']:.2f}x where a reply repeats its prompt ({copied['workload']}, k={copied['k']}): --drafter {LOOKUP} -k {copied['k']}")
    return lines


def _predicted(point: Mapping[str, Any]) -> float:
    return point["predicted"]
