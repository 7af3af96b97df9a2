"""The compare screen: two settings on one prompt, run one after the other, then raced as a replay at the measured pace."""

from functools import partial
from typing import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList

from ..actions import chatting, comparing, saving
from ..actions.changing_settings import stepped_temperature
from ..actions.loading import loaded_pair
from ..chat.reply import Reply
from ..chat.token_places import View
from ..compare.playback import Playback
from ..compare.trials import RUNS, Letter
from ..deck import Deck
from ..notices import Refusal
from ..widgets.comparison_panels import ComparisonProgress, Findings, Side, Sweep
from ..widgets.empty_chat import Samples
from ..widgets.prompt_field import Prompt
from ..widgets.race import Race
from ..widgets.screen_header import Chip
from ..widgets.status import Status
from ..widgets.textual_widgets import TextStatic
from ..widgets.transcript import Transcript
from .name_lists import drafters_box
from .sampling import SamplingScreen
from .slow_motion import open_slow_motion
from .tab import COLOURS, COMPARE, TabScreen

HINT = """Two settings, A and B, run one after the other on the same prompt, so that they do not share the chip. Then the \
measured runs are replayed as a race. Tab goes to A and to B: there d  [ ]  - =  R  p change that side, as in the chat.

Type a prompt, press enter for the chat's last prompt, or choose a sample (down, or the mouse):"""

SIDES: tuple[Letter, Letter] = ("a", "b")
FIRST_RUN = "first run, not timed"


