"""The random numbers of one round, each from a key of its own, so that no number serves two purposes.

The Gumbel noise of the rule `coupled` is keyed by (seed, position), the same for target and drafter, so that a seed gives the
same text for every drafter and k. All other numbers are keyed by (seed, purpose, round, position).
"""

import mlx.core as mx

_MASK = 2**64 - 1
_PURPOSES = {"noise": 1, "draft": 2, "test": 3, "own": 4}


class Draws:
    """The random numbers of round `index`, whose first new token has the absolute position `base`; a row of logits has `width` numbers."""

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
