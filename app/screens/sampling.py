"""The test of equal distributions: two histograms, the verdict, and the planted fault that it must find."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from ..actions import chatting, comparing
from ..compare.sampling import TOKENS, Drafted
from ..deck import Deck
from ..widgets.histograms import Histograms
from .modal import Modal

FRAME = 0.1  # seconds between two drawings


class SamplingScreen(Modal[None]):
    """Draws the deck's sampling, which runs until it is complete or the screen is closed."""

    BINDINGS = [
        ("escape", "close", "Close"),
        ("f", "fault", "Fault"),
        ("n", "tokens", "Next token only"),
        ("m", "more", "More"),
        ("left", "position(-1)", "Left"),
        ("right", "position(1)", "Right"),
    ]

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self.position: int | None = None  # None: the one at which the sides differ most
        self.drafted: Drafted = "tested"

    def compose(self) -> ComposeResult:
        """Histograms in a box."""
        with VerticalScroll(classes="box sampling"):
            yield Histograms(id="histograms")

    def begin(self) -> None:
        """Draw at intervals while continuations arrive."""
        self.set_interval(FRAME, self.draw)
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the chosen position and side."""
        sampling = self.deck.sampling
        if sampling and self.whole:
            position = self.position if self.position is not None else 0 if sampling.running else sampling.widest(self.drafted)
            self.query_one(Histograms).show(sampling, position, self.drafted, self.size.height, comparing.why_another_rule(self.deck, sampling.drafted))

    def action_close(self) -> None:
        """Stop the sampling and close."""
        if self.deck.sampling and self.deck.sampling.running:
            chatting.stop(self.deck)
        self.dismiss(None)

    def action_fault(self) -> None:
        """Switch between the real verdicts and the planted fault: the same guesses, all accepted."""
        self.drafted = "tested" if self.drafted == "untested" else "untested"
        self.draw()

    def action_position(self, by: int) -> None:
        """Show another position of the continuations."""
        if self.deck.sampling:
            now = self.deck.sampling.widest(self.drafted) if self.position is None else self.position
            self.position = (now + by) % self.deck.sampling.tokens
            self.draw()

    def action_tokens(self) -> None:
        """Switch between one token per continuation and several."""
        self._again(1, TOKENS if self.deck.sampling and self.deck.sampling.tokens == 1 else 1)

    def action_more(self) -> None:
        """Draw twice as many continuations."""
        self._again(2, self.deck.sampling.tokens if self.deck.sampling else TOKENS)

    def _again(self, times: int, tokens: int) -> None:
        """Start again with so many times as many draws."""
        if sampling := self.deck.sampling:
            self.position = None
            self.app.attempt(lambda: comparing.sample(self.deck, sampling.prompt, times * sampling.draws, tokens))
            self.draw()
