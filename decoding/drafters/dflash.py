"""`dflash`: a block-diffusion drafter. One pass guesses a whole block, the likeliest token at each place, so guesses are points without q."""

from dataclasses import dataclass, replace
from typing import Any, Mapping, Self

import mlx.core as mx
import mlx.nn as nn
from mlx_lm.models.base import scaled_dot_product_attention
from mlx_lm.models.gemma3_text import MLP as GemmaMLP
from mlx_lm.models.qwen3 import MLP
from mlx_lm.models.rope_utils import initialize_rope

from ..accept import Draft
from ..checkpoints.block_layout import DEFAULT_BLOCK, all_causal, block_size, first_guess, layers_read, rope, setting, turned
from ..checkpoints.checkpoint import Checkpoint, table
from ..checkpoints.layout import LayerKind, layer_kind
from ..logits import shape, to_width
from ..rules import rule_in_force
from ..target.backbone import HiddenRows
from ..weights import Weights, check_draft_vocabulary, load_drafter_net
from .base import DraftRequest, Loading
from .drafting import DrafterNet, HiddenStateDrafter, Scales, chained_draft

_PROJECTIONS = ("q_proj", "k_proj", "v_proj", "o_proj")


@dataclass(frozen=True)
class LayerView:
    """What the rows of a block attend to in one layer. `context`: how many tokens before the block, None for all. `window`: how many tokens up to and
    including their own, None for all. `causal`: within the block only rows up to their own."""

    context: int | None = None
    window: int | None = None
    causal: bool = False

    def first(self, offset: int) -> int:
        """The first position that any row of a block at `offset` attends to."""
        reach = self.context if self.window is None else self.window - 1
        return 0 if reach is None else max(0, offset - reach)

    def mask(self, offset: int, count: int) -> mx.array | None:
        """The mask (count, positions) of a block of `count` rows at `offset` over the positions from `first` on. None if it is all true."""
        last = offset + count - 1
        if not self.causal and (self.window is None or last < self.window):
            return None
        rows, columns = mx.arange(offset, last + 1)[:, None], mx.arange(self.first(offset), last + 1)
        seen = columns >= 0 if self.window is None else columns > rows - self.window
        return seen & (columns <= rows) if self.causal else seen


@dataclass(frozen=True)
class NetSizes:
    """The net's sizes, from config and tensor names. `block`: rows of a block, the last token included. `first`: the first row whose output is a
    guess. `mask`: the mask token's id. `biased`: the names of the projections with a bias. `sinks`: whether attention has a learnt sink a head.
    `drafted`: how many tokens of the vocabulary its output head covers, None for all."""

    hidden: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_dim: int
    eps: float
    rope: Mapping[str, Any]
    layers: tuple[int, ...]  # the target's layers whose outputs it reads
    views: tuple[LayerView, ...]
    block: int
    mask: int
    biased: frozenset[str] = frozenset()
    first: int = 1
    sinks: bool = False
    vocabulary: int = 0
    drafted: int | None = None
    kind: LayerKind = LayerKind()
    scales: Scales = Scales()

    @classmethod
    def of(cls, checkpoint: Checkpoint, target: Checkpoint, **others: Any) -> Self:
        """The sizes that a drafter's config describes, already checked by `recognition.why_not`, but for these `others`."""
        config, has, kind = checkpoint.config, checkpoint.tensors, layer_kind(checkpoint.config)
        sizes: dict[str, Any] = dict(
            hidden=config["hidden_size"],
            feed_forward=config["intermediate_size"],
            heads=config["num_attention_heads"],
            kv_heads=config["num_key_value_heads"],
            head_dim=config["head_dim"],
            eps=config["rms_norm_eps"],
            rope=rope(config, turned(config, config["head_dim"]) if kind.gated else config["head_dim"]),
            layers=layers_read(checkpoint, target),
            views=tuple(_view(config, i) for i in range(config["num_hidden_layers"])),
            block=block_size(config) or DEFAULT_BLOCK,
            mask=setting(config, "mask_token_id"),
            biased=frozenset(name for name in _PROJECTIONS if f"layers.0.self_attn.{name}.bias" in has),
            first=first_guess(config, 1),
            sinks="layers.0.self_attn.attention_sink_bias" in has,
            vocabulary=config.get("vocab_size") or target.text["vocab_size"],
            drafted=checkpoint.size("d2t"),
            kind=kind,
            scales=scales_of(checkpoint),
        )
        return cls(**sizes | others)


def scales_of(checkpoint: Checkpoint) -> Scales:
    """Of a drafter's own ends where its layers are Gemma 4's; the target's own do what they need by themselves."""
    config, has = checkpoint.config, checkpoint.tensors
    if not layer_kind(config).gemma:
        return Scales()
    embedding = config["hidden_size"] ** 0.5 if "embed_tokens.weight" in has else 1.0
    return Scales(embedding, cap=config.get("final_logit_softcapping") if "lm_head.weight" in has else None)


