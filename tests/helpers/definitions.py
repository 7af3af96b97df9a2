"""What drafters are, written a second time: whole sequences at once, no cache, every row by itself, the tensors by their published names.

EAGLE-3 heads have SafeAILab's names, DFlash2 and DSpark drafters z-lab's and DeepSpec's.
"""

from __future__ import annotations

import math
from typing import Any, Mapping, Sequence

import mlx.core as mx

from specdeck.decoding import Pair
from tests.helpers import checkpoints
from tests.helpers.checkpoints import CANDIDATES, MASK, PURE, RANK, STATE, VOCABULARY, Tensors


def norm(x: mx.array, weight: mx.array) -> mx.array:
    """RMS norm of the rows."""
    return x * mx.rsqrt(mx.mean(mx.square(x), axis=-1, keepdims=True) + 1e-6) * weight


def mlp(t: Tensors, layer: str, rows: mx.array) -> mx.array:
    """A gated MLP of the rows; Gemma's layers, which have a scalar, gate by GELU in its tanh form."""
    gate, up = (rows @ t[f"{layer}.mlp.{name}_proj.weight"].T for name in ("gate", "up"))
    share = 0.5 * (1 + mx.tanh((2 / mx.pi) ** 0.5 * (gate + 0.044715 * gate**3))) if f"{layer}.layer_scalar" in t else mx.sigmoid(gate)
    return (gate * share * up) @ t[f"{layer}.mlp.down_proj.weight"].T


def layer_outputs(model: Any, tokens: mx.array) -> list[mx.array]:
    """The outputs (batch, n, H) of a Qwen3 target's layers for tokens (batch, n), and behind them the last one's after the final norm."""
    outputs, x = [], model.model.embed_tokens(tokens)
    for layer in model.model.layers:
        x = layer(x, "causal", None)
        outputs.append(x)
    return [*outputs, model.model.norm(x)]


# -- EAGLE-3 heads ---------------------------------------------------------------------------------------------------------


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
    if "midlayer.layer_scalar" in t:  # Gemma 4's own layer
        seen = mx.arange(both.shape[1]) <= mx.arange(both.shape[1])[:, None]
        inner = mx.stack([attended(t, "midlayer", rows, rows[:0], seen, GEMMAS_ROPE) for rows in both])
        x = hidden + norm(inner, t["midlayer.post_attention_layernorm.weight"])
        fed = mlp(t, "midlayer", norm(x, t["midlayer.pre_feedforward_layernorm.weight"]))
        return (x + norm(fed, t["midlayer.post_feedforward_layernorm.weight"])) * t["midlayer.layer_scalar"]
    if t["midlayer.self_attn.q_proj.weight"].shape[1] == hidden.shape[-1]:  # ModelOpt's on the last hidden states alone
        both = norm(hidden, first)
    x = (normed if settings.get("norm_before_residual") else hidden) + attend(t, both, settings.get("partial_rotary_factor", 1.0), settings.get("rope_theta", 10000.0))
    x = x + mlp(t, "midlayer", norm(x, t["midlayer.post_attention_layernorm.weight"]))
    return norm(x, t["norm.weight"]) if settings.get("norm_output") else x


def logits(t: Tensors, rows: mx.array, settings: Mapping[str, Any]) -> mx.array:
    """A head's output (..., H) -> logits (..., Vd)."""
    out, cap = (rows if settings.get("norm_output") else norm(rows, t["norm.weight"])) @ t["lm_head.weight"].T, settings.get("final_logit_softcapping")
    return cap * mx.tanh(out / cap) if cap else out


def fused(t: Tensors, heard: Sequence[mx.array]) -> mx.array:
    """Hidden states of several layers (batch, n, Ht) -> (batch, n, H); those of one as they are where there is no `fc`."""
    heard = [norm(rows, t[f"fc_norm.{i}.weight"]) for i, rows in enumerate(heard)] if "fc_norm.0.weight" in t else heard
    rows = mx.concatenate(heard, axis=-1)
    rows = norm(rows, t["input_norm.weight"]) if "input_norm.weight" in t else rows
    return rows @ t["fc.weight"].T if "fc.weight" in t else rows


