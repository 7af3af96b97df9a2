"""A folder with an odd config is a row with its trouble, and hides no other."""

import json
import os
import shutil
from random import Random

import pytest

from specdeck import assets
from specdeck.models.disk import scan_disk
from tests.trust.mutations import ODD, mutated

SEED, TRIES = 20, int(os.environ.get("SPECDECK_TRIES", "150"))


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A folder of model folders, one sound, the others with mutated configs."""
    home, rng = tmp_path_factory.mktemp("many"), Random(SEED)
    shared = json.loads((assets.TARGET / "config.json").read_text())
    shared |= {"text_config": dict(shared), "quantization": {"bits": 4, "group_size": 64}, "rope_scaling": {"type": "linear", "factor": 2.0}}
    kinds = ["mtp", "dflash", "target"]
    for number in range(TRIES):
        folder = home / f"m{number:04}"
        folder.mkdir()
        source = assets.MODELS / kinds[number % 3]
        for file in source.glob("*.safetensors"):
            try:
                os.link(file, folder / file.name)
            except OSError:  # another disk, or another mount of it
                shutil.copy(file, folder)
        base = json.loads((source / "config.json").read_text()) | (shared if number % 2 else {})
        (folder / "config.json").write_text(json.dumps(mutated(base, rng)))
    for number, value in enumerate(ODD):
        folder = home / f"type{number:02}"
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps(shared | {"model_type": value}))
    shutil.copytree(assets.TARGET, home / "sound")
    return home


def test_every_odd_folder_is_a_row_and_the_sound_one_is_there(many):
    stock = scan_disk([str(many)])
    rows = {item.folder.name: item for item in stock.items if item.origin == "folder"}
    assert len(rows) == len(list(many.iterdir()))
    assert rows["sound"].trouble is None
    assert all("\n" not in item.trouble for item in rows.values() if item.trouble)


def test_the_command_lists_them_all(many, cli):
    done = cli("models", str(many))
    assert done.code == 0 and "sound" in done.out and "Traceback" not in done.err
    listed = json.loads(cli("models", str(many), "--json").out)["models"]
    assert {row["path"].rpartition("/")[2] for row in listed} >= {folder.name for folder in many.iterdir()}
