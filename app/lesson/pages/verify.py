"""Page: the target checks the whole draft in one pass."""

from textual.content import Content

from ...drawing.content_pieces import LOOKS
from ...drawing.figures import counted
from ..page import Claim, CourseState, Page, Question, Step
from ..round_pictures import cards, lanes, line, named, text_so_far
from .draft import lacks, partly_accepted


def _build(course: CourseState) -> tuple[Step, ...]:
    plain, reply = course.recordings.replies("greedy")
    at, shown = partly_accepted(reply)
    k, kept, written = len(shown.draft), shown.accepted, len(shown.tokens)
    miss = named(shown.guesses[kept])
    told = f"{kept} accepted, 1 of the target's own: *{counted(written, 'token')} from one pass*"
    return (
        Step(
            f"The target reads all {k} guesses in *one pass*. For every position the pass gives the token that the target *itself* would write "
            "after the text to its left. At temperature 0 that is its likeliest token, and a guess is accepted if it is the same.",
            lambda width: [text_so_far([reply], at, width, "so far"), Content(""), *cards(shown, width)],
            Question(f"How many of these {k} guesses, counted from the left, will be accepted?", tuple(map(str, range(k + 1))), str(kept)),
            strip=lambda width: lanes(plain, reply, at, width),
        ),
        Step(
            f"*{kept} of {k}* {'is' if kept == 1 else 'are'} accepted. At position {kept + 1} the target would write a different token than {miss}: this *first miss* ends "
            "the round. The guesses after it continue a text that the target does not write, so they are dropped without a test.",
            lambda width: cards(shown, width, ("best", "verdict")),
            strip=lambda width: lanes(plain, reply, at, width),
        ),
        Step(
            f"The pass is not wasted: it also gave the target's token for that position, which is *recovered*. This round: {k} drafted, {told}, "
            "each of them what the target alone would write.",
            lambda width: [*cards(shown, width, ("best", "verdict", "written")), Content(""), text_so_far([reply], at + 1, width), Content(""), _legend()],
            strip=lambda width: lanes(plain, reply, at + 1, width),
            claims=(Claim(told, written, "=", kept + 1),),
        ),
    )


def _legend() -> Content:
    return line(("accepted draft", LOOKS["accepted"]), "    ", ("target's own", LOOKS["own"]), "    ", ("first miss", LOOKS["ghost"]))


PAGE = Page("verify", "Verify in one pass", _build, "greedy", lacks)
