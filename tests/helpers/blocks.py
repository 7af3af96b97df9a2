"""DFlash2 and DSpark drafters: tiny random checkpoints in their published layouts, and what they are, written a second time: no cache, every
row of a block by itself, the tensors by their published names."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Sequence

import mlx.core as mx

from specdeck.decoding import Pair
from tests.helpers import heads
from tests.helpers.eagle3 import layer_outputs, norm

Tensors = Mapping[str, mx.array]
H, RANK, TAPS, GROUP, CANDIDATES, MASK = 32, 8, 3, 4, 16, 4090
LAYERS = (0, 2)  # of the target

# -- checkpoints -----------------------------------------------------------------------------------------------------------


def dflash2_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DFlash2 drafter for the tiny targets, as z-lab's are; `dflash_config` is merged into, the rest replaced."""
    settings = {"conv_kernel_size": TAPS, "conv_group_size": GROUP, "selector_rank": RANK, "selector_top_k": CANDIDATES, "block_size": 6}
    settings |= changes.pop("dflash_config", {})
    return heads.dflash_config(**{"architectures": ["DFlash2DraftModel"], "is_causal": False, "block_size": None, "dflash_config": settings} | changes)


def dflash2_tensors(seed: int = 7, width: int = heads.VOCABULARY, hidden: int = H) -> dict[str, mx.array]:
    """A random drafter's tensors: kernels near those that change nothing, a selector that sways the choice."""
    keys = iter(mx.random.split(mx.random.key(seed + 1), 20))
    tensors = heads.dflash_tensors(seed)
    for name in [f"layers.{i}.{part}_conv" for i in range(2) for part in ("attention", "mlp")]:
        first = (mx.arange(TAPS) == 0)[None, :, None].astype(mx.float32)
        tensors[f"{name}.base_kernel"] = first + 0.4 * mx.random.normal((2, TAPS, hidden), key=next(keys))
        tensors[f"{name}.kernel_projection.weight"] = 0.1 * mx.random.normal((2 * TAPS * hidden // GROUP, hidden), key=next(keys))
    for name in ("predecessor_codebook", "successor_codebook"):
        tensors[f"candidate_selector.{name}"] = mx.random.normal((width, RANK), key=next(keys))
    tensors["candidate_selector.hidden_projection.weight"] = 0.3 * mx.random.normal((RANK, hidden), key=next(keys))
    return tensors


def dflash2_folder(folder: Path, tensors: Tensors | None = None, **changes: Any) -> Path:
    """A DFlash2 drafter's folder."""
    heads.write(folder, dflash2_config(**changes), dict(tensors or dflash2_tensors()), "pt")
    return folder


def dspark_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter, as DeepSpec's are: all fields at the top level; a field set to None is left out."""
    settings = {
        **heads.dflash_config(), "dflash_config": None, "architectures": ["Qwen3DSparkModel"], "target_layer_ids": list(LAYERS),
        "mask_token_id": MASK, "markov_rank": RANK, "markov_head_type": "vanilla", "enable_confidence_head": True,
        "confidence_head_with_markov": True, "num_anchors": 4,
    } | changes  # fmt: skip
    return {name: value for name, value in settings.items() if value is not None}


def forged_config(**changes: Any) -> dict[str, Any]:
    """The same as SpecForge writes it: the head's fields in `dflash_config`."""
    settings = {"target_layer_ids": list(LAYERS), "mask_token_id": MASK, "projector_type": "dspark", "markov_rank": RANK, "markov_head_type": "vanilla"}
    settings["runtime_block_size"] = 3  # of what is verified, not of the block
    return heads.dflash_config(**{"architectures": ["DSparkDraftModel"], "dflash_config": settings} | changes)


_SHAPES = {  # of a Markov head's tensors, by its type
    "vanilla": {},
    "gated": {"gate_proj.weight": (RANK, H + RANK), "gate_proj.bias": (RANK,)},
    "rnn": {"joint_proj.weight": (3 * RANK, 2 * RANK + H), "joint_proj.bias": (3 * RANK,)},
}


def dspark_tensors(seed: int = 7, head: str | None = "vanilla", own: bool = True) -> dict[str, mx.array]:
    """A random drafter's tensors; `head` None for none, `own`: with embedding and output head, which DeepSpec's have."""
    tensors, width = heads.dflash_tensors(seed), heads.VOCABULARY
    shapes = {"confidence_head.proj.weight": (1, H + RANK), "confidence_head.proj.bias": (1,)}
    shapes |= {"embed_tokens.weight": (width, H), "lm_head.weight": (width, H)} if own else {}
    shapes |= {f"markov_head.{name}": shape for name, shape in _SHAPES[head].items()} if head else {}
    tensors |= heads.randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed + 1)
    if head:
        keys = mx.random.split(mx.random.key(seed + 2), 2)
        tensors |= {f"markov_head.markov_w{i + 1}.weight": mx.random.normal((width, RANK), key=key) for i, key in enumerate(keys)}
    return tensors


def pruned(tensors: Tensors) -> dict[str, mx.array]:
    """The same, guessing every seventh token only, with what the speculators format adds; its embedding is the target's."""
    rows = mx.arange(0, heads.VOCABULARY, 7)
    parts = {name: tensors[name][rows] for name in ("lm_head.weight", "markov_head.markov_w2.weight") if name in tensors}
    added = {"d2t": (rows - mx.arange(rows.size)).astype(mx.int64), "t2d": mx.arange(heads.VOCABULARY) % 7 == 0, "verifier_norm.weight": mx.ones(H)}
    return {name: tensor for name, tensor in tensors.items() if name != "embed_tokens.weight"} | parts | added


def speculators_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter in the speculators format, which names layers by their inputs."""
    layers = {"model_type": "qwen3", **heads.SIZES, "num_hidden_layers": 2, "rope_theta": 10000.0}
    return {
        "architectures": ["DSparkDraftModel"], "speculators_model_type": "dspark", "speculators_config": {"algorithm": "dspark"}, "block_size": 6,
        "transformer_layer_config": layers, "aux_hidden_state_layer_ids": [layer + 1 for layer in LAYERS], "mask_token_id": MASK,
        "draft_vocab_size": 586, "markov_rank": RANK, "markov_head_type": "vanilla", "enable_confidence_head": True, "target_hidden_size": None,
    } | changes  # fmt: skip


def red_hat_tensors(seed: int = 7) -> dict[str, mx.array]:
    """A DFlash drafter's as speculators writes it (models/dflash/core.py, DraftVocabMixin in model.py: all but verifier_lm_head and
    verifier_norm): with its own embedding, an output head of every seventh token, d2t and t2d."""
    ends = {name: mx.zeros((heads.VOCABULARY, H)) for name in ("embed_tokens.weight", "lm_head.weight")}
    tensors = heads.dflash_tensors(seed) | heads.randomised(ends, seed + 1)
    kept = pruned(tensors)
    del kept["verifier_norm.weight"]
    return kept | {"embed_tokens.weight": tensors["embed_tokens.weight"]}


def red_hat_folder(folder: Path, tensors: Tensors | None = None, **changes: Any) -> Path:
    """Its folder."""
    config = speculators_config(architectures=["DFlashDraftModel"], speculators_model_type="dflash", sample_from_anchor=False, **changes)
    heads.write(folder, config, dict(tensors or red_hat_tensors()), "pt")
    return folder


def model_opt_folder(folder: Path, tensors: Tensors, **settings: Any) -> Path:
    """A DSpark drafter as ModelOpt exports it (export/plugins/hf_spec_export.py, DSparkExporter): a DFlash config with the head's fields, the
    head's tensors by their bare names."""
    settings = {"projector_type": "dspark", "shift_label": True, "markov_rank": RANK, "markov_head_type": "vanilla", "use_confidence_head": True} | settings
    settings |= {"mask_token_id": MASK, "target_layer_ids": list(LAYERS)}
    bare = {name.removeprefix("markov_head.").replace("confidence_head.proj", "confidence_proj"): value for name, value in tensors.items()}
    heads.write(folder, heads.dflash_config(architectures=["DFlashDraftModel"], dflash_config=settings), bare, "pt")
    return folder


