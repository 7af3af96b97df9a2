"""Pipes and devices where a file should be, full disks, places that cannot be written: one line, no hang, nothing lost."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from specdeck import assets
from specdeck.models.disk import scan_disk
from specdeck.models.measurements import Measurement, Measurements
from specdeck.records import files, history_index, journal
from tests.helpers.command_line import ROOT
from tests.helpers.decks import conversation

MEASUREMENT = Measurement(1.0, "t", "d", 4, 0.0, 1.0, None, None)
COMMAND = [sys.executable, "-m", "specdeck"]


def specdeck(*words, **options):
    return subprocess.run([*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=120, **options)


@pytest.mark.parametrize("what", ["pipe", "device", "folder"])
def test_a_trace_that_is_no_file_is_refused_at_once(cli, what, tmp_path):
    place = {"pipe": tmp_path / "pipe", "device": Path("/dev/zero"), "folder": tmp_path}[what]
    if what == "pipe":
        os.mkfifo(place)
    done = cli("replay", str(place))
    assert (done.code, done.out) == (1, "") and done.err.count("\n") == 1 and ("not a regular file" in done.err or "Is a directory" in done.err)


def test_pipes_among_models_and_conversations_hang_nobody(tmp_path):
    for name in ("config.json", "generation_config.json", "model.safetensors"):
        folder = tmp_path / f"with {name}"
        folder.mkdir()
        (folder / "config.json").write_text('{"model_type": "qwen2"}') if name != "config.json" else None
        os.mkfifo(folder / name)
    rows = {item.folder.name: item for item in scan_disk([str(tmp_path)]).items if item.origin == "folder"}
    assert all(rows[f"with {name}"].trouble for name in ("generation_config.json", "model.safetensors"))
    os.mkfifo(tmp_path / "20260101-000000-00.jsonl")
    os.mkfifo(tmp_path / "index.json")
    assert history_index.history(tmp_path).items == []
    shutil.copytree(assets.TARGET, tmp_path / "tokenizer", ignore=lambda *_: ["tokenizer.json"])
    os.mkfifo(tmp_path / "tokenizer" / "tokenizer.json")
    assert any(item.folder.name == "tokenizer" and item.vocabulary is None for item in scan_disk([str(tmp_path)]).items)


@pytest.mark.parametrize("words", [("run", "hi", "--drafter", "lookup", "--max-tokens", "1", "--memory"), ("run", "hi", "--hostfile"), ("replay",)], ids=" ".join)
def test_a_file_larger_than_the_memory_is_not_read_whole(cli, tmp_path, words):
    os.truncate(os.open(tmp_path / "large", os.O_CREAT | os.O_WRONLY), 1 << 40)
    tracemalloc.start()
    done = cli(*words, str(tmp_path / "large"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 30 and "Traceback" not in done.err and "Error" not in done.err
    assert done.code == 0 if "--memory" in words else (done.code, done.out) == (1, "") and "more than 67,108,864 bytes" in done.err and done.err.count("\n") == 1


def test_half_a_character_is_saved_as_a_replacement(tmp_path):
    saved = files.save(tmp_path / "x.md", "before \ud800 after")
    assert saved.read_text() == "before ? after"


def test_a_conversation_that_is_open_elsewhere_is_not_deleted(tmp_path):
    with journal._locked(files.create(tmp_path, ".jsonl"), tmp_path) as file:
        with pytest.raises(files.TraceError, match="open in another"):
            journal.forget(Path(file.name))
        assert Path(file.name).exists()
    journal.forget(Path(file.name))
    assert not Path(file.name).exists()


def test_a_conversation_of_a_year_that_no_calendar_has_is_listed(tmp_path, monkeypatch):
    (tmp_path / "20260101-000000-00.jsonl").write_text(conversation())
    real = history_index._found
    monkeypatch.setattr(history_index, "_found", lambda path, at: replace(real(path, at), changed=10**24))
    assert [item.when.year for item in history_index.history(tmp_path).items] in ([1970], [1969])  # west of Greenwich


def test_measurements_are_their_owners_alone(tmp_path):
    file = tmp_path / "state" / "measured.jsonl"
    assert Measurements(file).add(MEASUREMENT) is None and stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert Measurements(file).add(MEASUREMENT) is None and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_picture_that_cannot_be_written_loses_no_figures(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("specdeck.commands.printed_results.check", lambda *_: None)
    done = cli("compare", "hi", "--json", "--runs", "1", "--max-tokens", "4", "--card", str(tmp_path / "no" / "x.svg"))
    assert done.code == 1 and "cannot be written" in done.err and done.err.count("\n") == 1 and done.json["speedup"] > 0


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="a disk that is full")
def test_a_full_disk_ends_the_trace_and_not_the_reply(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("specdeck.commands.trace_recording.create_named", lambda place: open("/dev/full", "w"))
    done = cli("run", "Find me a bus", "--max-tokens", "4", "--json", "--trace", str(tmp_path / "t"))
    assert done.code == 1 and len(done.json["tokens"]) == 4
    assert done.err.count("\n") == 1 and "No space left" in done.err


@pytest.mark.parametrize("encoding", ["ascii"])
@pytest.mark.parametrize("words", [("--help",), ("bench", "--help")], ids=" ".join)
def test_help_in_any_encoding(words, encoding):
    done = specdeck(*words, env=os.environ | {"PYTHONIOENCODING": encoding})
    assert done.returncode == 0 and "usage" in done.stdout and "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("run", "-"), ("paths",), ("nothing",)], ids=" ".join)
def test_closed_streams_give_no_misleading_error(words):
    closed = lambda: [os.close(number) for number in (0, 1)]  # noqa: E731
    done = subprocess.run([*COMMAND, *words], cwd=ROOT, preexec_fn=closed, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == (1 if words == ("paths",) else 2) and "Error" not in done.stderr
    assert words != ("paths",) or done.stderr == "specdeck: stdout is closed: nothing could be printed\n"


def test_told_to_interrupt_the_app_leaves_with_130():
    from tests.helpers.play import person, playing, until

    codes = []

    @person
    async def story():
        async with playing() as pilot:
            with pilot.app.left_by_signals():
                os.kill(os.getpid(), signal.SIGINT)
                await until(pilot, lambda: pilot.app.return_code is not None)
            codes.append(pilot.app.return_code)

    story()
    assert codes == [130]
