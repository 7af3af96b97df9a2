"""Ends a draft where one more guess costs more than it brings: the confidence-based stop of SpecDec++ (Huang et al. 2024) and of
llama.cpp's p_min, with the threshold computed from measured costs."""

from bisect import bisect_right
from itertools import accumulate
from math import prod
from operator import mul
from typing import Callable, Sequence

EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97)  # of the classes of probability in which acceptance is counted


def confidence(probability: float) -> int:
    """The class of a guess's own probability, counted from 0."""
    return bisect_right(EDGES, probability)


class EarlyStop:
    """Follows one draft. `floors[i]`: how likely the first i + 1 guesses must be accepted for another one to pay; `trust`: how often
    guesses of a probability are accepted; `acceptance`: how often those at each draft position are. `known`: the guesses that were seen."""

    def __init__(self, floors: Sequence[float], trust: Callable[[float], float], acceptance: Sequence[float] = ()) -> None:
        self._floors, self._trust, self._acceptance = floors, trust, acceptance
        self.known, self._alive = 0, 1.0

    def see(self, probability: float) -> None:
        """The next guess was drawn with this probability."""
        self.known += 1
        self._alive *= self._trust(probability)

    def ends(self, made: int) -> bool:
        """Whether the draft ends with its first `made` guesses. Those that were not seen count by the acceptance at their positions."""
        return made > len(self._floors) or self._alive * prod(self._acceptance[self.known : made]) < self._floors[made - 1]


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
