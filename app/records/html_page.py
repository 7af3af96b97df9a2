"""Conversations and races as pages of HTML, to send to a person who has nothing installed. Tokens have the colours of their origins. A token's card,
with its round, p, q, u and the best five, opens under the pointer or a tap. A race has the bars and texts on one clock, and each side's figures. It
also has the cost curve, and how it was measured.

A page needs nothing but a browser: no script, no other file, fonts that every system has. It is light or dark as the reader's system, and light
on paper.
"""

from dataclasses import dataclass, field
from datetime import date
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Callable, Mapping, Sequence

from textual.content import Content

from specdeck.decoding.checkpoints import read_regular

from .. import __version__
from ..chat.conversation import Chat
from ..chat.reply import Reply, Token
from ..chat.wording import Choice, best, draw, figures, place, why
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
from ..drawing.animated_svg import pieces
from ..drawing.clean_text import clean, one_line
from ..drawing.content_pieces import LOOKS
from ..drawing.figures import about, counted, duration, pace, probability, rate
from ..engine.this_machine import machine_words
from ..settings.themes import DARK, LIGHT, ORIGINS

COLOURS = ("background", "foreground", "surface", "panel", "primary", "accent", "success", "warning", *(f"origin-{name}" for name in ORIGINS))  # of the style sheet
BEST = 5  # tokens of a card, of the target and of the drafter
LEGEND = {"accepted": "accepted draft", "recovered": "the target's own, at the first miss", "bonus": "its own, after a whole draft", "plain": "its own, without a draft"}
MADE_BY = f'<p class="faint">Made by specdeck {__version__}, a playground for speculative decoding on MLX.</p>\n'


class HtmlPage:
    """Turns texts into HTML; each look, light and dark, becomes a class."""

    def __init__(self) -> None:
        self._themes = [theme.to_color_system().generate() | theme.variables for theme in (LIGHT, DARK)]
        self._classes: dict[tuple[str, str], str] = {}

    def text(self, content: Content) -> str:
        return "".join(self._piece(text, light, dark) for (text, light), (_, dark) in zip(*(pieces(content, theme) for theme in self._themes)))

    def _piece(self, text: str, *themes: dict[str, str]) -> str:
        light, dark = (";".join(f"{name}:{value}" for name, value in look.items()) for look in themes)
        if not light and not dark:
            return escape(text, quote=False)
        name = self._classes.setdefault((light, dark), f"s{len(self._classes)}")
        return f'<span class="{name}">{escape(text, quote=False)}</span>'

    def whole(self, title: str, body: str, kind: str = "") -> str:
        """The page, once all texts of its body were turned. `kind`: a class of the style sheet."""
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{escape(title)}</title>\n<style>{self._css()}</style></head><body class="{kind}">\n{body}</body></html>\n'
        )

    def _css(self) -> str:
        rules = [
            f":root{{{';'.join(f'--{name}:{theme[name]}' for name in COLOURS)}}}\n"
            + "".join(f".{name}{{{looks[at]}}}\n" for looks, name in self._classes.items())
            for at, theme in enumerate(self._themes)
        ]
        page, media, paper = read_regular(Path(__file__).with_name("html_page.css")).decode().partition("@media print")
        return f"\n{page}{rules[0]}@media screen and (prefers-color-scheme: dark) {{\n{rules[1]}}}\n{media}{paper}"


def conversation_page(chat: Chat) -> str:
    """Prompts and replies with the figures of each."""
    page, parts = HtmlPage(), [asked_html(chat.system)] if chat.system else []
    for turn in chat.turns:
        target = turn.asked.target if turn.asked else ""
        parts.append(f"<h2>You</h2>\n{asked_html(turn.prompt)}<h2>{said(target or 'target')}</h2>\n{reply_html(page, turn.reply)}")
        parts.append(f'<p class="faint">{said("; ".join(figures(turn.reply)))}</p>\n')
    return page.whole("A conversation with specdeck", f"<h1>A conversation</h1>\n{legend_html(page)}{''.join(parts)}{MADE_BY}", "replies")


