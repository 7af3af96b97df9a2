"""The results of compare and doctor, in words for people."""

import os
import textwrap
from pathlib import Path
from typing import Any, Mapping, Sequence

from specdeck.decoding.checkpoints import KnownDrafter
from specdeck.decoding.errors import LoadError

from ..chat.drafter_health import reply_health
from ..compare.result import Comparison, Run, is_plain
from ..compare.result_words import (
    acceptance_words,
    doubt_words,
    looped_words,
    payoff_words,
    runs_words,
    same_text_words,
    side_words,
    speedup_words,
)
from ..drawing.clean_text import one_line
from ..drawing.figures import duration, rate, size, spread, times
from ..records import files

WIDTH = 118  # of the lines of a report


def compare_report(comparison: Comparison, known: Mapping[str, KnownDrafter]) -> str:
    """Both sides, the speed-up, whether the texts are the same, why drafting paid or did not, and the health of the drafters."""
    b, plain = comparison.b, is_plain(comparison.a.settings)
    longest = max(run.stats.decode_seconds for run in (comparison.a, b))
    verdict = ("" if plain else "against plain decoding, ") + payoff_words(comparison, b)
    verdict = doubt_words(comparison) or verdict
    if not b.stats.drafted:
        verdict = f"nothing was drafted: side B is plain decoding{'' if comparison.a.stats.drafted else ' too'}"
    lines = [
        _side("A", comparison.a, longest),
        _side("B", b, longest),
        "",
        f"speed-up  {speedup_words(comparison.speed, bool(comparison.doubtful))}{'' if plain else ' over side A'}; {runs_words(comparison.speed)}",
        f"text      {same_text_words(comparison)}",
        *([f"loop      {looped}"] if (looped := looped_words(comparison)) else []),
        f"drafts    {acceptance_words(comparison, b)}",
        *([f"seed      {b.settings.seed}, the same on both sides"] if b.settings.temperature else []),
        f"verdict   {verdict}",
    ]
    found = [one.of(name) for run in (comparison.a, b) for name, one in reply_health(known, run.reply.rounds, run.reply.thinking > 0).items()]
    return "\n".join([*lines, *(f"health    {line}" for line in dict.fromkeys(found))])


def _side(letter: str, run: Run, longest: float) -> str:
    stats = run.stats
    return (
        f"{letter}  {side_words(run.settings):28} {rate(stats.tokens_per_second):>13} {duration(stats.decode_seconds, longest):>8} "
        f"{stats.emitted:5d} tokens {stats.rounds:5d} rounds"
    )


def doctor_table(found: dict[str, Any], cache_folder: str, pair_name: str, untried: str = "") -> str:
    """The table of doctor: machine, versions, costs, the cost curve if there is one, advice."""
    one, hosts = found["pass_seconds"]["1"], []
    if "hosts" in found:
        hosts = [f"sharded over   {found['hosts']}, with {', '.join(map(size, found['part_bytes']))} of the target"]
        hosts.append(f"one all-reduce {duration(found['all_reduce_seconds'])}, of one token's hidden state")
    return "\n".join([
        f"backend        {found['backend']}",
        f"BLAS           {found['blas'] or 'built in'}",
        f"memory         {size(found['memory_bytes'])}, of the machine",
        f"load           {found['load']}, programs that want a processor" + (f"; {found['doubtful']}" if found["doubtful"] else ""),
        *_wrapped([f"{name}: {words}" for name, words in found["weights"].items()], "weights        "),
        f"model cache    {one_line(cache_folder)}",
        *hosts,
        "versions", *(f"  {name:16} {version}" for name, version in found["versions"].items()),
        f"cost of a pass of {one_line(pair_name)} by width (tokens read at once), in ms and in passes of width 1",
        *(f"  {width:>3}   {seconds * 1e3:8.2f} ms   {seconds / one:5.2f}" for width, seconds in found["pass_seconds"].items()),
        f"one draft step {duration(found['draft_seconds'])}, {found['draft_seconds'] / one:.2f} passes",
        *_exactness(found["exactness"], found["backend"]),
        *_wrapped([f"drafter {name:6} {line}" for name, line in found["health"].items()], "", " " * 15),
        *_curve(found.get("curve")),
        *_lookup(found.get("lookup") or []),
        *(_wrapped([untried], "not tried      ") if untried else []),
        "advice", *(_wrapped(found["advice"], "  - ") or ["  no improvements found"]),
    ])  # fmt: skip


def _wrapped(lines: Sequence[str], begin: str, indent: str = "    ") -> list[str]:
    """Each line in as many lines of WIDTH as it needs: the first one begins so, the others are indented."""
    return [part for line in lines for part in textwrap.wrap(one_line(line), WIDTH, initial_indent=begin, subsequent_indent=indent)]


