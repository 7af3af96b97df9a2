"""Folders of every kind of drafter that cannot be loaded: each refused in one line that says what to do, before any weights are read."""

import json

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, load, weights
from specdeck.models.disk import scan_disk
from tests.cli.conftest import cli, read_once  # noqa: F401
from tests.helpers import blocks, heads
from tests.helpers.damaged import changed_while_read, packed, retype, split
from tests.helpers.everyday import everyday

KINDS = {
    "mtp": ("qwen3_5", heads.mtp_folder), "assistant": ("gemma4", heads.assistant_folder), "dflash": ("qwen3_5", heads.dflash_folder),
    "dflash2": ("qwen3_5", blocks.dflash2_folder), "dspark": ("qwen3_5", blocks.dspark_folder), "eagle3": ("qwen3_5", heads.eagle3_folder),
}  # fmt: skip


def a_matrix(folder):
    return next(name for name in sorted(mx.load(str(folder / "model.safetensors"))) if name.endswith("q_proj.weight"))


def first_of(folder, dtype):
    retype(folder, a_matrix(folder), dtype)


CASES = {
    "half of its files": (lambda f: split(f, kept=(1,), of=2), "is incomplete: 1 file of weights is missing (model-00002-of-00002.safetensors): download it again"),
    "64 bits": (lambda f: first_of(f, "F64"), "holds F64 numbers, which mlx does not read: take a bf16"),
    "whole numbers of 64 bits": (lambda f: first_of(f, "I64"), "holds whole numbers (I64) without scales, which are no weights: take a bf16"),
    "whole numbers of the same size": (lambda f: first_of(f, "I32"), "holds whole numbers (I32) without scales, which are no weights: take a bf16"),
    "8-bit floats": (lambda f: first_of(f, "F8_E4M3"), "its tensors are 8-bit floats, which are not read here: take a bf16"),
    "packed": (packed, "_packed is packed by another tool, which is not read here: take a bf16"),
}  # fmt: skip


@pytest.fixture(scope="module")
def targets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("targets")
    return {kind: heads.target_folder(folder / kind, kind) for kind in ("qwen3_5", "gemma4")}


@everyday("kind, case", [(kind, case) for kind in KINDS for case in CASES], *zip(KINDS, CASES))
def test_a_bad_drafter_is_refused_in_a_line_before_weights_are_read(targets, tmp_path, monkeypatch, kind, case):
    (target, make), (spoil, words) = KINDS[kind], CASES[case]
    spoil(folder := make(tmp_path / "drafter"))
    monkeypatch.setattr(weights, "load_model", lambda *_, **__: pytest.fail("the target's weights were read"))
    monkeypatch.setattr(weights, "read_tensors", lambda *_, **__: pytest.fail("the drafter's weights were read"))
    with pytest.raises(LoadError) as refusal:
        load(str(targets[target]), str(folder))
    assert words in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_drafter_of_which_a_file_is_missing_is_listed_with_the_reason(tmp_path):
    folder = heads.dflash_folder(tmp_path / "drafter")
    split(folder, kept=(2,), of=2)
    (item,) = [item for item in scan_disk([str(folder)]).items if item.folder == folder]
    assert "1 file of weights is missing (model-00001-of-00002.safetensors)" in item.trouble


def test_whole_numbers_with_scales_are_a_quantised_head(targets, tmp_path):
    folder = heads.mtp_folder(tmp_path / "head")
    tensors = mx.load(str(folder / "model.safetensors"))
    name = "layers.0.mlp.gate_proj"
    tensors |= dict(zip((f"{name}.weight", f"{name}.scales", f"{name}.biases"), mx.quantize(tensors[f"{name}.weight"], group_size=32, bits=4)))
    heads.save(folder / "model.safetensors", tensors, "mlx")
    assert load(str(targets["qwen3_5"]), str(folder)).default_drafter == "mtp"


@pytest.mark.parametrize("kind, fails", [("mtp", False), ("dflash", True)])
def test_a_drafter_that_changes_while_it_is_read_is_refused(targets, tmp_path, monkeypatch, kind, fails):
    target, make = KINDS[kind]
    folder = make(tmp_path / "drafter")
    with changed_while_read(monkeypatch, "read_tensors", folder, fails):
        load(str(targets[target]), str(folder))


def test_a_command_with_json_says_so_on_stderr_alone(targets, tmp_path, cli):  # noqa: F811
    first_of(folder := heads.dflash_folder(tmp_path / "drafter"), "I32")
    done = cli("run", "hello", "--json", "--model", str(targets["qwen3_5"]), "--drafter", str(folder))
    assert (done.code, done.out) == (1, "") and "which are no weights" in done.err and done.err.count("\n") == 1
    listed = cli("models", str(folder), "--json")
    (row,) = [row for row in listed.json["models"] if row["path"] == str(folder)]
    assert "which are no weights" in row["reason"] and json.loads(listed.out)
