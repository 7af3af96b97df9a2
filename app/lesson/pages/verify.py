"""Page: the target checks the whole draft in one pass."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.drawing.looks import LOOKS
from specdeck.app.lesson.draw import cards, lanes, line, named, text_so_far
from specdeck.app.lesson.page import Page, Question, Standing, Step

from .draft import partly


def _build(course: Standing) -> tuple[Step, ...]:
    plain, reply = course.material.replies("greedy")
    at, shown = partly(reply)
    event = shown.event
    k, kept = len(event.draft), event.accepted
    miss = named(shown.guesses[kept])
    return (
        Step(
            f"The target reads all {k} guesses in *one pass*. That tells for every position what it would write *itself* after what "
            "stands to the left. At temperature 0 that is its likeliest token, and a guess stands if it is the same.",
            lambda width: [text_so_far([reply], at, width, "so far"), Content(""), *cards(shown)],
            Question(f"How many of these {k}, from the left, will stand?", tuple(map(str, range(k + 1))), str(kept)),
            strip=lambda width: lanes(plain, reply, at),
        ),
        Step(
            f"*{kept} of {k}* stand. At position {kept + 1} the target would have written something else than {miss}: the *first miss* ends "
            "the round. What was guessed behind it followed from a wrong token, so it is dropped unlooked at.",
            lambda width: cards(shown, ("best", "verdict")),
            strip=lambda width: lanes(plain, reply, at),
        ),
        Step(
            f"And the pass is not lost: it told the right token for that place, so the target writes it, *recovered*. This round: {k} drafted, "
            f"{kept} accepted, 1 of the target's own: *{len(event.tokens)} tokens for one pass*, and every one what the target would have written.",
            lambda width: [*cards(shown, ("best", "verdict", "written")), Content(""), text_so_far([reply], at + 1, width), Content(""), _legend()],
            strip=lambda width: lanes(plain, reply, at + 1),
        ),
    )


def _legend() -> Content:
    return line(("accepted draft", LOOKS["accepted"]), "    ", ("target's own", LOOKS["own"]), "    ", ("missed", LOOKS["ghost"]))


PAGE = Page("verify", "Verify in one pass", _build)
