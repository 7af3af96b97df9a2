"""Page: a fully accepted draft yields one more token, the bonus."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.reply import Reply
from specdeck.app.chat.reply import ShownRound as Round
from specdeck.app.chat.wording import verdicts
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import (
    END,
    FAINT,
    LOOKS,
    Cell,
    cards,
    flowing,
    lanes,
    named,
    own_text,
    passes,
    quoted,
    text_so_far,
)


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = fully_accepted(reply)
    k = len(shown.event.draft)
    return (
        Step(
            f"In another round all {k} guesses are accepted. Remember what the pass gives: for every position, the token that the target would write "
            "after the text to its left.",
            lambda width: cards(shown, width, ("verdict",)),
            strip=lambda width: lanes(plain, reply, at, width),
            question=Question(f"{k} guesses are accepted. How many tokens does this one pass yield?", (str(k - 1), str(k), str(k + 1), str(2 * k)), str(k + 1)),
        ),
        Step(
            f"*{k + 1}*. The target also read the last guess, so the pass gives the token after it too: a *bonus* that needed no guess, "
            f"here {named(own_text(shown) or '')}. Every round yields at least 1 token and at most k + 1.",
            lambda width: [*cards(shown, width, ("best", "verdict", "written"), bonus=True), Content(""), text_so_far([reply], at + 1, width)],
            strip=lambda width: lanes(plain, reply, at + 1, width),
        ),
        Step(
            f"The whole reply: {len(reply.tokens)} tokens in {passes(reply)} passes instead of {passes(plain)}. Each line is one round: "
            "the accepted guesses, then the target's own token.",
            lambda width: _rounds(reply, width),
            strip=lambda width: lanes(plain, reply, len(reply.steps), width),
        ),
    )


def fully_accepted(reply: Reply) -> tuple[int, Round]:
    """The first round whose four guesses were all accepted, and its index."""
    return next((at, step) for at, step in enumerate(reply.steps) if step.event.accepted == len(step.event.draft) == 4)


def _rounds(reply: Reply, width: int) -> list[Content]:
    lines = [Content.styled("round  tokens", FAINT)]
    for at, step in enumerate(reply.steps, 1):
        parts: list[Cell] = []
        tokens = [token for token in reply.tokens if token.round == at - 1]
        for token in tokens:
            parts += [(quoted(token.text, 12), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]), (" ", "")]
        if "rejected" in (judged := verdicts(step)):
            parts += [("  rejected ", FAINT), (quoted(step.guesses[judged.index("rejected")], 12), LOOKS["ghost"])]
        elif step.event.accepted > len(tokens):
            parts += [(f" {END}", LOOKS["accepted"])]
        lines += flowing(f"{at:>5}", parts, width, indent=7)
    return lines


PAGE = Page("bonus", "The bonus", _build)
