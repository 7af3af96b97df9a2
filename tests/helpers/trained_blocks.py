"""Small DFlash2 and DSpark drafters, trained by their definition (blocks.py) on texts of a small target."""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import mlx.nn as nn
import mlx.optimizers as optim
from mlx.utils import tree_map

from tests.helpers import blocks, kinds
from tests.helpers.blocks import LAYERS
from tests.helpers.eagle3 import drawn_texts, layer_outputs

DEPTH = 3  # layers of the target: what the last one adds, the drafter must guess
BLOCK, MASK, BEFORE = 4, 3, 16  # rows of a block, the mask's token, tokens of context
FIRST = {"dflash2": 1, "dspark": 0}  # the row that guesses first


def config(kind: str) -> dict[str, Any]:
    """Fields of the drafter's config that differ from those of the random ones."""
    fields = {"block_size": BLOCK, "mask_token_id": MASK}
    return {"vocab_size": kinds.WIDTH, "num_target_layers": DEPTH} | ({"dflash_config": fields} if kind == "dflash2" else fields)


def trained(target: Any, kind: str, steps: int) -> dict[str, mx.array]:
    """The tensors of a drafter that learns the target's distribution at every place of a block, given the token before it."""
    texts, first = drawn_texts(target, 256, 32), FIRST[kind]
    heard, chances = mx.concatenate([layer_outputs(target, texts)[layer] for layer in LAYERS], axis=-1), mx.softmax(target(texts), axis=-1)
    make = {"dflash2": lambda: blocks.dflash2_tensors(width=kinds.WIDTH), "dspark": lambda: small(blocks.dspark_tensors(own=False))}
    tensors, embedding, head = make[kind](), target.model.embed_tokens.weight, target.lm_head.weight
    mx.eval(heard, chances, tensors)

    def scored(t: dict[str, mx.array], tapped: mx.array, tokens: mx.array) -> mx.array:
        """Logits (n, V) of the places, from the context's states and the true tokens from the last one on."""
        rows = mx.concatenate([tokens[:1], mx.full((BLOCK - 1,), MASK, tokens.dtype)])
        hidden = blocks.block_hidden(t, embedding[rows], tapped, mx.ones((BLOCK, BEFORE + BLOCK), mx.bool_))[first:]
        return hidden @ head.T + corrections(t, hidden, tokens[: BLOCK - first])

    def loss(t: dict[str, mx.array], which: mx.array, start: int) -> mx.array:
        last = start + BEFORE
        wanted = chances[which, last : last + BLOCK - first]
        found = mx.vmap(scored, in_axes=(None, 0, 0))(t, heard[which, start:last], texts[which, last : last + BLOCK])
        return nn.losses.cross_entropy(found, wanted, reduction="mean")

    step, optimizer = mx.value_and_grad(loss), optim.Adam(learning_rate=4e-3)
    for i in range(steps):
        keys = mx.random.split(mx.random.key(i))
        which, start = mx.random.randint(0, 256, (32,), key=keys[0]), mx.random.randint(0, texts.shape[1] - BEFORE - BLOCK, key=keys[1]).item()
        _, gradients = step(tensors, which, start)
        tensors = optimizer.apply_gradients(gradients, tensors)
        mx.eval(tensors, optimizer.state)
    return tree_map(mx.array, tensors)


def small(tensors: dict[str, mx.array]) -> dict[str, mx.array]:
    """The same for the target's short vocabulary, without what is not trained."""
    return {name: value[: kinds.WIDTH] if "markov_w" in name else value for name, value in tensors.items() if "confidence" not in name}


def corrections(t: dict[str, mx.array], hidden: mx.array, before: mx.array) -> mx.array:
    """What selector or Markov head adds to the logits (n, V) of places, given the tokens (n,) before them."""
    if "markov_head.markov_w1.weight" in t:
        return t["markov_head.markov_w1.weight"][before] @ t["markov_head.markov_w2.weight"].T
    gates = hidden @ t["candidate_selector.hidden_projection.weight"].T
    return (t["candidate_selector.predecessor_codebook"][before] * gates) @ t["candidate_selector.successor_codebook"].T
