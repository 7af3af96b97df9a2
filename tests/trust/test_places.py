"""Where specdeck may be started, and what may be taken away meanwhile: no home or one that nobody can write to, no terminal's name, a C locale,
a folder of a stranger's modules or one that is gone, closed streams, a full disk, a deleted model, a reader that has left. (An installed wheel in
a path with spaces and other letters: tests/test_install.py.)"""

import json
import os
import resource
import shutil
import subprocess
import sys

import pytest
from huggingface_hub import constants

from specdeck import assets
from specdeck.actions import saving
from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.checkpoints.hub_download import fetch
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.models.disk import scan_disk
from specdeck.settings import config, paths
from tests.helpers import checkpoints, toys
from tests.helpers.command_line import PATIENCE, ROOT, OnTerminal, spawn
from tests.helpers.everyday import everyday
from tests.helpers.hub import Hub

NOWHERE = "/proc"  # in which nobody can make a file, root neither
BARE = dict.fromkeys(("SPECDECK_STATE_DIR", "SPECDECK_CONFIG_DIR", "HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TERM", "LANG", "LC_ALL"))
HOSTILE = BARE | {"HOME": NOWHERE, "TERM": "dumb", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
REPLAY = ("replay", str(assets.TRACES / "same.jsonl"))
WORDS = ("run", "Repeat exactly: café 東京", "--max-tokens", "4", "--json", "--stop", "é", "--system", "ü")
CLOSED = "9" * 300  # root may look everywhere: a name that is too long stands for a folder that is closed, for the system refuses both


def specdeck(*words: str, changes: dict[str, str | None] | None = None, shell: str = 'exec "$@"', **options) -> subprocess.CompletedProcess:
    """A command in a process of its own; `changes` of its environment, None for what is unset; `shell`: how a shell starts it."""
    environ = {name: value for name, value in (os.environ | (changes or {})).items() if value is not None}
    command = ["sh", "-c", shell, "sh", sys.executable, "-m", "specdeck", *words]
    return subprocess.run(command, **{"cwd": ROOT, "stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "env": environ, "timeout": PATIENCE} | options)


# -- where a command starts ------------------------------------------------------------------------------------------------------


@pytest.fixture
def somebody(tmp_path, monkeypatch):
    """Where HOME is unset, processes find this folder as the user's home, not the one of whoever runs the tests."""
    (tmp_path / "sitecustomize.py").write_text(
        f"import pwd\nreal = pwd.getpwuid\npwd.getpwuid = lambda uid: pwd.struct_passwd((*real(uid)[:5], {str(tmp_path / 'home')!r}, real(uid)[6]))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.long
def test_a_reply_is_the_same_wherever_it_is_asked_for_and_the_playground_runs_there(somebody):
    done = [specdeck(*WORDS, changes=changes, encoding="utf-8") for changes in ({}, BARE, HOSTILE)]
    assert [(each.returncode, each.stderr) for each in done] == [(0, "")] * 3
    first, *others = [[token["id"] for token in json.loads(each.stdout)["tokens"]] for each in done]
    assert others == [first, first] and first
    for changes in (BARE, HOSTILE, BARE | {"HOME": "/proc/nowhere", "TERM": "no-such-terminal"}):
        with OnTerminal(environ=changes) as app:
            asked_and_left(app, "Repeat exactly: door", since=app.wait_for("ready"))


def asked_and_left(app: OnTerminal, *prompts: str, since: int = 0) -> None:
    """Each prompt gets its whole reply; then the playground is left."""
    for prompt in prompts:
        app.type(f"{prompt}\r")
        since = app.wait_for("over the whole reply" if not prompt.startswith("/") else "large", since=since)
    app.type("\x11")  # ctrl+q
    assert app.code() == 0 and app.clean() and b"Traceback" not in app.seen


@pytest.mark.long
def test_modules_of_a_stranger_are_not_run(tmp_path):
    for name in ("mlx.py", "mlx_lm.py", "textual.py", "transformers.py", "rich.py"):
        (tmp_path / name).write_text("raise SystemExit('a stranger')")
    for name in ("app", "decoding", "assets", "huggingface_hub"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    done = specdeck("run", "hello", "--max-tokens", "2", cwd=tmp_path)
    assert done.returncode == 0 and "stranger" not in done.stderr, done.stderr


GONE = "specdeck: the working directory was deleted: change to another one\n"
NO_TERMINAL = "specdeck: the playground needs a terminal; without one use: specdeck run PROMPT\n"
FULL = "specdeck: the output cannot be written: No space left on device\n"
CLOSED_STREAMS = ("<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-")
STARTS = [  # how a shell starts it, what, its exit code, what it says; some without standard streams, which the next files that are opened take the places of
    *(('mkdir gone && cd gone && rmdir ../gone && exec "$@"', words, 1, GONE) for words in (("run", "hello"), REPLAY)),
    *((f'exec "$@" {streams}', ("paths",), 0, "") for streams in CLOSED_STREAMS),
    *((f'exec "$@" {streams}', (), 2, "" if "2>" in streams else NO_TERMINAL) for streams in CLOSED_STREAMS),
    *((f'exec "$@" {to}', words, code, said) for to, code, said in (("", 0, ""), (">/dev/full", 1, FULL)) for words in (("--help",), ("paths", "--json"))),
    ('exec "$@" <&- >&- 2>&-', ("run", "hi", "--max-tokens", "3", "--trace", "t"), 0, ""),
]  # fmt: skip


@everyday("shell, words, code, said", STARTS, *(STARTS[row] for row in (0, 1, 2, 3, 8, 9, 10, 15, 16, 19, 20)))
def test_however_a_shell_starts_it_it_is_done_or_told(tmp_path, shell, words, code, said):
    done = specdeck(*words, shell=shell, changes={"PYTHONIOENCODING": "ascii"}, cwd=tmp_path)
    assert (done.returncode, done.stderr, bool(done.stdout)) == (code, said, not code and ">&-" not in shell.replace("2>&-", ""))
    assert "--trace" not in words or [json.loads(line) for line in (tmp_path / "t").read_text().splitlines()], "no other lines"


# -- places that cannot be looked at ---------------------------------------------------------------------------------------------


def test_a_user_without_a_home_or_with_a_state_folder_that_is_closed(cli, monkeypatch):
    def homeless(name: str) -> None:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("SPECDECK_STATE_DIR", f"/somewhere/{CLOSED}")
    course = Course(PAGES, Recordings(), paths.lesson())
    course.turn_page(1)
    assert "not saved" in course.trouble and cli("paths").code == 0 and not saving.is_first_start(paths.show())
    for name in ("user_config_path", "user_state_path"):
        monkeypatch.setattr(paths, name, homeless)
    assert str(paths.state_folder()) == f"/somewhere/{CLOSED}", "which needs no home"
    for name in ("SPECDECK_STATE_DIR", "SPECDECK_CONFIG_DIR"):
        monkeypatch.delenv(name)
    assert config.load().values == {} and cli("paths").code == 0
    assert not saving.is_first_start(paths.show()) and not paths.NOBODYS.exists()


def test_a_hub_cache_that_is_closed_read_only_or_changes_meanwhile_hides_no_other_model(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / CLOSED))
    found = scan_disk()
    assert len(found.items) >= 3 and "cache cannot be read" in found.troubles[0]
    with Hub({"org/tiny": checkpoints.target(tmp_path / "served")}) as hub:
        hub.take_over(monkeypatch, f"{NOWHERE}/nowhere")
        with pytest.raises(LoadError, match="org/tiny cannot be downloaded: [^\n]*$"):
            fetch("org/tiny")
        assert cli("models").code == 0
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    blobs = tmp_path / "models--org--name" / "blobs"
    blobs.mkdir(parents=True)
    (blobs / "x.incomplete").symlink_to(blobs / "gone")  # a download that is done while it is looked at
    assert dict(scan_disk().partial) == {"org/name": 0}


# -- what is taken away meanwhile ------------------------------------------------------------------------------------------------


def test_model_files_that_are_deleted_while_they_are_in_use(tmp_path):
    def text() -> list[int]:
        pair.reset()
        return toys.reply(pair, "Repeat exactly: the blue door", Settings(drafter="model", k=4), 8).tokens

    folders = [shutil.copytree(source, tmp_path / "[odd] *?" / source.name) for source in (assets.TARGET, assets.DRAFTER)]
    pair = load(*map(str, folders))
    before = text()
    for folder in folders:
        shutil.rmtree(folder)
    assert text() == before and len(before) > 4
    with pytest.raises(LoadError, match="^[^\n]*$"):
        load(str(folders[0]), beside=pair)
    assert text() == before and [item for item in scan_disk([str(tmp_path)]).items if item.origin == "folder"] == []


@pytest.mark.long
@pytest.mark.parametrize("words", [("run", "hello", "--max-tokens", "200"), ("models",), REPLAY], ids=lambda words: words[0])
def test_a_reader_that_has_gone(words):
    process = spawn(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait(PATIENCE) in (0, 1)


@pytest.mark.long
def test_a_full_disk_is_told_in_the_playground_and_nothing_else_is_lost(tmp_path):
    """No file can grow, as on a disk that is full, and mlx has not compiled its kernels yet."""
    full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731
    with OnTerminal(environ={"TMPDIR": str(tmp_path), "MLX_DISABLE_COMPILE": None}, preexec_fn=full) as app:
        asked_and_left(app, "Repeat exactly: door", "Repeat exactly: floor", f"/save {tmp_path}/chat.md", since=app.wait_for("ready"))
        assert b"no longer" in app.seen, "that the conversation is being saved"
    assert not (tmp_path / "chat.md").exists(), "an empty file that looks like a conversation"
