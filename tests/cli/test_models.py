"""`specdeck models`: what is here, what drafts for what, and why not; by a cache of tiny models."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.decoding.checkpoints.published_table import published_drafters
from specdeck.drawing.figures import size
from specdeck.engine.messages import HALF, PACKED, MatrixSpeed
from tests.helpers import checkpoints
from tests.helpers.checkpoints import another_vocabulary
from tests.helpers.hub import Hub
from tests.helpers.machines import MACHINES
from tests.helpers.places import close_folder


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The hub's cache of this process, empty, a state folder of its own, and products of a known speed."""
    with Hub({}) as hub:
        hub.take_over(monkeypatch, tmp_path / "cache")
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr("specdeck.commands.models.matrix_speed", lambda *arguments: MACHINES["a CPU with 24 GB"][0].speed)
    return tmp_path / "cache"


def snapshot(cache, name: str):
    """A folder for this model in the cache."""
    storage = cache / f"models--{name.replace('/', '--')}"
    (storage / "refs").mkdir(parents=True)
    (storage / "refs/main").write_text("0" * 40)
    return storage / "snapshots" / ("0" * 40)


def rows(outcome) -> dict:
    return {row["name"]: row for row in outcome.json["models"]}


def test_the_embedded_pair_alone(cache, cli):
    done = cli("models", "--json")
    found = rows(done)
    assert done.code == 0 and set(found) >= {"specdeck-target", "specdeck-drafter"}
    target, drafter = found["specdeck-target"], found["specdeck-drafter"]
    assert (target["kind"], target["drafts_for"], target["reason"], target["fits"]) == ("target", [], None, True)
    assert (drafter["kind"], drafter["drafts_for"], drafter["reason"]) == ("model", ["specdeck-target"], None)
    assert set(target) == {"name", "path", "bytes", "kind", "fits", "drafts_for", "reason", "pace", "speed_ups"}
    assert target["pace"]["fast_enough"] and not target["pace"]["measured"] and target["pace"]["words"].startswith("about ")
    gain = drafter["speed_ups"]["specdeck-target"]
    assert (gain["speed_up"], gain["measured"]) == (None, False) and 0 < gain["pays_from"] < 0.5 and gain["words"] in cli("models").out


DRAFTERS = {"mtp": checkpoints.mtp, "dflash": checkpoints.dflash, "assistant": checkpoints.assistant}


@pytest.mark.parametrize("kind", DRAFTERS)
def test_a_drafter_that_cannot_be_read_is_no_target(cache, cli, tmp_path, kind):
    """What its config shows it to be, or unreadable; and why."""
    folder = DRAFTERS[kind](tmp_path / "half")
    weights = next(folder.glob("*.safetensors"))
    weights.write_bytes(weights.read_bytes()[:-100])
    row = rows(cli("models", str(folder), "--json"))[str(folder)]
    assert row["kind"] in (kind, "unreadable") and "cut off" in row["reason"] and row["drafts_for"] == []
    assert f" {row['kind']} " in next(line for line in cli("models", str(folder)).out.splitlines() if line.startswith(str(folder)))
    (folder / "config.json").write_text("{")
    row = rows(cli("models", str(folder), "--json"))[str(folder)]
    assert row["kind"] == "unreadable" and "config.json" in row["reason"] and row["fits"] is False
    assert "does not fit in memory" not in cli("models", str(folder)).out, "whose size says nothing"


def test_what_is_guessed_or_chosen_of_heads_is_listed(cache, cli, tmp_path):
    target = checkpoints.target(snapshot(cache, "org/hybrid"))
    for file, seed in (("model-2", 5), ("mtp", 6)):
        checkpoints.save(target / f"{file}.safetensors", {f"mtp.{name}": value for name, value in checkpoints.mtp_tensors(seed=seed).items()}, "mlx")
    checkpoints.dflash(snapshot(cache, "org/silent"), dflash_config={"target_layer_ids": None})
    done, listed = cli("models", "--json"), cli("models").out
    for name, words in (("org/silent", "its config names no layers of the target"), ("org/hybrid", "there are two heads: that of mtp.safetensors is taken")):
        assert words in rows(done)[name]["reason"] and words in next(line for line in listed.splitlines() if line.startswith(name))
    assert rows(done)["org/silent"]["drafts_for"] == ["org/hybrid"]