def _exactness(found: dict[str, Any], backend: str) -> list[str]:
    """What a wider pass changes on this device, in words: the logits, and how many greedy choices."""
    lines = [f"exactness      logits of wider passes against single steps on this {'CPU' if backend == 'cpu' else 'GPU'}, over {found['tokens']} tokens of a greedy reply"]
    for width, one in found["widths"].items():
        what = f"a pass over {width}" if width != "1" else "a second pass over 1"
        how = f"rounds differently, by at most {one['difference']:.2g}" if one["difference"] else "gives the same logits"
        lines.append(f"  {what} {how}: {one['changed'] or 'none'} of {found['tokens']} greedy choices {'differ' if one['changed'] != 1 else 'differs'} from plain's")
    rounds, changed = (any(one[what] for one in found["widths"].values()) for what in ("difference", "changed"))
    exact = not changed and not (rounds and found["ties"])
    ties = f"exact ties of the best two logits, in {found['logit_type']}: {found['ties'] or 'none'} of {found['tokens']}"
    return [*lines, f"  {ties}; at temperature 0 drafted text is plain's, {'token for token' if exact else 'up to ties and near ties'}"]


def _curve(curve: dict[str, Any] | None) -> list[str]:
    if curve is None:
        return ["cost curve     none: the drafter in force does not guess in every round"]
    return [
        f"cost curve of {one_line(curve['drafter'])} on the workload {curve['workload']}, greedy; a round's parts in ms, the rest is the",
        "host's work and the verdict, below 0 where they overlap with the pass; predicted from other k than were measured",
        "    k    draft     pass     rest   tok/rd  predicted  measured (spread)    off",
        *map(_point, curve["points"][1:]),
    ]  # fmt: skip


def _point(point: dict[str, Any]) -> str:
    measured = "-" if point["measured"] is None else f"{times(point['measured'])}{'?' if point['doubtful'] else ''} {spread(point['spread'])}"
    off = "" if point["error"] is None else f"{point['error']:+.0%}"
    parts = " ".join(f"{point[part] * 1e3:8.2f}" for part in ("draft", "verify", "host"))
    return f"  {point['k']:>3} {parts} {point['tokens']:8.2f} {point['predicted']:9.2f}x  {measured:18} {off:>5}".rstrip()


def _lookup(points: Sequence[dict[str, Any]]) -> list[str]:
    """What lookup should gain, a line a text, and at the best k what it gained."""
    if not points:
        return []
    ks = sorted({point["k"] for point in points})
    lines = ["lookup, replayed on what the target writes to sample prompts; predicted at each k, measured where it should gain most"]
    lines += [f"    {'text':8}" + "".join(f"{f'k={k}':>8}" for k in ks) + "  measured    off"]
    for name in dict.fromkeys(point["workload"] for point in points):
        row = {point["k"]: point for point in points if point["workload"] == name}
        cells = "".join(f"{times(row[k]['predicted']):>8}" for k in ks)
        checks = [f"  {times(point['measured']) + '?' * bool(point['doubtful']):8} {point['error']:+6.0%}  at k={k}" for k, point in row.items() if point["measured"]]
        lines.append(f"    {name:8}{cells}{''.join(checks)}")
    return lines


# The file of a picture that a command also writes: checked before anything is measured, written after everything is printed.

def check(option: str, path: str | None) -> None:
    """Raise LoadError if no file of this name can be written, or there is one, which is somebody's; None is no file."""
    if path is None:
        return
    place = os.path.expanduser(path)
    if os.path.isfile(place):
        raise LoadError(f"{option} {path!r} exists already: choose another file name")
    if not _may_be_written(place):
        raise LoadError(f"{option} {path!r} cannot be written: name a file in a folder that exists and that you may write to")


def write(option: str, path: str, text: str) -> None:
    """Write it completely or not at all. Raises LoadError."""
    place = os.path.realpath(os.path.expanduser(path))
    try:
        if os.path.exists(place) and not os.path.isfile(place):  # a pipe, a terminal
            Path(place).write_text(text, encoding="utf-8")
        else:
            files.overwrite(Path(place), text, shared=True)
    except OSError as error:
        raise LoadError(f"{option} {path!r} cannot be written: {error.strerror}") from error


def _may_be_written(path: str) -> bool:
    """Whether a file of this name can be there: its folder exists and takes one, and it is not one itself."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError):  # too long a name, or one with a zero byte
        return False
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        return not os.path.isdir(place)
    folder = os.path.dirname(place)
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)
