"""What is found on this machine, and what is said of it."""

from __future__ import annotations

import json
import os

import pytest

from specdeck import assets
from specdeck.commands import options
from specdeck.commands.command_table import parse
from specdeck.commands.compare import arm
from specdeck.commands.models import loadable_names
from specdeck.decoding.checkpoints import find
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Settings
from specdeck.models.disk import NamedFolders, scan_disk
from specdeck.settings import paths
from tests.helpers import checkpoints
from tests.helpers.damaged import cut, index, split
from tests.helpers.hub import Hub


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The hub's cache of this process, empty."""
    with Hub({}) as hub:
        hub.take_over(monkeypatch, tmp_path / "cache")
    return tmp_path / "cache"


def cached(cache, name: str, commit: str = "0" * 40, ref: str = "main"):
    """A snapshot's folder in the cache."""
    storage = cache / f"models--{name.replace('/', '--')}"
    (storage / "refs" / ref).parent.mkdir(parents=True, exist_ok=True)
    (storage / "refs" / ref).write_text(commit)
    return storage / "snapshots" / commit


def by_name(disk) -> dict:
    return {item.name: item for item in disk.items}


def test_the_embedded_pair_the_cache_and_named_folders_are_looked_through(cache, tmp_path):
    alone = scan_disk()
    inside = sorted(f"specdeck-{folder.name}" for folder in assets.TARGET.parent.iterdir() if folder.is_dir())
    assert [item.name for item in alone.items] == inside and alone.troubles == () and "specdeck-target" in inside
    target, drafter = (by_name(alone)[f"specdeck-{role}"] for role in ("target", "drafter"))
    assert target.kind == drafter.kind == "model" and target.vocabulary == drafter.vocabulary is not None
    assert target.asked_as is None and drafter.asked_as == str(assets.DRAFTER)
    assert target.size == sum(file.stat().st_size for file in assets.TARGET.iterdir())
    newest = checkpoints.target(cached(cache, "org/tiny", "2" * 40))
    os.utime(checkpoints.target(cached(cache, "org/tiny", "3" * 40, "old")), (2**32, 2**32))  # written later, and not what main names
    blobs = cache / "models--org--big/blobs"
    blobs.mkdir(parents=True)
    for name, count in (("abc.incomplete", 100), ("def.incomplete", 11), ("abc.0123abcd.incomplete", 7)):
        (blobs / name).write_bytes(b"x" * count)  # nothing continues the last file, which is of huggingface_hub 2
    (cache / "models--org--torn/refs").mkdir(parents=True)
    (cache / "models--org--torn/refs/main").write_bytes(b"\xff")
    checkpoints.mtp(cached(cache, "org/head"))
    checkpoints.target(tmp_path / "mine/owner/deep", "qwen3")
    checkpoints.dflash(tmp_path / "mine/block")
    disk = scan_disk([str(tmp_path / "mine"), str(assets.TARGET)])
    found = by_name(disk)
    assert [line.partition(" in the hub's cache")[0] for line in disk.troubles] == ["org/torn: it cannot be read"] and disk.partial == {"org/big": 111}
    assert found["specdeck-target"].origin == "embedded", "also where a person named its folder"
    kinds = {name: (item.kind, item.origin, item.trouble) for name, item in found.items() if item.origin != "embedded"}
    assert kinds == {
        "org/tiny": ("model", "cache", None), "org/head": ("mtp", "cache", None), "deep": ("model", "folder", None), "block": ("dflash", "folder", None),
    }  # fmt: skip
    assert found["org/tiny"].vocabulary == found["deep"].vocabulary == target.vocabulary and found["org/tiny"].folder == newest