def test_heads_are_told_their_targets_or_why_there_is_none(cache, cli, tmp_path):
    checkpoints.target(snapshot(cache, "org/hybrid"))
    checkpoints.mtp(snapshot(cache, "org/head"))
    checkpoints.mtp(snapshot(cache, "org/foreign"), text_config=checkpoints.config("qwen3", hidden_size=99))
    checkpoints.dflash(tmp_path / "mine/block")
    (tmp_path / "mine/half").mkdir()
    (tmp_path / "mine/half/config.json").write_text('{"model_type": "qwen3"}')
    (tmp_path / "state").mkdir()
    (tmp_path / "state/folders.json").write_text(json.dumps([str(tmp_path / "mine")]))
    found = rows(cli("models", "--json"))
    assert (found["org/head"]["kind"], found["org/head"]["drafts_for"]) == ("mtp", ["org/hybrid"])
    assert found["org/foreign"]["drafts_for"] == [] and "hidden size 99" in found["org/foreign"]["reason"]
    assert (found["block"]["kind"], found["block"]["drafts_for"]) == ("dflash", ["org/hybrid"])
    assert "holds no model*.safetensors" in found["half"]["reason"] and found["half"]["drafts_for"] == []
    text = cli("models").out
    assert "drafts for org/hybrid" in next(line for line in text.split("\n") if "org/head" in line)
    assert "hidden size 99" in text and "holds no model*.safetensors" in text


def test_a_smaller_model_of_another_vocabulary_says_why_it_does_not_draft_and_what_would_let_it(cache, cli):
    shutil.copytree(assets.TARGET, snapshot(cache, "org/large"))
    another_vocabulary(snapshot(cache, "org/small"), 60)
    found = rows(cli("models", "--json"))
    assert found["org/small"]["drafts_for"] == [] and found["org/small"]["kind"] == "target"
    reason = found["org/small"]["reason"]
    assert reason.startswith("not for org/large: its vocabulary differs from the target's") and reason.endswith("or add --any-vocabulary")
    assert found["org/large"]["reason"] is None and found["specdeck-target"]["reason"] is None
    assert reason in cli("models").out


def test_published_drafters_are_named_for_a_target_until_they_are_here(cache, cli, monkeypatch):
    folder = checkpoints.target(snapshot(cache, "mlx-community/Qwen3.6-27B-4bit"))
    toy = json.loads((folder / "config.json").read_text())["text_config"]
    shape = published_drafters()["targets"]["Qwen3.6-27B"]
    for field in ("hidden_size", "num_hidden_layers"):  # the table's shape is the toy's: headers that fit 27B would take gigabytes
        monkeypatch.setitem(shape, field, toy[field])
    checkpoints.mtp(snapshot(cache, "mlx-community/Qwen3.6-27B-MTP-bf16"))
    offers = {offer["name"]: offer for offer in cli("models", "--json").json["published"]}
    assert set(offers["z-lab/Qwen3.6-27B-DFlash"]) == {"target", "name", "kind", "bytes", "fits", "here", "remark", "refused", "source", "speed_up"}
    assert {offer["target"] for offer in offers.values()} == {"mlx-community/Qwen3.6-27B-4bit"}
    assert (offers["z-lab/Qwen3.6-27B-DFlash"]["kind"], offers["z-lab/Qwen3.6-27B-DFlash"]["here"]) == ("dflash", False)
    assert offers["mlx-community/Qwen3.6-27B-MTP-bf16"]["here"]
    text = cli("models").out
    assert "published drafters for mlx-community/Qwen3.6-27B-4bit" in text
    line = next(line for line in text.split("\n") if "z-lab/Qwen3.6-27B-DFlash" in line)
    assert "3.46 GB  dflash" in line and "MTP-bf16" not in text.split("published drafters")[1]


