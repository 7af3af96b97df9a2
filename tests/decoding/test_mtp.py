"""Multi-token-prediction heads: wherever they lie, however their norms and experts are stored, they are the same head; what each family's head is
defined to give; one that cannot be used never stops its target. Its text: test_drafters_with_files.py; heads alone that are refused: test_refusals.py."""

import json
from pathlib import Path

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models import mimo, nemotron_h

from specdeck.decoding import LoadError, PairError, Settings, load
from specdeck.decoding.checkpoints import checkpoint
from specdeck.decoding.checkpoints.recognition import own_head_trouble, recognise
from specdeck.decoding.drafters.mtp import load_head
from tests.helpers import checkpoints, families, toys
from tests.helpers.checkpoints import less_one, mtp_tensors, save, without
from tests.helpers.damaged import changed, index, with_tensors
from tests.helpers.toys import said_plainly

MOES = ("qwen3_5_moe", "qwen3_next")


def inputs(rows: int = 5) -> tuple[mx.array, mx.array]:
    """Embeddings and hidden states of so many tokens."""
    return tuple(mx.random.normal((rows, 32), key=mx.random.key(n)) for n in (1, 2))


def said_by(pair) -> mx.array:
    """What a pair's head says to fixed hidden states."""
    net = pair.drafters["mtp"]._net
    return net(*inputs(), toys.make_prompt_cache(net))


def mtp_speculator(folder: Path, kind: str, tensors: checkpoints.Tensors) -> Path:
    """A head in the speculators format, its norms less one as Qwen writes them."""
    settings = {
        "architectures": ["MTPDraftModel"], "speculators_model_type": "mtp", "num_nextn_predict_layers": 1, "transformer_layer_config": checkpoints.text_config(kind),
        "speculators_config": {"algorithm": "mtp", "proposal_methods": [{"proposal_type": "greedy", "speculative_tokens": 3}]},
    }  # fmt: skip
    theirs = {"fc.weight": "input_proj.weight", "norm.weight": "final_layernorm.weight", "pre_fc_norm_hidden.weight": "hidden_layernorm.weight",
              "pre_fc_norm_embedding.weight": "token_layernorm.weight"}  # fmt: skip
    named = {f"mtp_layers.0.{theirs.get(name, name.removeprefix('layers.0.'))}": value for name, value in less_one(tensors).items()}
    return checkpoints.write(folder, settings, named | {"verifier_lm_head.weight": mx.full((checkpoints.VOCABULARY, 32), mx.nan)}, "pt")


def spread(tensors: checkpoints.Tensors, experts: str) -> dict[str, mx.array]:
    """Stacked experts as other writers lay them out: "single" (a tensor an expert) or "fused" (gate and up in one)."""
    out = {name: value for name, value in tensors.items() if "switch_mlp" not in name or experts == "stacked"}
    stacks = {name.split(".")[-2]: value for name, value in tensors.items() if "switch_mlp" in name}
    if experts == "single":
        for name, stack in stacks.items():
            out |= {f"layers.0.mlp.experts.{i}.{name}.weight": stack[i] for i in range(stack.shape[0])}
    elif experts == "fused" and stacks:
        out["layers.0.mlp.experts.gate_up_proj"] = mx.concatenate([stacks["gate_proj"], stacks["up_proj"]], axis=-2)
        out["layers.0.mlp.experts.down_proj"] = stacks["down_proj"]
    return out


# -- one head in many places -----------------------------------------------------------------------------------------------


def prefixed(tensors, prefix="mtp."):
    return {f"{prefix}{name}": value for name, value in tensors.items()}


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


def suffixed(tensors):
    """Fused experts by names that end as other weights' do."""
    return {f"{name}.weight" if name.endswith(("experts.gate_up_proj", "experts.down_proj")) else name: value for name, value in tensors.items()}


def beside(tensors, file="model-mtp.safetensors", label="mlx", prefix="mtp.", inside=None):
    """Writes a head into its target's folder, perhaps beside another `inside`, among the model's tensors. Where a file has a name of its own, the config
    says so."""

    def write(target):
        if inside is not None:
            save(target / "model-00002.safetensors", prefixed(inside, prefix), "mlx")
        if tensors:
            save(target / file, prefixed(tensors, "mtp." if inside else prefix), label)
        if file == OF_ITS_OWN:
            changed(target, mlx_lm_extra_tensors={"mtp_file": file, "mtp_tensor_count": 15})

    return write