def test_every_name_that_is_printed_loads_what_it_is_printed_for(cache, monkeypatch, tmp_path):
    """On a machine with models wherever they may lie, some of one name, with no hub to ask: megatron's caches pinned by commit, LM Studio's
    publisher/model (mlx-dspark#12), oMLX's folders, folders that its person named."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / "state"))
    checkpoints.target(cached(cache, "org/plain"))
    checkpoints.target(cached(cache, "org/other-branch", "1" * 40, "8bit"))
    checkpoints.target(cached(cache, "org/slashed", "2" * 40, "refs/pr/7"))
    checkpoints.mtp(cached(cache, "org/inner") / "full")
    checkpoints.mtp(cached(cache, "org/inner-of-a-branch", "3" * 40, "8bit") / "full")
    checkpoints.target(cache / f"models--org--no-ref/snapshots/{'4' * 40}")
    checkpoints.target(cached(cache, "org/main-elsewhere").with_name("5" * 40))
    checkpoints.target(cached(cache, "org/twice"))
    for place in (".lmstudio/models/org/twice", ".lmstudio/models/one/same", ".lmstudio/models/two/same", ".omlx/models/org/nested"):
        checkpoints.target(tmp_path / place)
    checkpoints.dflash(tmp_path / ".omlx/models/block")
    checkpoints.target(tmp_path / "elsewhere/linked")
    for place in ("mine/bare", "mine/block", "mine/owner/deep", "mine/old", "alone"):
        checkpoints.target(tmp_path / place)
    (tmp_path / "mine/link").symlink_to(tmp_path / "elsewhere/linked")
    named, folders = ["~/mine", str(tmp_path / "alone")], NamedFolders(paths.named_folders())
    for name in named:
        folders.add(name)
    items = scan_disk(named).items
    printed = loadable_names(items, named)
    assert len(set(printed.values())) == len(items) > 20 and {"org/other-branch@8bit", f"org/no-ref@{'4' * 12}", "one/same", "bare"} <= set(printed.values())
    drafters = parse("run", ["hello", *(word for name in printed.values() for word in ("--drafter", name))])
    models = [parse("run", ["hello", "--model", name]) for name in printed.values()]
    for args in (drafters, *models):
        options.check(args)
    assert [arm(f"drafter={name}", Settings())["drafter"] for name in printed.values()] == drafters.drafter
    for asked in (drafters.drafter, [args.model for args in models]):
        assert [find(name, lambda line: None).folder for name in asked] == list(printed)
    for revision in ("1" * 6, "1" * 40):
        assert find(f"org/other-branch@{revision}", lambda line: None).folder.name == "1" * 40
    assert find("org/plain@main", lambda line: None).folder == find("org/plain", lambda line: None).folder


def test_a_copy_that_is_not_complete_is_looked_for_on_the_hub(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (checkpoints.target(tmp_path / ".lmstudio/models/org/none") / "model.safetensors").unlink()
    split(checkpoints.target(tmp_path / ".lmstudio/models/org/half"))
    for name in ("org/none", "org/half"):
        with pytest.raises(LoadError, match=f"{name} cannot be downloaded"):
            find(name, lambda line: None)


def test_what_cannot_be_loaded_is_there_with_the_reason_and_gguf_is_passed_over_with_a_line(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("some-Q4.gguf", "mmproj.gguf"):
        (tmp_path / ".lmstudio/models/owner/some-GGUF").mkdir(parents=True, exist_ok=True)
        (tmp_path / ".lmstudio/models/owner/some-GGUF" / name).write_bytes(b"GGUF")
    checkpoints.write(tmp_path / "mine/unknown", {"model_type": "nothing-known"}, {}, "mlx")
    cut(checkpoints.target(tmp_path / "mine/half"))
    disk = scan_disk([str(tmp_path / "mine"), str(tmp_path / "nowhere")])
    found = by_name(disk)
    assert "no model type 'nothing-known'" in found["unknown"].trouble
    assert "cut off" in found["half"].trouble and found["half"].kind == "unreadable"
    index(checkpoints.target(cached(cache, "org/headless")), "model.safetensors", "mtp.safetensors")
    headless = scan_disk()
    assert not by_name(headless)["org/headless"].trouble and not headless.has("org/headless"), "its head is missing"
    assert len(disk.troubles) == 2 and "nowhere: there is no model" in disk.troubles[0]
    assert disk.troubles[1].startswith("~/.lmstudio/models: 2 GGUF files are passed over: mlx reads safetensors")


def test_token_maps_are_compared_whatever_the_layout(cache, tmp_path):
    told = json.loads((assets.TARGET / "tokenizer.json").read_text())
    same, other = checkpoints.target(tmp_path / "mine/same"), checkpoints.target(tmp_path / "mine/other")
    (same / "tokenizer.json").write_text(json.dumps(told, indent=1))
    tokens = told["model"]["vocab"]
    listed = checkpoints.target(tmp_path / "mine/listed")  # as a Unigram model's file has it
    as_list = {"vocab": [[token, 0.0] for token in sorted(tokens, key=tokens.__getitem__)]}
    (listed / "tokenizer.json").write_text(json.dumps(told | {"model": as_list}))
    one, two = list(tokens)[-2:]
    tokens[one], tokens[two] = tokens[two], tokens[one]
    (other / "tokenizer.json").write_text(json.dumps(told))
    odd = checkpoints.target(tmp_path / "mine/odd")
    (odd / "tokenizer.json").write_text("[]")
    found = by_name(scan_disk([str(tmp_path / "mine")]))
    ours = found["specdeck-target"].vocabulary
    assert found["same"].vocabulary == found["listed"].vocabulary == ours and found["other"].vocabulary not in (ours, None) and found["odd"].vocabulary is None