@pytest.mark.parametrize("words", [(), ("--json",)], ids=str)
def test_a_folder_that_may_not_be_read_is_not_called_empty_nor_forgotten(cache, cli, tmp_path, monkeypatch, words):
    named = tmp_path / "state/folders.json"
    checkpoints.target(tmp_path / "mine")
    named.parent.mkdir()
    named.write_text(json.dumps([str(tmp_path / "mine")]))
    close_folder(monkeypatch, tmp_path / "mine")
    done = cli("models", str(tmp_path / "mine"), *words)
    told = done.err if words else done.out
    assert done.code == 0 and f"{tmp_path / 'mine'}: the folder may not be read: Permission denied" in told and "there is no model" not in told
    assert json.loads(named.read_text()) == [str(tmp_path / "mine")]
    done = cli("models", str(tmp_path / "mine/below"), *words)
    assert (done.code, done.out) == (1, "") and done.err.startswith(f"specdeck: models {str(tmp_path / 'mine/below')!r}: Permission denied: name one")


@pytest.mark.parametrize("words", [(), ("--json",)], ids=str)
def test_a_path_that_is_no_folder_is_refused_with_the_reason(cache, cli, tmp_path, words):
    (tmp_path / "file").write_text("")
    for name in ("gone", "file"):
        done = cli("models", str(tmp_path / name), *words)
        assert (done.code, done.out) == (1, "") and f"{name}': no such folder: name one that holds a model" in done.err and done.err.count("\n") == 1
    assert "usage: specdeck models [PATH] [options]" in cli("models", "--help").out


def test_pairs_to_begin_with_have_a_command_to_copy_and_need_no_network(cache, cli, monkeypatch):
    machine, memory = MACHINES["a Mac with 24 GB"]
    monkeypatch.setattr("specdeck.engine.engine.machine", lambda kv_bits: machine)
    monkeypatch.setattr("specdeck.commands.models.matrix_speed", lambda *arguments: machine.speed)
    monkeypatch.setattr("specdeck.commands.models.memory", lambda: memory)
    found = cli("models", "--suggest", "--json").json["pairs"]
    assert found and all(pair["command"] == f"specdeck --model {pair['target']} --drafter {pair['drafter']}" for pair in found)
    assert all(pair["bytes"] < machine.budget and not pair["here"] for pair in found)
    dflash = next(pair for pair in found if pair["drafter"] == "z-lab/Qwen3-8B-DFlash-b16")
    assert dflash["measured"] == "its makers measured 4.24 tokens a round (MT-bench, k 15, T 0)" and dflash["remark"] == "trained without thinking"
    assert dflash["drafted"]["tokens_per_second"] == pytest.approx(dflash["plain"]["tokens_per_second"] * dflash["speed_up"]["speed_up"])
    shown = cli("models", "--suggest")
    assert shown.code == 0 and dflash["command"] in shown.out and "models may use 16.8 GB" in shown.out
    assert f"{size(dflash['bytes'])}; dflash; fits; fast enough, {dflash['drafted']['words']}; {dflash['speed_up']['words']}; its makers measured" in shown.out
    monkeypatch.setattr("specdeck.commands.models.matrix_speed", lambda *arguments: MatrixSpeed({HALF: {1: 1.0}, PACKED: {1: 1.0}}))
    assert "none is expected to write as fast as people read (5 tok/s): the fastest first" in cli("models", "--suggest").out
    monkeypatch.setattr("specdeck.engine.engine.machine", lambda kv_bits: replace(machine, budget=10**8))
    assert cli("models", "--suggest").out == "no published pair fits into 100 MB\n"


def test_a_folder_of_models_that_is_named_as_one_is_told_with_what_it_holds(cli, tmp_path):
    for name in ("one", "owner/two"):
        checkpoints.target(tmp_path / name)
    done = cli("run", "hi", "--model", str(tmp_path))
    assert (done.code, done.out) == (1, "") and f"its folders one, owner/two have one: name {tmp_path / 'one'}" in done.err and done.err.count("\n") == 1


def test_folders_of_one_name_are_told_apart(cache, cli, tmp_path):
    for place in ("a", "b"):
        shutil.copytree(assets.TARGET, tmp_path / place / "same")
    another_vocabulary(tmp_path / "c/same", 60)
    found = rows(cli("models", str(tmp_path), "--json"))["specdeck-drafter"]
    assert sorted(found["drafts_for"]) == sorted([str(tmp_path / "a/same"), str(tmp_path / "b/same"), "specdeck-target"])