def both(inside, tensors, prefix="mtp."):
    """Writes two heads, or two parts of one."""
    return beside(tensors, "mtp.safetensors", inside=inside, prefix=prefix)


def originals(write):
    """The same for a target in the layout that Qwen publishes: its norms are stored less one, its convolutions the other way round."""
    norms = ("layernorm.weight", "model.norm.weight", "q_norm.weight", "k_norm.weight")

    def change(tensors):
        kept = {name: value - 1 if name.endswith(norms) else value for name, value in tensors.items()}
        return kept | {name: value.swapaxes(1, 2) for name, value in tensors.items() if "conv1d" in name}

    return lambda target: write(with_tensors(target, change))


OF_ITS_OWN = "extra/head.safetensors"
PLACES = ("mtp.safetensors", "mtp/weights.safetensors", "mtp/model.safetensors", "optiq/mtp.safetensors", "model-mtp.safetensors", OF_ITS_OWN)
STORED, OTHER, NEXT = mtp_tensors(), mtp_tensors(seed=6), mtp_tensors("qwen3_next")
LESS_ONE, LAST, NORMS = less_one(STORED), STORED["norm.weight"], {name: value for name, value in STORED.items() if "norm" in name}
TWO = "there are two heads: the one in mtp.safetensors is taken, the one in the model's own files is not"
SAME = {  # -> its target's kind, its tensors as they are meant, how they are written
    "norms as MLX writes them": ("qwen3_5", STORED, beside(STORED)),
    "the same by torch": ("qwen3_5", STORED, beside(STORED, label="pt")),
    "norms as Qwen writes them": ("qwen3_5", STORED, beside(LESS_ONE, label=None)),
    "the same by MLX": ("qwen3_5", STORED, beside(LESS_ONE)),
    # omlx#1507: Qwen3.6 bundles in MXFP4
    "the last norm as stored": ("qwen3_5", STORED, beside(LESS_ONE | {"norm.weight": LAST}, label="pt")),
    "all norms but the last as stored": ("qwen3_5", STORED, beside(STORED | {"norm.weight": LAST - 1}, label=None)),
    # its mean says nothing where neither way brings it near the target's
    "a last norm unlike the target's": ("qwen3_5", STORED | {"norm.weight": LAST + 3}, beside(LESS_ONE | {"norm.weight": LAST + 2})),
    "the last norm as stored, for a target in Qwen's own layout": ("qwen3_5", STORED, originals(beside(LESS_ONE | {"norm.weight": LAST}))),
    **{f"in {place}": ("qwen3_5", STORED, beside(STORED, place)) for place in PLACES},
    "without a prefix": ("qwen3_5", STORED, beside(STORED, "mtp.safetensors", prefix="")),
    # unsloth#10181, omlx#2497: one head inside the shards, one in a sidecar
    "of two heads the one beside": ("qwen3_5", STORED, both(OTHER, STORED)),
    "of two heads by different names": ("qwen3_5", STORED, both(OTHER, STORED, "language_model.mtp.")),
    "of two heads, the other packed": ("qwen3_5", STORED, both(quantised(OTHER), STORED)),
    "of two heads, itself packed": ("qwen3_5", quantised(STORED), both(OTHER, quantised(STORED))),
    "in two parts": ("qwen3_5", STORED, both(NORMS, without(STORED, *NORMS))),
    **{f"{experts} experts of {kind}, less one": (kind, mtp_tensors(kind), beside(spread(less_one(mtp_tensors(kind)), experts), label="pt"))
       for kind in MOES for experts in ("stacked", "single", "fused")},
    **{f"fused experts of {kind} in 4 bits, {names.__name__}": (kind, quantised(mtp_tensors(kind)), beside(names(quantised(spread(mtp_tensors(kind), "fused")))))
       for kind in MOES for names in (suffixed, dict)},
    # mlx-lm's loader for it stops at tensors that it does not know
    **{f"{experts} experts among the model's tensors": ("qwen3_next", NEXT, both(spread(NEXT, experts), {}))
       for experts in ("stacked", "single", "fused")},
}  # fmt: skip


@pytest.fixture
def apart(targets, tmp_path):
    """What a head of these tensors says from a folder of its own, as published for MLX."""

    def said(kind, tensors):
        head = with_tensors(checkpoints.mtp(tmp_path / "apart", kind), lambda _: tensors)
        return said_by(load(str(targets[kind]), str(head)))

    return said


