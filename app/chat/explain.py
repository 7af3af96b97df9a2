"""Why a token is there: what the verdict on it was, in words and numbers. Pure functions of a reply and a token of it."""

from __future__ import annotations

from dataclasses import dataclass

from specdeck.app.drawing.clean import one_line

from .conversation import Reply, Step, Token
from .sentences import precisely

SURE = ((0.9, "sure"), (0.5, "likely"), (0.2, "unsure"), (0.0, "unlikely"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the best tokens at a place: its id, its text, and its probability."""

    id: int
    text: str
    chance: float


def row_of(step: Step, token: Token) -> int:
    """The position in the draft's window that a token stands at."""
    return token.position - 1 if token.source == "accepted" else step.event.accepted


def best(reply: Reply, token: Token) -> tuple[list[Choice], list[Choice]]:
    """The target's and the drafter's likeliest tokens at a token's place; empty where they were not recorded."""
    if token.source == "chosen" or not reply.steps:
        return [], []
    step = reply.steps[token.round]
    row = row_of(step, token)
    return _choices(step, step.event.top_p, row), _choices(step, step.event.top_q, row)


def _choices(step: Step, rows: tuple, row: int) -> list[Choice]:
    return [Choice(id, step.names.get(id, f"#{id}"), chance) for id, chance in rows[row]] if row < len(rows) else []


def draw(reply: Reply, token: Token) -> float | None:
    """The random number that the guess at a token's place was tested against."""
    if token.source == "chosen" or not reply.steps:
        return None
    event, row = reply.steps[token.round].event, row_of(reply.steps[token.round], token)
    return event.u[row] if row < len(event.u) else None


def missed(reply: Reply, token: Token) -> str:
    """The guess that a recovered token stands in place of."""
    step = reply.steps[token.round]
    at = step.event.accepted
    return step.guesses[at] if token.source == "recovered" and at < len(step.guesses) else ""


def why(reply: Reply, token: Token) -> str:
    """The verdict in a sentence or two."""
    if token.source == "chosen":
        return "You put it there; the reply goes on from it."
    step = reply.steps[token.round]
    if token.source == "plain":
        return "Nobody guessed in this round: the target wrote it, one pass for one token."
    if token.source == "bonus":
        n = len(step.event.draft)
        stood = "The guess stood" if n == 1 else f"All {n} guesses stood"
        return f"{stood}, and the same pass told the next token as well: a bonus."
    if step.event.settings.temperature == 0:
        return _greedily(reply, token)
    return {"probabilistic": _tested, "coupled": _coupled, "match": _matched}[step.event.settings.rule](reply, token)


def _greedily(reply: Reply, token: Token) -> str:
    if token.source == "accepted":
        return "The guess is the target's likeliest token: it stands."
    return f"The guess was {_quoted(missed(reply, token))}; the target's likeliest token is this one."


def _tested(reply: Reply, token: Token) -> str:
    """u q < p, with the numbers."""
    event, row, u = reply.steps[token.round].event, row_of(reply.steps[token.round], token), draw(reply, token)
    p, q = event.draft_p[row], event.draft_q[row]
    q = 1.0 if q is None else q  # a point guess is drawn with certainty
    sign = "<" if token.source == "accepted" else ">="
    sum_ = f"u {precisely(u)} x q {precisely(q)} = {precisely(u * q)} {sign} p {precisely(p)}"
    if token.source == "accepted":
        return f"{sum_}: the guess stands."
    return f"{sum_}: the guess {_quoted(missed(reply, token))} falls. This one is drawn from what p has over q."


def _coupled(reply: Reply, token: Token) -> str:
    if token.source == "accepted":
        return "With the same noise on both, target and drafter chose the same token: it stands."
    return f"With the same noise on both, the drafter chose {_quoted(missed(reply, token))} and the target this one."


def _matched(reply: Reply, token: Token) -> str:
    if token.source == "accepted":
        return "The target drew from p, and drew what was guessed: it stands."
    return f"The guess was {_quoted(missed(reply, token))}; the target drew this one from p."


def _quoted(text: str) -> str:
    return f"'{one_line(text, 12)}'"


def sureness(p: float) -> str:
    """How sure the target was of a token, as one of SURE's words."""
    return next(word for least, word in SURE if p >= least)
