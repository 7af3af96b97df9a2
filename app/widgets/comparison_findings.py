"""What a comparison found, in words: the speed-up, whether the texts are the same, and why it paid or did not."""

from __future__ import annotations

from typing import Iterator

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from specdeck.decoding.types import Stats

from ..chat.drafter_health import Health, reply_health
from ..compare.result import Comparison, Run, is_plain, pays
from ..compare.result_words import payoff_words, why_one_text, why_texts_differ
from ..compare.stored import ComparedPair
from ..compare.trials import Contest
from ..drawing.bars import HEIGHTS, PLACES
from ..drawing.clean_text import one_line
from ..drawing.figures import duration, least_to_most, probability, share, size, times
from ..engine.messages import Loaded

GAP = 3  # cells between two findings in one line
TALL = 30  # rows from which a line more does not matter
ROOMY = 70  # columns from which the findings leave rows for a sweep below them


class Findings(Static):
    """What a comparison found, one finding per line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: Comparison | None = None
        self._drawn_for = False, 0, False  # short, room, tall

    def show(self, contest: Contest, pair: Loaded | None = None) -> None:
        """Draw the contest's comparison, and the health of the drafters that this pair holds."""
        shape = self.size.width < ROOMY and bool(contest.curve()), self.content_size.width, self.app.size.height >= TALL
        if contest.comparison is not self._shown or shape != self._drawn_for:
            self._shown, self._drawn_for = contest.comparison, shape
            words = findings(contest.comparison, contest.names, *shape) if contest.comparison else Content("")
            if contest.comparison and pair and not contest.origin:
                words = Content("\n").join([words, *healths(contest.comparison, pair)])
            self.update(Content.assemble(before(contest.origin), words) if contest.origin else words)


def before(origin: ComparedPair) -> Content:
    """Date and pair of an earlier comparison that was opened."""
    return Content.styled(f"of {origin.when:%d %b %H:%M}, {one_line(origin.name, 60)}\n", "$origin-faint")


def findings(comparison: Comparison, names: dict[int, str], short: bool = False, room: int = 0, tall: bool = False) -> Content:
    """All lines of a comparison. `short`: the last one holds the memory alone; `room`: cells of a line; `tall`: a screen with rows to spare."""
    lines = [Content.assemble(pace(comparison), "   ", badge(comparison, names)), *verdicts(comparison), beginnings(comparison, short, room, tall)]
    return Content("\n").join(lines)


def pace(comparison: Comparison) -> Content:
    """B's pace relative to A's, with the spread."""
    speed = comparison.speed
    runs = len(speed.ratios)
    x, about = times(speed.times), f" ({runs} runs, {least_to_most(speed.spread)})" if runs > 1 else " (one run)"
    words = Content.assemble((x, "bold $success"), " as fast as A") if speed.times >= 1 else Content.assemble("slower than A: ", (x, "bold $warning"))
    return Content.assemble("B is ", words, (about, "$origin-faint"))


def badge(comparison: Comparison, names: dict[int, str]) -> Content:
    """Whether the texts are the same; if not, where they differ and whether they may."""
    at = comparison.first_difference
    if at is None:
        why = why_one_text(comparison.a.settings, comparison.b.settings)
        same = Content.styled(f" same {len(comparison.a.ids)} tokens ", "bold reverse $success")
        return Content.assemble(same, (f" {why}; R chooses another rule" if why else "", "$origin-faint"))
    if apart := why_texts_differ(comparison.a.settings, comparison.b.settings):
        return Content.assemble((f" {apart[0]} ", "bold reverse"), (apart[1], "$origin-faint"))
    return Content.assemble((f" differs from token {at + 1} on ", "bold reverse $warning"), near(comparison, names))


def near(comparison: Comparison, names: dict[int, str]) -> str:
    """The target's two likeliest tokens at the first difference, and the gap of their logits."""
    if comparison.gap is None:
        return ""
    best = ", ".join(f"'{one_line(names.get(token, ''), 12)}' p {probability(p)}" for token, p in comparison.best)
    return f" there: {best}; logits {comparison.gap:.2g} apart"


