"""Pages for after the course: what students ask, and other drafters. Lookup is no model; prediction heads and block drafters read the target's
hidden states."""

import re
from itertools import chain, zip_longest
from statistics import median
from textwrap import wrap
from typing import Sequence

from textual.content import Content

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...drawing.clean_text import one_line
from ...drawing.content_pieces import LOOKS, faint
from ...drawing.figures import counted
from ..course import Course, Question, Step, page, say
from ..recordings import WARM
from ..round_pictures import END, FAINT, bar, flowing, k_of, line, look_of, passes, shown_milliseconds, spread, stacked
from .greedy_round import drafting

FIRST_WORD = "Does the first word come sooner?"


@page("questions", "What students ask", "greedy", more=True)
def questions(course: Course) -> tuple[Step, ...]:
    k, draft, one = drafting(course)
    answers = (
        ("How large is a good drafter?", f"Published ones have a tenth to a hundredth of the target's weights. What counts is its cost: here {k} guesses take {draft / one:.1f} of a pass."),
        ("Must the vocabularies agree?", "p and q are compared token by token: 99% of the ids must agree. --any-vocabulary drafts the tokens that both have (Timor et al., 2025)."),
        ("Do top-p and top-k change p and q?", f"Both, before the test, so the text follows the filtered p. A guess that the target's filter removes has p = 0. (Top-k {WARM.top_k} in this lesson.)"),
        ("Can there be several guesses for a place?", "Yes, as a tree: one pass judges all branches, each reads its own (SpecInfer, Medusa, EAGLE-2). specdeck drafts chains only."),
        ("What about memory and energy?", "The drafter's weights and cache come on top; lookup has none. Fewer reads of the target's weights, some lost work: only time is measured here."),
        (FIRST_WORD, "No. A pass over the prompt reads many tokens already, and a drafter model reads the prompt too. Only the writing gets faster."),
    )  # fmt: skip
    return (
        Step(
            "After the course students ask these six questions. Try to answer them before you see two lines on each. One to begin with:",
            lambda width, rows: stacked(*([Content(ask)] for ask, _ in answers)) if rows else [Content(ask) for ask, _ in answers],
            Question(FIRST_WORD, ("yes", "no"), "no"),
        ),
        Step("The *drafter*: its size, its vocabulary, and the filters of both models.", lambda width, rows: _answers(answers[:3], width, rows)),
        Step("The *cost*: trees of guesses, memory and energy, and the first word.", lambda width, rows: _answers(answers[3:], width, rows)),
    )


def _answers(answers: Sequence[tuple[str, str]], width: int, rows: int) -> list[Content]:
    gap = [Content("")] if rows else []
    return stacked(*([Content.styled(ask, "bold $accent"), *gap, *say(answer).wrap(width), *gap] for ask, answer in answers))

SHOWN = 8  # rounds
YIELDS = ("about 1", "about 2", "more than 2")
HEADS = ("drafter", "reads", "is", "drafts", "q")
ROWS = (
    ("lookup", "the text so far", "a search", "copied", "none"),
    ("model", "the tokens", "a small model", "one by one", "its own q"),
    ("mtp", "target: hidden state", "1 layer", "one by one", "its own q"),
    ("assistant", "target: keys, values", "a few layers", "one by one", "its own q"),
    ("dflash", "target: many layers", "a few layers", "in one pass", "per position"),
)
WIDE, NARROW = (11, 21, 15, 14, 12), (10, 13, 8, 11, 10)  # columns of each


