"""Models given by folder: what is reported of them, and a tokenizer that has no chat template."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specdeck import assets
from tests.helpers import checkpoints
from tests.helpers.command_line import PROMPT, check_laws


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The embedded target as a folder of another name, without its chat template."""
    folder = tmp_path / "bare"
    folder.mkdir()
    for file in assets.TARGET.iterdir():
        if file.name not in ("tokenizer_config.json", "chat_template.jinja"):
            (folder / file.name).symlink_to(file)
    config = json.loads((assets.TARGET / "tokenizer_config.json").read_text())
    config.pop("chat_template", None)
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return folder


def test_a_model_without_a_template_is_read_raw_and_stderr_says_so(cli, bare):
    done = cli("run", PROMPT, "--model", str(bare), "--json", "--max-tokens", "6")
    asked = cli("run", PROMPT, "--model", str(bare), "--json", "--max-tokens", "6", "--raw")
    assert done.code == asked.code == 0 and "chat template" in done.err and done.err.count("\n") == 1 and asked.err == ""
    check_laws(done.json)
    assert done.json["prompt_tokens"] == asked.json["prompt_tokens"] and done.json["text"] == asked.json["text"]


def test_a_folder_is_reported_by_name_and_path_and_drafted_for_by_lookup(cli, bare):
    run = cli("run", PROMPT, "--model", str(bare), "--json", "--max-tokens", "6", "--raw").json
    assert (run["model"], run["model_path"], run["drafter"], run["drafter_path"]) == ("bare", str(bare), "lookup", None)


def test_a_drafter_folder_is_recognised_by_what_it_holds(cli, bare):
    words = ("--model", str(bare), "--drafter", str(assets.DRAFTER), "--raw", "--max-tokens", "12")
    run = cli("run", PROMPT, "--json", *words).json
    check_laws(run)
    assert (run["drafter"], run["drafter_path"]) == ("model", str(assets.DRAFTER)) and run["stats"]["drafted"] > 0


def test_a_name_with_nothing_to_load_fails_with_the_reason(cli, bare):
    done = cli("run", PROMPT, "--model", str(bare), "--drafter", "model", "--json")
    assert (done.code, done.out) == (1, "") and "no drafter model" in done.err


def test_hybrid_falls_back_on_what_is_there_and_says_so(cli, tmp_path):
    target, head = checkpoints.target(tmp_path / "target"), checkpoints.mtp(tmp_path / "head")
    words = ("run", PROMPT, "--raw", "--json", "--max-tokens", "8", "--model", str(target), "--drafter", str(head), "--drafter", "hybrid")
    done, asked = cli(*words), cli(*words, "--fallback", "mtp")
    assert "hybrid falls back on mtp" in done.err and done.err.count("\n") == 1 and asked.err == ""
    for run in (done.json, asked.json):
        check_laws(run)
        assert (run["drafter"], run["drafter_path"], run["settings"]["fallback"]) == ("hybrid", str(head), "mtp")
    refused = cli(*words, "--fallback", "dflash")
    assert (refused.code, refused.out) == (1, "") and "no drafter dflash is loaded" in refused.err and refused.err.count("\n") == 1
