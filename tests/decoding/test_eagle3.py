"""EAGLE-3 heads: the probabilities that they are defined to have, in every published layout; text equal to plain decoding's; and a reason
where one cannot work."""

from __future__ import annotations

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, Pair, PairError, Settings, load
from specdeck.decoding.checkpoints import head_layout
from specdeck.decoding.checkpoints.memory_footprint import footprint
from specdeck.decoding.checkpoints.recognition import objection, recognise
from specdeck.decoding.drafters import eagle3
from specdeck.decoding.drafters.eagle3 import Eagle3Drafter, load_net
from tests.helpers import heads, toys
from tests.helpers.eagle3 import defined_q
from tests.helpers.everyday import everyday
from tests.helpers.first_draft import first_draft

PROMPT = list(range(40, 70))
PLAIN = Settings(drafter="none", k=0)
ROOM = 4


def reply(pair: Pair, settings: Settings, count: int = 24, prompt: list[int] = PROMPT) -> toys.Reply:
    return toys.reply(pair, prompt, settings, count, ignore_end=True)


def drafted_first(pair: Pair, prompt: list[int] = PROMPT) -> tuple[list[int], list[int], mx.array]:
    return first_draft(pair, Settings(drafter="eagle3", k=ROOM), prompt)


def normed_inputs(names: dict[str, int]) -> dict[str, mx.array]:
    return heads.eagle3_tensors() | heads.randomised({name: mx.zeros((size,)) for name, size in names.items()}, 31)


LAST = {"eagle_config": {"use_aux_hidden_state": False, "eagle_aux_hidden_state_layer_ids": []}}


def on_the_last(wide: int) -> dict[str, mx.array]:
    """A head as ModelOpt's EagleExporter (export/plugins/hf_spec_export.py) writes one without `use_aux_hidden_state`: no `fc`, no `hidden_norm`;
    q, k and v read so many numbers a token: the hidden states alone, or an embedding too, as vLLM and SGLang build the layer."""
    tensors = {name: value for name, value in heads.eagle3_tensors().items() if name not in ("fc.weight", "midlayer.hidden_norm.weight")}
    return {name: value[:, -wide:] if name.endswith(("q_proj.weight", "k_proj.weight", "v_proj.weight")) else value for name, value in tensors.items()}


VARIANTS = {
    "SafeAILab's": ({}, heads.eagle3_tensors),
    "with the target's embedding": ({}, lambda: heads.eagle3_tensors(embedding=False)),
    "normed around the attention": ({"norm_before_residual": True}, heads.eagle3_tensors),
    "its output normed": ({"norm_output": True}, heads.eagle3_tensors),
    "a norm before fc": ({"norm_before_fc": True}, lambda: normed_inputs({"input_norm.weight": 96})),
    "a norm a layer before fc": ({"fc_norm": True}, lambda: normed_inputs({f"fc_norm.{i}.weight": 32 for i in range(3)})),
    "a quarter of its channels turned": ({"partial_rotary_factor": 0.25}, heads.eagle3_tensors),
    "ModelOpt's on the last hidden states": (LAST, lambda: on_the_last(32)),
    "NVIDIA's on the last hidden states": (LAST, lambda: on_the_last(64)),
}


def variant_pair(tmp_path, name: str) -> tuple[Pair, dict, dict]:
    settings, make = VARIANTS[name]
    folder = heads.eagle3_folder(tmp_path / "head", make(), **settings)
    return load(str(heads.target_folder(tmp_path / "target", "qwen3")), str(folder)), make(), settings


@pytest.mark.parametrize("name", VARIANTS)
def test_the_q_of_a_draft_is_what_the_head_is_defined_to_give(tmp_path, name):
    pair, tensors, settings = variant_pair(tmp_path, name)
    sequence, guesses, q = drafted_first(pair)
    layers = (4,) if settings is LAST else (0, 1, 3)
    assert mx.allclose(q, defined_q(pair, tensors, settings, sequence, guesses, layers), atol=1e-5)
    allowed = mx.arange(heads.DRAFTED) * 7
    assert set(guesses) <= set(allowed.tolist()) and abs(q[:, allowed].sum().item() - ROOM) < 1e-4
    assert (q > 0).sum().item() <= ROOM * heads.DRAFTED


