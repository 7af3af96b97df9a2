"""Page: block verification, which judges a draft as a whole, on the recorded round where it gains most."""

from itertools import accumulate
from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.conversation import Turn
from ...drawing.figures import probability
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import FAINT, grid, line, ordinary, quoted, quotients

MADE_UP = "It makes up for a guess with p < q."


def _build(course: CourseState) -> tuple[Step, ...]:
    shown = clearest([round_ for reply in course.recordings.replies("prefixes") for round_ in reply.rounds if round_.tested])
    products, weights, chances = by_token(shown), weights_of(shown), by_block(shown)
    alone, whole = sum(products), sum(chances)
    before, ratio = ([1.0, *weights])[-2], quotients(shown)[-1]
    answers = (weights[-1], products[-1], before * products[-1])
    told = f"{whole:.2f} guesses on average, instead of {alone:.2f}"
    return (
        Step(
            "Token by token, guess i is accepted only if all guesses before it were. So the chance of the first i guesses is the *product* of their "
            "min(1, p/q). A ratio above 1 counts as 1: that the target likes a guess *more* than the drafter does is not used.",
            lambda width: _table(shown, width, ("product", products)),
            Question("What could a rule do with a ratio above 1?", (MADE_UP, "Nothing, if the text must follow p."), MADE_UP),
        ),
        Step(
            "*Block verification* gives every prefix of the draft a weight: w = min(1, the weight before times p/q), starting at 1. Only the "
            "running product is cut at 1, so a ratio above 1 makes up for one below.",
            lambda width: _table(shown, width, ("weight w", weights[:-1])),
            Question(
                f"w was {probability(before)}, and p/q of the last guess is {ratio:.2f}. w of the whole draft?",
                tuple(dict.fromkeys(map(probability, sorted(answers)))), probability(weights[-1]),
            ),
        ),
        Step(
            f"w = min(1, {probability(before)} x {ratio:.2f}) = *{probability(weights[-1])}*. *Averaged over what the drafter may guess after it*, a prefix is accepted "
            "with probability w: never less than token by token. Nothing follows the whole draft: "
            f"it is accepted with probability {probability(weights[-1])}.",
            lambda width: _table(shown, width, ("product", products), ("weight w", weights)),
            claims=(Claim(f"accepted with probability {probability(weights[-1])}", weights[-1], "=", chances[-1]),),
        ),
        Step(
            f"Of this whole draft it accepts *{told}*. Another draft can lose by it; the average over all drafts cannot. After a rejection the next token is drawn from "
            "*max(0, w p - q)*, scaled to sum to 1, else from p: so it is exact (Sun et al., 2024; /rule block).",
            lambda width: [
                *_table(shown, width, ("weight w", weights)), Content(""), line(("chance that at least this many guesses are accepted", FAINT)),
                *grid([("guesses", [(str(at + 1), FAINT) for at in range(len(weights))]), ("one by one", _cells(products)), ("block", _cells(chances))], width),
                Content(""), *_sums(("token by token", products), ("block verification", chances)),
            ],
            claims=(Claim(told, whole, ">", alone),) if whole > alone else (),
        ),
    )  # fmt: skip


def lacks(turns: Sequence[Turn]) -> list[str]:
    shown = clearest([round_ for turn in turns for round_ in turn.reply.rounds if round_.tested])
    weights, found = weights_of(shown), quotients(shown)
    return unmet({
        "a round whose 4 guesses, ordinary tokens, were all tested": ordinary(shown) and len(found) == len(shown.draft) == 4,
        "a last guess that lifts w, to between .2 and .98": found[-1] > 1.02 and 0.2 < weights[-1] < 0.98,
        "on average a tenth of a guess more than token by token": sum(by_block(shown)) > sum(by_token(shown)) + 0.1,
    })  # fmt: skip


def by_token(shown: Round) -> list[float]:
    """For each i, the chance that token by token the first i tested guesses are all accepted."""
    return list(accumulate(quotients(shown), lambda chance, ratio: chance * min(1.0, ratio), initial=1.0))[1:]


def weights_of(shown: Round) -> list[float]:
    """The weights w of the prefixes of the tested guesses: the chances that block verification accepts them, over all that may follow."""
    return list(accumulate(quotients(shown), lambda weight, ratio: min(1.0, weight * ratio), initial=1.0))[1:]


def by_block(shown: Round) -> list[float]:
    """For each i, the chance that block verification accepts at least i of the tested guesses, given all of them: that a prefix of i or more
    passes its test (decoding/rules/block.py). Needs p and q whole, as filtered."""
    weights = weights_of(shown)
    owed = []
    for weight, p, q in zip(weights, map(dict, shown.top_p[1:]), map(dict, shown.top_q[1:])):
        owed.append(sum(max(0.0, weight * share - q.get(token, 0.0)) for token, share in p.items()))
    tests = [left / (left + 1 - weight) if left + 1 - weight > 0 else 0.0 for weight, left in zip(weights[:-1], owed)]
    fails = accumulate(reversed([*tests, weights[-1]]), lambda none, test: none * (1 - test), initial=1.0)
    return [1 - none for none in fails][:0:-1]


def clearest(steps: Sequence[Round]) -> Round:
    """The round in which block verification gains most over its guesses; rounds whose whole draft was tested and may be rejected come first."""
    def gain(round_: Round) -> tuple[bool, float]:
        whole = round_.tested == len(round_.draft) > 1 and weights_of(round_)[-1] < 0.98 and quotients(round_)[-1] > 1.02
        return whole and ordinary(round_), sum(by_block(round_)) - sum(by_token(round_))

    return max(steps, key=gain)


def _table(shown: Round, width: int, *more: tuple[str, list[float]]) -> list[Content]:
    """The tested guesses with q, p and p/q, and more named rows; what is missing at a row's end is asked for."""
    tested = shown.tested
    q = [1.0 if q is None else q for q in shown.draft_q]
    rows = [
        ("draft", [(quoted(guess), "$foreground") for guess in shown.guesses[:tested]]),
        ("drafter q(x)", _cells(q[:tested])),
        ("target p(x)", _cells(shown.draft_p[:tested])),
        ("p/q", [(f"{ratio:.2f}".removeprefix("0"), "bold $success" if ratio > 1 else "$foreground") for ratio in quotients(shown)]),
    ]
    return grid(rows + [(name, [*_cells(values), *[("?", "bold")] * (tested - len(values))]) for name, values in more], width)


def _cells(values: Sequence[float]) -> list[tuple[str, str]]:
    return [(probability(value), "$foreground") for value in values]


def _sums(*rows: tuple[str, list[float]]) -> list[Content]:
    return [line((f"{name:<20}", FAINT), f"{sum(values):.2f} of {len(values)} guesses on average") for name, values in rows]


PAGE = Page("block", "Block verification", _build, "prefixes", lacks)
