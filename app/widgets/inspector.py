"""Why one token is there: its source, both probabilities, the random number, the verdict in words, and the other likely tokens.
"""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from specdeck.decoding.types import PLAIN

from ..chat.reply import Reply, Token
from ..chat.selection import Place, View
from ..chat.why_this_token import Choice, best, draw, why
from ..drawing.bars import bar
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..drawing.link import link
from ..drawing.token_styles import LOOKS
from .static_text import put

BAR = 4  # cells of a bar
TEXT = 9  # cells of a token's text
RANK = TEXT + 5 + BAR  # cells of a token, its probability and its bar


class Inspector(Static):
    """Explains the token under the cursor or the mouse."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: tuple[Place, bool] | None = None

    def show(self, view: View) -> None:
        """Draw the selected token; empty without one."""
        shown = (view.place, view.place[0].live) if view.place else None
        if shown != self._shown:
            self._shown = shown
            put(self, explained(*view.place) if view.place else Content(""))


def explained(reply: Reply, index: int) -> Content:
    """Everything that the panel shows about one token."""
    token = reply.tokens[index]
    parts = [_head(token, index), _where(reply, token), _numbers(reply, token), Content(why(reply, token))]
    target, drafter = best(reply, token)
    if target:
        parts += [Content(""), _heading(reply, token), *_ranks(target, drafter, token)]
    if not reply.live:
        parts.append(link("c continues from here with another token", "screen.branch"))
    return Content("\n").join(parts)


def _head(token: Token, index: int) -> Content:
    return Content.assemble((f"TOKEN {index + 1}  ", "bold $origin-faint"), (f"'{one_line(token.text, 20)}'", LOOKS[token.source]))


def _where(reply: Reply, token: Token) -> Content:
    if token.source == "chosen" or not reply.steps:
        return Content("chosen by you")
    event = reply.steps[token.round].event
    place = f", position {token.position} of {len(event.draft)}" if token.position else ""
    who = "" if event.drafter == PLAIN else f", drafter {one_line(event.drafter)}"
    who += f"\ncopied from {one_line(event.copied_from)}" if event.copied_from else ""
    return Content(f"{token.source}{place}\nround {token.round + 1}{who}")


def _numbers(reply: Reply, token: Token) -> Content:
    """p, q and u of this token; at temperature 0, p and q are shown as at temperature 1."""
    u = draw(reply, token) if token.source == "accepted" else None
    parts: list[str | tuple[str, str]] = ["p ", (probability(token.p), "bold")]
    if token.q is not None:
        parts += ["   q ", (probability(token.q), "bold")]
    if u is not None:
        parts += ["   u ", (probability(u), "bold")]
    greedy = reply.steps and reply.steps[token.round].event.settings.temperature == 0
    return Content.assemble(*parts, ("   (softmax at T 1)" if greedy else "", "$origin-faint"))


def _heading(reply: Reply, token: Token) -> Content:
    return Content.styled(f"{'target p':<{RANK + 1}}{'drafter q' if reply.steps[token.round].event.top_q else ''}", "bold $origin-faint")


def _ranks(target: list[Choice], drafter: list[Choice], token: Token) -> list[Content]:
    """The best tokens of both side by side, the token itself in bold."""
    rows = max(len(target), len(drafter))
    return [
        Content.assemble(_rank(target, at, token, "$origin-recovered"), " ", _rank(drafter, at, token, "$origin-accepted"))
        for at in range(rows)
    ]  # fmt: skip


def _rank(choices: list[Choice], at: int, token: Token, look: str) -> Content:
    if at >= len(choices):
        return Content(" " * RANK)
    choice = choices[at]
    text = Content(one_line(choice.text, TEXT - 1))
    pad = " " * max(0, TEXT - text.cell_length)
    mine = "bold reverse" if choice.id == token.id else ""
    return Content.assemble((text.plain, mine), pad, f"{probability(choice.chance):>4} ", bar(choice.chance, BAR, look))