def eagle3_q(pair: Pair, t: Tensors, settings: Mapping[str, Any], sequence: list[int], guesses: list[int], layers: Sequence[int] = (0, 1, 3)) -> mx.array:
    """The q (n, V) of a chain of guesses after a sequence, whose last token the target has not read."""
    table = t.get("embed_tokens.weight", pair.target.model.model.embed_tokens.weight) * (32**0.5 if "midlayer.layer_scalar" in t else 1)
    outputs = layer_outputs(pair.target.model, mx.array([sequence[:-1]]))
    hidden, tokens, q = fused(t, [outputs[layer] for layer in layers]), sequence[1:], []
    for guess in guesses:
        last = output(t, table[mx.array([tokens])], hidden, settings)[:, -1:]
        row = logits(t, last[0], settings)
        full = mx.full((1, VOCABULARY), -mx.inf)
        full[:, mx.arange(row.shape[-1]) + (t["d2t"].astype(mx.int32) if "d2t" in t else 0)] = row
        q.append(mx.softmax(full, axis=-1))
        tokens, hidden = [*tokens, guess], mx.concatenate([hidden, last], axis=1)
    return mx.concatenate(q)


# -- DFlash, DFlash2 and DSpark drafters -----------------------------------------------------------------------------------


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


GEMMAS_ROPE = (1e6, 2, 16)  # of the toys' full attention: a quarter of the pairs turns
Rope = tuple[float, int, int]  # its base, how many pairs it turns, and over how many channels they lie, the first ones


def rotated(x: mx.array, rope: Rope) -> mx.array:
    """Rows (heads, n, D) at the positions 0 to n - 1 after RoPE: channel i of those is paired with the one that lies half of them further."""
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
    q = mx.concatenate([mx.zeros((2, context.shape[0], 16)), norm(q, t[f"{layer}.self_attn.q_norm.weight"])], axis=1)
    q, k = rotated(q, rope)[:, -rows.shape[0] :], rotated(norm(k, t[f"{layer}.self_attn.k_norm.weight"]), rope)
    scores, v = mx.where(seen, q @ k.swapaxes(-1, -2) / (1 if gemma else 4), -mx.inf), v[None]
    if (sinks := t.get(f"{layer}.self_attn.attention_sink_bias")) is not None:  # a column a head, with no value
        scores, v = mx.concatenate([scores, mx.broadcast_to(sinks[:, None, None], (*scores.shape[:2], 1))], axis=-1), mx.pad(v, [(0, 0), (0, 1), (0, 0)])
    out = mx.softmax(scores, axis=-1) @ v
    out = out * mx.sigmoid(gates) if gates.size else out
    return out.swapaxes(0, 1).reshape(rows.shape[0], -1) @ t[f"{layer}.self_attn.o_proj.weight"].T


def block_hidden(t: Tensors, embedded: mx.array, tapped: mx.array, seen: mx.array, rope: Rope = (10000.0, 8, 16)) -> mx.array:
    """The net's output (n, H), from the embeddings (n, H) of a block and the target's hidden states (m, layers * H) before it."""
    context, x = norm(tapped @ t["fc.weight"].T, t["hidden_norm.weight"]), embedded
    for layer in ("layers.0", "layers.1"):
        normed = norm(x, t[f"{layer}.input_layernorm.weight"])
        inner = attended(t, layer, convolved(t, f"{layer}.attention_conv", normed, 0, normed), context, seen, rope)
        if f"{layer}.layer_scalar" in t:
            x = x + norm(inner, t[f"{layer}.post_attention_layernorm.weight"])
            fed = mlp(t, layer, norm(x, t[f"{layer}.pre_feedforward_layernorm.weight"]))
            x = (x + norm(fed, t[f"{layer}.post_feedforward_layernorm.weight"])) * t[f"{layer}.layer_scalar"]
            continue
        x = x + convolved(t, f"{layer}.attention_conv", inner, 1, normed)
        normed = norm(x, t[f"{layer}.post_attention_layernorm.weight"])
        x = x + convolved(t, f"{layer}.mlp_conv", mlp(t, layer, convolved(t, f"{layer}.mlp_conv", normed, 0, normed)), 1, normed)
    return norm(x, t["norm.weight"])


def selected(t: Tensors, hidden: mx.array, logits: mx.array, last: int) -> mx.array:
    """Logits (V,) of a place after the selector, -inf but at the candidates."""
    gate = t["candidate_selector.hidden_projection.weight"] @ hidden
    edges = t["candidate_selector.successor_codebook"] @ (t["candidate_selector.predecessor_codebook"][last] * gate)
    least = mx.sort(logits)[-CANDIDATES]
    return mx.where(logits >= least, logits + edges, -mx.inf)


