"""The playground is left while a model comes from the hub: at once, with the terminal as it was, and the next download goes on at the byte
where this one stopped. The hub is on this machine and goes silent half way; its client is the real one."""

import os
import signal
import time

import pytest

from tests.helpers import checkpoints
from tests.helpers.hub import Hub
from tests.helpers.terminal import PATIENCE, OnTerminal

pytestmark = pytest.mark.long
HELD, WHOLE = 3 << 20, 4 << 20  # bytes
ENDS = {"ctrl+q": (0, lambda app: app.type("\x11")), "SIGTERM": (143, lambda app: app.tell(signal.SIGTERM))}


@pytest.fixture
def hub(tmp_path):
    folder = checkpoints.target(tmp_path / "served")
    (folder / "large.txt").write_bytes(os.urandom(WHOLE))
    with Hub({"org/large": folder}) as served:
        served.holds["large.txt"] = HELD
        yield served


def begin(app: OnTerminal, way: str) -> None:
    """Have it download, unless it does so from its start."""
    if way == "found in its list":
        at = app.wait_for("ready")
        app.type("\x1b[15~")
        at = app.wait_for("ON DISK", since=at)
        app.type("/large\r")
        app.wait_for("most downloaded first", since=at)
        app.type("\x07")  # ctrl+g


@pytest.mark.parametrize("way, end", [("named as it is started", "ctrl+q"), ("found in its list", "SIGTERM")])
def test_it_is_left_at_once_and_what_came_is_kept(hub, tmp_path, way, end):
    expected, act = ENDS[end]
    words = ("--model", "org/large") if way.startswith("named") else ()
    blobs = tmp_path / "home/hub/models--org--large/blobs"
    with OnTerminal(*words, environ=hub.environ(tmp_path / "home") | {"SPECDECK_STATE_DIR": str(tmp_path / "state")}) as app:
        begin(app, way)
        until = time.monotonic() + PATIENCE
        while not any(file.stat().st_size >= 2 << 20 for file in blobs.glob("*.incomplete")):
            assert time.monotonic() < until and app.process.poll() is None, app.seen[-3000:]
            app._read()
        act(app)
        assert app.code() == expected and app.clean() and b"Traceback" not in app.seen
    (part,) = blobs.glob("*.incomplete")
    assert part.stat().st_size >= 2 << 20
    hub.let_go()
    from specdeck.decoding.checkpoints.hub_download import fetch

    with pytest.MonkeyPatch.context() as patch:
        hub.take_over(patch, tmp_path / "home/hub")
        assert (fetch("org/large") / "large.txt").stat().st_size == WHOLE
    assert hub.starts["large.txt"][1] >= 2 << 20