STATE, PURE = 6, 1  # of a Domino head: the size of its GRU's state, the guesses that it leaves alone


def domino_tensors(seed: int = 7) -> dict[str, mx.array]:
    """A random Domino drafter's tensors, as SpecForge names them (modeling/draft/domino.py: nn.GRU and nn.Sequential, without biases)."""
    shapes = {"prefix_gru.weight_ih_l0": (3 * STATE, H), "prefix_gru.weight_hh_l0": (3 * STATE, STATE),
              "embed_proj.0.weight": (RANK, H + STATE), "embed_proj.2.weight": (heads.VOCABULARY, RANK)}  # fmt: skip
    own = heads.randomised({name: mx.zeros(shape) for name, shape in shapes.items()}, seed + 1)
    return heads.dflash_tensors(seed) | {name: 5 * value for name, value in own.items()}  # so that it sways the choice


def domino_folder(folder: Path, tensors: Tensors | None = None, **settings: Any) -> Path:
    """A Domino drafter's folder, as SpecForge's configs (configs/qwen3-8b-domino.json) and ModelOpt's DominoExporter write it."""
    settings = {"projector_type": "domino", "shift_label": True, "pure_draft_prefix_len": PURE, "emb_dim": RANK, "gru_hidden_dim": STATE} | settings
    settings |= {"mask_token_id": MASK, "target_layer_ids": list(LAYERS)}
    heads.write(folder, heads.dflash_config(architectures=["DominoDraftModel"], dflash_config=settings), dict(tensors or domino_tensors()), "pt")
    return folder


