"""Heads as they are published for MLX: wherever they lie, however their norms and experts are stored, they are the same head; and one
that cannot be used never stops its target."""

import json

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models import mimo, nemotron_h

from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.checkpoints import checkpoint
from specdeck.decoding.checkpoints.recognition import in_target_folder, own_head_trouble, recognise
from specdeck.decoding.drafters.mtp import load_head
from tests.helpers import checkpoints, families, toys
from tests.helpers.checkpoints import less_one, mtp_tensors, without
from tests.helpers.damaged import changed, cut, index
from tests.helpers.toys import said_plainly


def prefixed(tensors):
    return {f"mtp.{name}": value for name, value in tensors.items()}


def quantised(tensors):
    """The experts and projections in 4 bits, the names as an in-place quantiser leaves them: the weight keeps its bare name."""
    out = {}
    for name, value in tensors.items():
        wide = (value.ndim == 3 or "_proj.weight" in name) and value.shape[-1] % 32 == 0
        if not wide:
            out[name] = value
            continue
        packed, scales, biases = mx.quantize(value, group_size=32, bits=4)
        base = name.removesuffix(".weight")
        out |= {name: packed, f"{base}.scales": scales, f"{base}.biases": biases}
    return out


def said_by(folder, kind="qwen3_5"):
    """What the head in a target's folder says to fixed hidden states, and how it took its norms."""
    target = recognise(folder)
    head = load_head(in_target_folder("mtp", target), target)
    embedded, hidden = (mx.random.normal((5, 32), key=mx.random.key(n)) for n in (1, 2))
    return head(embedded, hidden, toys.make_prompt_cache(head)), head.norms


@pytest.fixture
def target(tmp_path):
    return checkpoints.target(tmp_path / "target")


STORED, LESS_ONE = mtp_tensors(), less_one(mtp_tensors())
LAST = STORED["norm.weight"]
WRITTEN = {  # norms as a file has them -> what is said of them
    "as MLX writes them": (STORED, "as stored: the mean of its q and k norms is 1.75"),
    "as Qwen writes them": (LESS_ONE, "plus one: the mean of its q and k norms is 0.75"),
    "the last as stored": (LESS_ONE | {"norm.weight": LAST}, "its last norm"),  # omlx#1507: Qwen3.6 bundles in MXFP4
    "the others as stored": (STORED | {"norm.weight": LAST - 1}, "its last norm"),
}


@pytest.mark.parametrize("label", ["mlx", "pt", None])
@pytest.mark.parametrize("written", WRITTEN)
def test_norms_are_taken_as_their_values_say_whoever_wrote_the_file(target, written, label):
    """Those before `fc` follow the layer's."""
    file, (tensors, words) = target / "model-mtp.safetensors", WRITTEN[written]
    checkpoints.save(file, prefixed(STORED), "mlx")
    wanted, _ = said_by(target)
    checkpoints.save(file, prefixed(tensors), label)
    said, how = said_by(target)
    assert mx.allclose(said, wanted, atol=1e-5) and words in how and "\n" not in how
    assert ("its last norm" in how) == (words == "its last norm")


def test_a_last_norm_unlike_the_targets_follows_the_others(target):
    """Its mean says nothing where neither way brings it near the target's."""
    checkpoints.save(target / "model-mtp.safetensors", prefixed(LESS_ONE | {"norm.weight": LAST + 2.0}), None)
    said, how = said_by(target)
    checkpoints.save(target / "model-mtp.safetensors", prefixed(STORED | {"norm.weight": LAST + 3.0}), "mlx")
    assert mx.allclose(said, said_by(target)[0], atol=1e-5) and "its last norm" not in how


@pytest.mark.parametrize("place, prefix", [*((place, "mtp.") for place in (*checkpoint.SIDECARS, "extra/head.safetensors")), ("mtp.safetensors", "")])
def test_a_head_is_found_in_every_file_that_tools_write_it_to(target, place, prefix):
    checkpoints.save(target / "model-mtp.safetensors", prefixed(mtp_tensors()), "mlx")
    wanted, _ = said_by(target)
    (target / "model-mtp.safetensors").unlink()
    checkpoints.save(target / place, {f"{prefix}{name}": value for name, value in mtp_tensors().items()}, "mlx")
    config = json.loads((target / "config.json").read_text())
    (target / "config.json").write_text(json.dumps(config | {"mlx_lm_extra_tensors": {"mtp_file": place, "mtp_tensor_count": 15}}))
    assert mx.allclose(said_by(target)[0], wanted, atol=1e-5)
    assert load(str(target)).default_drafter == "mtp"


