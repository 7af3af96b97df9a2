"""DFlash, DFlash2 and DSpark drafters: the probabilities that they are defined to have, in every published layout, and the logits of others' drafters.
Their text: test_drafters_with_files.py; those that cannot work: test_refusals.py."""

from __future__ import annotations

import gc
import math
from pathlib import Path
from typing import Any, Sequence

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings, load
from specdeck.decoding.checkpoints import block_layout
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters import dspark as dspark_drafter
from specdeck.decoding.drafters.dflash import BlockDrafter, DFlashNet, LayerView, NetSizes, load_net
from specdeck.decoding.drafters.drafting import CHUNK
from specdeck.decoding.drafters.dspark import DSparkNet, DSparkSizes
from tests.helpers import checkpoints, families, kinds, toys
from tests.helpers.checkpoints import (
    CANDIDATES,
    MASK,
    PURE,
    RANK,
    STATE,
    Tensors,
    dflash,
    dflash2,
    dflash2_tensors,
    dflash_tensors,
    domino,
    domino_tensors,
    dspark,
    dspark_speculator_config,
    dspark_tensors,
    pruned,
    red_hat,
    red_hat_tensors,
)
from tests.helpers.definitions import (
    GEMMAS_ROPE,
    Rope,
    after_attention,
    attended,
    convolved,
    layer_outputs,
    norm,
    over_vocabulary,
)
from tests.helpers.toys import said_plainly

ROOM = 5


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


@pytest.fixture
def target(targets) -> str:
    return str(targets["qwen3"])


def drafted_first(pair: Pair, kind: str) -> tuple[list[int], list[int], mx.array]:
    return toys.first_draft(pair, Settings(drafter=kind, k=ROOM, temperature=1.0, seed=5))


def of_config(settings):
    """A variant whose tensors follow from its config."""
    return "dspark", checkpoints.block_tensors_of(settings), lambda folder, tensors: checkpoints.block_drafter(folder, settings, tensors), 0


def told(fields, **tensors):
    """A DFlash drafter with these fields, the layers full by name, and more tensors."""
    config = checkpoints.dflash_config(dflash_config=fields, layer_types=["full_attention"] * 2, sliding_window=None)
    config["dflash_config"] = {name: value for name, value in config["dflash_config"].items() if value is not None}
    return "dflash", dflash_tensors() | tensors, lambda folder, tensors: checkpoints.write(folder, config, tensors, "pt"), 1


def forged_config(**changes: Any) -> dict[str, Any]:
    """The same as SpecForge writes it: the head's fields in `dflash_config`."""
    settings = {"projector_type": "dspark", "markov_rank": checkpoints.RANK, "markov_head_type": "vanilla"}
    settings["runtime_block_size"] = 3  # of what is verified, not of the block
    return checkpoints.dflash_config(**{"architectures": ["DSparkDraftModel"], "dflash_config": settings} | changes)


