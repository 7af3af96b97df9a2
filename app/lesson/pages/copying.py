"""Page: lookup, the drafter that is no model."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.conversation import Reply, Turn
from specdeck.app.drawing.clean import one_line
from specdeck.app.lesson.draw import FAINT, LOOKS, line
from specdeck.app.lesson.page import Page, Question, Standing, Step

YIELDS = ("about 1", "about 2", "more than 2")


def _build(course: Standing) -> tuple[Step, ...]:
    copied, open_ = course.material.turns("lookup")
    stats = copied.reply.stats
    return (
        Step(
            "A drafter need not be a model. Much text repeats what was said: quotes, code that is edited, names. *Lookup* searches the last few tokens in "
            "prompt and reply and proposes what followed them there. That costs next to nothing.",
            lambda width: _prompt(copied, width),
            Question("Here the target is to repeat a letter. How many tokens will a pass yield in the mean?", YIELDS, _yield(stats.tokens_per_round)),
        ),
        Step(
            f"*{stats.tokens_per_round:.1f}*: once two tokens match, the prompt drafts the rest. A lookup draft is a *point guess*: no distribution, q counts as 1 for its "
            "token, so it is kept with probability p. The text is the target's all the same.",
            lambda width: [*_prompt(copied, width), Content(""), *_rounds(copied.reply, width)],
            hint="r: make it here",
        ),
        Step(
            f"On open text little matches: {open_.reply.stats.rounds} rounds, {open_.reply.stats.accepted} of {open_.reply.stats.drafted} guesses kept. "
            "A round without a guess is a plain step and costs no more. "
            "*hybrid* asks lookup first and else the model: /draft hybrid in the chat.",
            lambda width: [*_prompt(open_, width), Content(""), *_rounds(open_.reply, width)],
            hint="r: make it here",
        ),
    )


def _yield(tokens: float) -> str:
    return YIELDS[0] if tokens < 1.5 else YIELDS[1] if tokens < 2.5 else YIELDS[2]


def _prompt(turn: Turn, width: int) -> list[Content]:
    text = one_line(turn.prompt)
    room = width - 10
    parts = [text[at : at + room] for at in range(0, len(text), room)][:2]
    return [line((f"{'prompt' if not at else '':<9}", FAINT), part) for at, part in enumerate(parts)]


def _rounds(reply: Reply, width: int) -> list[Content]:
    """A line a round: what was guessed and stood, then the target's own; as many as there is room for."""
    lines = [line(("round  what it wrote", FAINT))]
    written = [at for at in range(len(reply.steps)) if reply.steps[at].event.tokens]
    for at in written[:8]:
        parts: list[str | tuple[str, str]] = [(f"{at + 1:>5}  ", FAINT)]
        for token in (token for token in reply.tokens if token.round == at):
            parts.append((one_line(token.text), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]))
        lines.append(line(*parts).truncate(width, ellipsis=True))
    if len(written) > 8:
        lines.append(Content.styled(f"    …  {len(written)} rounds in all", FAINT))
    return lines


PAGE = Page("lookup", "A drafter that is no model", _build, live="lookup")
