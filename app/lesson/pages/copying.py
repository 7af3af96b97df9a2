"""Page: lookup, a drafter that is not a model."""

import re
from typing import Sequence

from textual.content import Content

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...drawing.clean_text import one_line
from ...drawing.figures import counted
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import END, FAINT, LOOKS, flowing, line, passes

SHOWN = 8  # rounds
YIELDS = ("about 1", "about 2", "more than 2")


def _build(course: CourseState) -> tuple[Step, ...]:
    copied, open_ = course.recordings.turns("lookup")
    stats, theirs = copied.reply.stats, open_.reply.stats
    least = copied.reply.rounds[0].settings.lookup_min
    less = theirs.tokens_per_round < stats.tokens_per_round
    words = "Open text has fewer matches" if less else "On this open text lookup does as well"
    told = Claim(words, theirs.tokens_per_round, "<" if less else ">", stats.tokens_per_round if less else stats.tokens_per_round - 1e-9)
    return (
        Step(
            "A drafter need not be a model. Much text repeats earlier text: quotes, edited code, names. *Lookup* searches prompt and reply for "
            "the last few tokens and proposes the tokens that followed them there. That costs almost nothing.",
            lambda width: _prompt(copied, width),
            Question("Here the target repeats a message. How many tokens per pass?", YIELDS, _yield(stats.tokens_per_round)),
        ),
        Step(
            f"*{stats.tokens_per_round:.1f}*: where the last {least} tokens match, what follows is copied from the prompt. A lookup draft is a *point guess*: q counts as 1. "
            "When sampling it is accepted with probability p, at temperature 0, as here, if it is the target's likeliest token. The text is still the target's.",
            lambda width: [*_prompt(copied, width), Content(""), *_rounds(copied.reply, width)],
            hint="r: run it here",
        ),
        Step(
            f"{told.words}: {passes(open_.reply)} passes for {counted(len(open_.reply.tokens), 'token')}, "
            f"{open_.reply.stats.accepted} of {open_.reply.stats.drafted} guesses accepted. "
            "A round without a guess is a plain step and costs no more. "
            "*hybrid* tries lookup first, then the model: /draft hybrid in the chat.",
            lambda width: [*_prompt(open_, width), Content(""), *_rounds(open_.reply, width)],
            hint="r: run it here",
            claims=(told,),
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    copied, open_ = (turn.reply for turn in turns)
    return unmet({
        "more than 3 tokens a round on the copied text": copied.stats.tokens_per_round > 3,
        "the text of the prompt": copied.text.strip() in turns[0].prompt,
        "fewer than 1.5 on the open one": open_.stats.tokens_per_round < 1.5,
        "some matches there too": open_.stats.accepted > 0,
    })  # fmt: skip


def _yield(tokens: float) -> str:
    return YIELDS[0] if tokens < 1.5 else YIELDS[1] if tokens < 2.5 else YIELDS[2]


def _prompt(turn: Turn, width: int) -> list[Content]:
    return flowing("prompt", [(word, "") for word in re.findall(r"\S+\s*", one_line(turn.prompt))], width)


def _rounds(reply: Reply, width: int) -> list[Content]:
    """The first eight rounds: the accepted guesses, then the target's own token."""
    lines = [line(("round  text written", FAINT))]
    for at, step in enumerate(reply.rounds[:SHOWN]):
        tokens = (token for token in reply.tokens if token.round == at)
        parts = [(one_line(token.text), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]) for token in tokens]
        parts += [] if step.tokens else [(END, FAINT)]
        lines += flowing(f"{at + 1:>5}", parts, width, indent=7)
    if len(reply.rounds) > SHOWN:
        lines.append(Content.styled(f"    …  {counted(passes(reply), 'pass')} in all", FAINT))
    return lines


PAGE = Page("lookup", "A drafter that is not a model", _build, "lookup", lacks, live=True)
