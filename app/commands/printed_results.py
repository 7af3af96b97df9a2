"""The results of compare and doctor, in words for people. Knows figures and sentences; measures nothing."""

from __future__ import annotations

from typing import Any, Sequence

from specdeck.app.compare.result import Comparison, Run
from specdeck.app.compare.result_words import acceptance_words, payoff_words, same_text_words, side_words, speedup_words
from specdeck.app.drawing.clean_text import one_line


def compare_report(comparison: Comparison) -> str:
    """Both sides, the speed-up, whether the texts are the same, and why drafting paid or did not."""
    b, drafted = comparison.b, comparison.b.stats.drafted
    lines = [
        _side("A", comparison.a),
        _side("B", b),
        "",
        f"speed-up  {speedup_words(comparison)}",
        f"text      {same_text_words(comparison)}",
        f"drafts    {acceptance_words(comparison, b)}",
        f"verdict   {payoff_words(comparison, b) if drafted else 'nothing was drafted: side B is plain decoding too'}",
    ]
    return "\n".join(lines)


def _side(letter: str, run: Run) -> str:
    stats = run.stats
    return (
        f"{letter}  {side_words(run.settings):28} {stats.tokens_per_second:7.1f} tok/s {stats.decode_seconds:8.2f} s "
        f"{stats.emitted:5d} tokens {stats.rounds:5d} rounds"
    )


def doctor_report(found: dict[str, Any], cache_folder: str, pair_name: str, untried: Sequence[str] = ()) -> str:
    """The table of doctor: machine, versions, costs, the cost curve if there is one, advice."""
    one = found["pass_seconds"]["1"]
    versions = [f"  {name:16} {version}" for name, version in found["versions"].items()]
    advice = [f"  - {one_line(line)}" for line in found["advice"]] or ["  no improvements found"]
    return "\n".join([
        f"backend        {found['backend']}",
        f"BLAS           {found['blas'] or 'built in'}",
        f"memory         {found['memory_bytes'] / 2**30:.1f} GiB",
        f"model cache    {one_line(cache_folder)}",
        *_hosts(found),
        "versions", *versions,
        *_passes(found, pair_name),
        f"one draft step {found['draft_seconds'] * 1e3:.2f} ms, {found['draft_seconds'] / one:.2f} passes",
        *_curve(found.get("curve")),
        *(["drafters not tried", *(f"  {one_line(line, 118)}" for line in untried)] if untried else []),
        "advice", *advice,
    ])  # fmt: skip


def _hosts(found: dict[str, Any]) -> list[str]:
    if "hosts" not in found:
        return []
    parts = ", ".join(f"{part / 2**20:.0f}" for part in found["part_bytes"])
    return [
        f"sharded over   {found['hosts']}, with {parts} MiB of the target",
        f"one all-reduce {found['all_reduce_seconds'] * 1e3:.2f} ms, of one token's hidden state",
    ]


def _passes(found: dict[str, Any], pair_name: str) -> list[str]:
    """Passes by width; of a sharded target those of the whole target on this machine beside them."""
    head = f"cost of a pass of {one_line(pair_name)} by width (tokens read at once), in ms and in passes of width 1"
    columns = [found["pass_seconds"], *filter(None, [found.get("whole_pass_seconds")])]
    rows = [f"  {width:>3}" + "".join(_cost(column[width], column["1"]) for column in columns) for width in found["pass_seconds"]]
    if "hosts" not in found:
        return [head, *rows]
    if len(columns) == 1:
        return [head, *rows, "  on one host: not measured, the whole target does not fit beside this host's part"]
    return [head, f"{'over the hosts':>19}{'on one host':>22}", *rows]


def _cost(seconds: float, one: float) -> str:
    return f"   {seconds * 1e3:8.2f} ms   {seconds / one:5.2f}"


def _curve(curve: dict[str, Any] | None) -> list[str]:
    """Prediction and measurement by k."""
    if curve is None:
        return ["cost curve     none: no loaded drafter guesses in every round"]
    return [
        f"cost curve of {one_line(curve['drafter'])} on the workload {curve['workload']}, greedy; a round's parts in ms, the rest is the",
        "host's work and the verdict, below 0 where they overlap with the pass; predicted from other k than were measured",
        "    k    draft     pass     rest   tok/rd  predicted  measured (spread)    off" + _on_one_host(curve["points"]),
        *map(_point, curve["points"][1:]), *_best(curve["points"]),
    ]  # fmt: skip


def _on_one_host(points: Sequence[dict[str, Any]]) -> str:
    return "  on one host" if "predicted_whole" in points[0] else ""


def _point(point: dict[str, Any]) -> str:
    measured = "-" if point["measured"] is None else f"{point['measured']:.2f}x ({point['spread'][0]:.2f}-{point['spread'][1]:.2f})"
    off = "" if point["error"] is None else f"{point['error']:+.0%}"
    parts = " ".join(f"{point[part] * 1e3:8.2f}" for part in ("draft", "verify", "host"))
    whole = f"{point['predicted_whole']:11.2f}x" if "predicted_whole" in point else ""
    return f"  {point['k']:>3} {parts} {point['tokens']:8.2f} {point['predicted']:9.2f}x  {measured:18} {off:>5} {whole}".rstrip()


def _best(points: Sequence[dict[str, Any]]) -> list[str]:
    """What drafting should gain over the hosts and on one of them, at the k that is best for each."""
    if "predicted_whole" not in points[0]:
        return []
    over, alone = (max(points[1:], key=lambda point: point[name]) for name in ("predicted", "predicted_whole"))
    return [
        f"  drafts should gain {over['predicted']:.2f}x over the hosts (k={over['k']}), {alone['predicted_whole']:.2f}x on one host "
        f"(k={alone['k']})"
    ]
