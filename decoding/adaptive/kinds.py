"""Kinds of text: what stood after earlier prompts, each counting by how like it is to the one at hand.

Whoever copies, or answers, or makes something up, is asked for it in like words. Two prompts are as like as the tokens that they
share, rare ones counting most (the cosine of their tf-idf vectors, each token once; Spärck Jones 1972). Knows tokens and counts.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from itertools import chain
from typing import NamedTuple, Sequence

from .outcomes import Outcomes

MEMORY = 64  # prompts
SAME = 4.0  # what a reply to the very same prompt counts beside the one being written; to another, less by the square of its likeness
FADED = 0.95  # what replies to a prompt count once there was another to it


class Past(NamedTuple):
    """A prompt: its tokens, each once, and what stood in the replies to it."""

    prompt: frozenset[int]
    outcomes: Outcomes


class Kinds:
    """The last prompts, and the one that is being replied to."""

    def __init__(self) -> None:
        self._past: deque[Past] = deque(maxlen=MEMORY)
        self._now: Past | None = None

    def begin(self, prompt: Sequence[int]) -> Outcomes:
        """A reply to this prompt begins: what is to be expected of it, after what stood in replies to like ones."""
        if self._now and self._now.outcomes:
            self._remember(self._now)
        self._now = Past(frozenset(prompt), Outcomes())
        expected, weight = Outcomes(), self._weights().__getitem__
        here = sum(map(weight, self._now.prompt))
        for past in self._past:
            likeness = _likeness(sum(map(weight, past.prompt)), here, sum(map(weight, past.prompt & self._now.prompt)))
            expected.add_all(past.outcomes, SAME * likeness**2)
        return expected

    def note(self, drafter: str, accepted: int, tested: int) -> None:
        """What stood of a draft in the reply that is being written."""
        if self._now:
            self._now.outcomes.add(drafter, accepted, tested)

    def _remember(self, now: Past) -> None:
        """Each prompt once: its replies fade into the last of them."""
        for same in [past for past in self._past if past.prompt == now.prompt]:
            self._past.remove(same)
            now.outcomes.add_all(same.outcomes, FADED)
        self._past.append(now)

    def _weights(self) -> dict[int, float]:
        """What sharing a token says: the square of its inverse document frequency."""
        prompts = [past.prompt for past in self._past] + [self._now.prompt]
        held = Counter(chain.from_iterable(prompts))
        worth = {count: math.log((len(prompts) + 1) / (count + 0.5)) ** 2 for count in range(1, len(prompts) + 1)}
        return {token: worth[count] for token, count in held.items()}


def _likeness(one: float, other: float, shared: float) -> float:
    """Of two prompts, by what their tokens weigh and those in both: from 0, nothing shared, to 1, the same tokens."""
    return shared / math.sqrt(one * other) if shared else 0.0
