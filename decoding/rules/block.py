"""`block`: block verification (Sun et al. 2024, "Block Verification Accelerates Speculative Decoding", algorithm 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from .acceptance_rule import AcceptanceRule, Array, RuleVerdict

if TYPE_CHECKING:
    from .draws import Draws


class BlockVerification(AcceptanceRule):
    """The draft is judged as a whole. Each prefix is tested with a random number of its own, and the longest prefix that passes is accepted. The text
    has the target's distribution, as under `probabilistic`. On average no fewer guesses are accepted, in one verdict over the same numbers. A draft
    of one guess is judged as under `probabilistic`.

    Let r_i = p_i(x_i) / q_i(x_i) at the draft's i-th guess x_i. The weight of a prefix is `w_0 = 1`, `w_i = min(1, w_(i-1) r_i)`. It is what
    the target still owes to the prefix, over what the drafter drew of it. Let `S_i = sum over x of max(0, w_i p_(i+1)(x) - q_(i+1)(x))`. The
    prefix of i guesses passes its test with probability `h_i = S_i / (S_i + 1 - w_i)`. The whole draft of n guesses passes with `h_n = w_n`.
    After the longest prefix that passed, i guesses, the target's own token is drawn from `max(0, w_i p_(i+1) - q_(i+1))`. After the whole draft
    it is drawn from p_(n+1).

    Why it is exact: the prefix of i guesses is accepted, whatever comes after it, with probability w_i. Longer prefixes have w_i - S_i of
    that, and its own test adds (1 - w_i + S_i) h_i = S_i.
    """

    name = "block"
    summary = "the longest prefix of the draft that passes its test is accepted"
    why_accepted = "The longest prefix of the draft that passed its test has this guess in it (p {p}, q {q}): it is accepted."
    why_rejected = "No prefix with the guess {guess} in it passed its test (p {p}, q {q} here). This token is drawn from the residual."
    token_by_token = False

    def judge(self, guesses: Array, q: Array | None, shaped: Array, p: Array, draws: Draws) -> RuleVerdict:
        """A number u < h_i passes, strictly: a prefix that the target cannot write has w = 0 and never passes."""
        import mlx.core as mx

        from .draws import draw_residual, one_hot

        n = guesses.size
        drawn: Array = one_hot(guesses, p.shape[-1]) if q is None else q
        weights = _prefix_weights(p[:n], drawn, guesses)
        # (n, V), of the prefixes of 0 to n - 1 guesses. No prefix goes beyond a guess whose q is NaN: the one before it is owed all of w p
        owed = mx.maximum(weights[:n, None] * p[:n] - mx.where(mx.isnan(drawn), 0, drawn), 0)
        passed = draws.tests(n) < _test_chances(weights, owed.sum(axis=-1))
        accepted = (mx.arange(1, n + 1) * passed).max()
        residual = owed[mx.minimum(accepted, n - 1)] * (accepted < n)  # all zero after the whole draft
        return RuleVerdict(accepted, draw_residual(residual, p[accepted], draws.own()))

    def chance(self, p: Mapping[int, float], q: Mapping[int, float]) -> float:
        """Of a draft's first guess. A later one's chance depends on the guesses before it."""
        return sum(min(p[token], q.get(token, 0.0)) for token in p)


def _prefix_weights(p: Array, q: Array, guesses: Array) -> Array:
    """w_0 to w_n (n + 1,) of the guesses (n,), from p and q (n, V). They are computed in logarithms, never above 0:
    `log w_i = L_i - max(L_0, ..., L_i)`. Here L_i is the sum of the first i log r."""
    import mlx.core as mx

    from .draws import at

    steps = mx.log(at(p, guesses)) - mx.log(at(q, guesses))
    sums = mx.concatenate([mx.zeros(1), mx.cumsum(steps)])
    return mx.exp(sums - mx.cummax(sums))


def _test_chances(weights: Array, owed: Array) -> Array:
    """h_1 to h_n (n,), from w_0 to w_n (n + 1,) and S_0 to S_(n-1) (n,)."""
    import mlx.core as mx

    inner, sums = weights[1:-1], owed[1:]
    total = sums + 1 - inner
    return mx.concatenate([mx.where(total > 0, sums / mx.maximum(total, 1e-30), 0), weights[-1:]])


RULE = BlockVerification()
