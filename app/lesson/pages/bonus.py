"""Page: a fully accepted draft yields one more token, the bonus."""

from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...chat.wording import verdicts
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import (
    END,
    FAINT,
    LOOKS,
    Cell,
    cards,
    flowing,
    lanes,
    named,
    ordinary,
    own_text,
    passes,
    quoted,
    text_so_far,
)


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = fully_accepted(reply)
    k = len(shown.draft)
    return (
        Step(
            f"Back to the reply of the first pages, at temperature 0. In this round all {k} guesses are accepted. Remember what the pass gives: for every position, the token that the target would write "
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
            claims=(Claim(f"*{k + 1}*. The target also read the last guess", len(shown.tokens), "=", k + 1),),
        ),
        Step(
            f"The whole reply: {len(reply.tokens)} tokens in {passes(reply)} passes instead of {passes(plain)}. Each line is one round: "
            "the accepted guesses, then the target's own token.",
            lambda width: _rounds(reply, width),
            strip=lambda width: lanes(plain, reply, len(reply.rounds), width),
            claims=(Claim(f"{passes(reply)} passes instead of {passes(plain)}", passes(reply), "<", passes(plain)),),
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    reply = turns[1].reply
    at, shown = fully_accepted(reply)
    return unmet({
        "a fully accepted draft of 4 ordinary tokens after the first round, with a bonus": at > 0 and ordinary(shown) and shown.sources[-1:] == ("bonus",),
        "a rejected guess in another round": any("recovered" in step.sources for step in reply.rounds),
    })  # fmt: skip


def fully_accepted(reply: Reply) -> tuple[int, Round]:
    """The first round whose guesses were all accepted and gave a bonus, and its index; one that is not the reply's first comes first."""
    found = [(at, step) for at, step in enumerate(reply.rounds) if step.sources[-1:] == ("bonus",)]
    return min(found or [(at, step) for at, step in enumerate(reply.rounds) if step.draft], key=lambda each: not each[0])


def _rounds(reply: Reply, width: int) -> list[Content]:
    lines = [Content.styled("round  tokens", FAINT)]
    for at, step in enumerate(reply.rounds, 1):
        parts: list[Cell] = []
        tokens = [token for token in reply.tokens if token.round == at - 1]
        for token in tokens:
            parts += [(quoted(token.name, 12), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]), (" ", "")]
        if "rejected" in (judged := verdicts(step)):
            parts += [("  rejected ", FAINT), (quoted(step.guesses[judged.index("rejected")], 12), LOOKS["ghost"])]
        elif step.accepted > len(tokens):
            parts += [(f" {END}", LOOKS["accepted"])]
        lines += flowing(f"{at:>5}", parts, width, indent=7)
    return lines


PAGE = Page("bonus", "The bonus", _build, "greedy", lacks)
