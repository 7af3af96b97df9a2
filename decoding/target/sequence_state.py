"""SequenceState: a model, its cache, and how much of a sequence the cache has read. The only code that decides how a cache is rolled back.

The target and drafters that are whole models each have one. A cache that cannot rewind is restored from a snapshot; its recurrent layers then replay
the accepted tokens (target/recurrent_replay.py). Where they cannot, the state falls behind its sequence. It also falls behind after an edited prompt,
or if its drafter was switched on late. The next read then feeds the unread tokens together with the new ones. It may also be ahead: everything is
read, and the logits of the next position are known.
"""

import time
from contextlib import nullcontext
from typing import Any, Iterator, Sequence

import mlx.core as mx

from ..cpu.blas import use_threads
from ..logits import suppress
from ..rules.draws import NO_TOKENS
from ..text.prompt import common_prefix
from . import cache
from .backbone import HiddenRows, HiddenStateBuffer, HiddenStateTaps, Place, matrix_size, remove_taps, shape_only
from .recurrent_replay import Reader, Tape, find_readers

CPU_CHUNK, GPU_CHUNK = 256, 2048  # most tokens of a prefill chunk: on a CPU, the activations of more do not fit into its cache
FIRST_CHUNK, CHUNK_SECONDS = 8, 0.5  # on a CPU: tokens of the first chunk and of the smallest; seconds that one should take
# Places whose state is kept where a cache cannot rewind: where a prompt ends, and where its reading began.
CHECKPOINTS = 4


def prefill_chunk(pace: float | None) -> int:
    """Tokens of the next prefill chunk on this device. On a CPU it is as many as `pace`, tokens a second, reads in CHUNK_SECONDS. So reading can be
    shown and stopped. It is a few where no chunk was timed yet (None)."""
    if mx.default_device().type == mx.DeviceType.gpu:
        return GPU_CHUNK
    return max(FIRST_CHUNK, min(CPU_CHUNK, int((pace or 0.0) * CHUNK_SECONDS)))


