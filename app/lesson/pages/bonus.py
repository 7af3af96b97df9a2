"""Page: a draft that is accepted whole yields one token more."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.conversation import Reply
from specdeck.app.chat.conversation import Step as Round
from specdeck.app.lesson.draw import FAINT, LOOKS, cards, lanes, line, named, own_text, quoted, text_so_far
from specdeck.app.lesson.page import Page, Question, Standing, Step


def _build(course: Standing) -> tuple[Step, ...]:
    plain, reply = course.material.replies("greedy")
    at, shown = whole(reply)
    k = len(shown.event.draft)
    return (
        Step(
            f"Another round, and this time all {k} guesses stand. Remember what the pass told: for every position what the target would write "
            "after what stands to the left.",
            lambda width: cards(shown, ("verdict",)),
            strip=lambda width: lanes(plain, reply, at),
            question=Question(f"{k} guesses stand. How many tokens does this one pass yield?", (str(k - 1), str(k), str(k + 1), str(2 * k)), str(k + 1)),
        ),
        Step(
            f"*{k + 1}*. The target read the last guess as well, so it told what comes after it: a *bonus* that no guess was needed for, "
            f"here {named(own_text(shown) or '')}. Every round yields at least 1 token and at most k + 1.",
            lambda width: [*cards(shown, ("best", "verdict", "written"), bonus=True), Content(""), text_so_far([reply], at + 1, width)],
            strip=lambda width: lanes(plain, reply, at + 1),
        ),
        Step(
            f"The whole reply: {len(reply.tokens)} tokens in {reply.stats.rounds} passes instead of {len(reply.tokens)}. One line is one round: "
            "at the left what was guessed and stood, then the target's own token.",
            lambda width: _rounds(reply),
            strip=lambda width: lanes(plain, reply, len(reply.steps)),
        ),
    )


def whole(reply: Reply) -> tuple[int, Round]:
    """The first round of which every guess stood, and its number."""
    return next((at, step) for at, step in enumerate(reply.steps) if step.event.accepted == len(step.event.draft) == 4)


def _rounds(reply: Reply) -> list[Content]:
    lines = [Content.styled("round  tokens", FAINT)]
    for at, step in enumerate(reply.steps, 1):
        parts: list[str | tuple[str, str]] = [(f"{at:>5}  ", FAINT)]
        tokens = [token for token in reply.tokens if token.round == at - 1]
        for token in tokens:
            parts += [(quoted(token.text, 12), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]), " "]
        missed = step.guesses[step.event.accepted : step.event.accepted + 1]
        parts += [("  missed ", FAINT), (quoted(missed[0], 12), LOOKS["ghost"])] if missed else []
        lines.append(line(*parts))
    return lines


PAGE = Page("bonus", "The bonus", _build)
