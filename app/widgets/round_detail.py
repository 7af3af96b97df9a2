"""One round in full: each guess with both probabilities and its verdict."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from textual.content import Content
from textual.widgets import Static

from ..chat.reply import Reply, ShownRound, Token
from ..chat.wording import verdicts
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..drawing.link import link
from .static_text import put

LOOKS = {"accepted": "$origin-accepted underline", "rejected": "$origin-rejected strike", "dropped": "$origin-faint dim", "untested": "$origin-faint dim"}


class Detail(Static):
    """The table of one round, or a hint how to select one."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: object = ()

    def show(self, reply: Reply | None, index: int | None) -> None:
        """Draw round `index` of a reply; None for the hint."""
        place = (reply, index) if reply is not None and index is not None and index < len(reply.steps) else None
        shown = (place[0].job, index, len(place[0].tokens)) if place else bool(reply and reply.tokens)
        if shown != self._shown:
            self._shown = shown
            put(self, round_table(*place) if place else hint(reply))


def hint(reply: Reply | None) -> Content:
    """How to select a round; empty before the first token."""
    return link("point at a token, or select one with\n← and → (esc leaves the prompt)", "screen.escape") if reply and reply.tokens else Content("")


def round_table(reply: Reply, index: int) -> Content:
    """The round's guesses, one per line with p, q and verdict, and the target's own token."""
    step = reply.steps[index]
    event = step.event
    who = one_line(event.drafter) if event.draft else "no draft"
    who += f", from {one_line(event.copied_from)}" if event.copied_from else ""
    head = Content.assemble((f"ROUND {index + 1}", "bold"), (f"  {who}\n", "$origin-faint"))
    guesses = [_guess(step, at, verdict) for at, verdict in enumerate(verdicts(step))]
    first, last = bisect_left(reply.tokens, index, key=_round), bisect_right(reply.tokens, index, key=_round)
    own = [token for token in reply.tokens[first:last] if token.source != "accepted"]
    lines = [_own(token.text, token.source, token.p) for token in own]
    return Content.assemble(head, Content("\n").join(guesses + lines))


def _round(token: Token) -> int:
    return token.round


def _guess(step: ShownRound, at: int, verdict: str) -> Content:
    event = step.event
    text = one_line(step.guesses[at] if at < len(step.guesses) else "", 9)
    chances = ""
    if at < len(event.draft_p):
        q = event.draft_q[at]
        chances = f"p {probability(event.draft_p[at]):<4}" + (f" q {probability(q)}" if q is not None else "")
    pad = " " * max(0, 10 - Content(text).cell_length)
    return Content.assemble(f"{at + 1} ", (text, LOOKS[verdict]), pad, (f"{chances:<13} ", "$origin-faint"), verdict)


def _own(text: str, source: str, p: float | None) -> Content:
    shown = one_line(text, 9)
    pad = " " * max(0, 10 - Content(shown).cell_length)
    return Content.assemble("= ", (shown, "$origin-recovered bold"), pad, (f"p {probability(p):<11} ", "$origin-faint"), source)
