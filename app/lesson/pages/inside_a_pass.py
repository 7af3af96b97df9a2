"""Pages on the inside of a pass: why it can judge several positions, and what stays cached after a rejection."""

from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.reply import Reply
from ...drawing.content_pieces import LOOKS, faint
from ..course import Course, Question, Step, page
from ..round_pictures import (
    DROPPED,
    FAINT,
    FULL,
    LABEL,
    Cell,
    cards,
    flowing,
    line,
    named,
    own_text,
    pairs,
    quoted,
    spread,
    stacked,
    text_so_far,
)
from .greedy_round import fully_accepted, partly_accepted

SIDE, BEST = 14, 12  # columns of a token's name and of what follows it
READERS = "the rows that read it"
CACHES = (
    ("attention", "keys and values of every token", "its end is cut off"),
    ("sliding window", "those of the last tokens", "cut off too: some older ones are kept for that"),
    ("recurrent layers", "one state, into which every token was mixed", "the state before the pass; accepted tokens are mixed in again"),
)


@page("causal", "Why one pass is enough", "greedy")
def causal(course: Course) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k, miss = len(shown.draft), shown.accepted + 1
    rows_read = read_by(reply, at)
    whole_at, _ = fully_accepted(reply)
    same = twice(plain, reply, whole_at)
    return (
        Step(
            f"How can one pass test {k} guesses? The target is *causal*: a position reads the text to its left and itself, nothing else. So the row of a "
            f"guess gives what a pass that *ended there* would give. All {k + 1} rows are computed at the same time.",
            lambda width, rows: _mask(rows_read, shown, width, rows),
            Question(f"Guess {miss}, {named(shown.guesses[miss - 1])}, is wrong. Which rows of this pass are useless then?", ("all rows", READERS, "no row"), READERS),
        ),
        Step(
            f"Row {miss} and those below read a wrong guess. Rows 0 and {miss - 1} give what plain decoding would: "
            f"no row saw what stands to its right. So the verdict goes *from left to right, up to the first miss*.",
            lambda width, rows: _mask(rows_read, shown, width, rows, miss),
        ),
        Step(
            f"Is it so? Round {whole_at + 1} of this reply: one pass over {len(same)} tokens, beside {len(same)} passes of plain decoding. "
            "The target's likeliest tokens and *their probabilities are the same*. Only rounding may differ; on a GPU it can decide a tie.",
            lambda width, rows: pairs(same, width, ("in one pass", "one by one"), rows),
        ),
    )


def read_by(reply: Reply, at: int) -> list[str]:
    """Return the tokens that a round's pass read: the text's last token, which no pass had read, and the guesses."""
    return [next(token for token in reversed(reply.tokens) if token.round < at).name, *reply.rounds[at].guesses]


def twice(plain: Reply, drafted: Reply, at: int) -> list[tuple[str, float, float]]:
    """Return the likeliest token after every token of a fully accepted draft, with two probabilities. The first is from the round's one pass, the
    second from plain decoding over the same text."""
    first, step = sum(len(round_.tokens) for round_ in drafted.rounds[:at]), drafted.rounds[at]
    single = [round_.top_p[0] for round_ in plain.rounds[first : first + len(step.top_p)]]
    return [(step.names[row[0][0]], row[0][1], dict(alone).get(row[0][0], 0.0)) for row, alone in zip(step.top_p, single)]