@pytest.mark.parametrize("named", ["../head.safetensors", "/etc/passwd.safetensors", 7, None, "head.bin"])
def test_a_config_names_no_file_outside_its_folder(named):
    assert checkpoint.sidecars({"mlx_lm_extra_tensors": {"mtp_file": named}}) == checkpoint.SIDECARS


OTHER, NORMS = mtp_tensors(seed=6), {name: value for name, value in STORED.items() if "norm" in name}
BOTH = {  # the head among the model's tensors, and the one beside them, which is taken
    "packed inside": (quantised(OTHER), STORED), "packed beside": (OTHER, quantised(STORED)), "plain": (OTHER, STORED),
    "a head in two parts": (NORMS, {name: value for name, value in STORED.items() if name not in NORMS}),
}  # fmt: skip


@pytest.mark.parametrize("case, prefix", [*((case, "mtp.") for case in BOTH), ("plain", "language_model.mtp.")])
def test_of_two_heads_the_one_beside_is_taken_whole_and_that_is_said(target, case, prefix):
    """unsloth#10181, omlx#2497: one head inside the shards, one in a sidecar."""
    own, beside = BOTH[case]
    checkpoints.save(target / "mtp.safetensors", prefixed(quantised(STORED) if case == "packed beside" else STORED), "mlx")
    wanted, _ = said_by(target)
    checkpoints.save(target / "mtp.safetensors", prefixed(beside), "mlx")
    checkpoints.save(target / "model-00002.safetensors", {f"{prefix}{name}": value for name, value in own.items()}, "mlx")
    pair = load(str(target))
    assert pair.default_drafter == "mtp" and mx.allclose(said_by(target)[0], wanted, atol=1e-5)
    words = "there are two heads: that of mtp.safetensors is taken, that of the model's own files is not"
    assert (words in pair.drafters["mtp"].remark) == (case != "a head in two parts")


@pytest.mark.parametrize("kind", ["qwen3_5_moe", "qwen3_next"])
@pytest.mark.parametrize("suffix", ["", ".weight"])
def test_fused_experts_may_be_quantised(tmp_path, kind, suffix):
    target = checkpoints.target(tmp_path / "target", kind)
    stacked = mtp_tensors(kind)
    checkpoints.save(target / "mtp.safetensors", prefixed(quantised(stacked)), "mlx")
    wanted, _ = said_by(target, kind)
    fused = quantised(checkpoints.spread(stacked, "fused"))
    bare = ("experts.gate_up_proj", "experts.down_proj")
    checkpoints.save(target / "mtp.safetensors", prefixed({n + suffix if n.endswith(bare) else n: v for n, v in fused.items()}), "mlx")
    assert mx.allclose(said_by(target, kind)[0], wanted, atol=1e-5)


@pytest.mark.parametrize("experts", ["stacked", "single", "fused"])
def test_qwen3_next_in_its_original_layout_and_inside_an_mlx_model(tmp_path, experts):
    """An MLX model that kept its head: mlx-lm's loader for it stops at tensors that it does not know."""
    target = checkpoints.target(tmp_path / "target", "qwen3_next")
    tensors = prefixed(checkpoints.spread(mtp_tensors("qwen3_next"), experts))
    checkpoints.save(target / "model-00002.safetensors", tensors, "mlx")
    pair = load(str(target))
    assert pair.default_drafter == "mtp"
    said_plainly(pair, Settings(drafter="mtp", k=3), 12)


