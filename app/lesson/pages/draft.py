"""Page: somebody guesses ahead."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.conversation import Reply
from specdeck.app.chat.conversation import Step as Round
from specdeck.app.lesson.draw import FAINT, bar, cards, lanes, line, text_so_far
from specdeck.app.lesson.page import Page, Standing, Step

from .one_token import seconds


def _build(course: Standing) -> tuple[Step, ...]:
    plain, reply = course.material.replies("greedy")
    at, shown = partly(reply)
    k = len(shown.event.draft)
    one = seconds(plain, 1)
    share = shown.event.draft_seconds / one
    return (
        Step(
            f"So a *drafter*, a model small enough to be quick, guesses the next *k = {k}* tokens, one after the other. "
            "These are only guesses: nothing of them is text yet. The target has the last word.",
            lambda width: [text_so_far([reply], at, width, "so far"), Content(""), *cards(shown)],
            strip=lambda width: lanes(plain, reply, at),
        ),
        Step(
            f"All {k} guesses together took the drafter *{share:.1f}* of the time that the target needs for one token. "
            "That is the stake: drafting always costs a little, and pays only if guesses stand.",
            lambda width: [*cards(shown), Content(""), *_stake(shown.event.draft_seconds, one, width)],
            strip=lambda width: lanes(plain, reply, at),
        ),
    )


def partly(reply: Reply) -> tuple[int, Round]:
    """The first round of which some guesses stood, one did not, and one was behind that; and its number."""
    return next((at, step) for at, step in enumerate(reply.steps) if 0 < step.event.accepted < 3 < len(step.event.draft) == 4)


def _stake(draft: float, one: float, width: int) -> list[Content]:
    wide = max(10, width - 31)
    longest = max(draft, one)
    return [
        line(f"{name:<23}", bar(took / longest, wide, look), f" {took * 1000:.0f} ms")
        for name, took, look in (("drafting all of them", draft, "$origin-accepted"), ("one pass of the target", one, "$origin-recovered"))
    ] + [Content(""), Content.styled("measured where this was recorded: the embedded pair without a GPU", FAINT)]


PAGE = Page("draft", "Guess ahead", _build)
