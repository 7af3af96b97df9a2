"""`specdeck models`: what is here, what drafts for what, and why not; by a cache of tiny models."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest
from rich.cells import cell_len

from specdeck import assets
from specdeck.decoding.checkpoints.published_table import published_drafters
from specdeck.drawing.figures import size
from specdeck.terminal.streams import fitted
from tests.helpers import checkpoints
from tests.helpers.checkpoints import another_vocabulary
from tests.helpers.damaged import cut
from tests.helpers.fake_models import MACHINES
from tests.helpers.hub import Hub


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


def test_a_terminal_gets_whole_words_and_columns_whose_names_are_wide(cache, cli, tmp_path, monkeypatch):
    wide = checkpoints.target(tmp_path / "日本語のモデル")
    piped = cli("models", str(wide)).out
    at = [cell_len(line[: line.index(" fits ")]) for line in piped.splitlines() if " fits " in line]
    assert len(at) > 1 and len(set(at)) == 1 and str(wide) in piped, "each word of a column begins in it"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns := cell_len(str(wide)) + 20))
    shown = cli("models", str(wide)).out
    assert max(map(cell_len, fitted(["日本語 " * columns]))) <= columns
    assert shown.split() == piped.split() and max(map(cell_len, shown.splitlines())) <= columns < max(map(cell_len, piped.splitlines()))


def test_a_drafter_that_cannot_be_read_is_no_target(cache, cli, tmp_path):
    """What its config shows it to be, or unreadable; and why."""
    folder = checkpoints.dflash(tmp_path / "half")
    cut(folder)
    for broken in ("cut off", "config.json"):
        row = rows(cli("models", str(folder), "--json"))[str(folder)]
        assert row["kind"] == "unreadable" and broken in row["reason"] and row["drafts_for"] == [] and row["fits"] is False
        listed = cli("models", str(folder)).out
        assert " unreadable " in next(line for line in listed.splitlines() if line.startswith(str(folder)))
        assert "does not fit in memory" not in listed, "whose size says nothing"
        (folder / "config.json").write_text("{")


def test_heads_are_told_their_targets_or_why_there_is_none_and_what_is_guessed_or_chosen(cache, cli, tmp_path):
    target = checkpoints.target(snapshot(cache, "org/hybrid"))
    for file, seed in (("model-2", 5), ("mtp", 6)):
        checkpoints.save(target / f"{file}.safetensors", {f"mtp.{name}": value for name, value in checkpoints.mtp_tensors(seed=seed).items()}, "mlx")
    checkpoints.mtp(snapshot(cache, "org/foreign"), text_config=checkpoints.config("qwen3", hidden_size=99))
    checkpoints.dflash(snapshot(cache, "org/silent"), dflash_config={"target_layer_ids": None})
    checkpoints.dflash(tmp_path / "mine/block")
    checkpoints.write(tmp_path / "mine/half", {"model_type": "qwen3"}, {}, "mlx")
    (tmp_path / "state").mkdir()
    (tmp_path / "state/folders.json").write_text(json.dumps([str(tmp_path / "mine")]))
    found, listed = rows(cli("models", "--json")), cli("models").out.splitlines()
    for name, kind, targets, words in (
        ("org/hybrid", "model", ["specdeck-drafter", "specdeck-target"], "there are two heads: the one in mtp.safetensors is taken"), ("org/foreign", "mtp", [], "hidden size 99"),
        ("org/silent", "dflash", ["org/hybrid"], "its config names no layers of the target"), ("block", "dflash", ["org/hybrid"], ""),
        ("half", "target", [], "holds no model*.safetensors"),
    ):  # fmt: skip
        row, line = found[name], next(line for line in listed if line.startswith(name))
        assert (row["kind"], row["drafts_for"]) == (kind, targets) and words in (row["reason"] or "") and words in line
        assert all(f"drafts for {each}" in line for each in targets)


def test_a_smaller_model_of_another_vocabulary_says_why_it_does_not_draft_and_what_would_let_it(cache, cli):
    shutil.copytree(assets.TARGET, snapshot(cache, "org/large"))
    another_vocabulary(snapshot(cache, "org/small"), 60)
    found = rows(cli("models", "--json"))
    assert found["org/small"]["drafts_for"] == [] and found["org/small"]["kind"] == "target"
    reason = found["org/small"]["reason"]
    assert reason.startswith("not for org/large: its vocabulary differs from the target's") and reason.endswith("or start with --any-vocabulary")
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
def test_a_folder_that_may_not_be_read_is_not_called_empty_nor_forgotten(cache, cli, tmp_path, close_folder, words):
    named = tmp_path / "state/folders.json"
    checkpoints.target(tmp_path / "mine")
    named.parent.mkdir()
    named.write_text(json.dumps([str(tmp_path / "mine")]))
    close_folder(tmp_path / "mine")
    done = cli("models", str(tmp_path / "mine"), *words)
    told = done.err if words else done.out
    assert done.code == 0 and f"{tmp_path / 'mine'}: the folder may not be read: Permission denied" in told and "there is no model" not in told
    assert json.loads(named.read_text()) == [str(tmp_path / "mine")]
    (tmp_path / "file").write_text("")
    for name, why in (("mine/below", "Permission denied"), ("gone", "no such folder"), ("file", "no such folder")):
        assert cli("models", str(tmp_path / name), *words).refused(f"specdeck: models {str(tmp_path / name)!r}: {why}: name a folder")


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
    assert dflash["plain"]["doubtful"] is None and dflash["speed_up"]["doubtful"] is None
    busy = replace(machine.speed, doubtful="the machine was busy")
    monkeypatch.setattr("specdeck.commands.models.matrix_speed", lambda *arguments: busy)
    found = cli("models", "--suggest", "--json").json["pairs"]
    assert all(pair[name]["doubtful"] == busy.doubtful for pair in found if pair["plain"] for name in ("plain", "drafted"))
    assert any(pair["speed_up"]["doubtful"] == busy.doubtful for pair in found) and "tok/s? (the machine was busy)" in cli("models", "--suggest").out
    monkeypatch.setattr("specdeck.engine.engine.machine", lambda kv_bits: replace(machine, budget=10**8))
    assert cli("models", "--suggest").out == "no published pair fits into 100 MB\n"


def test_a_folder_of_models_that_is_named_as_one_is_told_with_what_it_holds(cli, tmp_path):
    for name in ("one", "owner/two"):
        checkpoints.target(tmp_path / name)
    assert cli("run", "hi", "--model", str(tmp_path)).refused(f"its folders one, owner/two have one: name {tmp_path / 'one'}")


def test_folders_of_one_name_are_told_apart(cache, cli, tmp_path):
    for place in ("a", "b"):
        shutil.copytree(assets.TARGET, tmp_path / place / "same")
    another_vocabulary(tmp_path / "c/same", 60)
    found = rows(cli("models", str(tmp_path), "--json"))["specdeck-drafter"]
    assert sorted(found["drafts_for"]) == sorted([str(tmp_path / "a/same"), str(tmp_path / "b/same"), "specdeck-target"])
