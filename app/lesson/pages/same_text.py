"""Page: drafting does not change the text: plain and drafted replies with one seed, side by side."""

from typing import Sequence

from textual.content import Content

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...drawing.clean_text import one_line
from ...drawing.content_pieces import LOOKS
from ...drawing.figures import counted
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import fitted, flowing, lane, line, passes

SHOWN = 200  # columns of each text, or three lines if they hold more


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("same")
    first = difference(plain, drafted)
    same = f"all {len(plain.tokens)} tokens are the same" if first is None else f"the texts differ from token {first + 1} on"
    told = f"{passes(drafted)} passes instead of {passes(plain)}"
    live = "here, on your pair" if course.recordings.is_live("same") else "in this recording"
    which = (
        "With the same noise, drafting changes *when* a token is written, not *which* (up to ties, on a GPU). Under *probabilistic*, the default, it may be another text "
        "from the same distribution." if first is None else
        "Only rounding does that: two tokens were nearly equal, and a pass over several tokens rounds differently from a pass over one."
    )
    return (
        Step(
            "At temperature 0 every token is the target's likeliest one. Above 0 both models sample. The rule *coupled* lets them sample with *the same "
            "noise* at every position of the text, and accepts a guess if both drew the same token.",
            lambda width: _side_by_side(plain, None, width),
            Question(f"Plain decoding wrote these {len(plain.tokens)} tokens. Should drafting with the same noise change them?", ("yes", "no"), "no"),
        ),
        Step(
            f"With the same seed {same} {live}: {told}. {which}",
            lambda width: _side_by_side(plain, drafted, width),
            claims=(Claim(told, passes(drafted), "<", passes(plain)),) if passes(drafted) < passes(plain) else (),
            hint="r: run both here, with a new seed   T: test probabilistic by sampling",
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    plain, drafted = (turn.reply for turn in turns)
    return unmet({
        "the same text of more than 40 tokens": difference(plain, drafted) is None and len(plain.tokens) > 40,
        "less than half of the passes of plain decoding": 2 * passes(drafted) < passes(plain),
    })  # fmt: skip


def difference(a: Reply, b: Reply) -> int | None:
    """The first index at which the tokens of two replies differ; None where they are the same."""
    ids = [token.id for token in a.tokens], [token.id for token in b.tokens]
    if ids[0] == ids[1]:
        return None
    return next((at for at, (one, other) in enumerate(zip(*ids)) if one != other), min(map(len, ids)))


def _side_by_side(plain: Reply, drafted: Reply | None, width: int) -> list[Content]:
    lines = _wrapped("plain", plain, width)
    if drafted is None:
        return lines
    first = difference(plain, drafted)
    mark = (f"✓ the same {len(plain.tokens)} tokens", "bold $success") if first is None else (f"✗ first difference: token {first + 1}", "bold $warning")
    return [*lines, Content(""), *_wrapped("drafted", drafted, width), Content(""), *_lanes(plain, drafted, width), Content(""), line(mark)]


def _wrapped(name: str, reply: Reply, width: int) -> list[Content]:
    """The reply's tokens, wrapped between tokens, with a sign where they are cut."""
    parts = [(one_line(token.text), LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]) for token in reply.tokens]
    lines, most = flowing(name, parts, width), max(3, -(-SHOWN // (width - 9)))
    return lines if len(lines) <= most else [*lines[: most - 1], fitted(Content.assemble(lines[most - 1], " …"), width)]


def _lanes(plain: Reply, drafted: Reply, width: int) -> list[Content]:
    """One cell is one pass of the target."""
    replies = (("plain", plain), ("drafted", drafted))
    return [part for name, reply in replies for part in lane(name, "▓", passes(reply), f" {counted(passes(reply), 'pass')}", width)]


PAGE = Page("same", "With the same noise", _build, "same", lacks, live=True)
