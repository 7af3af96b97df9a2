"""EAGLE-3 heads: the probabilities that they are defined to have, in every published layout; text equal to plain decoding's. Those that cannot
work: test_refusals.py."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Mapping, Sequence

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings, load
from specdeck.decoding.checkpoints import head_layout
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters import eagle3
from specdeck.decoding.drafters.eagle3 import load_net
from tests.helpers import checkpoints, toys
from tests.helpers.checkpoints import DRAFTED, Tensors, without
from tests.helpers.definitions import GEMMAS_ROPE, after_attention, attended, layer_outputs, norm, normed, over_vocabulary
from tests.helpers.everyday import everyday
from tests.helpers.toys import said_plainly

HEAD = Settings(drafter="eagle3", k=4)
OWN = checkpoints.eagle3_tensors()
BY_LAYERS = {name.replace("midlayer.", "layers.0."): value for name, value in OWN.items()}  # as vLLM and SGLang name its one layer
NAMED = "eagle_aux_hidden_state_layer_ids"


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


@pytest.fixture
def target(targets) -> str:
    return str(targets["qwen3"])


def more(names: dict[str, int]) -> dict[str, mx.array]:
    """A head with more vectors of these sizes."""
    return OWN | checkpoints.drawn({name: (size,) for name, size in names.items()}, 31)


LAST = {"eagle_config": {"use_aux_hidden_state": False, "eagle_aux_hidden_state_layer_ids": []}}


def on_the_last(wide: int) -> dict[str, mx.array]:
    """A head as ModelOpt's EagleExporter (export/plugins/hf_spec_export.py) writes one without `use_aux_hidden_state`: no `fc`, no `hidden_norm`;
    q, k and v read so many numbers a token: the hidden states alone, or an embedding too, as vLLM and SGLang build the layer."""
    tensors = without(OWN, "fc.weight", "midlayer.hidden_norm.weight")
    return {name: value[:, -wide:] if name.endswith(("q_proj.weight", "k_proj.weight", "v_proj.weight")) else value for name, value in tensors.items()}


def head(tensors=OWN, written=None, layers=(0, 1, 3), folder="head", **fields):
    """What a head is defined by: its tensors, its fields and the layers that it reads; and how its folder is written, its tensors perhaps by other names."""
    return tensors, fields, layers, lambda place: checkpoints.eagle3(place / folder, tensors if written is None else written, **fields)


def otherwise(make, layers=(0, 1, 3), tensors=OWN, meant=None, folder="head", **fields):
    """The same, where a field means what others `meant` by theirs."""
    return tensors, meant or {}, layers, lambda place: make(place / folder, **fields)


def rope(**fields):
    """RoPE's fields where transformers 5 writes them, in the speculators format."""
    return {"rope_theta": None, "rope_parameters": fields}


