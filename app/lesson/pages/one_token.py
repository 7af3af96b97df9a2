"""Page: why one token per pass is slow."""

from statistics import median
from typing import Sequence

from textual.content import Content

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...drawing.content_pieces import LOOKS
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import END, FAINT, bar, flowing, line, passes, quoted

COLUMN = 24  # cells, of a pass and its token
WIDE = 5  # tokens of the pass that is held against a pass over one


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("greedy")
    n, took = len(plain.tokens), passes(plain)
    tail = " and ends with an end-of-turn token" if took > n else ""
    last = ", and one that gave the end-of-turn token" if took > n else ""
    one, wide = milliseconds(plain, 1), milliseconds(drafted, WIDE)
    told = f"*{wide / one:.1f} times* as long as a pass over 1, not {WIDE} times"
    return (
        Step(
            "A language model writes one token at a time: a word, or a piece of one. For each token it reads *all of its weights* once: that is one "
            "*pass*. Fetching the weights from memory takes most of that time; the chip could compute much more meanwhile.",
            lambda width: flowing("reply", [(f"{quoted(token.name, 12)} ", LOOKS["plain"]) for token in plain.tokens], width),
            Question(f"This reply has {n} tokens{tail}. How many passes did plain decoding take?", (str(took // 3), str(took), str(took * 3)), str(took)),
        ),
        Step(
            f"*{took} passes*: one for each token{last}. Each pass needs the token before it, so they cannot be made at the same time.",
            lambda width: _lane(plain, width),
            claims=(Claim(f"{took} passes*: one for each token{last}", took, "=", n + bool(last)),),
        ),
        Step(
            f"But the weights are read once per *pass*, however many tokens it checks: here a pass over {WIDE} tokens took {told}. "
            "If someone *guessed* the next tokens, one pass could check them all.",
            lambda width: _costs(one, wide, width),
            claims=(Claim(told, wide / one, "<", WIDE),),
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    plain, drafted = (turn.reply for turn in turns)
    return unmet({
        "the same text, ended by the model, of 15 to 40 tokens": plain.text == drafted.text and plain.reason == "stop" and 15 <= len(plain.tokens) <= 40,
        "a pass over 5 tokens below the time of 4 plain ones": milliseconds(drafted, WIDE) < 4 * milliseconds(plain, 1),
    })  # fmt: skip


def milliseconds(reply: Reply, read: int) -> float:
    """Milliseconds of the target's pass over `read` tokens, as they are shown: the median over the reply's rounds."""
    found = [step.verify_seconds for step in reply.rounds if step.read == read and step.passes == 1]
    return shown_milliseconds(median(found or [step.verify_seconds for step in reply.rounds]))


def shown_milliseconds(seconds: float) -> float:
    """Milliseconds to the digit that is shown, so that sums and ratios of them are those of what is shown."""
    return max(0.1, round(seconds * 1000, 1))


def durations(rows: Sequence[tuple[str, float, str]], width: int) -> list[Content]:
    """Named milliseconds as bars: (name, milliseconds, look)."""
    wide, longest = max(10, width - 33), max(took for _, took, _ in rows)
    return [line(f"{name:<23}", bar(took / longest, wide, look), f" {took:.1f} ms") for name, took, look in rows]


def _lane(reply: Reply, width: int) -> list[Content]:
    written = [quoted(token.name, 12) for token in reply.tokens]
    written += [END] * (passes(reply) - len(written))
    cells = [line((f"{at:>3}  ", FAINT), ("▓▓ ", "$origin-recovered"), (text, LOOKS["plain"])) for at, text in enumerate(written, 1)]
    columns = max(1, width // COLUMN)
    rows = -(-len(cells) // columns)
    lines = [Content.styled("pass    token written", FAINT)]
    for row in range(rows):
        lines.append(Content("").join(cell.pad_right(max(0, COLUMN - cell.cell_length)) for cell in cells[row::rows]))
    return lines


def _costs(one: float, wide: float, width: int) -> list[Content]:
    rows = (
        ("one pass over 1 token", one, "$origin-recovered"),
        (f"one pass over {WIDE} tokens", wide, "$origin-accepted"),
        (f"{WIDE} passes over 1", WIDE * one, "$origin-rejected"),
    )
    spaced = [text for row in durations(rows, width) for text in (row, Content(""))]
    return [Content(""), *spaced, Content.styled("recorded on the embedded target without a GPU", FAINT)]


PAGE = Page("one-token", "One token a pass", _build, "greedy", lacks)
