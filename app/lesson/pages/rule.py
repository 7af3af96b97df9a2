"""Page: the acceptance rule, with p, q and u."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.conversation import Step as Round
from specdeck.app.chat.sentences import probability
from specdeck.app.lesson.draw import cards, line, named, quoted, ratios, ruler
from specdeck.app.lesson.page import Page, Question, Standing, Step


def warm(course: Standing) -> Round:
    """The round that this page and the next speak of: its first guess stands surely, its second by luck, its third falls."""
    return course.material.replies("warm")[0].steps[0]


def _build(course: Standing) -> tuple[Step, ...]:
    shown = warm(course)
    event, ratio = shown.event, ratios(shown)
    lucky, miss = 1, event.accepted
    first, second, third = (named(guess) for guess in shown.guesses[:3])
    return (
        Step(
            "Above temperature 0 both *draw*: the drafter drew its guess x from its distribution *q*, the target would draw from *p*. To be fair to p, "
            "a guess is kept *with probability min(1, p(x)/q(x))*. Nothing else may decide.",
            lambda width: [*cards(shown, ("q", "p"), told=0), Content("")],
            Question(f"Position 1: p = {_p(shown, 0)}, q = {_q(shown, 0)}. Is {first} kept?", ("surely", "perhaps", "surely not"), "surely"),
        ),
        Step(
            f"The target likes {first} at least as much as the drafter does: *kept for certain*. At position 2 it likes {second} less: p/q is "
            f"{probability(ratio[lucky])}. A number *u*, drawn evenly between 0 and 1, decides: kept if u < p/q.",
            lambda width: [*_place(shown, lucky, None, width), Content(""), *cards(shown, ("ratio",), told=0)],
            Question(f"u = {_u(shown, lucky)}. Is {second} kept?", ("kept", "missed"), "kept"),
        ),
        Step(
            f"u is below p/q: {second} stands, this time. At position 3 p/q is {probability(ratio[miss])}, so {third} is kept "
            f"{ratio[miss]:.0%} of the time. The u of each position is drawn anew: one number for two tests would bias the text.",
            lambda width: [*_place(shown, lucky, event.u[lucky], width), Content(""), *_place(shown, miss, None, width)],
            Question(f"u = {_u(shown, miss)}. Is {third} kept?", ("kept", "missed"), "missed"),
        ),
        Step(
            f"Missed: the round is over at position {miss + 1}. (Left and right show each position again.) No fair test keeps more guesses than this "
            "one: at every position it keeps the whole *overlap* of p and q.",
            lambda width: _browse(course, shown, width),
            hint="left, right: position",
        ),
    )


def _p(shown: Round, at: int) -> str:
    return probability(shown.event.draft_p[at])


def _q(shown: Round, at: int) -> str:
    return probability(shown.event.draft_q[at])


def _u(shown: Round, at: int) -> str:
    return probability(shown.event.u[at])


def _place(shown: Round, at: int, u: float | None, width: int) -> list[Content]:
    head = line((f"position {at + 1}  ", "bold"), f"{quoted(shown.guesses[at])}   p {_p(shown, at)} / q {_q(shown, at)} = {probability(ratios(shown)[at])}")
    return [head, *ruler(ratios(shown)[at], u, width)]


def _browse(course: Standing, shown: Round, width: int) -> list[Content]:
    at = course.turned.get("position", 0) % shown.event.tested
    return [*cards(shown, ("q", "p", "ratio", "u", "verdict")), Content(""), *_place(shown, at, shown.event.u[at], width)]


PAGE = Page("rule", "The acceptance rule", _build)
