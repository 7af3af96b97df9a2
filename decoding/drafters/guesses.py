"""Draws a draft guess by guess, each from the drafter's own q, which is shaped like the target's p, and ends it where one more
guess does not pay."""

from typing import Callable

import mlx.core as mx

from ..accept import NO_DRAFT, Draft, choose
from ..logits import chances, shape, to_width
from ..rules.array_helpers import on_host
from .base import DraftRequest


class Guesses:
    """The guesses of one draft of the drafter `name` so far, as lazy arrays. Only a draft that may end early waits for guesses: on a CPU for
    each, on a GPU for each but the last, so that the GPU always has a guess to compute.

    Every guess is drawn under the same penalties, filters, temperature and rule as the target's own tokens; penalties count the guesses
    before it. The q that it was drawn from is kept for the verdict.
    """

    def __init__(self, request: DraftRequest, name: str) -> None:
        self._request, self._name = request, name
        self._stop = request.estimator.early_stop(name, request.room) if request.estimator else None
        self._before = request.before
        self._tokens: list[mx.array] = []
        self._q: list[mx.array] = []
        self._own: list[mx.array] = []  # the probability (1,) with which each guess was drawn
        self._unseen = int(mx.default_device().type == mx.DeviceType.gpu)  # guesses that the end of a draft is decided without

    def __len__(self) -> int:
        return len(self._tokens)

    def draw(self, logits: mx.array) -> mx.array:
        """Draw the next guess (1,) from the drafter's raw logits (1, V)."""
        row = shape(to_width(logits, self._request.draws.width, self._request.suppressed), self._request.settings, self._before)
        q = chances(row)
        token = choose(row, q, self._request.settings, self._request.draws, len(self))
        own = q[0, token] if self._stop else token
        mx.async_eval(token, own)  # the device computes this guess while the host builds the next one's pass
        self._own.append(own)
        self._tokens.append(token)
        self._q.append(q)
        if self._before.size:
            self._before = mx.concatenate([self._before, token.astype(self._before.dtype)])
        return token

    def wants_more(self) -> bool:
        """Whether to draw another guess. Ask once after each; the answer depends on the guesses so far and never on the next, so that it
        does not bias the text."""
        if self._stop is None or len(self) >= self._request.room:
            return len(self) < self._request.room
        for own in self._own[self._stop.known : len(self) - self._unseen]:
            self._stop.see(on_host(own)[0])
        return not self._stop.ends(len(self))

    def chain(self, logits: mx.array, step: Callable[[mx.array], mx.array]) -> Draft:
        """A draft whose first guess is drawn from `logits` (1, V) and each other one from `step` of the guess (1,) before it."""
        token = self.draw(logits)
        while self.wants_more():
            token = self.draw(step(token))
        return self.draft()

    def draft(self) -> Draft:
        """All guesses as a Draft."""
        return Draft(self._name, mx.concatenate(self._tokens), mx.concatenate(self._q)) if self._tokens else NO_DRAFT
