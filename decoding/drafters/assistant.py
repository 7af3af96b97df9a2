"""`assistant`: a Gemma 4 assistant. It attends to the keys and values in the target's cache and has no cache of its own."""

from __future__ import annotations

from typing import Any, Mapping

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models import gemma4_text

from ..accept import Draft
from ..checkpoints.checkpoint import Checkpoint
from ..errors import LoadError, PairError
from ..target import cache
from ..target.backbone import FINAL, HiddenRows, find_backbone
from ..target.sequence_state import SequenceState
from ..weights import Weights, load_drafter_net
from .base import Drafter, DraftRequest, Loading
from .drafting import EmbeddingAndHead, chained_draft


class AssistantDrafter(Drafter):
    """`entries`: for each kind of attention the index of the target's cache entry that it reads. It is the last entry of that kind.

    So it needs no prefill and no roll-back: a guess depends only on what the target has read so far. All guesses of a draft use the position of the
    last token that the target has read. They attend to nothing after it. (With the published weights, the position of the input token, one further,
    was seen to cost 21 points of acceptance.)
    """

    places = (FINAL,)
    stops_early = True

    def __init__(self, net: AssistantNet, state: SequenceState, entries: Mapping[str, int], name: str = "assistant") -> None:
        self.name = name
        self._net, self._target, self._embedding_and_head = net, state, EmbeddingAndHead(state.model)
        self._entries = {kind: entries[kind] for kind in set(net.kinds)}
        self.reset()

    def receive_hidden(self, start: int, rows: HiddenRows) -> None:
        """Keep the rows of the last two tokens read. The row before the last is needed when the target is one token ahead."""
        if rows:
            hidden, end = rows[FINAL], start + rows[FINAL].shape[0]
            fresh = {at: hidden[at - start : at - start + 1] for at in range(max(start, end - 2), end)}
            self._rows = {at: row for at, row in (self._rows | fresh).items() if end - 2 <= at < end}
            mx.async_eval(list(fresh.values()))  # unevaluated they would keep the whole pass in memory

    def propose(self, request: DraftRequest) -> Draft:
        last = len(request.sequence) - 2  # the last token that the target must have read
        if last not in self._rows or self._target.length <= last:
            return Draft(note=f"{self.name}: it waits for the target's next pass, whose keys and values it needs")
        hidden = self._rows[last]
        shared = {kind: cache.keys_values(self._target.entries[entry], last + 1) for kind, entry in self._entries.items()}

        def step(token: mx.array) -> mx.array:
            nonlocal hidden
            logits, hidden = self._net(self._embedding_and_head.embed(token), hidden, shared, last)
            return logits

        return chained_draft(request, self.name, step(mx.array(request.sequence[-1:], mx.uint32)), step)

    def reset(self) -> None:
        self._rows: dict[int, mx.array] = {}  # position -> hidden state (1, H) after the last norm


def load(loading: Loading) -> AssistantDrafter:
    """Load the checkpoint's net for its target. Raises LoadError, or PairError where the target lacks a kind of attention."""
    checkpoint, state = loading.checkpoint, loading.target_state
    layers: list[Any] = find_backbone(state.model).layers[: len(state.entries)]  # layers that share keys have no entry
    net, entries = load_net(checkpoint, loading.bits), {layer.layer_type: i for i, layer in enumerate(layers)}
    if lacking := [kind for kind in net.kinds if kind not in entries]:
        names = f"{checkpoint.folder.name} cannot draft for {loading.target.folder.name}"
        raise PairError(f"{names}: it reads keys of {lacking[0]} layers, and the target has none; use a drafter model or lookup")
    return AssistantDrafter(net, state, entries, loading.name)


# The network of a Gemma 4 assistant, loaded from the published checkpoint layout.
#
# The net is a few decoder layers with queries but without keys and values. They attend to the keys and values of the target's last layer of each kind
# of attention. Inputs are the embedding of the last token and the hidden state that predicted it, both of the target's width. Outputs are logits by
# the assistant's own embedding, and the hidden state of the next step. Small assistants score only the tokens of the best clusters ("centroids").

KeysValues = tuple[mx.array, mx.array]  # each (1, heads, n, head_dim), keys rotated


