"""Where and beside what the playground itself may run: terminals without a name, homes that nobody can write to, a full disk, another
playground on the same conversations. Each time it answers, says what it could not keep, and leaves the terminal as it was."""

import os
import resource

import pytest

from specdeck.chat.conversation import fold
from specdeck.records import history_index, journal
from tests.helpers.places import BARE, HOSTILE
from tests.trust.terminal import OnTerminal

pytestmark = pytest.mark.long
QUIT = "\x11"  # ctrl+q


def ask(app: OnTerminal, text: str, since: int = 0) -> int:
    """A prompt and its whole reply; where that ends in what was written."""
    app.type(f"{text}\r")
    return app.wait_for("over the whole reply", since=since)


@pytest.mark.parametrize(
    "changes", [BARE, HOSTILE, BARE | {"TERM": "dumb"}, BARE | {"TERM": "no-such-terminal"}, BARE | {"HOME": "/proc/nowhere", "TERM": ""}],
    ids=["nothing is set", "all is against it", "dumb", "unknown", "no home, no name"],
)  # fmt: skip
def test_the_playground_runs_there(changes, somebody):  # noqa: F811
    with OnTerminal(environ=changes) as app:
        at = app.wait_for("ready")
        ask(app, "Repeat exactly: door", since=at)
        app.type(QUIT)
        assert app.code() == 0 and app.clean()
        assert b"Traceback" not in app.seen


@pytest.mark.parametrize("python", filter(None, os.environ.get("SPECDECK_PYTHONS", "").split(os.pathsep)))
def test_another_python_runs_it(python, tmp_path):
    """SPECDECK_PYTHONS: interpreters of environments that this checkout was installed in. From 3.12 on Textual builds a screen at once."""
    with OnTerminal(environ={"SPECDECK_STATE_DIR": str(tmp_path)}, cwd=tmp_path, python=python) as app:
        at = app.wait_for("RECORDING")
        at = app.wait_for("ready", since=at)
        at = ask(app, "Repeat exactly: door", since=at)
        for key, shown in (("\x1bOR", "A prompt for both sides"), ("\x1bOS", "One token a pass"), ("\x1b[15~", "ON DISK"), ("\x1bOP", "COLOURS")):
            app.type(key)
            at = app.wait_for(shown, since=at)
        app.type(QUIT)
        assert app.code() == 0 and app.clean()
        assert b"Traceback" not in app.seen


def test_a_full_disk_is_told_and_nothing_else_is_lost(tmp_path):
    """No file can grow, as on a disk that is full, and mlx has not compiled its kernels yet."""
    full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731
    places = {"SPECDECK_STATE_DIR": str(tmp_path / "state"), "SPECDECK_CONFIG_DIR": str(tmp_path / "config")}
    places |= {"TMPDIR": str(tmp_path), "MLX_DISABLE_COMPILE": None}
    with OnTerminal(environ=places, preexec_fn=full) as app:
        at = app.wait_for("ready")
        at = ask(app, "Repeat exactly: door", since=at)
        assert b"no longer" in app.seen, "that the conversation is being saved"
        at = ask(app, "Repeat exactly: floor", since=at)
        app.type(f"/save {tmp_path}/chat.md\r")
        app.wait_for("large", since=at)
        app.type(QUIT)
        assert app.code() == 0 and app.clean()
        assert b"Traceback" not in app.seen
    assert not (tmp_path / "chat.md").exists(), "an empty file that looks like a conversation"


def test_two_playgrounds_keep_their_conversations_apart(tmp_path):
    places = {"SPECDECK_STATE_DIR": str(tmp_path), "SPECDECK_CONFIG_DIR": str(tmp_path)}
    with OnTerminal(environ=places) as one, OnTerminal(environ=places) as other:
        ends = [app.wait_for("ready") for app in (one, other)]
        for word in ("door", "floor"):
            ends = [ask(app, f"Repeat exactly: {name} {word}", since=at) for app, name, at in zip((one, other), ("first", "second"), ends)]
        for app in (one, other):
            app.type(QUIT)
            assert app.code() == 0 and app.clean()
    kept = history_index.history(tmp_path / "conversations").items
    assert sorted(item.prompt for item in kept) == ["Repeat exactly: first door", "Repeat exactly: second door"]
    assert {len(fold(journal.recall(item.path).entries).turns) for item in kept} == {2}