def dflash2_speculator_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DFlash2 drafter in the speculators format (speculators' models/dflash2/config.py)."""
    own = {"conv_kernel_size": checkpoints.TAPS, "conv_group_size": checkpoints.GROUP, "selector_rank": checkpoints.RANK, "selector_top_k": checkpoints.CANDIDATES, "draft_vocab_size": checkpoints.VOCABULARY}
    named = {"architectures": ["DFlash2DraftModel"], "speculators_model_type": "dflash2", "speculators_config": {"algorithm": "dflash2"}}
    return {name: value for name, value in dspark_speculator_config(**named | own | changes).items() if not name.startswith(("markov", "enable"))}


def gated_dspark_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny DSpark drafter with Qwen 3.5's own layers (stanleyphoong/Ornith-1.0-9B-DSpark)."""
    rope = {"rope_theta": 1e7, "rope_type": "default", "partial_rotary_factor": 0.25, "mrope_interleaved": True, "mrope_section": [1, 1, 0]}
    return checkpoints.dspark_config(architectures=["Qwen35DSparkModel"], model_type="qwen3_5", enable_qwen35_gated_q_proj=True, rope_parameters=rope, **changes)


def model_opt(folder: Path, tensors: checkpoints.Tensors, **settings: Any) -> Path:
    """A DSpark drafter as ModelOpt exports it (export/plugins/hf_spec_export.py, DSparkExporter): a DFlash config with the head's fields, the
    head's tensors by their bare names."""
    settings = {"projector_type": "dspark", "shift_label": True, "markov_rank": checkpoints.RANK, "markov_head_type": "vanilla", "use_confidence_head": True} | settings
    bare = {name.removeprefix("markov_head.").replace("confidence_head.proj", "confidence_proj"): value for name, value in tensors.items()}
    return checkpoints.write(folder, checkpoints.dflash_config(architectures=["DFlashDraftModel"], dflash_config=settings), bare, "pt")


HOW = {  # what else tells a variant's definition
    "Gemma 4's layers": {"rope": GEMMAS_ROPE, "cap": 3.0}, "Gemma 4's layers with values of their own": {"rope": GEMMAS_ROPE, "cap": 3.0},
    "Gemma 4's layers without a head, DeepSpec's DFlash": {"rope": GEMMAS_ROPE, "cap": 3.0},
    "Qwen 3.5's layers": {"rope": (1e7, 2, 4)}, "it reads what the embedding gives": {"layers": (-1, 0)},
    "windows": {"window": 8}, "ModelOpt's windows": {"window": 8},
}  # fmt: skip
FLAT = checkpoints.dflash2_config() | checkpoints.dflash2_config()["dflash_config"] | {"dflash_config": None}
PARTIAL = {"partial_rotary_factor": 0.25, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25}}
SINKS = {f"layers.{i}.self_attn.attention_sink_bias": mx.array([2.0, -1.0]) for i in range(2)}
VARIANTS = {  # -> kind, tensors, how its folder is written, the row that guesses first
    # export/plugins/hf_spec_export.py
    "ModelOpt's windows": told({"use_swa": True, "swa_window_size": 8, "causal": False}),
    # MiMo's, Nemotron's (vLLM's qwen3_dflash.py)
    "a sink a head": told({"attention_sink_bias": True}, **SINKS),
    # vLLM's eagle3_utils.py
    "layers named by their inputs": told({"target_layer_ids": None, "layer_ids": [1, 3]}),
    # DeepSpec#71: the field is copied from the target into configs of nets that were trained on whole heads
    "the target's partial rotary factor": ("dflash", dflash_tensors(), lambda f, t: dflash(f, **PARTIAL), 1),
    # speculators' writer keeps the embedding, and an output head for a part of the vocabulary
    "DFlash of Red Hat's": ("dflash", red_hat_tensors(), lambda f, t: red_hat(f), 1),
    "DFlash2": ("dflash2", dflash2_tensors(), dflash2, 1),
    "DSpark": ("dspark", dspark_tensors(), dspark, 0),
    "a gated head": ("dspark", dspark_tensors(head="gated"), lambda f, t: dspark(f, t, markov_head_type="gated"), 0),
    "a recurrent head": ("dspark", dspark_tensors(head="rnn"), lambda f, t: dspark(f, t, markov_head_type="rnn"), 0),
    "no head": ("dspark", dspark_tensors(head=None), lambda f, t: dspark(f, t, markov_rank=0), 0),
    "the target's ends, SpecForge's config": ("dspark", dspark_tensors(own=False), lambda f, t: dspark(f, t, forged_config()), 0),
    "the last token's row guesses nothing": ("dspark", dspark_tensors(), lambda f, t: dspark(f, t, sample_from_anchor=False), 1),
    "speculators, a part of the vocabulary": ("dspark", pruned(dspark_tensors()), lambda f, t: dspark(f, t, dspark_speculator_config()), 1),
    "speculators, the last token's row guesses": (
        "dspark", dspark_tensors(head="gated", own=False), lambda f, t: dspark(f, t, dspark_speculator_config(markov_head_type="gated", sample_from_anchor=True)), 0),
    "a recurrent head, ModelOpt's names": ("dspark", dspark_tensors(head="rnn", own=False), lambda f, t: model_opt(f, t, markov_head_type="rnn"), 0),
    "Domino": ("dspark", domino_tensors(), domino, 0),
    "Domino, the last token's row only marks the place": ("dspark", domino_tensors(), lambda f, t: domino(f, t, shift_label=False), 1),
    "an early Domino of SpecForge's": (
        "dspark", domino_tensors(),
        lambda f, t: domino(f, {name if name in checkpoints.dflash_tensors() else f"logit_head.{name}": v for name, v in t.items()}, projector_type="causal_v5"), 0),
    "Gemma 4's layers": of_config(checkpoints.gemma_dspark_config()),
    "Gemma 4's layers with values of their own": of_config(
        checkpoints.gemma_dspark_config(attention_k_eq_v=False, num_key_value_heads=1, num_global_key_value_heads=2)),
    "Gemma 4's layers without a head, DeepSpec's DFlash": (
        "dspark", checkpoints.block_tensors_of(checkpoints.gemma_dspark_config(markov_rank=0)),
        lambda f, t: checkpoints.block_drafter(f, checkpoints.gemma_dspark_config(markov_rank=0, enable_confidence_head=False), t), 0),
    "Qwen 3.5's layers": of_config(gated_dspark_config()),
    "windows": of_config(checkpoints.dspark_config(layer_types=["sliding_attention"] * 2, sliding_window=8, is_causal=False)),
    "rows that are told their noise": of_config(checkpoints.noisy_dspark_config()),
    "it reads what the embedding gives": of_config(checkpoints.dspark_config(target_layer_ids=[-1, 0])),
    "DFlash2 of speculators": (
        "dflash2", checkpoints.block_tensors_of(checkpoints.dflash2_config(has_embed_tokens=True, has_lm_head=True)), lambda f, t: checkpoints.write(f, dflash2_speculator_config(), t, "pt"), 1),
    "speculators, silent of the last token's row, and as many proposed as a block has rows": (
        "dspark", dspark_tensors(own=False),
        lambda f, t: dspark(f, t, dspark_speculator_config(speculators_config={"proposal_methods": [{"speculative_tokens": 6}]})), 0),
    "NVIDIA's name of the last token's row": ("dspark", dspark_tensors(), lambda f, t: dspark(f, t, dspark_bonus_anchor=True), 1),
    "codebooks under .weight": (
        "dflash2", dflash2_tensors(), lambda f, t: dflash2(f, {f"{name}.weight" if name.endswith("codebook") else name: v for name, v in t.items()}), 1),
    "a prefix on every tensor": ("dflash2", dflash2_tensors(), lambda f, t: dflash2(f, {f"model.{name}": v for name, v in t.items()}), 1),
    "its fields at the top level": ("dflash2", dflash2_tensors(), lambda f, t: checkpoints.write(f, FLAT, t, "pt"), 1),
    "the last token's row guesses": ("dflash2", dflash2_tensors(), lambda f, t: dflash2(f, t, dflash_config={"query_zero_predicts_next": True}), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_a_draft_is_what_the_drafter_is_defined_to_give(target, tmp_path, name):
    """Its q; guesses without a q are the likeliest."""
    kind, tensors, write, first = VARIANTS[name]
    pair = load(target, str(write(tmp_path / "block", tensors)))
    sequence, guesses, q = drafted_first(pair, kind)
    wanted = block_q(pair, tensors, sequence, guesses, first, **HOW.get(name, {}))
    assert len(guesses) == ROOM and (guesses == mx.argmax(wanted, axis=-1).tolist() if kind == "dflash" else mx.allclose(q, wanted, atol=1e-5))
    assert kind != "dflash2" or (q > 0).sum(axis=-1).tolist() == [checkpoints.CANDIDATES] * ROOM
    assert ("dspark: its head is Domino's, a GRU over the block's tokens" in pair.remarks) is ("Domino" in name)


@pytest.mark.parametrize("fields, causal", [({}, False), ({"sliding_window_non_causal": True}, False), ({"sliding_window_non_causal": False}, True)])
def test_a_sliding_layer_of_the_speculators_format_is_causal_where_it_says_so(targets, tmp_path, fields, causal):
    config = dspark_speculator_config(**fields)
    config["transformer_layer_config"] |= {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 8}
    found = recognise(dspark(tmp_path / "block", pruned(dspark_tensors()), config))
    assert [view.causal for view in DSparkSizes.of(found, recognise(targets["qwen3"])).views] == [causal, False]


SLIDING = {"layer_types": ["sliding_attention"] * 2, "sliding_window": 8}
MIXED = {"layer_types": ["full_attention", "sliding_attention"], "sliding_window": 8}


def block_net(targets, folder, **changes):
    """The net of a block drafter with this config, that has read 12 tokens, and its cache."""
    found = recognise(checkpoints.dflash(folder / "block", **changes))
    net = load_net(found, recognise(targets["qwen3_5"]))
    entries = toys.make_prompt_cache(net)
    net.read(mx.random.normal((12, 64), key=mx.random.key(4)), entries)
    return net, entries


def embedded(count):
    return mx.random.normal((count, 32), key=mx.random.key(9))


@pytest.mark.parametrize("changes, causal", [
    ({}, False), (SLIDING, True), (MIXED, False), (MIXED | {"layer_types": MIXED["layer_types"][::-1]}, False), (SLIDING | {"is_causal": False}, False),
    (SLIDING | {"is_causal": True, "dflash_config": {"causal": False}}, True), ({"dflash_config": {"causal": True}}, True),
    ({"dflash_query_causal": True}, True), ({"dflash_config": {"causal_head": True}}, True),
])  # fmt: skip
def test_a_row_of_a_sliding_layer_sees_no_later_row_unless_the_config_says_otherwise(targets, tmp_path, changes, causal):
    """Where all layers are causal, the first rows of a block say the same whatever comes after them."""
    net, entries = block_net(targets, tmp_path, **changes)
    long, short = net(embedded(6), entries)[:3], net(embedded(6)[:3], entries)
    assert bool(mx.allclose(long, short, atol=1e-5)) == causal


def test_block_drafters_with_biases_read_them(targets, tmp_path):
    """gpt-oss's drafters have a bias on every projection of their attention; tensors that no layer takes would be an error."""
    net, _ = block_net(targets, tmp_path, attention_bias=True)
    assert all("bias" in net.layers[1].self_attn[f"{name}_proj"] for name in "qkvo")


def test_a_drafter_of_red_hats_for_gemma_embeds_unscaled(targets, tmp_path):
    """Gemma scales its embedding, and z-lab's drafters for it were trained so; speculators trains on the table's rows as they are."""
    for make, scale in ((checkpoints.red_hat, 1.0), (checkpoints.dflash, 32**0.5)):
        pair = load(str(targets["gemma4"]), str(make(tmp_path / f"{scale}", num_target_layers=6)))
        drafter, tokens = pair.drafters["dflash"], mx.array([5, 77])
        table = checkpoints.red_hat_tensors()["embed_tokens.weight"] if scale == 1.0 else pair.target.model.language_model.model.embed_tokens.weight
        assert mx.allclose(drafter._embed(tokens), scale * table[tokens], atol=1e-4)
        said_plainly(pair, Settings(drafter="dflash", k=ROOM))


@pytest.mark.parametrize("place", ["the drafter", "the drafter and the target"])
def test_logits_are_scaled_and_capped_once(tmp_path, place):
    """By the drafter's own fields; where the target's config has them, its own head does it."""
    fields = {"output_multiplier": 0.4, "final_logit_softcapping": 3.0}
    folder = dflash2(tmp_path / "block", dflash_config=fields | {"input_embedding_scale": 2.0})
    target = checkpoints.target(tmp_path / "target", "qwen3", **(fields if "target" in place else {}))
    drafter = load(str(target), str(folder)).drafters["dflash2"]
    hidden = mx.random.normal((3, 32), key=mx.random.key(1))
    raw = drafter._target.logits(hidden)
    wanted = raw if "target" in place else 3.0 * mx.tanh(raw * 0.4 / 3.0)
    assert mx.allclose(drafter._logits(hidden, raw.shape[-1]), wanted, atol=1e-5)
    assert mx.allclose(drafter._embed(mx.array([5])), 2.0 * drafter._target.embed(mx.array([5])))


NOT_CAUSAL = {"layer_types": ["full_attention", "sliding_attention"], "sliding_window": 64, "is_causal": False}  # it knows no causal layers


@pytest.mark.parametrize("kind, changes", [
    ("dflash", {}), ("dflash", NOT_CAUSAL), ("dspark", {"rope_is_neox_style": True}), ("dspark", {"rope_is_neox_style": False}),
])  # fmt: skip
def test_the_same_logits_as_a_reference_that_someone_else_wrote(targets, tmp_path, kind, changes):
    """mlx-vlm's drafters on the same random weights: context in three reads, a block after each; RoPE on halves and, as in Liquid AI's, on
    neighbours."""
    module = pytest.importorskip(f"mlx_vlm.speculative.drafters.qwen3_{kind}", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_dflash import DFlashKVCache

    tensors, settings = (dspark_tensors(own=False), forged_config(**changes)) if kind == "dspark" else (dflash_tensors(), checkpoints.dflash_config(**changes))
    ours = load_net(recognise(checkpoints.write(tmp_path / "block", settings, tensors, "pt")), recognise(targets["qwen3"]), kind=DSparkNet if kind == "dspark" else DFlashNet)
    model = module.DSparkDraftModel if kind == "dspark" else module.DFlashDraftModel
    theirs = model(module.ModelConfig.from_dict(settings | {"markov_rank": checkpoints.RANK}))
    theirs.load_weights(list(tensors.items()), strict=False)
    mine, other = toys.make_prompt_cache(ours), [DFlashKVCache() for _ in range(2)]
    for count in (7, 1, 3):
        tapped, block = mx.random.normal((count, 64), key=mx.random.key(count)), mx.random.normal((6, 32), key=mx.random.key(9))
        ours.read(tapped, mine)
        context, x = theirs.hidden_norm(theirs.fc(tapped[None])), block[None]
        for layer, entry in zip(theirs.layers, other):
            x = layer(x, context, theirs.rope, entry)
        hidden, wanted = ours(block, mine), theirs.norm(x)[0]
        assert mx.allclose(hidden, wanted, atol=1e-5)
        if kind == "dspark":
            logits, last = hidden @ mx.random.normal((32, checkpoints.VOCABULARY), key=mx.random.key(2)), mx.array([17])
            assert mx.allclose(ours.sequential_logits(hidden, logits)(2, last), theirs.markov_head.apply_step_logits(logits[2:3], last), atol=1e-5)


def test_a_drafter_as_liquid_ais_beside_its_family(tmp_path):
    """LFM2's short convolutions as target, RoPE on neighbours, the target's tied ends."""
    config = forged_config(rope_is_neox_style=False, num_target_layers=families.small("LFM2")["num_hidden_layers"])
    drafter = dspark(tmp_path / "block", dspark_tensors(own=False), config)
    pair = load(str(families.folder(tmp_path / "target", "LFM2")), str(drafter))
    assert said_plainly(pair, Settings(drafter="dspark", k=4)).finish.stats.drafted > 20


def test_a_dspark_head_without_a_window_of_its_own_sees_the_last_rows_of_a_long_context(target, tmp_path, monkeypatch):
    """And guesses what one with that window in its config guesses; the windows of others are their own."""
    own = load(target, str(dspark(tmp_path / "own", dflash_config=checkpoints.READ | {"draft_window_size": 3})))
    whole, sliding = dspark(tmp_path / "whole"), dspark(tmp_path / "sliding", layer_types=["sliding_attention", "full_attention"], sliding_window=4)
    views = [[(view.context, view.window) for view in DSparkSizes.of(recognise(folder), recognise(Path(target))).views] for folder in (whole, sliding)]
    assert views == [[(4096, None)] * 2, [(None, 4), (None, None)]]
    longer = drafted_first(load(target, str(whole)), "dspark")[2]
    monkeypatch.setattr(dspark_drafter, "RECENT", 3)
    cut, wanted = (drafted_first(pair, "dspark")[2] for pair in (load(target, str(whole)), own))
    assert mx.array_equal(cut, wanted) and not mx.allclose(cut, longer, atol=1e-3)


OTHERS_LAYERS = {
    "Gemma 4's": checkpoints.gemma_dspark_config(), "with values of their own": checkpoints.gemma_dspark_config(attention_k_eq_v=False),
    "Qwen 3.5's": gated_dspark_config(), "told their noise": checkpoints.noisy_dspark_config(),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS_LAYERS)
def test_the_same_logits_of_other_layers_as_a_reference_that_someone_else_wrote(targets, tmp_path, name):
    """mlx-dspark's drafter on the same files: context in three reads, a block after each."""
    module = pytest.importorskip("mlx_dspark.load", reason="mlx-dspark is not installed: .ci/run says how")
    target, found = recognise(targets["qwen3"]), recognise(checkpoints.block_drafter(tmp_path / "block", OTHERS_LAYERS[name]))
    ours, (theirs, _) = load_net(found, target, kind=DSparkNet), module.load_drafter(str(tmp_path / "block"), quantize=False)
    scales = ours.sizes.scales
    mine, other, tokens, read = toys.make_prompt_cache(ours), theirs.make_ctx_cache(), mx.array([17, *[checkpoints.MASK] * 5]), 0
    for count in (7, 1, 30):
        tapped = mx.random.normal((count, 64), key=mx.random.key(count))
        ours.read(tapped, mine), theirs.update_context(tapped[None], read, other)
        read += count
        hidden, wanted = ours(scales.embedded(ours.embed_tokens(tokens)), mine), theirs.backbone(theirs.embed(tokens[None]), read, other)[0]
        logits, theirs_too = scales.scaled(ours.lm_head(hidden)), theirs.compute_logits(wanted)
        corrected = ours.sequential_logits(hidden, logits)(2, mx.array([99]))[0]
        assert mx.allclose(hidden, wanted, atol=1e-4) and mx.allclose(corrected, theirs_too[2] + theirs.markov_head.step_bias(mx.array([99]))[0], atol=1e-4)


def test_a_drafter_that_is_not_in_force_keeps_what_it_needs_of_hidden_states_and_not_these():
    """It reads them as they come. A token's rows of both layers have 256 bytes here, its keys and values half as many."""
    sizes = NetSizes(**toys.BLOCK | {"views": (LayerView(),)})
    drafter = BlockDrafter(kinds.randomised(DFlashNet(sizes), 22), toys.as_loaded("trimmable"))
    before, count = _memory(), 40 * CHUNK
    drafter.begin([3] * count, -1)
    for start in range(0, count, CHUNK):
        rows = {place: mx.random.normal((CHUNK, 32)) for place in drafter.places}
        mx.eval(rows)
        drafter.receive_hidden(start, rows)
        del rows
    mx.synchronize()
    assert _memory() - before < 192 * count


def _memory() -> int:
    gc.collect(), mx.clear_cache()
    return mx.get_active_memory()


def test_the_base_of_rope_is_read_where_only_full_attention_has_a_section():
    fields = {"rope_parameters": {"full_attention": {"rope_theta": 1e6, "rope_type": "yarn", "factor": 4.0}}}
    assert block_layout.rope_base(fields) == 1e6 and block_layout.rope_scaling(fields) == fields["rope_parameters"]["full_attention"]
