"""The compare screen: two settings on one prompt, run one after the other, then raced as a replay at the measured pace."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from specdeck.app.actions import comparing
from specdeck.app.chat.selection import View
from specdeck.app.compare.playback import Playback
from specdeck.app.deck import Deck
from specdeck.app.samples import SAMPLES
from specdeck.app.widgets.chip import Chip
from specdeck.app.widgets.compare_side import Side
from specdeck.app.widgets.comparison_findings import Findings
from specdeck.app.widgets.comparison_progress import ComparisonProgress
from specdeck.app.widgets.k_sweep import Sweep
from specdeck.app.widgets.prompt_field import Prompt
from specdeck.app.widgets.race import Race
from specdeck.app.widgets.samples import Samples
from specdeck.app.widgets.status import Status
from specdeck.app.widgets.transcript import Transcript

from .compare_actions import CompareActions
from .compare_keys import KEYS
from .tab import TabScreen
from .tab_order import COMPARE

HINT = """Two settings, A and B, run one after the other on the same prompt, so that they do not share the chip. Then the \
measured runs are replayed as a race. Tab goes to A and to B: there d  [ ]  - =  R  p change that side, as in the chat.

Type a prompt, press enter for the chat's last prompt, or choose a sample (down, or the mouse):"""


FIRST_RUN = "first run, not timed"


class CompareScreen(CompareActions, TabScreen):
    """A on the left, B on the right; below them the race, the findings, and the sweep of k."""

    TAB = COMPARE
    BINDINGS = KEYS

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        self.playback: Playback | None = None
        self.view = View()
        self._raced: object = None  # the runs that the playback shows

    def body(self) -> ComposeResult:
        """The widgets, from top to bottom."""
        with Horizontal(id="sides"):
            yield Side("a")
            yield Side("b")
        with Vertical(id="empty"):
            yield Static(HINT, markup=False)
            yield Samples(id="samples")
        with Vertical(id="results"):
            yield Race(id="race")
            yield Findings(id="findings")
            yield Sweep(id="sweep")
        yield ComparisonProgress(id="progress")
        yield Status(id="status")
        yield Prompt(id="prompt", placeholder="A prompt for both sides; enter alone runs the last one again")

    def on_mount(self) -> None:
        """Focus the prompt."""
        self.query_one(Prompt).focus()

    # Drawing

    @property
    def moving(self) -> bool:
        """Whether something runs or is replayed."""
        return self.deck.busy or bool(self.playback and self.playback.playing)

    def draw(self) -> None:
        """Draw everything from the deck."""
        super().draw()
        contest = self.deck.contest
        self._race()
        self.set_class(contest.running, "-running")
        if contest.running:
            self.query_one(ComparisonProgress).show(self.deck)
        self.set_class(self.playback is not None, "-raced")
        self.set_class(bool(contest.sweep), "-swept")
        first_runs = contest.first_runs if contest.running and not self.playback else {}
        self.set_class(bool(first_runs), "-watching")
        replies = [lane.reply for lane in self.playback.lanes] if self.playback else [first_runs.get(letter) for letter in "ab"]
        self._tidy(replies)
        runs = (contest.comparison.a, contest.comparison.b) if contest.comparison else (None, None)
        for letter, run, reply in zip("ab", runs, replies):
            self.query_one(f"#side-{letter}", Side).show(comparing.side(self.deck, letter), run, reply, self.view, FIRST_RUN if first_runs else "")
        if self.playback:
            self.query_one(Race).show(self.playback)
        self.query_one(Findings).show(contest)
        self.query_one(Sweep).show(contest)
        self.query_one(Status).show(self.deck, self.view)
        self.query_one(Prompt).still = self.deck.decoding

    def _race(self) -> None:
        """Start the playback when a comparison is first shown, and advance its clock."""
        comparison = self.deck.contest.comparison
        raced = comparison and (comparison.a, comparison.b)
        if raced != self._raced:
            self._raced = raced
            self.playback = Playback(*(run.reply for run in raced)) if raced else None
            if self.playback:
                self.playback.slow_down()
        if self.playback:
            self.playback.tick(self.deck.session.clock())

    def _tidy(self, replies: list[object]) -> None:
        """Drop the selection of tokens that are gone: going back in a race starts its replies again."""
        self.view.mode, self.view.split = self.deck.view.mode, self.deck.view.split
        for name in ("cursor", "pointed"):
            place = getattr(self.view, name)
            if place and not any(place[0] is reply and place[1] < len(reply.tokens) for reply in replies):
                setattr(self.view, name, None)

    # Messages from widgets

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        if event.text.startswith("/"):
            self.app.say(event.text)
        else:
            self.action_run()

    @on(Prompt.Recalled)
    def _recalled(self, event: Prompt.Recalled) -> None:
        last = comparing.last_prompt(self.deck)
        if event.key == "up" and last:
            self.query_one(Prompt).fill(last)
        elif self.playback is None:
            self.query_one(Samples).focus()

    @on(OptionList.OptionSelected, "#samples")
    def _sampled(self, event: OptionList.OptionSelected) -> None:
        self.query_one(Prompt).fill(SAMPLES[event.option_index].prompt)
        self.action_run()

    @on(Transcript.Pointed)
    def _pointed(self, event: Transcript.Pointed) -> None:
        self.view.pointed = event.place
        self.draw()

    @on(Transcript.Picked)
    def _picked(self, event: Transcript.Picked) -> None:
        self.view.cursor, self.view.pointed = event.place, None
        self.draw()

    @on(Transcript.Moved)
    def _moved(self, event: Transcript.Moved) -> None:
        text = self.query_one(f"#side-{self.letter}", Side).text
        here = self.view.cursor if self.view.cursor and text.holds(self.view.cursor) else None
        if (place := text.moved(here, event)) is not None:
            self.view.cursor, self.view.pointed = place, None
            self.draw()
            text.reveal(place)

    @on(Race.Paced)
    def _paced(self, event: Race.Paced) -> None:
        self.playback.speed = event.speed
        self.draw()

    @on(Chip.Pressed)
    def _pressed(self, event: Chip.Pressed) -> None:
        letter, _, what = event.chip.id.partition("-")
        self.query_one(f"#side-{letter}", Side).text.focus()
        act = {"drafter": self._choose, "rule": self._next_rule}.get(what)
        if act:
            act(letter)
        else:
            self._change(letter, **self._stepped(letter, **{"k" if what == "k" else "t": event.step}))
