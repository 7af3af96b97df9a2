"""The lesson: a page of words beside a picture, stepped through by hand; questions are answered before they are."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.timer import Timer

from specdeck.app.actions.rerecording import rehearse
from specdeck.app.deck import Deck, Refusal
from specdeck.app.lesson.course import Course
from specdeck.app.lesson.material import Material
from specdeck.app.lesson.page_order import PAGES
from specdeck.app.widgets.contents import Contents
from specdeck.app.widgets.lecture import Lecture
from specdeck.app.widgets.stage import Stage
from specdeck.decoding.types import RULES

from .tab import TabScreen

GUESS = "answer the question; what came of it is told with the next step"
PACE = 7.0  # seconds a step when it plays by itself
TALL = 32  # rows from which there is room for contents and strip
POSITIONS, WARMTHS = 60, 4  # of a page's positions, any of which divides the first; temperatures that were recorded


class LessonScreen(TabScreen):
    """Draws the course, and tells it what was pressed."""

    LABEL, KEY = "Lesson", "f4"
    ABOUT = "How speculative decoding works, one idea a page: guess first, then see. Ten minutes; it goes on where you left it."
    BINDINGS = [
        Binding("space", "forward", "Step", tooltip="the next step"),
        Binding("backspace", "back", "Back", tooltip="the step before"),
        Binding("0", "guess(0)", "Guess", key_display="0-9", tooltip=GUESS),
        *(Binding(str(n), f"guess({n})", f"Guess {n}", show=False, tooltip=GUESS) for n in range(1, 10)),
        Binding("pagedown", "page(1)", "Next page", show=False, tooltip="the next page"),
        Binding("pageup", "page(-1)", "Page before", show=False, tooltip="the page before"),
        Binding("a", "autoplay", "Auto", tooltip="go on by itself; any other key stops that"),
        Binding("left", "turn('position', -1)", "Left", show=False, tooltip="the position of the draft before"),
        Binding("right", "turn('position', 1)", "Right", show=False, tooltip="the next position of the draft"),
        Binding("minus", "turn('temperature', -1)", "Cooler", show=False, tooltip="the same round at a lower temperature"),
        Binding("equals_sign", "turn('temperature', 1)", "Warmer", show=False, tooltip="the same round at a higher temperature"),
        Binding("R", "turn('rule', 1)", "Rule", show=False, tooltip="the same round under the next rule"),
        Binding("r", "live", "Live", tooltip="make this page's recording anew, on the pair that is loaded"),
        Binding("escape", "stop", "Stop", show=False, tooltip="stop that"),
        Binding("home", "again", "From the start", show=False, tooltip="from the first page, with nothing guessed"),
    ]

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        if deck.course is None:
            deck.course = Course(PAGES, Material())
        self._playing: Timer | None = None

    @property
    def course(self) -> Course:
        """How far the person is."""
        return self.deck.course

    def body(self) -> ComposeResult:
        """Words beside the picture, or above it."""
        with Container(id="lesson"):
            with VerticalScroll(id="words-column", can_focus=False):
                yield Lecture(id="lecture")
                yield Contents(id="contents")
            with VerticalScroll(id="board", can_focus=False):
                yield Stage(id="stage")
                yield Stage(id="strip")

    def draw(self) -> None:
        """The step as it is."""
        super().draw()
        if self.course.trouble:
            self.app.refuse(Refusal(self.course.trouble))
            self.course.trouble = None
        note = self.deck.rehearsal.doing if self.deck.rehearsal else "plays by itself" if self._playing else ""
        self.query_one(Lecture).show(self.course, note)
        step, tall = self.course.step, self.size.height >= TALL and not self.has_class("-narrow")
        self.query_one("#stage", Stage).show(step.picture)
        contents, strip = self.query_one(Contents), self.query_one("#strip", Stage)
        contents.display, strip.display = tall, tall and step.strip is not None
        contents.show(self.course)
        if step.strip:
            strip.show(step.strip)

    # What keys do

    def action_forward(self) -> None:
        """The next step."""
        self._stop_playing()
        self._forward()

    def _forward(self) -> None:
        self.course.forward()
        self._at_top()
        if self.course.at_end:
            self._stop_playing()

    def action_back(self) -> None:
        """The step before."""
        self._stop_playing()
        self.course.back()
        self._at_top()

    def action_page(self, by: int) -> None:
        """Another page."""
        self._stop_playing()
        self.course.turn_page(by)
        self._at_top()

    def action_guess(self, digit: int) -> None:
        """An answer, where there is a question."""
        self._stop_playing()
        question = self.course.step.question
        if not self.course.answer(digit):
            digits = ", ".join(map(str, question.digits)) if question else ""
            asked = f"answer with one of {digits}" if question else "nothing is asked here: space goes on"
            self.app.refuse(Refusal(asked))
        self.draw()

    def action_turn(self, what: str, by: int) -> None:
        """Turn what this step lets one turn."""
        self._stop_playing()
        self.course.turn(what, by, {"position": POSITIONS, "temperature": WARMTHS, "rule": len(RULES)}[what])
        self.draw()

    def action_again(self) -> None:
        """From the first page."""
        self._stop_playing()
        self.course.again()
        self._at_top()

    def action_live(self) -> None:
        """The page's recording anew, where it has one."""
        self._stop_playing()
        self.app.attempt(lambda: rehearse(self.deck))

    def action_stop(self) -> None:
        """Stop what is made anew, or what plays by itself."""
        self._stop_playing()
        self.deck.stop()
        self.draw()

    def action_autoplay(self) -> None:
        """By itself, or not any more."""
        if self._playing:
            self._stop_playing()
        else:
            self._playing = self.set_interval(PACE, self._forward)
        self.draw()

    def _stop_playing(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None

    @on(Lecture.Guessed)
    def _guessed(self, event: Lecture.Guessed) -> None:
        self.action_guess(event.digit)

    @on(Contents.Chosen)
    def _chosen(self, event: Contents.Chosen) -> None:
        self.action_page(event.page - self.course.progress.page)

    def _at_top(self) -> None:
        self.draw()
        for column in self.query(VerticalScroll):
            column.scroll_home(animate=False)
