"""An index of a growing token list that knows where the longest suffix of the list occurred before.

A suffix automaton (Blumer et al. 1985): appending a token takes amortised constant time, and the longest suffix that also occurs earlier
is then known at once, whatever the length of the list. Knows nothing of drafting.
"""

from __future__ import annotations

REFRESH = 8  # suffix classes whose latest occurrence is updated for each token; shorter suffixes may name an older occurrence


class SuffixIndex:
    """`length` and `end`: the longest suffix of `tokens` that also occurs earlier, and the index just past that occurrence."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.length = 0
        self.end = 0
        self._next: list[dict[int, int]] = [{}]  # transitions by state; a state is a class of substrings with the same end positions
        self._link = [-1]
        self._longest = [0]
        self._latest = [0]
        self._last = 0

    def extend(self, tokens: list[int]) -> None:
        """Append tokens; `length` and `end` then describe the new suffix."""
        for token in tokens:
            self._append(token)

    def _append(self, token: int) -> None:
        self.tokens.append(token)
        state, new = self._last, self._new_state(self._longest[self._last] + 1, len(self.tokens))
        while state >= 0 and token not in self._next[state]:
            self._next[state][token] = new
            state = self._link[state]
        self._link[new] = self._target(state, token) if state >= 0 else 0
        self._last = new
        self._note_match(self._link[new])

    def _target(self, state: int, token: int) -> int:
        """The state that `token` leads to from `state`; a clone of it where longer substrings share that state."""
        target = self._next[state][token]
        if self._longest[state] + 1 == self._longest[target]:
            return target
        clone = self._new_state(self._longest[state] + 1, self._latest[target])
        self._next[clone] = dict(self._next[target])
        self._link[clone] = self._link[target]
        self._link[target] = clone
        while state >= 0 and self._next[state].get(token) == target:
            self._next[state][token] = clone
            state = self._link[state]
        return clone

    def _note_match(self, state: int) -> None:
        """Record the match of this state, then set the latest occurrence of its suffixes to the end of the list."""
        self.length, self.end = self._longest[state], self._latest[state]
        for _ in range(REFRESH):
            if state <= 0:
                return
            self._latest[state] = len(self.tokens)
            state = self._link[state]

    def _new_state(self, longest: int, latest: int) -> int:
        self._next.append({})
        self._link.append(0)
        self._longest.append(longest)
        self._latest.append(latest)
        return len(self._link) - 1
