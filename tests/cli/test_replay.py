"""`specdeck run --trace` and `specdeck replay`: a recording tells again what was told, with no model."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from specdeck import assets
from specdeck.decoding.types import Finish, Round
from specdeck.records import trace
from tests.helpers.command_line import ENDLESS, PROMPT, ROOT


@pytest.mark.parametrize("options", [(), ("--drafter", "hybrid", "--temperature", "0.8", "--seed", "3"), ("--stop", "a"), ("--raw", "-k", "0")])
def test_a_replay_is_the_run_again(cli, tmp_path, options):
    file = str(tmp_path / "one.jsonl")
    ran = cli("run", PROMPT, "--json", "--trace", file, "--max-tokens", "24", *options)
    assert ran.code == 0 and cli("replay", file, "--json").json == ran.json
    assert cli("replay", file).out == ran.json["text"] + "\n"


def test_a_recording_holds_the_best_tokens_of_both_and_their_texts(cli, tmp_path):
    cli("run", PROMPT, "--trace", str(tmp_path / "one.jsonl"), "--max-tokens", "8")
    rounds = [entry for entry in trace.load(tmp_path / "one.jsonl") if isinstance(entry, Round)]
    for wrote in rounds:
        best = {token for row in (*wrote.top_p, *wrote.top_q) for token, _ in row}
        assert wrote.top_p and best == set(wrote.names)


def test_an_interrupted_run_leaves_a_whole_trace(cli, signal_after, tmp_path):  # noqa: F811
    file = str(tmp_path / "one.jsonl")
    signal_after(signal.SIGINT, 3)
    ran = cli("run", PROMPT, "--json", "--trace", file, "--max-tokens", "400", *ENDLESS)
    assert ran.code == 130 and cli("replay", file, "--json").json == ran.json


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_loaded(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("specdeck.commands.run.load_engine", lambda *_: pytest.fail("loaded"))
    file = tmp_path / "one.jsonl"
    file.write_text("mine")
    done = cli("run", PROMPT, "--trace", str(file))
    assert (done.code, done.out) == (1, "") and "exists already" in done.err and done.err.count("\n") == 1
    done = cli("run", PROMPT, "--trace", str(tmp_path / "no/one.jsonl"))
    assert done.code == 1 and "no folder" in done.err
    assert file.read_text() == "mine"


def test_a_run_that_wrote_nothing_leaves_no_trace_and_one_that_broke_off_a_whole_one(cli, tmp_path, monkeypatch):
    file = tmp_path / "one.jsonl"
    for more in (("--logit-bias", "999999=1"), ("--drafter", "assistant")):
        assert cli("run", PROMPT, "--trace", str(file), *more).code != 0 and not file.exists()
    monkeypatch.setattr(sys.stdout, "write", broken_after(3))
    with suppress(BrokenPipeError):
        cli("run", PROMPT, "--trace", str(file), "--max-tokens", "64")
    monkeypatch.undo()
    assert [type(entry) for entry in trace.load(file)][-1] is Finish


def broken_after(count):
    """A write that raises as on a closed pipe, after so many calls."""
    calls = []

    def write(text):
        calls.append(text)
        if len(calls) > count:
            raise BrokenPipeError
        return len(text)

    return write


@pytest.mark.parametrize("rounds, more", [(2, 20), (0, 0)], ids=["in the third round", "before the first round"])
def test_a_trace_that_was_not_written_to_its_end_is_played_as_far_as_it_goes(cli, tmp_path, rounds, more):
    """As SIGKILL or a full disk leaves it."""
    lines = (assets.TRACES / "same.jsonl").read_text().splitlines(keepends=True)
    end = [at for at, line in enumerate(lines) if line.startswith('{"type":"round"')][rounds]
    file = tmp_path / "cut.jsonl"
    file.write_text("".join([*lines[:end], lines[end][:more]]))
    found, told, drawn = cli("replay", str(file), "--json"), cli("replay", str(file)), cli("replay", str(file), "--svg", str(tmp_path / "x.svg"))
    for done in (found, told, drawn):
        assert done.code == 0 and done.err.startswith(f"specdeck: {file} ") and done.err.count("\n") == 1
        assert done.err.endswith(": it was not written to its end; this is what precedes it\n")
    assert len(found.json["rounds"]) == rounds and found.json["finish_reason"] == "interrupted" and told.out == found.json["text"] + "\n"
    assert "<svg" in (tmp_path / "x.svg").read_text()


def test_a_damaged_trace_is_played_up_to_its_bad_line(cli, tmp_path):
    lines = (assets.TRACES / "same.jsonl").read_text().splitlines(keepends=True)
    bad = [at for at, line in enumerate(lines) if line.startswith('{"type":"round"')][2]
    file = tmp_path / "damaged.jsonl"
    for line, why in (("once upon a time\n", "is not JSON: the file is cut off or damaged"), ("{}\n", "is of no kind that a trace has"), (lines[bad + 1], "does not fit: round 3 contradicts itself")):
        file.write_text("".join([*lines[:bad], line, *lines[bad + 1 :]]))
        done = cli("replay", str(file), "--json")
        assert done.code == 0 and done.err == f"specdeck: {file}: line {bad + 1} {why}; this is what precedes it\n"
        assert len(done.json["rounds"]) == 2 and done.json["finish_reason"] == "interrupted"


def test_a_trace_that_holds_nothing_yet_or_nothing_readable_is_refused(cli, tmp_path):
    header, asked, *_ = (assets.TRACES / "same.jsonl").read_text().splitlines(keepends=True)
    file = tmp_path / "cut.jsonl"
    for text, why in (
        (header, "is empty"), (header + asked[:50], "cut off in line 2"), (header[:20], "cut off in line 1"), (f"{header}{{}}\n", "line 2 is of no kind"),
        ("once upon a time\n", f"{file}"), (None, f"{file}"),
    ):  # fmt: skip
        file.write_text(text) if text else file.unlink()
        done = cli("replay", str(file), "--json")
        assert (done.code, done.out) == (1, "") and why in done.err and done.err.count("\n") == 1


def test_a_replay_is_written_as_a_page_for_browsers(cli, tmp_path):
    page, words = tmp_path / "one.html", ("replay", str(assets.TRACES / "same.jsonl"), "--html", str(tmp_path / "one.html"))
    assert cli(*words).code == 0
    assert page.read_text().count('class="t"') == sum(len(entry.tokens) for entry in trace.load(words[1]) if isinstance(entry, Round))
    assert "exists already" in cli(*words).err


def test_a_replay_loads_no_model():
    file = str(assets.TRACES / "same.jsonl")
    code = f"import sys; from specdeck.cli import main; main(['replay', {file!r}, '--json']); sys.exit('mlx.core' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0
