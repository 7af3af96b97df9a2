"""What an empty chat shows: a recorded race on the first start, else a welcome and the sample prompts."""

import textwrap
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..actions.chatting import samples_here
from ..app_state import AppState
from ..budget import COURSE_MINUTES
from ..chat.reply import Reply
from ..chat.wording import drafter_words
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS, large
from ..drawing.wrapping import Flow
from ..records.replay import RecordedRace
from ..samples import Sample
from .race import lane_line, speed_up
from .text_static import TextStatic

LABEL = 9  # columns before a bar
BESIDE, MOST = 8, 6  # lines beside the two texts, with a gap after each; lines of a text
BARS = ("$origin-recovered", "$origin-accepted")
YOURS = "press any key to start chatting"


class Show(TextStatic):
    def show(self, race: RecordedRace, rows: int) -> None:
        self.put(Content("\n").join(show_lines(race, max(30, self.content_size.width), rows)))


def show_lines(race: RecordedRace, width: int, rows: int) -> list[Content]:
    """Return a heading, with a bar and the text so far for each reply. At the end comes the speed-up, three lines high."""
    playback = race.playback
    slower = f", {1 / playback.speed:.0f} times slower" if playback.speed < 1 else ""
    room = max(1, min(MOST, (rows - BESIDE) // 2))
    lines = [Content.styled(one_line(f"A RECORDING of the embedded pair{slower}: plain and drafted", width), "bold $origin-faint")]
    for at, lane in enumerate(playback.lanes):
        name = "plain" if at == 0 else one_line(lane.recording.rounds[0].settings.drafter, LABEL - 2)
        text = _wrapped(lane.reply, width)[-room:]
        lines += [lane_line(playback, at, f"{name:<{LABEL}}", width, BARS[at]), *text, *[Content("")] * (room + (rows > BESIDE + 1) - len(text))]
    if not playback.over:
        legend = Content.assemble(("guessed and accepted", LOOKS["accepted"]), "   ", ("the target's own", LOOKS["own"]))
        return [*lines, legend, Content(""), Content.styled(YOURS, "bold $accent")]
    digits = large(speed_up(playback))  # three lines, and beside them what the speed-up is of
    said = [*textwrap.wrap(race.stamp, width - len(digits[0]) - 2), "", ""][:2]
    beside = [*((words, "bold $success") for words in said), (YOURS, "bold $accent")]
    return [*lines, *(Content.assemble((digit, "bold $success"), "  ", words) for digit, words in zip(digits, beside))]


def _wrapped(reply: Reply, width: int) -> list[Content]:
    """The tokens in their colours, broken between words."""
    flow = Flow(width)
    for at, token in enumerate(reply.tokens):
        flow.add(one_line(token.text), at)
    looks = [LOOKS[token.source if token.source in ("accepted", "plain") else "own"] for token in reply.tokens]
    return [Content.assemble(*((span.text, looks[span.owner]) for span in line)) for line in flow.lines]


LONGEST = 53  # characters of a prompt that are shown


class Samples(OptionList):
    """The sample prompts. Posts SampleChosen."""

    BINDINGS = [Binding("enter", "select", "Send")]

    @dataclass
    class SampleChosen(Message):
        sample: Sample
        drafter: str  # to take for it; "" for none

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._shown: list[tuple[Sample, str]] = []

    def show(self, state: AppState) -> None:
        if (samples := samples_here(state)) != self._shown:
            at, self._shown = self.highlighted or 0, samples
            self.set_options([Option(_line(*each)) for each in samples])
            self.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.SampleChosen(*self._shown[event.option_index]))


def _line(sample: Sample, drafter: str) -> Content:
    prompt = one_line(sample.prompt, LONGEST)
    return Content.assemble((f"{sample.kind:<9}", "$origin-faint"), (f"{prompt:<{LONGEST}}", "bold"), (f"  {one_line(drafter, 24)}", "$origin-faint"))


def what(state: AppState) -> Content:
    """What happens here, in a sentence or two: a second model is there only with some drafters."""
    who = "A small model guesses a few tokens, the big one checks" if state.embedded else "A drafter guesses a few tokens, the target checks"
    here = "" if state.embedded or state.pair is None else f" Here {one_line(state.pair.default, 24)} guesses: {drafter_words(state.pair.default)}."
    explained = Content.assemble(("/lesson", "bold $accent"), f" (F4) explains it in {COURSE_MINUTES} minutes.")
    return Content.assemble(f"{who} them all in one pass: the same text, sooner.{here} ", explained)


WORDS = Content.from_markup(
    "[bold]target [/] the big model   [bold]k[/] guesses in a round, at most\n"
    "[bold]drafter[/] what guesses    [bold]T[/] temperature (0: the likeliest token)\n"
    f"[{LOOKS['accepted']}]underlined[/] guessed and accepted   [{LOOKS['own']}]bold[/] the target's own"
)
HOW = Content.from_markup("Ask something, or choose a sample and its drafter ([bold]down[/], or the mouse):")
ROOM = 14  # lines below which the words would leave no room for the samples


class EmptyChat(Vertical):
    """Race, welcome and samples; the style sheet shows one or the other."""

    def compose(self) -> ComposeResult:
        yield Show(id="show")
        yield TextStatic(id="what", classes="welcome what")
        for name, content in (("words", WORDS), ("how", HOW)):
            yield TextStatic(content, classes=f"welcome {name}")
        yield Samples(id="samples")

    def on_resize(self) -> None:
        self.set_class(self.size.height < ROOM, "-low")

    def show(self, state: AppState) -> None:
        if race := state.show:
            race.playback.tick(state.session.clock())
            self.query_one(Show).show(race, self.size.height)
        elif not state.chat.turns:
            self.query_one("#what", TextStatic).put(what(state))
            self.query_one(Samples).show(state)
