"""Page: how prediction heads and block drafters differ from a drafter model, and what to do after the lesson."""

from itertools import chain, zip_longest
from statistics import median
from textwrap import wrap
from typing import Sequence

from textual.content import Content

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..recordings import KINDS
from ..round_pictures import FAINT, LOOKS, line
from .one_token import shown_milliseconds

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
    replies = course.recordings.replies("kinds")
    best, growth = findings(replies)
    right, answered = course.score()
    score = f" You answered *{right} of {answered}* correctly." if answered else ""
    return (
        Step(
            "A drafter model reads only the tokens and must compute everything itself. But the target has *just computed* hidden states for this text: what "
            "it made of the tokens. Drafters that *read* them can be small: one layer or a few.",
            lambda width: _table(3, width),
            Question("Which of these drafts all its tokens in one pass?", ("model", "a prediction head (mtp)", "a block drafter (dflash)"), "a block drafter (dflash)"),
        ),
        Step(
            "A *head* (mtp) is a layer that ships with the target; it runs k times, each time on its own last guess. A *block drafter* (dflash) fills all k positions "
            "in one pass, so it need not run k times; but no position sees the guess before it.",
            lambda width: _table(5, width),
        ),
        Step(
            f"{_compared(replies)} Measured {'on your pair' if course.recordings.is_live('kinds') else 'on the embedded pair without a GPU'}. "
            f"{best.words}{'. ' if growth else ''}{growth}.",
            lambda width: _measured(replies),
            hint="r: measure it here",
            claims=(best,),
        ),
        Step(
            "None of this changes the verdict: for *every* drafter, the target tests a guess by p and by the q that it was really drawn from (1 for a copied one). That is why drafters can be switched "
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


def _compared(replies: Sequence[Reply]) -> str:
    texts = {reply.text for reply in replies}
    greedy = all(not step.settings.temperature for reply in replies for step in reply.rounds)
    if len(texts) > 1:
        return "Every drafter gets the same prompt."
    return f"{'At temperature 0 every' if greedy else 'Every'} drafter gives the same reply."


def findings(replies: Sequence[Reply]) -> tuple[Claim, str]:
    """What the table says: whose guesses were accepted most often and least often; how a draft's time grew with k, by drafter, if k differs."""
    rates = {f"{reply.rounds[0].drafter} at k {_k(reply)}": reply.stats.acceptance_rate or 0.0 for reply in replies}
    first, *_, last = sorted(rates, key=lambda name: -rates[name]) * 2
    differ = Claim(f"The largest share of guesses was accepted with {first}, the least with {last}", rates[first], ">", rates[last])
    best = differ if differ.holds else Claim("The same share of guesses was accepted with each", rates[first], "=", rates[last])
    ks, grown = sorted({_k(reply) for reply in replies}), []
    for who in dict.fromkeys(reply.rounds[0].drafter for reply in replies):
        took = {_k(reply): draft_milliseconds(reply) for reply in replies if reply.rounds[0].drafter == who}
        if len(took) > 1:
            most = max(longest(reply) for reply in replies if reply.rounds[0].drafter == who)
            grown.append(f"{who} {took[ks[-1]] / took[ks[0]]:.1f}{f' ({most} guesses)' if most < ks[-1] else ''}")
    return best, f"A draft at k {ks[-1]} took this many times as long as at k {ks[0]}: {', '.join(grown)}" if grown else ""


def lacks(turns: Sequence[Turn]) -> list[str]:
    replies = [turn.reply for turn in turns]
    growth = {}
    for who in KINDS:
        short, long = (reply for reply in replies if reply.rounds[0].settings.drafter == who)
        growth[who] = draft_milliseconds(long) / draft_milliseconds(short)
    return unmet({
        "one text": len({reply.text for reply in replies}) == 1,
        "accepted guesses of every drafter": all(reply.stats.accepted for reply in replies),
        "a draft of dflash that grows less with k than the others": growth["dflash"] < min(growth["model"], growth["mtp"]),
    })  # fmt: skip


def _k(reply: Reply) -> int:
    return reply.rounds[0].settings.k


def draft_milliseconds(reply: Reply) -> float:
    """The median time of a reply's longest drafts, as it is shown: those at its end have room for less."""
    return shown_milliseconds(median(step.draft_seconds for step in reply.rounds if len(step.draft) == longest(reply)))


def longest(reply: Reply) -> int:
    """Guesses of a reply's longest draft: at most its k, and what the drafter can."""
    return max(len(step.draft) for step in reply.rounds)


def _measured(replies: Sequence[Reply]) -> list[Content]:
    """One line per drafter and k: accepted guesses, tokens per round, and the median time of one draft."""
    lines = [line((f" {'drafter':<9}{'k':>2}{'accepted':>17}{'tokens/round':>13}{'a draft':>9}", FAINT)), Content("")]
    for reply in replies:
        stats = reply.stats
        accepted = f"{stats.accepted} of {stats.drafted} = {stats.acceptance_rate or 0:4.0%}"
        who = reply.rounds[0].drafter
        lines.append(line((f" {who:<9}", "bold"), f"{_k(reply):>2}{accepted:>17}{stats.tokens_per_round:>13.2f}{draft_milliseconds(reply):>6.1f} ms"))
    return lines


def _next(width: int) -> list[Content]:
    lines = [("Now try it yourself:", "bold"), *((f"· {what}", "") for what in NEXT)]
    return [part for text, look in lines for part in Content.styled(text, look).wrap(width)]


PAGE = Page("kinds", "Heads and blocks", _build, "kinds", lacks, live=True)
