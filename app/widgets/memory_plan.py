"""The pair that the row under the cursor would make. It shows its memory against the machine's, every check in words, and the figures measured with
it here."""

import time

from textual.content import Content

from ..chat.wording import DRAFTED, ago, short
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import bar, faint
from ..drawing.figures import rate, share, size, speedup
from ..models import offers
from ..models.catalogue import Catalogue, Row
from ..models.fit import Plan
from ..models.hub import Listed
from ..models.measurements import Measurement
from ..models.outlook import Gain, Pace
from .model_lists import sign
from .text_static import TextStatic

ROOM = 37  # cells of a line
WIDTH = 26  # cells of the bar
LOOKS = {"fits": ("✓", "$success"), "tight": ("!", "$warning"), "too big": ("✗", "$error"), "not beside": ("!", "$warning")}
WORDS = {
    "fits": "it fits",
    "tight": "it fits, but leaves other programs little memory",
    "too big": "it does not fit in this machine's memory",
    "not beside": "it fits, but not beside the pair in use: unload that first (^u on the target)",
}
WIDENED = 0.9  # files of less than this share of the weights were widened
SHOWN = 4  # measurements shown


FAINT = "$origin-faint"


class PlanPanel(TextStatic):
    def show(self, catalogue: Catalogue, row: Row | None, pair: Listed | None = None) -> None:
        """Draw the plan for a row, or for a published pair; without either the panel is empty."""
        parts = _published(catalogue, pair) if pair else _of_row(catalogue, row) if row else []
        self.put(Content("\n\n").join(Content("\n").join([Content.styled(head, f"bold {FAINT}"), *lines]) for head, lines in parts if lines))


Part = tuple[str, list[Content]]  # a heading and its lines


def _of_row(catalogue: Catalogue, row: Row) -> list[Part]:
    machine, members, plan = catalogue.machine, catalogue.pair_members(row), catalogue.plan(row)
    names = [one.name for one in members[1:]] + ([] if row.item else [row.name])
    head = "IN USE" if row.use == "target" else "THIS PAIR" if names else "AS TARGET"
    drafters = [_row("drafter", short(name), 8) for name in names]
    parts = [(head, [_row("target", short(members[0].name), 8), *drafters]) if members else ("THIS ONE", [Content.styled(one_line(row.name), "bold")])]
    if plan:
        disk = sum(item.size for item in members) if machine.wide else 0
        parts.append(("MEMORY ON THIS HOST" if machine.hosts > 1 else "MEMORY", _memory(plan, disk)))
    parts.append(("CHECKS", _checks(catalogue, row, plan)))
    if row.use == "target":
        parts.append(("THE TARGET'S PART ON EACH HOST", [_row(one_line(host, 19), size(weights)) for host, weights in machine.parts]))
    now, measured = time.time(), catalogue.measured(row)[:SHOWN]
    return [*parts, ("MEASURED HERE", [line for one in measured for line in _measured(one, now)])]


def _published(catalogue: Catalogue, listed: Listed) -> list[Part]:
    """What a pair takes once the one in use is unloaded, and what others measured with its drafter."""
    pair, fit = listed.pair, offers.fit(catalogue, listed)
    assert pair, "it is listed as a pair"
    checks = [_check(*LOOKS[fit], WORDS[fit]), *_speed(offers.pace(catalogue, listed), offers.gain(catalogue, listed))]
    checks += [_check("!", "$warning", pair.drafter.remark)] if pair.drafter.remark else []
    names = [_row("target", short(pair.target), 8), _row("drafter", short(pair.drafter.name), 8)]
    elsewhere = [Content(pair.drafter.measured)] if pair.drafter.measured else []
    return [("THIS PAIR", names), ("MEMORY", _memory(catalogue.plan_of(listed.items))), ("CHECKS", checks), ("MEASURED ELSEWHERE", elsewhere)]


def _row(name: str, value: str, wide: int = 20) -> Content:
    return Content.assemble((f"{name:<{wide}}", FAINT), one_line(value, ROOM - 8))


def _memory(plan: Plan, disk: int = 0) -> list[Content]:
    """What the pair needs. `disk`: the bytes of its files, where they are widened."""
    more = " or more" if not plan.sure else f" in {plan.kv_bits} bits" if plan.kv_bits else ""
    notes = [f"  {size(disk)} on disk, here as float32"] if 0 < disk < WIDENED * plan.weights else []
    notes += [f"  packed, so slow: {size(plan.packed)} as float32"] if plan.packed else []
    left = [f"{size(plan.adds)} still to load; {size(plan.room)} free"] if plan.adds else []
    return [
        _row("weights", size(plan.weights)),
        *(faint(note) for note in notes),
        _row(f"cache, {plan.tokens} tokens", size(plan.cache) + more if plan.cache else "unknown"),
        _row("working memory", f"~{size(plan.work)}"),
        _row("needs", f"{size(plan.need)} of {size(plan.budget)}"),
        Content.assemble(bar(plan.share, WIDTH, LOOKS[plan.word][1]), f" {plan.share:.0%}"),
        *(faint(note) for note in left),
    ]


def _checks(catalogue: Catalogue, row: Row, plan: Plan | None) -> list[Content]:
    if row.item and row.item.trouble:
        return [_check("✗", "$error", row.item.trouble)]
    lines = [_check("●", "$accent", f"in memory, as the {row.use}")] if row.use else []
    if row.use != "target":
        lines.append(_check(*sign(row.verdict, "$error"), f"as drafter: {row.verdict.line}"))
    if plan:
        lines.append(_check(*LOOKS[plan.word], WORDS[plan.word]))
    return lines + _speed(catalogue.pace(row), row.gain if row.use != "target" else None)


def _speed(pace: Pace | None, gain: Gain | None) -> list[Content]:
    """How fast it is as a target, or a pair with its drafter, and what drafting brings."""
    lines = []
    if pace:
        mark, look, words = ("✓", "$success", "fast enough") if pace.fast_enough else ("✗", "$warning", "slow")
        lines.append(_check(mark, look, f"{words}: {pace.beside_most}"))
    if gain and gain != Gain():
        lines.append(_check(*(("!", "$warning") if gain.loses else ("·", FAINT)), f"speed-up: {gain.words}"))
    return lines


def _check(mark: str, look: str, words: str) -> Content:
    return Content.assemble((f"{mark} ", f"bold {look}"), one_line(words))


def _measured(measurement: Measurement, now: float) -> tuple[Content, Content]:
    """The figures, and how and when they were measured."""
    pace = f"{speedup(measurement.tokens_per_second, measurement.plain)} plain" if measurement.plain else rate(measurement.tokens_per_second)
    accepted = f", {share(measurement.acceptance_rate)} {DRAFTED}" if measurement.acceptance_rate is not None else ""
    warm = f", T {measurement.temperature:g}" if measurement.temperature else ""
    k = "auto" if measurement.adaptive_k else measurement.k
    how = f"  {one_line(short(measurement.drafter), 15)}, k {k}{warm}, {ago(now - measurement.at)}"
    return Content.assemble((pace, "bold"), accepted), faint(how)
