"""Page: why one token per pass is slow."""

from __future__ import annotations

from statistics import median

from textual.content import Content

from specdeck.app.chat.reply import Reply
from specdeck.app.drawing.token_styles import LOOKS
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import END, FAINT, bar, line, passes, quoted

COLUMN = 24  # cells, of a pass and its token


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("greedy")
    n, took = len(plain.tokens), passes(plain)
    tail = " and ends with an end-of-turn token" if took > n else ""
    one, five = seconds(plain, 1), seconds(drafted, 5)
    return (
        Step(
            "A language model writes one token at a time. For each token it reads *all of its weights* once: that is one *pass*. "
            "Loading the weights takes longer than computing with them, so most of the chip sits idle.",
            lambda width: _lane(plain, width),
            Question(f"This reply has {n} tokens{tail}. How many passes did plain decoding take?", (str(took // 3), str(took), str(took * 3)), str(took)),
        ),
        Step(
            f"*{took}*: one pass for each token. But the weights are loaded once per *pass*, however many tokens it reads: a pass over 5 tokens took "
            f"*{five / one:.1f} times* as long as a pass over 1, not 5 times. If someone *guessed* the next tokens, one pass could check them all.",
            lambda width: _costs(one, five, width),
        ),
    )


def seconds(reply: Reply, read: int) -> float:
    """Seconds of the target's pass over `read` tokens: the median over the reply's rounds."""
    found = [step.event.verify_seconds for step in reply.steps if step.event.read == read and step.event.passes == 1]
    return median(found or [step.event.verify_seconds for step in reply.steps])


def _lane(reply: Reply, width: int) -> list[Content]:
    written = [quoted(token.text, 12) for token in reply.tokens]
    written += [END] * (passes(reply) - len(written))
    cells = [line((f"{at:>3}  ", FAINT), ("▓▓ ", "$origin-recovered"), (text, LOOKS["plain"])) for at, text in enumerate(written, 1)]
    columns = max(1, width // COLUMN)
    rows = -(-len(cells) // columns)
    lines = [Content.styled("pass    token written", FAINT)]
    for row in range(rows):
        lines.append(Content("").join(cell.pad_right(max(0, COLUMN - cell.cell_length)) for cell in cells[row::rows]))
    return lines


def _costs(one: float, five: float, width: int) -> list[Content]:
    longest = 5 * one
    wide = max(10, width - 31)
    rows = (("one pass over 1 token", one, "$origin-recovered"), ("one pass over 5 tokens", five, "$origin-accepted"), ("five passes over 1", longest, "$origin-rejected"))
    lines = [line(f"{name:<23}", bar(took / longest, wide, look), f" {took * 1000:.0f} ms") for name, took, look in rows]
    spaced = [text for row in lines for text in (row, Content(""))]
    return [Content(""), *spaced, Content.styled("recorded on the embedded target without a GPU", FAINT)]


PAGE = Page("one-token", "One token a pass", _build)
