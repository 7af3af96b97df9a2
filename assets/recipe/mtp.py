"""Trains a multi-token-prediction head on the hidden states of the target, which is frozen.

python -m assets.recipe.mtp --work DIR --start DIR
"""

import copy
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .chained import ChainedHead, Past, Table, train_from_arguments
from .export import MTP, config, export_weights, resumed
from .model import Model, Shape, matrix, rms_norm


class Head(ChainedHead):
    """A projection of (embedding, hidden state), one layer of the target's kind, a norm."""

    def __init__(self, teacher: Model):
        super().__init__()
        shape = self.shape = teacher.shape
        self.norm_embedding = nn.Parameter(torch.ones(shape.width))
        self.norm_hidden = nn.Parameter(torch.ones(shape.width))
        self.fc = matrix(shape.width, 2 * shape.width)
        self.blocks = nn.ModuleList([copy.deepcopy(teacher.blocks[-1]).float().requires_grad_(True)])
        self.norm = nn.Parameter(torch.ones(shape.width))

    def hidden(self, layers: list[Tensor], teacher: Model) -> Tensor:
        return teacher.normed(layers[-1])

    def forward(self, embedded: Tensor, hidden: Tensor, table: Table, past: Past) -> Tensor:
        eps = self.shape.eps
        x = torch.cat((rms_norm(embedded, self.norm_embedding, eps), rms_norm(hidden, self.norm_hidden, eps)), -1)
        x, block = F.linear(x, self.fc.to(x.dtype)), self.blocks[0]
        q, k, v = block.heads(x, *table)
        past.keys.append(block.widen(k)), past.values.append(block.widen(v))
        return rms_norm(block.after(x, past.attend(q)), self.norm, eps)


def begun(teacher: Model, start: Path) -> Head:
    """The head of the models to begin with."""
    return resumed(Head(teacher), start / "mtp", teacher.shape, MTP)


def export_head(weights: dict[str, Tensor], shape: Shape, folder: Path) -> None:
    """A Head's state, for a target of this shape."""
    settings = {name: value for name, value in config(shape).items() if name != "architectures"}
    export_weights(folder, shape, weights, MTP, settings | {"model_type": "qwen3_mtp"})


if __name__ == "__main__":
    train_from_arguments("mtp", __doc__, begun, steps=2300, rate=0.6)
