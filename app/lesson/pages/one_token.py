"""Page: why one token a pass is slow."""

from __future__ import annotations

from statistics import median

from textual.content import Content

from specdeck.app.chat.conversation import Reply
from specdeck.app.drawing.looks import LOOKS
from specdeck.app.lesson.draw import FAINT, bar, line, quoted
from specdeck.app.lesson.page import Page, Question, Standing, Step


def _build(course: Standing) -> tuple[Step, ...]:
    plain, drafted = course.material.replies("greedy")
    n = len(plain.tokens)
    one, five = seconds(plain, 1), seconds(drafted, 5)
    return (
        Step(
            "A language model writes one token at a time, and for each it reads *all of its weights*: that is one *pass*. "
            "Fetching the weights takes longer than calculating with them, so most of the chip waits.",
            lambda width: _lane(plain, width),
            Question(f"This reply has {n} tokens. How many passes did plain decoding take?", (str(n // 3), str(n), str(n * 3)), str(n)),
        ),
        Step(
            f"{n}: one pass, one token. But the weights are fetched once a *pass*, however many tokens are read in it: reading 5 took "
            f"*{five / one:.1f} times* as long as reading 1, not 5 times. If somebody *guessed* the next tokens, one pass could check them all.",
            lambda width: _costs(one, five, width),
        ),
    )


def seconds(reply: Reply, read: int) -> float:
    """How long the target's pass over so many tokens took: the median over the reply's rounds."""
    found = [step.event.verify_seconds for step in reply.steps if step.event.read == read and step.event.passes == 1]
    return median(found or [step.event.verify_seconds for step in reply.steps])


def _lane(reply: Reply, width: int) -> list[Content]:
    cells = [line((f"{at:>3}  ", FAINT), ("▓▓ ", "$origin-recovered"), (quoted(token.text, 12), LOOKS["plain"])) for at, token in enumerate(reply.tokens, 1)]
    half = (len(cells) + 1) // 2
    wide = min(36, width // 2)
    lines = [Content.styled("pass    token it wrote", FAINT)]
    for left, right in zip(cells, [*cells[half:], Content("")][:half]):
        lines.append(Content.assemble(left, " " * max(1, wide - left.cell_length), right))
    return lines


def _costs(one: float, five: float, width: int) -> list[Content]:
    longest = 5 * one
    wide = max(10, width - 31)
    rows = (("one pass over 1 token", one, "$origin-recovered"), ("one pass over 5", five, "$origin-accepted"), ("five passes over 1", longest, "$origin-rejected"))
    lines = [line(f"{name:<23}", bar(took / longest, wide, look), f" {took * 1000:.0f} ms") for name, took, look in rows]
    spaced = [each for row in lines for each in (row, Content(""))]
    return [Content(""), *spaced, Content.styled("measured where this was recorded: the embedded target without a GPU", FAINT)]


PAGE = Page("one-token", "One token a pass", _build)
