"""A race as a page of HTML to send: who was how much faster, the bars and the texts on one clock, the figures of each side, the cost curve as two
drawings (a pass by its width, and tokens a second by k), how it was measured."""

from dataclasses import dataclass, field
from datetime import date
from html import escape
from typing import Callable, Mapping, Sequence

from ..chat.reply import Reply
from ..compare.cost_curve import CostCurve, cost_curve
from ..compare.playback import Playback
from ..compare.race import LETTERS
from ..compare.result import Comparison, Run, headline, is_plain, runs_of
from ..compare.result_words import (
    acceptance_words,
    looped_words,
    payoff_words,
    runs_words,
    same_text_words,
    side_words,
    speedup_words,
)
from ..drawing.figures import about, counted, duration, pace, rate
from ..engine.this_machine import machine_words
from .html_page import MADE_BY, HtmlPage, asked_html, legend_html, reply_html, said, switch_html

ABOUT = (
    "The drafter guesses the next few tokens. The target reads all guesses in one pass and keeps those that it would have written itself. "
    "So the text stays the target's own, and comes sooner."
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 250, 58, 30, 16, 40
LETTER = 12  # pixels, high and wide
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class RacePage:
    """Side A against each other side, all on one prompt. `explained`: by side, a reply of the same text with the best tokens of each place."""

    comparisons: Sequence[Comparison]
    prompt: str
    target: str
    when: date | None = None  # today
    explained: Mapping[int, Reply] = field(default_factory=dict)
    passes: Mapping[int, float] | None = None  # seconds of the target's passes by width, timed by themselves
    machine: str = field(default_factory=machine_words)

    def whole(self) -> str:
        page, best = HtmlPage(), headline(self.comparisons)
        shown = "a loop" if best.only_loops else f"doubtful {speedup_words(best.speed, True)}" if best.doubtful else speedup_words(best.speed)
        large, spread = (shown, "") if best.only_loops else shown.partition(" ")[::2]
        look = "" if best.speed.at_least_as_fast and not (best.only_loops or best.doubtful) else " slower"
        body = (
            f'<p class="headline{look}">{large} <small>{spread}</small></p>\n<h1>{said(side_words(best.b.settings))} against {said(side_words(best.a.settings))}</h1>\n'
            f"<p>{ABOUT}</p>\n{asked_html(self.prompt)}{self.html(page)}{self._curve()}<h2>How it was measured</h2>\n<p>{'<br>'.join(map(escape, self._method()))}</p>\n{MADE_BY}"
        )
        return page.whole(f"{large}, {side_words(best.b.settings)}", body, "replies race")

    def _curve(self) -> str:
        """What a pass costs, and which k should be the best."""
        runs = runs_of(self.comparisons)
        if not (curve := cost_curve(runs, self.passes)).passes:
            return ""
        sure = not headline(self.comparisons).doubtful
        knees = [f"{LETTERS[one.side].upper()}: best k {one.knee}, {about(one.rates[one.knee])} tok/s" for one in curve.predicted if sure]
        passes = "timed by themselves, at the pace of the race" if self.passes else "of the race's rounds"
        told = f"Passes {passes}; the predictions take the acceptance of the race. {'; '.join(knees) if sure else 'No k is named the best, for the race is doubtful.'}"
        return f"<h2>What a round costs, and what it yields</h2>\n{curve_svg(curve, runs[0].rate if is_plain(runs[0].settings) else 0.0)}<p>{told}</p>\n"

    def html(self, page: HtmlPage) -> str:
        """The bars on one clock, the legend, and each side's figures and text."""
        runs = runs_of(self.comparisons)
        race = Playback(*(run.reply for run in runs))
        race.slow_down()
        lanes = "".join(_lane(letter, run, lane.seconds, race) for letter, run, lane in zip(LETTERS, runs, race.lanes))
        sides = "".join(
            f"<section>{_heading('h2', letter, run)}\n{self._figures(run)}"
            f"{reply_html(page, run.reply, self.explained.get(at), [end / race.speed for end in lane.round_ends])}</section>\n"
            for at, (letter, run, lane) in enumerate(zip(LETTERS, runs, race.lanes))
        )  # fmt: skip
        return f'<p>{switch_html("again", "Race again")}<span class="faint">Played {race.pace_words}.</span></p>\n{lanes}{legend_html(page)}<div class="arms">{sides}</div>\n'

    def _figures(self, run: Run) -> str:
        found = next((found for found in self.comparisons if found.b is run), self.comparisons[0])
        facts = {"pace": f"{rate(run.rate)}; {counted(len(run.ids), 'token')} in {counted(run.stats.rounds, 'round')}"}
        if run is found.b:
            facts["speed-up"] = f"{speedup_words(found.speed, bool(found.doubtful))} over A"
            facts["text"] = same_text_words(found, len(self.comparisons) + 1)
        if not is_plain(run.settings):
            facts |= {"tokens a round": f"{run.stats.tokens_per_round:.2f}", "block cost": f"{found.block_cost(run):.2f} plain steps", "guesses": acceptance_words(found, run)}
        if run is found.b and found.doubtful:
            facts["doubtful"] = found.doubtful
        elif run.stats.drafted and not found.pays(run):
            facts["verdict"] = payoff_words(found, run)
        if run is found.b and (looped := looped_words(found)):
            facts["loop"] = looped
        return f"<dl>{''.join(f'<dt>{name}</dt><dd>{escape(words)}</dd>' for name, words in facts.items())}</dl>\n"

    def _method(self) -> Sequence[str]:
        a, how = self.comparisons[0].a, runs_words(self.comparisons[0].speed)
        seeds = {run.settings.seed for run in runs_of(self.comparisons) if run.settings.temperature}
        drawn = f"Seed {seeds.pop()}" if seeds else "Greedy decoding"
        return [
            f"Target {self.target} on {self.machine}, {self.when or date.today():%d %b %Y}.",
            f"{drawn}; a prompt of {counted(a.reply.prompt_tokens, 'token')}. Every side began from cold caches, after a warm-up that is not timed.",
            f"{how[0].upper()}{how[1:]}: bars and texts are these runs. A speed-up is the quotient of the two paces beside it.",
            "Block cost: the time of one round over that of one plain step. A round pays if it yields more tokens than it costs steps.",
            *(["The best five are of a run of the same text that is not timed."] if self.explained else []),
        ]


def _lane(letter: str, run: Run, seconds: float, race: Playback) -> str:
    width = 100 * seconds / max(race.length, 1e-9)
    words = f"{rate(run.rate)}, {duration(seconds, race.length)}"
    return f'<div class="lane">{_heading("b", letter, run)} {words}<div class="bar" style="--s:{seconds / race.speed:.2f}s;width:{width:.1f}%"></div></div>\n'


def _heading(tag: str, letter: str, run: Run) -> str:
    return f'<{tag}{" class=plain" * is_plain(run.settings)}>{letter.upper()}&ensp;{said(side_words(run.settings))}</{tag}>'


def curve_svg(curve: CostCurve, plain: float) -> str:
    """`plain`: side A's tokens a second, drawn as a line if A is plain; 0 draws none."""
    top = max(curve.passes.values())
    x, y, axes = _axes(max(curve.passes), top, "tokens that one pass reads", lambda seconds: duration(seconds, top))
    passes = [(x(width), y(seconds)) for width, seconds in sorted(curve.passes.items())]
    drawn = [_svg("Seconds of a pass of the target", f"{axes}{_line(passes, 'b')}{''.join(_dot(*point, 'b') for point in passes)}")]
    if curve.predicted:
        most = max(plain, *(rate for one in curve.predicted for rate in (*one.rates.values(), one.live[1] if one.live else 0.0)))
        x, y, axes = _axes(max(k for one in curve.predicted for k in one.rates), most, "k, guesses a round", pace)
        body = _line([(x(1), y(plain)), (WIDTH - RIGHT, y(plain))], "a") if plain else ""
        labels: list[tuple[float, float, str, str]] = []
        for one in curve.predicted:
            body += _line([(x(k), y(rate)) for k, rate in one.rates.items()], "b")
            at, letter = max(one.rates), LETTERS[one.side].upper()
            labels.append((x(at) - 4, y(one.rates[at]) - 8, "end", letter))
            body += f'<circle class="knee" cx="{x(one.knee):.1f}" cy="{y(one.rates[one.knee]):.1f}" r="8"/>'
            if one.live:
                body += _dot(x(one.live[0]), y(one.live[1]), "b", 5)
                labels.append((x(one.live[0]) + 9, y(one.live[1]) + 4, "start", letter))
        body += "".join(f'<text x="{left:.1f}" y="{base:.1f}" text-anchor="{anchor}">{letters}</text>' for left, base, anchor, letters in _apart(labels))
        drawn.append(_svg("Predicted tokens a second; ring: the best k; large dot: measured", axes + body))
    return f'<div class="arms">{"".join(drawn)}</div>\n'


def _apart(labels: Sequence[tuple[float, float, str, str]]) -> list[tuple[float, float, str, str]]:
    """The labels, where those that would lie over each other are one: "B, C"."""
    placed: list[tuple[float, float, str, str]] = []
    for label in labels:
        over = next((at for at, other in enumerate(placed) if label[2] == other[2] and abs(label[0] - other[0]) < LETTER and abs(label[1] - other[1]) < LETTER), None)
        if over is None:
            placed.append(label)
        else:
            placed[over] = (*placed[over][:3], f"{placed[over][3]}, {label[3]}")
    return placed


def _svg(title: str, body: str) -> str:
    return f'<figure><figcaption>{title}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{body}</svg></figure>'


def _axes(most_x: int, most_y: float, name: str, words: Callable[[float], str]) -> tuple[Callable[[float], float], Callable[[float], float], str]:
    """Both scales, x from 1 and y from 0, and the drawn axes."""

    def x(value: float) -> float:
        return LEFT + (value - 1) / max(1, most_x - 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - value / most_y * (HEIGHT - TOP - BOTTOM)

    step = 1 + most_x // 12
    ticks = [f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{at}</text>' for at in range(1, most_x + 1, step)]
    ticks += [f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{words(value) if value else 0}</text>' for value in (0.0, most_y / 2, most_y)]
    frame = f'<path class="frame" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
    return x, y, f'{frame}{"".join(ticks)}<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">{name}</text>'


def _line(points: Points, look: str) -> str:
    return f'<polyline class="{look}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _dot(x: float, y: float, look: str, r: int = 3) -> str:
    return f'<circle class="dot {look}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