def _view(config: Mapping[str, Any], layer: int) -> LayerView:
    """The view of one layer, by vLLM's rules: where the config says nothing of all layers, sliding ones are causal. Where no layer slides by
    `layer_types`, all do if `use_swa` is on."""
    settings, kinds = table(config, "dflash_config"), config.get("layer_types") or ()
    named = kinds[layer : layer + 1] == ["sliding_attention"]
    causal = named if (said := all_causal(config)) is None else said
    slides = named or ("sliding_attention" not in kinds and bool(settings.get("use_swa")))
    window = (settings.get("swa_window_size") or config.get("sliding_window")) if slides else None
    return LayerView(None if window else settings.get("draft_window_size"), window, causal)


class _Attention(nn.Module):
    def __init__(self, sizes: NetSizes, view: LayerView) -> None:
        super().__init__()
        self._sizes, self._view = sizes, view
        width, narrow = sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim
        self.q_proj = nn.Linear(sizes.hidden, width * (1 + sizes.kind.gated), bias="q_proj" in sizes.biased)
        self.k_proj = nn.Linear(sizes.hidden, narrow, bias="k_proj" in sizes.biased)
        if not sizes.kind.shared:
            self.v_proj = nn.Linear(sizes.hidden, narrow, bias="v_proj" in sizes.biased)
        self.o_proj = nn.Linear(width, sizes.hidden, bias="o_proj" in sizes.biased)
        self.q_norm = nn.RMSNorm(sizes.head_dim, eps=sizes.eps)
        self.k_norm = nn.RMSNorm(sizes.head_dim, eps=sizes.eps)
        self.rope = initialize_rope(**sizes.rope)
        if sizes.sinks:
            self.attention_sink_bias = mx.zeros((sizes.heads,))

    def keys_values(self, x: mx.array, offset: int) -> tuple[mx.array, mx.array]:
        """x (n, H) at the positions from `offset` on -> rotated keys and values, each (1, KV, n, D)."""
        keys = self._heads(self.k_proj(x))
        values = keys if self._sizes.kind.shared else self._heads(self.v_proj(x))
        if self._sizes.kind.gemma:
            values = mx.fast.rms_norm(values, None, self._sizes.eps)
        return self.rope(self.k_norm(keys), offset=offset), values

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        """x (n, H), the rows of the block -> (n, H). They attend to the context in the cache entry and to the block."""
        offset = entry.offset
        rows = self.q_proj(x).reshape(x.shape[0], self._sizes.heads, -1).swapaxes(0, 1)[None]
        queries, gates = mx.split(rows, 2, axis=-1) if self._sizes.kind.gated else (rows, None)
        queries = self.rope(self.q_norm(queries), offset=offset)
        keys, values = self.keys_values(x, offset)
        if offset:
            past = [rows[:, :, self._view.first(offset) : offset] for rows in entry.keys_and_values()]
            keys, values = mx.concatenate([past[0], keys], axis=2), mx.concatenate([past[1], values], axis=2)
        scale = 1.0 if self._sizes.kind.gemma else self._sizes.head_dim**-0.5
        mask = self._view.mask(offset, x.shape[0])
        sinks = self.attention_sink_bias if "attention_sink_bias" in self else None
        out = scaled_dot_product_attention(queries, keys, values, None, scale=scale, mask=mask, sinks=sinks)
        out = out if gates is None else out * mx.sigmoid(gates)
        return self.o_proj(out[0].swapaxes(0, 1).reshape(x.shape[0], -1))

    def _heads(self, x: mx.array) -> mx.array:
        return x.reshape(x.shape[0], -1, self._sizes.head_dim).swapaxes(0, 1)[None]


class BlockLayer(nn.Module):
    """A decoder layer over the rows of a block. They attend to the context in the cache entry and to each other."""

    def __init__(self, sizes: NetSizes, view: LayerView) -> None:
        super().__init__()
        self.self_attn = _Attention(sizes, view)
        self.mlp = MLP(sizes.hidden, sizes.feed_forward)
        self.input_layernorm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)
        self.post_attention_layernorm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        """x (n, H) -> (n, H)."""
        x = x + self.self_attn(self.input_layernorm(x), entry)
        return x + self.mlp(self.post_attention_layernorm(x))


class GemmaLayer(BlockLayer):
    """A layer as of Gemma 4."""

    def __init__(self, sizes: NetSizes, view: LayerView) -> None:
        super().__init__(sizes, view)
        self.mlp = GemmaMLP(sizes.hidden, sizes.feed_forward)
        self.pre_feedforward_layernorm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)
        self.post_feedforward_layernorm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)
        self.layer_scalar = mx.ones((1,))

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        x = x + self.post_attention_layernorm(self.self_attn(self.input_layernorm(x), entry))
        x = x + self.post_feedforward_layernorm(self.mlp(self.pre_feedforward_layernorm(x)))
        return x * self.layer_scalar


