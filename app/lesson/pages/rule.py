"""Page: the acceptance rule, with p, q and u."""

from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.conversation import Turn
from ...chat.wording import judged_words, quotient_words
from ...drawing.figures import probability
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import cards, line, named, ordinary, quoted, quotients, ratios, ruler


def sampled_round(course: CourseState) -> Round:
    """The round of this page and the next: its first guess is certainly accepted, its second by luck, its third is rejected."""
    return course.recordings.replies("warm")[0].rounds[0]


def _build(course: CourseState) -> tuple[Step, ...]:
    shown = sampled_round(course)
    ratio = ratios(shown)
    lucky, miss = 1, shown.accepted
    p = shown.draft_p
    q, u = (tuple(one for one in figures if one is not None) for figures in (shown.draft_q, shown.u))  # a sampled round has all
    first, second, third = (named(guess) for guess in shown.guesses[:3])
    return (
        Step(
            "Above temperature 0 both models *sample*: the drafter drew its guess x from its distribution *q*; the target alone would draw from *p*. "
            "To keep the text distributed as p, the default rule, *probabilistic*, accepts a guess *with probability min(1, p(x)/q(x))*.",
            lambda width: [*cards(shown, width, ("q", "p"), revealed=0), Content("")],
            Question(f"Position 1: p = {probability(p[0])}, q = {probability(q[0])}. Is {first} accepted?", ("certainly", "possibly", "certainly not"), "certainly"),
        ),
        Step(
            f"The target gives {first} at least the drafter's probability: *certainly accepted*. At position 2 it gives {second} less: p/q is "
            f"{probability(ratio[lucky])}. A number *u*, drawn uniformly between 0 and 1, decides: accepted if u < p/q.",
            lambda width: [*_place(shown, lucky, None, width), Content(""), *cards(shown, width, ("ratio",), revealed=0)],
            Question(f"u = {probability(u[lucky])}. Is {second} accepted?", ("accepted", "rejected"), "accepted"),
            claims=(Claim("at least the drafter's probability", quotients(shown)[0], ">", 1.0), Claim(f"{second} less", p[lucky], "<", q[lucky])),
        ),
        Step(
            f"u is below p/q, so {second} is accepted this time. At position 3 p/q is {probability(ratio[miss])}, so {third} is accepted "
            f"{ratio[miss]:.0%} of the time. Each position draws a new u: one number for two tests would bias the text.",
            lambda width: [*_place(shown, lucky, shown.u[lucky], width), Content(""), *_place(shown, miss, None, width)],
            Question(f"u = {probability(u[miss])}. Is {third} accepted?", ("accepted", "rejected"), "rejected"),
            claims=(Claim("u is below p/q", u[lucky], "<", ratio[lucky]),),
        ),
        Step(
            f"Rejected: the round ends at position {miss + 1}. No exact test of one guess accepts more than "
            "this one: the chance of acceptance is the whole *overlap* of p and q, the sum of min(p, q).",
            lambda width: _browse(course, shown, width),
            todo="Left and right show each position again.",
            hint="left, right: position",
            claims=(Claim("Rejected", u[miss], ">", ratio[miss]),),
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    round_ = turns[0].reply.rounds[0]
    found = quotients(round_)
    return unmet({
        "a draft of 4 ordinary tokens, of which 2 are accepted and the third is rejected": ordinary(round_) and round_.accepted == 2 < len(found) < len(round_.draft),
        "p above q at the first, and below it at the two others": len(found) == 3 and found[0] > 1 and max(found[1:]) < 0.95,
        "u apart from p/q there": all(abs((u or 0.0) - ratio) > 0.01 for u, ratio in zip(round_.u[1:], found[1:])),
    })  # fmt: skip


def _place(shown: Round, at: int, u: float | None, width: int) -> list[Content]:
    p, q = shown.draft_p[at], shown.draft_q[at]
    told = quotient_words(p, q) if u is None else judged_words(p, q, u, at < shown.accepted)
    return [line((f"position {at + 1}  ", "bold"), f"{quoted(shown.guesses[at])}   {told}"), *ruler(ratios(shown)[at], u, width)]


def _browse(course: CourseState, shown: Round, width: int) -> list[Content]:
    at = course.turned.get("position", 0) % shown.tested
    return [*cards(shown, width, ("q", "p", "ratio", "u", "verdict")), Content(""), *_place(shown, at, shown.u[at], width)]


PAGE = Page("rule", "The acceptance rule", _build, "warm", lacks)
