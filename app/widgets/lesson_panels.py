"""The lesson's panels: its contents, a page's text and questions, a page's picture."""

from textual.content import Content
from textual.timer import Timer

from ..budget import COURSE_MINUTES, MORE_MINUTES
from ..drawing.content_pieces import faint, link
from ..lesson.course import Course, Picture, Question, say
from ..lesson.round_pictures import fitted
from .text_static import TextStatic

WIDE = 50  # columns from which nothing is spaced out
DONE, HERE, LEFT = "━", "╸", "─"


class Lecture(TextStatic):
    """The words of one step."""

    ALLOW_SELECT = False

    _shown: tuple[Course, str] | None = None

    def on_resize(self) -> None:
        """Draw for the new width; a new screen has its width only after the first drawing."""
        if self._shown:
            self.show(*self._shown)

    def show(self, course: Course, note: str = "") -> None:
        """Draw the current step; `note` is a line about what is running."""
        self._shown = course, note
        width = max(20, self.content_size.width or 38)
        step, gap, parts = course.step, [Content("")] if width < WIDE else [], [_head(course, width)]
        if course.feedback:
            words, right = course.feedback
            parts += [*gap, Content.styled(("✓ " if right else "✗ ") + words, "bold $success" if right else "bold $warning")]
        parts += [*gap, say(step.text)]
        if step.question:
            parts += [*gap, Content.styled(step.question.ask, "bold"), *gap, _choices(step.question, course.guess, width)]
        for line in filter(None, (step.hint, note)):
            parts += [*gap, faint(line)]
        self.put(Content("\n").join(parts))


def _head(course: Course, width: int) -> Content:
    """Number and title of the page, and a progress bar by page, of its part: the course or more."""
    pages = [at for at, page in enumerate(course.pages) if page.more == course.page.more]
    first, count, at = pages[0], len(pages), course.progress.page - pages[0]
    part = f"more: {MORE_MINUTES} min" if course.page.more else f"course: {COURSE_MINUTES} min"
    name = Content.assemble((f"{first + at + 1} of {first + count}", "$origin-faint"), "  ", (course.page.title, "bold $accent"))
    bar = Content.assemble((DONE * (2 * at + 1) + HERE, "$accent"), (f"{LEFT * (2 * (count - at) - 2)}  {part}", "$origin-faint"))
    room = width - name.cell_length - bar.cell_length
    return Content.assemble(name, " " * room if room > 1 else "\n", bar)


def _choices(question: Question, guess: int | None, width: int) -> Content:
    """On one line where they fit, else one per line."""
    themselves = tuple(map(str, question.digits)) == question.choices
    choices = []
    for digit, choice in zip(question.digits, question.choices):
        text = f" {choice} " if themselves else f" {digit}) {choice} "
        choices.append(link(text, f"screen.guess({digit})", "bold reverse" if digit == guess else "$foreground"))
    joined = Content("  ").join(choices)
    return joined if joined.cell_length <= width else Content("\n").join(choices)


MOST = 110  # columns above which a picture gains nothing
FRAME, SWEEP = 1 / 15, 0.8  # seconds between two frames of a sweep, and of all of it


class Stage(TextStatic):
    """Draws one Picture. What does not fit ends in an ellipsis."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shown_lines: list[Content] = []
        self._drawn: tuple[Picture, int] | None = None  # the picture and its rows
        self._width = 0  # that it is drawn for
        self._edge = 0.0  # columns that the sweep has passed
        self._swept: set[int] = set()  # the lines that appear from left to right
        self._sweeping: Timer | None = None

    def show(self, picture: Picture, rows: int) -> None:
        width, before = min(MOST, self.content_size.width or 74), self.shown_lines
        self._drawn, self._width = (picture, rows), width
        self.shown_lines = [fitted(line, width) for line in picture(width, rows)]
        if not _same(self.shown_lines, before):
            self._end_sweep()
            self.update(Content("\n").join(self.shown_lines))

    def sweep(self, before: list[Content]) -> None:
        """Let the differences from the picture before appear from left to right, as a draft is made and judged."""
        if self.app.animation_level != "none":
            self._swept = {at for at, line in enumerate(self.shown_lines) if not _same([line], before[at : at + 1])}
            self._edge = 0.0
            self._sweeping = self._sweeping or self.set_interval(FRAME, self._move)

    def _move(self) -> None:
        self._edge += self._width * FRAME / SWEEP
        cut = [line.truncate(int(self._edge)) if at in self._swept else line for at, line in enumerate(self.shown_lines)]
        if self._edge >= self._width:
            self._end_sweep()
        self.update(Content("\n").join(cut))

    def _end_sweep(self) -> None:
        if self._sweeping:
            self._sweeping.stop()
            self._sweeping = None

    def on_resize(self) -> None:
        """Draw for the new width; a new screen has its width only after the first drawing."""
        if self._drawn:
            self.show(*self._drawn)


def _same(lines: list[Content], others: list[Content]) -> bool:
    return len(lines) == len(others) and all(line.is_same(other) for line, other in zip(lines, others))


class Contents(TextStatic):
    """The course and more, each with its minutes; of the open one, one page per line. A click opens a page, or the first one of a part."""

    ALLOW_SELECT = False

    def show(self, course: Course) -> None:
        here, lines = course.progress.page, []
        for more, words in ((False, f"▸ the course, {COURSE_MINUTES} minutes"), (True, f"▸ more, {MORE_MINUTES} minutes")):
            pages = [(at, page) for at, page in enumerate(course.pages) if page.more == more]
            if course.page.more == more:
                lines += [Content.styled(words.replace("▸", "▾"), "bold"), *(_line(at, page.title, here) for at, page in pages)]
            else:
                lines.append(_turn(words, pages[0][0] - here))
        self.put(Content("\n").join(lines))


def _line(at: int, title: str, here: int) -> Content:
    words = f"  {'●' if at == here else '✓' if at < here else ' '} {at + 1:>2}  {title}"
    return Content.styled(words, "bold $foreground") if at == here else _turn(words, at - here)


def _turn(words: str, pages: int) -> Content:
    """Words that turn so many pages when they are clicked."""
    return link(words, f"screen.course('turn_page', {pages})")
