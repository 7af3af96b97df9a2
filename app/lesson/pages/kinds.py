"""Page: what a head or a block drafter does differently, and the end."""

from __future__ import annotations

from statistics import median

from textual.content import Content

from specdeck.app.lesson.draw import FAINT, LOOKS, line
from specdeck.app.lesson.page import Page, Question, Standing, Step

ROWS = (
    ("lookup", "the text so far", "nothing", "at once", "none: a point guess"),
    ("model", "the tokens", "a small model", "one by one", "its own q"),
    ("mtp", "the target's last hidden state", "a layer of the target", "one by one", "its own q"),
    ("assistant", "the target's keys and values", "a few layers", "one by one", "its own q"),
    ("dflash", "hidden states of several layers", "a few layers", "a whole block", "one a place"),
)


def _build(course: Standing) -> tuple[Step, ...]:
    right, made = course.score()
    told = f" You guessed *{right} of {made}* right." if made else ""
    return (
        Step(
            "A model that drafts knows only the tokens and begins from nothing. But the target has *just thought* about this place: its hidden states say more "
            "than its token. Drafters that *listen* to it get by with a layer or a few.",
            lambda width: _table(3),
            Question("Which of these guesses a whole draft in one go?", ("model", "a prediction head (mtp)", "a block drafter (dflash)"), "a block drafter (dflash)"),
        ),
        Step(
            "A *head* (mtp) is a layer that ships with the target and is run k times, each time on its own last guess. A *block drafter* (dflash) fills all k places "
            "in one pass, so a longer draft hardly costs more; but no place sees what the one before it became.",
            lambda width: _table(5),
        ),
        Step(
            f"{_compared(course)} What a listener costs and saves shows here, "
            f"{'on your pair' if course.material.is_live('kinds') else 'on the embedded pair without a GPU'}: how many guesses stood, and how long a whole draft took.",
            lambda width: _measured(course),
            hint="r: measure it here",
        ),
        Step(
            "None of that concerns the verdict: *whoever* guesses, the target tests p against the q that a guess was really drawn from. That is why drafters can be switched "
            f"in the middle of a reply, and why the text is the target's.{told}",
            lambda width: [*_table(5), Content(""), *_next()],
            hint="F2: chat   F3: compare   home: from the start",
        ),
    )


def _table(count: int) -> list[Content]:
    heads = ("drafter", "what it reads", "what it is", "guesses", "q")
    wide = (11, 21, 15, 15, 11)
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
    return "The same reply, word for word, by each drafter." if len(texts) == 1 else "The same prompt, by each drafter."


def _measured(course: Standing) -> list[Content]:
    """A line a drafter and k: what stood, tokens per round, and the time of a whole draft."""
    lines = [line((f" {'drafter':<12}{'k':>3}{'guesses kept':>17}{'tokens/round':>15}{'a draft takes':>16}", FAINT)), Content("")]
    for reply in course.material.replies("kinds"):
        event, stats = reply.steps[0].event, reply.stats
        drafts = [step.event for step in reply.steps if len(step.event.draft) == event.settings.k]
        took = median(each.draft_seconds for each in drafts or [step.event for step in reply.steps])
        kept = f"{stats.accepted} of {stats.drafted}"
        lines.append(line((f" {event.drafter:<12}", "bold"), f"{event.settings.k:>3}{kept:>17}{stats.tokens_per_round:>15.2f}{took * 1000:>13.1f} ms"))
    return lines


def _next() -> list[Content]:
    return [
        line(("Now see it live:", "bold")),
        line("  in the chat, pick a token with left and right: it says why it is there;"),
        line("  [ ] and - = change k and temperature while it writes; d another drafter;"),
        line("  F3 measures whether drafting pays on your prompt, on this machine."),
    ]


PAGE = Page("kinds", "Heads and blocks", _build, live="kinds")
