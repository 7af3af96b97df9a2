"""Replies sampled from a model in batches: text of its own for its drafter to learn from.

Prompts of one batch have the same length, so nothing is padded.
"""

from collections import defaultdict

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import Model, rms_norm


class Cache:
    """Keys and values of every layer, (B, KV, room, D) each, filled up to `length`."""

    def __init__(self, model: Model, rows: int, room: int, dtype: torch.dtype):
        s = model.shape
        size = (s.layers, rows, s.kv_heads, room, s.head_dim)
        self.keys, self.values, self.length = torch.zeros(size, dtype=dtype), torch.zeros(size, dtype=dtype), 0

    def keep(self, rows: Tensor) -> None:
        """Drops the rows of finished replies."""
        self.keys, self.values = self.keys[:, rows], self.values[:, rows]


def advance(model: Model, tokens: Tensor, cache: Cache) -> Tensor:
    """Reads tokens (B, T) after what the cache holds; logits of the last position (B, vocab), float32."""
    start, end = cache.length, cache.length + tokens.shape[1]
    cos, sin = (table[start:end] for table in model.rope(model.shape.context))
    x = F.embedding(tokens, model.embed).to(cache.keys.dtype)
    for layer, block in enumerate(model.blocks):
        q, k, v = block.heads(x, cos, sin)
        cache.keys[layer, :, :, start:end], cache.values[layer, :, :, start:end] = k, v
        k, v = block.widen(cache.keys[layer, :, :, :end]), block.widen(cache.values[layer, :, :, :end])
        x = block.after(x, F.scaled_dot_product_attention(q, k, v, is_causal=start == 0 and end > 1))
    cache.length = end
    return model.logits(rms_norm(x[:, -1], model.norm, model.shape.eps)).float()


@torch.no_grad()
def replies(model: Model, prompts: Tensor, most: int, temperature: float, end: int, dtype: torch.dtype) -> list[list[int]]:
    """A reply to each of the prompts (B, T), its end token included; at most `most` tokens each."""
    cache = Cache(model, len(prompts), prompts.shape[1] + most, dtype)
    alive, out, tokens = list(range(len(prompts))), [[] for _ in prompts], prompts
    for _ in range(most):
        logits = advance(model, tokens, cache)
        chosen = torch.multinomial((logits / temperature).softmax(-1), 1) if temperature else logits.argmax(-1, keepdim=True)
        for row, token in zip(alive, chosen.flatten().tolist()):
            out[row].append(token)
        going = (chosen.flatten() != end).nonzero().flatten()
        if not len(going):
            break
        if len(going) < len(alive):
            cache.keep(going)
        alive, tokens = [alive[i] for i in going.tolist()], chosen[going]
    return out


def by_length(prompts: list[list[int]], rows: int) -> list[list[int]]:
    """Indices of the prompts in batches of at most `rows`, all of one length."""
    groups: dict[int, list[int]] = defaultdict(list)
    for index, prompt in enumerate(prompts):
        groups[len(prompt)].append(index)
    return [found[i : i + rows] for found in groups.values() for i in range(0, len(found), rows)]
