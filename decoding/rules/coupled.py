"""`coupled`: drafter and target choose with the same Gumbel noise, keyed by position; accept while the choices agree.

The target's choice at a position depends on the seed, the position and p alone. So plain decoding, every drafter and every k give the same text.
Source of the coupling: Daliri, Musco, Suresh (2024).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Mapping

from .acceptance_rule import AcceptanceRule, Array

if TYPE_CHECKING:
    from .draws import Draws


class Coupled(AcceptanceRule):
    """The choice is argmax(log p + noise), which is a draw from p."""

    name = "coupled"
    summary = "both draw with the same noise; accepted if they agree"
    why_accepted = "With the noise of this position the target chose the guess too: it is accepted."
    why_rejected = "With the noise of this position the target chose this token, and the guess was {guess}."
    same_text = True

    def choose(self, shaped: Array, q: Array, draws: Draws, i: int) -> Array:
        return (shaped + draws.noise(i)).argmax(axis=-1)

    def choose_points(self, logits: Array, shape: Callable[[Array], Array], draws: Draws) -> Array:
        return _with_noise(shape(logits), draws)

    def own_choices(self, shaped: Array, p: Array, draws: Draws) -> Array:
        return _with_noise(shaped, draws)

    def chance(self, p: Mapping[int, float], q: Mapping[int, float]) -> float:
        """1 / sum over j of max(p_j/p_i, q_j/q_i), summed over i (Daliri, Musco, Suresh, 2024)."""
        tokens, both = {*p, *q}, [token for token in p if p[token] > 0 and q.get(token, 0.0) > 0]
        return sum(1 / sum(max(p.get(j, 0.0) / p[i], q.get(j, 0.0) / q[i]) for j in tokens) for i in both)


def _with_noise(shaped: Array, draws: Draws) -> Array:
    """The choice (n,) for every row of shaped logits (n, V). Row i has the noise of the round's position i."""
    import mlx.core as mx

    return (shaped + mx.stack([draws.noise(i) for i in range(shaped.shape[0])])).argmax(axis=-1)


RULE = Coupled()
