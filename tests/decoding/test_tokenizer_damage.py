"""A tokenizer that cannot be read: the error names the file and says what to do, in one line."""

import importlib.util
import json
import shutil

import pytest

from specdeck import assets
from specdeck.decoding.checkpoints import complete_files
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import LoadError
from specdeck.decoding.target.target_loading import read_tokenizer

PIECES = [{"rank": 0, "token_bytes": "YQ==", "token_str": "a"}]
SETTINGS = {"pattern": ".", "num_vocab_tokens": 1, "default_vocab_size": 3, "default_num_special_tokens": 2, "version": "v3"}
@pytest.fixture
def folder(tmp_path):
    """The embedded target's, without weights."""
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        shutil.copy(assets.TARGET / name, tmp_path)
    return tmp_path


def why(folder) -> str:
    with pytest.raises(LoadError) as error:
        read_tokenizer(recognise(folder))
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("content", ['{"config": {', b"\xfa\xff\x00"], ids=["cut off", "no text"])
def test_mistrals_file(folder, content):
    (folder / "tokenizer.json").unlink()
    (folder / "tekken.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert str(folder / "tekken.json") in why(folder) and why(folder).endswith("download it again")


@pytest.mark.parametrize("name, content", [("tokenizer.json", "{"), ("tokenizer_config.json", "{")])
def test_other_files(folder, name, content):
    (folder / name).write_text(content)
    assert str(folder / name) in why(folder) and why(folder).endswith("download it again") and why(folder).count("download it again") == 1


def test_a_whole_file_that_only_mistrals_library_reads(folder, monkeypatch):
    (folder / "tokenizer.json").unlink()
    (folder / "tekken.json").write_text(json.dumps({"config": SETTINGS, "vocab": PIECES}))
    monkeypatch.setattr(complete_files.importlib.util, "find_spec", lambda name: None)
    assert complete_files.damage(folder) is None
    assert "pip install mistral-common" in complete_files.needs_mistral_common(folder)
    if importlib.util.find_spec("mistral_common") is None:
        assert "pip install mistral-common" in why(folder)