def test_the_same_logits_as_qwen3_nexts_in_a_reference_that_someone_else_wrote(tmp_path):
    """mlx-vlm runs Qwen3-Next's heads as Qwen3.5's."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.config import Qwen3_5MTPConfig
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.qwen3_5_mtp import Qwen3_5MTPDraftModel

    target = checkpoints.target(tmp_path / "target", "qwen3_next")
    checkpoints.save(target / "mtp.safetensors", prefixed(mtp_tensors("qwen3_next")), "mlx")
    text = checkpoints.config("qwen3_next") | {"rope_parameters": {"type": "default", "rope_theta": 10000000.0, "partial_rotary_factor": 0.25, "mrope_section": [1, 1, 0]}}
    theirs = Qwen3_5MTPDraftModel(Qwen3_5MTPConfig.from_dict({"text_config": text}))
    theirs.load_weights(list(mtp_tensors("qwen3_next").items()), strict=False)
    embedded, hidden = (mx.random.normal((5, 32), key=mx.random.key(n)) for n in (1, 2))
    wanted = theirs._forward_hidden(embedded[None], hidden[None], theirs.make_cache(), mx.arange(5)[None])[0]
    assert mx.allclose(said_by(target)[0], wanted, atol=1e-5)


WHOLE = prefixed(STORED)
BROKEN = {
    "there is no norm.weight": without(WHOLE, "mtp.norm"),
    "2 tensors that no drafter here reads": WHOLE | {f"mtp.{name}.weight": mx.zeros((2, 2)) for name in ("markov", "gate")},
    "fc.weight": WHOLE | {"mtp.fc.weight": mx.zeros((32, 32))},
    "mtp.safetensors is cut off": WHOLE, "mtp.safetensors is missing, and the folder's index or config names it": {},
}  # fmt: skip


@pytest.mark.parametrize("reason", BROKEN)
def test_a_head_that_cannot_be_used_or_did_not_arrive_never_stops_its_target(target, cli, reason):
    head = target / "mtp.safetensors"
    checkpoints.save(head, BROKEN[reason], "mlx")
    if "cut off" in reason:
        head.write_bytes(head.read_bytes()[:9000])
    if "missing" in reason:
        head.unlink()
        index(target, "model.safetensors", head.name)
    pair = load(str(target))
    assert pair.default_drafter == "lookup" and "mtp" not in pair.drafters
    assert reason in pair.unavailable["mtp"] and "\n" not in pair.unavailable["mtp"]
    assert pair.remarks == [pair.unavailable["mtp"]] and load(str(target), "lookup").remarks == []
    done = cli("run", "hello", "--json", "--model", str(target), "--drafter", "mtp")
    assert (done.code, done.out) == (1, "") and reason in done.err and done.err.count("\n") == 1


def test_a_sidecar_among_the_models_files_is_none_of_them(target):
    """A folder whose path is a pattern too: mlx-lm finds the model's files by glob."""
    odd = target.rename(target.parent / "a[b]c")
    checkpoints.save(odd / "model-mtp.safetensors", prefixed(mtp_tensors()), "mlx")
    found = recognise(odd)
    assert {tensor.file.name for tensor in found.tensors.values()} == {"model.safetensors"}
    assert load(str(odd)).default_drafter == "mtp"


BEHIND = {"eh_proj": (32, 64), "enorm": (32,), "hnorm": (32,), "shared_head.norm": (32,), "self_attn.q_proj": (64, 32)}  # the last layer
ERNIES = dict.fromkeys(("mtp_block.0.input_layernorm", "mtp_emb_norm.0", "mtp_hidden_norm.0", "mtp_linear_proj.0"), (32,))  # vLLM's ernie_mtp.py
UNREAD = {
    "deepseek_v3": ("DeepSeek V3", {f"layers.4.{part}": shape for part, shape in BEHIND.items()}),
    "glm4_moe": ("GLM-4.5", {f"layers.4.{part}": shape for part, shape in BEHIND.items()}), "ernie4_5_moe": ("Qwen3", ERNIES),
}  # fmt: skip


@pytest.mark.parametrize("kind", UNREAD)
def test_a_head_that_is_not_supported_is_named_and_left_out(tmp_path, cli, monkeypatch, kind):
    """mlx-lm drops DeepSeek V3's and GLM-4.5's, one layer more, only where it has the published number."""
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / "state"))
    family, head = UNREAD[kind]
    target = families.folder(tmp_path / "target", family)
    alone = recognise(target)
    checkpoints.save(target / "model-00002.safetensors", {f"model.{part}.weight": mx.ones(shape) for part, shape in head.items()}, "pt")
    words = f"its own head cannot be used: MTP heads of {kind} are not supported"
    if kind == "ernie4_5_moe":
        changed(target, model_type=kind)
    found = recognise(target)
    assert words.split(": ")[1] in own_head_trouble(found) and found.tensors == alone.tensors, "what the head needs is not counted"
    if kind == "deepseek_v3":
        pair = load(str(target))
        assert pair.default_drafter == "lookup" and words in pair.unavailable["mtp"] and words in pair.remarks[0]
        (row,) = [row for row in cli("models", str(target), "--json").json["models"] if row["path"] == str(target)]
        assert row["kind"] in ("target", "model") and words in row["reason"]


