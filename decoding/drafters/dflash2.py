"""`dflash2`: a block drafter whose selector chooses a path through the likeliest tokens of each place.

Its q covers the candidates of a place, 16 in the published drafters, and is 0 elsewhere.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Self

import mlx.core as mx
import mlx.nn as nn

from ..checkpoints.block_layout import setting
from ..checkpoints.checkpoint import Checkpoint
from ..logits import likeliest
from . import dflash
from .dflash import BlockLayer, DFlashNet, LayerView, NetSizes
from .drafting import Scales


@dataclass(frozen=True, kw_only=True)
class DFlash2Sizes(NetSizes):
    """`kernel_size` and `group`: of the convolutions, rows and channels; `rank` and `candidates`: of the selector; `vocabulary`: rows of its
    codebooks."""

    kernel_size: int
    group: int
    rank: int
    candidates: int

    @classmethod
    def of(cls, checkpoint: Checkpoint, target: Checkpoint, **others: Any) -> Self:
        config = checkpoint.config
        own = {name: setting(config, name) for name in ("output_multiplier", "final_logit_softcapping") if target.text.get(name) is None}
        return super().of(
            checkpoint, target,
            kernel_size=setting(config, "conv_kernel_size"), group=setting(config, "conv_group_size"), rank=setting(config, "selector_rank"),
            candidates=setting(config, "selector_top_k"), vocabulary=config["vocab_size"],
            scales=Scales(setting(config, "input_embedding_scale", 1.0), own.get("output_multiplier") or 1.0, own.get("final_logit_softcapping") or None),
        )  # fmt: skip


# The network of a DFlash2 drafter, loaded from the published checkpoint layout (Inco AI and z-lab 2026). It is DFlash's with two small parts.
#
# `attention_conv` and `mlp_conv` in every layer convolve the input and output rows of attention and MLP over the block. So a row knows the
# rows before it. With kernels of T rows, row i becomes the sum over t < T of `k_t x_(i-t)`. Rows before the block are zero. Here
# `k_t = base_kernel[side, t] + change`. `kernel_projection` makes the change of the sublayer's input, one number for each group of channels.
#
# `candidate_selector` scores the K likeliest tokens of each place again, given the token a before it: `s(b) = logit(b) + <A[a] * P h, B[b]>`.
# It has two codebooks A and B (V, R) and a projection P of the place's hidden state h.
#
# Sources are z-lab/dflash model.py and model_mlx.py, for names, arithmetic and the order of logits' scale, cap and selector. Its test fixture of a
# published config and header gives shapes, `output_multiplier` and `final_logit_softcapping`. The formulas are in sglang#35371 and vllm#52816. By
# speculators' dflash2.md the draft vocabulary is the target's. The code of z-lab multiplies raw logits by `output_multiplier` and caps them. A target
# whose own config has these fields does so in its own head. Then it is not done twice.
#
# Compared with z-lab's model.py in torch on random weights: hidden states and q differ by less than 4e-6.

class GroupedConv(nn.Module):
    """Two convolutions over the rows of a block, around a sublayer; what goes in decides the kernels of both."""

    def __init__(self, sizes: DFlash2Sizes) -> None:
        super().__init__()
        self.base_kernel = mx.zeros((2, sizes.kernel_size, sizes.hidden))
        self.kernel_projection = nn.Linear(sizes.hidden, 2 * sizes.kernel_size * sizes.hidden // sizes.group, bias=False)
        self._group = sizes.group

    def __call__(self, x: mx.array, sublayer: Callable[[mx.array], mx.array]) -> mx.array:
        """x (n, H), a sublayer of (n, H) -> (n, H)."""
        changes = self.kernel_projection(x).reshape(x.shape[0], *self.base_kernel.shape[:2], -1)
        kernels = self.base_kernel + mx.repeat(changes, self._group, axis=-1)  # (n, 2, size, H)
        return _convolved(sublayer(_convolved(x, kernels[:, 0])), kernels[:, 1])


def _convolved(x: mx.array, kernels: mx.array) -> mx.array:
    """Rows x (n, H), each with those before it, weighted by its kernels (n, size, H) -> (n, H)."""
    count, size = kernels.shape[:2]
    padded = mx.pad(x, [(size - 1, 0), (0, 0)])
    terms = [kernels[:, t] * padded[size - 1 - t : size - 1 - t + count] for t in range(size)]
    return sum(terms[1:], terms[0])


class ConvolvedLayer(BlockLayer):
    """A layer with convolutions around attention and MLP."""

    def __init__(self, sizes: DFlash2Sizes, view: LayerView) -> None:
        super().__init__(sizes, view)
        self.attention_conv = GroupedConv(sizes)
        self.mlp_conv = GroupedConv(sizes)

    def __call__(self, x: mx.array, entry: Any) -> mx.array:
        x = x + self.attention_conv(self.input_layernorm(x), lambda rows: self.self_attn(rows, entry))
        return x + self.mlp_conv(self.post_attention_layernorm(x), self.mlp)


class CandidateSelector(nn.Module):
    """Scores the likeliest tokens of each place by the token before it."""

    def __init__(self, sizes: DFlash2Sizes) -> None:
        super().__init__()
        self.predecessor_codebook = nn.Embedding(sizes.vocabulary, sizes.rank)
        self.successor_codebook = nn.Embedding(sizes.vocabulary, sizes.rank)
        self.hidden_projection = nn.Linear(sizes.hidden, sizes.rank, bias=False)
        self.count = sizes.candidates


class DFlash2Net(DFlashNet):
    """DFlash's net with convolutions in its layers, and the selector."""

    sizes_class, layer = DFlash2Sizes, ConvolvedLayer

    def __init__(self, sizes: DFlash2Sizes) -> None:
        super().__init__(sizes)
        self.candidate_selector = CandidateSelector(sizes)

    def sequential_logits(self, hidden: mx.array, logits: mx.array, embed: object = None) -> Callable[[int, mx.array], mx.array]:
        """hidden (n, H), logits (n, V) -> a function of a place and the token (1,) before it. It gives the place's scores (1, V), -inf but at its
        candidates. The selector embeds tokens itself."""
        logits, selector = logits.astype(mx.float32), self.candidate_selector
        ids = likeliest(logits, min(selector.count, logits.shape[-1]))
        unary, successors = mx.take_along_axis(logits, ids, axis=-1), selector.successor_codebook(ids)  # (n, K), (n, K, R)
        gates, nothing = selector.hidden_projection(hidden), mx.full((1, logits.shape[-1]), -mx.inf)

        def row(place: int, last: mx.array) -> mx.array:
            edges = (selector.predecessor_codebook(last) * gates[place]) @ successors[place].T
            return mx.put_along_axis(nothing, ids[place][None], unary[place] + edges.astype(mx.float32), axis=-1)

        return row


load = partial(dflash.load, kind=DFlash2Net)
