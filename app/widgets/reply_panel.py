"""The panel beside the chat: the token under the cursor, its round, the reply's figures."""

from bisect import bisect_left, bisect_right
from itertools import takewhile
from operator import attrgetter

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from specdeck.decoding.types import PLAIN, Round

from ..chat.reply import Reply, Token
from ..chat.token_places import Place, View
from ..chat.why_this_token import Choice, best, draw, why
from ..chat.wording import verdicts
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS, bar, link
from ..drawing.figures import probability
from .round_strip import Rounds, last_change
from .statistics_panel import Figures
from .text_static import TextStatic

BAR = 4  # cells of a bar
TEXT = 9  # cells of a token's text
RANK = TEXT + 5 + BAR  # cells of a token, its probability and its bar


class Inspector(TextStatic):
    """Explains the token under the cursor or the mouse."""

    _shown: tuple[Place, bool] | None = None

    def show(self, view: View) -> None:
        shown = (view.place, view.place[0].live) if view.place else None
        if shown != self._shown:
            self._shown = shown
            self.put(explained(*view.place) if view.place else Content(""))


def explained(reply: Reply, index: int) -> Content:
    """Everything that the panel shows about one token."""
    token = reply.tokens[index]
    parts = [_head(token, index), _where(reply, token), _numbers(reply, token), Content(why(reply, token))]
    target, drafter = best(reply, token)
    if target:
        parts += [Content(""), _heading(reply, token), *_ranks(target, drafter, token)]
    if not reply.live:
        parts.append(link("c continues from here with another token", "app.open('tokens')"))
    return Content("\n").join(parts)


def _head(token: Token, index: int) -> Content:
    head = Content.assemble((f"TOKEN {index + 1}  ", "bold $origin-faint"), (f"'{one_line(token.name, 20)}'", LOOKS[token.source]))
    return head + Content.styled(_part(token), "$origin-faint") if token.piece else head


def _part(token: Token) -> str:
    """What a token is that holds bytes of a character."""
    return f"  completes '{one_line(token.text, 8)}'" if token.text else "  part of a character"


def _where(reply: Reply, token: Token) -> Content:
    if token.source == "chosen" or not reply.rounds:
        return Content("chosen by you")
    event = reply.rounds[token.round]
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
    greedy = reply.rounds and reply.rounds[token.round].settings.temperature == 0
    return Content.assemble(*parts, ("   (softmax at T 1)" if greedy else "", "$origin-faint"))


def _heading(reply: Reply, token: Token) -> Content:
    return Content.styled(f"{'target p':<{RANK + 1}}{'drafter q' if reply.rounds[token.round].top_q else ''}", "bold $origin-faint")


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
    return Content.assemble((text.plain, mine), pad, f"{probability(choice.chance):>4} ", bar(choice.chance or 0.0, BAR, look))


VERDICT_LOOKS = {"accepted": "$origin-accepted underline", "rejected": "$origin-rejected strike", "dropped": "$origin-faint dim", "untested": "$origin-faint dim"}


class Detail(TextStatic):
    _shown: object = ()

    def show(self, reply: Reply | None, index: int | None) -> None:
        """Draw round `index` of a reply; None for the hint."""
        place = (reply, index) if reply is not None and index is not None and index < len(reply.rounds) else None
        shown = (place[0].job, index, len(place[0].tokens)) if place else bool(reply and reply.tokens)
        if shown != self._shown:
            self._shown = shown
            self.put(round_table(*place) if place else hint(reply))


def hint(reply: Reply | None) -> Content:
    """How to select a round; empty before the first token."""
    return link("point at a token, or select one with\n← and → (tab leaves the prompt)", "screen.switch('text')") if reply and reply.tokens else Content("")


def round_table(reply: Reply, index: int) -> Content:
    """The round's guesses, one per line with p, q and verdict, and the target's own token; what the person chose in its middle stands in the
    place of the rest."""
    round_ = reply.rounds[index]
    who = one_line(round_.drafter) if round_.draft else "no draft"
    who += f", from {one_line(round_.copied_from)}" if round_.copied_from else ""
    head = Content.assemble((f"ROUND {index + 1}", "bold"), (f"  {who}\n", "$origin-faint"))
    first, last = (bisect_left(reply.tokens, index, key=attrgetter("round")), bisect_right(reply.tokens, index, key=attrgetter("round")))
    tokens = reply.tokens[first:last]
    before = list(takewhile(_chosen, tokens))  # of a reply whose first token was chosen
    kept = list(takewhile(lambda token: not _chosen(token), tokens[len(before) :]))
    cut = len(before + kept) < len(tokens) and len(kept) < len(round_.tokens)
    guesses = [_guess(round_, at, verdict) for at, verdict in enumerate(verdicts(round_)[: len(kept) if cut else None])]
    own = [_own(token) for token in tokens[len(before) :] if token.source != "accepted"]
    return Content.assemble(head, Content("\n").join([*map(_own, before), *guesses, *own]))


def _chosen(token: Token) -> bool:
    return token.source == "chosen"


def _guess(round_: Round, at: int, verdict: str) -> Content:
    text = one_line(round_.guesses[at] if at < len(round_.guesses) else "", 9)
    chances = ""
    if at < len(round_.draft_p):
        q = round_.draft_q[at]
        chances = f"p {probability(round_.draft_p[at]):<4}" + (f" q {probability(q)}" if q is not None else "")
    pad = " " * max(0, 10 - Content(text).cell_length)
    return Content.assemble(f"{at + 1} ", (text, VERDICT_LOOKS[verdict]), pad, (f"{chances:<13} ", "$origin-faint"), verdict)


def _own(token: Token) -> Content:
    shown = one_line(token.name, 9)
    pad = " " * max(0, 10 - Content(shown).cell_length)
    return Content.assemble("= ", (shown, "$origin-recovered bold"), pad, (f"p {probability(token.p):<11} ", "$origin-faint"), token.source)


KEYS = (
    ("[ ]", "app.step('k', 1)", "shorter, longer drafts"),
    ("- =", "app.step('temperature', 1)", "lower, higher temperature"),
    ("d", "app.open('drafters')", "another drafter"),
    ("f1", "app.help", "all keys and commands"),
)
STEERING = Content("\n").join(
    [
        Content.styled("KEYS (press tab to leave the prompt)", "bold $origin-faint"),
        *(link(f"{key:<5}", action, "bold $accent") + link(words, action, "$foreground") for key, action, words in KEYS),
    ]
)


class ReplyPanel(VerticalScroll, can_focus=False):
    """Token, figures, rounds and the selected round; before the first reply the keys instead."""

    def compose(self) -> ComposeResult:
        yield Inspector(id="inspector")
        yield Figures(id="figures")
        yield TextStatic("ROUNDS", classes="heading strip")
        yield Rounds(id="rounds", classes="strip")
        yield TextStatic(id="change")
        yield Detail(id="detail")
        yield TextStatic(STEERING, id="steering")

    def inspect(self, view: View) -> None:
        self.query_one(Inspector).show(view)

    def show(self, deck: Deck) -> None:
        picked = deck.view.round
        reply = deck.view.place[0] if deck.view.place else deck.chat.reply
        self.query_one(Figures).show(deck)
        self.query_one(Rounds).show(reply, picked[1] if picked and picked[0] is reply else None)
        self.query_one("#change", TextStatic).put(Content(last_change(reply)))
        self.query_one(Detail).show(*(picked or (reply, None)))
