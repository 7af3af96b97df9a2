"""Page: k, acceptance and block cost: where drafting is faster than plain decoding and where it is slower."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from specdeck.app.chat.reply import Reply
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import FAINT, LOOKS, bar, line
from specdeck.decoding.stats import block_cost


@dataclass(frozen=True)
class Cost:
    """One k on one prompt: tokens per round, and the block cost (a round's time in plain steps)."""

    k: int
    tokens: float
    cost: float

    @property
    def speed_up(self) -> float:
        """The speed-up over plain decoding: tokens per round by block cost."""
        return self.tokens / self.cost


def _build(course: CourseState) -> tuple[Step, ...]:
    friendly, hostile = costs(course)
    best = max(friendly, key=lambda cost: cost.speed_up)
    worst = next(cost for cost in hostile if cost.k == best.k)
    where = "here, on your pair" if course.recordings.is_live("widths") else "when this was recorded, without a GPU"
    return (
        Step(
            "A round costs more than a plain step: it drafts, and its pass is wider. Its time in plain steps is the *block cost*. A round pays if it "
            "yields *more tokens than that*. Longer drafts yield more tokens, but each later guess is less likely to be accepted.",
            lambda width: _table("a story", friendly, width, hidden=True),
            Question("Which k is fastest here?", tuple(str(cost.k) for cost in friendly), str(best.k)),
        ),
        Step(
            f"k = {best.k}: {best.tokens:.1f} tokens in the time of {best.cost:.1f} plain steps: *{best.speed_up:.2f}x*, measured {where}. "
            "Now the same k on another kind of text: a booking.",
            lambda width: _table("a story", friendly, width),
            Question("Will drafting be faster than plain decoding there?", ("faster", "about the same", "slower"), _answer(worst.speed_up)),
            hint="r: measure it here",
        ),
        Step(
            f"With k = {best.k}: {worst.tokens:.1f} tokens in the time of {worst.cost:.1f} plain steps: *{worst.speed_up:.2f}x*. {_conclusion(best, worst)}: "
            "so measure (b in the chat, F3), let k adapt, or choose another drafter.",
            lambda width: [*_table("a story", friendly, width), Content(""), *_table("a booking", hostile, width)],
            hint="r: measure it here",
        ),
    )


def _conclusion(best: Cost, worst: Cost) -> str:
    if best.speed_up > 1 > worst.speed_up:
        return "The same pair is faster on one text and slower on another"
    return "The gain differs from text to text"


def _answer(speed_up: float) -> str:
    return "faster" if speed_up > 1.05 else "slower" if speed_up < 0.95 else "about the same"


def costs(course: CourseState) -> tuple[list[Cost], list[Cost]]:
    """For every k, on the prompt that is easy to draft and on the other one."""
    replies = course.recordings.replies("widths")
    half = len(replies) // 2
    return _costs(replies[:half]), _costs(replies[half:])


def _costs(replies: list[Reply]) -> list[Cost]:
    plain = replies[0]
    step = _round_seconds(plain)
    return [Cost(k_of(reply), reply.stats.tokens_per_round, block_cost(_round_seconds(reply), step)) for reply in replies]


def k_of(reply: Reply) -> int:
    """The k in force when the reply began."""
    return reply.steps[0].event.settings.k


def _round_seconds(reply: Reply) -> float:
    return reply.stats.decode_seconds / max(1, reply.stats.rounds)


def _table(name: str, rows: list[Cost], width: int, hidden: bool = False) -> list[Content]:
    wide = max(8, width - 37)
    most = max(max(cost.speed_up for cost in rows), 1.0)
    lines = [line((f"{'k':>2}{'tokens/round':>13}{'block cost':>11}{'speed-up':>9}  {name}", FAINT))]
    for cost in rows:
        pays = cost.speed_up > 1
        figure = "" if hidden else f"{cost.speed_up:.2f}x"
        look = "$origin-recovered" if cost.k == 0 else "$origin-accepted" if pays else "$origin-rejected"
        shown = Content("") if hidden else bar(cost.speed_up / most, wide, look)
        lines.append(Content.assemble(f"{cost.k:>2}{cost.tokens:>13.2f}{cost.cost:>11.2f}", (f"{figure:>9}", LOOKS["accepted"] if pays else "$foreground"), "  ", shown))
    return lines


PAGE = Page("widths", "Where it pays", _build, live="widths")