@pytest.mark.parametrize("fault", ["one layer too late", "the layers in another order", "fc left out of the norm", "the other residual",
                                   "the normed output fed back", "an id taken for its place", "the offsets taken for ids"])  # fmt: skip
def test_a_head_read_wrongly_has_another_q(tmp_path, monkeypatch, fault):
    if fault in ("one layer too late", "the layers in another order"):
        change = {"one layer too late": lambda layers: tuple(min(3, i + 1) for i in layers)}.get(fault, lambda layers: layers[::-1])
        read = head_layout.layers_read
        monkeypatch.setattr("specdeck.decoding.drafters.eagle3.layers_read", lambda *asked: change(read(*asked)))
    name = {"fc left out of the norm": "a norm before fc"}.get(fault, "SafeAILab's")
    pair, tensors, settings = variant_pair(tmp_path, name)
    head = pair.drafters["eagle3"]._net
    if fault == "fc left out of the norm":
        head.input_norm.weight = mx.ones(96)
    elif fault == "the other residual":
        head.layers[0]._normed_around = True
    elif fault == "the normed output fed back":
        monkeypatch.setattr(eagle3.Eagle3Net, "__call__", renormed(eagle3.Eagle3Net.__call__))
    elif fault == "an id taken for its place":
        head.tokens = mx.arange(heads.DRAFTED)
    elif fault == "the offsets taken for ids":
        head.tokens = tensors["d2t"].astype(mx.int32)
    sequence, guesses, q = drafted_first(pair)
    assert not mx.allclose(q, defined_q(pair, tensors, settings, sequence, guesses), atol=1e-3)


def renormed(call):
    """A step whose hidden states, of single tokens, are the head's own outputs after its norm."""
    return lambda self, embedded, hidden, entries: call(self, embedded, self.norm(hidden) if len(hidden) == 1 else hidden, entries)


def test_every_layout_is_the_same_head(tmp_path):
    """vLLM's names and ids that count the layers passed, SGLang's names and ids, names under `model.`: what they draw is the same."""
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    own, flat = heads.eagle3_tensors(), heads.eagle3_tensors(layer="layers.0.")
    flat |= {name.replace("midlayer.", "layers.0."): value for name, value in own.items()}
    folders = [
        heads.eagle3_folder(tmp_path / "midlayer", own),
        heads.eagle3_folder(tmp_path / "layers", flat),
        heads.eagle3_folder(tmp_path / "prefixed", {f"model.{name}" if "d2t" not in name else name: value for name, value in own.items()}),
        heads.eagle3_folder(tmp_path / "passed", own, eagle_config=None, eagle_aux_hidden_state_layer_ids=[1, 2, 4]),
        heads.speculator_folder(tmp_path / "speculator", {n.replace("midlayer.", "layers.0."): v for n, v in own.items()}, norm_before_residual=False),
        heads.eagle3_folder(tmp_path / "deepspec", flat, architectures=["Qwen3Eagle3Model"], eagle_config=None, target_layer_ids=[0, 1, 3], ttt_length=7),
    ]  # fmt: skip
    drafts = [drafted_first(load(target, str(folder))) for folder in folders]
    for _, guesses, q in drafts[1:]:
        assert guesses == drafts[0][1] and mx.allclose(q, drafts[0][2], atol=1e-5)


NAMED = "eagle_aux_hidden_state_layer_ids"


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
    target = recognise(heads.target_folder(tmp_path / "target", "qwen3", num_hidden_layers=12))
    assert head_layout.layers_read(recognise(heads.eagle3_folder(tmp_path / "head", **fields)), target) == wanted


def test_the_last_layers_output_is_read_before_the_final_norm(tmp_path):
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    pair = load(target, str(heads.eagle3_folder(tmp_path / "head", eagle_config={NAMED: [2, 3, 4]})))
    sequence, guesses, q = drafted_first(pair)
    assert mx.allclose(q, defined_q(pair, heads.eagle3_tensors(), {}, sequence, guesses, (1, 2, 3)), atol=1e-5)
    assert not mx.allclose(q, defined_q(pair, heads.eagle3_tensors(), {}, sequence, guesses, (1, 2, 4)), atol=1e-3)