def verdicts(comparison: Comparison) -> Iterator[Content]:
    """For each side that drafted, whether drafting pays and why."""
    for letter, run in (("A", comparison.a), ("B", comparison.b)):
        if run.stats.drafted:
            yield Content.assemble((f"{letter}  ", "bold"), payoff_words(comparison, run), (_stand(comparison, run), "$origin-faint"))
        elif run.settings.k and not is_plain(run.settings):
            yield Content.assemble((f"{letter}  ", "bold"), f"{one_line(run.settings.drafter)} found nothing to guess on this text")


def _stand(comparison: Comparison, run: Run) -> str:
    """Acceptance rate and break-even, where drafting pays: the sentence on a loss holds both."""
    stats, needed = run.stats, comparison.break_even(run)
    if needed is None or stats.acceptance_rate is None or not pays(comparison, run):
        return ""
    return f"; {share(stats.acceptance_rate)} accepted, break-even at {share(max(0.0, needed))}"


def healths(comparison: Comparison, pair: Loaded) -> Iterator[Content]:
    """For each drafter with files that guessed often enough: whether its guesses are accepted as often as others measured."""
    found: dict[str, Health] = {}
    for _, run in _sides(comparison):
        found |= reply_health(pair.known, run.reply.rounds, run.reply.thinking > 0)
    for name, one in found.items():
        yield Content.styled(one.of(name), "$warning" if one.reasons else "$origin-faint")


def by_place(stats: Stats) -> str:
    """Accepted guesses by their place in the draft, as columns and in per cent: ▇▅▄▃ 80 60 50 40%."""
    shares = stats.acceptance_by_position[:PLACES]
    columns = "".join(HEIGHTS[min(7, int(share * 8))] for share in shares)
    return f"{columns} {' '.join(f'{share * 100:.0f}' for share in shares)}%"


def first_token(comparison: Comparison) -> str:
    """The time to the first token of both sides: first token  A 12 ms  B 15 ms; empty where it is not known."""
    waited = {letter: run.reply.first_token for letter, run in _sides(comparison) if run.reply.first_token is not None}
    return "  ".join(["first token", *(f"{letter} {duration(seconds, max(waited.values()))}" for letter, seconds in waited.items())]) if waited else ""


def beginnings(comparison: Comparison, short: bool = False, room: int = 0, tall: bool = False) -> Content:
    """Accepted guesses by place of the sides that drafted, the time to the first token, and the peak memory of both, in lines of `room`
    cells that break between them; without the second where it would take a line more on a screen that is not `tall`, and if `short`, the
    memory alone."""
    drafted = [f"{letter} {by_place(run.stats)}" for letter, run in _sides(comparison) if run.stats.drafted]
    memory = f"peak memory (weights, caches)  A / B {size(*(run.stats.peak_memory_bytes for _, run in _sides(comparison)))}"
    if short:
        return Content.styled(memory, "$origin-faint")
    few = ["  ".join(["accepted by place", *drafted]), memory] if drafted else [first_token(comparison), memory]
    all_, fewer = _flowed([few[0], first_token(comparison), memory], room), _flowed(few, room)
    return Content.styled("\n".join(all_ if drafted and (tall or len(all_) <= len(fewer)) else fewer), "$origin-faint")


def _flowed(parts: list[str], room: int) -> list[str]:
    """The parts in as few lines of `room` cells as they need; none is broken, empty ones are left out."""
    lines: list[str] = []
    for part in filter(None, parts):
        if lines and cell_len(lines[-1]) + GAP + cell_len(part) <= room:
            lines[-1] += " " * GAP + part
        else:
            lines.append(part)
    return lines


def _sides(comparison: Comparison) -> tuple[tuple[str, Run], tuple[str, Run]]:
    return ("A", comparison.a), ("B", comparison.b)
