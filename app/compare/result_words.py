"""The result of a comparison in words, and as a picture for sharing. It says who raced, how much faster it was, whether the texts agree, and why
drafting paid or not."""

from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Sequence

from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.rules import SAME_TEXT_RULE, texts_agree
from specdeck.decoding.types import MLX_LM, Settings

from ..chat import wording
from ..chat.wording import DRAFTED, k_words, loop_words
from ..drawing.clean_text import one_line
from ..drawing.figures import break_even_share, counted, rate, share, spread, times
from ..engine.this_machine import machine_words
from .result import Comparison, Run, Speed, is_plain


def side_words(settings: Settings) -> str:
    """The drafter and, where they matter, k, temperature and rule."""
    name = "plain" if is_plain(settings) else one_line(settings.drafter) + (f", k={k_words(settings)}" if settings.k else ", plain")
    rule = "" if settings.drafter == MLX_LM else f", {settings.rule}"
    return name if settings.temperature == 0 else f"{name}, T={settings.temperature:g}{rule}"


def speedup_words(speed: Speed, doubtful: bool = False) -> str:
    """The speed-up with its spread: 1.79x (1.72-1.84); 1.79x? where it is doubtful."""
    return f"{times(speed.times)}{'?' if doubtful else ''} {spread(speed.spread)}".strip()


def doubt_words(comparison: Comparison) -> str:
    """Why the speed-up cannot be believed, and what to do; "" where nothing speaks against it."""
    return f"doubtful: {comparison.doubtful}. Measure again when nothing else runs" if comparison.doubtful else ""


def runs_words(speed: Speed) -> str:
    """How often it was measured."""
    return "one run a side" if len(speed.ratios) == 1 else f"{len(speed.ratios)} runs a side in turn, the median ones are shown"


def best_words(speeds: Sequence[Speed]) -> str:
    """Which k of a sweep is best. A k is named as best only where its spread lies above every other's. Otherwise all k that may be as fast are named
    as alike."""
    best = max(speeds, key=lambda speed: speed.times)
    if any(not speed.spread for speed in speeds):
        return "one run each says little: s adds another"
    alike = [speed.settings.k for speed in speeds if speed is best or speed.spread[1] >= best.spread[0]]
    if not (faster := [speed.settings.k for speed in speeds if speed.spread[0] >= 1]):
        return "no k is faster than A beyond the spread"
    if best.settings.k not in faster:
        return f"only k {_listed(faster)} {'is' if len(faster) == 1 else 'are'} faster than A in every turn"
    return f"best k {alike[0]}, {speedup_words(best)}" if len(alike) == 1 else f"k {_listed(alike)} are alike: their spreads overlap"


def _listed(ks: Sequence[int]) -> str:
    return ", ".join(map(str, ks))


def why_one_text(a: Settings, b: Settings) -> str:
    """Above temperature 0, how it comes that two texts are equal; "" at 0, where any two are."""
    return f"rule {b.rule}: sides that draw with the same noise write the same text" if b.temperature > 0 and why_texts_differ(a, b) is None else ""


def same_text_words(comparison: Comparison, sides: int = 2) -> str:
    """Whether the texts are the same and, if not, whether they should be. `sides`: of the race, of which these are two."""
    at = comparison.first_difference
    if at is None:
        why = why_one_text(comparison.a.settings, comparison.b.settings)
        return f"the same {counted(len(comparison.a.ids), 'token')} {'on both sides' if sides == 2 else 'as side A'}{f' ({why})' if why else ''}"
    if apart := why_texts_differ(comparison.a.settings, comparison.b.settings):
        return f"{apart[0]} (from token {at + 1} on){apart[1]}"
    apart = gap_words(comparison)
    near = f"; side A's two best logits there are {apart}" if apart else ""
    return f"differs from token {at + 1} on{near}"


ROUNDING = 1  # steps of the logits' type within which a wider pass may well choose the other token


def gap_words(comparison: Comparison) -> str:
    """Return how far apart side A's two best logits are at the first difference. Return "" where this does not explain why the texts differ."""
    gap, steps, step = comparison.gap, comparison.gap_steps, comparison.step
    if gap is None or comparison.a.settings.temperature > 0:  # where noise that is not stored decides between the two
        return ""
    if steps is None or step is None:  # mlx-lm's tokens
        return f"{gap:.2g} apart"
    why = ": a wider pass rounds differently" if steps <= ROUNDING else ""
    return (f"{gap:.2g} apart, {'one step' if steps == 1 else f'{steps:,} steps'} of {step.type}" if steps else f"equal, an exact tie of {step.type}") + why


def why_texts_differ(a: Settings, b: Settings) -> tuple[str, str] | None:
    """Why two texts may differ, and what would make them equal; None if they must be equal."""
    if a.temperature != b.temperature:
        return "different text: the temperatures differ", ""
    if MLX_LM in (a.drafter, b.drafter) and b.temperature > 0:
        return "same distribution, different text", ": mlx-lm draws its own random numbers"
    if not texts_agree({a.rule, b.rule}, b.temperature):
        return "same distribution, different text", f": rule {SAME_TEXT_RULE} makes them equal"
    return None


