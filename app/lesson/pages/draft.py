"""Page: a drafter guesses the next tokens."""

from statistics import median
from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ..page import Claim, CourseState, Page, Step, unmet
from ..round_pictures import FAINT, cards, lanes, ordinary, text_so_far
from .one_token import durations, milliseconds, shown_milliseconds


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k = len(shown.draft)
    one = milliseconds(plain, 1)
    draft = shown_milliseconds(median(round_.draft_seconds for round_ in reply.rounds if len(round_.draft) == k))
    rows = (("drafting all of them", draft, "$origin-accepted"), ("one pass of the target", one, "$origin-recovered"))
    told = f"*{draft / one:.1f} times* as long as one pass of the target"
    return (
        Step(
            f"So a *drafter*, a smaller and faster model, guesses the next *k = {k}* tokens, one after the other. "
            "They are only guesses: none of them is part of the text yet. The target decides.",
            lambda width: [text_so_far([reply], at, width, "so far"), Content(""), *cards(shown, width)],
            strip=lambda width: lanes(plain, reply, at, width),
            claims=(Claim("smaller and faster", draft / k, "<", one),),
        ),
        Step(
            f"Drafting {k} tokens took {told}. A draft always costs time, so it pays only if enough guesses are accepted.",
            lambda width: [
                *cards(shown, width), Content(""), *durations(rows, width), Content(""), Content.styled("recorded on the embedded pair without a GPU", FAINT)
            ],
            strip=lambda width: lanes(plain, reply, at, width),
        ),
    )  # fmt: skip


def lacks(turns: Sequence[Turn]) -> list[str]:
    """What a drafted reply lacks for this page and the next."""
    plain, reply = (turn.reply for turn in turns)
    at, shown = partly_accepted(reply)
    return unmet({
        "a draft of 4 ordinary tokens after the first round": at > 0 and len(shown.draft) == 4 and ordinary(shown),
        "of which 1 or 2 are accepted, then a token is recovered": 1 <= shown.accepted <= 2 and shown.sources[-1:] == ("recovered",),
        "as many tokens as accepted guesses and one": len(shown.tokens) == shown.accepted + 1,
        "less than half of the passes of plain decoding": 2 * reply.stats.target_passes < plain.stats.target_passes,
    })  # fmt: skip


def partly_accepted(reply: Reply) -> tuple[int, Round]:
    """The first round with accepted guesses, a first miss and a guess after the miss, and its index; ordinary tokens come first."""
    found = [(at, round_) for at, round_ in enumerate(reply.rounds) if 0 < round_.accepted < len(round_.draft) - 1]
    found = found or [(at, round_) for at, round_ in enumerate(reply.rounds) if round_.draft]
    return min(found, key=lambda each: (not ordinary(each[1]), not each[0], each[0]))


PAGE = Page("draft", "Guess ahead", _build, "greedy", lacks)
