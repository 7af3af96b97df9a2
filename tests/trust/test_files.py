"""Every file that specdeck writes, and what lies where a file should be: a full disk, a place that cannot be written, pipes and devices, two
writers at once. One line, no hang, what was there stays, no part is left, and nobody else may read it."""

import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from specdeck import assets
from specdeck.actions import chatting, saving
from specdeck.apply_reports import apply_pending
from specdeck.chat.conversation import fold
from specdeck.chat.entries import Asked
from specdeck.decoding import LoadError, load
from specdeck.decoding.errors import SpecdeckError
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.models.disk import NamedFolders, scan_disk
from specdeck.models.measurements import Measurements, keep_learnt
from specdeck.records import files, history
from specdeck.records.trace import TraceFile
from specdeck.settings import paths
from specdeck.terminal.streams import complain
from specdeck.widgets.status import doing
from tests.helpers.command_line import ROOT
from tests.helpers.fake import FakeSession
from tests.helpers.states import MEASUREMENT, shape, state_with, talk

needs_full = pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no disk that is always full")

# -- a full disk -------------------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk():
    """No file can grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def course(file) -> str | None:
    """Turn a page of the lesson; what it says."""
    made = Course(PAGES, Recordings(), file)
    made.turn_page(1)
    return made.trouble


def traced(file) -> str | None:
    """Write a trace; what it says."""
    made = TraceFile(str(file))
    made.write(Asked(1, "hi", 0.0))
    made.close()
    return made.trouble


NEW = {"a saved file": lambda file: files.save(file, "half a character \ud800 is written as another"), "a trace": traced}
WRITERS = {
    "the theme": lambda file: files.replace(file, "nord"),
    "named folders": lambda file: NamedFolders(file).add("x"),
    "measurements": lambda file: Measurements(file).add(MEASUREMENT),
    "the lesson": course,
}
QUIET = {  # what costs only figures or time
    "what auto learnt": lambda file: keep_learnt(SimpleNamespace(target_path="/m/t", paths={}), file, {"a": 1}),
    "that it was started": saving.is_first_start,
}


@pytest.mark.parametrize("what", [*NEW, *WRITERS, *QUIET])
def test_on_a_full_disk_what_was_there_stays_and_with_room_it_is_written_for_its_owner_alone(what, tmp_path, umask):
    umask(0)
    write = (NEW | WRITERS | QUIET)[what]
    file = (tmp_path if what in NEW else paths.state_folder() / "deep") / "kept.json"
    if what not in NEW:
        file.parent.mkdir(0o700)
        file.write_text("{}" if what in QUIET else "[]")
    before = file.read_text() if file.exists() else None
    with full_disk():
        try:
            told = write(file)
        except (OSError, SpecdeckError) as error:
            told = str(error)
    assert what in QUIET or ("File too large" in told and "\n" not in told)
    assert [each.read_text() for each in file.parent.iterdir()] == [before] * (before is not None), "and no part is left"
    if before:
        shutil.rmtree(file.parent)
    write(file)
    assert file.read_text() != before and [place for place in (file, file.parent) if stat.S_IMODE(place.stat().st_mode) & 0o077] == []


def test_the_lessons_page_is_told_and_not_left_in_part(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("specdeck.lesson.handout.handout", lambda course: "a page")  # the whole takes seconds
    with full_disk():
        done = cli("lesson", "--html", str(tmp_path))
    assert done.refused("File too large") and os.listdir(tmp_path) == []


@pytest.mark.parametrize("begun", [False, True])
def test_what_is_not_saved_is_told_once_leaves_no_empty_file_and_with_room_all_of_it_is_saved(tmp_path, begun):
    state = state_with(FakeSession(), tmp_path)
    if begun:
        talk(state, state.session)
    with full_disk():
        for prompt in ("a", "b"):
            talk(state, state.session, prompt)
            assert "no longer being saved: File too large" in doing(state)
        assert len(os.listdir(tmp_path)) == begun
    assert [("no longer" in notice.text) for notice in state.notices if "File too large" in notice.text] == [True]
    talk(state, state.session, "c")
    state.journal.close()
    (file,) = tmp_path.iterdir()
    assert doing(state) == "ready" and shape(fold(history.recall(file).entries)) == shape(state.chat)


def test_a_conversation_that_was_cut_off_and_cannot_be_gone_on_with_is_shown_and_told(tmp_path):
    state = state_with(FakeSession(), tmp_path)
    talk(state, state.session)
    chatting.clear(state)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    with full_disk():
        saving.recall(state, file)
        assert file.read_bytes() == whole[:-20] and state.chat.turns
        talk(state, state.session)
    assert "File too large" in state.journal.trouble and whole.startswith(file.read_bytes()) and fold(history.recall(file).entries).turns


@needs_full
def test_a_full_disk_ends_the_trace_and_not_the_reply(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("specdeck.records.trace.create_named", lambda place: open("/dev/full", "w"))
    done = cli("run", "Find me a bus", "--max-tokens", "4", "--json", "--trace", str(tmp_path / "t"))
    assert done.code == 1 and len(done.json["tokens"]) == 4
    assert done.err.count("\n") == 1 and "No space left" in done.err


@needs_full
def test_figures_that_cannot_be_printed_lose_no_picture(cli, tmp_path, monkeypatch):
    with monkeypatch.context() as patch, suppress(OSError), open("/dev/full", "w") as full:
        patch.setattr(sys, "stdout", full)
        done = cli("compare", "hi", "--json", "--runs", "1", "--max-tokens", "4", "--card", str(tmp_path / "x.svg"))
        assert done.code == 1 and "the output cannot be written" in done.err
    assert (tmp_path / "x.svg").read_text().endswith("</svg>\n")


def test_a_line_on_stderr_that_nobody_can_read_ends_nothing(monkeypatch):
    def full(text: str) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=full))
    complain("a note")


def test_a_file_system_without_locks_keeps_conversations(tmp_path, monkeypatch):
    def none(*_: object) -> None:
        raise OSError(errno.ENOSYS, "no locks here")

    monkeypatch.setattr(history.fcntl, "flock", none)
    state = state_with(FakeSession(), tmp_path)
    talk(state, state.session)
    apply_pending(state)
    state.journal.close()
    assert len(history.history(tmp_path).items) == 1 and not [notice for notice in state.notices if notice.kind == "error"]


# -- what lies where a file should be ----------------------------------------------------------------------------------------------


def peak_memory() -> int:
    """Bytes that this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.parametrize("words", [("replay",), ("run", "hi", "--hostfile"), ("run", "hi", "--drafter", "lookup", "--max-tokens", "1", "--memory")], ids=" ".join)
