"""The line between text and prompt: the selected token in words; else the legend, and what the engine is doing."""

from rich.cells import cell_len
from textual.content import Content

from ..actions.chatting import nearly_full
from ..app_state import AppState
from ..chat.token_places import View
from ..chat.wording import paused_words, place
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

    def show(self, state: AppState, view: View) -> None:
        """Draw the legend, and at the end of the line the state, or beside it the selected token in words. The legend is short beside a token, and
        where the state would be cut."""
        token = view.token if view.place else None
        if view.place and token:
            words, gap = f"{'paused · ' if state.held else ''}'{one_line(token.name, 12)}' {place(view.place[0], token)}", " "
        else:
            words, gap = one_line(doing(state)), "   "
        kinds, width = legend(view), self.content_size.width - cell_len(words)
        short = token is not None or sum(len(name) + len(gap) for _, name in kinds) > width
        pieces = [(SHORT.get(kind, kind) if short else name, LOOKS[kind]) for kind, name in kinds]
        line = Content.assemble(*(piece for one in pieces for piece in (one, gap)))
        self.put(Content.assemble(line, " " * (1 if token else max(0, width - line.cell_length)), (words, "$foreground" if token else "$origin-faint")))

    async def on_click(self) -> None:
        await self.run_action("screen.do('legend')")


def legend(view: View) -> tuple[tuple[str, str], ...]:
    """(look, words) of each class of token in the current view, in order."""
    kinds = CONFIDENCE if view.confidence else SPLIT if view.split else ORIGIN
    return kinds + ((("ghost", "rejected"),) if view.ghosts else ())


def doing(state: AppState) -> str:
    """What the engine is doing, in a few words; an error comes first."""
    reply = state.chat.reply
    if state.engine.trouble:
        return state.engine.trouble
    if state.pair is None or state.engine.loading:
        return state.engine.words(state.session.clock())
    if state.replay:
        return f"playing a recording, round {len(reply.rounds) if reply else 0}; esc skips to its end"
    if state.decoding and state.stopped == state.job:  # it ends after the round or the chunk of the prompt that is being computed
        return "stopping"
    if state.contest.running:
        return state.contest.now.doing
    if state.lesson.live:
        return state.lesson.live.doing
    if state.contest.sampling and state.contest.sampling.running:
        return state.contest.sampling.doing
    if state.speed.measuring:
        return "measuring plain decoding"
    if reply is None or not reply.live:
        return idle(state)
    if state.held:
        return f"{paused_words(reply)}: space goes on, . or → writes one round"
    if reply.phase == "writing":
        return f"writing, round {len(reply.rounds)}"
    return "reading the prompt"


def idle(state: AppState) -> str:
    """The hint that is shown while the engine does nothing."""
    if state.view.editing is not None:
        return f"editing message {state.view.editing + 1}: enter sends a branch, esc cancels"
    context, hosts = (state.pair.context, state.pair.hosts) if state.pair else (None, "")
    ready = " · ".join(filter(None, ("ready", hosts or state.catalogue.suggestion)))
    return state.journal.trouble or nearly_full(state.chat, context) or ready