def test_a_head_alone_whose_file_is_cut_off_is_refused(tmp_path):
    folder = cut(checkpoints.mtp(tmp_path / "head"))
    (folder / "model.safetensors").rename(folder / "mtp.safetensors")
    with pytest.raises(LoadError, match="mtp.safetensors is cut off"):
        recognise(folder)


def test_a_head_that_was_not_asked_for_is_not_said_to_be_missing(target):
    checkpoints.save(target / "mtp.safetensors", prefixed(mtp_tensors()), "mlx")
    pair = load(str(target), "lookup")
    assert pair.unavailable["mtp"].startswith("mtp: it comes with this target and other drafters were asked for: choose it too")
    assert "mtp" in load(str(target), ["mtp", "lookup"]).drafters


def test_a_whole_model_with_tensors_that_nobody_reads_is_refused_by_name(target):
    checkpoints.save(target / "model-extra.safetensors", {"language_model.model.layers.0.odd.weight": mx.zeros((2,))}, "mlx")
    with pytest.raises(LoadError, match="1 parameters not in model: language_model.model.layers.0.odd.weight"):
        load(str(target))


@pytest.mark.parametrize("bits", [None, 4])
def test_mimos_own_head_reads_what_vllm_gives_it(tmp_path, bits):
    """Written a second time after vLLM's mimo.py and mimo_mtp.py: the hidden state comes first and from before the last norm."""
    folder = checkpoints.mimo_target(tmp_path / "mimo", bits)
    tensors = mx.load(str(folder / "model.safetensors"))
    own = {name.removeprefix("model.mtp_layers.0."): value for name, value in tensors.items() if name.startswith("model.mtp_layers.")}
    model = mimo.Model(mimo.ModelArgs.from_dict(checkpoints.config("mimo")))
    model.load_weights([(name, value) for name, value in tensors.items() if "mtp_layers" not in name])
    block = mimo.TransformerBlock(model.args)
    block.load_weights([(name, own[name]) for name, _ in tree_flatten(block.parameters())])

    def norm(x, name):
        return mx.fast.rms_norm(x, own[f"{name}_layernorm.weight"], model.args.rms_norm_eps)

    prompt = list(range(40, 60))
    hidden = embedded = model.model.embed_tokens(mx.array([prompt]))
    for layer in model.model.layers:
        hidden = layer(hidden, "causal")
    both = mx.concatenate([norm(hidden[:, :-1], "hidden"), norm(embedded[:, 1:], "token")], axis=-1)
    packed = [own[f"input_proj.{part}"] for part in ("weight", "scales", "biases")[: 3 if bits else 1]]
    matrix = mx.dequantize(*packed, group_size=32, bits=bits) if bits else packed[0]
    wanted = model.lm_head(norm(block(both @ matrix.T, "causal"), "final"))[0]

    pair = load(str(folder))
    mtp, place = pair.drafters["mtp"], model.args.num_hidden_layers - 1
    assert pair.default_drafter == "mtp" and mtp.places == (place,)
    found = mtp._net(mtp._embed(mx.array(prompt[1:])), hidden[0, :-1], toys.make_prompt_cache(mtp._net))
    assert mx.allclose(mtp._logits(found, 0), wanted, atol=1e-4)
    said_plainly(pair, Settings(drafter="mtp", k=4), 60)


NEMOTRONS = {  # fields of the mixtures of experts among them, which the published config in the tests does not have
    "mtp_hybrid_override_pattern": "*E", "num_nextn_predict_layers": 1, "n_routed_experts": 128, "num_experts_per_tok": 6, "moe_intermediate_size": 1856,
    "moe_shared_expert_intermediate_size": 48, "n_shared_experts": 1, "n_group": 1, "topk_group": 1, "norm_topk_prob": True, "routed_scaling_factor": 2.5,
}  # fmt: skip


