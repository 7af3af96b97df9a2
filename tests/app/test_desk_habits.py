"""What a desk expects of a program: that copying reaches the clipboard, that it says when long work has ended, that the pointer changes over
what can be clicked."""

from __future__ import annotations

import asyncio
import stat
from types import SimpleNamespace

import pytest
from textual import events

from specdeck import app as app_module
from specdeck import end_of_work
from specdeck.deck import Deck
from specdeck.end_of_work import BELL, LONG, EndOfWork, notification, window_title
from specdeck.run_playground import run_playground
from specdeck.settings.config import Config
from specdeck.terminal import clipboard
from specdeck.terminal.clipboard import Copier
from specdeck.terminal.driver import TerminalDriver
from specdeck.widgets.screen_header import Chip
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession
from tests.helpers.play import drawn, person, playing, type_line, until

# -- the clipboard -------------------------------------------------------------------------------------------------------------


def program(folder, name: str, script: str) -> Copier:
    """A program of the clipboard that does this."""
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return Copier((str(file),))


def test_the_programs_are_those_that_are_here_and_have_a_clipboard_to_write_to():
    def names(here: str, **environ: str) -> list[str]:
        return [copier.name for copier in clipboard.copiers(environ, lambda name: name if name in here.split() else None)]

    assert names("pbcopy tmux") == ["pbcopy"]
    assert names("wl-copy xclip", WAYLAND_DISPLAY="wayland-0", DISPLAY=":0") == ["wl-copy", "xclip"]
    assert names("wl-copy xclip", DISPLAY=":0") == ["xclip"] and names("wl-copy xclip") == []
    assert names("clip.exe") == ["clip.exe"] and names("") == []
    assert names("pbcopy xclip tmux", DISPLAY=":0", SSH_TTY="/dev/pts/1", TMUX="x") == ["tmux"], "another machine's clipboard"


def test_the_first_program_that_takes_the_text_gets_it(tmp_path):
    fails, takes = program(tmp_path, "fails", "exit 1"), program(tmp_path, "takes", f"cat > {tmp_path}/copied")
    absent = Copier((str(tmp_path / "absent"),))
    assert asyncio.run(clipboard.copied_by("ä\nb", [absent, fails, takes])) == takes.name
    assert (tmp_path / "copied").read_text() == "ä\nb"
    assert asyncio.run(clipboard.copied_by("x" * 200_000, [fails, absent])) is None


def test_a_program_that_does_not_end_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(clipboard, "PATIENCE", 0.2)
    assert asyncio.run(clipboard.copied_by("x", [program(tmp_path, "waits", "exec sleep 60")])) is None


@pytest.mark.parametrize("programs, deaf, says", [(True, False, "copied 4 characters ("), (False, False, "copied 4 characters (by the terminal"), (False, True, "not copied")])
def test_a_line_says_which_way_a_reply_was_copied(programs, deaf, says, tmp_path, monkeypatch):
    monkeypatch.setattr(clipboard, "takes_osc_52", lambda: not deaf)

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            written = []
            monkeypatch.setattr(pilot.app._driver, "write", written.append)
            pilot.app.copiers = [program(tmp_path, "takes", f"cat > {tmp_path}/copied")] * programs
            await type_line(pilot, "hi")
            session.play(1)
            session.stop(99)
            await until(pilot, lambda: not pilot.app.deck.busy and pilot.app.deck.chat.reply.text == "What")
            await pilot.press("tab", "y")
            await until(pilot, lambda: any(note.message.startswith(says) for note in pilot.app._notifications))
            assert (tmp_path / "copied").exists() is programs
            assert any("\x1b]52;" in codes for codes in written) is (not programs and not deaf)

    story()


def test_deaf_terminals_are_known():
    assert clipboard.takes_osc_52({"TERM": "xterm-256color"})
    assert not clipboard.takes_osc_52({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}) and not clipboard.takes_osc_52({"TERM": "linux"})


@pytest.mark.parametrize("wanted", [False, True])
def test_a_selection_is_copied_when_the_mouse_is_released_if_that_is_wanted(wanted):
    session = FakeSession()

    @person
    async def story():
        async with playing(session) as pilot:
            pilot.app.copies_selection = wanted
            await type_line(pilot, "hi")
            session.play()
            await until(pilot, lambda: not pilot.app.deck.busy and "What" in drawn(pilot))
            row = next(y for y, line in enumerate(drawn(pilot).splitlines()) if "What" in line)
            await pilot.mouse_down(offset=(2, row))
            await pilot.hover(offset=(5, row))
            await pilot.mouse_up(offset=(5, row))
            await until(pilot, lambda: pilot.app.screen.get_selected_text() == "What")
            await pilot.pause(0.1)
            assert pilot.app.clipboard == ("What" if wanted else "")

    story()


