"""The compare screen's panels: a side's settings and text, progress, the sweep of k, the result."""

from typing import Iterator, Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from specdeck.decoding.types import Settings, Stats

from ..actions import comparing
from ..app_state import AppState
from ..chat.conversation import Chat, Turn
from ..chat.drafter_health import Health, reply_health
from ..chat.reply import Reply
from ..chat.token_places import View
from ..chat.wording import DRAFTED
from ..compare.best import Best
from ..compare.contest import Contest
from ..compare.cost_curve import cost_curve
from ..compare.race import LETTERS, Letter
from ..compare.result import Comparison, Run, Speed, headline, is_plain, runs_of
from ..compare.result_words import (
    acceptance_words,
    best_words,
    doubt_words,
    gap_words,
    looped_words,
    payoff_words,
    side_words,
    why_one_text,
    why_texts_differ,
    why_undrafted,
)
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import PLACES, bar, column, faint
from ..drawing.figures import break_even_share, counted, duration, least_to_most, pace, probability, rate, share, size, times
from ..engine.messages import Loaded
from ..engine.this_machine import load_words
from .screen_header import Chip, chip_texts, chips
from .text_static import TextStatic
from .transcript import Transcript

SETTINGS = ("drafter", "k", "temperature", "rule")  # of a side


class Side(Vertical):
    """One side: chips that post Pressed, figures, and a transcript."""

    def __init__(self, letter: Letter) -> None:
        super().__init__(id=f"side-{letter}")
        self.letter: Letter = letter
        self._chat = Chat()

    def compose(self) -> ComposeResult:
        with Horizontal(classes="side-head"):
            yield TextStatic(self.letter.upper(), classes="letter")
            yield from chips(SETTINGS, f"{self.letter}-")
        yield TextStatic(classes="side-figures")
        yield Transcript(id=f"text-{self.letter}")

    @property
    def text(self) -> Transcript:
        return self.query_one(Transcript)

    def show(self, settings: Settings, run: Run | None, reply: Reply | None, view: View, note: str = "") -> None:
        """Draw the next comparison's settings, the last one's figures, and the reply as far as it is replayed. `note` stands in
        place of the figures of a run that is not counted."""
        texts = chip_texts(settings) | ({"k": "k -"} if is_plain(settings) else {})
        for name, words in texts.items():
            self.query_one(f"#{self.letter}-{name}", Chip).show(words)
        self.query_one(".side-figures", TextStatic).put(figures(run, settings) if run else faint(note))
        if [turn.reply for turn in self._chat.turns] != ([reply] if reply else []):
            self._chat = Chat(turns=[Turn("", reply)] if reply else [])
        self.text.show(self._chat, "", view)


def figures(run: Run, settings: Settings) -> Content:
    """The pace of the median run; where the settings have changed since, what they were."""
    was = side_words(run.settings)
    if was != side_words(settings):
        return Content.assemble((rate(run.rate), "bold"), (f"  was {was}", "$origin-faint"))
    yields = "one token per pass" if is_plain(run.settings) else f"{run.stats.tokens_per_round:.2f} tokens per round"
    return Content.assemble((rate(run.rate), "bold"), f"  {yields}")


class ComparisonProgress(TextStatic):
    """Shows a running contest: a bar, and during a comparison the finished runs of every side."""

    def show(self, state: AppState) -> None:
        lines = [bar(state.contest.now.share, max(1, self.size.width - 2), "$primary")]
        if state.contest.comparison is None:
            lines = [*(_side(state, letter) for letter in state.contest.letters), Content(""), *lines]
        self.put(Content("\n").join(lines))


def _side(state: AppState, letter: Letter) -> Content:
    """A side's settings, and the pace of each finished run."""
    paces, settings = "   ".join(map(pace, state.contest.paces.get(letter, []))), state.contest.sides.get(letter) or comparing.side(state, letter)
    return Content.assemble((f"{letter.upper()}  ", "bold"), f"{side_words(settings):<34}", (paces, "bold"), " tok/s" if paces else "")


COLUMN, MARGIN = 10, 5  # cells of a k and before the first


class Sweep(TextStatic):
    """The sweep's table and curve, or the best that a search found."""

    def show(self, contest: Contest) -> None:
        now = contest.comparison.b.settings.k if contest.comparison else 0
        self.put(searched(contest.best) if contest.best else sweep(contest.curve(), now, self.size.width))


def searched(best: Best) -> Content:
    """What a search found, and what enter does with it."""
    if best.doubtful:
        return Content.assemble((f"not settled: {best.line}", "$warning"), ("\nenter runs these sides again, B searches again", "$origin-faint"))
    return Content.assemble((f"fastest here: {best.line}", "bold $success"), ("\nenter takes it, in the chat too", "$origin-faint"))


