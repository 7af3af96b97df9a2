"""Page: drafting does not change the text: plain and drafted replies with one seed, side by side."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.reply import Reply
from specdeck.app.chat.wording import counted
from specdeck.app.drawing.clean_text import one_line
from specdeck.app.drawing.token_styles import LOOKS
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import fitted, flowing, lane, line, passes

SHOWN = 200  # columns of each text, or three lines if they hold more


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("same")
    first = difference(plain, drafted)
    same = f"all {len(plain.tokens)} tokens are the same" if first is None else f"the texts differ from token {first + 1} on"
    live = "here, on your pair" if course.recordings.is_live("same") else "in this recording"
    return (
        Step(
            "So drafting changes *when* a token is written, not *which*. At temperature 0 the text is the same. Above 0 both models sample. The rule "
            "*coupled* lets them sample with *the same noise* at every position, and accepts a guess if both drew the same token.",
            lambda width: _side_by_side(plain, None, width),
            Question("Plain decoding wrote this text. Will drafting with the same noise change it?", ("yes", "no"), "no"),
        ),
        Step(
            f"With the same seed {same} {live}: {passes(drafted)} passes instead of {passes(plain)}. Under *probabilistic* the text may "
            "differ, though it comes from the same distribution; *coupled* gives exactly the same text.",
            lambda width: _side_by_side(plain, drafted, width),
            hint="r: run both here, with a new seed   t: test probabilistic by sampling",
        ),
    )


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


PAGE = Page("same", "Still the target's text", _build, live="same")