class CompareScreen(TabScreen):
    """A on the left, B on the right; below them the race, the findings, and the sweep of k."""

    TAB = COMPARE
    HELP = f"""
Two settings on one prompt, measured one after the other and replayed as a race: how much faster drafting is, and why. Tab goes to A and to B; \
there keys change that side, elsewhere side B.
{COLOURS}
"""
    BINDING_GROUP_TITLE = "Compare, outside the prompt"
    BINDINGS = [
        Binding("enter", "run", "Run", id="compare.run", tooltip="both sides on the prompt, one after the other"),
        Binding("escape", "stop", "Stop", id="compare.stop"),
        Binding("escape", "switch('text')", "Text", id="compare.stop"),
        Binding("escape", "switch('prompt')", "Prompt", id="compare.stop"),
        Binding("s", "sweep", "Sweep", id="compare.sweep", tooltip="run side B with other values of k; repeat for a median"),
        Binding("B", "best", "Best", id="compare.best", tooltip="measure all drafters and useful k; enter takes the fastest"),
        Binding("T", "test", "Test", id="compare.test", show=False, tooltip="by sampling whether plain and drafted decoding follow one distribution"),
        Binding("d", "drafter", "Drafter", id="compare.drafter", show=False, tooltip="of this side"),
        Binding("left_square_bracket", "step('k', -1)", "Shorter drafts", id="compare.shorter-drafts", show=False),
        Binding("right_square_bracket", "step('k', 1)", "Longer drafts", id="compare.longer-drafts", show=False),
        Binding("minus", "step('temperature', -1)", "Lower temperature", id="compare.cooler", show=False),
        Binding("equals_sign", "step('temperature', 1)", "Higher temperature", id="compare.warmer", show=False),
        Binding("p", "plain", "Plain", id="compare.plain", show=False, tooltip="plain decoding on this side, or the current drafter"),
        Binding("R", "rule", "Rule", id="compare.rule", show=False, tooltip="the next acceptance rule on this side"),
        Binding("r", "replay", "Race", id="compare.race", show=False, tooltip="replay the race from the start"),
        Binding("space", "pause", "Pause", id="compare.pause", show=False, tooltip="hold or continue the race"),
        Binding("comma", "move_race(-1)", "Step back", id="compare.step-back", show=False, tooltip="one round earlier"),
        Binding("full_stop", "move_race(1)", "Step", id="compare.step", show=False, tooltip="one round later"),
        Binding("z", "slow_motion", "Slow motion", id="compare.slow-motion", show=False, tooltip="play side B's current round"),
        Binding("f", "pace", "Pace", id="compare.pace", show=False, tooltip="replay slower than measured, as measured, or faster"),
        Binding("N", "runs", "Runs", id="compare.runs", show=False, tooltip="per side; the median counts"),
        Binding("M", "against", "mlx-lm", id="compare.mlx-lm", show=False, tooltip="race against its own generator, and back to plain decoding"),
        Binding("C", "card", "Card", id="compare.card", show=False, tooltip="save the result as one picture for sharing: SVG, 1200x630"),
        Binding("x", "app.save('svg')", "SVG", id="compare.svg", show=False, tooltip="save this screen as a picture"),
        Binding("j", "json", "JSON", id="compare.json", show=False, tooltip="save the comparison, as specdeck compare --json prints it"),
    ]  # fmt: skip

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        self.playback: Playback | None = None
        self.view = View()
        self._raced: object = None  # the runs that the playback shows

    def body(self) -> ComposeResult:
        with Horizontal(id="sides"):
            yield Side("a")
            yield Side("b")
        with Vertical(id="empty"):
            yield TextStatic(HINT)
            yield Samples(id="samples")
        with Vertical(id="results"):
            yield Race(id="race")
            yield Findings(id="findings")
            yield Sweep(id="sweep")
        yield ComparisonProgress(id="progress")
        yield Status(id="status")
        yield Prompt(id="prompt", placeholder="A prompt for both sides; enter alone runs the last one again")

    def on_mount(self) -> None:
        self.query_one(Prompt).focus()

    # Drawing

    @property
    def moving(self) -> bool:
        return self.deck.busy or bool(self.playback and self.playback.playing)

    def draw(self) -> None:
        super().draw()
        contest = self.deck.contest
        self.query_one(Samples).show(self.deck)
        self._race()
        keys = contest.running, self.playback is not None
        if keys != (self.has_class("-running"), self.has_class("-raced")):
            self.call_after_refresh(self.refresh_bindings)
        self.set_class(contest.running, "-running")
        if contest.running:
            self.query_one(ComparisonProgress).show(self.deck)
        self.set_class(self.playback is not None, "-raced")
        self.set_class(bool(contest.curve() or contest.best), "-swept")
        first_runs = contest.first_runs if contest.running and not self.playback else {}
        self.set_class(bool(first_runs), "-watching")
        replies = [lane.reply for lane in self.playback.lanes] if self.playback else [first_runs.get(letter) for letter in SIDES]
        self._tidy(replies)
        runs = (contest.comparison.a, contest.comparison.b) if contest.comparison else (None, None)
        for letter, run, reply in zip(SIDES, runs, replies):
            self.query_one(f"#side-{letter}", Side).show(comparing.side(self.deck, letter), run, reply, self.view, FIRST_RUN if first_runs else "")
        if self.playback:
            self.query_one(Race).show(self.playback)
        self.query_one(Findings).show(contest, self.deck.pair)
        self.query_one(Sweep).show(contest)
        self.query_one(Status).show(self.deck, self.view)
        prompt = self.query_one(Prompt)
        prompt.cursor_blink = prompt.blinks and not self.deck.decoding

    def _race(self) -> None:
        """Start the playback when a comparison is first shown, and advance its clock."""
        comparison = self.deck.contest.comparison
        raced = comparison and (comparison.a, comparison.b)
        if raced != self._raced:
            self._raced = raced
            self.playback = Playback(*(run.reply for run in raced)) if raced else None
            if raced and self.deck.contest.origin:  # an earlier one: enter runs its prompt
                self.query_one(Prompt).fill(self.deck.contest.prompt)
            if self.playback:
                self.playback.slow_down()
        if self.playback:
            self.playback.tick(self.deck.session.clock())

    def _tidy(self, replies: Sequence[Reply | None]) -> None:
        """Drop the selection of tokens that are gone: going back in a race starts its replies again."""
        self.view.mode, self.view.split = self.deck.view.mode, self.deck.view.split
        for name in ("cursor", "pointed"):
            place = getattr(self.view, name)
            if place and not any(reply and place[0] is reply and place[1] < len(reply.tokens) for reply in replies):
                setattr(self.view, name, None)

    # What the keys do; those on one side change the side in focus

    @property
    def side_in_focus(self) -> Side | None:
        return next((node for node in self.focused.ancestors if isinstance(node, Side)), None) if self.focused else None

    @property
    def letter(self) -> Letter:
        """The side that keys change: the one in focus, else B."""
        return self.side_in_focus.letter if self.side_in_focus else "b"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What esc does, and which keys need a race."""
        if not super().check_action(action, parameters):
            return False
        if action == "switch":
            return isinstance(self.focused, Prompt) == (parameters == ("text",)) and (parameters == ("prompt",) or self.has_class("-raced"))
        return self.deck.busy if action == "stop" else True

    def action_run(self) -> None:
        """Take what a search has just found into force; else run both sides on the prompt."""
        prompt = self.query_one(Prompt)
        if self.deck.contest.best and not self.deck.busy and prompt.text == self.deck.contest.prompt:
            self.app.attempt(lambda: comparing.apply_best(self.deck))
            return
        if self.app.attempt(lambda: comparing.compare(self.deck, prompt.text)):
            prompt.fill(self.deck.contest.prompt)
            self.query_one("#side-b", Side).text.focus()

    def action_stop(self) -> None:
        chatting.stop(self.deck)

    def action_switch(self, name: str) -> None:
        (self.query_one("#side-b", Side).text if name == "text" else self.query_one(Prompt)).focus()

    def action_sweep(self) -> None:
        self.app.attempt(lambda: comparing.sweep(self.deck))

    def action_best(self) -> None:
        self.app.attempt(lambda: comparing.search(self.deck))

    def action_test(self) -> None:
        prompt = self.query_one(Prompt).text
        if self.app.attempt(lambda: comparing.sample(self.deck, prompt)):
            self.app.push_screen(SamplingScreen(self.deck))

    def action_replay(self) -> None:
        self._with_playback(Playback.again)

    def action_pause(self) -> None:
        self._with_playback(Playback.pause)

    def action_move_race(self, by: int) -> None:
        self._with_playback(lambda playback: playback.step(by))

    def action_slow_motion(self) -> None:
        self._with_playback(self._play_round)

    def _play_round(self, playback: Playback) -> None:
        playback.playing = False
        lane = playback.lanes[1]
        if lane.recording.rounds:
            open_slow_motion(self.app, lane.recording, len(lane.reply.rounds) - 1)

    def action_pace(self) -> None:
        self._with_playback(Playback.next_speed)

    def _with_playback(self, act: Callable[[Playback], object]) -> None:
        if self.playback is None:
            self.app.refuse(Refusal("there is no race yet: enter runs both sides"))
        else:
            act(self.playback)
            self.draw()

    def action_runs(self) -> None:
        contest = self.deck.contest
        contest.runs = RUNS[(RUNS.index(contest.runs) + 1) % len(RUNS)]
        contest.asked.add("runs")
        self.app.attempt(lambda: "one run per side" if contest.runs == 1 else f"{contest.runs} runs per side: the median counts")

    def action_step(self, what: str, by: int) -> None:
        self._step(self.letter, what, by)

    def _step(self, letter: Letter, what: str, by: int) -> None:
        now = comparing.side(self.deck, letter)
        self._change(letter, **({"k": now.k + by} if what == "k" else {"temperature": stepped_temperature(now.temperature, by)}))

    def action_rule(self) -> None:
        self._next_rule(self.letter)

    def _next_rule(self, letter: Letter) -> None:
        self._change(letter, rule=comparing.rule_after(self.deck, letter))

    def action_plain(self) -> None:
        self.app.attempt(lambda: comparing.toggle_plain(self.deck, self.letter))

    def action_against(self) -> None:
        self.app.attempt(lambda: comparing.race_mlx_lm(self.deck))

    def action_drafter(self) -> None:
        self._choose(self.letter)

    def _choose(self, letter: Letter) -> None:
        now, heading = comparing.side(self.deck, letter).drafter, f"DRAFTER of side {letter.upper()}, for the next run"

        def change(name: str) -> None:
            comparing.change(self.deck, letter, drafter=name)

        self.app.attempt(lambda: self.app.choose(drafters_box(loaded_pair(self.deck), now, heading), change))

    def _change(self, letter: Letter, **fields: object) -> None:
        self.app.attempt(lambda: comparing.change(self.deck, letter, **fields))

    def action_card(self) -> None:
        self.app.attempt(lambda: saving.save_card(self.deck))

    def action_json(self) -> None:
        self.app.attempt(lambda: saving.save_json(self.deck))

    # Messages from widgets

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        if event.text.startswith("/"):
            self.carry_out(self.query_one(Prompt), event.text, self.app.say)
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
        self.query_one(Prompt).fill(self.deck.samples[event.option_index][0].prompt)
        self.action_run()

    @on(Transcript.Pointed)
    def _pointed(self, event: Transcript.Pointed) -> None:
        self.view.pointed = event.place
        self.draw()

    @on(Transcript.Picked)
    def _picked(self, event: Transcript.Picked) -> None:
        self.view.cursor, self.view.pointed = event.place, None
        self.draw()

    def action_move(self, tokens: int = 0, lines: int = 0) -> None:
        """Move the cursor in the side in focus."""
        text = self.query_one(f"#side-{self.letter}", Side).text
        here = self.view.cursor if self.view.cursor and text.holds(self.view.cursor) else None
        if (place := text.moved(here, tokens, lines)) is not None:
            self.view.cursor, self.view.pointed = place, None
            self.draw()
            text.reveal(place)

    @on(Race.Paced)
    def _paced(self, event: Race.Paced) -> None:
        if self.playback:
            self.playback.speed = event.speed
            self.draw()

    @on(Chip.Pressed)
    def _pressed(self, event: Chip.Pressed) -> None:
        side = next(node for node in event.chip.ancestors if isinstance(node, Side))
        letter, what = side.letter, (event.chip.id or "").partition("-")[2]
        side.text.focus()
        act = {"drafter": self._choose, "rule": self._next_rule}.get(what) or partial(self._step, what=what, by=event.step)
        act(letter)
