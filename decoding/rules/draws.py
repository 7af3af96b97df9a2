"""What the rules share: the random numbers of a round. Also drawing tokens in proportion to weights, counting accepted
guesses, and picking values."""

from typing import Any

import mlx.core as mx

NO_TOKENS = mx.array([], mx.uint32)

_MASK = 2**64 - 1
_PURPOSES = {"noise": 1, "draft": 2, "test": 3, "own": 4}


class Draws:
    """The random numbers of round `index`, whose first new token has the absolute position `base`. A row of logits has `width` numbers. Each number
    has a key of its own, so none serves two purposes.

    The Gumbel noise of the rule `coupled` is keyed by (seed, position), the same for target and drafter. So a seed gives the same text for every
    drafter and k. All other numbers are keyed by (seed, purpose, round, position)."""

    def __init__(self, seed: int, index: int, base: int, width: int) -> None:
        self.base = base
        self.width = width
        self._seed = seed
        self._index = index
        self._noise: dict[int, mx.array] = {}

    def noise(self, i: int) -> mx.array:
        """Gumbel noise (V,) of the position base + i, the same for target and drafter and in any round."""
        if i not in self._noise:
            key = mx.random.key(_state(self._seed, "noise", self.base + i))
            self._noise[i] = mx.random.gumbel((self.width,), key=key)
        return self._noise[i]

    def draft(self, i: int) -> mx.array:
        """A uniform number (1,) in [0, 1) for drawing the i-th guess from q."""
        return mx.array([_number(self._seed, "draft", self._index, i)])

    def tests(self, n: int) -> mx.array:
        """Uniform numbers (n,) in [0, 1) that the guesses are tested against."""
        return mx.array([_number(self._seed, "test", self._index, i) for i in range(n)])

    def own(self, rows: int = 1) -> mx.array:
        """Uniform numbers (rows,) in [0, 1) for the target's own choices, one for each row of its logits."""
        return mx.array([_number(self._seed, "own", self._index, i) for i in range(rows)])


def _number(seed: int, purpose: str, *parts: int) -> float:
    """A number in [0, 1) with the 24 bits that a float32 holds. Computed on the host: on the device one number takes six operations."""
    return (_state(seed, purpose, *parts) >> 40) / 2**24


def _state(seed: int, purpose: str, *parts: int) -> int:
    state = _mix(seed & _MASK)
    for part in (_PURPOSES[purpose], *parts):
        state = _mix(state ^ part)
    return state


def _mix(x: int) -> int:
    """The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): it maps neighbouring integers to unrelated 64-bit integers."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def on_host(array: mx.array) -> list[Any]:
    """The values of an array of at least one dimension, as (nested) lists; waits for the device."""
    values = array.tolist()
    assert isinstance(values, list)
    return values


def draw(weights: mx.array, numbers: mx.array) -> mx.array:
    """One token for each row (n,), drawn in proportion to the weights (n, V). It inverts their cumulative sum at the row's number (n,) in [0, 1).

    A token of weight 0 is never drawn, even where a parallel cumulative sum is not quite monotonic. Then the heaviest token is taken.
    """
    sums = mx.cumsum(weights, axis=-1)
    hit = (sums > numbers[:, None] * sums[:, -1:]) & (weights > 0)
    return mx.argmax(mx.where(hit, mx.inf, weights), axis=-1)


def draw_residual(residual: mx.array, p: mx.array, number: mx.array) -> mx.array:
    """The target's own token, a scalar, for a `number` (1,). It is drawn from the residual (V,), or from p (V,) where the residual is all zero."""
    return draw(mx.where(residual.sum() > 0, residual, p)[None], number)[0]


def one_hot(guesses: mx.array, width: int) -> mx.array:
    """The q (n, V) of point guesses (n,): each was drawn with certainty."""
    return (mx.arange(width) == guesses[:, None]).astype(mx.float32)


def leading(agree: mx.array) -> mx.array:
    """The number of leading trues of a vector (n,), a scalar."""
    return mx.cumprod(agree.astype(mx.int32)).sum()


def at(rows: mx.array, tokens: mx.array) -> mx.array:
    """The values (n,) of rows (n, V) at tokens (n,)."""
    return mx.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]