def dspark_folder(folder: Path, tensors: Tensors | None = None, config: Mapping[str, Any] | None = None, **changes: Any) -> Path:
    """A DSpark drafter's folder."""
    heads.write(folder, dict(config or dspark_config(**changes)), dict(tensors or dspark_tensors()), "pt")
    return folder


# -- what they are ---------------------------------------------------------------------------------------------------------


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


def attended(t: Tensors, layer: str, rows: mx.array, context: mx.array, seen: mx.array) -> mx.array:
    """Rows (n, H) after attention over context (m, H) and rows, where `seen` (n, m + n) says so: two heads of 16 that share their keys."""
    q, k, v = ((x @ t[f"{layer}.self_attn.{name}_proj.weight"].T).reshape(x.shape[0], -1, 16).swapaxes(0, 1) for name, x in (
        ("q", rows), ("k", mx.concatenate([context, rows])), ("v", mx.concatenate([context, rows]))))  # fmt: skip
    q, k = norm(q, t[f"{layer}.self_attn.q_norm.weight"]), norm(k, t[f"{layer}.self_attn.k_norm.weight"])
    rope = {"traditional": False, "base": 10000.0, "scale": 1.0}
    q, k = mx.fast.rope(q[None], 16, offset=context.shape[0], **rope)[0], mx.fast.rope(k[None], 16, offset=0, **rope)[0]
    scores = mx.where(seen, q @ k.swapaxes(-1, -2) / 4, -mx.inf)
    if (sinks := t.get(f"{layer}.self_attn.attention_sink_bias")) is not None:  # a column a head, with no value
        scores, v = mx.concatenate([scores, mx.broadcast_to(sinks[:, None, None], (*scores.shape[:2], 1))], axis=-1), mx.pad(v, [(0, 0), (0, 1), (0, 0)])
    return (mx.softmax(scores, axis=-1) @ v).swapaxes(0, 1).reshape(rows.shape[0], -1) @ t[f"{layer}.self_attn.o_proj.weight"].T


def block_hidden(t: Tensors, embedded: mx.array, tapped: mx.array, seen: mx.array) -> mx.array:
    """The net's output (n, H), from the embeddings (n, H) of a block and the target's hidden states (m, layers * H) before it."""
    context, x = norm(tapped @ t["fc.weight"].T, t["hidden_norm.weight"]), embedded
    for layer in ("layers.0", "layers.1"):
        normed = norm(x, t[f"{layer}.input_layernorm.weight"])
        inner = attended(t, layer, convolved(t, f"{layer}.attention_conv", normed, 0, normed), context, seen)
        x = x + convolved(t, f"{layer}.attention_conv", inner, 1, normed)
        normed = norm(x, t[f"{layer}.post_attention_layernorm.weight"])
        rows = convolved(t, f"{layer}.mlp_conv", normed, 0, normed)
        gate, up = (rows @ t[f"{layer}.mlp.{name}_proj.weight"].T for name in ("gate", "up"))
        x = x + convolved(t, f"{layer}.mlp_conv", (gate * mx.sigmoid(gate) * up) @ t[f"{layer}.mlp.down_proj.weight"].T, 1, normed)
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


def defined_q(
    pair: Pair, t: Tensors, sequence: Sequence[int], guesses: Sequence[int], first: int, block: int = 6, window: int | None = None
) -> mx.array:
    """The q (n, V) of a draft after a sequence whose last token the target has not read, at T = 1 without filters. `first`: the row that
    guesses first; `window`: how many tokens up to its own a row sees, None for all."""
    model = pair.target.model
    outputs = layer_outputs(model, mx.array([sequence[:-1]]))
    tapped = mx.concatenate([outputs[layer][0] for layer in LAYERS], axis=-1)
    table = t.get("embed_tokens.weight", model.model.embed_tokens.weight)
    embedded = table[mx.array([sequence[-1], *[MASK] * (block - 1)])]
    past = tapped.shape[0]
    seen = mx.arange(past + block) > mx.arange(past, past + block)[:, None] - (window or past + block)
    hidden = block_hidden(t, embedded, tapped, seen)[first:]
    logits = hidden @ t.get("lm_head.weight", model.lm_head.weight).T
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
    whole = mx.zeros((len(rows), heads.VOCABULARY))
    for row, offset in enumerate(t["d2t"].tolist()):
        whole[:, row + offset] = q[:, row]
    return whole
