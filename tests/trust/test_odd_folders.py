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


@pytest.mark.parametrize("kind", ["target", "dflash"])
@pytest.mark.parametrize("field, value", [("model_type", [1]), ("text_config", 7), ("dflash_config", "x"), ("rope_parameters", [1]), ("rms_norm_eps", "x"), ("hidden_size", "64")])
def test_an_odd_field_of_a_target_or_a_drafter_is_read_or_refused_in_a_line(cli, tmp_path, kind, field, value):
    folder = tmp_path / "m"
    shutil.copytree(assets.MODELS / kind, folder)
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text()) | {field: value}))
    listed = cli("models", str(tmp_path), "--json")
    assert listed.code == 0 and [row for row in json.loads(listed.out)["models"] if row["path"] == str(folder)]
    done = cli("run", "hi", "--max-tokens", "1", *(("--model", str(folder), "--drafter", "lookup") if kind == "target" else ("--drafter", str(folder))))
    assert done.code == 0 or done.code == 1 and done.err.count("\n") == 1 and "SPECDECK_DEBUG" not in done.err


def test_the_command_lists_them_all(many, cli):
    done = cli("models", str(many))
    assert done.code == 0 and "sound" in done.out and "Traceback" not in done.err
    listed = json.loads(cli("models", str(many), "--json").out)["models"]
    assert {row["path"].rpartition("/")[2] for row in listed} >= {folder.name for folder in many.iterdir()}