def test_that_a_heads_layers_were_assumed_is_told(tmp_path):
    target = str(heads.target_folder(tmp_path / "target", "qwen3", num_hidden_layers=8))
    silent = load(target, str(heads.eagle3_folder(tmp_path / "silent", eagle_config=None)))
    assert silent.remarks == ["eagle3: its config names no layers of the target; the usual three were assumed"]
    for name, fields in (("named", {}), ("last", LAST)):
        tensors = on_the_last(32) if fields else None
        assert load(target, str(heads.eagle3_folder(tmp_path / name, tensors, **fields))).remarks == []


def test_a_share_of_channels_in_rope_parameters_is_the_same(tmp_path):
    """Where transformers 5 writes it, in the speculators format, also by kind of layer."""
    target, tensors = str(heads.target_folder(tmp_path / "target", "qwen3")), {n.replace("midlayer.", "layers.0."): v for n, v in heads.eagle3_tensors().items()}
    fields = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25}
    for number, rope in enumerate((fields, {"sliding_attention": fields, "full_attention": {"rope_type": "default", "rope_theta": 5.0}})):
        layer = {"rope_theta": None, "rope_parameters": rope}
        pair = load(target, str(heads.speculator_folder(tmp_path / f"{number}", tensors, norm_before_residual=False, transformer_layer_config=layer)))
        sequence, guesses, q = drafted_first(pair)
        assert mx.allclose(q, defined_q(pair, heads.eagle3_tensors(), {"partial_rotary_factor": 0.25}, sequence, guesses), atol=1e-5)


def test_a_head_by_angelslim_has_the_base_that_its_trainer_took(tmp_path):
    """Whatever its config says, in the hub's cache and in a folder of the owner's name, and it is told; not a head for images, whose base is the
    config's, nor anybody else's in a folder below one of that name."""
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    images = {"rope_scaling": {"rope_type": "mrope", "mrope_section": [2, 3, 3]}}
    for folder, fields, base in (
        ("models--AngelSlim--Qwen3-4B_eagle3/snapshots/1", {}, 1e4), ("angelslim/Qwen3-4B_eagle3", {}, 1e4),
        ("angelslim/somebody/Qwen3-4B_eagle3", {}, 10.0), ("AngelSlim/Qwen3-VL-4B_eagle3", images, 10.0),
    ):  # fmt: skip
        pair = load(target, str(heads.eagle3_folder(tmp_path / folder, rope_theta=10.0, **fields)))
        sequence, guesses, q = drafted_first(pair)
        assert mx.allclose(q, defined_q(pair, heads.eagle3_tensors(), {"rope_theta": base}, sequence, guesses), atol=1e-5), folder
        assert pair.remarks == ([f"eagle3: {eagle3.OTHER_BASE}"] if base == 1e4 else []), folder


def test_a_quantised_head_without_hidden_norm_reads_embeddings_too(tmp_path):
    """Its packed columns are a share of the inputs that q reads, as the MLP's are."""
    tensors = {name: tensor for name, tensor in heads.eagle3_tensors(target=64).items() if not name.endswith("hidden_norm.weight")}
    for bits in (None, 4, 8):
        packed = {}
        for name, tensor in tensors.items():
            if bits and name.endswith("_proj.weight") and tensor.shape[1] % 32 == 0:
                parts = mx.quantize(tensor, 32, bits)
                packed |= {name.replace("weight", part): array for part, array in zip(("weight", "scales", "biases"), parts)}
            else:
                packed[name] = tensor
        checkpoint = recognise(heads.eagle3_folder(tmp_path / str(bits), packed))
        assert eagle3._reads_embeddings(checkpoint), bits
    narrow = {name: tensor[:, :32] if "midlayer.self_attn" in name else tensor for name, tensor in tensors.items()}
    assert not eagle3._reads_embeddings(recognise(heads.eagle3_folder(tmp_path / "narrow", narrow)))


