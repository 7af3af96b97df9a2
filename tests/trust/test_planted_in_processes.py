"""Faults planted into processes of their own, each with the try that catches it (test_planted_faults has those within one)."""

from functools import cache
from random import Random

import pytest

from specdeck import assets
from tests.helpers.places import caught
from tests.trust import kills, test_app_places, test_odd_places, test_taken_away, test_terminal_bytes, test_terminals

pytestmark = pytest.mark.long


@pytest.fixture
def plant(tmp_path_factory, monkeypatch):
    """Code that every Python started from here runs first."""

    def planted(code: str) -> None:
        folder = tmp_path_factory.mktemp("planted")
        (folder / "sitecustomize.py").write_text(code)
        monkeypatch.setenv("PYTHONPATH", str(folder))

    return planted


def test_input_that_is_taken_for_text(plant, state):  # noqa: F811
    plant(
        "from textual.drivers.linux_driver import LinuxDriver\n"
        "from specdeck.terminal.drawing import TerminalDriver\n"
        "TerminalDriver.run_input_thread = LinuxDriver.run_input_thread\n"
    )
    caught(test_terminals.test_bytes_that_are_no_text_are_no_end, state)


def test_a_stderr_that_libraries_hold(plant, tmp_path):
    plant("from specdeck.terminal import streams\nstreams.Cleaned.write = lambda self, text: streams.own_stderr().write(text)\n")
    caught(test_terminal_bytes.test_what_a_library_says_of_a_config_does_not_reach_the_terminal, tmp_path)


def test_a_signal_that_nobody_catches(plant, state):  # noqa: F811
    plant("from specdeck.app import Playground\nfrom contextlib import nullcontext\nPlayground.left_by_signals = lambda self: nullcontext()\n")
    caught(test_terminals.test_told_to_end, state, test_terminals.signal.SIGTERM, "idle")


def test_a_journal_that_keeps_nothing_of_a_reply(plant, tmp_path):
    plant("from specdeck.records.journal import Journal\nJournal.write = lambda self, entry, chat: None\n")
    assert kills.troubles("SIGTERM", "in a reply", Random(1), tmp_path)


def test_a_terminal_that_is_left_as_it_is(plant):
    plant("from specdeck.terminal.drawing import TerminalDriver\nTerminalDriver.disable_input = TerminalDriver.stop_application_mode = lambda self: None\n")
    caught(test_app_places.test_the_playground_runs_there, test_odd_places.HOSTILE, None)


def test_a_full_disk_that_is_not_told(plant, tmp_path):
    plant("from specdeck.records.journal import Journal\nJournal.write = lambda self, entry, chat: None\n")
    caught(test_app_places.test_a_full_disk_is_told_and_nothing_else_is_lost, tmp_path)


def test_one_file_for_two_playgrounds(plant, tmp_path):
    plant("from specdeck.records import files, journal\njournal.files.create = lambda folder, ending: (folder.mkdir(exist_ok=True), (folder / f'a{ending}').open('ab'))[1]\n")
    caught(test_app_places.test_two_playgrounds_keep_their_conversations_apart, tmp_path)


def test_a_working_directory_whose_modules_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    caught(test_odd_places.test_modules_of_a_stranger_are_not_run, tmp_path)


def test_a_deleted_folder_that_nobody_looks_for(plant, tmp_path):
    plant("from specdeck import cli\ncli._check_working_directory = lambda: None\n")
    caught(test_odd_places.test_a_folder_that_is_gone_is_named, tmp_path, ("run", "hello"))


def test_a_closed_pipe_that_is_an_error(plant):
    plant("import builtins\nbuiltins.BrokenPipeError = type('NoPipe', (Exception,), {})\n")
    caught(test_taken_away.test_a_reader_that_has_gone, ("paths",))


def test_a_deleted_model_that_still_loads(tmp_path, monkeypatch):
    real = test_taken_away.load
    kept = cache(lambda folder: real(folder, str(assets.DRAFTER)))
    monkeypatch.setattr(test_taken_away, "load", lambda folder, *_, **options: kept(folder))
    caught(test_taken_away.test_model_files_that_are_deleted_while_they_are_in_use, tmp_path)
