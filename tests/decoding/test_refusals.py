"""What is refused, each in one line that says what to do: settings out of range; targets and drafters that are damaged, incomplete or not for each
other, from names, headers and config, before weights are read; tokenizers that cannot be read; published relatives that nothing reads here."""

import json
import re
from functools import partial

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, PairError, Settings, SettingsError, load, weights
from specdeck.decoding.checkpoints.block_layout import flattened
from specdeck.models.disk import scan_disk
from tests.helpers import checkpoints
from tests.helpers.checkpoints import (
    DRAFTED,
    assistant,
    block_drafter,
    block_tensors_of,
    dflash,
    dflash2,
    dflash2_tensors,
    domino,
    domino_tensors,
    dspark,
    dspark_speculator_config,
    dspark_tensors,
    eagle3,
    eagle3_speculator,
    eagle3_tensors,
    mtp,
    pruned,
    without,
)
from tests.helpers.damaged import (
    BAD,
    as_8_bit_floats,
    changed,
    cut,
    index,
    packed,
    split,
    with_tensors,
)
from tests.helpers.everyday import everyday


@pytest.mark.parametrize("wrong", [
    {"k": -1}, {"k": 1.5}, {"k": True}, {"temperature": -0.1}, {"temperature": float("nan")}, {"top_p": 0}, {"top_p": 1.1}, {"min_p": 2},
    {"top_k": -1}, {"rule": "best"}, {"repetition_penalty": 0}, {"penalty_context": 0}, {"seed": -1}, {"lookup_min": 0}, {"logit_bias": {-1: 2}},
])  # fmt: skip
def test_a_value_out_of_range_is_refused_in_one_line_that_names_it(wrong):
    with pytest.raises(SettingsError) as caught:
        Settings(**wrong)
    assert next(iter(wrong)) in str(caught.value).replace("-", "_", 1) and "\n" not in str(caught.value)


@pytest.mark.parametrize("name, value, written", [("k", 2.0, "2.0"), ("top_p", 2.0, "2")])
def test_a_refused_number_is_written_so_that_the_line_is_true(name, value, written):
    with pytest.raises(SettingsError, match=f"(from 0 to 64|above 0, at most 1), not {re.escape(written)} "):
        Settings(**{name: value})


@pytest.fixture
def read(monkeypatch):
    """Whose weights were read."""
    read = []
    for name, whose in (("load_model", "the target's"), ("read_tensors", "the drafter's")):
        monkeypatch.setattr(weights, name, lambda *given, real=getattr(weights, name), whose=whose, **options: (read.append(whose), real(*given, **options))[1])
    return read


def refused(words: str, *folders, **options) -> LoadError:
    with pytest.raises((LoadError, PairError), match=words or None) as caught:
        load(*map(str, folders), **options)
    assert "\n" not in str(caught.value)
    return caught.value


# -- targets ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def target(tmp_path):
    return checkpoints.target(tmp_path / "target", "qwen3")


def raw_8_bit_floats(folder):
    """For a type whose module multiplies the bytes by their scales as if they were whole numbers."""
    as_8_bit_floats(changed(folder, model_type="ministral3", rope_parameters={"rope_theta": 1e6, "rope_type": "default"}))


def folded(folder, **lost):
    """An index that names a file which was folded into another (mlx-swift-lm#554, sglang#32279), perhaps with a tensor that is nowhere."""
    names = dict.fromkeys(mx.load(str(folder / "model.safetensors")), "model.safetensors")
    names |= dict.fromkeys([*list(names)[:3], *lost], "model-00002-of-00002.safetensors")
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": names}))


