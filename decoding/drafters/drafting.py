"""What drafters are built from: guesses drawn from a distribution one by one. Also the base classes of drafters that read
the target's hidden states."""

import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable, Iterator, Self, Sequence

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models.cache import KVCache

from ..accept import Draft, choose
from ..checkpoints.checkpoint import Checkpoint
from ..errors import PairError
from ..logits import chances, shape, spread_logits, to_width
from ..rules.draws import on_host
from ..target import cache
from ..target.backbone import ForwardingModule, HiddenRows, HiddenStateBuffer, Place, count_rows, find_backbone, with_part
from ..text.prompt import common_prefix
from ..types import Settings
from .base import LONG_READ, Drafter, DraftRequest


def chained_draft(request: DraftRequest, name: str, logits: mx.array, step: Callable[[mx.array], mx.array]) -> Draft:
    """The draft of the drafter `name`. Its first guess is drawn from its raw `logits` (1, V). Each other guess is drawn from `step` of the guess (1,)
    before it. The draft ends where one more guess does not pay. Only a draft that may end early waits for guesses. On a CPU it waits for each guess.
    On a GPU it does not wait for the last, so that the GPU always has a guess to compute.

    Every guess is drawn under the same penalties, filters, temperature and rule as the target's own tokens. Penalties count the guesses before it.
    The q that it was drawn from is kept for the verdict. Whether the draft goes on depends on the guesses so far and never on the next. So it does
    not bias the text.
    """
    draws, settings, before = request.draws, request.settings, request.before
    stop = request.estimator.early_stop(name, request.room) if request.estimator else None
    unseen = int(mx.default_device().type == mx.DeviceType.gpu)  # guesses that the end of a draft is decided without
    tokens: list[mx.array] = []
    q: list[mx.array] = []
    chance: list[mx.array] = []  # the probability (1,) with which each guess was drawn, where the draft may end early
    while True:
        row = shape(to_width(logits, draws.width, request.suppressed), settings, before)
        q.append(chances(row))
        token = choose(row, q[-1], settings, draws, len(tokens))
        tokens.append(token)
        chance.append(q[-1][0, token] if stop else token)
        mx.async_eval(token, chance[-1])  # the device computes this guess while the host builds the next one's pass
        if stop and len(tokens) < request.room:
            for seen in chance[stop.known : len(tokens) - unseen]:
                stop.see(on_host(seen)[0])
        if len(tokens) >= request.room or (stop and stop.ends(len(tokens))):
            return Draft(name, mx.concatenate(tokens), mx.concatenate(q))
        if before.size:
            before = mx.concatenate([before, token.astype(before.dtype)])
        logits = step(token)


class EmbeddingAndHead:
    """The embedding and the output head of the target `model`, for drafters without their own. Raises PairError where they cannot be run alone.

    Both run the target's own code. So embedding scales, tied heads, soft caps and the like need no table here. To embed, it runs a shallow copy of
    the backbone whose first layer captures its input. To get logits, it runs a copy of the model whose backbone returns its input. The target
    itself is not changed."""

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


@dataclass(frozen=True)
class Scales:
    """What a drafter does to the embeddings that it reads and to the logits that it draws from. `embedding` and `logits` are factors. `cap` is the
    soft cap of logits, None for none."""

    embedding: float = 1.0
    logits: float = 1.0
    cap: float | None = None

    def embedded(self, rows: mx.array) -> mx.array:
        """Embeddings (n, H) as the net reads them."""
        return rows if self.embedding == 1 else rows * self.embedding

    def scaled(self, logits: mx.array) -> mx.array:
        """The output head's logits (n, V) as guesses are drawn from them."""
        logits = logits if self.logits == 1 else logits * self.logits
        return logits if self.cap is None else mx.tanh(logits / self.cap) * self.cap


class DrafterNet(nn.Module):
    """A net whose ends, `embed_tokens`, `lm_head` and the `d2t` of its tokens, exist only if its checkpoint has them."""

    embed_tokens: nn.Embedding
    lm_head: nn.Linear
    d2t: mx.array

    def with_ends(self, checkpoint: Checkpoint, hidden: int) -> Self:
        """This net with the checkpoint's ends, which read and give hidden states of this size."""
        if rows := checkpoint.size("embed_tokens.weight"):
            self.embed_tokens = nn.Embedding(rows, hidden)
        if rows := checkpoint.size("lm_head.weight"):
            self.lm_head = nn.Linear(hidden, rows, bias=False)
        if rows := checkpoint.size("d2t"):
            self.d2t = mx.zeros((rows,), mx.int64)
        return self

    @cached_property
    def tokens(self) -> mx.array | None:
        """The tokens (Vd,) that it guesses: row j of its output head is token j + d2t[j]. None where it guesses all, in order."""
        return mx.arange(self.d2t.size) + self.d2t.astype(mx.int32) if "d2t" in self else None


# Rows that may wait. More are read at once, so that a drafter that is not in force does not pile them up.
CHUNK = 512