def said(text: str, most: int | None = None) -> str:
    """A person's or a model's words on one line."""
    return escape(one_line(text, most))


def asked_html(prompt: str) -> str:
    return f'<p class="asked">{escape(clean(prompt.strip()))}</p>\n'


def switch_html(name: str, words: str) -> str:
    return f'<input type="checkbox" id="{name}"><label for="{name}">{words}</label>'


def legend_html(page: HtmlPage) -> str:
    looks = "&ensp; ".join(page.text(Content.styled(words, LOOKS[source])) for source, words in LEGEND.items())
    switch = switch_html("ghosts", "rejected guesses")
    return f'<p>{looks}<br>{switch}<span class="faint">Point at a token, or tap it: its round, p, q, u and the best five.</span></p>\n'


def reply_html(page: HtmlPage, reply: Reply, explained: Reply | None = None, ends: Sequence[float] = ()) -> str:
    """The text of a reply. `explained`: one of the same text, with the best tokens to show; `ends`: when each round comes, in seconds."""
    text, thought = "", reply.thinking
    for (round_, thinks), tokens in groupby(range(len(reply.tokens)), lambda at: (reply.tokens[at].round, at < thought)):
        begun, held = f' style="--s:{ends[round_]:.2f}s"' if ends else "", ""
        for at in tokens:
            held += _guesses(reply, at) + _token(page, reply, at, explained or reply)
        text += f'<span class="r"{begun}>{held}</span>'
        if thinks and held and (round_ == reply.tokens[thought - 1].round):
            text = f"<details><summary>thought for {counted(thought, 'token')}</summary>{text}</details>"
    return f'<div class="reply">{text}</div>\n'


def _guesses(reply: Reply, at: int) -> str:
    """Those that the target rejected in the round whose own token this is."""
    token = reply.tokens[at]
    rejected = reply.rounds[token.round].guesses[reply.rounds[token.round].accepted :] if token.source == "recovered" else ()
    return f'<span class="g">{escape(clean("".join(rejected)))}</span>' if rejected else ""


def _token(page: HtmlPage, reply: Reply, at: int, explained: Reply) -> str:
    token = reply.tokens[at]
    shown = clean(token.text).replace("\n", "⏎\n" if token.text.isspace() else "\n")
    return f'<span class="t" tabindex="0">{page.text(Content.styled(shown or "·", LOOKS[token.source]))}<span class="c">{_card(reply, token, explained, at)}</span></span>'


def _card(reply: Reply, token: Token, explained: Reply, at: int) -> str:
    u = draw(reply, token)
    drawn = "" if u is None else f", u {probability(u)}"
    parts = [f"<b>'{said(token.name, 40)}'</b><em>{said(place(reply, token))}{drawn}<br>{said(why(reply, token))}</em>"]
    for look, who, choices in zip(("", ' class="d"'), ("target", "drafter"), best(explained, explained.tokens[at])):
        if choices:
            parts.append(f"<span>{who}{''.join(_choice(choice, look, choice.id == token.id) for choice in choices[:BEST])}</span>")
    return "".join(parts)


def _choice(choice: Choice, look: str, chosen: bool) -> str:
    words = f"{probability(choice.chance):4} {said(choice.text, 20)}"
    return f'<i{look} style="--p:{round(100 * (choice.chance or 0))}">{f"<u>{words}</u>" if chosen else words}</i>'


# A race
ABOUT = (
    "The drafter guesses the next few tokens. The target reads all guesses in one pass and keeps the ones it would have written itself. "
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
            f"Target {self.target} on {self.machine}, {date.today():%d %b %Y}.",
            f"{drawn}; a prompt of {counted(a.reply.prompt_tokens, 'token')}. Every side began from cold caches, after a warm-up that is not timed.",
            f"{how[0].upper()}{how[1:]}: bars and texts are these runs. A speed-up is the quotient of the two paces beside it.",
            "Block cost: the time of one round over the time of one plain step. A round pays if it yields more tokens than it costs steps.",
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
    """The labels; overlapping ones are joined: "B, C"."""
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
