"""Page: a drafter guesses the next tokens."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.reply import Reply
from specdeck.app.chat.reply import ShownRound as Round
from specdeck.app.lesson.page import CourseState, Page, Step
from specdeck.app.lesson.round_pictures import FAINT, bar, cards, lanes, line, text_so_far

from .one_token import seconds


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k = len(shown.event.draft)
    one = seconds(plain, 1)
    share = shown.event.draft_seconds / one
    return (
        Step(
            f"So a *drafter*, a smaller and faster model, guesses the next *k = {k}* tokens, one after the other. "
            "They are only guesses: none of them is part of the text yet. The target decides.",
            lambda width: [text_so_far([reply], at, width, "so far"), Content(""), *cards(shown, width)],
            strip=lambda width: lanes(plain, reply, at, width),
        ),
        Step(
            f"Drafting all {k} tokens took *{share:.1f} times* as long as one pass of the target. "
            "A draft always costs time, so it pays only if enough guesses are accepted.",
            lambda width: [*cards(shown, width), Content(""), *_cost(shown.event.draft_seconds, one, width)],
            strip=lambda width: lanes(plain, reply, at, width),
        ),
    )


def partly_accepted(reply: Reply) -> tuple[int, Round]:
    """The first round with accepted guesses, a first miss and a guess after the miss; and the round's index."""
    return next((at, step) for at, step in enumerate(reply.steps) if 0 < step.event.accepted < 3 < len(step.event.draft) == 4)


def _cost(draft: float, one: float, width: int) -> list[Content]:
    wide = max(10, width - 31)
    longest = max(draft, one)
    return [
        line(f"{name:<23}", bar(took / longest, wide, look), f" {took * 1000:.0f} ms")
        for name, took, look in (("drafting all of them", draft, "$origin-accepted"), ("one pass of the target", one, "$origin-recovered"))
    ] + [Content(""), Content.styled("recorded on the embedded pair without a GPU", FAINT)]


PAGE = Page("draft", "Guess ahead", _build)