# The network of a block-diffusion drafter, loaded from the published checkpoint layout (DFlash, z-lab 2026).
#
# A block is the last token followed by mask tokens; one pass predicts all masked tokens at once. In full-attention layers every row attends to the
# whole block, in sliding layers to no row after its own. The config may say otherwise. The target's hidden states for the tokens before the block are
# projected into every layer's keys and values. This context is all that is cached. The net uses the target's embedding and output head. In the
# speculators format the net has its own embedding and head from its training. This embedding is unscaled also for a target that scales it. This
# output head is for the tokens of `d2t` only. RoPE turns whole heads, whatever `partial_rotary_factor` says. That field is the target's, copied into
# configs of nets that were trained without it (DeepSpec#71).

class DFlashNet(DrafterNet):
    """The net: `read` adds context to the cache, a call predicts a block."""

    sizes_class, layer = NetSizes, BlockLayer  # the classes of its sizes and of its layers

    def __init__(self, sizes: NetSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.fc = nn.Linear(len(sizes.layers) * sizes.hidden, sizes.hidden, bias=False)
        self.hidden_norm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)
        layer = GemmaLayer if sizes.kind.gemma else self.layer
        self.layers = [layer(sizes, view) for view in sizes.views]
        self.norm = nn.RMSNorm(sizes.hidden, eps=sizes.eps)

    def read(self, hidden: mx.array, entries: list[Any]) -> None:
        """Add n tokens to the context. hidden (n, layers * H): the outputs of the target's layers for them, concatenated."""
        context = self.hidden_norm(self.fc(hidden))
        for layer, entry in zip(self.layers, entries, strict=True):
            entry.update_and_fetch(*layer.self_attn.keys_values(context, entry.offset))

    def __call__(self, embedded: mx.array, entries: list[Any]) -> mx.array:
        """embedded (n, H) of the last token and the masks -> (n, H), the input of the target's output head. Row i predicts token i of the block."""
        x = embedded
        for layer, entry in zip(self.layers, entries, strict=True):
            x = layer(x, entry)
        return self.norm(x)


def load_net(checkpoint: Checkpoint, target: Checkpoint, bits: int | None = None, kind: type[DFlashNet] = DFlashNet) -> Any:
    """The net of this kind in a checkpoint, quantised to `bits` if given. Raises LoadError."""
    plus_one = layer_kind(checkpoint.config).gated  # the norms' weights of Qwen 3.5's layers are stored less one

    def build() -> DFlashNet:
        return kind(kind.sizes_class.of(checkpoint, target)).with_ends(checkpoint, checkpoint.config["hidden_size"])

    def sanitized(weights: Weights) -> Weights:
        return {name: value + 1 if plus_one and "norm" in name else value for name, value in weights.items()}

    return load_drafter_net(checkpoint, build, sanitized, bits)


class BlockDrafter(HiddenStateDrafter):
    """The drafter of `dflash`, `dflash2` and `dspark`: one pass computes logits for all places of a block.

    Where the net has `sequential_logits(hidden, logits, embed)`, a small step for each place corrects its logits by the guess before it. So every
    guess is drawn from a distribution of its own, its q. `sequential_logits` returns a function of a place and the token before it, which gives the
    place's logits (1, V). That function is called once for each place in order. `embed` gives the embedding (1, H) of a token (1,). Without
    `sequential_logits`, guesses are points. Under `coupled` each is chosen with the noise of its position, as the target's will be.

    It reads hidden states of the target's layers. Its cache holds what it computed from them for all tokens but the last. Drafted tokens never enter
    the cache, so a rejection needs no roll-back.
    """

    def __init__(self, net: DFlashNet, target: Any, name: str = "dflash") -> None:
        self._sizes, self.stops_early = net.sizes, hasattr(net, "sequential_logits")
        super().__init__(net, target, name, net.sizes.layers, net.sizes.scales)

    def _draft(self, request: DraftRequest) -> Draft:
        width, first = request.draws.width, self._sizes.first
        block = mx.array([self._sequence[-1], *[self._sizes.mask] * (self._sizes.block - 1)], mx.uint32)
        hidden = self._net(self._embed(block), self._cache)[first : first + request.room]
        logits = to_width(self._logits(hidden, width), width, request.suppressed)
        if not self.stops_early:
            rule = rule_in_force(request.settings.rule, request.settings.temperature)
            return Draft(self.name, rule.choose_points(logits, lambda rows: shape(rows, request.settings, request.before), request.draws))
        row, places = self._net.sequential_logits(hidden, logits, self._embed), iter(range(1, hidden.shape[0]))
        return chained_draft(replace(request, room=hidden.shape[0]), self.name, row(0, block[:1]), lambda token: row(next(places), token))

    def _read(self, rows: HiddenRows, start: int) -> None:
        self._net.read(mx.concatenate([rows[place] for place in self.places], axis=-1), self._cache)


def load(loading: Loading, kind: type[DFlashNet] = DFlashNet) -> BlockDrafter:
    """A drafter with a net of this kind. Raises LoadError, or PairError where the target's embedding or output head cannot be used alone."""
    net = load_net(loading.checkpoint, loading.target, loading.bits, kind)
    check_draft_vocabulary(net.tokens, loading.checkpoint, loading.target)
    return BlockDrafter(net, loading.target_state.model, loading.name)
