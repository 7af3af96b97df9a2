"""Page: how prediction heads and block drafters differ from a drafter model, and what to do after the lesson."""

from __future__ import annotations

from statistics import median

from textual.content import Content

from specdeck.app.lesson.draw import FAINT, LOOKS, line
from specdeck.app.lesson.page import Page, Question, Standing, Step

ROWS = (
    ("lookup", "the text so far", "a search", "copied", "none: a point guess"),
    ("model", "the tokens", "a small model", "one by one", "its own q"),
    ("mtp", "the target's last hidden state", "a layer of the target", "one by one", "its own q"),
    ("assistant", "the target's keys and values", "a few layers", "one by one", "its own q"),
    ("dflash", "hidden states of several layers", "a few layers", "in one pass", "per position"),
)


def _build(course: Standing) -> tuple[Step, ...]:
    right, answered = course.score()
    score = f" You answered *{right} of {answered}* correctly." if answered else ""
    return (
        Step(
            "A drafter model knows only the tokens and starts from nothing. But the target has *just computed* hidden states for this text, and they say more "
            "than its tokens. Drafters that *read* them need only one layer or a few.",
            lambda width: _table(3),
            Question("Which of these drafts all its tokens in one pass?", ("model", "a prediction head (mtp)", "a block drafter (dflash)"), "a block drafter (dflash)"),
        ),
        Step(
            "A *head* (mtp) is a layer that ships with the target; it runs k times, each time on its own last guess. A *block drafter* (dflash) fills all k positions "
            "in one pass, so a longer draft costs hardly more; but no position sees the guess before it.",
            lambda width: _table(5),
        ),
        Step(
            f"{_compared(course)} The table gives, "
            f"{'on your pair' if course.material.is_live('kinds') else 'on the embedded pair without a GPU'}, how many guesses were accepted and how long one draft took.",
            lambda width: _measured(course),
            hint="r: measure it here",
        ),
        Step(
            "None of this changes the verdict: for *every* drafter, the target tests p against the q that a guess was really drawn from. That is why drafters can be switched "
            f"in the middle of a reply, and why the text is the target's.{score}",
            lambda width: [*_table(5), Content(""), *_next()],
            hint="F2: chat   F3: compare   home: start again",
        ),
    )


def _table(count: int) -> list[Content]:
    heads = ("drafter", "reads", "is", "drafts", "q")
    wide = (11, 21, 15, 14, 12)
    short = {"the target's last hidden state": "target: hidden state", "the target's keys and values": "target: keys, values"}
    short |= {"hidden states of several layers": "target: many layers", "a layer of the target": "1 layer", "none: a point guess": "none"}
    lines = [line((f"{'':1}" + "".join(f"{head:<{w}}" for head, w in zip(heads, wide)), FAINT)), Content("")]
    for row in ROWS[:count]:
        cells = [short.get(cell, cell) for cell in row]
        listens = cells[1].startswith("target")
        reads = (cells[1], LOOKS["accepted"] if listens else "$foreground")
        rest = "".join(f"{cell:<{w}}" for cell, w in zip(cells[2:], wide[2:]))
        lines.append(line((f" {cells[0]:<{wide[0]}}", "bold"), reads, " " * (wide[1] - len(cells[1])) + rest))
    return lines


def _compared(course: Standing) -> str:
    texts = {reply.text for reply in course.material.replies("kinds")}
    return "Every drafter gives the same reply, word for word." if len(texts) == 1 else "Every drafter gets the same prompt."


def _measured(course: Standing) -> list[Content]:
    """One line per drafter and k: accepted guesses, tokens per round, and the median time of one draft."""
    lines = [line((f" {'drafter':<12}{'k':>3}{'accepted':>17}{'tokens/round':>15}{'time per draft':>16}", FAINT)), Content("")]
    for reply in course.material.replies("kinds"):
        event, stats = reply.steps[0].event, reply.stats
        drafts = [step.event for step in reply.steps if len(step.event.draft) == event.settings.k]
        took = median(event.draft_seconds for event in drafts or [step.event for step in reply.steps])
        accepted = f"{stats.accepted} of {stats.drafted}"
        lines.append(line((f" {event.drafter:<12}", "bold"), f"{event.settings.k:>3}{accepted:>17}{stats.tokens_per_round:>15.2f}{took * 1000:>13.1f} ms"))
    return lines


def _next() -> list[Content]:
    return [
        line(("Now try it yourself:", "bold")),
        line("  in the chat, select a token with left and right to see why it is there;"),
        line("  [ ] and - = change k and temperature during a reply; d the drafter;"),
        line("  F3 measures whether drafting pays for your prompt on this machine."),
    ]


PAGE = Page("kinds", "Heads and blocks", _build, live="kinds")
