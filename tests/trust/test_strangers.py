"""What a stranger's files can do to this program before a token is written: sizes that nothing is there for, a
prompt that no context holds, files of two processes, a tokenizer that panics.
"""

import io
import json
import shutil
from pathlib import Path

import pytest

from specdeck import assets
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import LoadError
from specdeck.decoding.target.target_loading import read_tokenizer
from specdeck.models.measurements import Measurements
from tests.helpers import checkpoints
from tests.helpers.decks import MEASUREMENT

SPLIT = {"type": "Split", "pattern": {"Regex": "(a+)+b|(x|x)*y"}, "behavior": "Isolated", "invert": False}
TOKENIZERS = {
    "a pattern that gives up": ({"pre_tokenizer": SPLIT}, "fails on this text"),
    "an empty pattern": ({"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"}}, "fails on this text"),
}


def tokenizer_with(folder: Path, parts: dict) -> Path:
    """The embedded target's tokenizer with other parts."""
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        shutil.copy(assets.TARGET / name, folder)
    (folder / "tokenizer.json").write_text(json.dumps(json.loads((folder / "tokenizer.json").read_text()) | parts))
    return folder


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_tokenizer_that_no_text_survives_is_refused_as_it_is_read(tmp_path, name):
    parts, why = TOKENIZERS[name]
    with pytest.raises(LoadError, match=why) as error:
        read_tokenizer(recognise(tokenizer_with(tmp_path, parts)))
    assert "\n" not in str(error.value)


def test_a_text_on_which_a_tokenizer_gives_up_is_an_error_of_ours(tmp_path):
    pattern = {"type": "Split", "pattern": {"Regex": "(z+)+b|(q|q)*y"}, "behavior": "Isolated", "invert": False}
    tokenizer = read_tokenizer(recognise(tokenizer_with(tmp_path, {"pre_tokenizer": pattern})))
    with pytest.raises(LoadError, match="fails on this text"):
        tokenizer.encode("z" * 40 + "q" * 40)


@pytest.mark.parametrize("field, size", [("num_hidden_layers", 200_000), ("vocab_size", 2**30), ("hidden_size", 2**29), ("num_attention_heads", 10**9)])
def test_a_config_that_names_more_than_the_weights_hold_is_refused_before_it_is_built(cli, tmp_path, field, size):
    folder = checkpoints.target(tmp_path / "m", "qwen3")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {field: size}))
    done = cli("run", "hi", "--model", str(folder), "--drafter", "lookup")
    assert done.code == 1 and f"{field} is {size:,}" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("field, words", [("num_hidden_layers", "num_hidden_layers is 200,000"), ("block_size", "its block size is 200000")])
def test_so_is_a_drafters(cli, tmp_path, field, words):
    folder = tmp_path / "m"
    shutil.copytree(assets.MODELS / "dflash", folder)
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text()) | {field: 200_000}))
    done = cli("run", "hi", "--drafter", str(folder))
    assert done.code == 1 and words in done.err and done.err.count("\n") == 1


def test_a_prompt_that_no_context_holds_never_reaches_the_tokenizer(cli, monkeypatch):
    monkeypatch.setattr("specdeck.decoding.loop.render", lambda *_, **__: pytest.fail("it was made into tokens"))
    done = cli("run", "word " * 200_000)
    assert done.code == 2 and "1,000,000 characters" in done.err and done.err.count("\n") == 1


class Endless(io.RawIOBase):
    """A pipe that nobody closes; it counts what is read."""

    taken = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        Endless.taken += len(buffer)
        assert Endless.taken < 1 << 28, "it is read for ever"
        return len(buffer)


def test_a_stdin_without_end_is_refused(cli, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    done = cli("run", "-")
    assert done.code == 2 and "longer than 67,108,864 bytes" in done.err and done.err.count("\n") == 1


def test_one_byte_that_is_no_text_hides_no_measurement_but_its_own(tmp_path):
    file = tmp_path / "measured.jsonl"
    Measurements(file).add(MEASUREMENT)
    file.write_bytes(b'{"\xff\n' + file.read_bytes())
    assert Measurements(file).of("t") == [MEASUREMENT]


def test_a_number_of_400_digits_in_the_config_is_bad_usage(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path))
    (tmp_path / "config.toml").write_text(f"temperature = {'9' * 400}\n")
    done = cli("run", "hi")
    assert done.code == 2 and "temperature must be a number" in done.err and done.err.count("\n") == 1