@page("lookup", "A drafter that is not a model", "lookup", live=True, more=True)
def lookup(course: Course) -> tuple[Step, ...]:
    copied, open_ = course.recordings.turns("lookup")
    stats, theirs = copied.reply.stats, open_.reply.stats
    least = copied.reply.rounds[0].settings.lookup_min
    per_pass = YIELDS[0] if stats.tokens_per_round < 1.5 else YIELDS[1] if stats.tokens_per_round < 2.5 else YIELDS[2]
    compared = "Open text has fewer matches" if theirs.tokens_per_round < stats.tokens_per_round else "On this open text lookup does as well"
    return (
        Step(
            "A drafter need not be a model. Much text repeats earlier text: quotes, edited code, names. *Lookup* searches prompt and reply for "
            "the last few tokens and proposes the tokens that followed them there. That costs almost nothing.",
            lambda width, rows: _prompt(copied, width),
            Question("Here the target repeats a message. How many tokens per pass?", YIELDS, per_pass),
        ),
        Step(
            f"*{stats.tokens_per_round:.1f}*: where the last {least} tokens match, what follows is copied from the prompt. A lookup draft is a *point guess*: q counts as 1. "
            "When sampling it is accepted with probability p, at temperature 0, as here, if it is the target's likeliest token. The text is still the target's.",
            lambda width, rows: stacked(_prompt(copied, width), _rounds(copied.reply, width, rows - 4)),
            hint="r: run it here",
        ),
        Step(
            f"{compared}: {passes(open_.reply)} passes for {counted(len(open_.reply.tokens), 'token')}, "
            f"{open_.reply.stats.accepted} of {open_.reply.stats.drafted} guesses accepted. "
            "A round without a guess is a plain step and costs no more. "
            "*hybrid* tries lookup first, then the model: /draft hybrid in the chat.",
            lambda width, rows: stacked(_prompt(open_, width), _rounds(open_.reply, width, rows - 4)),
            hint="r: run it here",
        ),
    )


def _prompt(turn: Turn, width: int) -> list[Content]:
    return flowing("prompt", [(word, "") for word in re.findall(r"\S+\s*", one_line(turn.prompt))], width)


def _rounds(reply: Reply, width: int, rows: int) -> list[Content]:
    """The first rounds, eight or as many as there is room for: the accepted guesses, then the target's own token."""
    lines, most = [line(("round  text written", FAINT))], max(SHOWN, rows - 2)
    for at, step in enumerate(reply.rounds[:most]):
        tokens = (token for token in reply.tokens if token.round == at)
        parts = [(one_line(token.text), look_of(token)) for token in tokens]
        parts += [] if step.tokens else [(END, FAINT)]
        lines += flowing(f"{at + 1:>5}", parts, width, indent=7)
    if len(reply.rounds) > most:
        lines.append(faint(f"    …  {counted(passes(reply), 'pass')} in all"))
    return lines


@page("kinds", "Heads and blocks", "kinds", live=True, more=True)
def kinds(course: Course) -> tuple[Step, ...]:
    replies = course.recordings.replies("kinds")
    best, growth = findings(replies)
    return (
        Step(
            "A drafter model reads only the tokens and must compute everything itself. But the target has *just computed* hidden states for this text: what "
            "it made of the tokens. Drafters that *read* them can be small: one layer or a few.",
            lambda width, rows: _table(3, width, rows),
            Question("Which of these drafts all its tokens in one pass?", ("model", "a prediction head (mtp)", "a block drafter (dflash)"), "a block drafter (dflash)"),
        ),
        Step(
            "A *head* (mtp) is a layer that ships with the target; it runs k times, each time on its own last guess. A *block drafter* (dflash) fills all k positions "
            "in one pass, so it need not run k times; but no position sees the guess before it.",
            lambda width, rows: _table(5, width, rows),
        ),
        Step(
            f"{_compared(replies)} Measured {'on your pair' if 'kinds' in course.recordings.live else 'on the embedded pair without a GPU'}. "
            f"{best}{'. ' if growth else ''}{growth}.",
            lambda width, rows: stacked(_prompt(course.recordings.turns("kinds")[0], width), _measured(replies, width, rows - 3)),
            hint="r: measure it here",
        ),
        Step(
            "None of this changes the verdict: for *every* drafter, the target tests a guess by p and by the q that it was really drawn from (1 for a copied one). That is why drafters can be switched "
            "in the middle of a reply, and why the text is the target's.",
            lambda width, rows: _table(5, width, rows),
            hint="F2: chat   F3: compare   home: start again",
        ),
    )


