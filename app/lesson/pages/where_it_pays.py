"""Page: k, acceptance and block cost: where drafting is faster than plain decoding and where it is slower."""

from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Sequence

from textual.content import Content

from specdeck.decoding import block_cost

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import FAINT, LOOKS, bar, line

KINDS = ("a story", "a text to copy")


@dataclass(frozen=True)
class Cost:
    """One k on one prompt: tokens per round, an end of turn counted, and the block cost (a round's time in plain steps), both in the two decimals
    that are shown, and the acceptance per tested position (None where nothing was drafted)."""

    k: int
    tokens: float
    cost: float
    acceptance: float | None = None

    @property
    def speed_up(self) -> float:
        """The speed-up over plain decoding: tokens per round by block cost."""
        return self.tokens / self.cost


def _build(course: CourseState) -> tuple[Step, ...]:
    friendly, hostile = costs(course.recordings.replies("widths"))
    best, raced = (max(rows, key=lambda cost: cost.speed_up) for rows in (friendly, friendly[1:]))
    there = next(cost for cost in hostile if cost.k == raced.k)
    which = f"k = {raced.k}" if best.k else f"No k pays here. The fastest, k = {raced.k}"
    where = "here, on your pair" if course.recordings.is_live("widths") else "when this was recorded, without a GPU"
    told = conclusion(raced, hostile)
    dear = Claim("A round costs more than a plain step", min(cost.cost for cost in friendly[1:]), ">", 1.0)
    dearer = Claim("A longer draft costs more", min(after.cost - before.cost for before, after in pairwise(friendly)), ">", 0.0)
    return (
        Step(
            f"{dear.or_else('A round has a cost of its own')}: it drafts, and its pass is wider. Its time in plain steps is the *block cost*. A round pays "
            f"if it yields *more tokens than that*. {dearer.or_else('Each guess is a risk')}, and a later guess counts only if all before it were accepted.",
            lambda width: _table(KINDS[0], friendly, width, hidden=True),
            Question("Which k is fastest here?", tuple(str(cost.k) for cost in friendly), str(best.k)),
            claims=tuple(claim for claim in (dear, dearer) if claim.holds),
        ),
        Step(
            f"{which}: {raced.tokens:.2f} tokens in the time of {raced.cost:.2f} plain steps: *{raced.speed_up:.2f}x*, measured {where}. "
            f"Now the same k on {KINDS[1]}.",
            lambda width: _table(KINDS[0], friendly, width),
            Question("Will drafting be faster than plain there?", ("faster", "about the same", "slower"), _answer(there.speed_up)),
            hint="r: measure it here",
        ),
        Step(
            f"With k = {raced.k}: {there.tokens:.2f} tokens in the time of {there.cost:.2f} plain steps: *{there.speed_up:.2f}x*. {told.words}. "
            "So measure (b in the chat, F3), let k adapt, or choose another drafter.",
            lambda width: [*_table(KINDS[0], friendly, width), Content(""), *_table(KINDS[1], hostile, width)],
            hint="r: measure it here",
            claims=(told,),
        ),
    )


def conclusion(best: Cost, hostile: Sequence[Cost]) -> Claim:
    """What the best draft length of one prompt and all of another say together."""
    there, other = next(cost for cost in hostile if cost.k == best.k), max(hostile, key=lambda cost: cost.speed_up)
    if best.speed_up > 1 > there.speed_up:
        if other.speed_up > 1:
            return Claim(f"On this text k = {other.k} is the fastest: {other.speed_up:.2f}x", other.speed_up, ">", 1.0)
        return Claim("The same pair is faster on one text and slower on another", there.speed_up, "<", 1.0)
    if best.speed_up <= 1:
        if other.speed_up > 1:
            return Claim(f"No k pays on {KINDS[0]}; on {KINDS[1]} k = {other.k} does: {other.speed_up:.2f}x", other.speed_up, ">", 1.0)
        return Claim("Drafting pays on neither text", best.speed_up, "<", 1.0001)
    gap = round(best.speed_up, 2) - round(there.speed_up, 2)
    return Claim("The gain differs from text to text", abs(gap), ">", 0.0) if gap else Claim("The gain is the same on both texts", gap, "=", 0.0)


def lacks(turns: Sequence[Turn]) -> list[str]:
    """What the replies to two prompts, each with every k, lack for this page and the next two."""
    friendly, hostile = costs([turn.reply for turn in turns])
    best = max(friendly, key=lambda cost: cost.speed_up)
    there = next(cost for cost in hostile if cost.k == best.k)
    drafted = hostile[1:]
    return unmet({
        "replies of 60 tokens and more": min(len(turn.reply.tokens) for turn in turns) >= 60,
        "1 token a round in plain decoding": friendly[0].tokens == friendly[0].speed_up == hostile[0].tokens == hostile[0].speed_up == 1,
        "a prompt on which drafting pays": best.speed_up > 1.2,
        "another on which it pays for one k and not for that one": max(cost.speed_up for cost in drafted) > 1.02 and there.speed_up < 0.97,
        "passes that cost more the wider they are": all(before.cost < after.cost for before, after in zip(friendly, friendly[1:])),
    })  # fmt: skip


def _answer(speed_up: float) -> str:
    return "faster" if speed_up > 1.05 else "slower" if speed_up < 0.95 else "about the same"


def costs(replies: Sequence[Reply]) -> tuple[list[Cost], list[Cost]]:
    """For every k, on the prompt that is easy to draft and on the other one."""
    half = len(replies) // 2
    return _costs(replies[:half]), _costs(replies[half:])


def _costs(replies: Sequence[Reply]) -> list[Cost]:
    step = _round_seconds(replies[0])
    return [
        Cost(k_of(reply), round(_given(reply) / max(1, reply.stats.rounds), 2), round(block_cost(_round_seconds(reply), step), 2), reply.stats.acceptance_per_tested)
        for reply in replies
    ]  # fmt: skip


def _given(reply: Reply) -> int:
    """Tokens that the rounds gave: those of the reply, and the end of turn."""
    last = reply.rounds[-1]
    return reply.stats.emitted + (reply.reason == "stop" and len(last.tokens) <= last.accepted)


def k_of(reply: Reply) -> int:
    return reply.rounds[0].settings.k


def _round_seconds(reply: Reply) -> float:
    """The median time of a round: what else the machine did meanwhile hardly moves it."""
    return median(step.seconds for step in reply.rounds)


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


PAGE = Page("widths", "Where it pays", _build, "widths", lacks, live=True)