OTHERS = {
    "no layers between, the last hidden states": lambda folder: heads.eagle3_folder(
        folder, {n: v for n, v in heads.eagle3_tensors().items() if n != "fc.weight"}, eagle_config={"use_aux_hidden_state": False}),
    "an output head over all tokens": lambda folder: heads.eagle3_folder(
        folder, heads.eagle3_tensors(drafted=heads.VOCABULARY), draft_vocab_size=heads.VOCABULARY),
    "the target's output head": lambda folder: heads.eagle3_folder(
        folder, {n: v for n, v in heads.eagle3_tensors(drafted=heads.VOCABULARY).items() if n != "lm_head.weight"}, draft_vocab_size=None),
    "norms of queries and keys, as Qwen3's": lambda folder: heads.speculator_folder(folder, heads.eagle3_tensors(layer="layers.0.") | heads.randomised(
        {f"layers.0.self_attn.{n}_norm.weight": mx.zeros((16,)) for n in "qk"}, 5), transformer_layer_config={"model_type": "qwen3"}),
    "biases": lambda folder: heads.eagle3_folder(folder, heads.eagle3_tensors() | heads.randomised(
        {f"midlayer.self_attn.{n}_proj.bias": mx.zeros((32 if n in "qo" else 16,)) for n in "qkvo"}, 5), attention_bias=True),
    "a window": lambda folder: heads.speculator_folder(folder, transformer_layer_config={"layer_types": ["sliding_attention"], "sliding_window": 8}),
    "rotary fields as transformers 5 writes them": lambda folder: heads.speculator_folder(
        folder, transformer_layer_config={"rope_theta": None, "rope_parameters": {"rope_type": "default", "rope_theta": 5e5}}),
}  # fmt: skip


@everyday("name", OTHERS, "no layers between, the last hidden states", "the target's output head")
def test_other_published_variants_draft_and_the_text_is_plain_decodings(tmp_path, name):
    pair = load(str(heads.target_folder(tmp_path / "target", "qwen3_5")), str(OTHERS[name](tmp_path / "head")))
    plain = reply(pair, PLAIN).tokens
    pair.reset()
    drafted = reply(pair, Settings(drafter="eagle3", k=4))
    assert drafted.tokens == plain and drafted.finish.error is None and drafted.finish.stats.drafted > 20


def test_a_window_of_a_head_is_kept(tmp_path):
    """Without it the same weights draw otherwise, once the prompt is longer."""
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    changes = {"layer_types": ["sliding_attention"], "sliding_window": 8}
    pairs = [load(target, str(heads.speculator_folder(tmp_path / f"{i}", transformer_layer_config=c))) for i, c in enumerate((changes, {}))]
    (_, _, short), (_, _, whole) = (drafted_first(pair) for pair in pairs)
    assert not mx.allclose(short[0], whole[0], atol=1e-3)


def test_a_narrower_head_in_few_bits_drafts(tmp_path):
    pair = load(str(heads.target_folder(tmp_path / "target", "qwen3", hidden_size=64)), str(wide_head(tmp_path / "head")), draft_bits=8, unpack="never")
    assert reply(pair, Settings(drafter="eagle3", k=3)).tokens == reply(pair, PLAIN).tokens
    assert isinstance(pair.drafters["eagle3"], Eagle3Drafter) and "scales" in pair.drafters["eagle3"]._net.layers[0].self_attn.q_proj


def wide_head(folder):
    """A head of size 32 with its own embedding, for a target of size 64."""
    return heads.eagle3_folder(folder, heads.eagle3_tensors(target=64), target_hidden_size=64)


def without(*names: str, **options):
    return {name: value for name, value in heads.eagle3_tensors(**options).items() if not name.startswith(names)}


