"""Hub names, by the real huggingface_hub from a hub on this machine: fetched once, with progress; what fails says why."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time

import pytest

from tests.helpers import checkpoints
from tests.helpers.command_line import on_a_terminal, spawn
from tests.helpers.hub import Hub

pytestmark = pytest.mark.long

WORDS = ("run", "Find me a bus", "--json", "--max-tokens", "6", "--raw")


@pytest.fixture
def hub(tmp_path):
    repos = {
        "org/tiny-target": checkpoints.target(tmp_path / "served/target"),
        "org/tiny-head": checkpoints.mtp(tmp_path / "served/head"),
    }
    with Hub(repos) as served:
        yield served


def test_a_target_and_a_head_by_hub_name_are_fetched_once_with_progress_for_a_person(cli, hub, tmp_path, monkeypatch):
    """On a terminal alone: what another program reads stays clean."""
    hub.take_over(monkeypatch, tmp_path / "home/hub")
    words = (*WORDS, "--model", "org/tiny-target", "--drafter", "org/tiny-head")
    shown = on_a_terminal(*words, **hub.environ(tmp_path / "home"))
    assert "downloading org/tiny-target" in shown and "loading target" in shown

    def fetched() -> list[str]:
        return [asked for asked in hub.asked if asked.startswith("GET") and asked.endswith(".safetensors")]

    assert len(fetched()) == 2
    found = cli(*words)
    assert (found.json["model"], found.json["drafter"]) == ("org/tiny-target", "mtp") and found.json["stats"]["drafted"] > 0 and len(fetched()) == 2
    assert "loading" not in found.err and found.json["text"] in shown
    hub.close()
    assert cli(*words).json["text"] == found.json["text"], "what is on disk needs no hub"


def test_an_interrupted_fetch_ends_at_once_and_goes_on_the_next_time(cli, hub, tmp_path, monkeypatch):
    """Also while the hub is silent. Two MiB are more than the weights, which come beside it."""
    folder = checkpoints.target(tmp_path / "served/large")
    (folder / "large.txt").write_bytes(b"x" * (4 << 20))
    hub.repos["org/large"], hub.holds["large.txt"] = folder, 3 << 20
    environ = {**os.environ, **hub.environ(tmp_path / "home"), "HF_HUB_DOWNLOAD_TIMEOUT": "300"}
    process = spawn(*WORDS, "--model", "org/large", env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    part = tmp_path / "home/hub/models--org--large/blobs"
    while not any(file.stat().st_size >= 2 << 20 for file in part.glob("*.incomplete")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)  # less than the hub's client would wait for the silent hub
    assert (process.returncode, json.loads(out)["finish_reason"]) == (130, "interrupted"), err
    hub.let_go()
    hub.take_over(monkeypatch, tmp_path / "home/hub")
    assert cli(*WORDS, "--model", "org/large").code == 0
    assert len(hub.starts["large.txt"]) == 2 and hub.starts["large.txt"][1] >= 2 << 20, hub.asked