def _table(count: int, width: int, rows: int) -> list[Content]:
    """Draw the first rows, each on one line where there is room, else with wrapped cells. Where there is height, an empty line separates them."""
    columns = WIDE if width > sum(WIDE) else NARROW
    lines = [Content.assemble(" ", *(f"{head:<{wide}}" for head, wide in zip(HEADS, columns))).stylize(FAINT), Content("")]
    for at, row in enumerate(ROWS[:count]):
        lines += [Content("")] if at and rows else []
        looks = ("bold", LOOKS["accepted"] if row[1].startswith("target") else "", "", "", "")
        cells = [wrap(cell, wide - 1) for cell, wide in zip(row, columns)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (((part, look), " " * (wide - len(part))) for part, look, wide in zip(parts, looks, columns))
            lines.append(line(" ", *chain.from_iterable(padded)))
    return lines


def _compared(replies: Sequence[Reply]) -> str:
    return "At temperature 0 every drafter gives the same reply." if len({reply.text for reply in replies}) == 1 else "Every drafter gets the same prompt."


def findings(replies: Sequence[Reply]) -> tuple[str, str]:
    """Say what the table shows: whose guesses were accepted most often and least often. If k differs, say too how a draft's time grew with k,
    by drafter."""
    rates = {f"{reply.rounds[0].drafter} at k {k_of(reply)}": reply.stats.acceptance_rate or 0.0 for reply in replies}
    first, *_, last = sorted(rates, key=lambda name: -rates[name]) * 2
    differ = rates[first] > rates[last]
    best = f"The largest share of guesses was accepted with {first}, the least with {last}" if differ else "The same share of guesses was accepted with each"
    ks, grown = sorted({k_of(reply) for reply in replies}), []
    for who in dict.fromkeys(reply.rounds[0].drafter for reply in replies):
        took = {k_of(reply): draft_milliseconds(reply) for reply in replies if reply.rounds[0].drafter == who}
        if len(took) > 1:
            most = max(longest(reply) for reply in replies if reply.rounds[0].drafter == who)
            grown.append(f"{who} {took[ks[-1]] / took[ks[0]]:.1f}{f' ({most} guesses)' if most < ks[-1] else ''}")
    return best, f"A draft at k {ks[-1]} took this many times as long as at k {ks[0]}: {', '.join(grown)}" if grown else ""


def draft_milliseconds(reply: Reply) -> float:
    """The median time of a reply's longest drafts, as it is shown: those at its end have room for less."""
    return shown_milliseconds(median(step.draft_seconds for step in reply.rounds if len(step.draft) == longest(reply)))


def longest(reply: Reply) -> int:
    """Guesses of a reply's longest draft: at most its k, and what the drafter can."""
    return max(len(step.draft) for step in reply.rounds)


def _measured(replies: Sequence[Reply], width: int, rows: int) -> list[Content]:
    """Draw one line per drafter and k: accepted guesses, the median time of a draft, and tokens per round. Where there is room, a bar shows these."""
    wide, most, bars = width - 53, max(reply.stats.tokens_per_round for reply in replies), []
    for reply in replies:
        stats = reply.stats
        accepted = f"{stats.accepted} of {stats.drafted} = {stats.acceptance_rate or 0:4.0%}"
        shown = bar(stats.tokens_per_round / most, wide, "$origin-accepted") if wide > 8 else ""
        bars.append([(f" {reply.rounds[0].drafter:<9}", "bold"), f"{k_of(reply):>2}{accepted:>17}{draft_milliseconds(reply):>6.1f} ms{stats.tokens_per_round:>14.2f} ", shown])
    return [line((f" {'drafter':<9}{'k':>2}{'accepted':>17}{'a draft':>9}{'tokens/round':>14}", FAINT)), Content(""), *spread(bars, rows - 2)]
