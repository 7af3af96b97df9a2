"""The pair that the row under the cursor would make: its memory against the machine's, every check in words, and the figures
measured with it here."""

import time

from textual.content import Content

from ..chat.wording import DRAFTED, ago, short
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import bar
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


class PlanPanel(TextStatic):
    def show(self, catalogue: Catalogue, row: Row | None, pair: Listed | None = None) -> None:
        """Draw the plan for a row, or for a published pair; without either the panel is empty."""
        self.put(_published(catalogue, pair) if pair else _content(catalogue, row) if row else Content(""))


def _content(catalogue: Catalogue, row: Row) -> Content:
    parts = [_pair(catalogue, row), _checks(catalogue, row)]
    if plan := catalogue.plan(row):
        disk = sum(item.size for item in catalogue.pair_members(row)) if catalogue.machine.wide else 0
        parts.insert(1, _memory(plan, "MEMORY ON THIS HOST" if catalogue.machine.hosts > 1 else "MEMORY", disk))
    if row.use == "target" and catalogue.machine.parts:
        parts.append(Content("\n").join([_head("THE TARGET'S PART ON EACH HOST"), *(_part(*part) for part in catalogue.machine.parts)]))
    if catalogue.measured(row):
        parts.append(_measured(catalogue, row))
    return Content("\n\n").join(parts)


def _published(catalogue: Catalogue, listed: Listed) -> Content:
    """What a pair takes once the one in use is unloaded, and what others measured with its drafter."""
    pair, fit = listed.pair, offers.fit(catalogue, listed)
    assert pair, "it is listed as a pair"
    remark, measured = pair.drafter.remark, pair.measured
    checks = [_check(*LOOKS[fit], WORDS[fit]), *_speed(offers.pace(catalogue, listed), offers.gain(catalogue, listed)), *([_check("!", "$warning", remark)] if remark else [])]
    parts = [[_head("THIS PAIR"), _row("target", pair.target), _row("drafter", pair.drafter.name)], [_memory(catalogue.plan_of(listed.items), "MEMORY")]]
    parts += [[_head("CHECKS"), *checks], *([[_head("MEASURED ELSEWHERE"), Content(measured)]] if measured else [])]
    return Content("\n\n").join(Content("\n").join(lines) for lines in parts)


def _head(text: str) -> Content:
    return Content.styled(text, "bold $origin-faint")


def _pair(catalogue: Catalogue, row: Row) -> Content:
    members = catalogue.pair_members(row)
    if not members:
        return Content.assemble(_head("THIS ONE"), "\n", (one_line(row.name), "bold"))
    names = [one.name for one in members[1:]] + ([] if row.item else [row.name])
    head = "IN USE" if row.use == "target" else "THIS PAIR" if names else "AS TARGET"
    return Content("\n").join([_head(head), _row("target", members[0].name), *(_row("drafter", name) for name in names)])


def _part(host: str, weights: int) -> Content:
    return Content.assemble((f"{one_line(host, 19):<20}", "$origin-faint"), size(weights))


def _row(role: str, name: str) -> Content:
    return Content.assemble((f"{role:<8}", "$origin-faint"), (one_line(short(name), ROOM - 8), "bold"))


def _memory(plan: Plan, head: str, disk: int = 0) -> Content:
    """What the pair needs. `disk`: the bytes of its files, where they are widened."""
    more = " or more" if not plan.sure else f" in {plan.kv_bits} bits" if plan.kv_bits else ""
    cache = size(plan.cache) + more if plan.cache else "unknown from its files"
    figures = (("weights", size(plan.weights)), (f"cache, {plan.tokens} tokens", cache), ("working memory", f"~{size(plan.work)}"))
    lines = [_head(head), *(Content.assemble((f"{name:<20}", "$origin-faint"), value) for name, value in figures)]
    if plan.packed:
        lines.insert(2, Content.styled(f"  packed, so slow: {size(plan.packed)} as float32", "$origin-faint"))
    if 0 < disk < WIDENED * plan.weights:
        lines.insert(2, Content.styled(f"  {size(disk)} on disk, here as float32", "$origin-faint"))
    lines.append(Content.assemble((f"{'needs':<20}", "$origin-faint"), (f"{size(plan.need)} ", "bold"), (f"of {size(plan.budget)}", "$origin-faint")))
    lines.append(Content.assemble(bar(plan.share, WIDTH, LOOKS[plan.word][1]), f" {plan.share:.0%}"))
    if plan.adds:
        lines.append(Content.styled(f"{size(plan.adds)} still to load; {size(plan.room)} free", "$origin-faint"))
    return Content("\n").join(lines)


def _checks(catalogue: Catalogue, row: Row) -> Content:
    lines = [_head("CHECKS")]
    if row.item and row.item.trouble:
        return Content("\n").join([*lines, _check("✗", "$error", row.item.trouble)])
    if row.use:
        lines.append(_check("●", "$accent", f"in memory, as the {row.use}"))
    if row.use != "target":
        lines.append(_check(*sign(row.verdict, "$error"), f"as drafter: {row.verdict.line}"))
    if plan := catalogue.plan(row):
        lines.append(_check(*LOOKS[plan.word], WORDS[plan.word]))
    return Content("\n").join([*lines, *_speed(catalogue.pace(row), row.gain if row.use != "target" else None)])


def _speed(pace: Pace | None, gain: Gain | None) -> list[Content]:
    """How fast it is as a target, or a pair with its drafter, and what drafting brings."""
    lines = [_check("✓" if pace.fast_enough else "✗", "$success" if pace.fast_enough else "$warning", f"{'fast enough' if pace.fast_enough else 'slow'}: {pace.beside_most}")] if pace else []
    return lines + ([_check("!" if gain.loses else "·", "$warning" if gain.loses else "$origin-faint", f"speed-up: {gain.words}")] if gain and gain != Gain() else [])


def _check(mark: str, look: str, words: str) -> Content:
    return Content.assemble((f"{mark} ", f"bold {look}"), one_line(words))


def _measured(catalogue: Catalogue, row: Row) -> Content:
    now, measurements = time.time(), catalogue.measured(row)
    several = len({measurement.drafter for measurement in measurements}) > 1 or row.use == "target"
    lines = [line for measurement in measurements[:SHOWN] for line in (_figures(measurement), _how(measurement, several, now))]
    return Content("\n").join([_head("MEASURED HERE"), *lines])


def _figures(measurement: Measurement) -> Content:
    pace = f"{speedup(measurement.tokens_per_second, measurement.plain)} plain" if measurement.plain else rate(measurement.tokens_per_second)
    accepted = f", {share(measurement.acceptance_rate)} {DRAFTED}" if measurement.acceptance_rate is not None else ""
    return Content.assemble((pace, "bold"), accepted)


def _how(measurement: Measurement, named: bool, now: float) -> Content:
    who = one_line(short(measurement.drafter), 15) + ", " if named else ""
    warm = f", T {measurement.temperature:g}" if measurement.temperature else ""
    return Content.styled(f"  {who}k {'auto' if measurement.adaptive_k else measurement.k}{warm}, {ago(now - measurement.at)}", "$origin-faint")
