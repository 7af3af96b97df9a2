"""The lesson's words: page title, text, question, and the answer to the guess before."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from ..lesson.course import Course
from ..lesson.page import Question, say

WIDE = 50  # columns from which nothing is spaced out
DONE, HERE, LEFT = "━", "╸", "─"


class Lecture(Static):
    """The words of one step. Posts Guessed when a choice is clicked."""

    ALLOW_SELECT = False

    class Guessed(Message):
        """A choice was clicked; `digit` selects it."""

        def __init__(self, digit: int) -> None:
            super().__init__()
            self.digit = digit

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, course: Course, note: str = "") -> None:
        """Draw the current step; `note` is a line about what is running."""
        width = max(20, self.content_size.width or 38)
        step, gap = course.step, [Content("")] if width < WIDE else []
        parts = [_head(course, width), *gap, *_feedback(course, gap), say(step.words)]
        if step.question:
            parts += [*gap, Content.styled(step.question.ask, "bold"), *gap, _choices(step.question, course.guess, width)]
        for line in filter(None, (step.hint, note)):
            parts += [*gap, Content.styled(line, "$origin-faint")]
        self.update(Content("\n").join(parts))

    def on_click(self, event: events.Click) -> None:
        """Post Guessed for the choice under the mouse."""
        if (digit := event.style.meta.get("choice")) is not None:
            self.post_message(self.Guessed(digit))


def _head(course: Course, width: int) -> Content:
    """Number and title of the page, and a progress bar by page."""
    at, count = course.progress.page, len(course.pages)
    name = Content.assemble((f"{at + 1} of {count}", "$origin-faint"), "  ", (course.page.title, "bold $accent"))
    bar = Content.assemble((DONE * (2 * at + 1) + HERE, "$accent"), (LEFT * (2 * (count - at) - 2), "$origin-faint"))
    if name.cell_length + bar.cell_length + 2 <= width:
        return Content.assemble(name, " " * (width - name.cell_length - bar.cell_length), bar)
    return Content.assemble(name, "\n", bar)


def _feedback(course: Course, gap: list[Content]) -> list[Content]:
    if course.feedback is None:
        return []
    words, right = course.feedback
    return [Content.styled(("✓ " if right else "✗ ") + words, "bold $success" if right else "bold $warning"), *gap]


def _choices(question: Question, guess: int | None, width: int) -> Content:
    """On one line where they fit, else one per line."""
    themselves = tuple(map(str, question.digits)) == question.choices
    choices = []
    for digit, choice in zip(question.digits, question.choices):
        text = f" {choice} " if themselves else f" {digit}) {choice} "
        choices.append(Content.styled(text, "bold reverse" if digit == guess else "$foreground").stylize(Style.from_meta({"choice": digit})))
    joined = Content("  ").join(choices)
    return joined if joined.cell_length <= width else Content("\n").join(choices)
