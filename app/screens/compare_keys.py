"""The compare screen's keys."""

from __future__ import annotations

from textual.binding import Binding

KEYS = [
    Binding("enter", "run", "Run", tooltip="run both sides on the prompt, one after the other"),
    Binding("escape", "escape", "Stop", show=False, tooltip="stop; otherwise switch between prompt and texts"),
    Binding("s", "sweep", "Sweep", tooltip="run side B with other values of k on the same prompt; repeat for a median"),
    Binding("t", "test", "Test", tooltip="test by sampling whether plain and drafted decoding follow one distribution"),
    Binding("r", "replay", "Race", show=False, tooltip="replay the race from the start"),
    Binding("space", "pause", "Pause", show=False, tooltip="pause or continue the race"),
    Binding("comma", "step(-1)", "Step back", show=False, tooltip="one round earlier"),
    Binding("full_stop", "step(1)", "Step", show=False, tooltip="one round later"),
    Binding("z", "slow_motion", "Slow motion", show=False, tooltip="play the current round of side B in slow motion"),
    Binding("f", "pace", "Pace", show=False, tooltip="replay slower than measured, as measured, or faster"),
    Binding("n", "runs", "Runs", show=False, tooltip="number of runs per side; the median counts"),
    Binding("d", "drafter", "Drafter", show=False, tooltip="the drafter of this side"),
    Binding("left_square_bracket", "k(-1)", "Shorter drafts", show=False, key_display="[", tooltip="fewer guesses per round"),
    Binding("right_square_bracket", "k(1)", "Longer drafts", show=False, key_display="]", tooltip="more guesses per round"),
    Binding("minus", "warmth(-1)", "Cooler", show=False, tooltip="a lower temperature on this side"),
    Binding("equals_sign", "warmth(1)", "Warmer", show=False, tooltip="a higher temperature on this side"),
    Binding("R", "rule", "Rule", show=False, tooltip="the next acceptance rule on this side"),
    Binding("p", "plain", "Plain", show=False, tooltip="switch this side between plain decoding and the current drafter"),
    Binding("x", "svg", "SVG", tooltip="save this screen as a picture"),
    Binding("c", "card", "Card", show=False, tooltip="save the result as one picture for sharing: SVG, 1200x630"),
    Binding("j", "json", "JSON", show=False, tooltip="save the comparison as JSON, as specdeck compare --json prints it"),
]
