"""A folder with an odd config is a row with its trouble, and hides no other."""

import json
import shutil

import pytest

from specdeck import assets
from specdeck.models.disk import scan_disk


def test_every_odd_folder_is_a_row_and_the_sound_one_is_there(many):
    stock = scan_disk([str(many)])
    rows = {item.folder.name: item for item in stock.items if item.origin == "folder"}
    assert len(rows) == len(list(many.iterdir()))
    assert rows["sound"].trouble is None
    assert all("\n" not in item.trouble for item in rows.values() if item.trouble)


TABLES = ("dflash_config", "text_config", "eagle_config", "rope_parameters", "rope_scaling", "transformer_layer_config", "mlx_lm_extra_tensors", "quantization", "quantization_config")


@pytest.mark.parametrize("kind", ["target", "mtp", "dflash"])
@pytest.mark.parametrize("field, value", [
    *((name, value) for name in TABLES for value in (7, "x", [1])), ("rope_theta", "4"), ("rope_theta", [4]), ("rms_norm_eps", "x"), ("layer_types", 7), ("model_type", [1]),
])  # fmt: skip
def test_an_odd_field_of_a_target_or_a_drafter_is_refused_by_its_name(cli, tmp_path, kind, field, value):
    folder = tmp_path / "m"
    shutil.copytree(assets.MODELS / kind, folder)
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text()) | {field: value}))
    listed = cli("models", str(tmp_path), "--json")
    assert listed.code == 0 and [row["reason"] for row in json.loads(listed.out)["models"] if row["path"] == str(folder) and field in (row["reason"] or "")]
    done = cli("run", "hi", "--max-tokens", "1", *(("--model", str(folder)) if kind == "target" else ("--drafter", str(folder))))
    assert done.code == 1 and field in done.err and done.err.count("\n") == 1


def test_the_command_lists_them_all(many, cli):
    done = cli("models", str(many))
    assert done.code == 0 and "sound" in done.out and "Traceback" not in done.err
    listed = json.loads(cli("models", str(many), "--json").out)["models"]
    assert {row["path"].rpartition("/")[2] for row in listed} >= {folder.name for folder in many.iterdir()}
