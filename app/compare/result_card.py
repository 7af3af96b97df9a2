"""A result as one picture made for sharing: the speed-up, what it was measured on and how. An SVG of 1200x630 pixels, the size
that previews of links have, so that a PNG of it needs no cropping. Colours are the dark theme's."""

from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Sequence

from ..drawing.clean_text import one_line
from ..drawing.figures import counted, rate, spread, times
from ..engine.this_machine import machine_words
from .result import Comparison, is_plain
from .result_words import acceptance_words, looped_words, same_text_words, side_words, speedup_words

WIDTH, HEIGHT, MARGIN = 1200, 630, 60
GROUND, INK, FAINT, PLAIN_HUE, DRAFTED_HUE, GOOD = "#0D1117", "#DDE3EC", "#9AA4B2", "#E69F00", "#56B4E9", "#3CC796"
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LABEL, BARS = 330, 480  # pixels of a bar's name and of the longest bar
LINE = 96  # characters of a line of facts


@dataclass(frozen=True, slots=True)
class ResultCard:
    """`bars`: name, length in any unit, words after it; the first is the one to beat. `facts` are lines. `spread`: of the headline, "" where it was
    measured once."""

    headline: str
    title: str
    bars: Sequence[tuple[str, float, str]]
    facts: Sequence[str]
    method: str
    spread: str = ""

    def svg(self) -> str:
        longest = max([length for _, length, _ in self.bars] + [1e-9])
        parts = [self._headline(), svg_text(MARGIN, 190, one_line(self.title, 80), 24, INK, "bold")]
        y = 222.0
        for at, (name, length, words) in enumerate(self.bars):
            hue = PLAIN_HUE if at == 0 else DRAFTED_HUE
            parts += [
                svg_text(MARGIN, y + 24, one_line(name, 26), 20, INK),
                f'<rect x="{MARGIN + LABEL}" y="{y}" width="{max(1.0, length / longest * BARS):.1f}" height="30" fill="{hue}"/>',
                svg_text(MARGIN + LABEL + length / longest * BARS + 12, y + 24, words, 20, INK),
            ]
            y += 42
        facts = [svg_text(MARGIN, y + 34 + 26 * at, one_line(fact, LINE), 18, FAINT) for at, fact in enumerate(self.facts)]
        foot = [svg_text(MARGIN, HEIGHT - 40, one_line(self.method, 106), 16, FAINT), svg_text(WIDTH - MARGIN, 70, "specdeck", 24, PLAIN_HUE, "bold", "end")]
        size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">'
        return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>', *parts, *facts, *foot, "</svg>", ""])

    def _headline(self) -> str:
        """With its spread behind it, wherever the font ends it."""
        large = svg_text(MARGIN, 140, self.headline, 96, PLAIN_HUE if self.headline[0] in "0d" else GOOD, "bold")
        behind = f'<tspan dx="20" font-size="36" font-weight="normal" fill="{FAINT}">{escape(self.spread)}</tspan>' if self.spread else ""
        return large.replace("</text>", f"{behind}</text>")


def comparison_card(comparison: Comparison, prompt: str, target: str, when: date | None = None, busy: float | None = None) -> ResultCard:
    """`busy`: the load of the machine before. A speed-up that cannot be believed is no headline."""
    a, b, runs = comparison.a, comparison.b, len(comparison.ratios)
    speed, looped = comparison.speed, looped_words(comparison)
    return ResultCard(
        "a loop" if comparison.only_loops else "doubtful" if comparison.doubtful else times(speed.times),
        f"{side_words(b.settings)} against {side_words(a.settings)}",
        [(side_words(run.settings), run.rate, rate(run.rate)) for run in (a, b)],
        [
            *([f"{speedup_words(speed, True)}: {comparison.doubtful}"] if comparison.doubtful else []),
            f"{same_text_words(comparison)}{'; ' * bool(looped)}{looped}",
            "nothing drafted" if is_plain(b.settings) else f"guesses: {acceptance_words(comparison, b)}; {b.stats.tokens_per_round:.2f} tokens per round",
            f"target {target}",
            f"{machine_words(busy)}; {when or date.today():%d %b %Y}",
            f"prompt: {prompt}",
        ],
        f"{'one run a side' if runs == 1 else f'the median of {runs} runs a side'}, in turn, each from cold caches; {counted(len(a.ids), 'token')}",
        "" if comparison.only_loops or comparison.doubtful else spread(speed.spread),
    )


def svg_text(x: float, y: float, text: str, size: int, hue: str, weight: str = "normal", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{hue}">{escape(one_line(text), quote=False)}</text>'
