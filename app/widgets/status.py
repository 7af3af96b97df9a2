"""The line between text and prompt: the token under the mouse in words; else the legend, and what the engine is doing."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from ..clean import one_line
from ..deck import Deck

LEGENDS = {
    False: (("accepted", "accepted draft"), ("own", "target's own")),
    True: (("accepted", "accepted draft"), ("recovered", "recovered"), ("bonus", "bonus"), ("plain", "plain")),
}
LOOKS = {
    "accepted": "$origin-accepted underline",
    "own": "$origin-recovered bold",
    "recovered": "$origin-recovered bold",
    "bonus": "$origin-bonus bold reverse",
    "plain": "$origin-plain bold",
}


class Status(Widget):
    """Legend and state. Posts Clicked when the legend is clicked."""

    ALLOW_SELECT = False

    class Clicked(Message):
        """The legend was clicked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tooltip = "l splits the target's own tokens"
        self._shown: tuple[bool, str, str] = (False, "", "")

    def show(self, deck: Deck, split: bool, pointed: str = "") -> None:
        """Another state; `pointed` is the token under the mouse, in words."""
        shown = (split, doing(deck), pointed)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> Content:
        """One line."""
        split, state, pointed = self._shown
        if pointed:
            return Content.styled(one_line(pointed, self.size.width), "$foreground")
        parts = [piece for name, words in LEGENDS[split] for piece in ((words, LOOKS[name]), "   ")]
        legend = Content.assemble(*parts)
        room = self.size.width - legend.cell_length
        state = one_line(state, max(1, room)) if room > 4 else ""
        return Content.assemble(legend, " " * (room - Content(state).cell_length), (state, "$origin-faint"))

    def on_click(self, event: events.Click) -> None:
        """Split the target's own tokens, or draw them as one."""
        self.post_message(self.Clicked())


def doing(deck: Deck) -> str:
    """What is going on, in a few words."""
    reply = deck.chat.reply
    if deck.trouble:
        return deck.trouble
    if deck.pair is None or deck.loading:
        return deck.doing
    if deck.measuring:
        return "measuring plain decoding"
    if reply is None or not reply.live:
        return "ready"
    if reply.phase == "writing":
        return f"writing, round {len(reply.steps)}"
    return "reading the prompt"
