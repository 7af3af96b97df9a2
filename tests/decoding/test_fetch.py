"""Fetching from a hub on this machine: what has arrived is kept, and a big file goes on where it was cut off."""

from __future__ import annotations

import json
import threading
from types import SimpleNamespace

import pytest

from specdeck.decoding.checkpoints import find
from specdeck.decoding.checkpoints import hub_download as fetching
from specdeck.decoding.checkpoints.checkpoint import read_config
from specdeck.decoding.checkpoints.hub_download import Stopped, fetch
from specdeck.decoding.checkpoints.model_folder import hub_name
from specdeck.decoding.errors import LoadError
from specdeck.models.hub import search
from tests.helpers import checkpoints
from tests.helpers.hub import Hub

CHUNK = 1 << 18  # bytes
NAME, FILE = "org/big", "model.safetensors"
CONTENT = bytes(range(251)) * (9 * CHUNK // 251 + 1)


@pytest.fixture
def hub(tmp_path, monkeypatch):
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "qwen3"}')
    (folder / FILE).write_bytes(CONTENT)
    with Hub({NAME: folder}) as served:
        served.take_over(monkeypatch, tmp_path / "cache")
        monkeypatch.setattr(fetching, "PAUSE", 0)
        yield served


def stopped(enough: int) -> int:
    """Begin to fetch, and stop once so many bytes are there; how many arrived."""
    done = [0]
    with pytest.raises(Stopped, match="what has arrived is kept"):
        fetch(NAME, lambda arrived, total: done.append(arrived), lambda: done[-1] >= enough)
    return done[-1]


def test_a_model_in_a_folder_of_a_repository_is_fetched_alone(hub):
    """As some drafters are published, in `full/` and `compressed/`."""
    served = hub.repos[NAME]
    for inner in ("full", "compressed"):
        (served / inner).mkdir()
        for file in ("config.json", FILE):
            (served / inner / file).write_bytes((served / file).read_bytes() + b" " * (inner == "full"))
    folder = fetch(f"{NAME}/full")
    assert (folder.name, hub_name(folder), hub_name(folder.parent)) == ("full", f"{NAME}/full", NAME)
    assert sorted(file.name for file in folder.iterdir()) == ["config.json", FILE] and (folder / FILE).read_bytes() == CONTENT + b" "
    assert not (folder.parent / FILE).exists() and not (folder.parent / "compressed" / FILE).exists()
    assert fetch(f"{NAME}/full") == folder, "what is on disk is found again"
    with pytest.raises(LoadError, match="org/big has no folder half") as caught:
        fetch(f"{NAME}/half")
    assert "\n" not in str(caught.value)
    (folder.parent / "config.json").unlink(missing_ok=True)
    with pytest.raises(LoadError, match="holds no model.*its folders full have one"):
        read_config(folder.parent)


@pytest.mark.parametrize("config, words", [
    ({"architectures": ["EagleLlamaForCausalLM"]}, "an EAGLE drafter, not an EAGLE-3 head"),
    ({"speculators_model_type": "peagle"}, "a P-EAGLE head, which drafts in parallel, not an EAGLE-3 head"),
    ({"architectures": ["LlamaForCausalLMEagle3"], "parallel_drafting": True}, "a P-EAGLE head, which drafts in parallel, not an EAGLE-3 head"),
])  # fmt: skip
def test_a_drafter_that_no_target_can_use_is_refused_before_it_is_downloaded(hub, tmp_path, config, words):
    (hub.repos[NAME] / "config.json").write_text(json.dumps(config))
    with pytest.raises(LoadError, match=f"org/big cannot be downloaded: it is {words}: not supported yet"):
        fetch(NAME)
    assert FILE not in hub.starts and not list((tmp_path / "cache").rglob("*.json")), "nothing is left that looks like a model"


def test_a_stopped_fetch_goes_on_at_the_byte_where_it_was_cut_off_whatever_the_hub_does_in_between(hub, tmp_path):
    hub.holds[FILE] = 6 * CHUNK
    arrived = stopped(4 * CHUNK)
    assert 4 * CHUNK <= arrived < 6 * CHUNK
    hub.let_go()
    for file, fault, words in (("list", "out of order", "503"), (FILE, "missing", "org/big cannot be downloaded")):
        hub.faults = {file: fault}
        with pytest.raises(LoadError, match=words) as caught:
            fetch(NAME)
        assert "\n" not in str(caught.value)
    hub.faults, reports = {}, list[tuple[int, int]]()
    folder = fetch(NAME, lambda *report: reports.append(report))
    assert (folder / FILE).read_bytes() == CONTENT and (folder / "config.json").is_file()
    assert hub.starts[FILE] == [0, arrived], "only what was missing came again"
    assert reports == sorted(reports) and reports[0][0] >= arrived, "progress never goes back"
    assert {total for _, total in reports} == {len(CONTENT) + len('{"model_type": "qwen3"}')}
    assert not list((tmp_path / "cache").rglob("*.incomplete"))
    assert fetch(NAME) == folder and len(hub.starts[FILE]) == 2
    hub.close()
    assert fetch(NAME) == folder, "what is on disk needs no hub"


