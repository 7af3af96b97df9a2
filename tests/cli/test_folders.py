"""Models and drafters given by folder: what is reported of them, and of drafters that fail on the way the reason in one line, and never another
text."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from specdeck import assets
from specdeck.decoding.drafters.drafting import ChainedHead
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


def test_a_folder_is_reported_by_name_and_path_read_raw_without_a_template_and_drafted_for_by_what_is_there(cli, bare):
    words = ("run", PROMPT, "--model", str(bare), "--json", "--max-tokens", "12")
    done, asked = cli(*words), cli(*words, "--raw")
    assert done.code == asked.code == 0 and "chat template" in done.err and done.err.count("\n") == 1 and asked.err == ""
    run, drafted = asked.json, cli(*words, "--raw", "--drafter", str(assets.DRAFTER)).json
    check_laws(done.json), check_laws(drafted)
    assert done.json["prompt_tokens"] == run["prompt_tokens"] and done.json["text"] == run["text"] == drafted["text"]
    assert (run["model"], run["model_path"], run["drafter"], run["drafter_path"]) == ("bare", str(bare), "lookup", None)
    assert (drafted["drafter"], drafted["drafter_path"]) == ("model", str(assets.DRAFTER)) and drafted["stats"]["drafted"] > 0
    assert cli(*words, "--raw", "--drafter", "model").refused("no drafter model")


def test_hybrid_falls_back_on_what_is_there_and_says_so(cli, tmp_path):
    target, head = checkpoints.target(tmp_path / "target"), checkpoints.mtp(tmp_path / "head")
    words = ("run", PROMPT, "--raw", "--json", "--max-tokens", "8", "--model", str(target), "--drafter", str(head), "--drafter", "hybrid")
    done, asked = cli(*words), cli(*words, "--fallback", "mtp")
    assert asked.err == "" and done.err == "specdeck: no model is loaded to draft where lookup has no guess: hybrid falls back on mtp\n"
    for run in (done.json, asked.json):
        check_laws(run)
        assert (run["drafter"], run["drafter_path"], run["settings"]["fallback"]) == ("hybrid", str(head), "mtp")
    refused = cli(*words, "--fallback", "dflash")
    assert (refused.code, refused.out) == (1, "") and "no drafter dflash is loaded" in refused.err and "Traceback" not in refused.err


WORDS = ("run", "find me a bus", "--raw", "--max-tokens", "20", "--json")


def test_a_drafter_that_raises_in_the_middle_is_told_and_the_text_stays(cli, tmp_path, monkeypatch, signal_after):
    """By its kind, behind hybrid, and as what auto chose: the reply goes on without it, and it is the one that is named."""
    words = (*WORDS, "--model", str(checkpoints.target(tmp_path / "target")), "--drafter", str(checkpoints.mtp(tmp_path / "head")), "--lookup-min", "30")
    plain = cli(*words, "--drafter", "none").json
    propose = ChainedHead.propose
    for drafter, good in (("mtp", 3), ("hybrid", 3), ("auto", 0)):  # auto may leave it before long
        calls = iter(range(999))
        monkeypatch.setattr(ChainedHead, "propose", lambda self, ask: propose(self, ask) if next(calls) < good else 1 / 0)
        done = cli(*words, "--drafter", drafter, *(("--fallback", "mtp") if drafter == "hybrid" else ()))
        assert done.code == 0 and done.json["text"] == plain["text"] and (done.json["stats"]["drafted"] > 0) is (good > 0)
        assert "drafter mtp failed and is off for this reply: ZeroDivisionError" in done.err and "Traceback" not in done.err
    signal_after(signal.SIGINT, 3)
    done = cli(*words)
    assert done.code == 130 and done.json["finish_reason"] == "interrupted" and len(done.json["rounds"]) >= 3, "a reply that is stopped later is a stopped one"
