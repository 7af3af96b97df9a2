"""What every rule is at temperature 0: accept while the guess is the target's likeliest token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from .acceptance_rule import AcceptanceRule, Array

if TYPE_CHECKING:
    from .draws import Draws


class Greedy(AcceptanceRule):
    """Draws no random numbers. Not in RULES: it is in force at temperature 0 under every rule."""

    name = "greedy"
    summary = "accepted if it is the target's likeliest token"
    why_accepted = "The guess is the target's likeliest token: it is accepted."
    why_rejected = "The guess was {guess}; the target's likeliest token is this one."
    same_text = True

    def choose(self, shaped: Array, q: Array, draws: Draws, i: int) -> Array:
        return shaped.argmax(axis=-1)

    def own_choices(self, shaped: Array, p: Array, draws: Draws) -> Array:
        return shaped.argmax(axis=-1)

    def chance(self, p: Mapping[int, float], q: Mapping[int, float]) -> float:
        return float(max(p, key=p.__getitem__) == max(q, key=q.__getitem__))


RULE = Greedy()
