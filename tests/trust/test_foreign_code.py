"""Python that a model folder brings is never run, whoever answers yes."""

import json
import shutil
import subprocess
import sys

import pytest

from specdeck import assets
from tests.helpers.everyday import everyday


@pytest.fixture
def folder(tmp_path):
    """The embedded target under a type that transformers lacks, with a tokenizer class of its own that leaves a mark when it runs."""
    folder = tmp_path / "stranger"
    shutil.copytree(assets.TARGET, folder)
    ours = json.loads((folder / "config.json").read_text())
    theirs = {"model_type": "minicpm", "auto_map": {"AutoConfig": "evil.Config", "AutoTokenizer": ["evil.EvilTokenizer", None]}}
    (folder / "config.json").write_text(json.dumps(ours | theirs))
    config = json.loads((folder / "tokenizer_config.json").read_text())
    config |= {"tokenizer_class": "EvilTokenizer", "auto_map": {"AutoTokenizer": ["evil.EvilTokenizer", None]}}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    (folder / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    return folder


@everyday("words", [("run", "hello", "--max-tokens", "2"), ("models",)], ("run", "hello", "--max-tokens", "2"), ids=lambda words: words[0])
def test_no_code_of_a_folder_runs(folder, words):
    command = [sys.executable, "-m", "specdeck", *words, *(("--model", str(folder)) if words[0] == "run" else (str(folder),))]
    done = subprocess.run(command, input="y\ny\ny\n", capture_output=True, text=True, timeout=120)
    assert not (folder.parent / "ran").exists()
    assert "Traceback" not in done.stderr and "[y/N]" not in done.stdout + done.stderr
