"""Page: block verification, which judges a draft as a whole, on the recorded round where it gains most."""

from __future__ import annotations

from itertools import accumulate

from textual.content import Content

from specdeck.app.chat.reply import ShownRound
from specdeck.app.chat.wording import probability
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import FAINT, grid, line, quoted, quotients

MADE_UP = "It makes up for a guess with p < q."


def _build(course: CourseState) -> tuple[Step, ...]:
    shown = clearest([step for reply in course.recordings.replies("warm") for step in reply.steps if step.event.draft])
    products, weights = by_token(shown), by_block(shown)
    return (
        Step(
            "Token by token, guess i is accepted only if all guesses before it were. So the chance of the first i guesses is the *product* of their "
            "min(1, p/q). A ratio above 1 counts as 1: that the target likes a guess *more* than the drafter does is not used.",
            lambda width: _table(shown, width, ("product", products)),
            Question("What could a rule do with a ratio above 1?", (MADE_UP, "Nothing, if the text must follow p."), MADE_UP),
        ),
        Step(
            "*Block verification* gives every prefix of the draft a weight: w = min(1, the weight before x p/q). Only the running product is cut at 1, so "
            "a ratio above 1 makes up for one below. A prefix is accepted with probability w, never less than the product.",
            lambda width: _table(shown, width, ("product", products), ("weight w", weights)),
            Question("Under which rule are more guesses accepted on average?", ("token by token", "block verification"), "block verification"),
        ),
        Step(
            "The sum of a row is how many guesses are accepted on average. The token after them is drawn from *max(0, w p - q)*, so the text follows p "
            "exactly, as before (Sun et al., 2024). Choose it with /rule block.",
            lambda width: [*_table(shown, width, ("product", products), ("weight w", weights)), Content(""), *_sums(products, weights)],
        ),
    )


def by_token(shown: ShownRound) -> list[float]:
    """For each i, the chance that token by token the first i tested guesses are all accepted."""
    return list(accumulate(quotients(shown), lambda chance, ratio: chance * min(1.0, ratio), initial=1.0))[1:]


def by_block(shown: ShownRound) -> list[float]:
    """The same under block verification: the weights of the prefixes."""
    return list(accumulate(quotients(shown), lambda weight, ratio: min(1.0, weight * ratio), initial=1.0))[1:]


def clearest(steps: list[ShownRound]) -> ShownRound:
    """The round in which block verification gains most over its tested guesses."""
    return max(steps, key=lambda step: sum(by_block(step)) - sum(by_token(step)))


def _table(shown: ShownRound, width: int, *more: tuple[str, list[float]]) -> list[Content]:
    """The tested guesses with q, p and p/q, and more named rows."""
    event, tested = shown.event, shown.event.tested
    q = [1.0 if q is None else q for q in event.draft_q]
    rows = [
        ("draft", [(quoted(guess), "$foreground") for guess in shown.guesses[:tested]]),
        ("drafter q(x)", _cells(q[:tested])),
        ("target p(x)", _cells(event.draft_p[:tested])),
        ("p/q", [(f"{ratio:.2f}", "bold $success" if ratio > 1 else "$foreground") for ratio in quotients(shown)]),
    ]
    return grid(rows + [(name, _cells(values)) for name, values in more], width)


def _cells(values) -> list[tuple[str, str]]:
    return [(probability(value), "$foreground") for value in values]


def _sums(products: list[float], weights: list[float]) -> list[Content]:
    names = ("token by token", products), ("block verification", weights)
    return [line((f"{name:<20}", FAINT), f"{sum(values):.2f} of {len(values)} guesses accepted") for name, values in names]


PAGE = Page("block", "Block verification", _build)
