"""What compare and doctor found, in words for a person. Knows figures and sentences; measures nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.clean import one_line

if TYPE_CHECKING:
    from app.commands.race import Result, Side


def compare_report(result: Result) -> str:
    """Both sides, the speed-up, whether the texts are the same, and why it paid or did not."""
    runs, low, high = len(result.ratios), min(result.ratios), max(result.ratios)
    spread = f" (median of {runs}, spread {low:.2f}-{high:.2f})" if runs > 1 else ""
    lines = [
        _side("A", result.a),
        _side("B", result.b),
        "",
        f"speed-up  {result.speedup:.2f}x{spread}",
        f"text      {_identity(result)}",
        f"drafts    {_drafts(result)}",
        f"verdict   {verdict(result)}",
    ]
    return "\n".join(lines)


def verdict(result: Result) -> str:
    """Whether drafting paid, from what a round costs and what it yields."""
    yields = result.b.reply.stats.tokens_per_round
    if not result.b.reply.stats.drafted:
        return "nothing was drafted: side B is plain decoding too"
    costs = f"a round costs {result.block_cost:.2f} plain steps and yields {yields:.2f} tokens"
    if result.block_cost < yields:
        return f"{costs}: drafting pays"
    return f"{costs}: drafting is slower here, because {_why(result)}"


def _why(result: Result) -> str:
    """The nearest way to lose: no acceptance could earn the round's cost, too few guesses stand, or the two are as good as equal."""
    stats, needed = result.b.reply.stats, result.break_even
    if needed >= 1:
        best = stats.drafted / stats.rounds + 1
        return f"even if every guess stood ({best:.1f} tokens a round) the pass would cost too much; specdeck doctor says more"
    if stats.acceptance_rate < needed:
        return f"{stats.acceptance_rate:.0%} of the guesses stand and it takes {needed:.0%}"
    return "the reply ended before its last draft was used up"


def _side(letter: str, side: Side) -> str:
    stats, settings = side.reply.stats, side.settings
    who = "plain" if settings.k == 0 or settings.drafter == "none" else f"{settings.drafter}, k={settings.k}"
    if settings.temperature > 0:
        who += f", T={settings.temperature:g}, {settings.rule}"
    return (
        f"{letter}  {who:28} {stats.tokens_per_second:7.1f} tok/s {stats.decode_seconds:8.2f} s "
        f"{stats.emitted:5d} tokens {stats.rounds:5d} rounds"
    )


def _identity(result: Result) -> str:
    at = result.first_difference
    if at is None:
        return f"the same {len(result.a.reply.ids)} tokens on both sides"
    if result.b.settings.temperature > 0 and {result.a.settings.rule, result.b.settings.rule} != {"coupled"}:
        return f"same distribution, other text (from token {at} on): rule coupled would make them equal"
    near = "" if result.gap is None else f"; side A's two best logits there are {result.gap:.2g} apart"
    return f"differs from token {at} on{near}"


def _drafts(result: Result) -> str:
    stats = result.b.reply.stats
    if stats.acceptance_rate is None:
        return "none"
    even = "" if result.break_even is None else f"; break-even at {max(0.0, result.break_even):.0%}"
    return f"{stats.acceptance_rate:.0%} accepted ({stats.accepted} of {stats.drafted}){even}"


def doctor_report(found: dict[str, Any], cache_folder: str, pair_name: str) -> str:
    """The table of doctor: machine, versions, costs, the cost curve if there is one, advice."""
    one = found["pass_seconds"]["1"]
    rows = [f"  {width:>3}   {seconds * 1e3:8.2f} ms   {seconds / one:5.2f}" for width, seconds in found["pass_seconds"].items()]
    versions = [f"  {name:16} {version}" for name, version in found["versions"].items()]
    advice = [f"  - {one_line(line)}" for line in found["advice"]] or ["  nothing to improve that doctor knows of"]
    return "\n".join([
        f"backend        {found['backend']}",
        f"BLAS           {found['blas'] or 'the one built in'}",
        f"memory         {found['memory_bytes'] / 2**30:.1f} GiB",
        f"model cache    {one_line(cache_folder)}",
        "versions", *versions,
        f"cost of a pass of {one_line(pair_name)} by width (tokens read at once), in ms and in passes of width 1", *rows,
        f"one draft step {found['draft_seconds'] * 1e3:.2f} ms, {found['draft_seconds'] / one:.2f} passes",
        *_curve(found.get("curve")),
        "advice", *advice,
    ])  # fmt: skip


def _curve(curve: dict[str, Any] | None) -> list[str]:
    """Prediction against measurement by k."""
    if curve is None:
        return ["cost curve     none: no drafter here guesses in every round"]
    rows = []
    for point in curve["points"][1:]:
        measured = "-" if point["measured"] is None else f"{point['measured']:.2f}x ({point['spread'][0]:.2f}-{point['spread'][1]:.2f})"
        off = "" if point["error"] is None else f"{point['error']:+.0%}"
        parts = " ".join(f"{point[part] * 1e3:8.2f}" for part in ("draft", "verify", "host"))
        rows.append(f"  {point['k']:>3} {parts} {point['tokens']:8.2f} {point['predicted']:9.2f}x  {measured:18} {off:>5}".rstrip())
    return [
        f"cost curve of {one_line(curve['drafter'])} on the workload {curve['workload']}, greedy; a round's parts in ms, the rest is the",
        "host's work and the verdict, below 0 where they overlap with the pass; predicted from other k than were measured",
        "    k    draft     pass     rest   tok/rd  predicted  measured (spread)    off", *rows,
    ]  # fmt: skip
