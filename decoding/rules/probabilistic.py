"""`probabilistic`: speculative sampling (Leviathan et al. 2023, Chen et al. 2023). Accept x with probability min(1, p(x)/q(x)). At the first miss
draw from the normalised max(0, p - q), after full acceptance from p. A point guess is a one-hot q."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from .acceptance_rule import AcceptanceRule, Array, RuleVerdict

if TYPE_CHECKING:
    from .draws import Draws


class Probabilistic(AcceptanceRule):
    """Accepts a guess with probability sum over x of min(p, q). No rule that judges guesses one by one can accept more."""

    name = "probabilistic"
    summary = "accepted with probability min(1, p/q)"
    why_accepted = "{test}: the guess is accepted."
    why_rejected = "{test}: the guess {guess} is rejected. This token is drawn from the residual, max(0, p - q)."

    def judge(self, guesses: Array, q: Array | None, shaped: Array, p: Array, draws: Draws) -> RuleVerdict:
        """Accept x if u * q(x) < p(x), strictly: p = 0 is never accepted."""
        import mlx.core as mx

        from .draws import at, draw_residual, leading, one_hot

        n = guesses.size
        q_rows = one_hot(guesses, p.shape[-1]) if q is None else q
        u = draws.tests(n)
        accepted = leading(u * at(q_rows, guesses) < at(p[:n], guesses))
        row_p = p[accepted]
        row_q = q_rows[mx.minimum(accepted, n - 1)] * (accepted < n)  # after full acceptance the residual is p itself
        own = draw_residual(mx.maximum(row_p - row_q, 0), row_p, draws.own())
        return RuleVerdict(accepted, own, u)

    def chance(self, p: Mapping[int, float], q: Mapping[int, float]) -> float:
        return sum(min(p[token], q.get(token, 0.0)) for token in p)


RULE = Probabilistic()
