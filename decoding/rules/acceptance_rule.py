"""The base class of acceptance rules. At every position of a draft, p is the target's distribution, and q the guess's. Both are taken after
penalties, filters and temperature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple

if TYPE_CHECKING:
    from .draws import Draws

Array = Any  # an mx.array: this file loads no mlx


class RuleVerdict(NamedTuple):
    """A rule's verdict, lazy: how many guesses are accepted and the target's own token, both scalars. If the rule draws numbers to test guesses
    against, those (n,)."""

    accepted: Array
    own: Array
    u: Array | None = None


class AcceptanceRule:
    """One rule. The methods of this base class are the methods of `match`. The target draws from p at every position and accepts a guess while it
    equals the token drawn.

    `why_accepted` and `why_rejected` say why a guess was accepted or rejected. They may name the position's {guess}, {p}, {q} and {test}. The test is
    the comparison of u with p/q.
    """

    name: str
    summary: str  # when a guess is kept, in one line
    why_accepted: str
    why_rejected: str
    same_text = False  # whether the same seed gives the same text for every drafter and k
    token_by_token = True  # whether a guess's verdict does not depend on the guesses after it

    def choose(self, shaped: Array, q: Array, draws: Draws, i: int) -> Array:
        """A drafter's i-th guess (1,), from its shaped logits (1, V) and their probabilities q (1, V)."""
        from .draws import draw

        return draw(q, draws.draft(i))

    def choose_points(self, logits: Array, shape: Callable[[Array], Array], draws: Draws) -> Array:
        """Point guesses (n,) for the round's positions 0 to n - 1 from a drafter's raw logits (n, V). `shape` shapes them as
        the target's are shaped."""
        return logits.argmax(axis=-1)

    def own_choices(self, shaped: Array, p: Array, draws: Draws) -> Array:
        """The target's own choice (n,) for every row of its shaped logits (n, V), as in plain decoding. `p` are the rows' probabilities."""
        from .draws import draw

        return draw(p, draws.own(p.shape[0]))

    def judge(self, guesses: Array, q: Array | None, shaped: Array, p: Array, draws: Draws) -> RuleVerdict:
        """The verdict on n guesses, drawn from q (n, V) or points (None). `shaped` and `p` are the target's, both (n + 1, V)."""
        from .draws import leading

        choices = self.own_choices(shaped, p, draws)
        accepted = leading(guesses == choices[: guesses.size])
        return RuleVerdict(accepted, choices[accepted])

    def chance(self, p: Mapping[int, float], q: Mapping[int, float]) -> float:
        """The probability that a guess drawn from q stands, of p and q by token."""
        return sum(p[token] * q.get(token, 0.0) for token in p)
