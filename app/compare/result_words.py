"""The result of a comparison in words: who raced, how much faster it was, whether the texts are the same, and why drafting paid or not.

Knows figures (result.py) and settings; loads neither mlx nor textual.
"""

from __future__ import annotations

from specdeck.app.drawing.clean_text import one_line
from specdeck.decoding.rules import SAME_TEXT_RULE, texts_agree
from specdeck.decoding.types import Settings

from .result import Comparison, Run, is_plain, pays


def side_words(settings: Settings) -> str:
    """The drafter and, where they matter, k, temperature and rule."""
    name = "plain" if is_plain(settings) else f"{one_line(settings.drafter)}, k={settings.k}"
    return name if settings.temperature == 0 else f"{name}, T={settings.temperature:g}, {settings.rule}"


def speedup_words(comparison: Comparison) -> str:
    """The speed-up with its spread."""
    runs, ratios = len(comparison.ratios), comparison.ratios
    spread = f" (median of {runs}, spread {min(ratios):.2f}-{max(ratios):.2f})" if runs > 1 else ""
    return f"{comparison.speedup:.2f}x{spread}"


def same_text_words(comparison: Comparison) -> str:
    """Whether the texts are the same and, if not, whether they should be."""
    at = comparison.first_difference
    if at is None:
        return f"the same {len(comparison.a.ids)} tokens on both sides"
    if apart := why_texts_differ(comparison.a.settings, comparison.b.settings):
        return f"{apart[0]} (from token {at} on){apart[1]}"
    near = "" if comparison.gap is None else f"; side A's two best logits there are {comparison.gap:.2g} apart"
    return f"differs from token {at} on{near}"


def why_texts_differ(a: Settings, b: Settings) -> tuple[str, str] | None:
    """Why two texts may differ, and what would make them equal; None if they must be equal."""
    if a.temperature != b.temperature:
        return "different text: the temperatures differ", ""
    if not texts_agree({a.rule, b.rule}, b.temperature):
        return "same distribution, different text", f": rule {SAME_TEXT_RULE} makes them equal"
    return None


def acceptance_words(comparison: Comparison, run: Run) -> str:
    """The share of guesses that was accepted, and the break-even."""
    stats, needed = run.stats, comparison.break_even(run)
    if stats.acceptance_rate is None:
        return "none"
    even = "" if needed is None else f"; break-even at {max(0.0, needed):.0%}"
    return f"{stats.acceptance_rate:.0%} accepted ({stats.accepted} of {stats.drafted}){even}"


def payoff_words(comparison: Comparison, run: Run) -> str:
    """Whether drafting paid: what a round cost and what it yielded."""
    cost, yields = comparison.block_cost(run), run.stats.tokens_per_round
    costs = f"a round costs {cost:.2f} plain steps and yields {yields:.2f} tokens"
    if pays(comparison, run):
        return f"{costs}{'' if cost < yields else ', and the end'}: drafting pays"
    return f"{costs}: drafting is slower here, because {_why(comparison, run)}"


def _why(comparison: Comparison, run: Run) -> str:
    """Why it did not: even full acceptance would not earn the round's cost, too few guesses were accepted, or the two are nearly
    equal."""
    stats, needed = run.stats, comparison.break_even(run)
    if needed >= 1:
        most = stats.drafted / stats.rounds + 1
        return f"even with every guess accepted ({most:.1f} tokens per round) a round would cost too much; specdeck doctor says more"
    if stats.acceptance_rate < needed:
        return f"{stats.acceptance_rate:.0%} of the guesses are accepted and break-even is {needed:.0%}"
    return "the reply ended before its last draft was used up"
