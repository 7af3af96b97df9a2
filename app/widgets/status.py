"""The line between text and prompt: the selected token in words; else the legend, and what the engine is doing."""

from rich.cells import cell_len
from textual.content import Content

from ..actions.chatting import nearly_full
from ..chat.token_places import View
from ..chat.wording import paused_words, place
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS
from .text_static import TextStatic

ORIGIN = (("accepted", "accepted draft"), ("own", "target's own"))
SPLIT = (("accepted", "accepted draft"), ("recovered", "recovered"), ("bonus", "bonus"), ("plain", "plain"))
CONFIDENCE = (("sure", "sure p>=.9"), ("likely", "likely >=.5"), ("unsure", "unsure >=.2"), ("unlikely", "unlikely <.2"))
SHORT = {"own": "own", "ghost": "rejected", "sure": ">=.9", "likely": ">=.5", "unsure": ">=.2", "unlikely": "<.2"}  # beside a token in words


class Status(TextStatic):
    """Legend and state; a click splits the legend."""

    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.tooltip = "l splits the target's own tokens"

    def show(self, deck: Deck, view: View) -> None:
        """Draw the legend, and at the end of the line the state, or beside it the selected token in words. The legend is short beside a token, and
        where the state would be cut."""
        token = view.token if view.place else None
        if view.place and token:
            state, gap = f"{'paused · ' if deck.held else ''}'{one_line(token.name, 12)}' {place(view.place[0], token)}", " "
        else:
            state, gap = one_line(doing(deck)), "   "
        kinds, width = legend(view), self.content_size.width - cell_len(state)
        short = token is not None or sum(len(words) + len(gap) for _, words in kinds) > width
        pieces = [(SHORT.get(name, name) if short else words, LOOKS[name]) for name, words in kinds]
        line = Content.assemble(*(piece for one in pieces for piece in (one, gap)))
        self.put(Content.assemble(line, " " * (1 if token else max(0, width - line.cell_length)), (state, "$foreground" if token else "$origin-faint")))

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