def markov(t: Tensors, state: mx.array, hidden: mx.array, last: int) -> tuple[mx.array, mx.array]:
    """The state (R,) after a place, and what a Markov head adds to its logits (V,)."""
    before = t["markov_head.markov_w1.weight"][last]
    if "markov_head.gate_proj.weight" in t:
        gate = t["markov_head.gate_proj.weight"] @ mx.concatenate([hidden, before]) + t["markov_head.gate_proj.bias"]
        before = mx.sigmoid(gate) * before
    elif "markov_head.joint_proj.weight" in t:
        joint = t["markov_head.joint_proj.weight"] @ mx.concatenate([state, before, hidden]) + t["markov_head.joint_proj.bias"]
        gate, candidate, out = joint[:RANK], joint[RANK : 2 * RANK], joint[2 * RANK :]
        state, before = mx.sigmoid(gate) * state + (1 - mx.sigmoid(gate)) * mx.tanh(candidate), mx.tanh(out)
    return state, t["markov_head.markov_w2.weight"] @ before


def gru(t: Tensors, state: mx.array, token: mx.array) -> mx.array:
    """The state (S,) of a GRU without biases after a token's embedding (H,), as torch documents it."""
    (input_r, input_z, input_n), (state_r, state_z, state_n) = (mx.split(t[f"prefix_gru.weight_{name}_l0"], 3) for name in ("ih", "hh"))
    reset, update = mx.sigmoid(input_r @ token + state_r @ state), mx.sigmoid(input_z @ token + state_z @ state)
    return (1 - update) * mx.tanh(input_n @ token + reset * (state_n @ state)) + update * state


def block_q(
    pair: Pair, t: Tensors, sequence: Sequence[int], guesses: Sequence[int], first: int, block: int = 6, window: int | None = None,
    rope: Rope = (10000.0, 8, 16), cap: float | None = None, layers: Sequence[int] = checkpoints.LAYERS,
) -> mx.array:  # fmt: skip
    """The q (n, V) of a draft after a sequence whose last token the target has not read, at T = 1 without filters. `first`: the row that
    guesses first; `window`: how many tokens up to its own a row sees, None for all; `cap`: of the logits before a Markov head adds to them;
    `layers`: those of the target that it reads, -1 for the embedding."""
    model = pair.target.model
    read = mx.array([sequence[:-1]])
    outputs = [*layer_outputs(model, read), model.model.embed_tokens(read)]
    tapped = mx.concatenate([outputs[layer][0] for layer in layers], axis=-1)
    table = t.get("embed_tokens.weight", model.model.embed_tokens.weight)
    embedded = table[mx.array([sequence[-1], *[MASK] * (block - 1)])]
    embedded = embedded * embedded.shape[-1] ** 0.5 if "layers.0.layer_scalar" in t else embedded
    if "log_snr_embed.fc1.weight" in t:
        half = t["log_snr_embed.fc1.weight"].shape[1] // 2
        told = [[wave(1000.0 * (row == 0) * 10000.0 ** (-i / half)) for wave in (math.sin, math.cos) for i in range(half)] for row in range(block)]
        inner = mx.array(told) @ t["log_snr_embed.fc1.weight"].T + t["log_snr_embed.fc1.bias"]
        embedded = embedded + (inner * mx.sigmoid(inner)) @ t["log_snr_embed.fc2.weight"].T + t["log_snr_embed.fc2.bias"]
    past = tapped.shape[0]
    seen = mx.arange(past + block) > mx.arange(past, past + block)[:, None] - (window or past + block)
    hidden = block_hidden(t, embedded, tapped, seen, rope)[first:]
    logits = hidden @ t.get("lm_head.weight", model.lm_head.weight).T
    logits = cap * mx.tanh(logits / cap) if cap else logits
    rows, last, state = [], sequence[-1], mx.zeros(STATE if "prefix_gru.weight_ih_l0" in t else RANK)
    for i, guess in enumerate(guesses):
        if "prefix_gru.weight_ih_l0" in t:
            state = gru(t, state, table[last])
            both = t["embed_proj.0.weight"] @ mx.concatenate([hidden[i], state])
            rows.append(logits[i] + (t["embed_proj.2.weight"] @ (both * mx.sigmoid(both)) if i >= PURE else 0))
        elif "markov_head.markov_w1.weight" in t:
            state, bias = markov(t, state, hidden[i], last)
            rows.append(logits[i] + bias)
        else:
            rows.append(selected(t, hidden[i], logits[i], last) if "candidate_selector.hidden_projection.weight" in t else logits[i])
        last = guess
    q = mx.softmax(mx.stack(rows), axis=-1)
    if "d2t" not in t:
        return q
    whole = mx.zeros((len(rows), VOCABULARY))
    for row, offset in enumerate(t["d2t"].tolist()):
        whole[:, row + offset] = q[:, row]
    return whole
