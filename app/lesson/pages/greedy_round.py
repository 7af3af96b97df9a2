"""Pages on one round at temperature 0: one token a pass, a draft, its verification in one pass, the bonus."""

from itertools import accumulate, pairwise
from statistics import median
from typing import Callable, Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.reply import Reply
from ...chat.wording import verdicts
from ...drawing.content_pieces import LOOKS, faint
from ...drawing.figures import counted
from ..course import Course, Question, Step, page
from ..round_pictures import (
    END,
    FAINT,
    FULL,
    Cell,
    bar,
    cards,
    chance,
    flowing,
    grid,
    lanes,
    line,
    look_of,
    named,
    ordinary,
    own_text,
    passes,
    quoted,
    shown_milliseconds,
    spread,
    stacked,
    text_so_far,
)

COLUMN = 24  # cells, of a pass and its token
WIDE = 5  # tokens of the pass that is held against a pass over one


@page("one-token", "One token a pass", "greedy")
def one_token(course: Course) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("greedy")
    n, took = len(plain.tokens), passes(plain)
    one, wide = milliseconds(plain, 1), milliseconds(drafted, WIDE)
    return (
        Step(
            "A language model writes one token at a time: a word, or a piece of one. For each token it reads *all of its weights* once: that is one "
            "*pass*. Fetching the weights from memory takes most of that time; the chip could compute much more meanwhile.",
            lambda width, rows: _reply(plain, width, rows),
            Question(f"This reply has {n} tokens, then an end-of-turn token. How many passes did plain decoding take?", (str(took // 3), str(took), str(took * 3)), str(took)),
        ),
        Step(
            f"*{took} passes*: one for each token, and one for the end-of-turn token. Each pass needs the token before it, so they cannot be made at the same time.",
            lambda width, rows: _lane(plain, width, rows),
        ),
        Step(
            f"But the weights are read once per *pass*, however many tokens it checks: here a pass over {WIDE} tokens took *{wide / one:.1f} times* as long as a pass over 1, not {WIDE} times. "
            "If someone *guessed* the next tokens, one pass could check them all.",
            lambda width, rows: _times(one, wide, width, rows),
        ),
    )


def milliseconds(reply: Reply, read: int) -> float:
    """Milliseconds of the target's pass over `read` tokens, as they are shown: the median over the reply's rounds."""
    found = [step.verify_seconds for step in reply.rounds if step.read == read and step.passes == 1]
    return shown_milliseconds(median(found or [step.verify_seconds for step in reply.rounds]))


def durations(named: Sequence[tuple[str, float, str]], width: int, rows: int = 0) -> list[Content]:
    """Named milliseconds as bars: (name, milliseconds, look)."""
    wide, longest = max(10, width - 33), max(took for _, took, _ in named)
    return spread([[f"{name:<23}", bar(took / longest, wide, look), f" {took:.1f} ms"] for name, took, look in named], rows)


def _reply(reply: Reply, width: int, rows: int) -> list[Content]:
    tokens = [(quoted(token.name), LOOKS["plain"]) for token in reply.tokens]
    boxed = grid([("token", [(str(at), FAINT) for at in range(1, len(tokens) + 1)]), ("reply", tokens)], width, "reply")
    return boxed if len(boxed) <= rows else flowing("reply", [(f"{text} ", look) for text, look in tokens], width)


def _lane(reply: Reply, width: int, rows: int) -> list[Content]:
    """The passes, each with the token it gave: one a line with its time, where there is room."""
    written = [quoted(token.name, 12) for token in reply.tokens]
    written += [END] * (passes(reply) - len(written))
    if len(written) + 1 < rows:
        times = [shown_milliseconds(step.verify_seconds) for step in reply.rounds]
        wide, ends = max(10, width - 31), [0.0, *accumulate(times)]
        places = [round(end / ends[-1] * wide) for end in ends]
        stairs = [(" " * start + FULL * (end - start), "$origin-recovered") for start, end in pairwise(places)]
        lines = [line((f"{at:>4}  ", FAINT), (f"{text:<16}", LOOKS["plain"]), stair, (f" {took:.1f} ms", FAINT)) for at, (text, stair, took) in enumerate(zip(written, stairs, times), 1)]
        return [faint(f"pass  token written   {ends[-1]:.1f} ms, one after the other"), *lines]
    cells = [line((f"{at:>3}  ", FAINT), ("▓▓ ", "$origin-recovered"), (text, LOOKS["plain"])) for at, text in enumerate(written, 1)]
    per = -(-len(cells) // max(1, width // COLUMN))
    table = [Content("").join(cell.pad_right(max(0, COLUMN - cell.cell_length)) for cell in cells[at::per]) for at in range(per)]
    return [faint("pass    token written"), *table]


def _times(one: float, wide: float, width: int, rows: int) -> list[Content]:
    named = (
        ("one pass over 1 token", one, "$origin-recovered"),
        (f"one pass over {WIDE} tokens", wide, "$origin-accepted"),
        (f"{WIDE} passes over 1", WIDE * one, "$origin-rejected"),
    )
    return stacked(durations(named, width, max(5, rows - 2)), [faint("recorded on the embedded target without a GPU")])


@page("draft", "Guess ahead", "greedy")
def draft(course: Course) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k, draft, one = drafting(course)
    named = (("drafting all of them", draft, "$origin-accepted"), ("one pass of the target", one, "$origin-recovered"))
    so_far = lanes_of(plain, reply)
    return (
        Step(
            f"So a *drafter*, a smaller and faster model, guesses the next *k = {k}* tokens, one after the other. "
            "They are only guesses: none of them is part of the text yet. The target decides.",
            lambda width, rows: stacked([text_so_far([reply], at, width, "so far")], cards(shown, width), so_far(at, width, rows, 8)),
        ),
        Step(
            f"Drafting {k} tokens took *{draft / one:.1f} times* as long as one pass of the target. A draft always costs time, so it pays only if enough guesses are accepted.",
            lambda width, rows: stacked(
                cards(shown, width), durations(named, width, rows // 3), [faint("recorded on the embedded pair without a GPU")], so_far(at, width, rows, 17)
            ),
        ),
    )  # fmt: skip


def drafting(course: Course) -> tuple[int, float, float]:
    """How many guesses a draft has, and the milliseconds of a draft and of the target's pass over one token."""
    plain, reply = course.recordings.replies("greedy")
    k = len(partly_accepted(reply)[1].draft)
    return k, shown_milliseconds(median(round_.draft_seconds for round_ in reply.rounds if len(round_.draft) == k)), milliseconds(plain, 1)


def lanes_of(plain: Reply, drafted: Reply) -> Callable[[int, int, int, int], list[Content]]:
    """Draws the lanes of so many rounds, where there are more than `taken` rows: (rounds, columns, rows, taken) -> lines."""
    return lambda steps, width, rows, taken: lanes(plain, drafted, steps, width, min(9, rows - taken)) if rows > taken else []


def partly_accepted(reply: Reply) -> tuple[int, Round]:
    """Return the first round with accepted guesses, a first miss and a guess after the miss, and its index. Rounds of ordinary tokens
    take precedence."""
    found = [(at, round_) for at, round_ in enumerate(reply.rounds) if 0 < round_.accepted < len(round_.draft) - 1]
    found = found or [(at, round_) for at, round_ in enumerate(reply.rounds) if round_.draft]
    return min(found, key=lambda each: (not ordinary(each[1]), not each[0], each[0]))


@page("verify", "Verify in one pass", "greedy")
def verify(course: Course) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k, kept, written = len(shown.draft), shown.accepted, len(shown.tokens)
    miss = named(shown.guesses[kept])
    so_far = lanes_of(plain, reply)
    return (
        Step(
            f"The target reads all {k} guesses in *one pass*. For every position the pass gives the token that the target *itself* would write "
            "after the text to its left. At temperature 0 that is its likeliest token, and a guess is accepted if it is the same.",
            lambda width, rows: stacked([text_so_far([reply], at, width, "so far")], cards(shown, width), so_far(at, width, rows, 8)),
            Question(f"How many of these {k} guesses, counted from the left, will be accepted?", tuple(map(str, range(k + 1))), str(kept)),
        ),
        Step(
            f"*{kept} of {k}* is accepted. At position {kept + 1} the target would write a different token than {miss}: this *first miss* ends "
            "the round. The guesses after it continue a text that the target does not write, so they are dropped without a test.",
            lambda width, rows: stacked(cards(shown, width, ("best", "verdict")), best_five(shown, kept, width, rows - 20), so_far(at, width, rows, 18)),
        ),
        Step(
            f"The pass is not wasted: it also gave the target's token for that position, which is *recovered*. This round: {k} drafted, {kept} accepted, 1 of the target's own: "
            f"*{counted(written, 'token')} from one pass*, each of them what the target alone would write.",
            lambda width, rows: stacked(
                cards(shown, width, ("best", "verdict", "written")), [text_so_far([reply], at + 1, width)], [_legend()],
                _rounds(reply, at + 1, width) if rows else [], so_far(at + 1, width, rows, 21),
            ),
        ),
    )


def _legend() -> Content:
    return line(("accepted draft", LOOKS["accepted"]), "    ", ("target's own", LOOKS["own"]), "    ", ("first miss", LOOKS["ghost"]))


@page("bonus", "The bonus", "greedy")
def bonus(course: Course) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = fully_accepted(reply)
    k, so_far = len(shown.draft), lanes_of(plain, reply)
    return (
        Step(
            f"Back at temperature 0, in the reply of the first pages: here all {k} guesses are accepted. The pass gives the target's token for every position.",
            lambda width, rows: stacked(cards(shown, width, ("verdict",)), [text_so_far([reply], at, width, "so far")], so_far(at, width, rows, 9)),
            Question(f"{k} guesses are accepted. How many tokens does this one pass yield?", (str(k - 1), str(k), str(k + 1), str(2 * k)), str(k + 1)),
        ),
        Step(
            f"*{k + 1}*. The target also read the last guess, so the pass gives the token after it too: a *bonus* that needed no guess, "
            f"here {named(own_text(shown) or '')}. Every round yields at least 1 token and at most k + 1.",
            lambda width, rows: stacked(
                cards(shown, width, ("best", "verdict", "written"), bonus=True), [text_so_far([reply], at + 1, width)], best_five(shown, k, width, rows - 22), so_far(at + 1, width, rows, 19)
            ),
        ),
        Step(
            f"The whole reply: {len(reply.tokens)} tokens in {passes(reply)} passes instead of {passes(plain)}. Each line is one round: "
            "the accepted guesses, then the target's own token.",
            lambda width, rows: stacked(_rounds(reply, len(reply.rounds), width, rows > 24), so_far(len(reply.rounds), width, rows, 18)),
        ),
    )


def fully_accepted(reply: Reply) -> tuple[int, Round]:
    """Return the first round whose guesses were all accepted and gave a bonus, and its index. The reply's first round counts only if there is
    no other."""
    found = [(at, step) for at, step in enumerate(reply.rounds) if step.sources[-1:] == ("bonus",)]
    return min(found or [(at, step) for at, step in enumerate(reply.rounds) if step.draft], key=lambda each: not each[0])


def best_five(shown: Round, at: int, width: int, rows: int) -> list[Content]:
    """The tokens that the target finds likeliest at one position of a draft, where there are some rows for them."""
    if rows < 7:
        return []
    best = [(shown.names[token], p) for token, p in shown.top_p[at]]
    head = f"position {at + 1}" if at < len(shown.draft) else "after the draft"
    bars = [[f"{quoted(text, 10):<12}", bar(p, max(6, width - 19), "$origin-recovered"), f" {chance(p)}"] for text, p in best]
    return [faint(f"{head}: the target's likeliest tokens"), *spread(bars, rows - 1)]


def _rounds(reply: Reply, count: int, width: int, apart: bool = False) -> list[Content]:
    """The first rounds, one on a line; `apart`: with blank lines between."""
    parts = [_written(reply, at, step) for at, step in enumerate(reply.rounds[:count])]
    lines = [flowing(f"{at:>5}", cells, width, indent=7) for at, cells in enumerate(parts, 1)]
    head = faint("round  tokens")
    return stacked([head], *lines) if apart else [head, *(text for some in lines for text in some)]


def _written(reply: Reply, at: int, step: Round) -> list[Cell]:
    """What a round wrote, and its first miss."""
    tokens = [token for token in reply.tokens if token.round == at]
    parts: list[Cell] = [part for token in tokens for part in ((quoted(token.name, 12), look_of(token)), (" ", ""))]
    if "rejected" in (judged := verdicts(step)):
        return [*parts, ("  rejected ", FAINT), (quoted(step.guesses[judged.index("rejected")], 12), LOOKS["ghost"])]
    return [*parts, (f" {END}", LOOKS["accepted"])] if step.accepted > len(tokens) else parts