BAD = {
    "hidden states of size 64": lambda f: heads.eagle3_folder(f, hidden_size=64),
    "fc reads 64 numbers a token, and 3 layers of the target give 96": lambda f: heads.eagle3_folder(f, heads.eagle3_tensors(heard=2)),
    "reads layer 5, and the target has layers 0 to 3": lambda f: heads.eagle3_folder(f, eagle_config={"eagle_aux_hidden_state_layer_ids": [0, 1, 5]}),
    "reads layer -1, and the target has layers 0 to 3": lambda f: heads.speculator_folder(f, eagle_aux_hidden_state_layer_ids=[0, 1, 2]),
    "there is no fc.weight": lambda f: heads.eagle3_folder(f, without("fc")),
    "there is no layers.0.hidden_norm.weight": lambda f: heads.eagle3_folder(f, without("midlayer.hidden_norm")),
    "there is no layers.0.mlp.up_proj.weight": lambda f: heads.eagle3_folder(f, without("midlayer.mlp.up_proj")),
    "no EAGLE-3 tensors": lambda f: heads.eagle3_folder(f, {"other.weight": mx.zeros((2, 2))}),
    "guesses 512 of the target's 4096 tokens, and no d2t says which": lambda f: heads.eagle3_folder(f, without("d2t")),
    "d2t names 512 tokens, and its lm_head guesses 4096": lambda f: heads.eagle3_folder(f, without("lm_head")),
    "no embed_tokens of its own, and the target's is for hidden states of size 32, not 64":
        lambda f: heads.eagle3_folder(f, without("embed_tokens"), hidden_size=64, target_hidden_size=32),
    "d2t names tokens that the target's 4096 do not have":
        lambda f: heads.eagle3_folder(f, heads.eagle3_tensors() | {"d2t": mx.full((heads.DRAFTED,), 4000, mx.int64)}),
    "vocabulary size 99": lambda f: heads.eagle3_folder(f, vocab_size=99),
    "hidden_act is gelu, and only silu is supported": lambda f: heads.eagle3_folder(f, hidden_act="gelu"),
    "1 tensor that no drafter here reads: mask_hidden": lambda f: heads.eagle3_folder(f, heads.eagle3_tensors() | {"mask_hidden": mx.zeros((96,))}),
    "2 tensors that no drafter here reads: layers.0.self_attn.kv_a_proj": lambda f: heads.eagle3_folder(
        f, heads.eagle3_tensors() | {f"midlayer.self_attn.kv_{n}_proj_with_mqa.weight": mx.zeros((2, 2)) for n in "ab"}),
    "its files cannot be understood: TypeError": lambda f: heads.eagle3_folder(f, eagle_aux_hidden_state_layer_ids=[1, "2", 3]),
}  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_heads_that_cannot_work_say_why_in_a_line(tmp_path, words):
    target, folder = heads.target_folder(tmp_path / "target", "qwen3"), BAD[words](tmp_path / "head")
    with pytest.raises((LoadError, PairError), match=words) as caught:
        load(str(target), str(folder))
    assert "\n" not in str(caught.value)


def test_a_head_that_is_published_for_torch_alone_says_what_to_look_for(tmp_path):
    folder = heads.eagle3_folder(tmp_path / "head")
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"x")
    found = recognise(folder)
    assert found.kind == "eagle3"
    reason = objection(found, recognise(heads.target_folder(tmp_path / "target", "qwen3")))
    assert reason.code == "incomplete" and "pytorch_model.bin is not read here" in reason.line


def test_what_a_head_takes_in_memory_is_known(tmp_path):
    for folder in (heads.eagle3_folder(tmp_path / "one"), heads.speculator_folder(tmp_path / "two")):
        found = footprint(recognise(folder), 100, wide=True)
        assert found.cache == 100 * 32 * 4 and found.weights > 0


@pytest.mark.parametrize("around", [False, True])
def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path, around):
    """mlx-vlm's head on the same random weights: two reads of a past and a guess on its own output."""
    module = pytest.importorskip("mlx_vlm.speculative.drafters.eagle3.eagle3", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.eagle3.config import Eagle3Config

    settings = heads.speculator_config(norm_before_residual=around)
    found = recognise(heads.speculator_folder(tmp_path / "head", norm_before_residual=around))
    ours = load_net(found, recognise(heads.target_folder(tmp_path / "target", "qwen3")))
    theirs = module.Eagle3DraftModel(Eagle3Config.from_dict(settings))
    tensors = heads.eagle3_tensors(layer="layers.0.")
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
