"""The panel beside the chat: the token under the cursor, its round, the reply's figures."""

from bisect import bisect_left, bisect_right
from itertools import zip_longest
from operator import attrgetter

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from specdeck.decoding.types import Round

from ..chat.reply import Reply, Token
from ..chat.token_places import View
from ..chat.why_this_token import Choice, best, why
from ..chat.wording import place, verdicts
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


def explained(reply: Reply, index: int) -> Content:
    """Everything that the panel shows about one token."""
    token, settings = reply.tokens[index], reply.rounds[reply.tokens[index].round].settings if reply.rounds else None
    part = "" if not token.piece else f"  completes '{one_line(token.text, 8)}'" if token.text else "  part of a character"
    head = Content.assemble((f"TOKEN {index + 1}  ", "bold $origin-faint"), (f"'{one_line(token.name, 20)}'", LOOKS[token.source]), (part, "$origin-faint"))
    greedy = " (p, q: softmax at T 1)" if settings and settings.temperature == 0 else ""
    lines = [head, Content.assemble(place(reply, token), (greedy, "$origin-faint")), Content(why(reply, token))]
    target, drafter = best(reply, token)
    if target:
        lines += [Content(""), Content.styled(f"{'target p':<{RANK + 1}}{'drafter q' if drafter else ''}", "bold $origin-faint")]
        lines += [Content.assemble(_rank(p, token, "$origin-recovered"), " ", _rank(q, token, "$origin-accepted")) for p, q in zip_longest(target, drafter)]
    if not reply.live:
        lines.append(link("c continues from here with another token", "app.open('tokens')"))
    return Content("\n").join(lines)


def _rank(choice: Choice | None, token: Token, look: str) -> Content:
    """One of the best tokens, the explained one reversed."""
    if choice is None:
        return Content(" " * RANK)
    text = _padded(choice.text, TEXT, "bold reverse" if choice.id == token.id else "")
    return Content.assemble(text, f"{probability(choice.chance):>4} ", bar(choice.chance or 0.0, BAR, look))


def _padded(text: str, cells: int, look: str) -> Content:
    """A token's text in so many cells."""
    return Content.styled(one_line(text, cells - 1), look).truncate(cells, pad=True)


VERDICT_LOOKS = {"accepted": "$origin-accepted underline", "rejected": "$origin-rejected strike", "dropped": "$origin-faint dim", "untested": "$origin-faint dim"}


def hint(reply: Reply | None) -> Content:
    """How to select a round; empty before the first token."""
    return link("point at a token, or select one with\n← and → (tab leaves the prompt)", "screen.switch('text')") if reply and reply.tokens else Content("")


def round_table(reply: Reply, index: int) -> Content:
    """The round's guesses, one per line with p, q and verdict, and the target's own token; what the person chose in its middle stands in the
    place of the rest."""
    round_, at = reply.rounds[index], attrgetter("round")
    who = one_line(round_.drafter) if round_.draft else "no draft"
    who += f", from {one_line(round_.copied_from)}" if round_.copied_from else ""
    tokens = reply.tokens[bisect_left(reply.tokens, index, key=at) : bisect_right(reply.tokens, index, key=at)]
    rows = [_guess(round_, token.position - 1, "accepted") if token.source == "accepted" else _own(token) for token in tokens]
    if sum(token.source != "chosen" for token in tokens) == len(round_.tokens):
        kept = sum(token.source == "accepted" for token in tokens)
        own = next((at for at, token in enumerate(tokens) if token.source not in ("accepted", "chosen")), len(rows))
        rows[own:own] = [_guess(round_, at, verdict) for at, verdict in enumerate(verdicts(round_)) if at >= kept]
    return Content("\n").join([Content.assemble((f"ROUND {index + 1}", "bold"), (f"  {who}", "$origin-faint")), *rows])


def _guess(round_: Round, at: int, verdict: str) -> Content:
    """A guess with p and q, where they are known: mlx-lm tells neither."""
    text, p, q = "".join(round_.guesses[at : at + 1]), *(next(iter(chances[at:]), None) for chances in (round_.draft_p, round_.draft_q))
    chances = " ".join(f"{name} {probability(value):<4}" for name, value in (("p", p), ("q", q)) if value is not None)
    return Content.assemble(f"{at + 1} ", _padded(text, 10, VERDICT_LOOKS[verdict]), (f"{chances:<13} ", "$origin-faint"), verdict)


def _own(token: Token) -> Content:
    return Content.assemble("= ", _padded(token.name, 10, "$origin-recovered bold"), (f"p {probability(token.p):<11} ", "$origin-faint"), token.source)


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
        yield TextStatic(id="inspector")
        yield Figures(id="figures")
        yield TextStatic("ROUNDS", classes="heading strip")
        yield Rounds(id="rounds", classes="strip")
        yield TextStatic(id="change")
        yield TextStatic(id="detail")
        yield TextStatic(STEERING, id="steering")

    def inspect(self, view: View) -> None:
        self.query_one("#inspector", TextStatic).put(explained(*view.place) if view.place else Content(""))

    def show(self, deck: Deck) -> None:
        picked = deck.view.round
        reply = deck.view.place[0] if deck.view.place else deck.chat.reply
        self.query_one(Figures).show(deck)
        self.query_one(Rounds).show(reply, picked[1] if picked and picked[0] is reply else None)
        self.query_one("#change", TextStatic).put(Content(last_change(reply)))
        self.query_one("#detail", TextStatic).put(round_table(*picked) if picked else hint(reply))
