"""A round in slow motion, over the chat or the race: the guesses, their tests, the target's own token."""

from __future__ import annotations

import time

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from ..actions import saving
from ..chat.reply import Reply
from ..chat.slow_motion import EDGE, moment_at, moments, stops
from ..drawing.animated_svg import animated_svg
from ..widgets.slow_motion import SlowMotion, slow_motion
from .modal import Modal

FRAME = 1 / 12  # seconds between two frames
COLUMNS = 84  # columns of the saved picture
KEYS = "space: pause, again   , . step   left, right: round   x: animated SVG"


class SlowMotionScreen(Modal[None]):
    """Plays one round of a reply."""

    BINDINGS = [
        ("escape,z", "dismiss(None)", "Close"),
        ("space", "pause", "Pause"),
        ("comma", "step(-1)", "Step back"),
        ("full_stop", "step(1)", "Step"),
        ("left", "turn(-1)", "Earlier"),
        ("right", "turn(1)", "Later"),
        ("x", "svg", "SVG"),
    ]

    def __init__(self, reply: Reply, index: int) -> None:
        super().__init__()
        self.reply = reply
        self._open(index)

    def _open(self, index: int) -> None:
        self.index = index % len(self.reply.steps)
        self.moments = moments(self.reply.steps[self.index])
        self.at, self.playing, self._last = 0.0, True, time.monotonic()

    @property
    def length(self) -> float:
        """Seconds until the last moment."""
        return sum(moment.seconds for moment in self.moments[:-1])

    def compose(self) -> ComposeResult:
        """The round in a box."""
        with Vertical(classes="box slow-motion"):
            yield SlowMotion(id="slow-motion")
            yield Static(KEYS, classes="keys", markup=False)

    def begin(self) -> None:
        """Start to play."""
        self.set_interval(FRAME, self.tick)
        self.call_after_refresh(self.draw)

    def tick(self) -> None:
        """Advance by the time that has passed."""
        now = time.monotonic()
        passed, self._last = now - self._last, now
        if self.playing and self.at < self.length:
            self.at += passed
            self.draw()

    def draw(self) -> None:
        """Draw the present moment."""
        if self.whole:
            self.query_one(SlowMotion).show(self.reply.steps[self.index], moment_at(self.moments, self.at))

    def on_resize(self, event: events.Resize) -> None:
        """Draw the present moment in the new width."""
        self.call_after_refresh(self.draw)

    def action_pause(self) -> None:
        """Pause or continue; at the end, start again."""
        if self.at >= self.length:
            self._open(self.index)
        else:
            self.playing = not self.playing
        self.draw()

    def action_step(self, by: int) -> None:
        """Pause, and go to the next or the last thing that happens."""
        self.playing = False
        times = stops(self.moments)
        others = [at for at in times if at > self.at + EDGE] if by > 0 else [at for at in times if at < self.at - EDGE][::-1]
        self.at = next(iter(others), self.at)
        self.draw()

    def action_turn(self, by: int) -> None:
        """Go to the round before or after."""
        self._open(self.index + by)
        self.draw()

    def action_svg(self) -> None:
        """Save all moments as an animated SVG."""
        step = self.reply.steps[self.index]
        frames = [(moment.seconds, slow_motion(step, moment, COLUMNS)) for moment in self.moments]
        self.app.attempt(lambda: saving.put("round", "svg", animated_svg(frames, COLUMNS, self.app.theme_variables)))
