"""What a desk expects of a program: that copying reaches the clipboard, that it rings when long work has ended, that the pointer changes
over what can be clicked."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from types import SimpleNamespace

import pytest
from textual import events

from specdeck.app import LONG, EndOfWork, works
from specdeck.app_state import AppState
from specdeck.run_playground import BROKEN, _give_up, run_playground
from specdeck.settings.config import Config
from specdeck.terminal import app_terminal
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession, Take
from tests.helpers.play import opened, opened_on, select, talk, talked, told, until, where

TAKES = "cat > {folder}/copied"


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Put programs of the clipboard into the only folder of the path, by their names and what they do."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "TMUX", "SSH_TTY", "SSH_CONNECTION", "TEXTUAL_DRIVER"):
        monkeypatch.delenv(name, raising=False)

    def put(**scripts: str) -> None:
        for name, script in scripts.items():
            file = tmp_path / name.replace("_", "-")
            file.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script.format(folder=tmp_path)}\n")
            file.chmod(0o755)

    return put


@pytest.mark.parametrize("scripts, environ, by", [
    ({"pbcopy": TAKES, "tmux": TAKES}, {}, "pbcopy"),
    ({"wl_copy": "exit 1", "xclip": TAKES}, {"WAYLAND_DISPLAY": "0", "DISPLAY": ":0"}, "xclip"),
    ({"wl_copy": TAKES, "xclip": TAKES}, {}, "the terminal"),
    ({"pbcopy": TAKES, "tmux": TAKES}, {"SSH_TTY": "/dev/pts/1", "TMUX": "x"}, "tmux"),
    ({"pbcopy": "exec sleep 60"}, {}, "the terminal"),
    ({"pbcopy": TAKES}, {"TEXTUAL_DRIVER": "web"}, "the browser"),
])  # fmt: skip
def test_the_first_program_that_reaches_the_persons_clipboard_gets_the_text(scripts, environ, by, programs, tmp_path, monkeypatch):
    monkeypatch.setattr(app_terminal, "PATIENCE", 0.3)
    programs(**scripts)
    assert asyncio.run(app_terminal.copied_by("ä\nb", environ)) == by
    assert (tmp_path / "copied").exists() is (by in ("pbcopy", "xclip", "tmux"))
    assert not (tmp_path / "copied").exists() or (tmp_path / "copied").read_text() == "ä\nb"


@opened_on(talk, takes=[Take((), 0, "What")])
async def test_a_line_says_which_way_a_reply_was_copied(pilot, app, programs, monkeypatch):
    await pilot.press("tab")
    for prepare, says in (
        (lambda: None, "copied 4 characters (the terminal)"),
        (partial(monkeypatch.setenv, "TERM_PROGRAM", "Apple_Terminal"), "not copied: the terminal blocks OSC 52 and no clipboard program was found"),
        (partial(programs, pbcopy=TAKES), "copied 4 characters (pbcopy)"),
    ):
        prepare()
        await pilot.press("y")
        await until(pilot, lambda: says in told(pilot))
    assert app.clipboard == "What"


@talked
async def test_the_pointer_says_what_can_be_clicked_and_a_selection_is_copied_if_that_is_wanted(pilot):
    transcript = pilot.app.screen.query_one(Transcript)
    for offset, shape in (((3, 4), "pointer"), ((3, 20), "default")):
        await pilot.hover(Transcript, offset=offset)
        await until(pilot, lambda: transcript.styles.pointer == shape)
    x, y = where(pilot, "What")
    for wanted in (False, True):
        pilot.app.copies_selection = wanted
        await select(pilot, (x, y), (x + 3, y))
        await until(pilot, lambda: pilot.app.screen.get_selected_text() == "What")
        await pilot.pause(0.1)
        assert pilot.app.clipboard == ("What" if wanted else "")


@opened
async def test_a_long_reply_that_ends_while_nobody_looks_rings(pilot, session, app, state):
    time, rung = SimpleNamespace(now=0.0), []
    app.bell, app._work = lambda: rung.append(True), EndOfWork(lambda: time.now)
    for focused, notifies, seconds, rings in ((False, True, LONG, 1), (True, True, LONG, 0), (False, False, LONG, 0), (False, True, LONG / 2, 0)):
        app.post_message(events.AppFocus() if focused else events.AppBlur())
        app.notifies = notifies
        app.say("hi")
        await until(pilot, lambda: "reply" in app._work._since and app.app_focus is focused)
        time.now += seconds
        session.play()
        await until(pilot, lambda: not app._work._since)
        assert len(rung) == rings
        rung.clear()
    state.speed.measuring, state.speed.unasked = True, True
    assert works(state) == set(), "nobody asked for that measurement"
    state.speed.unasked, state.catalogue.download = False, SimpleNamespace(live=True)
    assert works(state) == {"measurement", "download"}


def test_the_config_says_what_is_wanted(monkeypatch):
    taken = {}
    monkeypatch.setattr("specdeck.app.Playground.run", lambda self: taken.update(notifies=self.notifies, copies=self.copies_selection))
    monkeypatch.setattr("specdeck.run_playground.signals.watch_terminal", lambda close: None)
    monkeypatch.setattr("specdeck.run_playground.BEFORE_EXIT", [])
    for values, wanted in (({}, {"notifies": True, "copies": False}), ({"notify": False, "copy-on-select": True}, {"notifies": False, "copies": True})):
        session = SimpleNamespace(settings=FakeSession().settings, start=None, close=lambda seconds: True, gate=None)
        run_playground(AppState(session), session, Config(values))
        assert taken == wanted


@opened
async def test_a_host_that_mlx_waits_for_ends_the_app_and_says_so(app):
    threading.Thread(target=_give_up, args=(app, "mac2.local does not answer any more"), daemon=True).start()
    while app.is_running:
        await asyncio.sleep(0.01)
    assert app.return_code == BROKEN and app._exit_renderables == ["specdeck: mac2.local does not answer any more"]
