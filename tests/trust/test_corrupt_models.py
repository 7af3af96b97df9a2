"""Model folders with every kind of damage: a reply, or one line that says what is wrong and the right code; no hang, no code of theirs. SPECDECK_TRIES=50
tries more of each kind."""

import io
import json
import os
import shutil
import signal
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import pytest

from specdeck.cli import main
from tests.helpers import checkpoints
from tests.helpers.command_line import Outcome
from tests.trust.corrupt import DAMAGES, SAFE, damaged

SEED = 20
TRIES = int(os.environ.get("SPECDECK_TRIES", "3"))  # of each kind
PATIENCE = 120  # seconds until a try counts as hanging: a busy machine is slow


def command(*words: str) -> Outcome:
    """A command in this process; TimeoutError where it hangs."""
    out, err = io.StringIO(), io.StringIO()
    out.reconfigure = err.reconfigure = lambda **_: None
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(PATIENCE)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = main(words)
            except SystemExit as exit:
                code = int(exit.code or 0)
    finally:
        signal.alarm(0)
    return Outcome(code, out.getvalue(), err.getvalue())


def _hangs(*_: object) -> None:
    raise TimeoutError("it hangs")


def run(folder: Path) -> Outcome:
    return command("run", "hello there", "--model", str(folder), "--drafter", "lookup", "--max-tokens", "4", "--json")


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> tuple[Path, str]:
    """A tiny model without damage, and what it says."""
    folder = checkpoints.target(tmp_path_factory.mktemp("sound") / "sound", "qwen3")
    (folder / "generation_config.json").write_text(json.dumps({"temperature": 0.6, "eos_token_id": 2, "suppress_tokens": [3]}))
    return folder, run(folder).json["text"]


def wrong(name: str, folder: Path, done: Outcome, wanted: str) -> str | None:
    """What is wrong with the outcome of a damaged folder, None if nothing is."""
    if (folder / "pwned").exists() or Path("pwned").exists():
        return "its code ran"
    if done.code == 0:
        reply = done.json
        if any(word in done.out for word in ("NaN", "Infinity")):
            return "it printed what is no JSON"
        if name in SAFE and reply["text"] != wanted:
            return f"another text: {reply['text']!r}"
        return "NaN weights were taken" if name == "not numbers" and reply["finish_reason"] != "length" else None
    if done.code not in (1, 2) or "Traceback" in done.err or "SPECDECK_DEBUG" in done.err:
        return f"exit {done.code}: {done.err}"
    lines = done.err.rstrip("\n").split("\n")
    return f"{len(lines)} lines: {done.err}" if len(lines) > 2 or not lines[-1].startswith("specdeck: ") or name in SAFE else None


@pytest.mark.long
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_model_is_read_or_refused_in_one_line(sound, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (whole, wanted), rng = sound, Random(f"{SEED} {name}")
    for number in range(TRIES):
        folder = damaged(whole, tmp_path / str(number), name, rng)
        done = run(folder)
        assert (trouble := wrong(name, folder, done, wanted)) is None, (name, number, trouble)
        shutil.rmtree(folder)
