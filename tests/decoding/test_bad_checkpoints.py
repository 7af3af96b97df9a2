"""Folders that cannot be loaded: each refused in one line that says what to do, from names, headers and config, before weights are read."""

import json
import os

import pytest

from specdeck.decoding import LoadError, load, weights
from specdeck.models.disk import scan_disk
from tests.cli.conftest import cli, read_once  # noqa: F401
from tests.helpers import heads
from tests.helpers.damaged import change, changed_while_read, packed, retype, split


@pytest.fixture
def target(tmp_path):
    return heads.target_folder(tmp_path / "target", "qwen3")


def index(folder, *names):
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": dict.fromkeys("abc", names[0]) | dict(enumerate(names))}))


def raw_8_bit_floats(folder):
    """For a type whose module multiplies the bytes by their scales as if they were whole numbers."""
    change(folder, model_type="ministral3", rope_parameters={"rope_theta": 1e6, "rope_type": "default"})
    retype(folder, Q, "F8_E4M3")


def no_file(folder, name):
    """A pipe, for whose writer a reader waits for ever."""
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)


Q = "model.layers.0.self_attn.q_proj.weight"
CASES = {
    "two of three files are not there": (split, "is incomplete: 2 files of weights are missing (model-00002-of-00003.safetensors, "),
    "the index names a file that is not there": (
        lambda f: index(f, "model.safetensors", "model-extra.safetensors"), "is incomplete: 1 file of weights is missing (model-extra.safetensors)"),
    "nothing but the config": (lambda f: (f / "model.safetensors").unlink(), "holds no model*.safetensors"),
    "everything but the tokenizer": (lambda f: (f / "tokenizer.json").unlink(), "holds no tokenizer (no tokenizer.json): is the download complete?"),
    "a pipe for a tokenizer": (lambda f: no_file(f, "tokenizer.json"), "tokenizer.json cannot be read: it is not a regular file"),
    "a pipe for a chat template": (lambda f: no_file(f, "chat_template.jinja"), "chat_template.jinja cannot be read: it is not a regular file"),
    "a tokenizer beyond memory": (lambda f: os.truncate(f / "tokenizer.json", 1 << 40), "tokenizer.json cannot be read: it is not a regular file of at most"),
    "the file is cut off": (
        lambda f: (f / "model.safetensors").write_bytes((f / "model.safetensors").read_bytes()[:5000]), "model.safetensors is cut off"),
    "numbers in 64 bits": (lambda f: retype(f, Q, "F64"), f"{Q} holds F64 numbers, which mlx does not read: take a bf16"),
    "8-bit floats of the other kind": (lambda f: retype(f, Q, "F8_E5M2"), f"{Q} holds F8_E5M2 numbers, which mlx does not read"),
    "8-bit floats": (lambda f: retype(f, Q, "F8_E4M3"), f"{Q} holds 8-bit floats, which mlx-lm does not read for this model type"),
    "8-bit floats of a type whose module takes their bytes for numbers": (raw_8_bit_floats, f"{Q} holds 8-bit floats, which mlx-lm does not read for this"),
    "a matrix packed by another tool": (packed, f"{Q}_packed is packed by another tool, which mlx-lm does not read for this model type: take a bf16"),
    "whole numbers": (lambda f: retype(f, Q, "I64"), f"{Q} holds whole numbers (I64) without scales, which are no weights"),
    "a quantiser that mlx-lm does not know": (
        lambda f: change(f, quantization_config={"quant_method": "bitsandbytes", "load_in_4bit": True}), "quantised by 'bitsandbytes', which mlx-lm does not read"),
    "a format that mlx-lm does not know": (
        lambda f: change(f, quantization_config={"quant_method": "compressed-tensors", "format": "float-quantized"}), "compressed-tensors of the format 'float-quantized'"),
    "bits that mlx does not know": (lambda f: change(f, quantization={"bits": 7, "group_size": 64}), "quantised with bits 7, which mlx does not know"),
    "a mode that mlx does not know": (
        lambda f: change(f, quantization={"bits": 4, "group_size": 64, "mode": "nf4"}), "quantised with mode 'nf4', which mlx does not know"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_bad_folder_is_refused_in_a_line_before_weights_are_read(target, monkeypatch, case):
    spoil, words = CASES[case]
    spoil(target)
    monkeypatch.setattr(weights, "load_model", lambda *_, **__: pytest.fail("the weights were read"))
    with pytest.raises(LoadError) as refusal:
        load(str(target))
    assert words in str(refusal.value) and "\n" not in str(refusal.value)
    (item,) = [item for item in scan_disk([str(target)]).items if item.folder == target]
    assert words in item.trouble and "\n" not in item.trouble


def test_a_folder_that_is_whole_in_several_files_is_read(target):
    split(target, kept=(1, 2, 3))
    index(target, *(f"model-{at:05}-of-00003.safetensors" for at in (1, 2, 3)))
    assert load(str(target)).default_drafter == "lookup"


@pytest.mark.parametrize("names", [
    (), (f"model-{'x' * 300}.safetensors", "y" * 5000), ("model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"), ("model.safetensors", "visual.safetensors", "optiq/mtp.safetensors"),
], ids=["an index that cannot be read", "names that no file can have", "of the model that it was made from", "files that mlx-lm does not read"])  # fmt: skip
def test_an_index_that_names_other_files_stops_nobody(target, names):
    index(target, *names) if names else (target / "model.safetensors.index.json").write_text('{"weight_map": [')
    assert load(str(target)).default_drafter == "lookup"


@pytest.mark.parametrize("fails", [False, True])
def test_a_folder_that_changes_while_it_is_read_is_refused(target, monkeypatch, fails):
    with changed_while_read(monkeypatch, "load_model", target, fails):
        load(str(target))


def test_8_bit_floats_with_scales_are_read_where_mlx_lm_has_a_way(tmp_path):
    """DeepSeek V3 as it is published: blocks of 8-bit floats, a scale each."""
    folder = heads.target_folder(tmp_path / "it", "qwen3")
    change(folder, model_type="deepseek_v3")
    retype(folder, Q, "F8_E4M3")
    (item,) = [item for item in scan_disk([str(folder)]).items if item.folder == folder]
    assert item.trouble is None, "its type reads them; whether this toy's tensors fit is for the loader to say"
