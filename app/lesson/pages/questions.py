"""The page of what students ask, each answered in two lines: of this program, with figures of the recordings, and of the literature."""

from typing import Sequence

from textual.content import Content

from ..course import Course, Question, Step, page, say
from ..recordings import WARM
from ..round_pictures import stacked
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
