"""What a desk expects of a program: that copying reaches the clipboard, that it rings when long work has ended, that the pointer changes
over what can be clicked."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from textual import events

from specdeck import bell
from specdeck.bell import LONG, EndOfWork
from specdeck.deck import Deck
from specdeck.run_playground import run_playground
from specdeck.settings.config import Config
from specdeck.terminal import clipboard
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession
from tests.helpers.play import drawn, person, playing, talk, told, type_line, until

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
    monkeypatch.setattr(clipboard, "PATIENCE", 0.3)
    programs(**scripts)
    assert asyncio.run(clipboard.copied_by("ä\nb", environ)) == by
    assert (tmp_path / "copied").exists() is (by in ("pbcopy", "xclip", "tmux"))
    assert not (tmp_path / "copied").exists() or (tmp_path / "copied").read_text() == "ä\nb"


@pytest.mark.parametrize("program, environ, says", [
    ("pbcopy", {}, "copied 4 characters (pbcopy)"), ("", {}, "copied 4 characters (the terminal)"),
    ("", {"TERM_PROGRAM": "Apple_Terminal"}, "not copied: the terminal blocks OSC 52 and no clipboard program was found"),
])  # fmt: skip
def test_a_line_says_which_way_a_reply_was_copied(program, environ, says, programs, monkeypatch):
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    programs(**({program: TAKES} if program else {}))

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await type_line(pilot, "hi")
            session.play(1)
            session.stop(99)
            await until(pilot, lambda: not pilot.app.deck.busy and pilot.app.deck.chat.reply.text == "What")
            await pilot.press("tab", "y")
            await until(pilot, lambda: says in told(pilot))
            assert pilot.app.clipboard == "What"

    story()


@pytest.mark.parametrize("wanted", [False, True])
def test_a_selection_is_copied_when_the_mouse_is_released_if_that_is_wanted(wanted):
    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            pilot.app.copies_selection = wanted
            await talk(pilot, session)
            row = next(y for y, line in enumerate(drawn(pilot).splitlines()) if "What" in line)
            await pilot.mouse_down(offset=(2, row))
            await pilot.hover(offset=(5, row))
            await pilot.mouse_up(offset=(5, row))
            await until(pilot, lambda: pilot.app.screen.get_selected_text() == "What")
            await pilot.pause(0.1)
            assert pilot.app.clipboard == ("What" if wanted else "")

    story()


@pytest.mark.parametrize("focused, notifies, seconds, rings", [(False, True, LONG, True), (True, True, LONG, False), (False, False, LONG, False), (False, True, LONG / 2, False)])
def test_a_long_reply_that_ends_while_nobody_looks_rings(focused, notifies, seconds, rings, monkeypatch):
    session, time = FakeSession(), SimpleNamespace(now=0.0)

    @person
    async def story():
        async with playing(session) as pilot:
            app, rung = pilot.app, []
            monkeypatch.setattr(app, "bell", lambda: rung.append(True))
            app._work, app.notifies = EndOfWork(lambda: time.now), notifies
            await type_line(pilot, "hi")
            session.play(2)
            await until(pilot, lambda: "reply" in app._work._since)
            if not focused:
                app.post_message(events.AppBlur())
                await until(pilot, lambda: not app.app_focus)
            time.now += seconds
            session.play()
            await until(pilot, lambda: not app._work._since)
            assert bool(rung) is rings

    story()


@person
async def test_what_a_person_waits_for_is_watched():
    async with playing() as pilot:
        deck = pilot.app.deck
        deck.speed.measuring, deck.speed.unasked = True, True
        assert bell.works(deck) == set(), "nobody asked for that measurement"
        deck.speed.unasked = False
        deck.catalogue.download = SimpleNamespace(live=True)
        assert bell.works(deck) == {"measurement", "download"}


def test_the_config_says_what_is_wanted(monkeypatch):
    taken = {}
    monkeypatch.setattr("specdeck.app.Playground.run", lambda self: taken.update(notifies=self.notifies, copies=self.copies_selection))
    monkeypatch.setattr("specdeck.run_playground.signals.watch_terminal", lambda close: None)
    monkeypatch.setattr("specdeck.run_playground.BEFORE_EXIT", [])
    for values, wanted in (({}, {"notifies": True, "copies": False}), ({"notify": False, "copy-on-select": True}, {"notifies": False, "copies": True})):
        session = SimpleNamespace(settings=FakeSession().settings, start=None, close=lambda seconds: True, gate=None)
        run_playground(Deck(session), session, Config(values))
        assert taken == wanted


@person
async def test_the_pointer_changes_over_what_can_be_clicked():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        transcript = pilot.app.screen.query_one(Transcript)
        for offset, shape in (((3, 4), "pointer"), ((3, 20), "default")):
            await pilot.hover(Transcript, offset=offset)
            await until(pilot, lambda: transcript.styles.pointer == shape)