Q = "model.layers.0.self_attn.q_proj.weight"
TARGETS = {
    "two of three files are not there": (split, "is incomplete: 2 files of weights are missing (model-00002-of-00003.safetensors, "),
    "the index names a file that is not there": (
        lambda f: index(f, "model.safetensors", "model-extra.safetensors"), "is incomplete: 1 file of weights is missing (model-extra.safetensors)"),
    "the index names a tensor that is nowhere": (partial(folded, lost=True), "is incomplete: 1 file of weights is missing"),
    "nothing but the config": (lambda f: (f / "model.safetensors").unlink(), "holds no model*.safetensors"),
    "everything but the tokenizer": (lambda f: (f / "tokenizer.json").unlink(), "holds no tokenizer (no tokenizer.json): is the download complete?"),
    "the file is cut off": (lambda f: cut(f, 5000), "model.safetensors is cut off"),
    "zeros": (lambda f: (f / "model.safetensors").write_bytes(b"\x00" * 40), "is cut off, or no safetensors file"),
    "a type that nobody knows": (lambda f: changed(f, model_type="nobody_knows"), "no model type 'nobody_knows'"),
    "8-bit floats": (as_8_bit_floats, f"{Q} holds 8-bit floats, which mlx-lm does not read for this model type"),
    "8-bit floats of a type whose module takes their bytes for numbers": (raw_8_bit_floats, f"{Q} holds 8-bit floats, which mlx-lm does not read for this"),
    "a matrix packed by another tool": (packed, f"{Q}_packed is packed by another tool, which mlx-lm does not read for this model type: take a bf16"),
    "a quantiser that mlx-lm does not know": (
        lambda f: changed(f, quantization_config={"quant_method": "bitsandbytes", "load_in_4bit": True}), "quantised by 'bitsandbytes', which mlx-lm does not read"),
    "a format that mlx-lm does not know": (
        lambda f: changed(f, quantization_config={"quant_method": "compressed-tensors", "format": "float-quantized"}),
        "quantised by 'compressed-tensors' in the format 'float-quantized', which mlx-lm does not read"),
}  # fmt: skip


@pytest.mark.parametrize("case", TARGETS)
def test_a_bad_target_is_refused_in_a_line_before_weights_are_read(target, read, case):
    spoil, words = TARGETS[case]
    spoil(target)
    assert words in str(refused("", target)) and not read
    (item,) = [item for item in scan_disk([str(target)]).items if item.folder == target]
    assert words in item.trouble and "\n" not in item.trouble


