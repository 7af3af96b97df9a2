"""What drafters are, written a second time: whole sequences at once, no cache, every row by itself, the tensors by their published names.

The layers that EAGLE-3 heads (test_eagle3.py, by SafeAILab's names) and block drafters (test_block_drafters.py, by z-lab's and DeepSpec's) share.
"""

from __future__ import annotations

from typing import Any, Sequence

import mlx.core as mx

from tests.helpers.checkpoints import VOCABULARY, Tensors


def norm(x: mx.array, weight: mx.array) -> mx.array:
    """RMS norm of the rows."""
    return x * mx.rsqrt(mx.mean(mx.square(x), axis=-1, keepdims=True) + 1e-6) * weight


def normed(t: Tensors, name: str, x: mx.array) -> mx.array:
    """The rows after a norm that not every drafter has."""
    return norm(x, t[name]) if name in t else x


def mlp(t: Tensors, layer: str, rows: mx.array) -> mx.array:
    """A gated MLP of the rows; Gemma's layers, which have a scalar, gate by GELU in its tanh form."""
    gate, up = (rows @ t[f"{layer}.mlp.{name}_proj.weight"].T for name in ("gate", "up"))
    share = 0.5 * (1 + mx.tanh((2 / mx.pi) ** 0.5 * (gate + 0.044715 * gate**3))) if f"{layer}.layer_scalar" in t else mx.sigmoid(gate)
    return (gate * share * up) @ t[f"{layer}.mlp.down_proj.weight"].T


def layer_outputs(model: Any, tokens: Sequence[int]) -> list[mx.array]:
    """The outputs (n, H) of a Qwen3 target's layers, the last one's after the final norm, and the embedding."""
    x, outputs = model.model.embed_tokens(mx.array([tokens])), []
    embedded = x
    for layer in model.model.layers:
        x = layer(x, "causal", None)
        outputs.append(x)
    return [rows[0] for rows in (*outputs, model.model.norm(x), embedded)]


def over_vocabulary(t: Tensors, logits: mx.array) -> mx.array:
    """Logits (n, Vd) -> q (n, V): a drafter's own vocabulary may be a part of the target's."""
    full = mx.full((logits.shape[0], VOCABULARY), -mx.inf)
    full[:, mx.arange(logits.shape[1]) + (t["d2t"].astype(mx.int32) if "d2t" in t else 0)] = logits
    return mx.softmax(full, axis=-1)


Rope = tuple[float, int, int]  # its base, how many pairs it turns, and over how many channels they lie, the first ones
GEMMAS_ROPE = (1e6, 2, 16)  # of the toys' full attention: a quarter of the pairs turns


def rotated(x: mx.array, rope: Rope) -> mx.array:
    """Rows (heads, n, D) at the positions 0 to n - 1 after RoPE: channel i is paired with the channel half of them further."""
    (base, pairs, channels), half = rope, rope[2] // 2
    angles = mx.arange(x.shape[1])[:, None] * mx.where(mx.arange(half) < pairs, base ** (-mx.arange(half) / half), 0)
    one, two, sin, cos = x[..., :half], x[..., half:channels], mx.sin(angles), mx.cos(angles)
    return mx.concatenate([one * cos - two * sin, two * cos + one * sin, x[..., channels:]], axis=-1)


def attended(t: Tensors, layer: str, rows: mx.array, context: mx.array, seen: mx.array, rope: Rope) -> mx.array:
    """Rows (n, H) after attention over context (m, H) and rows, where `seen` (n, m + n) says so: two heads of 16 that share their keys."""
    both, gemma = mx.concatenate([context, rows]), f"{layer}.layer_scalar" in t
    q, k = ((both @ t[f"{layer}.self_attn.{name}_proj.weight"].T).reshape(both.shape[0], heads, -1).swapaxes(0, 1) for name, heads in (("q", 2), ("k", 1)))
    v = both @ t[f"{layer}.self_attn.v_proj.weight"].T if f"{layer}.self_attn.v_proj.weight" in t else k[0]
    v = norm(v, mx.ones(16)) if gemma else v
    q, gates = q[:, -rows.shape[0] :, :16], q[:, -rows.shape[0] :, 16:]  # gates are there where q is twice as wide
    q = mx.concatenate([mx.zeros((2, context.shape[0], 16)), normed(t, f"{layer}.self_attn.q_norm.weight", q)], axis=1)
    q, k = rotated(q, rope)[:, -rows.shape[0] :], rotated(normed(t, f"{layer}.self_attn.k_norm.weight", k), rope)
    scores, v = mx.where(seen, q @ k.swapaxes(-1, -2) / (1 if gemma else 4), -mx.inf), v[None]
    if (sinks := t.get(f"{layer}.self_attn.attention_sink_bias")) is not None:  # a column a head, with no value
        scores, v = mx.concatenate([scores, mx.broadcast_to(sinks[:, None, None], (*scores.shape[:2], 1))], axis=-1), mx.pad(v, [(0, 0), (0, 1), (0, 0)])
    out = mx.softmax(scores, axis=-1) @ v
    out = out * mx.sigmoid(gates) if gates.size else out
    return out.swapaxes(0, 1).reshape(rows.shape[0], -1) @ t[f"{layer}.self_attn.o_proj.weight"].T


def convolved(t: Tensors, name: str, rows: mx.array, side: int, by: mx.array) -> mx.array:
    """Rows (n, H) of a block after one of the two convolutions of `name`, whose kernels follow from the rows `by`, one number at a time."""
    if f"{name}.base_kernel" not in t:
        return rows
    base, out = t[f"{name}.base_kernel"][side], []
    for i in range(rows.shape[0]):
        changes = (t[f"{name}.kernel_projection.weight"] @ by[i]).reshape(2, base.shape[0], -1)[side]
        row = mx.zeros(rows.shape[1])
        for tap in range(min(i + 1, base.shape[0])):
            row = row + (base[tap] + mx.repeat(changes[tap], rows.shape[1] // changes.shape[1])) * rows[i - tap]
        out.append(row)
    return mx.stack(out)


def after_attention(t: Tensors, layer: str, x: mx.array, inner: mx.array, normed: mx.array) -> mx.array:
    """Rows (n, H) after a layer whose attention said `inner`, having read `normed`; Gemma's layers have norms around both parts, and a scalar."""
    if f"{layer}.layer_scalar" in t:
        x = x + norm(inner, t[f"{layer}.post_attention_layernorm.weight"])
        fed = mlp(t, layer, norm(x, t[f"{layer}.pre_feedforward_layernorm.weight"]))
        return (x + norm(fed, t[f"{layer}.post_feedforward_layernorm.weight"])) * t[f"{layer}.layer_scalar"]
    x = x + convolved(t, f"{layer}.attention_conv", inner, 1, normed)
    normed = norm(x, t[f"{layer}.post_attention_layernorm.weight"])
    return x + convolved(t, f"{layer}.mlp_conv", mlp(t, layer, convolved(t, f"{layer}.mlp_conv", normed, 0, normed)), 1, normed)
