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


# -- layers ----------------------------------------------------------------------------------------------------------------

Rope = tuple[float, int, int]  # its base, how many pairs it turns, and over how many channels they lie, the first ones
GEMMAS_ROPE = (1e6, 2, 16)  # of the toys' full attention: a quarter of the pairs turns


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


# -- EAGLE-3 heads ---------------------------------------------------------------------------------------------------------


def output(t: Tensors, embedded: mx.array, hidden: mx.array, settings: Mapping[str, Any]) -> mx.array:
    """Rows (n, H) of both -> (n, H)."""
    normed, first = norm(hidden, t.get("midlayer.hidden_norm.weight", mx.ones(hidden.shape[-1]))), t["midlayer.input_layernorm.weight"]
    both = mx.concatenate([norm(embedded, first), normed], axis=-1)
    if t["midlayer.self_attn.q_proj.weight"].shape[1] == hidden.shape[-1]:  # ModelOpt's on the last hidden states alone
        both = norm(hidden, first)
    turned = int(16 * settings.get("partial_rotary_factor", 1.0))
    rope = GEMMAS_ROPE if "midlayer.layer_scalar" in t else (settings.get("rope_theta", 10000.0), turned // 2, turned)
    seen = mx.arange(both.shape[0]) <= mx.arange(both.shape[0])[:, None]
    inner = attended(t, "midlayer", both, both[:0], seen, rope)
    x = after_attention(t, "midlayer", normed if settings.get("norm_before_residual") else hidden, inner, both)
    return norm(x, t["norm.weight"]) if settings.get("norm_output") else x


def logits(t: Tensors, rows: mx.array, settings: Mapping[str, Any]) -> mx.array:
    """A head's output (n, H) -> logits (n, Vd)."""
    out, cap = (rows if settings.get("norm_output") else norm(rows, t["norm.weight"])) @ t["lm_head.weight"].T, settings.get("final_logit_softcapping")
    return cap * mx.tanh(out / cap) if cap else out


def fused(t: Tensors, heard: Sequence[mx.array]) -> mx.array:
    """Hidden states of several layers (n, Ht) -> (n, H); those of one as they are where there is no `fc`."""
    rows = mx.concatenate([normed(t, f"fc_norm.{i}.weight", rows) for i, rows in enumerate(heard)], axis=-1)
    rows = normed(t, "input_norm.weight", rows)
    return rows @ t["fc.weight"].T if "fc.weight" in t else rows


def eagle3_q(pair: Pair, t: Tensors, settings: Mapping[str, Any], sequence: list[int], guesses: list[int], layers: Sequence[int] = (0, 1, 3)) -> mx.array:
    """The q (n, V) of a chain of guesses after a sequence, whose last token the target has not read."""
    table = t.get("embed_tokens.weight", pair.target.model.model.embed_tokens.weight) * (32**0.5 if "midlayer.layer_scalar" in t else 1)
    outputs = layer_outputs(pair.target.model, sequence[:-1])
    hidden, tokens, rows = fused(t, [outputs[layer] for layer in layers]), sequence[1:], []
    for guess in guesses:
        last = output(t, table[mx.array(tokens)], hidden, settings)[-1:]
        rows.append(logits(t, last, settings))
        tokens, hidden = [*tokens, guess], mx.concatenate([hidden, last])
    return over_vocabulary(t, mx.concatenate(rows))


# -- DFlash, DFlash2 and DSpark drafters -----------------------------------------------------------------------------------


def block_hidden(t: Tensors, embedded: mx.array, tapped: mx.array, seen: mx.array, rope: Rope = (10000.0, 8, 16)) -> mx.array:
    """The net's output (n, H), from the embeddings (n, H) of a block and the target's hidden states (m, layers * H) before it."""
    context, x = norm(tapped @ t["fc.weight"].T, t["hidden_norm.weight"]), embedded
    for layer in ("layers.0", "layers.1"):
        normed = norm(x, t[f"{layer}.input_layernorm.weight"])
        inner = attended(t, layer, convolved(t, f"{layer}.attention_conv", normed, 0, normed), context, seen, rope)
        x = after_attention(t, layer, x, inner, normed)
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
    outputs = layer_outputs(model, sequence[:-1])
    tapped = mx.concatenate([outputs[layer] for layer in layers], axis=-1)
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
    return over_vocabulary(t, mx.stack(rows))
