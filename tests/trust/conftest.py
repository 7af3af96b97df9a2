"""The tries: hostile text, damaged files, odd numbers, random input. Each says how often it tried, and from which seed."""

import json
import os
import shutil
from random import Random

import pytest

from specdeck import assets
from tests.trust.corrupt import ODD, mutated

SEED, TRIES = 20, int(os.environ.get("SPECDECK_TRIES", "150"))


@pytest.fixture(autouse=True)
def no_variable_of_the_tests(monkeypatch):
    """SPECDECK_TRIES is the tests' own, read when they are imported: the program would refuse it as an option that it does not know."""
    monkeypatch.delenv("SPECDECK_TRIES", raising=False)


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


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def somebody(tmp_path, monkeypatch):
    """Where HOME is unset, processes find this folder as the user's home, not the one of whoever runs the tests."""
    (tmp_path / "sitecustomize.py").write_text(
        f"import pwd\nreal = pwd.getpwuid\npwd.getpwuid = lambda uid: pwd.struct_passwd((*real(uid)[:5], {str(tmp_path / 'home')!r}, real(uid)[6]))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