def sweep(curve: Sequence[Speed], now: int, width: int) -> Content:
    """What is best; k, the speed-up over side A, its spread, and a bar. The raced k is marked, and its figure is the race's; what is slower than A
    has the other colour."""
    if not curve:
        return Content("")
    wide = min(COLUMN, max(6, (width - MARGIN) // len(curve)))
    most = max(1.0, *(speed.times for speed in curve))
    spreads = [least_to_most(speed.spread) if speed.spread else "" for speed in curve]
    rows = [
        ("k", [f"[{speed.settings.k}]" if speed.settings.k == now else f"{speed.settings.k}" for speed in curve]),
        ("B/A", [times(speed.times) for speed in curve]),
        *([("", spreads)] if wide == COLUMN else []),
        ("", [column(speed.times / most) * 2 for speed in curve]),
    ]
    looks = ["$origin-accepted" if speed.at_least_as_fast else "$origin-recovered" for speed in curve]
    lines = [Content.assemble((f"{name:<{MARGIN}}", "bold $origin-faint"), *((f"{cell:>{wide}}", look) for cell, look in zip(cells, looks))) for name, cells in rows]
    return Content("\n").join([Content.styled(best_words(curve), "bold"), *lines])


GAP = 3  # cells between two findings in one line
TALL, FOR_MORE = 36, 40  # rows from which there is room for the predictions of two sides, and of more


class Findings(TextStatic):
    """What a comparison found, one finding per line."""

    _shown: object = None

    def show(self, contest: Contest, pair: Loaded | None = None) -> None:
        """Draw the contest's comparisons, and the health of the drafters that this pair holds."""
        comparisons, room = contest.comparisons, self.content_size.width
        tall = self.app.size.height >= (FOR_MORE if len(comparisons) > 1 else TALL)
        if (shown := (comparisons, room, tall)) == self._shown:
            return
        self._shown = shown
        lines = [findings(comparisons, contest.names, room, contest.load)] if comparisons else []
        if tall:
            lines += predictions(comparisons, room)
        if pair:
            lines += healths(contest.runs_shown, pair)
        self.update(Content("\n").join(lines))


def findings(comparisons: Sequence[Comparison], names: Mapping[int, str], room: int = 0, load: float | None = None) -> Content:
    """All lines of a comparison, or one for each of several. `room`: cells of a line; `load`: of the machine before."""
    if len(comparisons) > 1:
        lines = [beside_a(letter.upper(), one, names, room) for letter, one in zip(LETTERS[1:], comparisons)]
        return Content("\n").join([*lines, faint("" if load is None else load_words(load))])
    [comparison] = comparisons
    looped = [Content.styled(words, "$warning")] if (words := looped_words(comparison)) else []
    first = _flowed([relative_pace(comparison), badge(comparison, names)], room)
    return Content("\n").join([*first, *looped, *verdicts(comparison), beginnings(comparison, room, load)])


def beside_a(letter: str, comparison: Comparison, names: Mapping[int, str], room: int) -> Content:
    """What was found of one of several sides, on one line."""
    run, doubt = comparison.b, f"  {comparison.doubtful}" if comparison.doubtful else ""
    costs = "" if is_plain(run.settings) else f"  {run.stats.tokens_per_round:.2f} tokens a round for {comparison.block_cost(run):.2f} plain steps"
    told = Content.assemble(relative_pace(comparison, letter), "  ", badge(comparison, names), (doubt, "$warning"), costs)
    return told.truncate(max(1, room), ellipsis=True)


def relative_pace(comparison: Comparison, letter: str = "B") -> Content:
    """A side's pace relative to A's, with the spread."""
    if comparison.only_loops:
        return Content("not compared: this is a loop")
    speed = comparison.speed
    runs = len(speed.ratios)
    unclear = ": either may be faster" if speed.unclear else ""
    x, about = times(speed.times) + "?" * bool(comparison.doubtful), f" ({runs} runs, {least_to_most(speed.spread)}{unclear})" if runs > 1 else " (one run)"
    clear_loss = not speed.at_least_as_fast and not speed.unclear
    words = Content.assemble("slower than A: ", (x, "bold $warning")) if clear_loss else Content.assemble((x, "$warning" if comparison.doubtful else "bold $success"), " as fast as A")
    return Content.assemble(f"{letter} is ", words, (about, "$origin-faint"))


def badge(comparison: Comparison, names: Mapping[int, str]) -> Content:
    """Whether the texts are the same; if not, where they differ and whether they may."""
    at = comparison.first_difference
    if at is None:
        why = why_one_text(comparison.a.settings, comparison.b.settings)
        same = Content.styled(f" same {counted(len(comparison.a.ids), 'token')} ", "bold reverse $success")
        return Content.assemble(same, (f" {why}; R chooses another rule" if why else "", "$origin-faint"))
    if apart := why_texts_differ(comparison.a.settings, comparison.b.settings):
        return Content.assemble((f" {apart[0]} ", "bold reverse"), (apart[1], "$origin-faint"))
    return Content.assemble((f" differs from token {at + 1} on ", "bold reverse $warning"), near(comparison, names))


def near(comparison: Comparison, names: Mapping[int, str]) -> str:
    """The target's two likeliest tokens at the first difference, and their logits' gap, where it says why the texts differ."""
    if not (apart := gap_words(comparison)):
        return ""
    best = ", ".join(f"'{one_line(names.get(token, ''), 12)}' p {probability(p)}" for token, p in comparison.best)
    return f" there: {best}; logits {apart}"


def verdicts(comparison: Comparison) -> Iterator[Content]:
    """For each side that drafted, say whether drafting pays and why. If the speed-up is doubtful, say why, and what was accepted. For two plain
    sides, say what their difference is."""
    if comparison.only_loops:
        return
    if doubt := doubt_words(comparison):
        yield Content.styled(doubt, "$warning")
    for letter, run in _sides(comparison):
        if run.stats.drafted:
            words = acceptance_words(comparison, run) if doubt else payoff_words(comparison, run)
            yield Content.assemble((f"{letter}  ", "bold"), words, ("" if doubt else _stand(comparison, run), "$origin-faint"))
        elif run.settings.k and not is_plain(run.settings):
            yield Content.assemble((f"{letter}  ", "bold"), why_undrafted(run))
    if is_plain(comparison.a.settings) and is_plain(comparison.b.settings):
        yield faint("both sides decode plainly, so that a difference in speed is only the machine's: p lets side B draft")


def _stand(comparison: Comparison, run: Run) -> str:
    """Acceptance rate and break-even, except on a loss, whose sentence holds both."""
    stats, needed = run.stats, comparison.break_even(run)
    if needed is None or stats.acceptance_rate is None or not (comparison.pays(run) or comparison.is_even(run) or comparison.unclear_over_plain(run)):
        return ""
    return f"; {share(stats.acceptance_rate)} {DRAFTED}, break-even at {break_even_share(needed)}"


def healths(runs: Sequence[Run], pair: Loaded) -> Iterator[Content]:
    """For each drafter with files that guessed often enough: whether its guesses are accepted as often as others measured."""
    found: dict[str, Health] = {}
    for run in runs:
        found |= reply_health(pair.known, run.reply.rounds, run.reply.thinking > 0)
    for name, one in found.items():
        yield Content.styled(one.of(name), "$warning" if one.reasons else "$origin-faint")


def predictions(comparisons: Sequence[Comparison], room: int) -> Iterator[Content]:
    """For each side that drafted, give the expected tokens a second at every k, beside the measured pace. The expectation follows from its costs and
    acceptance. The best k is bold where the race is not doubtful."""
    sure = bool(comparisons) and not headline(comparisons).doubtful
    for one in cost_curve(runs_of(comparisons)).predicted:
        rates = [(f"  {k} {pace(rate)}", "bold" if sure and k == one.knee else "$origin-faint") for k, rate in one.rates.items()]
        live = f"; measured {pace(one.live[1])} at k {one.live[0]}" if one.live else ""
        yield Content.assemble((f"{LETTERS[one.side].upper()}  ", "bold"), ("tok/s promised at k", "$origin-faint"), *rates, (live, "$origin-faint")).truncate(max(1, room), ellipsis=True)


def by_position(stats: Stats) -> str:
    """Accepted guesses by their place in the draft, as columns and in per cent: ▇▅▄▃ 80 60 50 40%."""
    shares = stats.acceptance_by_position[:PLACES]
    columns = "".join(map(column, shares))
    return f"{columns} {' '.join(f'{share * 100:.0f}' for share in shares)}{'…' * (len(shares) < len(stats.acceptance_by_position))}%"


def first_token(comparison: Comparison) -> str:
    """Return the time to the first token of both sides: first token  A 12 ms  B 15 ms. Return "" where it is not known."""
    waited = {letter: run.reply.first_token for letter, run in _sides(comparison) if run.reply.first_token is not None}
    return "  ".join(["first token", *(f"{letter} {duration(seconds, max(waited.values()))}" for letter, seconds in waited.items())]) if waited else ""


def beginnings(comparison: Comparison, room: int = 0, load: float | None = None) -> Content:
    """Return the drafting sides' accepted guesses by place, and the times to the first token. Both peaks of memory and the machine's load follow.
    Lines of `room` cells break between them."""
    drafted = [f"{letter} {by_position(run.stats)}" for letter, run in _sides(comparison) if run.stats.drafted]
    memory = [f"{letter} {size(run.stats.peak_memory_bytes)}" for letter, run in _sides(comparison)]
    parts = ["  ".join(["accepted by place", *drafted])] if drafted else []
    parts += [first_token(comparison), "  ".join(["peak memory (weights, caches)", *memory]), "" if load is None else load_words(load)]
    return Content("\n").join(_flowed(list(map(Content, parts)), room)).stylize("$origin-faint")


def _flowed(parts: list[Content], room: int) -> list[Content]:
    """The parts in as few lines of `room` cells as they need; none is broken, empty ones are left out."""
    lines: list[Content] = []
    for part in filter(None, parts):
        if lines and lines[-1].cell_length + GAP + part.cell_length <= room:
            lines[-1] = Content.assemble(lines[-1], " " * GAP, part)
        else:
            lines.append(part)
    return lines


def _sides(comparison: Comparison) -> tuple[tuple[str, Run], tuple[str, Run]]:
    return ("A", comparison.a), ("B", comparison.b)
