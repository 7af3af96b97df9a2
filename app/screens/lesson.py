"""The lesson: words beside a picture, one step at a time. A question is answered before the next step shows the answer."""

from typing import Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.timer import Timer

from ..actions import chatting, comparing
from ..app_state import AppState
from ..budget import COURSE_MINUTES, MORE_MINUTES
from ..lesson.course import Course
from ..lesson.pages import PAGES
from ..lesson.recordings import STORY, TOKEN_BY_TOKEN, Recordings
from ..notices import Refusal
from ..widgets.lesson_panels import Contents, Lecture, Stage
from .base import LESSON, TabScreen, hidden
from .sampling import SamplingScreen

PACE = 7.0  # seconds per step when it advances automatically
TALL, FULL = 34, 30  # rows from which a screen has room for the contents, and for pictures that fill the stage
AROUND = 5  # rows of the screen that the stage does not have
POSITIONS, TEMPERATURES = 60, 4  # a multiple of every page's number of positions; number of recorded temperatures


class LessonScreen(TabScreen):
    """Draws the course and passes keys to it."""

    TAB = LESSON
    HELP = (
        "How speculative decoding works, one idea per page: guess first, then see. space goes on, a digit answers, > and < turn the "
        "pages, r runs the example here. The course takes "
        f"{COURSE_MINUTES} minutes, the other pages {MORE_MINUTES}; it continues where you left off."
    )
    BINDING_GROUP_TITLE = "Lesson"
    BINDINGS = [
        Binding("space,pagedown", "forward", "Step", id="lesson.step"),
        Binding("backspace,pageup", "course('back')", "Back", id="lesson.back"),
        *(Binding(f"{n}", f"guess({n})", "Guess", id=f"lesson.guess-{n}", key_display="0-9", show=n == 0, system=n > 0, tooltip="answer the question") for n in range(10)),
        hidden("greater_than_sign", "course('turn_page', 1)", "Next page", "lesson.next-page"),
        hidden("less_than_sign", "course('turn_page', -1)", "Previous page", "lesson.previous-page"),
        Binding("a", "autoplay", "Auto", id="lesson.auto", tooltip="advance automatically; any other key stops it"),
        Binding("r", "do('live')", "Live", id="lesson.live", tooltip="run this page's example on the loaded pair"),
        Binding("escape", "do('stop')", "Stop", id="lesson.stop", tooltip="the run"),
        hidden("left", "turn('position', -1)", "Left", "lesson.left", "the previous position of the draft, or slider"),
        hidden("right", "turn('position', 1)", "Right", "lesson.right", "the next position of the draft, or slider"),
        hidden("up", "look(-1)", "Up", "lesson.up", "where the terminal is too small for words and picture"),
        hidden("down", "look(1)", "Down", "lesson.down", "the words, then the picture"),
        hidden("minus", "turn('temperature', -1)", "Less", "lesson.less", "the same round at a lower temperature; a slider to the left"),
        hidden("equals_sign", "turn('temperature', 1)", "More", "lesson.more", "the same round at a higher temperature; a slider to the right"),
        hidden("R", "turn('rule', 1)", "Rule", "lesson.rule", "the same round under the next rule"),
        hidden("w", "nudge('p', 1)", "More p", "lesson.more-p", "for the selected token; W less"),
        hidden("W", "nudge('p', -1)", "Less p", "lesson.less-p"),
        hidden("q", "nudge('q', 1)", "More q", "lesson.more-q", "for the selected token; Q less"),
        hidden("Q", "nudge('q', -1)", "Less q", "lesson.less-q"),
        hidden("T", "test", "Test", "lesson.test", "on the loaded pair whether plain and drafted decoding follow one distribution"),
        hidden("slash", "app.command_palette", "Command", "lesson.command", "every command, by name"),
        hidden("home", "course('again')", "Start again", "lesson.start-again", "at the first page, without your answers"),
    ]  # fmt: skip
    VERBS = {"live": comparing.run_example, "stop": chatting.stop}
    NOW = {
        ("do", "live"): lambda state: state.lesson.course and state.lesson.course.page.live,
        ("do", "stop"): lambda state: state.busy,
        ("guess",): lambda state: state.lesson.course and state.lesson.course.step.question,
    }

    def __init__(self, state: AppState) -> None:
        super().__init__(state)
        if state.lesson.course is None:
            state.lesson.course = Course(PAGES, Recordings(), state.lesson.file)
        self._playing: Timer | None = None

    @property
    def course(self) -> Course:
        assert self.state.lesson.course is not None, "__init__ makes it"
        return self.state.lesson.course

    def body(self) -> ComposeResult:
        with Container(id="lesson"):
            with VerticalScroll(id="words-column", can_focus=False):
                yield Lecture(id="lecture")
                yield Contents(id="contents")
            with VerticalScroll(id="board", can_focus=False):
                yield Stage(id="stage")

    def draw(self) -> None:
        super().draw()
        if self.course.trouble:
            self.app.refuse(Refusal(self.course.trouble))
            self.course.trouble = None
        note = self.state.lesson.live.doing if self.state.lesson.live else "advances automatically" if self._playing else ""
        self.query_one(Lecture).show(self.course, note)
        rows = 0 if self.has_class("-narrow") else self.size.height
        self.query_one(Stage).show(self.course.step.picture, rows - AROUND if rows >= FULL else 0)
        contents = self.query_one(Contents)
        contents.display = rows >= TALL
        contents.show(self.course)

    # Keys

    def action_forward(self) -> None:
        stage = self.query_one("#stage", Stage)
        before = stage.shown_lines
        self.course.forward()
        self._at_top()
        stage.sweep(before)
        if self.course.at_end:
            self._stop_playing()

    def action_course(self, verb: Literal["back", "turn_page", "again"], *by: int) -> None:
        """Go to the step or the page before, to another page, or to the beginning."""
        getattr(self.course, verb)(*by)
        self._at_top()

    def _at_top(self) -> None:
        self.draw()
        for column in self.query(VerticalScroll):
            column.scroll_home(animate=False)

    def action_look(self, by: int) -> None:
        """Up and down: scroll the words; once they are at their end, the picture."""
        columns = [self.query_one("#words-column"), self.query_one("#board")]
        for column in columns[::by]:
            if 0 <= column.scroll_target_y + by <= column.max_scroll_y:
                column.scroll_relative(y=by, animate=False)
                return

    def action_guess(self, digit: int) -> None:
        question = self.course.step.question
        if question and not self.course.answer(digit):
            self.app.refuse(Refusal(f"answer with one of {', '.join(map(str, question.digits))}"))
        self.draw()

    def action_turn(self, what: str, by: int) -> None:
        self.course.turn(what, by, {"position": POSITIONS, "temperature": TEMPERATURES, "rule": len(TOKEN_BY_TOKEN)}[what])
        self.draw()

    def action_nudge(self, name: str, by: int) -> None:
        """Move p or q of the selected token, where the picture shows them as bars."""
        self.course.nudge(name, by)
        self.draw()

    def action_test(self) -> None:
        if self.app.attempt(comparing.sample_rule, STORY, TOKEN_BY_TOKEN[0]):
            self.app.push_screen(SamplingScreen(self.state))

    # Advancing by itself

    def action_autoplay(self) -> None:
        if self._playing:
            self._stop_playing()
        else:
            self._playing = self.set_interval(PACE, self.action_forward)
        self.draw()

    def _stop_playing(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None

    def on_key(self, event: events.Key) -> None:
        """Any key but its own ends the advancing, before it does what it is for."""
        bound = self.active_bindings.get(event.key)
        if self._playing and not (bound and bound.binding.action == "autoplay"):
            self._stop_playing()
            self.draw()

    def on_screen_suspend(self) -> None:
        """Another screen is shown: pages that nobody sees do not advance."""
        self._stop_playing()

    def on_mouse_down(self) -> None:
        self._stop_playing()
