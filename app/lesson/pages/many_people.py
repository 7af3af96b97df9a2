"""Page: why serving many people at once takes the gain away: passes stop being nearly free."""

from statistics import linear_regression, median
from typing import NamedTuple, Sequence

from textual.content import Content

from ...chat.reply import Reply
from ..page import Claim, CourseState, Page, Question, Step
from ..round_pictures import FAINT, bar, line
from .expected_yield import measured
from .where_it_pays import Cost, costs, k_of, lacks

PEOPLE = (1, 2, 4, 8, 16, 32, 64)
WORDS = ("it grows", "it stays", "it shrinks")


class Served(NamedTuple):
    """So many people at once: the time of a plain pass and of a drafted one, in plain passes for one person, and the speed-up of the two."""

    people: int
    plain: float
    drafted: float
    speed_up: float


def _build(course: CourseState) -> tuple[Step, ...]:
    replies = course.recordings.replies("widths")
    best = measured(costs(replies)[0])
    k, slope = best.k, per_token(replies)
    rows = served(best.tokens, k, slope)
    one, many = rows[0], rows[-1]
    where = "on your pair" if course.recordings.is_live("widths") else "on the embedded target, without a GPU"
    told = change(one, many)
    read = f"a round reads {k + 1} tokens and yields {best.tokens:.2f}"
    dear = f"With many people every token that is read costs the same, and each rejected guess is a loss: {read}." if _answer(one, many) == WORDS[2] else (
        f"On this line a wider pass stays cheap. Where every token costs the same, each rejected guess is a loss: {read}."
    )
    alone = "One person at a time, as here, is where drafting pays." if min(best.speed_up, one.speed_up) > 1 else "Here it does not pay for one person either."
    return (
        Step(
            "Drafting pays because a wider pass is *nearly free*: the weights are fetched anyway, so a pass may check more tokens. A server fills its "
            "passes in another way: it writes a token for *each of many people*; with drafts it also checks k guesses for each.",
            lambda width: _reads(k, width),
            Question(f"{many.people} people, k = {k}: a pass reads {many.people * (k + 1)} tokens, not {many.people}. What happens to the speed-up?", WORDS, _answer(one, many)),
        ),
        Step(
            f"*{told.words[0].upper()}{told.words[1:]}*, calculated roughly, without the drafter's time. Here each further token adds {slope:.0%} to the time of a pass over one "
            f"(a line through those measured {where}), so {many.people * (k + 1)} tokens take {many.drafted:.2f} such passes.",
            lambda width: _table(rows, best, width),
            claims=(told,),
        ),
        Step(
            f"{dear} Real servers draft less, or not at all, when many people wait. {alone}",
            lambda width: _table(rows, best, width),
            claims=(Claim(read, best.tokens, "<", k + 1.0001),),
        ),
    )


def per_token(replies: Sequence[Reply]) -> float:
    """What one more token adds to the time of the target's pass, in passes over one token: a line through the medians by width, the drafts not
    counted; widths of whole drafts, where there are any. 0 where wider passes were not slower."""
    times: dict[int, list[float]] = {}
    for event in (one for reply in replies for one in reply.rounds):
        if event.passes == 1:
            times.setdefault(event.read, []).append(event.verify_seconds)
    whole = {1, *(k_of(reply) + 1 for reply in replies)} & times.keys()
    widths = sorted(whole if len(whole) > 1 else times)
    if len(widths) < 2 or widths[0] != 1:
        return 0.0
    slope, _ = linear_regression(widths, [median(times[width]) for width in widths])
    return round(max(0.0, slope / median(times[1])), 2)


def served(tokens: float, k: int, slope: float) -> list[Served]:
    """For so many people at once, with `tokens` a round: the drafter's time is left out, which favours drafting. In the digits that are shown."""
    rows = []
    for people in PEOPLE:
        plain, drafted = (round(1 + slope * (people * read - 1), 2) for read in (1, k + 1))
        rows.append(Served(people, plain, drafted, tokens * plain / drafted))
    return rows


def change(one: Served, many: Served) -> Claim:
    """How the speed-up for many people compares with that for one."""
    said = f"from {one.speed_up:.2f}x for one person to {many.speed_up:.2f}x for {many.people}"
    answer = _answer(one, many)
    if answer == WORDS[2]:
        return Claim(f"it shrinks {said}", many.speed_up, "<", one.speed_up)
    return Claim(f"{answer} {said}", many.speed_up, ">", one.speed_up * 0.95 - 1e-9)


def _answer(one: Served, many: Served) -> str:
    ratio = many.speed_up / one.speed_up
    return WORDS[0] if ratio > 1.05 else WORDS[2] if ratio < 0.95 else WORDS[1]


def _reads(k: int, width: int) -> list[Content]:
    lines = [Content.styled("tokens that one pass reads", FAINT)]
    for people in PEOPLE[:4]:
        name = f"{people} {'person' if people == 1 else 'people'}"
        for cell, read, look in (("plain", 1, "$origin-recovered"), ("drafted", k + 1, "$origin-accepted")):
            marks = "▓" * people * read
            room = width - 28
            lines.append(line((f"{name if read == 1 else '':<12}{cell:<9}", FAINT), (marks if len(marks) <= room else marks[: room - 1] + "▸", look), f" {people * read}"))
    return lines


def _table(rows: Sequence[Served], raced: Cost, width: int) -> list[Content]:
    wide, most = max(6, width - 46), max(*(row.speed_up for row in rows), 1.0)
    lines = [line((f"{'people':>6}{'plain pass':>12}{'drafted pass':>14}{'speed-up':>10}", FAINT))]
    for row in rows:
        look = "$origin-accepted" if row.speed_up > 1 else "$origin-rejected"
        lines.append(line(f"{row.people:>6}{row.plain:>12.2f}{row.drafted:>14.2f}{row.speed_up:>9.2f}x  ", bar(row.speed_up / most, wide, look)))
    return [*lines, Content(""), *Content.styled(f"times in plain passes for one person, calculated; k = {raced.k}, {raced.tokens:.2f} tokens a round, the drafter's time left out", FAINT).wrap(width)]


PAGE = Page("many", "Many people at once", _build, "widths", lacks, live=True)
