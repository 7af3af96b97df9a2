"""Page: how prediction heads and block drafters differ from a drafter model, and what to do after the lesson."""

from __future__ import annotations

from itertools import chain, zip_longest
from statistics import median
from textwrap import wrap

from textual.content import Content

from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import FAINT, LOOKS, line

HEADS = ("drafter", "reads", "is", "drafts", "q")
ROWS = (
    ("lookup", "the text so far", "a search", "copied", "none"),
    ("model", "the tokens", "a small model", "one by one", "its own q"),
    ("mtp", "target: hidden state", "1 layer", "one by one", "its own q"),
    ("assistant", "target: keys, values", "a few layers", "one by one", "its own q"),
    ("dflash", "target: many layers", "a few layers", "in one pass", "per position"),
)
NEXT = (
    "in the chat, select a token with left and right to see why it is there",
    "[ ] and - = change k and temperature during a reply; d the drafter",
    "F3 measures whether drafting pays for your prompt on this machine",
)
WIDE, NARROW = (11, 21, 15, 14, 12), (10, 13, 8, 11, 10)  # columns of each


def _build(course: CourseState) -> tuple[Step, ...]:
    right, answered = course.score()
    score = f" You answered *{right} of {answered}* correctly." if answered else ""
    return (
        Step(
            "A drafter model knows only the tokens and starts from nothing. But the target has *just computed* hidden states for this text, and they say more "
            "than its tokens. Drafters that *read* them need only one layer or a few.",
            lambda width: _table(3, width),
            Question("Which of these drafts all its tokens in one pass?", ("model", "a prediction head (mtp)", "a block drafter (dflash)"), "a block drafter (dflash)"),
        ),
        Step(
            "A *head* (mtp) is a layer that ships with the target; it runs k times, each time on its own last guess. A *block drafter* (dflash) fills all k positions "
            "in one pass, so a longer draft costs hardly more; but no position sees the guess before it.",
            lambda width: _table(5, width),
        ),
        Step(
            f"{_compared(course)} The table gives, "
            f"{'on your pair' if course.recordings.is_live('kinds') else 'on the embedded pair without a GPU'}, how many guesses were accepted and how long one draft took.",
            lambda width: _measured(course),
            hint="r: measure it here",
        ),
        Step(
            "None of this changes the verdict: for *every* drafter, the target tests p against the q that a guess was really drawn from. That is why drafters can be switched "
            f"in the middle of a reply, and why the text is the target's.{score}",
            lambda width: [*_table(5, width), Content(""), *_next(width)],
            hint="F2: chat   F3: compare   home: start again",
        ),
    )


def _table(count: int, width: int) -> list[Content]:
    """The first rows, each on one line where there is room; else the cells are wrapped."""
    columns = WIDE if width > sum(WIDE) else NARROW
    lines = [Content.assemble(" ", *(f"{head:<{wide}}" for head, wide in zip(HEADS, columns))).stylize(FAINT), Content("")]
    for row in ROWS[:count]:
        looks = ("bold", LOOKS["accepted"] if row[1].startswith("target") else "", "", "", "")
        cells = [wrap(cell, wide - 1) for cell, wide in zip(row, columns)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (((part, look), " " * (wide - len(part))) for part, look, wide in zip(parts, looks, columns))
            lines.append(line(" ", *chain.from_iterable(padded)))
    return lines


def _compared(course: CourseState) -> str:
    texts = {reply.text for reply in course.recordings.replies("kinds")}
    return "Every drafter gives the same reply, word for word." if len(texts) == 1 else "Every drafter gets the same prompt."


def _measured(course: CourseState) -> list[Content]:
    """One line per drafter and k: accepted guesses, tokens per round, and the median time of one draft."""
    lines = [line((f" {'drafter':<10}{'k':>2}{'accepted':>12}{'tokens/round':>14}{'a draft':>10}", FAINT)), Content("")]
    for reply in course.recordings.replies("kinds"):
        event, stats = reply.steps[0].event, reply.stats
        drafts = [step.event for step in reply.steps if len(step.event.draft) == event.settings.k]
        took = median(event.draft_seconds for event in drafts or [step.event for step in reply.steps])
        accepted = f"{stats.accepted} of {stats.drafted}"
        lines.append(line((f" {event.drafter:<10}", "bold"), f"{event.settings.k:>2}{accepted:>12}{stats.tokens_per_round:>14.2f}{took * 1000:>7.1f} ms"))
    return lines


def _next(width: int) -> list[Content]:
    lines = [("Now try it yourself:", "bold"), *((f"· {what}", "") for what in NEXT)]
    return [part for text, look in lines for part in Content.styled(text, look).wrap(width)]


PAGE = Page("kinds", "Heads and blocks", _build, live="kinds")
