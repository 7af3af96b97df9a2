"""The compare screen: two to four settings on one prompt. They run one after the other, then race as a replay at the measured pace."""

from itertools import zip_longest

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from ..actions import chatting, comparing, saving
from ..actions.loading import loaded_pair
from ..app_state import AppState
from ..chat.token_places import View
from ..compare.race import LETTERS, Letter
from ..compare.result import headline
from ..notices import Refusal
from ..widgets.comparison_panels import ComparisonProgress, Findings, Side, Sweep
from ..widgets.empty_chat import Samples
from ..widgets.prompt_field import Prompt
from ..widgets.race import VERBS as RACE_VERBS
from ..widgets.race import Race
from ..widgets.screen_header import Chip
from ..widgets.status import Status
from ..widgets.text_static import TextStatic
from .base import COLOURS, COMPARE, PromptScreen, hidden
from .name_lists import drafters_box
from .sampling import SamplingScreen
from .slow_motion import open_slow_motion

HINT = """Two settings, A and B, run one after the other on the same prompt, so that they do not share the chip. Then the \
measured runs are replayed as a race. Tab goes to A and to B: there d  [ ]  - =  R  p change that side, as in the chat. \
a adds a side, up to four.

Type a prompt, press enter for the chat's last prompt, or choose a sample (down, or the mouse):"""

FIRST_RUN = "its first run, not timed"


