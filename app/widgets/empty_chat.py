"""What an empty chat shows: a recorded race on the first start, else a welcome and the sample prompts."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ..drawing.token_styles import LOOKS
from ..records.recorded_race import RecordedRace
from .recorded_show import Show
from .samples import Samples

WHAT = Content.assemble(
    "A small model guesses a few tokens, the big one checks them all in one pass: the same text, sooner. ",
    ("/lesson", "bold $accent"),
    " (F4) explains it in ten minutes.",
)
WORDS = Content.assemble(
    ("target ", "bold"),
    " the big model   ",
    ("k", "bold"),
    " guesses in a round, at most\n",
    ("drafter", "bold"),
    " what guesses    ",
    ("T", "bold"),
    " temperature (0: the likeliest token)\n",
    ("underlined", LOOKS["accepted"]),
    " guessed and accepted   ",
    ("bold", LOOKS["own"]),
    " the target's own",
)
HOW = Content.assemble("Ask something, or choose a sample and its drafter (", ("down", "bold"), ", or the mouse):")
ROOM = 14  # lines below which the words would leave no room for the samples


class EmptyChat(Vertical):
    """Race, welcome and samples; the style sheet shows one or the other."""

    def compose(self) -> ComposeResult:
        """The race above welcome and samples."""
        yield Show(id="show")
        for name, content in (("what", WHAT), ("words", WORDS), ("how", HOW)):
            yield Static(content, classes=f"welcome {name}", markup=False)
        yield Samples(id="samples")

    def on_resize(self) -> None:
        """Leave room for the samples."""
        self.set_class(self.size.height < ROOM, "-low")

    def show(self, race: RecordedRace) -> None:
        """Draw the race at its present time, as high as there is room."""
        self.query_one(Show).show(race, self.size.height)
