"""What a comparison found, in words: the speed-up, whether the texts are the same, and why it paid or did not."""

from __future__ import annotations

from typing import Iterator

from textual.content import Content
from textual.widgets import Static

from specdeck.app.chat.wording import probability
from specdeck.app.compare.result import Comparison, Run, is_plain, pays
from specdeck.app.compare.result_words import payoff_words, why_texts_differ
from specdeck.app.compare.stored import ComparedPair
from specdeck.app.compare.trials import Contest
from specdeck.app.drawing.clean_text import one_line

GIB = 2**30


class Findings(Static):
    """What a comparison found, one finding per line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: Comparison | None = None

    def show(self, contest: Contest) -> None:
        """Draw the contest's comparison."""
        if contest.comparison is not self._shown:
            self._shown = contest.comparison
            words = findings(contest.comparison, contest.names) if contest.comparison else Content("")
            self.update(Content.assemble(before(contest.origin), words) if contest.origin else words)


def before(origin: ComparedPair) -> Content:
    """Date and pair of an earlier comparison that was opened."""
    return Content.styled(f"of {origin.when:%d %b %H:%M}, {one_line(origin.name, 60)}\n", "$origin-faint")


def findings(comparison: Comparison, names: dict[int, str]) -> Content:
    """All lines of a comparison."""
    lines = [Content.assemble(pace(comparison), "   ", badge(comparison, names)), *verdicts(comparison), beginnings(comparison)]
    return Content("\n").join(lines)


def pace(comparison: Comparison) -> Content:
    """B's pace relative to A's, with the spread."""
    ratios, x = comparison.ratios, comparison.speedup
    spread = f" (median of {len(ratios)}, {min(ratios):.2f}-{max(ratios):.2f})" if len(ratios) > 1 else " (one run)"
    words = Content.assemble((f"{x:.2f}x", "bold $success"), " as fast as A") if x >= 1 else Content.assemble("slower than A: ", (f"{x:.2f}x", "bold $warning"))
    return Content.assemble("B is ", words, (spread, "$origin-faint"))


def badge(comparison: Comparison, names: dict[int, str]) -> Content:
    """Whether the texts are the same; if not, where they differ and whether they may."""
    at = comparison.first_difference
    if at is None:
        return Content.styled(f" same {len(comparison.a.ids)} tokens ", "bold reverse $success")
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
        elif not is_plain(run.settings):
            yield Content.assemble((f"{letter}  ", "bold"), f"{one_line(run.settings.drafter)} found nothing to guess on this text")


def _stand(comparison: Comparison, run: Run) -> str:
    """Acceptance rate and break-even, where drafting pays: the sentence on a loss holds both."""
    stats, needed = run.stats, comparison.break_even(run)
    return f"; {stats.acceptance_rate:.0%} accepted, break-even at {max(0.0, needed):.0%}" if pays(comparison, run) else ""


def beginnings(comparison: Comparison) -> Content:
    """Time to the first token and peak memory of both sides."""
    first = [f"{letter} {seconds:.2f} s" for letter, run in _sides(comparison) if (seconds := run.reply.first_token) is not None]
    peak = [f"{letter} {run.stats.peak_memory_bytes / GIB:.2f} GiB" for letter, run in _sides(comparison)]
    return Content.styled(f"first token  {'   '.join(first)}      peak memory  {'   '.join(peak)}", "$origin-faint")


def _sides(comparison: Comparison) -> tuple[tuple[str, Run], tuple[str, Run]]:
    return ("A", comparison.a), ("B", comparison.b)