SPECULATOR = partial(checkpoints.eagle3_speculator, tensors=BY_LAYERS, norm_before_residual=False)
QUARTER = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25}
IMAGES = {"rope_scaling": {"rope_type": "mrope", "mrope_section": [2, 3, 3]}}  # whose base is the config's
ANGELS = partial(otherwise, checkpoints.eagle3, rope_theta=10.0)
HEADS = {
    "SafeAILab's": head(),
    "with the target's embedding": head(checkpoints.eagle3_tensors(embedding=False)),
    "normed around the attention": head(norm_before_residual=True),
    "its output normed": head(norm_output=True),
    "a norm before fc": head(more({"input_norm.weight": 96}), norm_before_fc=True),
    "a norm a layer before fc": head(more({f"fc_norm.{i}.weight": 32 for i in range(3)})),
    "a quarter of its channels turned": head(partial_rotary_factor=0.25),
    "ModelOpt's on the last hidden states": head(on_the_last(32), layers=(4,), **LAST),
    "NVIDIA's on the last hidden states": head(on_the_last(64), layers=(4,), **LAST),
    "by vLLM's names": head(written=BY_LAYERS),
    "names under model.": head(written={f"model.{name}" if "d2t" not in name else name: value for name, value in OWN.items()}),
    "ids that count the layers passed": otherwise(checkpoints.eagle3, eagle_config=None, **{NAMED: [1, 2, 4]}),
    "the last layer's output before the final norm": otherwise(checkpoints.eagle3, layers=(1, 2, 3), eagle_config={NAMED: [2, 3, 4]}),
    "speculators'": otherwise(SPECULATOR),
    "a quarter turned, of speculators": otherwise(SPECULATOR, meant=QUARTER, transformer_layer_config=rope(**QUARTER)),
    "a quarter turned, by kind of layer": otherwise(
        SPECULATOR, meant=QUARTER, transformer_layer_config=rope(sliding_attention=QUARTER, full_attention={"rope_type": "default", "rope_theta": 5.0})),
    "DeepSpec's": otherwise(
        checkpoints.eagle3, architectures=["Qwen3Eagle3Model"], eagle_config=None, target_layer_ids=[0, 1, 3], ttt_length=7),
    # a head by AngelSlim has the base that its trainer took, whatever its config says, in the hub's cache and in a folder of the owner's name
    "AngelSlim's in a cache": ANGELS(folder="models--AngelSlim--Qwen3-4B_eagle3/snapshots/1"),
    "AngelSlim's in a folder": ANGELS(folder="angelslim/Qwen3-4B_eagle3"),
    "somebody's below such a folder": ANGELS(folder="angelslim/somebody/Qwen3-4B_eagle3", meant={"rope_theta": 10.0}),
    "a head for images": ANGELS(folder="AngelSlim/Qwen3-VL-4B_eagle3", meant={"rope_theta": 10.0}, **IMAGES),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_the_q_of_a_draft_is_what_the_head_is_defined_to_give(target, tmp_path, name):
    tensors, settings, layers, write = HEADS[name]
    pair = load(target, str(write(tmp_path)))
    sequence, guesses, q = toys.first_draft(pair, HEAD)
    assert mx.allclose(q, eagle3_q(pair, tensors, settings, sequence, guesses, layers), atol=1e-5)
    allowed = mx.arange(DRAFTED) * 7
    assert set(guesses) <= set(allowed.tolist()) and (q > 0).sum().item() <= HEAD.k * DRAFTED


def gemma_eagle3_config(**changes: Any) -> dict[str, Any]:
    """config.json of a tiny head with Gemma 4's own layer, as DeepSpec's builder writes it (modeling/eagle3/gemma4/config.py)."""
    settings = {
        **checkpoints.GEMMAS_LAYERS, "architectures": ["Gemma4Eagle3Model"], "layer_types": ["full_attention"], "num_kv_shared_layers": 0,
        "target_layer_ids": [0, 1, 2], "draft_vocab_size": None, "draft_num_hidden_layers": 1, "eagle_config": None, "hidden_act": None,
    }  # fmt: skip
    return checkpoints.eagle3_config(**settings | changes)


def gemma_eagle3_tensors(settings: Mapping[str, Any]) -> dict[str, mx.array]:
    """Its tensors, by SafeAILab's names."""
    norms = (*checkpoints.BOTH_NORMS, "hidden_norm", "pre_feedforward_layernorm", "post_feedforward_layernorm")
    shapes = checkpoints.layer("midlayer.", head=16, reads=64, norms=norms) | {"midlayer.layer_scalar": (1,), "fc.weight": (32, 96), "norm.weight": (32,)}
    shapes |= dict.fromkeys(("embed_tokens.weight", "lm_head.weight"), (checkpoints.VOCABULARY, 32))
    if settings["attention_k_eq_v"]:
        del shapes["midlayer.self_attn.v_proj.weight"]
    tensors = checkpoints.drawn(shapes, 11)
    return tensors | {"midlayer.layer_scalar": mx.abs(tensors["midlayer.layer_scalar"]) + 0.5}


@everyday("shared", [True, False], True)
def test_a_head_of_deepspecs_with_gemma_4s_own_layer(target, targets, tmp_path, shared):
    """Its q by definition, of which the cap and the layer's scalar are a part; the text beside a Gemma 4 is the target's."""
    settings = gemma_eagle3_config(attention_k_eq_v=shared, num_key_value_heads=1 + shared)
    tensors = gemma_eagle3_tensors(settings)
    folder = str(checkpoints.write(tmp_path / "head", settings, tensors, "pt"))
    sequence, guesses, q = toys.first_draft(pair := load(target, folder), HEAD)
    assert mx.allclose(q, eagle3_q(pair, tensors, settings, sequence, guesses, (0, 1, 2)), atol=1e-5)
    said_plainly(load(str(targets["gemma4"]), folder), HEAD)


@pytest.mark.parametrize("fields, wanted", [
    ({"eagle_config": None}, (1, 5, 8)),  # EAGLE's own: before layers 2, N // 2 and N - 3, so the outputs of those before them
    ({"eagle_config": {NAMED: []}}, (1, 5, 8)),
    ({"eagle_config": {NAMED: [1, 5, 8]}}, (1, 5, 8)),  # ModelOpt's and SpecForge's: the layers that a hook stands behind
    ({"eagle_config": {NAMED: [2, 6, 9]}}, (1, 5, 8)),  # sglang#25454: the same layers, named by their inputs
    ({"eagle_config": {NAMED: [8, 10, 12]}}, (7, 9, 11)),  # sglang#32334, nvidia/gpt-oss-120b-Eagle3-v3: [24, 30, 36] of 36 layers
    ({"eagle_config": {NAMED: [1, 5, 12]}}, (0, 4, 11)),  # an id that no layer has: all are boundaries
    ({"eagle_config": {NAMED: [3, 5, 9]}}, (3, 5, 9)),  # SpecForge's qwen3.5-9b-eagle3.json: [3, 15, 27] of 32, the layers with full attention
    ({"eagle_config": {NAMED: [12, 1, 5]}}, (0, 4, 11)),  # ModelOpt wrote a set, in any order: [32, 1, 17] of 36
    ({"eagle_config": {NAMED: [8, 1, 5]}}, (1, 5, 8)),
    ({"eagle_config": {NAMED: [1, 5, 8]}, NAMED: [3, 6, 9]}, (2, 5, 8)),  # the top level comes first (vLLM)
    ({"eagle_config": None, NAMED: [2, 6, 12]}, (1, 5, 11)),  # speculators', vLLM's
    ({"eagle_config": {"layer_ids": [3, 6, 9]}}, (2, 5, 8)),  # vLLM's eagle3_utils.py
    ({"eagle_config": None, "target_layer_ids": [1, 3, 6, 8, 10]}, (1, 3, 6, 8, 10)),  # DeepSpec's: hidden_states[id + 1] (modeling/eagle3/common.py)
])  # fmt: skip
def test_the_layers_that_a_head_reads(tmp_path, fields, wanted):
    target = Checkpoint(WHOLE, tmp_path, checkpoints.config("qwen3", num_hidden_layers=12), {})
    assert head_layout.layers_read(recognise(checkpoints.eagle3(tmp_path / "head", **fields)), target) == wanted


def test_that_a_heads_layers_were_assumed_is_told(tmp_path):
    target = checkpoints.target(tmp_path / "target", "qwen3", num_hidden_layers=8)
    silent = load(str(target), str(checkpoints.eagle3(tmp_path / "silent", eagle_config=None)))
    assert silent.remarks == ["eagle3: its config names no layers of the target; the usual three were assumed"]


def test_a_quantised_head_without_hidden_norm_reads_embeddings_too(tmp_path):
    """Its packed columns are a share of the inputs that q reads, as the MLP's are."""
    tensors = without(checkpoints.eagle3_tensors(target=64), "midlayer.hidden_norm")
    matrices = [name.removesuffix(".weight") for name, tensor in tensors.items() if name.endswith("_proj.weight") and tensor.shape[1] % 32 == 0]
    narrow = {name: tensor[:, :32] if "midlayer.self_attn" in name else tensor for name, tensor in tensors.items()}
    packed = {bits: {name: part for matrix in matrices for name, part in checkpoints.packed(tensors, matrix, bits).items()} for bits in (4, 8)}
    for name, head, reads in (("whole", tensors, True), ("4", tensors | packed[4], True), ("8", tensors | packed[8], True), ("narrow", narrow, False)):
        assert eagle3._reads_embeddings(recognise(checkpoints.eagle3(tmp_path / name, head))) is reads


OTHERS = {
    "an output head over all tokens": lambda folder: checkpoints.eagle3(
        folder, checkpoints.eagle3_tensors(drafted=checkpoints.VOCABULARY), draft_vocab_size=checkpoints.VOCABULARY),
    "the target's output head": lambda folder: checkpoints.eagle3(
        folder, without(checkpoints.eagle3_tensors(drafted=checkpoints.VOCABULARY), "lm_head"), draft_vocab_size=None),
    "norms of queries and keys, as Qwen3's": lambda folder: checkpoints.eagle3_speculator(folder, checkpoints.eagle3_tensors(named="layers.0.") | checkpoints.drawn(
        {f"layers.0.self_attn.{n}_norm.weight": (16,) for n in "qk"}, 5), transformer_layer_config={"model_type": "qwen3"}),
    "biases": lambda folder: checkpoints.eagle3(folder, OWN | checkpoints.drawn(
        {f"midlayer.self_attn.{n}_proj.bias": (32 if n in "qo" else 16,) for n in "qkvo"}, 5), attention_bias=True),
}  # fmt: skip


@everyday("name", OTHERS, "the target's output head")
def test_other_published_variants_draft_and_the_text_is_plain_decodings(targets, tmp_path, name):
    pair = load(str(targets["qwen3_5"]), str(OTHERS[name](tmp_path / "head")))
    assert said_plainly(pair, HEAD).finish.stats.drafted > 20


def test_a_window_of_a_head_is_kept(target, tmp_path):
    """Without it the same weights draw otherwise, once the prompt is longer. A pattern of windows is the target's, copied, and says nothing of the head."""
    changes = {"layer_types": ["sliding_attention"], "sliding_window": 8}, {}, {"sliding_window_pattern": 6, "sliding_window": 8}
    pairs = [load(target, str(checkpoints.eagle3_speculator(tmp_path / f"{i}", transformer_layer_config=c))) for i, c in enumerate(changes)]
    (_, _, short), (_, _, whole), (_, _, copied) = (toys.first_draft(pair, HEAD) for pair in pairs)
    assert not mx.allclose(short[0], whole[0], atol=1e-3) and mx.allclose(copied[0], whole[0], atol=1e-5)


def test_a_head_narrower_than_its_target_drafts(tmp_path):
    """A head of size 32 with its own embedding, for a target of size 64."""
    head = checkpoints.eagle3(tmp_path / "head", checkpoints.eagle3_tensors(target=64), target_hidden_size=64)
    said_plainly(load(str(checkpoints.target(tmp_path / "target", "qwen3", hidden_size=64)), str(head)), HEAD)


@pytest.mark.parametrize("around", [False, True])
def test_the_same_logits_as_a_reference_that_someone_else_wrote(target, tmp_path, around):
    """mlx-vlm's head on the same random weights: two reads of a past and a guess on its own output."""
    module = pytest.importorskip("mlx_vlm.speculative.drafters.eagle3.eagle3", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.eagle3.config import Eagle3Config

    settings = checkpoints.eagle3_speculator_config(norm_before_residual=around)
    found = recognise(checkpoints.eagle3_speculator(tmp_path / "head", norm_before_residual=around))
    ours = load_net(found, recognise(Path(target)))
    theirs = module.Eagle3DraftModel(Eagle3Config.from_dict(settings))
    tensors = checkpoints.eagle3_tensors(named="layers.0.")
    theirs.load_weights([(name, value) for name, value in tensors.items() if name != "t2d"], strict=False)
    theirs._cache, mine = theirs.make_cache(), toys.make_prompt_cache(ours)
    theirs._next_position = 0
    for count in (7, 1, 3):
        tapped, tokens = mx.random.normal((count, 96), key=mx.random.key(count)), mx.arange(count) * 50 + 9
        wanted = theirs._forward_tokens(tokens[None], tapped[None], mx.uint32)[0]
        output = ours(ours.embed_tokens(tokens), ours.fused(mx.split(tapped, 3, axis=-1)), mine)
        assert mx.allclose(output, wanted, atol=1e-5)
    again = theirs._forward_tokens(mx.array([[77]]), wanted[None, -1:], mx.uint32)[0]
    assert mx.allclose(ours.lm_head(ours.normed(ours(ours.embed_tokens(mx.array([77])), output[-1:], mine))), theirs._logits(again), atol=1e-5)
