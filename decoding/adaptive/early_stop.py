"""Ends a draft where one more guess costs more than it brings: the confidence-based stop of SpecDec++ (Huang et al. 2024) and of
llama.cpp's p_min, with the threshold computed from measured costs."""

from bisect import bisect_right
from itertools import accumulate
from operator import mul
from typing import Callable, Sequence

EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97)  # of the classes of probability in which acceptance is counted


def confidence(probability: float) -> int:
    """The class of a guess's own probability, counted from 0."""
    return bisect_right(EDGES, probability)


class EarlyStop:
    """Follows one draft. `floors[i]`: how likely the first i + 1 guesses must be accepted for another one to pay; `trust`: how often
    guesses of a probability are accepted."""

    def __init__(self, floors: Sequence[float], trust: Callable[[float], float]) -> None:
        self._floors, self._trust = floors, trust
        self._made, self._alive = 0, 1.0

    def ends_after(self, probability: float) -> bool:
        """Whether the draft ends with this guess, which was drawn with this probability."""
        self._made += 1
        self._alive *= self._trust(probability)
        return self._made > len(self._floors) or self._alive < self._floors[self._made - 1]


def floors(seconds: Sequence[float], acceptance: Sequence[float], rate: float) -> list[float]:
    """The floors after 1, 2, … guesses, from the seconds of rounds with 0, 1, … guesses, the acceptance at each draft position, and the
    tokens per second that a second is worth.

    After i guesses the draft goes on while the chance that all of them are accepted is above floor i. With the rate r in tokens per
    second that decoding reaches here and the seconds C(n) of a round with n guesses, more guesses up to n bring `alive` times the sum of
    the products of their acceptance and cost r (C(n) - C(i)); floor i is where the best n just pays. The chance is the product over the
    guesses so far of how often guesses of such a probability were accepted, which at first is taken to be the probability itself.

    It stays exact under every rule, because whether guess i + 1 is drawn depends only on what was drawn before it, never on that guess
    itself: at each prefix the next token is either drawn from q and tested, or drawn from p, and both give p. Block verification judges
    prefixes from their ends; its proof holds at each prefix by itself, whether a branch ends there or goes on.
    """
    found = []
    for made in range(1, len(acceptance)):
        gains = accumulate(accumulate(acceptance[made:], mul))  # expected accepted guesses among the next 1, 2, …
        found.append(min(rate * (seconds[n] - seconds[made]) / max(gain, 1e-9) for n, gain in enumerate(gains, made + 1)))
    return found