class AssistantNet(nn.Module):
    """The net. `backbone`: the target's hidden size. `clusters`: how many centroids there are and how many of them are scored, None if
    all tokens are scored."""

    def __init__(self, args: gemma4_text.ModelArgs, backbone: int, clusters: tuple[int, int] | None) -> None:
        super().__init__()
        self.model = _Backbone(args)
        self.pre_projection = nn.Linear(2 * backbone, args.hidden_size, bias=False)
        self.post_projection = nn.Linear(args.hidden_size, backbone, bias=False)
        if clusters:
            self.masked_embedding = _Centroids(args, *clusters)

    @property
    def kinds(self) -> list[str]:
        """The kind of attention of each layer, in order."""
        return [layer.layer_type for layer in self.model.layers]

    def __call__(
        self, embedded: mx.array, hidden: mx.array, shared: Mapping[str, KeysValues], position: int
    ) -> tuple[mx.array, mx.array]:
        """embedded (1, B), hidden (1, B) -> logits (1, V), hidden (1, B). `shared`: the target's keys and values by kind of attention, all of
        which are attended to; `position`: the query's."""
        x = self.pre_projection(mx.concatenate([embedded, hidden], axis=-1))[None]
        for layer in self.model.layers:
            x, _, _ = layer(x, shared_kv=shared[layer.layer_type], offset=mx.array(position))
        x = self.model.norm(x)[0]
        return self._logits(x), self.post_projection(x)

    def _logits(self, x: mx.array) -> mx.array:
        head = self.model.embed_tokens
        return self.masked_embedding(x, head) if "masked_embedding" in self else head.as_linear(x)


class _Backbone(nn.Module):
    def __init__(self, args: gemma4_text.ModelArgs) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(args.vocab_size, args.hidden_size)
        self.layers = [gemma4_text.DecoderLayer(args, i) for i in range(args.num_hidden_layers)]
        self.norm = nn.RMSNorm(args.hidden_size, eps=args.rms_norm_eps)


class _Centroids(nn.Module):
    """An output head that scores only the tokens of the `best` clusters out of `count`. All clusters have equally many tokens;
    `token_ordering`, reshaped to (count, -1), lists the tokens of cluster c in row c."""

    def __init__(self, args: gemma4_text.ModelArgs, count: int, best: int) -> None:
        super().__init__()
        self.centroids = nn.Linear(args.hidden_size, count, bias=False)
        self.token_ordering = mx.zeros((args.vocab_size,), mx.int32)
        self._best = best

    def __call__(self, x: mx.array, head: nn.Embedding) -> mx.array:
        """x (1, h) -> logits (1, V), -inf for tokens that were not scored, so that these are never drawn."""
        scores = self.centroids(x)[0]
        best = mx.argpartition(scores, kth=-self._best)[-self._best :]
        tokens = self.token_ordering.reshape(scores.size, -1)[best].reshape(-1)
        scored = x @ head(tokens).T
        return mx.put_along_axis(mx.full((1, self.token_ordering.size), -mx.inf, x.dtype), tokens[None], scored, axis=-1)


def load_net(checkpoint: Checkpoint, bits: int | None = None) -> AssistantNet:
    """The net in this checkpoint, quantised to `bits` if given. Raises LoadError, also unless every token is in exactly one cluster. An id beyond the
    vocabulary would be written outside the logits."""

    def sanitized(weights: Weights) -> Weights:
        kept = {name: value for name, value in weights.items() if not name.startswith("lm_head.")}  # a copy of the embedding
        ordering = "masked_embedding.token_ordering"
        return kept | ({ordering: kept[ordering].astype(mx.int32)} if ordering in kept else {})

    net = load_drafter_net(checkpoint, lambda: build(checkpoint.config), sanitized, bits)
    tokens = net.masked_embedding.token_ordering if "masked_embedding" in net else None
    if tokens is not None and not mx.array_equal(mx.sort(tokens), mx.arange(tokens.size)):
        raise LoadError(f"{checkpoint.folder}: its centroids do not cover the vocabulary, some tokens are in no cluster: download it again")
    return net


def build(config: Mapping[str, Any]) -> AssistantNet:
    """The net that this config describes, with mlx's initial weights."""
    text = dict(config["text_config"])
    # no layer has keys or per-layer inputs of its own, whatever the config says
    bare = {"num_kv_shared_layers": text["num_hidden_layers"], "hidden_size_per_layer_input": 0}
    args = gemma4_text.ModelArgs.from_dict(text | bare)
    clusters = (config.get("num_centroids", 2048), config.get("centroid_intermediate_top_k", 32))
    return AssistantNet(args, config["backbone_hidden_size"], clusters if config.get("use_ordered_embeddings") else None)