class CompareScreen(PromptScreen):
    """The sides beside each other; below them the race, the findings, and the sweep of k."""

    TAB = COMPARE
    HELP = f"""
Two to four settings on one prompt, measured one after the other and replayed as a race: how much faster drafting is, and why. Tab goes to A and to B; \
keys change the side that has the focus, else side B.
{COLOURS}
"""
    BINDING_GROUP_TITLE = "Compare, outside the prompt"
    BINDINGS = [
        Binding("enter", "run", "Run", id="compare.run", tooltip="all sides on the prompt, one after the other"),
        Binding("enter", "do('take')", "Take it", id="compare.run", tooltip="what the search found, in the chat too"),
        Binding("escape", "do('stop')", "Stop", id="compare.stop"),
        Binding("tab", "sides", "Sides", id="compare.side", tooltip="A, B, and the prompt again"),
        Binding("tab", "app.focus_next", "Next", show=False),
        Binding("s", "do('sweep')", "Sweep", id="compare.sweep", tooltip="run side B with other values of k; repeat for a median"),
        Binding("B", "do('best')", "Best", id="compare.best", tooltip="measure all drafters and useful k; enter takes the fastest, unless that is doubtful"),
        hidden("T", "test", "Test", "compare.test", "by sampling whether plain and drafted decoding follow one distribution"),
        hidden("d", "drafter", "Drafter", "compare.drafter", "of this side"),
        hidden("left_square_bracket", "turn('k', -1)", "Shorter drafts", "compare.shorter-drafts"),
        hidden("right_square_bracket", "turn('k', 1)", "Longer drafts", "compare.longer-drafts"),
        hidden("minus", "turn('temperature', -1)", "Lower temperature", "compare.cooler"),
        hidden("equals_sign", "turn('temperature', 1)", "Higher temperature", "compare.warmer"),
        hidden("p", "turn('plain')", "Plain", "compare.plain", "plain decoding on this side, or the current drafter"),
        hidden("R", "turn('rule')", "Rule", "compare.rule", "the next acceptance rule on this side"),
        hidden("a", "add_side", "Add a side", "compare.add-side", "one more, up to four, with the settings of the last"),
        hidden("D", "do('drop_side')", "Drop a side", "compare.drop-side", "leave the last side out, down to two"),
        hidden("r", "race('again')", "Race", "compare.race", "replay the race from the start"),
        Binding("space", "race('pause')", "Pause", id="compare.pause", tooltip="hold or continue the race; at its end, from the start"),
        Binding("space", "race('play')", "Play", id="compare.pause"),
        hidden("comma", "race('back')", "Step back", "compare.step-back", "one round earlier"),
        hidden("full_stop", "race('step')", "Step", "compare.step", "one round later"),
        hidden("z", "race('slow_motion')", "Slow motion", "compare.slow-motion", "play this side's current round"),
        hidden("f", "race('pace')", "Pace", "compare.pace", "replay slower than measured, as measured, or faster"),
        hidden("N", "do('runs')", "Runs", "compare.runs", "per side; the median counts"),
        hidden("M", "do('against')", "mlx-lm", "compare.mlx-lm", "race against its own generator, and back to plain decoding"),
        hidden("C", "do('card')", "Card", "compare.card", "save the result as one picture for sharing: SVG, 1200x630"),
        hidden("x", "do('page')", "Page", "compare.page", "save the race as one page for any browser, each token explained"),
        hidden("j", "do('json')", "JSON", "compare.json", "save the comparison, as specdeck compare --json prints it"),
    ]  # fmt: skip

    VERBS = {
        "stop": chatting.stop, "take": comparing.apply_best, "sweep": comparing.sweep, "best": comparing.search, "runs": comparing.next_runs, "against": comparing.race_mlx_lm, "drop_side": comparing.drop_side,
        "card": saving.save_card, "page": comparing.page, "json": saving.save_json,
    }  # fmt: skip
    NOW = {
        ("do", "stop"): lambda state: state.busy,
        ("do", "sweep"): lambda state: not state.contest.running,
        ("do", "best"): lambda state: not state.contest.running,
        ("race", "pause"): lambda state: state.contest.runs_shown,
    }

    def __init__(self, state: AppState) -> None:
        super().__init__(state)
        self.view, self.race = View(), Race(id="race")

    def body(self) -> ComposeResult:
        with Horizontal(id="sides"):
            for letter in LETTERS:
                yield Side(letter)
        with Vertical(id="empty"):
            yield TextStatic(HINT)
            yield Samples(id="samples")
        with Vertical(id="results"):
            yield self.race
            yield Findings(id="findings")
            yield Sweep(id="sweep")
        yield ComparisonProgress(id="progress")
        yield Status(id="status")
        yield Prompt(id="prompt", placeholder="A prompt for all sides; enter alone runs the last one again")

    # Drawing

    @property
    def moving(self) -> bool:
        return self.state.busy or self.race.moving

    @property
    def has_text(self) -> bool:
        return self.race.playback is not None

    def draw(self) -> None:
        contest, race, runs = self.state.contest, self.race, self.state.contest.runs_shown
        race.follow(runs, self.state.session.clock())
        super().draw()
        first_runs = contest.first_runs if contest.running and not runs else {}
        sides = LETTERS[: max(len(contest.letters), len(runs))]
        for name, so in (("running", contest.running), ("raced", runs), ("swept", contest.curve() or contest.best), ("watching", first_runs), ("many", len(sides) > 2)):
            self.set_class(bool(so), f"-{name}")
        replies = [lane.reply for lane in race.playback.lanes] if race.playback else [first_runs.get(letter) for letter in sides]
        self.view.confidence, self.view.split = self.state.view.confidence, self.state.view.split
        self.view.keep_within(replies)
        for letter, run, reply in zip_longest(LETTERS, runs, replies):
            panel = self.query_one(f"#side-{letter}", Side)
            panel.display = letter in sides
            if letter in sides:
                settings = comparing.side(self.state, letter) if letter in contest.letters else run.settings
                panel.show(settings, run, reply, self.view, FIRST_RUN if first_runs else "")
        self.query_one(Samples).show(self.state)
        if contest.running:
            self.query_one(ComparisonProgress).show(self.state)
        race.doubtful = bool(runs and headline(contest.comparisons).doubtful)
        race.show()
        self.query_one(Findings).show(contest, self.state.pair)
        self.query_one(Sweep).show(contest)
        self.query_one(Status).show(self.state, self.view)

    # What the keys do; those on one side change the side in focus

    @property
    def letter(self) -> Letter:
        """The side that keys change: the one in focus, else B."""
        focused: list[Letter] = [letter for letter in self.state.contest.letters if self.query_one(f"#side-{letter}", Side).has_focus_within]
        return focused[0] if focused else "b"

    def decides_keys(self) -> tuple[object, ...]:
        return *super().decides_keys(), self.found_best, self.race.moving

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Also, space and enter do one thing, and from the prompt tab goes to the sides."""
        if (action == "run" or parameters == ("take",)) and (action == "run") is self.found_best:
            return False
        if parameters in (("pause",), ("play",)) and (parameters == ("play",)) is not (self.has_text and not self.race.moving):
            return False
        return (action != "sides" or isinstance(self.focused, Prompt)) and super().check_action(action, parameters)

    def action_sides(self) -> None:
        self.query_one("#side-a", Side).text.focus()

    def action_add_side(self) -> None:
        if self.app.attempt(comparing.add_side):
            self.query_one(f"#side-{self.state.contest.letters[-1]}", Side).text.focus()

    @property
    def found_best(self) -> bool:
        """Whether enter takes what a search has just found; what is doubtful it measures again."""
        best = self.state.contest.best
        return bool(best and not best.doubtful and not self.state.busy and self.query_one(Prompt).text == self.state.contest.prompt)

    def action_run(self) -> None:
        """Run all sides on the prompt."""
        prompt = self.query_one(Prompt)
        if self.app.attempt(comparing.compare, prompt.text):
            prompt.fill(self.state.contest.prompt)
            self.query_one("#side-b", Side).text.focus()

    def action_test(self) -> None:
        prompt = self.query_one(Prompt).text
        if self.app.attempt(comparing.sample, prompt):
            self.app.push_screen(SamplingScreen(self.state))

    def action_race(self, verb: str) -> None:
        """Act on the race, if there is one."""
        if (race := self.race.playback) is None:
            self.app.refuse(Refusal("there is no race yet: enter runs all sides"))
            return
        if verb == "slow_motion":
            race.playing = False
            lane = race.lanes[min(LETTERS.index(self.letter), len(race.lanes) - 1)]
            if lane.recording.rounds:
                open_slow_motion(self.app, lane.recording, len(lane.reply.rounds) - 1)
        else:
            RACE_VERBS[verb](race)
        self.draw()

    def action_turn(self, what: str, by: int = 1) -> None:
        """Change the side: k or the temperature by a step, the rule, or plain decoding and back."""
        self.app.attempt(comparing.turn, self.letter, what, by)

    def action_drafter(self) -> None:
        letter = self.letter
        now, heading = comparing.side(self.state, letter).drafter, f"DRAFTER of side {letter.upper()}, for the next run"

        self.app.attempt(lambda state: self.app.choose(drafters_box(loaded_pair(state), now, heading), lambda state, name: comparing.change(state, letter, drafter=name)))

    # Messages from widgets

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        if event.text.startswith("/"):
            self.carry_out(event.text, self.app.say)
        elif self.found_best:
            self.action_do("take")
        else:
            self.action_run()

    @on(Prompt.Recalled)
    def _recalled(self, event: Prompt.Recalled) -> None:
        last = comparing.last_prompt(self.state)
        if event.key == "up" and last:
            self.query_one(Prompt).fill(last)
        elif not self.has_text:
            self.query_one(Samples).focus()

    @on(Samples.SampleChosen)
    def _sampled(self, event: Samples.SampleChosen) -> None:
        self.query_one(Prompt).fill(event.sample.prompt)
        self.action_run()

    @on(Chip.Pressed)
    async def _pressed(self, event: Chip.Pressed) -> None:
        side = next(node for node in event.chip.ancestors if isinstance(node, Side))
        self.set_focus(side.text)
        what = (event.chip.id or "").partition("-")[2]
        await self.run_action("drafter" if what == "drafter" else f"turn({what!r}, {event.step})")