class SequenceState:
    """Follows one token sequence at a time. `sequence` is the owner's own list, which the owner appends to. `length` is how many tokens the cache has
    read, of the sequence and then perhaps guesses beyond it. `passes` counts forwards. `suppressed` are token ids (m,) that get -inf in all logits.
    `kv_bits` quantises attention entries. `entries`: the cache's, one for each layer that has any, from the first on."""

    def __init__(self, model: Any, kv_bits: int | None = None, suppressed: Sequence[int] = ()) -> None:
        self.model = model
        self.suppressed = mx.array(list(suppressed), mx.uint32) if suppressed else None
        self.passes = 0
        self.pace: float | None = None  # tokens a second of the last whole prefill chunk
        self._matrices = matrix_size(model)
        self._taps: HiddenStateTaps | None = None
        self._readers: tuple[Reader, ...] | None = None  # None until they are looked for
        self.kv_bits = kv_bits
        self.reset()

    def reset(self) -> None:
        """Empty the cache and follow an empty sequence."""
        self.sequence: list[int] = []
        self.length = 0
        self.entries = cache.make_entries(self.model, self.kv_bits)
        self._row: mx.array | None = None  # (1, V): logits after the last token read
        self._snapshot: cache.Snapshot | None = None  # before the guesses of this round
        self._tape: Tape | None = None  # the forwards since then, where they can be replayed
        self._checkpoints: list[cache.Snapshot] = []
        self._hidden = HiddenStateBuffer()

    def forget(self) -> None:
        """Empty the cache but follow the same sequence: after an exception in a forward the cache may be half written."""
        sequence = self.sequence
        self.reset()
        self.sequence = sequence

    @property
    def unread(self) -> list[int]:
        """Tokens of the sequence that the cache has not read."""
        return self.sequence[self.length :]

    @property
    def rewinds(self) -> bool:
        """Whether every entry can return to any length by itself, so that no checkpoint is needed."""
        return all(cache.always_rewinds(entry) for entry in cache.flat(self.entries))

    @property
    def quantised(self) -> bool:
        """Whether any entry of the cache is quantised."""
        return any(isinstance(entry, cache.QuantisedCache) for entry in cache.flat(self.entries))

    def width(self) -> int:
        """How many logits the model gives, by a forward on a fresh cache that is built but not computed. Raises what the model raises,
        which would otherwise surface in a reply."""
        with shape_only():
            return self.model(mx.array([[0, 0]]), cache=cache.make_entries(self.model, self.kv_bits)).shape[-1]

    def follow(self, sequence: list[int]) -> int:
        """Follow another sequence, keeping the cache of their common prefix; returns how many tokens stay in the cache.

        At least the last token of the sequence is left unread. A cache that cannot rewind returns to the last checkpoint in the prefix. It keeps
        another checkpoint here, before it reads on. Where hidden states are tapped and the old sequence ends otherwise, the last common token is read
        again. Drafters pair its hidden state with the token after it, which differs, or begin their next draft with it.
        """
        same = common_prefix(self.sequence, sequence)
        common = min(same, self.length, len(sequence) - 1)
        departs, before = 0 < same < len(self.sequence), max(0, common - 1)
        if self._taps and departs and all(cache.can_rewind(entry, before) for entry in cache.flat(self.entries)):
            common = before
        self.roll_back(common)
        self._checkpoints = [point for point in self._checkpoints if point.length <= self.length]
        self.sequence = sequence
        self._keep_checkpoint()
        return self.length

    def prefill(self, upto: int, checkpoint: int = -1, chunk: int | None = None) -> Iterator[int]:
        """Read the sequence up to position `upto` in chunks, yielding the length after each. One chunk ends at position `checkpoint`,
        where the state is kept as a checkpoint. `chunk`: tokens of a chunk, None for what suits the device and the pace."""
        while self.length < upto:
            edge, most, start = checkpoint if self.length < checkpoint < upto else upto, chunk or prefill_chunk(self.pace), time.perf_counter()
            tokens = self.sequence[self.length : min(self.length + most, edge)]
            self._forward(_ids(tokens))
            mx.eval(cache.arrays(self.entries), self._hidden.segments)  # unevaluated hidden states would keep the whole pass in memory
            seconds = time.perf_counter() - start
            if len(tokens) == most or seconds > CHUNK_SECONDS:  # a short rest says little: most of its time is any pass's
                self.pace = len(tokens) / seconds
            if self.length == checkpoint:
                self._keep_checkpoint()
            mx.clear_cache()
            yield self.length

    def read(self, draft: mx.array = NO_TOKENS) -> mx.array:
        """One forward over the unread tokens and then the draft (n,) -> logits (n + 1, V). Row i predicts the token after draft[:i].

        More than 2(n + 1) unread tokens are read by a forward of their own first. So they cannot pile up over rounds.
        """
        n = draft.size
        if n and len(self.unread) > 2 * (n + 1):
            self._row = self._forward(_ids(self.unread))[-1:]
        if n:
            self._take_snapshot()
        unread = self.unread
        parts = [part for part in (_ids(unread), draft) if part.size]
        rows = [] if unread or self._row is None else [self._row]  # the logits after the last token read
        if parts:
            rows.append(self._forward(_joined(parts)))
        logits = _joined(rows)
        self._row = logits[-1:]
        return logits[-(n + 1) :]

    def step(self, token: mx.array, certain: bool = False) -> mx.array:
        """Read one token (1,) beyond the sequence -> logits (1, V). It is a guess, or if `certain` the next token before the host knows it."""
        if not certain:
            self._take_snapshot()
        self._row = self._forward(token)[-1:]
        return self._row

    def roll_back(self, upto: int) -> None:
        """Roll back to at most the first `upto` tokens. A cache that cannot rewind is restored from this round's snapshot and replays the accepted
        tokens. Where it cannot replay, it is restored from the last snapshot at or before `upto` and is behind. Without a snapshot it is emptied."""
        if self._taps:
            self._hidden.drop(upto)
        if upto < self.length:
            self._row = None
            if all(cache.can_rewind(entry, upto) for entry in cache.flat(self.entries)):
                for entry in cache.flat(self.entries):
                    cache.rewind(entry, upto)
                self.length = upto
            elif not self._replay(upto):
                self._restore(upto)
        self._snapshot = self._tape = None

    def tap(self, places: Sequence[Place]) -> None:
        """From now on keep the hidden states at these places, for `take_hidden`; at none, tap the model no more."""
        if self._taps and tuple(places) == self._taps.places:
            return
        remove_taps(self.model)
        self._taps = HiddenStateTaps(self.model, places) if places else None
        self._readers, self._hidden = None, HiddenStateBuffer(self.length)  # taps move the modules that the readers point to

    def take_hidden(self) -> tuple[int, HiddenRows]:
        """The hidden states since the last call, each position once. Returns the first position, and by place the rows (n, H)."""
        return self._hidden.take()

    def _forward(self, tokens: mx.array) -> mx.array:
        use_threads(self._matrices)
        with self._tape.recording() if self._tape else nullcontext():
            logits = self.model(tokens[None], cache=self.entries)[0]
        if self._taps:
            self._hidden.add(self._taps.take(), self.length)
        self.length += tokens.size
        self.passes += 1
        return suppress(logits, self.suppressed)

    def _replay(self, upto: int) -> bool:
        """Restore this round's snapshot and replay the accepted tokens; returns whether that was possible."""
        point = self._snapshot
        if not self._tape or not point or point.length > upto:
            return False
        point.restore(upto)
        self.length = upto
        self._tape.replay(upto - point.length)
        return True

    def _restore(self, upto: int) -> None:
        points = [*self._checkpoints, *([self._snapshot] if self._snapshot else [])]
        point = max((point for point in points if point.length <= upto), key=lambda point: point.length, default=None)
        if point is None:
            self.forget()
            return
        point.restore(point.length)
        self.length = point.length

    def _take_snapshot(self) -> None:
        """Before the first guess of a round, take a snapshot of the entries that cannot rewind. Start a tape of the forwards that follow. Does
        nothing where every entry can rewind."""
        if self.length > len(self.sequence):
            return
        point = cache.Snapshot(self.entries, self.length, lambda entry: cache.can_rewind(entry, self.length))
        if point.kept:
            self._snapshot = point
            if self._readers is None:
                self._readers = self._find_readers()
            if self._readers and point.kept == cache.recurrent(self.entries):  # it can replay every entry that was snapshotted
                self._tape = Tape(self._readers)

    def _find_readers(self) -> tuple[Reader, ...]:
        return find_readers(self.model)

    def _keep_checkpoint(self) -> None:
        if self.length in (0, *(point.length for point in self._checkpoints)):
            return
        point = cache.Snapshot(self.entries, self.length, cache.always_rewinds)
        if point.kept:
            self._checkpoints = [*self._checkpoints[1 - CHECKPOINTS :], point]


def _joined(parts: list[mx.array]) -> mx.array:
    return parts[0] if len(parts) == 1 else mx.concatenate(parts)


def _ids(tokens: list[int]) -> mx.array:
    return mx.array(tokens, mx.uint32)