def test_what_is_no_file_or_larger_than_the_memory_is_refused_at_once(cli, tmp_path, words):
    """Or read in part, as texts for lookup are."""
    os.mkfifo(tmp_path / "pipe")
    os.truncate(os.open(tmp_path / "large", os.O_CREAT | os.O_WRONLY), 1 << 40)
    before, memory = peak_memory(), "--memory" in words
    for place, said in ((tmp_path / "pipe", "it is not a regular file"), ("/dev/zero", "it is not a regular file"), (tmp_path, "Is a directory"), (tmp_path / "nothing", "No such file")):
        assert cli(*words, str(place)).refused("is no file: name a text file" if memory else f"cannot be read: {said}", 2 if memory else 1)
    done = cli(*words, str(tmp_path / "large"))
    assert done.refused("more than 67,108,864 bytes") or (memory and done.code == 0 and "remembers 200,000 tokens" in done.err)
    assert peak_memory() - before < 1 << 30


def test_pipes_among_models_and_conversations_hang_nobody(tmp_path):
    for name in ("config.json", "generation_config.json", "model.safetensors"):
        (folder := tmp_path / f"with {name}").mkdir()
        (folder / "config.json").write_text('{"model_type": "qwen2"}') if name != "config.json" else None
        os.mkfifo(folder / name)
    rows = {item.folder.name: item for item in scan_disk([str(tmp_path)]).items if item.origin == "folder"}
    assert all(rows[f"with {name}"].trouble for name in ("generation_config.json", "model.safetensors"))
    os.mkfifo(tmp_path / "20260101-000000-00.jsonl")
    assert history.history(tmp_path).items == []
    shutil.copytree(assets.TARGET, tmp_path / "tokenizer", ignore=lambda *_: ["tokenizer.json"])
    os.mkfifo(tmp_path / "tokenizer" / "tokenizer.json")
    assert any(item.folder.name == "tokenizer" and item.vocabulary is None for item in scan_disk([str(tmp_path)]).items)
    with pytest.raises(LoadError, match="tokenizer.json cannot be read: it is not a regular file"):
        load(str(tmp_path / "tokenizer"))


# -- two writers -------------------------------------------------------------------------------------------------------------------


def test_a_conversation_that_is_open_elsewhere_is_not_deleted(tmp_path):
    with history._locked(files.create(tmp_path, ".jsonl"), tmp_path) as file:
        with pytest.raises(files.TraceError, match="open in another"):
            history.forget(Path(file.name))
        assert Path(file.name).exists()
    history.forget(Path(file.name))
    assert not Path(file.name).exists()


def test_a_file_that_two_processes_replace_is_always_one_of_the_two(tmp_path):
    path, texts = tmp_path / "f", ("a" * 50_000, "b" * 50_000)
    files.replace(path, texts[0])
    script = "import pathlib, sys\nfrom specdeck.records import files\nfor _ in range(300): files.replace(pathlib.Path(sys.argv[1]), sys.argv[2])"
    writers = [subprocess.Popen([sys.executable, "-c", script, path, text], cwd=ROOT) for text in texts]
    while any(writer.poll() is None for writer in writers):
        assert path.read_text() in texts
    assert all(writer.returncode == 0 for writer in writers) and [each.name for each in tmp_path.iterdir()] == ["f"]


def test_a_link_where_a_part_would_lie_is_not_followed(tmp_path):
    (tmp_path / "own").write_text("a person's")
    (tmp_path / "card.svg.part").symlink_to(tmp_path / "own")
    files.overwrite(tmp_path / "card.svg", "card")
    assert (tmp_path / "own").read_text() == "a person's" and (tmp_path / "card.svg").stat().st_mode & 0o077 == 0
    (device := tmp_path / "device").symlink_to(os.devnull)
    with pytest.raises(OSError, match="full"), files.removed_if_it_fails(device):
        raise OSError("full")
    assert device.is_char_device(), "what is no file is not removed"