# -- the end of long work ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("focused, notifies, seconds, rings", [(False, True, LONG, True), (True, True, LONG, False), (False, False, LONG, False), (False, True, LONG / 2, False)])
def test_a_long_reply_that_ends_while_nobody_looks_rings(focused, notifies, seconds, rings, monkeypatch):
    monkeypatch.setattr(app_module, "notification", lambda words: f"<{words}>")
    session, time = FakeSession(), SimpleNamespace(now=0.0)

    @person
    async def story():
        async with playing(session) as pilot:
            app, written = pilot.app, []
            monkeypatch.setattr(app._driver, "write", written.append)
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
            assert ("<done: reply>" in written) is rings
            assert window_title(app.deck, app._done) == ("done: reply · " if rings else "") + "toy-target · specdeck"
            app.post_message(events.AppFocus())
            await until(pilot, lambda: app.app_focus and not app._done)

    story()


def test_what_a_person_waits_for_is_watched():
    session = FakeSession()

    @person
    async def story():
        async with playing(session) as pilot:
            deck = pilot.app.deck
            assert end_of_work.works(deck) == set()
            deck.speed.measuring, deck.speed.unasked = True, True
            assert end_of_work.works(deck) == set(), "nobody asked for that measurement"
            deck.speed.unasked = False
            deck.catalogue.download = SimpleNamespace(live=True)
            assert end_of_work.works(deck) == {"measurement", "download"}
            deck.speed.measuring, deck.catalogue.download = False, None
            await pilot.press("f3")
            await type_line(pilot, "race")
            await until(pilot, lambda: "comparison" in end_of_work.works(deck))

    story()


def test_each_terminal_is_told_in_its_own_way():
    assert notification("done: a;b\x1b", {"TERM_PROGRAM": "iTerm.app"}) == "\x1b]9;done: a,b␛\a"
    assert notification("x", {"KITTY_WINDOW_ID": "1"}) == "\x1b]9;x\a"
    assert notification("x", {"TERM": "foot"}) == "\x1b]777;notify;specdeck;x\a"
    assert notification("x", {"TERM": "xterm-256color"}) == notification("x", {"TERM_PROGRAM": "WezTerm", "TMUX": "y"}) == BELL


def test_the_title_is_the_terminals_own_again_where_it_is_given_back():
    driver, written = TerminalDriver.__new__(TerminalDriver), []
    driver._title, driver.write = "", written.append
    driver.title = "a model\x1b]2;owned\a"
    driver.title = "a model\x1b]2;owned\a"
    assert written == ["\x1b]2;a model␛]2;owned␇\a"]


def test_the_config_says_what_is_wanted(monkeypatch):
    taken = {}
    monkeypatch.setattr("specdeck.app.Playground.run", lambda self: taken.update(notifies=self.notifies, copies=self.copies_selection))
    monkeypatch.setattr("specdeck.run_playground.window_gone.watch", lambda close: None)
    monkeypatch.setattr("specdeck.run_playground.BEFORE_EXIT", [])
    for values, wanted in (({}, {"notifies": True, "copies": False}), ({"notify": False, "copy-on-select": True}, {"notifies": False, "copies": True})):
        session = SimpleNamespace(settings=FakeSession().settings, start=None, close=lambda seconds: True, gate=None)
        run_playground(Deck(session), session, Config(values))
        assert taken == wanted


# -- the pointer ---------------------------------------------------------------------------------------------------------------


@person
async def test_the_pointer_changes_over_what_can_be_clicked():
    session = FakeSession()
    async with playing(session) as pilot:
        screen = pilot.app.screen

        async def over(*where, **options) -> str:
            await pilot.hover(*where, **options)
            await pilot.pause(0.05)
            return screen._pointer_shape

        assert await over("#drafter") == "pointer" and isinstance(screen.query_one("#drafter"), Chip)
        assert await over("#tabs", offset=(10, 0)) == "pointer"
        assert await over("#pair") == "default"
        await type_line(pilot, "hi")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy and "What" in drawn(pilot))
        assert await over(Transcript, offset=(3, 4)) == "pointer", "a token"
        assert await over(Transcript, offset=(3, 20)) == "default"
        assert await over("#rounds") == "pointer"
        assert await over("#speed-up", offset=(2, 0)) == "pointer", "a link within a text"
