"""A sample of terminal_bytes: no command lets a stranger's text through to the terminal."""

import json
import os
from random import Random

import pytest

from tests.helpers import heads
from tests.trust.hostile import obeyed
from tests.trust.terminal import OnTerminal
from tests.trust.terminal_bytes import CONFIG, OURS, attempt

TRIES = int(os.environ.get("SPECDECK_TRIES", "40"))


def quoted_by_a_library(home, **environ) -> OnTerminal:
    """`run` on a model whose config transformers quotes in a warning; it works all the same."""
    folder = heads.target_folder(home / "m", "qwen3")
    config = json.loads((folder / "config.json").read_text()) | {"rope_scaling": CONFIG["rope_scaling"]}
    (folder / "config.json").write_text(json.dumps(config))
    with OnTerminal("run", "hi", "--max-tokens", "2", "--model", str(folder), "--drafter", "lookup", environ=environ) as app:
        assert app.code() == 0
    return app


def test_what_a_library_says_of_a_config_does_not_reach_the_terminal(tmp_path):
    said = quoted_by_a_library(tmp_path).seen.decode()
    assert obeyed(OURS.sub("\n", said)) == [] and "owned" not in said


def test_it_is_shown_cleaned_to_who_looks_for_a_fault(tmp_path):
    said = quoted_by_a_library(tmp_path, SPECDECK_DEBUG="1").seen.decode()
    assert obeyed(OURS.sub("\n", said)) == [] and "attention_factor" in said and "owned" in said


@pytest.mark.long
@pytest.mark.parametrize("seed", range(max(1, TRIES // 10)))
def test_any_command_over_any_model(seed):
    assert attempt(Random(f"37 {seed}")) is None