@pytest.fixture
def nemotron(tmp_path, monkeypatch):
    """A Nemotron-H with its head among its tensors, experts singly, as NVIDIA publishes it; the config and the head's tensors by mlx-lm's names."""
    monkeypatch.setitem(families.FAMILIES, "Nemotron-H", families.FAMILIES["Nemotron-H"] | NEMOTRONS)
    folder, config = families.folder(tmp_path / "nemotron", "Nemotron-H"), families.small("Nemotron-H")
    args = nemotron_h.ModelArgs.from_dict(config | {"hybrid_override_pattern": ["*", "E"]})
    blocks = [nemotron_h.NemotronHBlock(args, kind) for kind in "*E"]
    shapes = {f"layers.{i}.{name}": shape for i, block in enumerate(blocks) for name, shape in checkpoints.shapes_of(block).items()}
    shapes |= {f"layers.{name}.weight": (32,) for name in ("0.enorm", "0.hnorm", "1.final_layernorm")} | {"layers.0.eh_proj.weight": (32, 64)}
    tensors = checkpoints.drawn(shapes, 5)
    single = {name: value for name, value in tensors.items() if "switch_mlp" not in name} | {"layers.0.mixer.k_scale": mx.ones(1)}
    for theirs, ours in (("up_proj", "fc1"), ("down_proj", "fc2")):
        stack = tensors[f"layers.1.mixer.switch_mlp.{ours}.weight"]
        single |= {f"layers.1.mixer.experts.{i}.{theirs}.weight": stack[i] for i in range(stack.shape[0])}
    checkpoints.save(folder / "model-00002.safetensors", prefixed(single), "pt")
    return folder, config, tensors, blocks


def test_nemotrons_own_head_is_what_sglang_gives_it(nemotron):
    """Written a second time after SGLang's nemotron_h_mtp.py: the embedding first, both normed; attention, then experts; a norm of its own."""
    folder, _, tensors, blocks = nemotron
    embedded, hidden = (mx.random.normal((5, 32), key=mx.random.key(n)) for n in (1, 2))

    def norm(x, name):
        return mx.fast.rms_norm(x, tensors[f"layers.{name}.weight"], 1e-5)

    x = (mx.concatenate([norm(embedded, "0.enorm"), norm(hidden, "0.hnorm")], axis=-1) @ tensors["layers.0.eh_proj.weight"].T)[None]
    for i, block in enumerate(blocks):
        block.load_weights([(name, tensors[f"layers.{i}.{name}"]) for name, _ in tree_flatten(block.parameters())])
        x = block(x, mask="causal")
    assert mx.allclose(said_by(folder)[0], norm(x[0], "1.final_layernorm"), atol=1e-4)
    pair = load(str(folder))
    assert pair.default_drafter == "mtp" and pair.drafters["mtp"].places == ("final",)
    said_plainly(pair, Settings(drafter="mtp", k=3), 24)


@pytest.mark.parametrize("blocks, words", [("ME", "M, E"), (None, "unknown"), ("**", "*, *")])
def test_a_nemotrons_head_of_other_blocks_is_left_out(nemotron, blocks, words):
    folder, config, _, _ = nemotron
    (folder / "config.json").write_text(json.dumps(config | {"mtp_hybrid_override_pattern": blocks}))
    assert f"its blocks are {words}: only one of attention, experts and MLPs" in own_head_trouble(recognise(folder))


def test_nemotrons_head_as_a_reference_that_someone_else_wrote(nemotron):
    """mlx-vlm's, on the same weights."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.nemotron_h_mtp.config import NemotronHMTPConfig
    from mlx_vlm.speculative.drafters.nemotron_h_mtp.nemotron_h_mtp import NemotronHMTPDraftModel

    folder, config, tensors, _ = nemotron
    theirs = NemotronHMTPDraftModel(NemotronHMTPConfig.from_dict({"text_config": config}))
    theirs.load_weights(list(tensors.items()))
    embedded, hidden = (mx.random.normal((5, 32), key=mx.random.key(n)) for n in (1, 2))
    wanted = theirs._forward_hidden(embedded[None], hidden[None], None, theirs.make_cache())[0][0]
    assert mx.allclose(said_by(folder)[0], wanted, atol=1e-4)