def test_a_folder_without_a_config_that_can_be_read_says_why(tmp_path):
    (tmp_path / "empty").mkdir(), (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{")
    for name, words in (("nowhere", "no folder"), ("empty", "config.json"), ("broken", "cannot be read")):
        refused(words, tmp_path / name)


INDEXES = {
    "whole in several files": lambda f: index(split(f, kept=(1, 2, 3)), *(f"model-{at:05}-of-00003.safetensors" for at in (1, 2, 3))),
    "an index that cannot be read": lambda f: (f / "model.safetensors.index.json").write_text('{"weight_map": ['),
    "names that no file can have": lambda f: index(f, f"model-{'x' * 300}.safetensors", "y" * 5000),
    "of the model that it was made from": lambda f: index(f, "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"),
    "files that mlx-lm does not read": lambda f: index(f, "model.safetensors", "visual.safetensors", "optiq/mtp.safetensors"),
    "a file that was folded into another": folded,
}


@pytest.mark.parametrize("case", INDEXES)
def test_an_index_stops_nobody_whose_tensors_are_all_there(target, case):
    INDEXES[case](target)
    assert load(str(target)).default_drafter == "lookup"


def test_an_adapter_is_told_what_to_do_with_it(tmp_path, cli):
    (tmp_path / "adapter").mkdir()
    (tmp_path / "adapter/adapter_config.json").write_text('{"fine_tune_type": "lora"}')
    words = f"it is a LoRA adapter: fuse it with its model, mlx_lm.fuse --model MODEL --adapter-path {tmp_path / 'adapter'}, and name the result"
    refused(re.escape(words), tmp_path / "adapter")
    for option in ("--model", "--drafter"):
        done = cli("run", "hello", option, str(tmp_path / "adapter"))
        assert (done.code, done.out) == (1, "") and words in done.err and done.err.count("\n") == 1


def test_8_bit_floats_with_scales_are_read_where_mlx_lm_has_a_way(target):
    """DeepSeek V3 as it is published: blocks of 8-bit floats, a scale each."""
    as_8_bit_floats(changed(target, model_type="deepseek_v3"))
    (item,) = [item for item in scan_disk([str(target)]).items if item.folder == target]
    assert item.trouble is None, "its type reads them; whether this toy's tensors fit is for the loader to say"


# -- tokenizers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, content", [("tekken.json", b'{"config": {'), ("tekken.json", b"\xfa\xff\x00"), ("tokenizer.json", b"{"), ("tokenizer_config.json", b"{")])
def test_a_tokenizers_file_that_cannot_be_read_is_named(target, name, content):
    """Mistral's too."""
    if name == "tekken.json":
        (target / "tokenizer.json").unlink()
    (target / name).write_bytes(content)
    why = str(refused(re.escape(str(target / name)), target))
    assert why.endswith("download it again") and why.count("download it again") == 1


# -- drafters --------------------------------------------------------------------------------------------------------------


KINDS = {
    "mtp": ("qwen3_5", mtp), "assistant": ("gemma4", assistant), "dflash": ("qwen3_5", dflash), "dflash2": ("qwen3_5", dflash2),
    "dspark": ("qwen3_5", dspark), "eagle3": ("qwen3_5", eagle3),
}  # fmt: skip
DAMAGES = {
    "half of its files": (lambda f: split(f, kept=(1,), of=2), "is incomplete: 1 file of weights is missing (model-00002-of-00002.safetensors): download it again"),
    "8-bit floats": (as_8_bit_floats, "its tensors are 8-bit floats, which are not read here: take a bf16"),
    "packed": (packed, "_packed is packed by another tool, which is not read here: take a bf16"),
}  # fmt: skip


@everyday("kind, case", [(kind, case) for kind in KINDS for case in DAMAGES], *zip(KINDS, DAMAGES))
def test_a_bad_drafter_is_refused_in_a_line_before_weights_are_read(targets, tmp_path, read, kind, case):
    (target, make), (spoil, words) = KINDS[kind], DAMAGES[case]
    spoil(folder := make(tmp_path / "drafter"))
    assert words in str(refused("", targets[target], folder)) and not read
    (item,) = [item for item in scan_disk([str(folder)]).items if item.folder == folder]
    assert (item.trouble is not None) == (spoil is DAMAGES["half of its files"][0]), "what is not for a target is said beside it"


def odd(folder):
    """With four tensors that nothing reads."""
    checkpoints.save(folder / "model-2.safetensors", {f"layers.0.odd_{n}.weight": mx.zeros((2, 2)) for n in "abcd"}, "mlx")
    return folder


def wider(folder, packed):
    """A drafter that reads three layers, of which its config names none; perhaps with `fc` in 4 bits."""
    fc = {"fc.weight": mx.random.normal((32, 96))}
    fc = checkpoints.packed(fc, "fc") if packed else fc
    settings = checkpoints.dflash_config(dflash_config={"target_layer_ids": None}, quantization={"bits": 4, "group_size": 32})
    return checkpoints.write(folder, settings, checkpoints.dflash_tensors() | fc, "mlx")


def with_mask_embedding(folder):
    """As MiMo's drafters come: the mask token's embedding in a file of torch's."""
    (folder / "mask_embedding.pt").write_bytes(b"PK")
    return folder


def head_for(folder, **sizes):
    """A head for a target of other sizes."""
    return mtp(folder, text_config=checkpoints.config("qwen3_5", **sizes)["text_config"])


clustered = partial(assistant, use_ordered_embeddings=True)


def misplaced(folder, token):
    """An assistant's clusters, one with an id that is there already, or from beyond the vocabulary: it would be written outside the row of logits."""
    def change(tensors):
        tensors["masked_embedding.token_ordering"][5] = token
        return tensors

    return with_tensors(clustered(folder), change, "pt")


def embedding_few(make, folder):
    """The folder of a drafter whose own embedding lacks most of the vocabulary: what it would read beyond it is no embedding."""
    return with_tensors(make(folder), lambda tensors: tensors | {"embed_tokens.weight": mx.zeros((100, 32))}, "mlx")


def lacking(make, tensors, *names):
    """The folder of a drafter without some tensors."""
    return lambda folder: make(folder, without(tensors, *names))


def relative(config, tensors):
    """The folder of another kind of drafter."""
    return lambda folder: checkpoints.write(folder, config, tensors, "pt")


def for_torch(folder):
    """An EAGLE-3 head as EAGLE's own are published."""
    (eagle3(folder) / "model.safetensors").rename(folder / "pytorch_model.bin")
    return folder


def eagle_tensors(hidden=32):
    """EAGLE's own (cnets1.py): a layer of which the first norm is missing, and none after it."""
    shapes = {"fc.weight": (hidden, 2 * hidden), "fc.bias": (hidden,), "embed_tokens.weight": (64, hidden)}
    return checkpoints.drawn(shapes | checkpoints.layer("layers.0.", head=0, norms=("post_attention_layernorm",)), 3)


def cut_off_alone(folder):
    """A head alone that was broken off, in a file as those in a target's folder."""
    (cut(mtp(folder)) / "model.safetensors").rename(folder / "mtp.safetensors")
    return folder


own, few, conv, gemma = eagle3_tensors(), pruned(dspark_tensors()), dflash2_tensors(), checkpoints.gemma_dspark_config()
llama = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", **checkpoints.SIZES, "num_hidden_layers": 1}
INKLING = {"model_type": "inkling_mtp", "text_config": checkpoints.config("qwen3") | {"model_type": "inkling_mtp"}}
THE_FIRST_THREE = r"4 tensors that no drafter here reads: layers.0.odd_a.weight, .*odd_b.weight, .*odd_c.weight, …"
PEAGLE = "it is a P-EAGLE head, which drafts in parallel, not an EAGLE-3 head: not supported yet"
DRAFTERS = [  # the target, words of the reason, the drafter's folder
    *((kind, words, make) for kind, make, words in BAD.values()),
    ("qwen3_5", "hidden size 64", partial(head_for, hidden_size=64)),
    ("qwen3_5", "layers 9", partial(head_for, num_hidden_layers=9)),
    ("qwen3_5", "size 64", lambda f: with_tensors(mtp(f), lambda t: t | {"pre_fc_norm_hidden.weight": mx.ones(64)})),
    *(("qwen3_5", "cut off", lambda f, left=left: cut(mtp(f), left)) for left in (-40, 100, 0)),  # in its tensors, in its header, at once
    ("qwen3_5", "1 tensor that no drafter here reads: x", lambda f: with_tensors(mtp(f), lambda t: {"x": t["norm.weight"]})),
    ("qwen3_5", "cannot be read", lambda f: (mtp(f) / "config.json").write_text('{"model_type": "qwen3_5_mtp",') and f),
    ("qwen3_5", "block size is 1", partial(dflash, block_size=1)),
    ("qwen3_5", "mask_token_id", partial(dflash, dflash_config={"mask_token_id": None})),
    ("qwen3_5", "layer 7", partial(dflash, dflash_config={"target_layer_ids": [0, 7]})),
    ("qwen3_5", "cannot be loaded", lambda f: changed(dflash(f), head_dim=None)),
    ("qwen3_5", "cut off", lambda f: cut(dflash(f))),
    ("gemma4", "hidden states of size 64", partial(assistant, backbone_hidden_size=64)),
    ("gemma4", "hidden states of size 0", lambda f: changed(assistant(f), backbone_hidden_size=0)),
    ("qwen3_5", "Gemma 4 target, and this target is not one", assistant),
    ("gemma4", "cannot be loaded", partial(clustered, num_centroids=63)),
    ("gemma4", "cannot be loaded", lambda f: changed(assistant(f), use_ordered_embeddings=True)),
    ("qwen3_5", "no model type 'oracle'", lambda f: changed(checkpoints.target(f), model_type="oracle")),
    ("qwen3_5", "config.json", lambda f: f.mkdir() or f),
    ("gemma4", "vocabulary size 99", partial(assistant, text_config={"vocab_size": 99})),
    ("gemma4", "its output head is not its embedding, and only that is supported", partial(assistant, tie_word_embeddings=False)),
    ("gemma4", "head dim 8", partial(assistant, text_config={"head_dim": 8})),
    ("gemma4", "sliding window 9", partial(assistant, text_config={"sliding_window": 9})),
    ("gemma4", "kv-bits quantises", assistant),
    *(("gemma4", "centroids do not cover the vocabulary", partial(misplaced, token=token)) for token in (0, checkpoints.VOCABULARY, -1)),
    ("qwen3_5", "hidden size", partial(dflash, hidden_size=64)),
    ("qwen3_5", "layers 9", partial(dflash, num_target_layers=9)),
    ("qwen3_5", "vocabulary size 99", partial(dflash, vocab_size=99)),
    ("qwen3_5", "fc reads 64 numbers a token, and 3 layers of the target give 96", partial(dflash, dflash_config={"target_layer_ids": [0, 1, 2]})),
    *(("qwen3_5", "fc reads 96 numbers a token, and 2 layers of the target give 64", partial(wider, packed=packed)) for packed in (False, True)),
    ("qwen3_5", "mask token 5000", partial(dflash, dflash_config={"mask_token_id": 5000})),
    *(("qwen3_5", THE_FIRST_THREE, lambda folder, make=make: odd(make(folder))) for make in (dflash, mtp)),
    ("qwen3_5", "mtp.safetensors is cut off", cut_off_alone),
    ("qwen3", "MTP heads of inkling are not supported: those of qwen3_5", lambda f: mtp(f, "qwen3", **INKLING)),
    ("qwen3", "holds no model.*pytorch_model.bin is not read here", for_torch),
    ("qwen3", "hidden states of size 64", partial(eagle3, hidden_size=64)),
    ("qwen3", "fc reads 64 numbers a token, and 3 layers of the target give 96", lambda f: eagle3(f, eagle3_tensors(heard=2))),
    ("qwen3", "reads layer 5, and the target has layers 0 to 3", partial(eagle3, eagle_config={"eagle_aux_hidden_state_layer_ids": [0, 1, 5]})),
    ("qwen3", "reads layer -1, and the target has layers 0 to 3", partial(eagle3_speculator, eagle_aux_hidden_state_layer_ids=[0, 1, 2])),
    ("qwen3", "there is no fc.weight", lacking(eagle3, own, "fc")),
    ("qwen3", "holds whole numbers .I8. without scales", lambda f: eagle3(f, own | {"fc.weight": own["fc.weight"].astype(mx.int8)})),
    ("qwen3", "there is no layers.0.mlp.up_proj.weight", lacking(eagle3, own, "midlayer.mlp.up_proj")),
    ("qwen3", "guesses 512 tokens, and its d2t, or the target where it has none, names 4096", lacking(eagle3, own, "d2t")),
    ("qwen3", "guesses 4096 tokens, and its d2t, or the target where it has none, names 512", lacking(eagle3, own, "lm_head")),
    *((kind, "it embeds 100 tokens, and the target has 4096", partial(embedding_few, make))
      for kind, make in (("qwen3", eagle3), ("qwen3", checkpoints.red_hat), ("qwen3_5", mtp))),
    ("qwen3", "d2t names tokens that the target's 4096 do not have", lambda f: eagle3(f, own | {"d2t": mx.full((DRAFTED,), 4000, mx.int64)})),
    ("qwen3", "d2t names tokens that the target's 4096 do not have", lambda f: dspark(f, few | {"d2t": mx.full((586,), 4000, mx.int64)}, dspark_speculator_config())),
    ("qwen3", "vocabulary size 99", partial(eagle3, vocab_size=99)),
    *(("qwen3", "hidden_act is gelu, and only silu is supported", partial(make, hidden_act="gelu")) for make in (eagle3, dflash)),
    ("qwen3", "its files cannot be understood: TypeError", partial(eagle3, eagle_aux_hidden_state_layer_ids=[1, "2", 3])),
    ("qwen3", "there is no candidate_selector.hidden_projection", lacking(dflash2, conv, "candidate_selector.hidden")),
    ("qwen3", "its config names no selector_top_k", partial(dflash2, dflash_config={"selector_top_k": None})),
    ("qwen3", "no layers.0.pre_feedforward_layernorm.weight", lambda f: block_drafter(f, gemma, without(block_tensors_of(gemma), "layers.0.pre_feed"))),
    ("qwen3", "its hidden_activation is silu, and only gelu_pytorch_tanh", lambda f: block_drafter(f, gemma | {"hidden_activation": "silu"})),
    ("qwen3", "cannot be loaded: its config or its tensors lack 'head_dim'",
     lambda f: block_drafter(f, without(gemma, "head_dim", "global_head_dim"), block_tensors_of(gemma))),
    ("qwen3", "it reads layer -2, and the target has layers 0 to 3", partial(dspark, target_layer_ids=[-2, 1])),
    ("qwen3", "the type lstm, and only vanilla, gated, rnn", partial(dspark, markov_head_type="lstm")),
    ("qwen3", "a Markov head of rank 8, and its tensors do not agree", lambda f: dspark(f, dspark_tensors(head=None))),
    ("qwen3", "there is no markov_head.states.weight", lacking(domino, domino_tensors(), "prefix_gru.weight_hh")),
    ("qwen3", "mask_embedding.pt, which is not read here", lambda f: with_mask_embedding(dflash(f))),
    ("qwen3", "its block size is 0", partial(dspark, block_size=0)),
    # published relatives, whose tensors and fields resemble those of drafters that work; EAGLE's own under their target's architecture
    ("qwen3", PEAGLE, lambda f: eagle3(f, own | {"mask_hidden": mx.zeros((96,))})),
    ("qwen3", PEAGLE, partial(eagle3, parallel_drafting=True)),
    ("qwen3", PEAGLE, partial(eagle3_speculator, architectures=["PEagleDraftModel"], speculators_model_type="peagle")),
    ("qwen3", "an EAGLE drafter, not an EAGLE-3 head: not supported yet", relative(llama, eagle_tensors())),
    ("qwen3", "an EAGLE drafter, not an EAGLE-3 head: not supported yet", relative(llama | {"architectures": ["EagleLlamaForCausalLM"]}, {"fc.weight": mx.zeros((2, 2))})),
    ("qwen3", "a Laguna block drafter: not supported yet", relative(checkpoints.dflash_config(architectures=["LagunaDSparkModel"]), dspark_tensors())),
]  # fmt: skip
REASONS = {  # -> what a line of this reason says
    "other sizes": "hidden size|hidden states|fc reads", "other layers": "number of layers|reads layer", "other vocabulary": "vocabulary size|mask token|vocabularies",
    "incomplete": "there is no (?!config)|no model.*safetensors|names no |it embeds|head guesses|do not agree", "unknown tensors": "tensors? that no|not read here|without scales",
    "not supported": "not supported yet", "does not fit": "head dim|sliding window|block size|only .* supported|MTP heads|understood", "not with kv-bits": "kv-bits",
    "needs Gemma 4": "Gemma 4 target", "cannot be loaded": "cut off|cannot be (loaded|read)|no model|centroids",
}  # fmt: skip


@pytest.mark.parametrize("target, words, make", DRAFTERS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_drafter_that_cannot_draft_is_refused_in_a_line_that_says_why(targets, tmp_path, read, target, words, make):
    """Before weights are read, but for what only the net or the tensors themselves tell. What no target can use is refused as a model too."""
    folder = make(tmp_path / "drafter")
    error = refused(words, targets[target], folder, kv_bits=8 if words == "kv-bits quantises" else None)
    assert re.search(REASONS[error.reason.short], str(error)), error.reason
    assert bool(read) is ("cannot be loaded: " in str(error) or "centroids do not" in str(error)), read
    if error.reason.short == "not supported":
        refused("holds a drafter .*: it is not supported yet", folder)


@pytest.mark.parametrize("methods, block, whole", [([{}], None, False), ([{"speculative_tokens": 6}], 6, True), ([{"speculative_tokens": 6}], 7, False)])
def test_the_last_tokens_row_guesses_where_as_many_tokens_are_proposed_as_a_block_has_rows(methods, block, whole):
    config = {"transformer_layer_config": {"hidden_size": 32}, "block_size": block, "speculators_config": {"proposal_methods": methods}}
    assert flattened(config)["sample_from_anchor"] is whole


def test_quantised_noise_and_a_quantised_head_load(targets, tmp_path):
    """Whole numbers with scales."""
    head = with_tensors(mtp(tmp_path / "head"), lambda tensors: tensors | checkpoints.packed(tensors, "layers.0.mlp.gate_proj"))
    settings = checkpoints.noisy_dspark_config(quantization={"group_size": 32, "bits": 4})
    noise = dspark(tmp_path / "noise", block_tensors_of(settings) | checkpoints.packed(block_tensors_of(settings), "log_snr_embed.fc1"), settings)
    for target, folder, kind in (("qwen3_5", head, "mtp"), ("qwen3", noise, "dspark")):
        assert load(str(targets[target]), str(folder)).default_drafter == kind
