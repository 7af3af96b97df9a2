"""A full disk under everything that writes a file, and under a command's own output: one line, what was there stays, no part is left."""

import errno
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from specdeck.actions import chatting, comparing, saving
from specdeck.app import remember_theme
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.commands import printed_results
from specdeck.commands.trace_recording import TraceFile
from specdeck.decoding.errors import SpecdeckError
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.models.disk import NamedFolders
from specdeck.models.measurements import Measurements, keep_learnt
from specdeck.notices import Refusal
from specdeck.records import files, history_index, journal
from specdeck.widgets.status import doing
from tests.helpers.command_line import ROOT
from tests.helpers.decks import deck_with, finish, shape, talk
from tests.helpers.fake import FakeSession
from tests.helpers.places import full_disk
from tests.trust.test_odd_files import MEASUREMENT

needs_full = pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no disk that is always full")


def course(file) -> str | None:
    """Turn a page of the lesson; what it says."""
    made = Course(PAGES, Recordings(), file)
    made.turn_page(1)
    return made.trouble


WRITERS = {
    "a saved file": lambda file: files.save(file.with_name("new"), "text"),
    "a picture": lambda file: printed_results.write("svg", str(file), "text"),
    "the theme": lambda file: remember_theme(file, "nord"),
    "named folders": lambda file: NamedFolders(file).add("x"),
    "measurements": lambda file: Measurements(file).add(MEASUREMENT),
    "the lesson": course,
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_was_there_stays_and_no_part_is_left(write, tmp_path):
    file = tmp_path / "file"
    file.write_text("[]")
    with full_disk():
        try:
            told = write(file)
        except (OSError, SpecdeckError) as error:
            told = str(error)
    assert "File too large" in told and "\n" not in told
    assert os.listdir(tmp_path) == ["file"] and file.read_text() == "[]"


QUIET = {
    "what auto learnt": lambda file: keep_learnt(SimpleNamespace(target_path="/m/t", paths={}), file, {"a": 1}),
    "the history's index": lambda file: history_index.history(file.parent),
}


@pytest.mark.parametrize("write", QUIET.values(), ids=QUIET)
def test_what_costs_only_figures_or_time_raises_nothing_and_leaves_no_part(write, tmp_path):
    (tmp_path / "damaged.jsonl").write_text("x")
    file = tmp_path / history_index.INDEX
    file.write_text("{}")
    with full_disk():
        write(file)
    assert sorted(os.listdir(tmp_path)) == sorted(["damaged.jsonl", file.name]) and file.read_text() == "{}"
    write(file)
    assert file.read_text() != "{}", "with room it is written"


def test_the_lessons_page_is_told_and_not_left_in_part(cli, tmp_path):
    with full_disk():
        done = cli("lesson", "--html", str(tmp_path))
    assert done.code == 1 and "File too large" in done.err and done.err.count("\n") == 1 and os.listdir(tmp_path) == []


def test_a_conversation_and_a_comparison_leave_no_empty_files(tmp_path):
    deck = deck_with(FakeSession(), tmp_path)
    with full_disk():
        comparing.compare(deck, "bus")
        finish(deck)
        chatting.clear(deck)
        talk(deck, deck.session)
    said = [notice.text for notice in deck.notices if "File too large" in notice.text]
    assert len(said) == 2 and os.listdir(tmp_path) == []
    with pytest.raises(Refusal, match="no earlier conversation"):
        saving.earlier_records(deck)


@pytest.mark.parametrize("begun", [False, True])
def test_while_a_conversation_is_not_saved_the_status_says_so_and_with_room_all_of_it_is_saved(tmp_path, begun):
    deck = deck_with(FakeSession(), tmp_path)
    if begun:
        talk(deck, deck.session)
    with full_disk():
        for prompt in ("a", "b"):
            talk(deck, deck.session, prompt)
            assert "no longer being saved: File too large" in doing(deck)
    assert len([notice for notice in deck.notices if "no longer" in notice.text]) == 1
    talk(deck, deck.session, "c")
    deck.journal.close()
    (file,) = tmp_path.iterdir()
    assert doing(deck) == "ready" and shape(fold(journal.recall(file).entries)) == shape(deck.chat)


@needs_full
def test_a_device_that_holds_nothing_is_not_removed(tmp_path, monkeypatch):
    device = tmp_path / "device"
    device.symlink_to("/dev/full")
    monkeypatch.setattr(journal.files, "create", lambda *_: device.open("ab"))
    deck = deck_with(FakeSession(), tmp_path)
    talk(deck, deck.session)
    assert deck.journal.trouble and device.is_char_device()


def test_a_conversation_that_was_cut_off_and_cannot_be_gone_on_with_is_shown_and_told(tmp_path):
    deck = deck_with(FakeSession(), tmp_path)
    talk(deck, deck.session)
    chatting.clear(deck)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    with full_disk():
        saving.recall(deck, file)
        assert file.read_bytes() == whole[:-20] and deck.chat.turns
        talk(deck, deck.session)
    assert "File too large" in deck.journal.trouble and whole.startswith(file.read_bytes()) and fold(journal.recall(file).entries).turns


def test_a_trace_that_could_not_hold_anything_is_removed(tmp_path, capsys):
    trace = TraceFile(str(tmp_path / "t"))
    trace._file = files.create_named(trace._place)
    with full_disk():
        trace._put("{}")
        trace.close()
    assert trace.trouble and os.listdir(tmp_path) == [] and capsys.readouterr().err.count("\n") == 1


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("paths",), ("paths", "--json")], ids=" ".join)
def test_output_that_cannot_be_written_is_told(words, unbuffered):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "specdeck", *words]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr) == (1, b"specdeck: the output cannot be written: No space left on device\n")


@needs_full
def test_a_result_that_cannot_be_printed_loses_no_picture(cli, tmp_path, monkeypatch):
    with monkeypatch.context() as patch, suppress(OSError), open("/dev/full", "w") as full:
        patch.setattr(sys, "stdout", full)
        done = cli("compare", "hi", "--json", "--runs", "1", "--max-tokens", "4", "--card", str(tmp_path / "x.svg"))
        assert done.code == 1 and "the output cannot be written" in done.err
    assert (tmp_path / "x.svg").read_text().endswith("</svg>\n")


def test_a_line_on_stderr_that_nobody_can_read_ends_nothing(monkeypatch):
    from specdeck.terminal.streams import complain

    class Full:
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(sys, "stderr", Full())
    complain("a note")


def test_a_file_system_without_locks_keeps_conversations(tmp_path, monkeypatch):
    def none(*_: object) -> None:
        raise OSError(errno.ENOSYS, "no locks here")

    monkeypatch.setattr(journal.fcntl, "flock", none)
    deck = deck_with(FakeSession(), tmp_path)
    talk(deck, deck.session)
    pump(deck)
    deck.journal.close()
    assert len(history_index.history(tmp_path).items) == 1 and not [notice for notice in deck.notices if notice.kind == "error"]


def test_a_replaced_file_is_its_owners_alone(tmp_path):
    files.replace(tmp_path / "x", "text")
    assert (tmp_path / "x").stat().st_mode & 0o077 == 0
