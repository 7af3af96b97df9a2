"""Page: lookup, a drafter that is not a model."""

from __future__ import annotations

import re

from textual.content import Content

from specdeck.app.chat.conversation import Turn
from specdeck.app.chat.reply import Reply
from specdeck.app.chat.wording import counted
from specdeck.app.drawing.clean_text import one_line
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import END, FAINT, LOOKS, flowing, line, passes

SHOWN = 8  # rounds
YIELDS = ("about 1", "about 2", "more than 2")


def _build(course: CourseState) -> tuple[Step, ...]:
    copied, open_ = course.recordings.turns("lookup")
    stats = copied.reply.stats
    return (
        Step(
            "A drafter need not be a model. Much text repeats earlier text: quotes, edited code, names. *Lookup* searches prompt and reply for "
            "the last few tokens and proposes the tokens that followed them there. That costs almost nothing.",
            lambda width: _prompt(copied, width),
            Question("Here the target must repeat a letter. How many tokens will a pass yield on average?", YIELDS, _yield(stats.tokens_per_round)),
        ),
        Step(
            f"*{stats.tokens_per_round:.1f}*: once two tokens match, the rest is copied from the prompt. A lookup draft is a *point guess*: it has no distribution, so q counts as 1 "
            "and it is accepted with probability p. The text is still the target's.",
            lambda width: [*_prompt(copied, width), Content(""), *_rounds(copied.reply, width)],
            hint="r: run it here",
        ),
        Step(
            f"Open text has few matches: {passes(open_.reply)} passes, {open_.reply.stats.accepted} of {open_.reply.stats.drafted} guesses accepted. "
            "A round without a guess is a plain step and costs no more. "
            "*hybrid* tries lookup first, then the model: /draft hybrid in the chat.",
            lambda width: [*_prompt(open_, width), Content(""), *_rounds(open_.reply, width)],
            hint="r: run it here",
        ),
    )


def _yield(tokens: float) -> str:
    return YIELDS[0] if tokens < 1.5 else YIELDS[1] if tokens < 2.5 else YIELDS[2]


def _prompt(turn: Turn, width: int) -> list[Content]:
    return flowing("prompt", [(word, "") for word in re.findall(r"\S+\s*", one_line(turn.prompt))], width)


def _rounds(reply: Reply, width: int) -> list[Content]:
    """The first eight rounds: the accepted guesses, then the target's own token."""
    lines = [line(("round  text written", FAINT))]
    for at, step in enumerate(reply.steps[:SHOWN]):
        tokens = (token for token in reply.tokens if token.round == at)
        parts = [(one_line(token.text), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]) for token in tokens]
        parts += [] if step.event.tokens else [(END, FAINT)]
        lines += flowing(f"{at + 1:>5}", parts, width, indent=7)
    if len(reply.steps) > SHOWN:
        lines.append(Content.styled(f"    …  {counted(passes(reply), 'pass')} in all", FAINT))
    return lines


PAGE = Page("lookup", "A drafter that is not a model", _build, live="lookup")
