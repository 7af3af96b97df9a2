"""What the compare screen's keys do: an action for each key of compare_keys.py."""

from __future__ import annotations

from typing import Callable

from specdeck.app.actions import chatting, comparing, saving, saving_results
from specdeck.app.actions.slash_commands import K_STEP, T_STEP
from specdeck.app.compare.playback import Playback
from specdeck.app.compare.trials import RUNS, Letter
from specdeck.app.notices import Refusal
from specdeck.app.widgets.compare_side import Side
from specdeck.app.widgets.prompt_field import Prompt
from specdeck.decoding.types import PLAIN

from .boxes import open_drafters, open_slow_motion
from .sampling import SamplingScreen


class CompareActions:
    """The actions of the compare screen; those on one side change the side in focus."""

    @property
    def letter(self) -> Letter:
        """The side that keys change: the one in focus, else B."""
        side = next((node for node in self.focused.ancestors if isinstance(node, Side)), None) if self.focused else None
        return side.letter if side else "b"

    def action_run(self) -> None:
        """Run both sides on the prompt."""
        prompt = self.query_one(Prompt)
        if self.app.attempt(lambda: comparing.compare(self.deck, prompt.text)):
            prompt.fill(self.deck.contest.prompt)
            self.query_one("#side-b", Side).text.focus()

    def action_escape(self) -> None:
        """Stop; else switch between prompt and texts."""
        prompt = self.query_one(Prompt)
        if not chatting.stop(self.deck):
            self.set_focus(self.query_one("#side-b", Side).text if self.focused is prompt else prompt)

    def action_sweep(self) -> None:
        """Run side B with other values of k."""
        self.app.attempt(lambda: comparing.sweep(self.deck))

    def action_test(self) -> None:
        """Side B against plain decoding, by short continuations."""
        prompt = self.query_one(Prompt).text
        if self.app.attempt(lambda: comparing.sample(self.deck, prompt)):
            self.app.push_screen(SamplingScreen(self.deck))

    def action_replay(self) -> None:
        """Replay the race from the start."""
        self._with_playback(Playback.again)

    def action_pause(self) -> None:
        """Pause or continue the race."""
        self._with_playback(Playback.pause)

    def action_step(self, by: int) -> None:
        """Go one round back or forward."""
        self._with_playback(lambda playback: playback.step(by))

    def action_slow_motion(self) -> None:
        """Play the round that side B has come to."""
        self._with_playback(self._play_round)

    def _play_round(self, playback: Playback) -> None:
        playback.playing = False
        lane = playback.lanes[1]
        if lane.recording.steps:
            open_slow_motion(self.app, lane.recording, len(lane.reply.steps) - 1)

    def action_pace(self) -> None:
        """Replay at the next pace."""
        self._with_playback(Playback.next_speed)

    def _with_playback(self, act: Callable[[Playback], object]) -> None:
        if self.playback is None:
            self.app.refuse(Refusal("there is no race yet: enter runs both sides"))
        else:
            act(self.playback)
            self.draw()

    def action_runs(self) -> None:
        """Choose the next number of runs."""
        contest = self.deck.contest
        contest.runs = RUNS[(RUNS.index(contest.runs) + 1) % len(RUNS)]
        self.app.attempt(lambda: "one run per side" if contest.runs == 1 else f"{contest.runs} runs per side: the median counts")

    def action_k(self, by: int) -> None:
        """Longer or shorter drafts."""
        self._change(self.letter, **self._stepped(self.letter, k=by))

    def action_warmth(self, by: int) -> None:
        """A higher or lower temperature."""
        self._change(self.letter, **self._stepped(self.letter, t=by))

    def _stepped(self, letter: Letter, k: int = 0, t: int = 0) -> dict[str, object]:
        now = comparing.side(self.deck, letter)
        return {"k": now.k + k * K_STEP} if k else {"temperature": round(now.temperature + t * T_STEP, 3)}

    def action_rule(self) -> None:
        """Choose the next rule."""
        self._next_rule(self.letter)

    def _next_rule(self, letter: Letter) -> None:
        self._change(letter, rule=comparing.rule_after(self.deck, letter))

    def action_plain(self) -> None:
        """Switch the side between plain decoding and the last drafter."""
        plain = comparing.side(self.deck, self.letter).drafter == PLAIN
        self._change(self.letter, drafter=self.deck.previous if plain else PLAIN)

    def action_drafter(self) -> None:
        """Open the list of drafters."""
        self._choose(self.letter)

    def _choose(self, letter: Letter) -> None:
        now, heading = comparing.side(self.deck, letter).drafter, f"DRAFTER of side {letter.upper()}, for the next run"
        self.app.attempt(lambda: open_drafters(self.app, self.deck, now, lambda name: self._change(letter, drafter=name), heading))

    def _change(self, letter: Letter, **fields: object) -> None:
        self.app.attempt(lambda: comparing.change(self.deck, letter, **fields))

    def action_svg(self) -> None:
        """Save the screen as SVG."""
        self.app.attempt(lambda: saving.put("compare", "svg", self.app.export_screenshot(title="specdeck compare")))

    def action_card(self) -> None:
        """Save the result as a picture for sharing."""
        self.app.attempt(lambda: saving_results.save_card(self.deck))

    def action_json(self) -> None:
        """Save the comparison as `compare --json` prints it."""
        self.app.attempt(lambda: saving_results.save_json(self.deck))