@pytest.mark.parametrize("case", SAME)
def test_it_is_the_same_head_wherever_it_lies_and_however_it_is_stored(tmp_path, apart, case):
    """In a folder whose path is a pattern too: mlx-lm finds the model's files by glob."""
    kind, tensors, write = SAME[case]
    write(target := checkpoints.target(tmp_path / "a[b]c", kind))
    pair = load(str(target))
    assert pair.default_drafter == "mtp" and mx.allclose(said_by(pair), apart(kind, tensors), atol=1e-5)
    assert (TWO in (pair.drafters["mtp"].remark or "")) is case.startswith("of two heads")
    assert {tensor.file.name for tensor in recognise(target).tensors.values()} == {"model.safetensors"}, "the head's are none of the model's"
    if "among" in case:
        said_plainly(pair, Settings(drafter="mtp", k=3), 12)


@pytest.mark.parametrize("kind", ["qwen3_5", *MOES])
def test_a_head_in_the_speculators_format_is_the_same_head(targets, tmp_path, apart, kind):
    """As its converter writes it (speculators, convert/mtp/converter.py): `mtp_layers.0.*`, norms as Qwen's, experts fused, and an output head of
    the target's that was never filled."""
    folder = mtp_speculator(tmp_path / "red", kind, spread(mtp_tensors(kind), "fused"))
    assert not [name for name in recognise(folder).tensors if "verifier" in name]
    assert mx.allclose(said_by(load(str(targets[kind]), str(folder))), apart(kind, mtp_tensors(kind)), atol=1e-5)


@pytest.mark.parametrize("named", ["../head.safetensors", "/etc/passwd.safetensors", 7, None, "head.bin"])
def test_a_config_names_no_file_outside_its_folder(named):
    assert checkpoint.sidecars({"mlx_lm_extra_tensors": {"mtp_file": named}}) == checkpoint.SIDECARS


# -- what it is defined to give ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["qwen3_5", *MOES])
def test_the_same_logits_as_a_reference_that_someone_else_wrote(targets, tmp_path, kind):
    """mlx-vlm's head on the same random weights, fed the same hidden states and tokens; it runs Qwen3-Next's heads as Qwen3.5's."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.config import Qwen3_5MTPConfig
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.qwen3_5_mtp import Qwen3_5MTPDraftModel

    rope = {"type": "default", "rope_theta": 10000000.0, "partial_rotary_factor": 0.25, "mrope_section": [1, 1, 0]}
    text = checkpoints.text_config(kind) | ({"rope_parameters": rope} if kind == "qwen3_next" else {})
    theirs = Qwen3_5MTPDraftModel(Qwen3_5MTPConfig.from_dict({"text_config": text}))
    theirs.load_weights(list(mtp_tensors(kind).items()), strict=False)
    ours = load_head(recognise(checkpoints.mtp(tmp_path / "head", kind)), recognise(targets[kind]))
    (embedded, hidden), cache, mine = inputs(9), theirs.make_cache(), toys.make_prompt_cache(ours)
    for rows in (slice(0, 7), slice(7, 8), slice(8, 9)):
        positions = mx.arange(rows.start, rows.stop)[None]
        wanted = theirs._forward_hidden(embedded[None, rows], hidden[None, rows], cache, positions)[0]
        assert mx.allclose(ours(embedded[rows], hidden[rows], mine), wanted, atol=1e-5)


def test_a_head_of_another_family_is_named_and_its_target_loads_without_it(tmp_path):
    """MiMo's, among the target's own tensors (XiaomiMiMo/MiMo-7B-RL)."""
    args = mimo.ModelArgs.from_dict(checkpoints.config("mimo"))
    file = checkpoints.target(tmp_path / "mimo", "mimo") / "model.safetensors"
    head = checkpoints.drawn(checkpoints.shapes_of(mimo.TransformerBlock(args)), 5)
    save(file, mx.load(str(file)) | {f"model.mtp_layers.0.{name}": value for name, value in head.items()}, "pt")
    pair = load(str(tmp_path / "mimo"))
    assert pair.default_drafter == "lookup" and "MTP heads of mimo are not supported: those of qwen3_5" in pair.unavailable["mtp"]


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
    save(folder / "model-00002.safetensors", prefixed(single), "pt")
    return folder, config, tensors, blocks


def test_nemotrons_own_head_is_what_sglang_gives_it(nemotron):
    """Written a second time after SGLang's nemotron_h_mtp.py: the embedding first, both normed; attention, then experts; a norm of its own."""
    folder, _, tensors, blocks = nemotron
    embedded, hidden = inputs()

    def norm(x, name):
        return mx.fast.rms_norm(x, tensors[f"layers.{name}.weight"], 1e-5)

    x = (mx.concatenate([norm(embedded, "0.enorm"), norm(hidden, "0.hnorm")], axis=-1) @ tensors["layers.0.eh_proj.weight"].T)[None]
    for i, block in enumerate(blocks):
        block.load_weights([(name, tensors[f"layers.{i}.{name}"]) for name, _ in tree_flatten(block.parameters())])
        x = block(x, mask="causal")
    pair = load(str(folder))
    assert mx.allclose(said_by(pair), norm(x[0], "1.final_layernorm"), atol=1e-4)
    assert pair.default_drafter == "mtp" and pair.drafters["mtp"].places == ("final",)
    said_plainly(pair, Settings(drafter="mtp", k=3), 24)


