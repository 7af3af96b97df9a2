"""The lesson: words beside a picture, one step at a time; a question is answered before the next step shows the answer."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.timer import Timer

from ..actions import chatting, comparing
from ..actions.running_example import run_example
from ..deck import Deck
from ..lesson.course import Course
from ..lesson.pages import PAGES
from ..lesson.recordings import STORY, TOKEN_BY_TOKEN, Recordings
from ..notices import Refusal
from ..settings import keys
from ..widgets.lesson_panels import Contents, Lecture, Stage
from .sampling import SamplingScreen
from .tab import LESSON, TabScreen

PACE = 7.0  # seconds per step when it advances automatically
TALL = 32  # screens with this many rows have room for contents and strip
POSITIONS, TEMPERATURES = 60, 4  # a multiple of every page's number of positions; number of recorded temperatures


class LessonScreen(TabScreen):
    """Draws the course and passes keys to it."""

    TAB = LESSON
    BINDINGS = [*keys.bindings("lesson")]

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        if deck.lesson.course is None:
            deck.lesson.course = Course(PAGES, Recordings(), deck.lesson.file)
        self._playing: Timer | None = None

    @property
    def course(self) -> Course:
        assert self.deck.lesson.course is not None, "__init__ makes it"
        return self.deck.lesson.course

    def body(self) -> ComposeResult:
        with Container(id="lesson"):
            with VerticalScroll(id="words-column", can_focus=False):
                yield Lecture(id="lecture")
                yield Contents(id="contents")
            with VerticalScroll(id="board", can_focus=False):
                yield Stage(id="stage")
                yield Stage(id="strip")

    def hint(self, binding: Binding) -> str | None:
        return None if binding.action == "live" and not self.course.page.live else binding.description

    def draw(self) -> None:
        super().draw()
        self.refresh_bindings()
        if self.course.trouble:
            self.app.refuse(Refusal(self.course.trouble))
            self.course.trouble = None
        note = self.deck.lesson.live.doing if self.deck.lesson.live else "advances automatically" if self._playing else ""
        self.query_one(Lecture).show(self.course, note)
        step, tall = self.course.step, self.size.height >= TALL and not self.has_class("-narrow")
        self.query_one("#stage", Stage).show(step.picture)
        contents, strip = self.query_one(Contents), self.query_one("#strip", Stage)
        contents.display, strip.display = tall, tall and step.strip is not None
        contents.show(self.course)
        if step.strip:
            strip.show(step.strip)

    # Keys

    def action_forward(self) -> None:
        self._stop_playing()
        self._forward()

    def _forward(self) -> None:
        stage = self.query_one("#stage", Stage)
        before = stage.shown_lines
        self.course.forward()
        self._at_top()
        stage.sweep(before)
        if self.course.at_end:
            self._stop_playing()

    def action_back(self) -> None:
        self._stop_playing()
        self.course.back()
        self._at_top()

    def action_page(self, by: int) -> None:
        self._stop_playing()
        self.course.turn_page(by)
        self._at_top()

    def action_look(self, by: int) -> None:
        """Up and down: scroll the words; once they are at their end, the picture."""
        self._stop_playing()
        columns = [self.query_one("#words-column"), self.query_one("#board")]
        for column in columns[::by]:
            if 0 <= column.scroll_target_y + by <= column.max_scroll_y:
                column.scroll_relative(y=by, animate=False)
                return

    def action_guess(self, digit: int) -> None:
        self._stop_playing()
        question = self.course.step.question
        if not self.course.answer(digit):
            digits = ", ".join(map(str, question.digits)) if question else ""
            reason = f"answer with one of {digits}" if question else "this step has no question: space continues"
            self.app.refuse(Refusal(reason))
        self.draw()

    def action_turn(self, what: str, by: int) -> None:
        self._stop_playing()
        self.course.turn(what, by, {"position": POSITIONS, "temperature": TEMPERATURES, "rule": len(TOKEN_BY_TOKEN)}[what])
        self.draw()

    def action_nudge(self, name: str, by: int) -> None:
        """Move p or q of the selected token, where the picture shows them as bars."""
        self._stop_playing()
        self.course.nudge(name, by)
        self.draw()

    def action_again(self) -> None:
        self._stop_playing()
        self.course.again()
        self._at_top()

    def action_live(self) -> None:
        self._stop_playing()
        self.app.attempt(lambda: run_example(self.deck))

    def action_test(self) -> None:
        self._stop_playing()
        if self.app.attempt(lambda: comparing.sample_rule(self.deck, STORY, TOKEN_BY_TOKEN[0])):
            self.app.push_screen(SamplingScreen(self.deck))

    def action_stop(self) -> None:
        self._stop_playing()
        chatting.stop(self.deck)
        self.draw()

    def on_screen_suspend(self) -> None:
        """Another screen is shown: pages that nobody sees do not advance."""
        self._stop_playing()

    def action_autoplay(self) -> None:
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
