"""The base of drafters that read the target's hidden states, and the target's embedding and output head, which they use."""

import copy
from typing import Any, Iterator, Sequence

import mlx.core as mx
from mlx_lm.models.cache import KVCache

from ..accept import Draft
from ..errors import PairError
from ..prefixes import common_prefix
from ..target import cache
from ..target.backbone import ForwardingModule, find_backbone, with_part
from ..target.hidden_states import HiddenRows, Place, count_rows, join_rows
from ..types import Settings
from .base import LONG_READ, Drafter


class EmbeddingAndHead:
    """The embedding and the output head of `model`, a target, for drafters that have none of their own. Raises PairError where they cannot
    be run alone.

    Both run the target's own code, so that embedding scales, tied heads, soft caps and other peculiarities of a family need no table
    here. To embed, a shallow copy of the backbone is run whose first layer captures its input; to get logits, a copy of the model whose
    backbone returns its input. The target itself is not changed."""

    def __init__(self, model: Any) -> None:
        backbone = find_backbone(model)
        if backbone is model:
            raise PairError("this target's output head cannot be used alone: mlx-lm builds it into the backbone; use a drafter model or lookup")
        self._embedding = copy.copy(backbone)
        self._embedding.layers = [_CaptureEmbedding(backbone.layers[0]), *backbone.layers[1:]]
        self._head = with_part(model, backbone, _Identity(backbone))

    def embed(self, tokens: mx.array) -> mx.array:
        """Tokens (n,) -> their embeddings (n, H) as the target's first layer gets them, scaled."""
        try:
            self._embedding(tokens[None])
        except _EmbeddingCaptured as here:
            return here.hidden[0]
        raise PairError("this target's embedding cannot be used alone: its backbone does not begin with its first layer; use a drafter model or lookup")

    def logits(self, hidden: mx.array) -> mx.array:
        """Hidden states (n, H) after the last norm -> logits (n, V)."""
        return self._head(hidden[None])[0]


class _EmbeddingCaptured(Exception):
    def __init__(self, hidden: mx.array) -> None:
        self.hidden = hidden


class _CaptureEmbedding(ForwardingModule):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> Any:
        raise _EmbeddingCaptured(hidden)


class _Identity(ForwardingModule):
    def __call__(self, hidden: mx.array, *args: Any, **kwargs: Any) -> mx.array:
        return hidden


CHUNK = 512  # rows that may wait; more are read at once, so that a drafter that is not in force does not pile them up


class HiddenStateDrafter(Drafter):
    """Stores the rows of hidden states as they come, and reads them when it drafts. `net` has `layers` and perhaps `embed_tokens`.

    A drafter that is switched on late, or failed for a while, starts at the first position it gets again: its attention uses relative
    positions, so a context that begins later is merely a shorter one.

    Positions are those of the sequence. The drafter's cache holds the positions from `_cached_start` to `_cached_end` - 1; rows that came
    in later wait in `_waiting`. The cache has attention layers only, so it can rewind."""

    def __init__(self, net: Any, embedding_and_head: EmbeddingAndHead, name: str, places: Sequence[Place]) -> None:
        self._net, self._embedding_and_head = net, embedding_and_head
        self.name = name
        self.places = tuple(places)
        self._sequence: list[int] = []
        self._forget(0)

    def _read(self, rows: HiddenRows, start: int) -> None:
        """Read the rows of the positions from `start` on into `self._cache`."""
        raise NotImplementedError

    def _embed(self, tokens: mx.array) -> mx.array:
        """Tokens (n,) -> (n, H), by the net's own embedding or the target's."""
        return self._net.embed_tokens(tokens) if "embed_tokens" in self._net else self._embedding_and_head.embed(tokens)

    def _waits(self) -> Draft:
        return Draft(note=f"{self.name}: it waits for the target's next pass, whose hidden states it needs")

    # called by the loop; rows of rejected tokens never arrive

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        common = common_prefix(self._sequence, sequence)
        self._sequence = sequence
        self._cut(min(common, len(sequence) - 1))

    def receive_hidden(self, start: int, rows: HiddenRows) -> None:
        count = count_rows(rows)
        if not count:
            return
        if start > self._received_end:
            self._forget(start)
        self._cut(start)
        self._waiting.append(rows)
        self._received_end += count
        if self._unread >= CHUNK:
            self._catch_up()
            mx.async_eval(cache.arrays(self._cache))  # else the graph holds the rows until this drafter drafts

    def join(self, settings: Settings) -> Iterator[int]:
        if self._unread >= LONG_READ:
            yield self._cached_end
            self._catch_up()
            mx.eval(cache.arrays(self._cache))
            yield self._cached_end

    def reset(self) -> None:
        self._sequence = []
        self._forget(0)

    # bookkeeping of rows

    @property
    def _unread(self) -> int:
        """How many rows can be read now. The last token's is not among them, because drafting starts with that token."""
        return min(self._received_end, len(self._sequence) - 1) - self._cached_end

    @property
    def _up_to_date(self) -> bool:
        """Whether all positions but the last are read."""
        return self._cached_end == len(self._sequence) - 1

    def _catch_up(self) -> None:
        """Read the waiting rows that can be read."""
        count = self._unread
        if count > 0:
            rows = join_rows(self._waiting)
            self._waiting = [{place: row[count:] for place, row in rows.items()}] if count_rows(rows) > count else []
            try:
                self._read({place: row[:count] for place, row in rows.items()}, self._cached_end)
            except Exception:
                self._forget(self._received_end)  # these rows are gone
                raise
            self._cached_end += count

    def _cut(self, to: int) -> None:
        """Drop everything from position `to` on."""
        if to < self._cached_end:
            self._waiting = []
            self._rewind(to)
        elif to < self._received_end:
            self._waiting = [{place: row[: to - self._cached_end] for place, row in join_rows(self._waiting).items()}]
            self._received_end = to

    def _rewind(self, to: int) -> None:
        if to < self._cached_start or not all(cache.can_rewind(entry, to - self._cached_start) for entry in self._cache):
            self._forget(to)
            return
        for entry in self._cache:
            cache.rewind(entry, to - self._cached_start)
        self._cached_end = self._received_end = to

    def _forget(self, start: int) -> None:
        """Empty the cache; the next row to come in is that of position `start`."""
        self._cached_start = self._cached_end = self._received_end = start  # _received_end: the first position whose row has not come in yet
        self._waiting: list[HiddenRows] = []
        self._cache: list[Any] = [KVCache() for _ in self._net.layers]