def test_nemotrons_head_as_a_reference_that_someone_else_wrote(nemotron):
    """mlx-vlm's, on the same weights."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.nemotron_h_mtp.config import NemotronHMTPConfig
    from mlx_vlm.speculative.drafters.nemotron_h_mtp.nemotron_h_mtp import NemotronHMTPDraftModel

    folder, config, tensors, _ = nemotron
    theirs = NemotronHMTPDraftModel(NemotronHMTPConfig.from_dict({"text_config": config}))
    theirs.load_weights(list(tensors.items()))
    embedded, hidden = inputs()
    wanted = theirs._forward_hidden(embedded[None], hidden[None], None, theirs.make_cache())[0][0]
    assert mx.allclose(said_by(load(str(folder))), wanted, atol=1e-4)


# -- those that cannot be used ----------------------------------------------------------------------------------------------


@pytest.fixture
def target(tmp_path):
    return checkpoints.target(tmp_path / "target")


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
    save(head, BROKEN[reason], "mlx")
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


def test_a_head_that_was_not_asked_for_is_not_said_to_be_missing_and_one_that_is_not_there_is(target):
    with pytest.raises(PairError, match="own folder holds none"):
        load(str(target), "mtp")
    beside(STORED)(target)
    assert load(str(target), "lookup").unavailable["mtp"].startswith("mtp: it comes with this target and other drafters were asked for: choose it too")
    assert "mtp" in load(str(target), ["mtp", "lookup"]).drafters


BEHIND = {"eh_proj": (32, 64), "enorm": (32,), "hnorm": (32,), "shared_head.norm": (32,), "self_attn.q_proj": (64, 32)}  # the last layer
ERNIES = dict.fromkeys(("mtp_block.0.input_layernorm", "mtp_emb_norm.0", "mtp_hidden_norm.0", "mtp_linear_proj.0"), (32,))  # vLLM's ernie_mtp.py
UNREAD = {
    "deepseek_v3": ("DeepSeek V3", {f"layers.4.{part}": shape for part, shape in BEHIND.items()}),
    "glm4_moe": ("GLM-4.5", {f"layers.4.{part}": shape for part, shape in BEHIND.items()}), "ernie4_5_moe": ("Qwen3", ERNIES),
}  # fmt: skip


@pytest.mark.parametrize("kind", UNREAD)
def test_a_head_that_is_not_supported_is_named_and_left_out(tmp_path, cli, kind):
    """mlx-lm drops DeepSeek V3's and GLM-4.5's, one layer more, only where it has the published number."""
    family, head = UNREAD[kind]
    target = families.folder(tmp_path / "target", family)
    alone = recognise(target)
    save(target / "model-00002.safetensors", {f"model.{part}.weight": mx.ones(shape) for part, shape in head.items()}, "pt")
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


@pytest.mark.parametrize("blocks, words", [("ME", "M, E"), (None, "unknown"), ("**", "*, *")])
def test_a_nemotrons_head_of_other_blocks_is_left_out(nemotron, blocks, words):
    folder, config, _, _ = nemotron
    (folder / "config.json").write_text(json.dumps(config | {"mtp_hybrid_override_pattern": blocks}))
    assert f"its blocks are {words}: only one of attention, experts and MLPs" in own_head_trouble(recognise(folder))


def test_a_whole_model_with_tensors_that_nobody_reads_is_refused_by_name(target):
    save(target / "model-extra.safetensors", {"language_model.model.layers.0.odd.weight": mx.zeros((2,))}, "mlx")
    with pytest.raises(LoadError, match="1 parameters not in model: language_model.model.layers.0.odd.weight"):
        load(str(target))