def looped_words(comparison: Comparison) -> str:
    """Which text repeats itself and from where, and what the figures are then of; "" where none does."""
    loops = {letter: run.reply.loop for letter, run in (("A", comparison.a), ("B", comparison.b)) if run.reply.loop}
    if not loops:
        return ""
    same = len(loops) == 2 and len({*loops.values()}) == 1
    said = [f"{'the text' if same else letter} {loop_words(loop)}" for letter, loop in loops.items()][: 1 if same else None]
    of = "no figure tells of other text" if comparison.only_loops else "figures are of what is before"
    return f"{'; '.join(said)}: {of}"


def acceptance_words(comparison: Comparison, run: Run) -> str:
    """The shares of guesses that were accepted, and the break-even of the first."""
    needed = comparison.break_even(run)
    even = "" if needed is None else f"; break-even at {break_even_share(needed)} {DRAFTED}"
    return (wording.acceptance_words(run.stats) or "none") + even * (run.stats.drafted > 0)


def payoff_words(comparison: Comparison, run: Run) -> str:
    """Say what a round cost and what it yielded, and whether drafting paid. If it did not pay, say why; if the runs leave it open, say so."""
    cost, yields = comparison.block_cost(run), run.stats.tokens_per_round
    costs = f"a round costs {cost:.2f} plain steps and yields {yields:.2f} tokens"
    if unclear := comparison.unclear_over_plain(run):
        return f"{costs}; the runs do not tell whether drafting pays: their speed-ups go from {unclear[0]:.2f} to {unclear[1]:.2f}"
    if comparison.is_even(run):
        return f"{costs}: as fast as plain decoding"
    if comparison.pays(run):
        return f"{costs}{'' if cost < yields else ', and the end of turn'}: drafting pays"
    return f"{costs}: drafting is slower here, because {_why(comparison, run)}"


def why_undrafted(run: Run) -> str:
    """Why a side that has a drafter drafted nothing."""
    choosy = run.settings.adaptive_k or run.settings.drafter in LEARNER_NAMES
    why = "plain decoding was faster, or there was nothing to guess" if choosy else "there was nothing to guess on this text"
    return one_line(run.reply.failure or f"{run.settings.drafter} drafted nothing: {why}")


def _why(comparison: Comparison, run: Run) -> str:
    """Say why drafting did not pay. A round costs too much even with full acceptance, or too few guesses were accepted. Otherwise the reply ended
    within its last draft."""
    stats, needed = run.stats, comparison.break_even(run)
    assert needed is not None and stats.acceptance_rate is not None, "it drafted"
    if needed >= 1:
        most = stats.drafted / stats.rounds + 1
        return f"even with every guess accepted ({most:.1f} tokens per round) a round would cost too much; specdeck doctor says more"
    if stats.acceptance_rate < needed:
        return f"{share(stats.acceptance_rate)} of the drafted guesses are accepted and break-even is {break_even_share(needed)}"
    return "the reply ended in the middle of its last draft"


# The picture is an SVG of 1200x630 pixels. Link previews have this size, so that a PNG of it needs no cropping. Colours are the dark theme's.

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
        behind = f'<tspan dx="20" font-size="36" font-weight="normal" fill="{FAINT}">{escape(self.spread)}</tspan>' if self.spread else ""
        large = _text(MARGIN, 140, self.headline, 96, PLAIN_HUE if self.headline[0] in "0d" else GOOD, "bold")
        parts = [large.replace("</text>", f"{behind}</text>"), _text(MARGIN, 190, one_line(self.title, 80), 24, INK, "bold")]
        y = 222.0
        for at, (name, length, words) in enumerate(self.bars):
            hue = PLAIN_HUE if at == 0 else DRAFTED_HUE
            parts += [
                _text(MARGIN, y + 24, one_line(name, 26), 20, INK),
                f'<rect x="{MARGIN + LABEL}" y="{y}" width="{max(1.0, length / longest * BARS):.1f}" height="30" fill="{hue}"/>',
                _text(MARGIN + LABEL + length / longest * BARS + 12, y + 24, words, 20, INK),
            ]
            y += 42
        facts = [_text(MARGIN, y + 34 + 26 * at, one_line(fact, LINE), 18, FAINT) for at, fact in enumerate(self.facts)]
        foot = [_text(MARGIN, HEIGHT - 40, one_line(self.method, 106), 16, FAINT), _text(WIDTH - MARGIN, 70, "specdeck", 24, PLAIN_HUE, "bold", "end")]
        size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">'
        return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>', *parts, *facts, *foot, "</svg>", ""])


def comparison_card(comparison: Comparison, prompt: str, target: str, busy: float | None = None) -> ResultCard:
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
            f"{machine_words(busy)}; {date.today():%d %b %Y}",
            f"prompt: {prompt}",
        ],
        f"{'one run a side' if runs == 1 else f'the median of {runs} runs a side'}, in turn, each from cold caches; {counted(len(a.ids), 'token')}",
        "" if comparison.only_loops or comparison.doubtful else spread(speed.spread),
    )


def _text(x: float, y: float, text: str, size: int, hue: str, weight: str = "normal", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{hue}">{escape(one_line(text), quote=False)}</text>'