def _mask(tokens: Sequence[str], shown: Round, width: int, rows: int, miss: int | None = None) -> list[Content]:
    """Draw what each row of a pass reads, and the likeliest token that it gives. From `miss` on, the rows are useless."""
    wide = max(2, (width - SIDE - BEST) // (len(tokens) + 1))
    best = [quoted(shown.names[row[0][0]]) for row in shown.top_p]
    heads = [line((f"{'row reads':<{SIDE}}{'text' if wide > 4 else '':<{wide}}", FAINT), *((f"{at:<{wide}}", FAINT) for at in range(len(tokens))), ("gives", FAINT))]
    bars: list[list[str | Cell | Content]] = []
    wrong = len(tokens) if miss is None else miss
    looks = ["$origin-rejected" if at >= wrong else "$origin-accepted" if at else "$origin-recovered" for at in range(len(tokens))]
    for at, token in enumerate(tokens):
        useless = at >= wrong
        seen = [((FULL if column <= at else "░") * (wide - 1) + " ", look if column <= at else FAINT) for column, look in enumerate(looks)]
        gives = ("no use", DROPPED) if useless else (best[at] if at < len(best) else "?", LOOKS["own"])
        bars.append([(f"{at} {quoted(token):<{SIDE - 2}}", DROPPED if useless else "$foreground"), ("▓" * (wide - 1) + " ", "$origin-recovered"), *seen, gives])
    return [*heads, *spread(bars, rows - 3), Content(""), *faint("▓ the text before   █ read   ░ to the right: not read").wrap(width)]


@page("cache", "The cache after a miss", "greedy", more=True)
def cache(course: Course) -> tuple[Step, ...]:
    _, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    kept, k = shown.accepted, len(shown.draft)
    tokens = read_by(reply, at)
    return (
        Step(
            "What a pass computes of each token, its *keys and values*, stays in the *cache*: that is why a round reads only what is new. "
            f"This pass added {shown.read}: the text's last token and {k} guesses. {kept} of the guesses was accepted.",
            lambda width, rows: stacked([text_so_far([reply], at, width, "so far")], cards(shown, width, ("verdict",)), _entries(tokens, None, width, rows)),
            Question(f"How many of these {shown.read} entries can stay?", tuple(map(str, range(shown.read + 1))), str(kept + 1)),
        ),
        Step(
            f"*{kept + 1}*: the last token and {kept} accepted guess. The others are of a text that is not written, so the cache is *cut off* there, "
            f"and the drafter's likewise. The target's own token {named(own_text(shown) or '')} was never read, and the next pass *begins with it*.",
            lambda width, rows: stacked([text_so_far([reply], at + 1, width)], cards(shown, width, ("verdict", "written")), _entries(tokens, kept + 1, width, rows, own_text(shown) or "")),
        ),
        Step(
            "Not every cache has an end to cut off. *Recurrent* layers mix every token into one state. specdeck keeps the state from before the pass, and what each token "
            "adds to it; after a miss it mixes in the accepted tokens again, without a pass.",
            _kinds,
        ),
    )


def _entries(tokens: Sequence[str], kept: int | None, width: int, rows: int, own: str = "") -> list[Content]:
    """Draw the cache's last entries before the pass, after it, and after the verdict, of which `kept` stay. Without rows, draw only the last of these
    stages. The token that the next pass reads first follows."""
    wide = max(2, (width - LABEL - 6) // (len(tokens) + 2))
    text, stay, gone = ("▓" * (wide - 1) + " ", "$origin-recovered"), (FULL * (wide - 1) + " ", "$origin-accepted"), ("░" * (wide - 1) + " ", "$origin-rejected")
    stages = [("before", []), ("after pass", [stay] * len(tokens)), *([] if kept is None else [("verdict", [stay] * kept + [gone] * (len(tokens) - kept))])]
    bars = [[(f"{name:<{LABEL}}", FAINT), text, *cells] for name, cells in (stages if rows else stages[-1:])]
    looks = ["" if kept is None or at < kept else LOOKS["ghost"] for at in range(len(tokens))]
    if wide <= 6:
        return [*spread(bars, 0), *flowing("", [(f"{quoted(token)} ", look) for token, look in zip(tokens, looks)], width, LABEL)]
    names = line(f"{'cache':<{LABEL}}", (f"{'text':<{wide}}", FAINT), *(Content.styled(quoted(token, wide - 1), look).pad_right(wide - len(quoted(token, wide - 1))) for token, look in zip(tokens, looks)), (f"next {quoted(own)}" if own else "", LOOKS["own"]))
    return [names, *spread(bars, min(11, rows))]


def _kinds(width: int, rows: int) -> list[Content]:
    parts = [[*flowing(name, [(f"{word} ", "") for word in f"keeps {what}".split()], width, 18), *flowing("after a miss", [(f"{word} ", LOOKS["accepted"].replace("underline", "")) for word in then.split()], width, 18)] for name, what, then in CACHES]
    return stacked(*parts)