def test_what_is_on_disk_is_not_asked_for_again(hub, tmp_path):
    """Also where the hub has another version by now, and where the model has a type that cannot be loaded."""
    served = hub.repos["org/tiny"] = checkpoints.target(tmp_path / "tiny", "qwen3")
    folder, config = fetch("org/tiny"), (served / "config.json").read_text()
    weights = (folder / FILE).read_bytes()
    (served / FILE).write_bytes(CONTENT)
    hub.asked.clear()
    for kind in ("qwen3", "nobody_knows"):
        (folder / "config.json").unlink()
        (folder / "config.json").write_text(config.replace('"qwen3"', f'"{kind}"'))
        assert find("org/tiny", lambda line: None).folder == folder and hub.asked == []
    (folder / "tokenizer.json").unlink()
    assert find("org/tiny", lambda line: None).folder == folder and (folder / "tokenizer.json").is_file(), "what is missing is fetched"
    assert (folder / FILE).read_bytes() == weights


def test_a_head_that_another_program_left_out_is_fetched_and_without_a_hub_the_target_loads_without_it(hub, tmp_path):
    """mlx-lm fetches only model*.safetensors; also where the hub has another version by now."""
    served = hub.repos["org/tiny"] = checkpoints.sidecar(checkpoints.target(tmp_path / "tiny"))
    (served / "model-mtp.safetensors").rename(served / "mtp.safetensors")
    names = {"model.norm.weight": FILE, "mtp.fc.weight": "mtp.safetensors"}
    (served / "model.safetensors.index.json").write_text(json.dumps({"weight_map": names}))
    head, lines = fetch("org/tiny") / "mtp.safetensors", []
    for offline in (False, True):
        head.resolve().unlink()
        head.unlink()
        if offline:
            hub.close()
        found = find("org/tiny", lines.append)
        assert bool(found.beside) is head.exists() is not offline
    assert lines[0] == "downloading mtp.safetensors of org/tiny" and hub.starts[FILE] == [0]
    assert "mtp.safetensors is missing: org/tiny@" in found.unreadable and "the hub cannot be reached" in found.unreadable


def test_a_revision_is_fetched_by_its_name(hub):
    folder = fetch(f"{NAME}@8bit")
    assert (folder / FILE).read_bytes() == CONTENT and hub_name(folder) == f"{NAME}@8bit"
    about = [line for line in hub.asked if f"/models/{NAME}" in line]
    assert about[0].endswith(f"/{NAME}/revision/8bit"), "main may be something else"


@pytest.mark.parametrize("fault", ["broken off once", "broken off"])
def test_a_connection_that_breaks_is_opened_again_where_it_broke(hub, fault):
    hub.faults[FILE] = fault
    assert (fetch(NAME) / FILE).read_bytes() == CONTENT
    assert hub.starts[FILE][:2] == [0, len(CONTENT) // 2] and hub.starts[FILE] == sorted(set(hub.starts[FILE]))


def test_answers_without_a_byte_end_in_an_error_and_a_fetch_that_waits_is_stopped_without_waiting_on(hub, monkeypatch):
    hub.faults[FILE], pauses = "empty", []
    with pytest.raises(LoadError, match="ended the connection without sending a byte: try again later"):
        fetch(NAME)
    assert len(hub.starts[FILE]) == fetching.TRIES
    monkeypatch.setattr(fetching, "PAUSE", 1)
    monkeypatch.setattr(fetching, "time", SimpleNamespace(sleep=pauses.append))
    with pytest.raises(Stopped):
        fetch(NAME, stopped=lambda: sum(pauses) >= 4)
    assert sum(pauses) == 4


def test_a_server_that_knows_no_ranges_sends_it_all_again(hub):
    stopped(2 * CHUNK)
    hub.faults[FILE] = "no ranges"
    assert (fetch(NAME) / FILE).read_bytes() == CONTENT and hub.starts[FILE] == [0, 0]


def test_a_disk_that_is_too_small_is_told_before_anything_comes(hub, monkeypatch):
    monkeypatch.setattr(fetching.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": CHUNK})())
    with pytest.raises(LoadError, match="needs 0.0 GB more, and the disk of .* has 0.0 GB free"):
        fetch(NAME)
    assert not hub.starts[FILE]


def test_two_who_fetch_the_same_file_fetch_it_once(hub):
    hub.holds[FILE] = 3 * CHUNK
    found = []
    both = [threading.Thread(target=lambda: found.append(fetch(NAME))) for _ in range(2)]
    for one in both:
        one.start()
    while not hub.starts[FILE]:
        both[0].join(0.01)
    hub.let_go()
    for one in both:
        one.join()
    assert len(found) == 2 and (found[0] / FILE).read_bytes() == CONTENT
    assert hub.starts[FILE] == [0]


@pytest.mark.parametrize("name, words", [("org/nowhere", "the hub has no such model"), ("nowhere at all", "is not a hub name")])
def test_what_is_not_there_is_said_in_a_line(hub, name, words):
    with pytest.raises(LoadError, match=words) as caught:
        fetch(name)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 260


def test_without_a_hub_the_network_is_the_reason_and_a_person_is_told_what_still_works(hub, monkeypatch):
    hub.close()
    for endpoint, ask in ((hub.url, fetch), ("http://no.such.host.invalid", fetch), (hub.url, search)):
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", endpoint)
        with pytest.raises(LoadError, match="the hub cannot be reached .*: folders and what is on disk still work"):
            ask(NAME)


def test_a_part_that_another_program_began_with_other_bytes_is_noticed_and_fetched_anew(hub, tmp_path):
    stopped(CHUNK)
    (part,) = (tmp_path / "cache").glob("**/*.incomplete")
    part.write_bytes(b"x" * part.stat().st_size)
    with pytest.raises(LoadError, match="model.safetensors arrived damaged: download it again"):
        fetch(NAME)
    assert not part.exists() and (fetch(NAME) / FILE).read_bytes() == CONTENT
