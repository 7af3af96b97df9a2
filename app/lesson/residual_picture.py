"""Why speculative sampling is exact, as a picture: each token's bar is the sum of accepted guesses and the residual.

It needs p and q by token; both can be changed by keys. Pure arithmetic and styled text.
"""

from __future__ import annotations

from typing import Mapping, Sequence

from textual.content import Content

from ..drawing.figures import probability
from ..drawing.token_styles import LOOKS
from .round_pictures import FULL, line, quoted

Shares = Mapping[int, float]  # token id -> probability
NUDGE = 0.05  # of a token's weight, per key press
LABEL, SUM = 14, 20  # columns before and after a bar, at most
IS_P = " = p"  # what an equation ends with
KEPT, ADDED, LOST = FULL, "▒", "░"
LOOK_KEPT, LOOK_ADDED, LOOK_LOST = "$origin-accepted", "$origin-recovered", "$origin-rejected"


def nudged(shares: Shares, tokens: Sequence[int], name: str, turned: Mapping[str, int]) -> dict[int, float]:
    """The distribution after keys changed weights: `turned` holds the steps of "p@2", the third token's p. The sum stays 1."""
    steps = dict.fromkeys(tokens, 0)
    for key, by in turned.items():
        which, _, place = key.partition("@")
        if which == name and place:
            steps[tokens[int(place) % len(tokens)]] += by
    moved = {token: max(0.0, share + NUDGE * steps.get(token, 0)) for token, share in (dict.fromkeys(tokens, 0.0) | dict(shares)).items()}
    total = sum(moved.values())
    return {token: share / total for token, share in moved.items()} if total > 0 else dict(shares)


def kept(p: Shares, q: Shares, token: int) -> float:
    """min(p, q): the probability that the token is guessed and accepted."""
    return min(p.get(token, 0.0), q.get(token, 0.0))


def added(p: Shares, q: Shares, token: int) -> float:
    """The probability that a guess is rejected and the token is drawn from the residual: the chance of a rejection times the
    token's share of the residual, which is max(0, p - q)."""
    over = {one: max(0.0, p[one] - q.get(one, 0.0)) for one in p}
    rejected = 1.0 - sum(kept(p, q, one) for one in p)
    total = sum(over.values())
    return rejected * over.get(token, 0.0) / total if total > 0 else 0.0


def stack(p: Shares, q: Shares, tokens: Sequence[int], names: Mapping[int, str], chosen: int, width: int) -> list[Content]:
    """The sums, a bar for each token and one for all others, and the equation of the chosen token."""
    others = [token for token in {*p, *q} if token not in tokens]
    rows = [(quoted(names[token], 10), [token]) for token in tokens] + ([("others", others)] if others else [])
    parts = [_parts(p, q, group) for _, group in rows]
    longest = max([keeps + adds + loses for keeps, adds, loses in parts] + [1e-9])
    wide = max(6, width - LABEL - SUM)
    accepted = sum(kept(p, q, token) for token in p)
    sums = ((KEPT, "accepted", accepted, LOOK_KEPT), (ADDED, "residual", 1 - accepted, LOOK_ADDED), (LOST, "rejected", 1 - accepted, LOOK_LOST))
    return [
        Content("  ").join(line((f"{mark * 2} {name} {probability(share)}", look)) for mark, name, share, look in sums),
        *(_row(name, part, longest, wide, at == chosen) for at, ((name, _), part) in enumerate(zip(rows, parts))),
        _equation(p.get(tokens[chosen], 0.0), q.get(tokens[chosen], 0.0), names[tokens[chosen]], width),
    ]


def _parts(p: Shares, q: Shares, group: Sequence[int]) -> tuple[float, float, float]:
    """Accepted, added by the residual, and rejected guesses of some tokens."""
    keeps, adds = sum(kept(p, q, token) for token in group), sum(added(p, q, token) for token in group)
    return keeps, adds, sum(max(0.0, q.get(token, 0.0) - p.get(token, 0.0)) for token in group)


def _row(name: str, parts: tuple[float, float, float], longest: float, wide: int, chosen: bool) -> Content:
    ends = [round(sum(parts[: at + 1]) / longest * wide) for at in range(3)]
    cells = [ends[0], ends[1] - ends[0], ends[2] - ends[1]]
    bars = [(mark * count, look) for mark, count, look in zip((KEPT, ADDED, LOST), cells, (LOOK_KEPT, LOOK_ADDED, LOOK_LOST))]
    keeps, adds, _ = parts
    said = f"  {_number(keeps)} + {_number(adds)} = {probability(keeps + adds)}"
    return line((f"{'▸ ' if chosen else '  '}{name:<{LABEL - 2}}", "bold" if chosen else "$foreground"), *bars, " " * (wide - ends[2]), said)


def _equation(p: float, q: float, name: str, width: int) -> Content:
    """The sum of the two shares of p, in a line of at most `width` columns: the token's name is cut to the room there is."""
    shares, total = f": min({probability(p)}, {probability(q)}) + max(0, {probability(p)} - {probability(q)}) = ", probability(p)
    room = width - len(shares) - len(total) - len(IS_P)
    return line((quoted(name, min(7, room)) + shares, "$foreground"), (total, LOOKS["own"]), (IS_P, "bold"))


def _number(value: float) -> str:
    return probability(value) if value > 0 else "0  "
