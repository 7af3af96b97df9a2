"""What a stranger's model can do to this program: damage of every kind to every file, sizes that nothing is there for, a tokenizer that panics, Python
of its own, weights that are no numbers. It is read, or refused in one line. SPECDECK_TRIES=N tries N of each damage."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import mlx.core as mx
import pytest

from specdeck import assets
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import LoadError
from specdeck.decoding.target.target_loading import read_tokenizer
from specdeck.models.disk import scan_disk
from tests.helpers import checkpoints
from tests.helpers.damaged import changed
from tests.helpers.everyday import everyday
from tests.trust.corrupt import DAMAGES, ODD, beside, damaged, values
from tests.trust.hostile import SEED, obeyed

TRIES = int(os.environ.get("SPECDECK_TRIES", "3"))
PATIENCE = 120  # seconds until a try counts as hanging: a busy machine is slow
CASES = [*(("TARGET", name) for name in DAMAGES), *(("DRAFTER", name) for name in DAMAGES), *(("DFLASH", name) for name in DAMAGES if not name.startswith(("tokenizer", "generation")))]


def hangs(*_: object) -> None:
    raise TimeoutError("it hangs")


def folder_of(part: str, place: Path) -> Path:
    """A tiny target, or an embedded drafter; sound."""
    return checkpoints.target(place, "qwen3") if part == "TARGET" else shutil.copytree(getattr(assets, part), place)


def run(cli, part: str, folder: Path, *words: str):
    """What a target or a drafter says, which is JSON."""
    words += ("--model", str(folder), "--drafter", "lookup") if part == "TARGET" else ("--drafter", str(folder))
    done = cli("run", "hello there", "--max-tokens", "4", "--json", *words)
    assert done.code or json.loads(done.out, parse_constant=pytest.fail)
    return done


def refused(done) -> bool:
    """Whether it was, in the one line that a refusal has, after a remark perhaps."""
    *remarks, last = done.err.splitlines() or [""]
    return (done.code, done.out) == (1, "") and last.startswith("specdeck: ") and len(remarks) < 2 and "SPECDECK_DEBUG" not in done.err


@everyday("part, name", CASES, ("TARGET", "config.json values"), ("DRAFTER", "tokenizer.json place"), ("DFLASH", "config.json values"))
def test_a_damaged_model_is_read_or_refused_in_one_line_and_hides_no_other(cli, tmp_path, monkeypatch, part, name):
    monkeypatch.chdir(tmp_path)
    sound, rng = folder_of(part, tmp_path / "sound"), Random(f"{SEED} {name}")
    (sound / "generation_config.json").write_text(json.dumps({"temperature": 0.6, "eos_token_id": 2, "suppress_tokens": [3]}))
    wanted = run(cli, part, sound).json["text"]
    signal.signal(signal.SIGALRM, hangs)
    for number in range(TRIES):
        signal.alarm(PATIENCE)
        folder = damaged(sound, tmp_path / str(number), name, rng)
        done = run(cli, part, folder)
        signal.alarm(0)
        assert (refused(done) and name != "beside") or done.json["text"] == wanted or (done.code == 0 and name != "beside"), (number, done)
        assert not (folder / "pwned").exists() and not Path("pwned").exists(), "its code ran"
        assert not obeyed(done.out + done.err)
    listed = cli("models", str(tmp_path))
    assert "sound" in listed.out and not obeyed(listed.out + listed.err)


def test_every_odd_folder_is_listed_and_the_sound_one_is_there(cli, tmp_path):
    rng = Random(SEED)
    shutil.copytree(assets.TARGET, tmp_path / "sound")
    for number in range(150):
        folder = shutil.copytree(assets.MODELS / ("mtp", "dflash", "target")[number % 3], tmp_path / f"m{number:04}", copy_function=os.symlink)
        (folder / "tokenizer.json").unlink(missing_ok=True)  # which takes time
        values(folder / "config.json", rng)
        changed(folder, **({"model_type": ODD[number]} if number < len(ODD) else {}))
    rows = {item.folder.name: item.trouble for item in scan_disk([str(tmp_path)]).items if item.origin == "folder"}
    assert sorted(rows) == sorted(os.listdir(tmp_path)) and rows["sound"] is None and not any("\n" in (trouble or "") for trouble in rows.values())
    done = cli("models", str(tmp_path))
    assert done.code == 0 and "Traceback" not in done.err and [name for name in rows if name not in done.out] == []


@pytest.mark.parametrize("part, field, size, said", [
    *(("TARGET", field, size, f"{field} is {size:,}") for field, size in (("num_hidden_layers", 200_000), ("vocab_size", 2**30), ("hidden_size", 2**29), ("num_attention_heads", 10**9))),
    ("DFLASH", "num_hidden_layers", 200_000, "num_hidden_layers is 200,000"), ("DFLASH", "block_size", 200_000, "its block size is 200000"),
])  # fmt: skip
def test_a_config_that_names_more_than_the_weights_hold_is_refused_before_it_is_built(cli, tmp_path, part, field, size, said):
    done = run(cli, part, changed(folder_of(part, tmp_path / "m"), **{field: size}))
    assert refused(done) and said in done.err


GIVES_UP = {"type": "Split", "pattern": {"Regex": "(a+)+b|(x|x)*y"}, "behavior": "Isolated", "invert": False}


@pytest.mark.parametrize("text, parts", [
    ("", {"pre_tokenizer": GIVES_UP}), ("", {"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"}}),
    ("z" * 40 + "q" * 40, {"pre_tokenizer": GIVES_UP | {"pattern": {"Regex": "(z+)+b|(q|q)*y"}}}),
])  # fmt: skip
def test_a_tokenizer_that_a_text_ends_is_an_error_of_ours(tmp_path, text, parts):
    """That no text survives is seen as it is read."""
    folder = changed(shutil.copytree(assets.TARGET, tmp_path / "m"), "tokenizer.json", **parts)
    with pytest.raises(LoadError, match="^[^\n]*fails on this text"):
        read_tokenizer(recognise(folder)).encode(text or pytest.fail("it was read"))


@everyday("words", [("run", "hello", "--max-tokens", "2", "--model"), ("models",)], ("run", "hello", "--max-tokens", "2", "--model"), ids=lambda words: words[0])
def test_no_code_of_a_folder_runs_whoever_answers_yes(tmp_path, words):
    """A type that transformers lacks, and a tokenizer class that leaves a mark when it runs."""
    folder, tokenizer = shutil.copytree(assets.TARGET, tmp_path / "stranger"), {"AutoTokenizer": ["tokenization_evil.EvilTokenizer", None]}
    changed(folder, model_type="minicpm", auto_map={"AutoConfig": "tokenization_evil.Config"} | tokenizer)
    changed(folder, "tokenizer_config.json", tokenizer_class="EvilTokenizer", auto_map=tokenizer)
    beside(folder / "config.json", Random(SEED))
    done = subprocess.run([sys.executable, "-m", "specdeck", *words, str(folder)], input="y\ny\ny\n", capture_output=True, text=True, timeout=PATIENCE)
    assert not (folder / "pwned").exists() and "Traceback" not in done.stderr and "[y/N]" not in done.stdout + done.stderr


@pytest.mark.parametrize("temperature", ["0", "0.8"])
def test_weights_that_are_no_numbers_end_a_targets_reply_and_a_drafters_part_in_it(cli, tmp_path, temperature):
    for part in ("TARGET", "DRAFTER"):
        folder = shutil.copytree(getattr(assets, part), tmp_path / part)
        tensors = dict(mx.load(str(file := folder / "model.safetensors")))
        name = next(name for name in tensors if name.endswith("norm.weight"))
        mx.save_safetensors(str(file), tensors | {name: tensors[name] * math.nan}, {"format": "mlx"})
    done = run(cli, "DRAFTER", folder, "--temperature", temperature, "--seed", "1")
    assert len(done.json["tokens"]) == 4 and "its probabilities are not numbers" in done.err
    words = ("--model", str(tmp_path / "TARGET"), "--drafter", "lookup", "--json", "--temperature", temperature)
    for done in (cli("run", "hello", *words), cli("compare", "hello", "--runs", "1", *words)):
        assert refused(done) and "the target's logits are not numbers" in done.err
