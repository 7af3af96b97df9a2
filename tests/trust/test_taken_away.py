"""What may be taken away while specdeck works: the model's files, the hub's cache, the reader of its output. (Signals, stops and windows:
test_terminals and test_terminal_gone; a full disk under the history: test_keep.)"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from specdeck import assets
from specdeck.decoding import LoadError, Settings, decode, load
from specdeck.decoding.checkpoints.hub_download import fetch
from specdeck.models.disk import scan_disk
from tests.helpers import heads
from tests.helpers.command_line import ROOT
from tests.helpers.hub import Hub

NOWHERE = Path("/proc/nowhere")  # where nobody can make a file


def text(pair) -> list[int]:
    """The tokens of a short reply, from cold caches."""
    pair.reset()
    events = decode(pair, "Repeat exactly: the blue door", Settings(drafter="model", k=4), max_tokens=8)
    return [token for event in events for token in getattr(event, "tokens", ())]


def test_model_files_that_are_deleted_while_they_are_in_use(tmp_path):
    folders = tmp_path / "target", tmp_path / "drafter"
    for folder, source in zip(folders, (assets.TARGET, assets.DRAFTER)):
        shutil.copytree(source, folder)
    pair = load(*map(str, folders))
    before = text(pair)
    for folder in folders:
        shutil.rmtree(folder)
    assert text(pair) == before and len(before) > 4
    with pytest.raises(LoadError) as error:
        load(str(folders[0]), beside=pair)
    assert "\n" not in str(error.value) and text(pair) == before
    assert [item for item in scan_disk([str(tmp_path)]).items if item.origin == "folder"] == []


def test_a_hub_cache_that_cannot_be_written(cli, monkeypatch, tmp_path):
    with Hub({"org/tiny": heads.target_folder(tmp_path / "served")}) as hub:
        hub.take_over(monkeypatch, NOWHERE)
        with pytest.raises(LoadError, match="org/tiny cannot be downloaded: .") as error:
            fetch("org/tiny")
        assert "\n" not in str(error.value)
        assert cli("models").code == 0


@pytest.mark.long
@pytest.mark.parametrize("words", [("run", "hello", "--max-tokens", "9"), ("models",), ("paths",), ("replay", str(assets.TRACES / "same.jsonl"))], ids=lambda words: words[0])
def test_a_reader_that_has_gone(words):
    process = subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    said = process.stderr.read()
    assert process.wait(300) in (0, 1) and said == b"", said
