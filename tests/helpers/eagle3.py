"""What an EAGLE-3 head is, written a second time: whole sequences at once, no cache, the tensors by SafeAILab's names; and a small head
trained with it."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import mlx.core as mx
import mlx.nn as nn
import mlx.optimizers as optim
from mlx.utils import tree_map
from mlx_lm.models.cache import make_prompt_cache

from specdeck.decoding import Pair
from tests.helpers import heads

Tensors = Mapping[str, mx.array]


def norm(x: mx.array, weight: mx.array) -> mx.array:
    """RMS norm of the rows."""
    return x * mx.rsqrt(mx.mean(mx.square(x), axis=-1, keepdims=True) + 1e-6) * weight


def turned(x: mx.array, share: float, base: float) -> mx.array:
    """Rows (batch, heads, n, 16) after RoPE on this share of the channels, the first ones; the others pass (speculators' rotary_partial)."""
    dims, half = int(16 * share), int(16 * share) // 2
    angles = mx.arange(x.shape[2])[:, None] * base ** (-mx.arange(half) / half)
    one, two = x[..., :half], x[..., half:dims]
    return mx.concatenate([one * mx.cos(angles) - two * mx.sin(angles), two * mx.cos(angles) + one * mx.sin(angles), x[..., dims:]], axis=-1)


def attend(t: Tensors, both: mx.array, share: float = 1.0, base: float = 10000.0) -> mx.array:
    """Causal attention of rows (batch, n, 2H or H): two heads of 16 that share their keys and values."""
    batch, count = both.shape[:2]
    q, k, v = ((both @ t[f"midlayer.self_attn.{name}_proj.weight"].T).reshape(batch, count, -1, 16).swapaxes(1, 2) for name in "qkv")
    q, k = turned(q, share, base), turned(k, share, base)
    scores = q @ k.swapaxes(-1, -2) / 4 + mx.triu(mx.full((count, count), -1e9), k=1)
    return (mx.softmax(scores, axis=-1) @ v).swapaxes(1, 2).reshape(batch, count, -1) @ t["midlayer.self_attn.o_proj.weight"].T


def output(t: Tensors, embedded: mx.array, hidden: mx.array, settings: Mapping[str, Any]) -> mx.array:
    """Rows (batch, n, H) of both -> (batch, n, H)."""
    normed, first = norm(hidden, t.get("midlayer.hidden_norm.weight", mx.ones(hidden.shape[-1]))), t["midlayer.input_layernorm.weight"]
    both = mx.concatenate([norm(embedded, first), normed], axis=-1)
    if t["midlayer.self_attn.q_proj.weight"].shape[1] == hidden.shape[-1]:  # ModelOpt's on the last hidden states alone
        both = norm(hidden, first)
    x = (normed if settings.get("norm_before_residual") else hidden) + attend(t, both, settings.get("partial_rotary_factor", 1.0), settings.get("rope_theta", 10000.0))
    inner = norm(x, t["midlayer.post_attention_layernorm.weight"])
    gate, up = (inner @ t[f"midlayer.mlp.{name}_proj.weight"].T for name in ("gate", "up"))
    x = x + (gate * mx.sigmoid(gate) * up) @ t["midlayer.mlp.down_proj.weight"].T
    return norm(x, t["norm.weight"]) if settings.get("norm_output") else x


def logits(t: Tensors, rows: mx.array, settings: Mapping[str, Any]) -> mx.array:
    """A head's output (..., H) -> logits (..., Vd)."""
    return (rows if settings.get("norm_output") else norm(rows, t["norm.weight"])) @ t["lm_head.weight"].T


def fused(t: Tensors, heard: Sequence[mx.array]) -> mx.array:
    """Hidden states of several layers (batch, n, Ht) -> (batch, n, H); those of one as they are where there is no `fc`."""
    heard = [norm(rows, t[f"fc_norm.{i}.weight"]) for i, rows in enumerate(heard)] if "fc_norm.0.weight" in t else heard
    rows = mx.concatenate(heard, axis=-1)
    rows = norm(rows, t["input_norm.weight"]) if "input_norm.weight" in t else rows
    return rows @ t["fc.weight"].T if "fc.weight" in t else rows


def layer_outputs(model: Any, tokens: mx.array) -> list[mx.array]:
    """The outputs (batch, n, H) of a Qwen3 target's layers for tokens (batch, n), and behind them the last one's after the final norm."""
    outputs, x = [], model.model.embed_tokens(tokens)
    for layer in model.model.layers:
        x = layer(x, "causal", None)
        outputs.append(x)
    return [*outputs, model.model.norm(x)]


def defined_q(pair: Pair, t: Tensors, settings: Mapping[str, Any], sequence: list[int], guesses: list[int], layers: Sequence[int] = (0, 1, 3)) -> mx.array:
    """The q (n, V) of a chain of guesses after a sequence, whose last token the target has not read."""
    table = t.get("embed_tokens.weight", pair.target.model.model.embed_tokens.weight)
    outputs = layer_outputs(pair.target.model, mx.array([sequence[:-1]]))
    hidden, tokens, q = fused(t, [outputs[layer] for layer in layers]), sequence[1:], []
    for guess in guesses:
        last = output(t, table[mx.array([tokens])], hidden, settings)[:, -1:]
        row = logits(t, last[0], settings)
        full = mx.full((1, heads.VOCABULARY), -mx.inf)
        full[:, mx.arange(row.shape[-1]) + t["d2t"].astype(mx.int32)] = row
        q.append(mx.softmax(full, axis=-1))
        tokens, hidden = [*tokens, guess], mx.concatenate([hidden, last], axis=1)
    return mx.concatenate(q)


# -- a head that was trained -----------------------------------------------------------------------------------------------

LAYERS = (0, 1)  # of a target with three: what the last one adds, the head must guess


def trained(target: Any, guessed: Sequence[int], steps: int) -> dict[str, mx.array]:
    """The tensors of a head for a small Qwen3 target, trained on 256 texts drawn from it: it learns the next token's distribution over the
    ids that it may guess, from the target's hidden states and then from its own output."""
    width = target.args.vocab_size
    texts, ids = drawn_texts(target, 256, 32), mx.array(guessed)
    heard = [layer_outputs(target, texts)[layer] for layer in LAYERS]
    shares = mx.softmax(target(texts)[..., ids], axis=-1)
    ends = {"lm_head.weight": mx.zeros((len(guessed), 32)), "embed_tokens.weight": mx.zeros((width, 32))}
    tensors = heads.eagle3_tensors(heard=len(LAYERS), drafted=heads.VOCABULARY) | heads.randomised(ends, 3)
    mx.eval(shares, heard)

    def loss(t: dict[str, mx.array], rows: mx.array) -> mx.array:
        embedded = t["embed_tokens.weight"][texts[rows]]
        first = output(t, embedded[:, 1:], fused(t, [layer[rows, :-1] for layer in heard]), {})
        again = output(t, embedded[:, 2:], first[:, :-1], {})
        parts = ((first, shares[rows, 1:]), (again, shares[rows, 2:]))
        return sum(nn.losses.cross_entropy(logits(t, rows, {}), wanted, reduction="mean") for rows, wanted in parts)

    step, optimizer = mx.value_and_grad(loss), optim.Adam(learning_rate=4e-3)
    for i in range(steps):
        _, gradients = step(tensors, mx.random.randint(0, 256, (32,), key=mx.random.key(i)))
        tensors = optimizer.apply_gradients(gradients, tensors)
        mx.eval(tensors, optimizer.state)
    offsets = ids - mx.arange(len(guessed))
    return tree_map(mx.array, tensors) | {"d2t": offsets.astype(mx.int64)}


def overlap(target: Any, t: Tensors, texts: Sequence[list[int]], start: int) -> float:
    """The mean of sum(min(p, q)) over the tokens of these texts from `start` on: what a first guess is accepted with."""
    values = []
    for text in texts:
        tokens = mx.array([text])
        outputs = layer_outputs(target, tokens)
        rows = output(t, t["embed_tokens.weight"][tokens[:, 1:]], fused(t, [outputs[layer][:, :-1] for layer in LAYERS]), {})
        q, p = mx.softmax(logits(t, rows, {}), axis=-1), mx.softmax(target(tokens)[:, 1:], axis=-1)
        ids = mx.arange(q.shape[-1]) + t["d2t"].astype(mx.int32)
        values.append(mx.minimum(q, p[..., ids]).sum(axis=-1)[0, start - 2 : -1])
    return mx.concatenate(values).mean().item()


def drawn_texts(target: Any, count: int, length: int) -> mx.array:
    """Texts (count, length + 6) drawn from a target at temperature 1 after six random tokens."""
    texts, cache = mx.random.randint(0, target.args.vocab_size, (count, 6), key=mx.random.key(1)), make_prompt_cache(target)
    row = target(texts, cache=cache)[:, -1]
    for i in range(length):
        token = mx.random.categorical(row, key=mx.random.key(1000 + i))[:, None]
        texts, row = mx.concatenate([texts, token], axis=1), target(token, cache=cache)[:, -1]
        mx.eval(texts, row)
    return texts
