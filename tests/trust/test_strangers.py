"""What a stranger's files can do to this program before a token is written: sizes that nothing is there for, a prompt that no context holds, files of
two processes, a tokenizer that panics, Python of its own, a folder with an odd config."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper

from specdeck import assets
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import LoadError
from specdeck.decoding.target.target_loading import read_tokenizer
from specdeck.models.disk import scan_disk
from specdeck.models.measurements import Measurements
from tests.helpers import checkpoints
from tests.helpers.damaged import changed
from tests.helpers.decks import MEASUREMENT
from tests.helpers.everyday import everyday

SPLIT = {"type": "Split", "pattern": {"Regex": "(a+)+b|(x|x)*y"}, "behavior": "Isolated", "invert": False}
TOKENIZERS = {
    "a pattern that gives up": ({"pre_tokenizer": SPLIT}, "fails on this text"),
    "an empty pattern": ({"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"}}, "fails on this text"),
}


def read_with(folder: Path, parts: dict) -> TokenizerWrapper:
    """The embedded target's tokenizer with other parts."""
    return read_tokenizer(recognise(changed(shutil.copytree(assets.TARGET, folder / "m"), "tokenizer.json", **parts)))


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_tokenizer_that_no_text_survives_is_refused_as_it_is_read(tmp_path, name):
    parts, why = TOKENIZERS[name]
    with pytest.raises(LoadError, match=why) as error:
        read_with(tmp_path, parts)
    assert "\n" not in str(error.value)


def test_a_text_on_which_a_tokenizer_gives_up_is_an_error_of_ours(tmp_path):
    pattern = {"type": "Split", "pattern": {"Regex": "(z+)+b|(q|q)*y"}, "behavior": "Isolated", "invert": False}
    tokenizer = read_with(tmp_path, {"pre_tokenizer": pattern})
    with pytest.raises(LoadError, match="fails on this text"):
        tokenizer.encode("z" * 40 + "q" * 40)


@pytest.mark.parametrize("field, size", [("num_hidden_layers", 200_000), ("vocab_size", 2**30), ("hidden_size", 2**29), ("num_attention_heads", 10**9)])
def test_a_config_that_names_more_than_the_weights_hold_is_refused_before_it_is_built(cli, tmp_path, field, size):
    folder = changed(checkpoints.target(tmp_path / "m", "qwen3"), **{field: size})
    done = cli("run", "hi", "--model", str(folder), "--drafter", "lookup")
    assert done.code == 1 and f"{field} is {size:,}" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("field, words", [("num_hidden_layers", "num_hidden_layers is 200,000"), ("block_size", "its block size is 200000")])
def test_so_is_a_drafters(cli, tmp_path, field, words):
    folder = changed(shutil.copytree(assets.DFLASH, tmp_path / "m"), **{field: 200_000})
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


# -- Python that a model folder brings is never run, whoever answers yes --------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    """The embedded target under a type that transformers lacks, with a tokenizer class of its own that leaves a mark when it runs."""
    folder, tokenizer = shutil.copytree(assets.TARGET, tmp_path / "stranger"), {"AutoTokenizer": ["evil.EvilTokenizer", None]}
    changed(folder, model_type="minicpm", auto_map={"AutoConfig": "evil.Config"} | tokenizer)
    changed(folder, "tokenizer_config.json", tokenizer_class="EvilTokenizer", auto_map=tokenizer)
    (folder / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    return folder


@everyday("words", [("run", "hello", "--max-tokens", "2"), ("models",)], ("run", "hello", "--max-tokens", "2"), ids=lambda words: words[0])
def test_no_code_of_a_folder_runs(folder, words):
    command = [sys.executable, "-m", "specdeck", *words, *(("--model", str(folder)) if words[0] == "run" else (str(folder),))]
    done = subprocess.run(command, input="y\ny\ny\n", capture_output=True, text=True, timeout=120)
    assert not (folder.parent / "ran").exists()
    assert "Traceback" not in done.stderr and "[y/N]" not in done.stdout + done.stderr


# -- a folder with an odd config is a row with its trouble, and hides no other --------------------------------------------


def test_every_odd_folder_is_a_row_and_the_sound_one_is_there(many):
    stock = scan_disk([str(many)])
    rows = {item.folder.name: item for item in stock.items if item.origin == "folder"}
    assert len(rows) == len(list(many.iterdir()))
    assert rows["sound"].trouble is None
    assert all("\n" not in item.trouble for item in rows.values() if item.trouble)


FIELDS = [("model_type", [1]), ("text_config", 7), ("dflash_config", "x"), ("rope_parameters", [1]), ("rms_norm_eps", "x"), ("hidden_size", "64")]
ODD_FIELDS = [(kind, *field) for field in FIELDS for kind in ("target", "dflash")]


@everyday("kind, field, value", ODD_FIELDS, *ODD_FIELDS[::5])
def test_an_odd_field_of_a_target_or_a_drafter_is_read_or_refused_in_a_line(cli, tmp_path, kind, field, value):
    folder = changed(shutil.copytree(assets.MODELS / kind, tmp_path / "m"), **{field: value})
    listed = cli("models", str(tmp_path), "--json")
    assert listed.code == 0 and [row for row in json.loads(listed.out)["models"] if row["path"] == str(folder)]
    done = cli("run", "hi", "--max-tokens", "1", *(("--model", str(folder), "--drafter", "lookup") if kind == "target" else ("--drafter", str(folder))))
    assert done.code == 0 or done.code == 1 and done.err.count("\n") == 1 and "SPECDECK_DEBUG" not in done.err


def test_the_command_lists_them_all(many, cli):
    done = cli("models", str(many))
    assert done.code == 0 and "Traceback" not in done.err
    assert [folder.name for folder in many.iterdir() if folder.name not in done.out] == []
