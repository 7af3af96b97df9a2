"""The line between text and prompt: the selected token in words; else the legend, and what the engine is doing."""

from textual.content import Content
from textual.widget import Widget

from ..actions.context_room import nearly_full
from ..chat.token_places import View
from ..chat.wording import paused_words, place
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS

ORIGIN = (("accepted", "accepted draft"), ("own", "target's own"))
SPLIT = (("accepted", "accepted draft"), ("recovered", "recovered"), ("bonus", "bonus"), ("plain", "plain"))
CONFIDENCE = (("sure", "sure p>=.9"), ("likely", "likely >=.5"), ("unsure", "unsure >=.2"), ("unlikely", "unlikely <.2"))
SHORT = {"own": "own", "ghost": "rejected", "sure": ">=.9", "likely": ">=.5", "unsure": ">=.2", "unlikely": "<.2"}  # beside a token in words


class Status(Widget):
    """Legend and state; a click splits the legend."""

    ALLOW_SELECT = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tooltip = "l splits the target's own tokens"
        self._shown: tuple[tuple[tuple[str, str], ...], str, str] = (ORIGIN, "", "")

    def show(self, deck: Deck, view: View) -> None:
        text = one_line(view.token.name, 12) if view.token else ""
        paused = "paused · " if deck.held else ""
        shown = (legend(view), doing(deck), f"{paused}'{text}' {place(view.place[0], view.token)}" if view.place and view.token else "")
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> Content:
        """One line: the legend, and beside it the state or the selected token in words. The legend is short beside a token, and where
        the state would be cut."""
        kinds, state, pointed = self._shown
        gap = " " if pointed else "   "
        whole, short = (
            Content.assemble(*(piece for name, words in these for piece in ((words, LOOKS[name]), gap)), gap if pointed else "")
            for these in (kinds, [(name, SHORT.get(name, name)) for name, _ in kinds])
        )
        legend = whole if not pointed and whole.cell_length + len(state) <= self.size.width else short
        room = max(0, self.size.width - legend.cell_length)
        if pointed:
            return Content.assemble(legend, (one_line(pointed, max(1, room)), "$foreground"))
        state = one_line(state, max(1, room)) if room > 4 else ""
        return Content.assemble(legend, " " * (room - Content(state).cell_length), (state, "$origin-faint"))

    async def on_click(self) -> None:
        await self.run_action("screen.do('legend')")


def legend(view: View) -> tuple[tuple[str, str], ...]:
    """(look, words) of each class of token in the current view, in order."""
    kinds = CONFIDENCE if view.confidence else SPLIT if view.split else ORIGIN
    return kinds + ((("ghost", "rejected"),) if view.ghosts else ())


def doing(deck: Deck) -> str:
    """What the engine is doing, in a few words; an error comes first."""
    reply = deck.chat.reply
    if deck.engine.trouble:
        return deck.engine.trouble
    if deck.pair is None or deck.engine.loading:
        return deck.engine.words(deck.session.clock())
    if deck.replay:
        return f"playing a recording, round {len(reply.rounds) if reply else 0}; esc skips to its end"
    if deck.decoding and deck.stopped == deck.job:  # it ends after the round or the chunk of the prompt that is being computed
        return "stopping"
    if deck.contest.running:
        return deck.contest.now.doing
    if deck.lesson.live:
        return deck.lesson.live.doing
    if deck.contest.sampling and deck.contest.sampling.running:
        return deck.contest.sampling.doing
    if deck.speed.measuring:
        return "measuring plain decoding"
    if reply is None or not reply.live:
        return idle(deck)
    if deck.held:
        return f"{paused_words(reply)}: space goes on, . or → writes one round"
    if reply.phase == "writing":
        return f"writing, round {len(reply.rounds)}"
    return "reading the prompt"


def idle(deck: Deck) -> str:
    """The hint that is shown while the engine does nothing."""
    if deck.view.editing is not None:
        return f"editing message {deck.view.editing + 1}: enter sends a branch, esc cancels"
    context, hosts = (deck.pair.context, deck.pair.hosts) if deck.pair else (None, "")
    ready = " · ".join(filter(None, ("ready", hosts or deck.catalogue.suggestion)))
    return deck.journal.trouble or nearly_full(deck.chat, context) or ready
