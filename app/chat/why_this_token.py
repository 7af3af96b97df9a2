"""Why a token is there: its verdict in words and numbers. Pure functions of a reply and one of its tokens."""

from dataclasses import dataclass

from specdeck.decoding.rules import rule_in_force
from specdeck.decoding.types import Round

from ..drawing.clean_text import one_line
from ..drawing.figures import precisely
from .reply import Reply, Token
from .wording import judged_words

SURE = ((0.9, "sure"), (0.5, "likely"), (0.2, "unsure"), (0.0, "unlikely"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the best tokens at a position: its id, its text, and its probability, None where that was not recorded."""

    id: int
    text: str
    chance: float | None


def row_of(round_: Round, token: Token) -> int:
    """The token's position in the draft's window, from 0."""
    return token.position - 1 if token.source == "accepted" else round_.accepted


def best(reply: Reply, token: Token) -> tuple[list[Choice], list[Choice]]:
    """The target's and the drafter's likeliest tokens at a token's position; empty if they were not recorded."""
    if token.source == "chosen" or not reply.rounds:
        return [], []
    round_ = reply.rounds[token.round]
    row = row_of(round_, token)
    return _choices(round_, round_.top_p, row), _choices(round_, round_.top_q, row)


def _choices(round_: Round, rows: tuple, row: int) -> list[Choice]:
    return [Choice(id, round_.names.get(id, f"#{id}"), chance) for id, chance in rows[row] if chance > 0] if row < len(rows) else []


def draw(reply: Reply, token: Token) -> float | None:
    """The random number u that the guess at a token's position was tested with."""
    if token.source == "chosen" or not reply.rounds:
        return None
    event, row = reply.rounds[token.round], row_of(reply.rounds[token.round], token)
    return event.u[row] if row < len(event.u) else None


def why(reply: Reply, token: Token) -> str:
    if token.source == "chosen":
        return "You chose this token; the reply continues from it."
    round_ = reply.rounds[token.round]
    if token.source == "plain":
        return "There was no draft in this round: the target wrote one token in one pass."
    if token.source == "bonus":
        n = len(round_.draft)
        whole = "The guess was accepted" if n == 1 else f"All {n} guesses were accepted"
        return f"{whole}, and the same pass also gave the next token: a bonus."
    rule = rule_in_force(round_.settings.rule, round_.settings.temperature)
    return (rule.why_accepted if token.source == "accepted" else rule.why_rejected).format_map(_figures(reply, token))


def _figures(reply: Reply, token: Token) -> dict[str, str]:
    """The names that a rule's words may use: the rejected guess, p and q of the position, and its test with u, formatted."""
    event, row = reply.rounds[token.round], row_of(reply.rounds[token.round], token)
    p, q, u = event.draft_p[row], event.draft_q[row], draw(reply, token)
    test = "" if u is None else judged_words(p, q, u, token.source == "accepted")
    missed = event.guesses[row] if token.source == "recovered" and row < len(event.guesses) else ""
    return {"p": precisely(p), "q": precisely(1.0 if q is None else q), "test": test, "guess": f"'{one_line(missed, 12)}'"}


def sureness(p: float) -> str:
    """How sure the target was of a token, as one of SURE's words."""
    return next(word for least, word in SURE if p >= least)
