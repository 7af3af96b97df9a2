"""Track: a model, its cache, and how much of a sequence the cache has read. The only code that knows what caches can do.

Target and drafters use the same one. What cannot rewind goes back to a snapshot, and its recurrent layers are fed what stands of
the round once more (replay.py). Where they cannot be, it falls *behind* its sequence, as after an edited prompt or where a drafter
was switched on late: the next read feeds what is unread together with what is new. It may also be *ahead*: everything is read
and the logits of the next position are in hand.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Iterator, Sequence

import mlx.core as mx

from . import cache
from .accept import suppress
from .common_prefix import common_prefix
from .recurrent_replay import Reader, Tape, find_readers
from .shape_only import shape_only
from .taps import Heard, Place, Taps

CHUNKS = {mx.DeviceType.cpu: 256, mx.DeviceType.gpu: 512}  # tokens read at a time: on a CPU what more of them say leaves its cache
CHECKPOINTS = 4  # prompt ends remembered where a cache cannot rewind


class Track:
    """Follows one token sequence at a time. `sequence` is the owner's own list, which it appends to; `length` tokens of it (and
    then perhaps guesses that are not in it) have been read; `passes` counts forwards. `suppressed` are tokens (m,) that the model
    is not to say: in all logits they are impossible."""

    def __init__(self, model: Any, kv_bits: int | None = None, suppressed: Sequence[int] = ()) -> None:
        self.model = model
        self.suppressed = mx.array(suppressed, mx.uint32) if suppressed else None
        self.passes = 0
        self._taps: Taps | None = None
        self._readers: tuple[Reader, ...] | None = None  # None: not looked for yet
        self._kv_bits = kv_bits
        self.reset()

    def reset(self) -> None:
        """Forget everything read."""
        self.sequence: list[int] = []
        self.length = 0
        self._entries = cache.make_entries(self.model, self._kv_bits)
        self._row: mx.array | None = None  # (1, V): logits after the last token read
        self._held: tuple[int, list[Any]] | None = None  # length and state before the guesses of this round
        self._tape: Tape | None = None  # what was read since, where that can be replayed
        self._checkpoints: list[tuple[int, list[Any]]] = []
        self._heard: list[Heard] = []  # rows of the positions from _delivered on, in order
        self._delivered = 0  # positions before this one were handed out

    def forget(self) -> None:
        """Forget what was read, and follow the same sequence: what broke in the middle of a forward may have read half of it."""
        sequence = self.sequence
        self.reset()
        self.sequence = sequence

    @property
    def unread(self) -> list[int]:
        """Tokens of the sequence that the cache has not read."""
        return self.sequence[self.length :]

    @property
    def rewinds(self) -> bool:
        """Whether the cache can go back to any length by itself, so that checkpoints would be idle."""
        return all(cache.always_rewinds(entry) for entry in cache.flat(self._entries))

    @property
    def quantised(self) -> bool:
        """Whether any entry of the cache is."""
        return any(isinstance(entry, cache.QuantisedCache) for entry in cache.flat(self._entries))

    def width(self) -> int:
        """How many logits the model gives, by a forward on a fresh cache that is never evaluated: what it raises there, it would
        raise in a reply."""
        with shape_only():
            return self.model(mx.array([[0, 0]]), cache=cache.make_entries(self.model, self._kv_bits)).shape[-1]

    @property
    def nbytes(self) -> int:
        """Bytes that the cache holds, snapshots not counted."""
        return sum(array.nbytes for array in cache.arrays(self._entries))

    @property
    def entries(self) -> int:
        """How many entries the cache has: one for every layer that has a cache, from the first."""
        return len(self._entries)

    def held(self, entry: int, upto: int) -> tuple[mx.array, mx.array]:
        """The keys and values (1, heads, n, head_dim) in this entry that a token after the first `upto` tokens attends to."""
        return cache.keys_values(self._entries[entry], upto)

    def follow(self, sequence: list[int]) -> int:
        """Follow another sequence from as far as it agrees with what was read; returns the number of tokens held.

        At least its last token is left unread. A cache that cannot rewind goes back to the last checkpoint that fits.
        """
        common = min(common_prefix(self.sequence, sequence), self.length, len(sequence) - 1)
        self.keep(common)
        self._held = self._tape = None
        self._checkpoints = [point for point in self._checkpoints if point[0] <= self.length]
        self.sequence = sequence
        return self.length

    def prefill(self, upto: int, checkpoint: int = -1, chunk: int | None = None) -> Iterator[int]:
        """Read the sequence up to position `upto` in chunks, yielding the length after each; a checkpoint is kept at position
        `checkpoint`, where the read stops for it."""
        chunk = chunk or CHUNKS[mx.default_device().type]
        while self.length < upto:
            edge = checkpoint if self.length < checkpoint < upto else upto
            self._forward(_ids(self.sequence[self.length : min(self.length + chunk, edge)]))
            mx.eval(cache.arrays(self._entries), self._heard)  # rows not worked out would hold on to the whole pass
            if self.length == checkpoint:
                self._keep_checkpoint()
            mx.clear_cache()
            yield self.length

    def read(self, draft: mx.array | None = None) -> mx.array:
        """One forward over what is unread and then the draft (n,): logits (n + 1, V); row i predicts what follows draft[:i].

        A debt beyond 2(n + 1) tokens is settled by a forward of its own first, so that it cannot grow round by round.
        """
        n = 0 if draft is None else draft.size
        if n and len(self.unread) > 2 * (n + 1):
            self._row = self._forward(_ids(self.unread))[-1:]
        if n:
            self._hold()
        unread = self.unread
        parts = ([_ids(unread)] if unread else []) + ([draft] if n else [])
        rows = self._forward(mx.concatenate(parts) if len(parts) > 1 else parts[0]) if parts else None
        if not unread:
            rows = self._row if rows is None else mx.concatenate([self._row, rows])
        self._row = rows[-1:]
        return rows[-(n + 1) :]

    def step(self, token: mx.array, certain: bool = False) -> mx.array:
        """Read one token (1,) beyond the sequence: a guess, or (`certain`) the next token before the host knows it; (1, V)."""
        if not certain:
            self._hold()
        self._row = self._forward(token)[-1:]
        return self._row

    def keep(self, upto: int) -> None:
        """Keep at most the first `upto` tokens of what was read. A cache that cannot rewind goes back to the snapshot of this round
        and replays what stands; where it cannot do that either it goes back to the last snapshot before, and is behind; with
        none it forgets all."""
        self._drop_heard(upto)
        if upto >= self.length:
            self._held = self._tape = None
            return
        self._row = None
        if all(cache.can_rewind(entry, upto) for entry in cache.flat(self._entries)):
            self._rewind(upto)
        elif not self._replay(upto):
            self._restore(upto)
        self._tape = None

    def listen(self, places: Sequence[Place]) -> None:
        """Remember from now on what passes these places, for `hear`."""
        self._taps, self._readers = Taps(self.model, places), None  # the model's parts are where they were no more
        self._delivered = self.length

    def hear(self) -> tuple[int, Heard]:
        """What was heard since the last call, each position once: the first position, and per place the rows (n, H)."""
        start, segments = self._delivered, self._heard
        self._heard, self._delivered = [], start + _rows(segments)
        places = segments[0] if segments else ()
        return start, {place: mx.concatenate([segment[place] for segment in segments]) for place in places}

    def _add_heard(self, rows_by_place: Heard, start: int) -> None:
        """Keep the rows of positions not heard yet: what is read again says the same again."""
        fresh = self._delivered + _rows(self._heard) - start
        self._heard.append({place: rows[fresh:] for place, rows in rows_by_place.items()} if fresh else rows_by_place)

    def _drop_heard(self, upto: int) -> None:
        """Forget what rejected tokens said. What was handed out and is gone now will be heard again."""
        if not self._taps:
            return
        self._delivered, left = min(self._delivered, upto), max(0, upto - self._delivered)
        kept = []
        for segment in self._heard:
            kept.append({place: rows[:left] for place, rows in segment.items()})
            left -= _rows(kept[-1:])
        self._heard = [segment for segment in kept if _rows([segment])]

    def _forward(self, tokens: mx.array) -> mx.array:
        with self._tape.recording() if self._tape else nullcontext():
            logits = self.model(tokens[None], cache=self._entries)[0]
        if self._taps:
            self._add_heard(self._taps.take(), self.length)
        self.length += tokens.size
        self.passes += 1
        return suppress(logits, self.suppressed)

    def _rewind(self, upto: int) -> None:
        for entry in cache.flat(self._entries):
            cache.rewind(entry, upto)
        self.length = upto

    def _replay(self, upto: int) -> bool:
        """Go back into this round; whether that was possible."""
        if not self._tape or self._held[0] > upto or not self._fits(self._held[1], upto):
            return False
        length, states = self._held
        for entry, state in self._pairs(states):
            cache.rewind(entry, upto) if state is None else cache.restore(entry, state)
        self._tape.replay(upto - length)
        self.length, self._held = upto, None
        return True

    def _restore(self, upto: int) -> None:
        points = [*self._checkpoints, *([self._held] if self._held else [])]
        length, states = max((p for p in points if p[0] <= upto), key=lambda p: p[0], default=(0, None))
        if states is None or not self._fits(states, length):
            self.forget()
            return
        for entry, state in self._pairs(states):
            cache.rewind(entry, length) if state is None else cache.restore(entry, state)
        self.length = length

    def _fits(self, states: list[Any], upto: int) -> bool:
        """Whether all that has no state here can rewind to `upto`."""
        return all(state is not None or cache.can_rewind(entry, upto) for entry, state in self._pairs(states))

    def _hold(self) -> None:
        """Before the first guess of a round: remember the state of what cannot rewind, and from here on what it reads. Nothing to
        do where everything can."""
        if self.length > len(self.sequence) or (self._held and self._held[0] == self.length):
            return
        states = [None if cache.can_rewind(e, self.length) else cache.snapshot(e) for e in cache.flat(self._entries)]
        self._held = (self.length, states) if any(state is not None for state in states) else None
        self._tape = self._new_tape() if self._held else None

    def _new_tape(self) -> Tape | None:
        """A blank tape, if it can bring forward every entry that is held."""
        if self._readers is None:
            self._readers = find_readers(self.model)
        held = [entry for entry, state in self._pairs(self._held[1]) if state is not None]
        return Tape(self._readers) if self._readers and held == cache.recurrent(self._entries) else None

    def _keep_checkpoint(self) -> None:
        states = [None if cache.always_rewinds(e) else cache.snapshot(e) for e in cache.flat(self._entries)]
        if any(state is not None for state in states):
            self._checkpoints = [*self._checkpoints[1 - CHECKPOINTS :], (self.length, states)]

    def _pairs(self, states: list[Any]) -> list[tuple[Any, Any]]:
        return list(zip(cache.flat(self._entries), states, strict=True))


def _rows(segments: list[Heard]) -> int:
    return sum(next(iter(segment.values())).shape[0] for segment in segments)


def _ids(tokens: list[int]) -> mx.array:
    return mx.array(tokens, mx.uint32)