class HiddenStateDrafter(Drafter):
    """Stores the rows of hidden states as they come, and reads them when it drafts. `net` has `layers`; the embedding or the output head that it
    lacks is the target's.

    A drafter that is switched on late, or failed for a while, starts at the first position it gets again. Its attention uses relative positions, so a
    context that begins later is merely a shorter one.

    Rows of rejected tokens never arrive. Positions are those of the sequence. The drafter's cache holds the positions from `_cached_start` on; rows
    that came in later wait in `_waiting`. The cache has attention layers only, so it can rewind."""

    def __init__(self, net: Any, target: Any, name: str, places: Sequence[Place], scales: Scales = Scales()) -> None:
        """`target`: the target's model. Raises PairError where its embedding or output head cannot be used alone."""
        self._net, self._target, self._scales = net, EmbeddingAndHead(target), scales
        self.name, self.places = name, tuple(places)
        self.reset()

    def _read(self, rows: HiddenRows, start: int) -> None:
        """Read the rows of the positions from `start` on into `self._cache`."""
        raise NotImplementedError

    def _embed(self, tokens: mx.array) -> mx.array:
        """Tokens (n,) -> (n, H)."""
        return self._scales.embedded(self._net.embed_tokens(tokens) if "embed_tokens" in self._net else self._target.embed(tokens))

    def _logits(self, hidden: mx.array, width: int) -> mx.array:
        """What the output head reads (n, H) -> logits (n, V), of which there are `width`. The net's own head may cover fewer tokens, `net.tokens`."""
        if "lm_head" not in self._net:
            return self._scales.scaled(self._target.logits(hidden))
        logits, tokens = self._scales.scaled(self._net.lm_head(hidden)), self._net.tokens
        return logits if tokens is None else spread_logits(logits, tokens, width)

    def propose(self, request: DraftRequest) -> Draft:
        self._catch_up()
        if not self._ready:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose hidden states it needs")
        return self._draft(request)

    def _draft(self, request: DraftRequest) -> Draft:
        """The draft, now that all that it needs is read."""
        raise NotImplementedError

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        common = common_prefix(self._sequence, sequence)
        self._sequence = sequence
        self._cut(min(common, len(sequence) - 1))

    def receive_hidden(self, start: int, rows: HiddenRows) -> None:
        if not count_rows(rows):
            return
        if start > self._waiting.end:
            self._forget(start)
        self._cut(start)
        self._waiting.add(rows, start)
        if self._unread >= CHUNK:
            self._catch_up()
            mx.async_eval(cache.arrays(self._cache))  # else the graph holds the rows until this drafter drafts

    def join(self, settings: Settings) -> Iterator[int]:
        if self._unread >= LONG_READ:
            yield self._waiting.start
            self._catch_up()
            mx.eval(cache.arrays(self._cache))
            yield self._waiting.start

    def reset(self) -> None:
        self._sequence: list[int] = []
        self._forget(0)

    @property
    def _unread(self) -> int:
        """How many rows can be read now. The last token's is not among them, because drafting starts with that token."""
        return min(self._waiting.end, len(self._sequence) - 1) - self._waiting.start

    @property
    def _ready(self) -> bool:
        """Whether all positions but the last are read."""
        return self._waiting.start == len(self._sequence) - 1

    def _catch_up(self) -> None:
        """Read the waiting rows that can be read."""
        count = self._unread
        if count > 0:
            start, rows = self._waiting.take()
            self._read({place: row[:count] for place, row in rows.items()}, start)  # if it fails the guard resets this drafter
            self._waiting = HiddenStateBuffer(start + count)
            if count < count_rows(rows):
                self._waiting.add({place: row[count:] for place, row in rows.items()}, start + count)

    def _cut(self, to: int) -> None:
        """Drop everything from position `to` on."""
        if to >= self._waiting.end:
            return
        if to >= self._waiting.start:
            self._waiting.drop(to)
        elif to < self._cached_start:
            self._forget(to)
        else:
            self._rewind(to)
            self._waiting = HiddenStateBuffer(to)

    def _rewind(self, to: int) -> None:
        """Let the cache end before position `to`."""
        for entry in self._cache:
            cache.rewind(entry, to - self._cached_start)

    def _forget(self, start: int) -> None:
        """Empty the cache; the next row to come in has position `start`."""
        self._cached_start, self._waiting = start, HiddenStateBuffer(start)
        self._cache: list[Any] = [KVCache() for _ in self._net.layers]


class ChainedHead(HiddenStateDrafter):
    """The drafter of `mtp` and `eagle3`: it drafts by feeding its head's output back as the next hidden state. The net is the head. Its `fused` makes
    hidden states (n, H) of the hidden states of its places. Called with embeddings (n, H), hidden states (n, H) and a cache, it returns (n, H). Of
    these `normed` makes what the output head reads.

    Slot i of the cache pairs the target's hidden states of token i with the embedding of token i + 1. While drafting, the head's own output stands in
    for hidden states that the target has not computed yet. Those slots are dropped after the draft. They are computed anew from the target's states
    once it has read the tokens."""

    stops_early = True

    def begin(self, sequence: list[int], checkpoint: int) -> None:
        if self._last and self._last[0] >= common_prefix(self._sequence, sequence):
            self._last = None  # the token after its slot is another one now
        super().begin(sequence, checkpoint)

    @property
    def _ready(self) -> bool:
        return super()._ready and self._last is not None and self._last[0] == self._waiting.start

    def _draft(self, request: DraftRequest) -> Draft:
        assert self._last, "it is ready"
        output, width = self._last[1], request.draws.width

        def step(token: mx.array) -> mx.array:
            nonlocal output
            output = self._net(self._embed(token), output, self._cache)
            return self._logits(self._net.normed(output), width)

        draft = chained_draft(request, self.name, self._logits(self._net.normed(output), width), step)
        self._rewind(self._waiting.start)
        return draft

    def _read(self, rows: HiddenRows, start: int) -> None:
        hidden = self._net.fused([rows[place] for place in self.places])
        end = start + hidden.shape[0]
        outputs = self._net(self._embed(mx.array(self._sequence[start + 1 : end + 1], mx.uint32)), hidden, self._cache)
        self._last = (end, outputs[-1:])

    def _forget(self, start: int) -> None:
        super()._forget(start)
        self._last: tuple[int, mx.array] | None = None  # a position, and the head's output (1, H) for the slot before it
