"""Page: the acceptance rule, with p, q and u."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.reply import ShownRound as Round
from specdeck.app.chat.wording import probability
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import cards, line, named, quoted, ratios, ruler


def sampled_round(course: CourseState) -> Round:
    """The round of this page and the next: its first guess is certainly accepted, its second by luck, its third is rejected."""
    return course.recordings.replies("warm")[0].steps[0]


def _build(course: CourseState) -> tuple[Step, ...]:
    shown = sampled_round(course)
    event, ratio = shown.event, ratios(shown)
    lucky, miss = 1, event.accepted
    first, second, third = (named(guess) for guess in shown.guesses[:3])
    return (
        Step(
            "Above temperature 0 both models *sample*: the drafter drew its guess x from its distribution *q*; the target alone would draw from *p*. "
            "To keep the text distributed as p, a guess is accepted *with probability min(1, p(x)/q(x))*. Nothing else may decide.",
            lambda width: [*cards(shown, width, ("q", "p"), revealed=0), Content("")],
            Question(f"Position 1: p = {_p(shown, 0)}, q = {_q(shown, 0)}. Is {first} accepted?", ("certainly", "possibly", "certainly not"), "certainly"),
        ),
        Step(
            f"The target gives {first} at least the drafter's probability: *certainly accepted*. At position 2 it gives {second} less: p/q is "
            f"{probability(ratio[lucky])}. A number *u*, drawn uniformly between 0 and 1, decides: accepted if u < p/q.",
            lambda width: [*_place(shown, lucky, None, width), Content(""), *cards(shown, width, ("ratio",), revealed=0)],
            Question(f"u = {_u(shown, lucky)}. Is {second} accepted?", ("accepted", "rejected"), "accepted"),
        ),
        Step(
            f"u is below p/q, so {second} is accepted this time. At position 3 p/q is {probability(ratio[miss])}, so {third} is accepted "
            f"{ratio[miss]:.0%} of the time. Each position draws a new u: one number for two tests would bias the text.",
            lambda width: [*_place(shown, lucky, event.u[lucky], width), Content(""), *_place(shown, miss, None, width)],
            Question(f"u = {_u(shown, miss)}. Is {third} accepted?", ("accepted", "rejected"), "rejected"),
        ),
        Step(
            f"Rejected: the round ends at position {miss + 1}. (Left and right show each position again.) No exact test of one guess accepts more than "
            "this one: the chance of acceptance is the whole *overlap* of p and q, the sum of min(p, q).",
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
    head = line((f"position {at + 1}  ", "bold"), f"{quoted(shown.guesses[at])}   min(1, p {_p(shown, at)} / q {_q(shown, at)}) = {probability(ratios(shown)[at])}")
    return [head, *ruler(ratios(shown)[at], u, width)]


def _browse(course: CourseState, shown: Round, width: int) -> list[Content]:
    at = course.turned.get("position", 0) % shown.event.tested
    return [*cards(shown, width, ("q", "p", "ratio", "u", "verdict")), Content(""), *_place(shown, at, shown.event.u[at], width)]


PAGE = Page("rule", "The acceptance rule", _build)
