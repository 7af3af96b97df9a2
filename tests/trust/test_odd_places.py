"""Where specdeck may be started: without a home or with one that nobody can write to, without a terminal's name, in a C locale, in a folder
of a stranger's modules, in a folder that is gone. (An installed wheel in a path with spaces and other letters: tests/test_install.py.)"""

import json
import os
import subprocess
import sys

import pytest

from specdeck import assets
from tests.helpers.places import BARE, HOSTILE

pytestmark = pytest.mark.long
WORDS = ("run", "Repeat exactly: café 東京", "--max-tokens", "4", "--json", "--stop", "é", "--system", "ü")


def specdeck(*words: str, changes: dict[str, str | None] | None = None, **options) -> subprocess.CompletedProcess:
    """A command in a process of its own; `changes` of its environment, None for what is unset."""
    environ = {name: value for name, value in (os.environ | (changes or {})).items() if value is not None}
    return subprocess.run([sys.executable, "-m", "specdeck", *words], capture_output=True, env=environ, timeout=600, **options)


@pytest.fixture(scope="module")
def here() -> list[int]:
    """The ids of a reply in this environment."""
    return [token["id"] for token in json.loads(specdeck(*WORDS).stdout)["tokens"]]


@pytest.mark.parametrize("changes", [BARE, HOSTILE], ids=["nothing is set", "all is against it"])
def test_a_reply_is_the_same_there(here, changes, somebody):
    done = specdeck(*WORDS, changes=changes)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    assert [token["id"] for token in json.loads(done.stdout)["tokens"]] == here != []


def test_modules_of_a_stranger_are_not_run(tmp_path):
    for name in ("mlx.py", "mlx_lm.py", "textual.py", "transformers.py", "rich.py"):
        (tmp_path / name).write_text("raise SystemExit('a stranger')")
    for name in ("app", "decoding", "assets", "huggingface_hub"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    done = specdeck("run", "hello", "--max-tokens", "2", cwd=tmp_path)
    assert done.returncode == 0 and b"stranger" not in done.stderr, done.stderr


@pytest.mark.parametrize("words", [("run", "hello"), ("models",), ("replay", str(assets.TRACES / "same.jsonl"))], ids=lambda words: words[0])
def test_a_folder_that_is_gone_is_named(tmp_path, words):
    gone = tmp_path / "gone"
    command = f'mkdir "{gone}" && cd "{gone}" && rmdir "{gone}" && exec "{sys.executable}" -m specdeck "$@"'
    done = subprocess.run(["sh", "-c", command, "sh", *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 1 and done.stderr == "specdeck: the working directory was deleted: change to another one\n"
