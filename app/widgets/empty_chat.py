"""What an empty chat shows: a recorded race on the first start, else a welcome and the sample prompts."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from specdeck.app.drawing.token_styles import LOOKS
from specdeck.app.records.recorded_race import RecordedRace

from .recorded_show import Show
from .samples import Samples

WELCOME = Content.assemble(
    "The text is always the target's. ",
    ("Underlined", LOOKS["accepted"]),
    " tokens were guessed by a drafter and accepted; ",
    ("bold", LOOKS["own"]),
    " ones the target wrote itself.\nAsk something below, or choose a sample (",
    ("down", "bold"),
    ", or the mouse):",
)


class EmptyChat(Vertical):
    """Race, welcome and samples; the style sheet shows one or the other."""

    def compose(self) -> ComposeResult:
        """The race above welcome and samples."""
        yield Show(id="show")
        yield Static(WELCOME, id="welcome", markup=False)
        yield Samples(id="samples")

    def show(self, race: RecordedRace) -> None:
        """Draw the race at its present time, as high as there is room."""
        self.query_one(Show).show(race, self.size.height)
