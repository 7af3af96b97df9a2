"""Trains an EAGLE-3 head (Li et al. 2025) on the outputs of three layers of the target, which is frozen.

python -m assets.recipe.eagle3 --work DIR --start DIR

It begins as the MTP head of the models to begin with, written as an EAGLE-3 head: see `of_mtp`.
"""

from dataclasses import replace
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from . import mtp
from .chained import ChainedHead, Past, Table, train_from_arguments
from .export import EAGLE3, config, export_weights
from .model import Block, Model, Shape, matrix, rms_norm

LAYERS = (5, 10, 15)  # of the target


class Head(ChainedHead):
    """The network of decoding/drafters/eagle3.py with `norm_output` and `norm_before_residual`. It has twice the target's
    attention heads, and keys and values for each: only attention brings the embedding into the residual stream."""

    def __init__(self, target: Shape):
        super().__init__()
        shape = self.shape = head_shape(target)
        self.fc = matrix(shape.width, len(LAYERS) * shape.width)
        self.hidden_norm = nn.Parameter(torch.ones(shape.width))
        self.blocks = nn.ModuleList([Block(shape)])
        self.blocks[0].qkv = matrix(sum(shape.qkv), 2 * shape.width)
        self.norm = nn.Parameter(torch.ones(shape.width))

    def hidden(self, layers: list[Tensor], teacher: Model) -> Tensor:
        heard = torch.cat([layers[layer] for layer in LAYERS], -1)
        return F.linear(heard, self.fc.to(heard.dtype))

    def forward(self, embedded: Tensor, hidden: Tensor, table: Table, past: Past) -> Tensor:
        eps, block = self.shape.eps, self.blocks[0]
        x = rms_norm(hidden, self.hidden_norm, eps)
        q, k, v = block.project(torch.cat((rms_norm(embedded, block.norm1, eps), x), -1), *table)
        past.keys.append(block.widen(k)), past.values.append(block.widen(v))
        return rms_norm(block.after(x, past.attend(q)), self.norm, eps)


def head_shape(target: Shape) -> Shape:
    """The shape of the head's layer."""
    return replace(target, layers=1, heads=2 * target.heads, kv_heads=2 * target.heads)


@torch.no_grad()
def of_mtp(old: mtp.Head, teacher: Model) -> Head:
    """A head that guesses nearly as `old` does, from the last of its layers only. Half of its attention heads are the old ones. The others
    have the same matrix for queries and keys, so each token attends mostly to itself; they bring what the old residual stream has and
    this one lacks."""
    head, target, block = Head(teacher.shape), old.shape, old.blocks[0]
    width, size, new = target.width, target.qkv[0], head.blocks[0]
    head.fc.zero_()[:, -width:] = torch.diag(teacher.norm)
    head.hidden_norm.copy_(old.norm_hidden), head.norm.copy_(old.norm), new.norm1.copy_(old.norm_embedding)
    for name in ("norm2", "q_norm", "k_norm", "gate_up", "down"):
        getattr(new, name).copy_(getattr(block, name))
    q, k, v = ((block.qkv * block.norm1) @ old.fc).split(target.qkv)
    k, v = (rows.unflatten(0, (-1, target.head_dim)).repeat_interleave(target.heads // target.kv_heads, 0).flatten(0, 1) for rows in (k, v))
    usual = (old.fc * torch.cat((old.norm_embedding, old.norm_hidden))).square().sum(1).mean().sqrt()  # size of what `v` was read from, normed
    same, (own_v, own_out) = matrix(size, 2 * width), lacking(old.fc, size)
    new.qkv.copy_(torch.cat((q, same, k, same, v / usual, own_v)))
    new.out.copy_(torch.cat((block.out, own_out), 1))
    return head


def lacking(fc: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Two matrices through `size` numbers whose product is nearly what the projection fc (width, 2 * width) of embedding and hidden state
    adds to that hidden state: (size, 2 * width) and (width, size)."""
    width, rank = len(fc), min(size, len(fc))
    left, values, right = torch.linalg.svd(fc - F.pad(torch.eye(width), (width, 0)), full_matrices=False)
    scales = values[:rank].sqrt()
    return F.pad(scales[:, None] * right[:rank], (0, 0, 0, size - rank)), F.pad(left[:, :rank] * scales, (0, size - rank))


def begun(teacher: Model, start: Path) -> Head:
    """The MTP head of the models to begin with, as an EAGLE-3 head."""
    return of_mtp(mtp.begun(teacher, start), teacher)


def export_head(weights: dict[str, Tensor], target: Shape, folder: Path) -> None:
    """A Head's state, for a target of this shape. At the top level of a config a layer's output is named as the next one's input."""
    shape = head_shape(target)
    settings = config(shape) | {"architectures": ["Qwen3ForCausalLMEagle3"], "norm_before_residual": True, "norm_output": True}
    export_weights(folder, shape, weights, EAGLE3, settings | {"eagle_aux_hidden_state_layer_ids": [1 + layer for layer in LAYERS]})


if __name__ == "__main__":
    train_from_arguments("eagle3", __doc__, begun, steps=320, rate=0.7)
