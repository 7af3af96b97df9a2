"""Ctrl+C, SIGTERM and SIGHUP: the JSON so far, the text so far, exit 130, 143 and 129."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import termios
import time

import pytest

import specdeck.decoding.loop
import specdeck.decoding.pair_loading
from tests.helpers.command_line import ENDLESS, PROMPT, check_laws, spawn

CODES = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.mark.parametrize("signum, code", CODES)
def test_json_so_far(cli, signal_after, signum, code):
    before = [signal.getsignal(signum) for signum, _ in CODES]
    signal_after(signum, 3)
    done = cli("run", PROMPT, "--json", "--max-tokens", "400", *ENDLESS)
    assert done.code == code and done.err == ""
    check_laws(done.json)
    assert done.json["finish_reason"] == "interrupted" and 3 <= done.json["stats"]["rounds"] <= 4
    assert [signal.getsignal(signum) for signum, _ in CODES] == before, "handlers are put back"
    assert done.json["stats"]["decode_seconds"] > 0 and done.json["stats"]["peak_memory_bytes"] > 0


LOST = "was ended before each side had"
EARLY = [  # what is on stdout, what is told on stderr
    (("run", PROMPT, "--json"), '"finish_reason": "interrupted"', ""), (("run", PROMPT), "", ""), (("bench", "--json"), '"rows": []', ""), (("bench",), "nothing was measured\n", ""),
    *(((command, PROMPT, *more), "", LOST) for command in ("compare", "test") for more in ((), ("--json",))), *((("doctor", *more), "", "") for more in ((), ("--json",))),
]  # fmt: skip


@pytest.mark.parametrize("words, out, err", EARLY)
def test_before_anything_is_loaded_there_is_a_whole_object_without_figures_or_nothing(cli, monkeypatch, words, out, err):
    monkeypatch.setattr(specdeck.decoding.pair_loading, "load", lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    done = cli(*words)
    assert done.code == 143 and out in done.out and bool(done.out) is bool(out) and err in done.err and done.err.count("\n") == bool(err)
    if words[0] == "run" and out:
        check_laws(done.json)
        assert done.json["tokens"] == []
    elif "--json" in words and out:
        assert set(done.json) == {"machine", "rows", "health", "best", "budget_seconds"} and done.json["best"] == []


def test_an_interrupted_comparison_or_test_keeps_what_all_sides_have_had_unless_that_is_too_little(cli, signal_after):
    race = ("compare", PROMPT, "--json", "--max-tokens", "12", *ENDLESS)
    test = ("test", PROMPT, "--draws", "30", "--tokens", "2", "--seed", "3", "--json")
    told = []
    for words, reply, said in (
        (race, 1, "comparison was ended before each side had a run: nothing was kept of the 3 runs a side"),
        (race, 2 + 2 + 1, "comparison was ended after 1 of 3 runs a side"),  # after warm-ups and a run a side
        (test, 1 + 2 * 19 + 1, "test was ended before each side had 20 continuations: nothing was kept"),  # after the reply in which the place is chosen
        (test, 1 + 2 * 21 + 1, "test was ended after 21 of at most 30 continuations a side"),
    ):
        signal_after(signal.SIGINT, 1, reply=reply)
        done = cli(*words)
        assert (done.code, done.err) == (130, f"specdeck: the {said}\n") and bool(done.out) is ("nothing" not in said)
        told += [done.json] if done.out else []
    compared, tested = told
    check_laws(compared["a"]), check_laws(compared["b"])
    assert [len(compared[side]["tokens"]) for side in "ab"] == [12, 12] and compared["spread"] == [compared["speedup"]] * 2
    assert [len(found) for found in tested["continuations"].values()] == [21] * 4 and tested["drafted"]["draws"] == 21


def test_a_real_process_ends_with_the_text_so_far():
    process = spawn("run", PROMPT, "--max-tokens", "1500", "-k", "0", *ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    first = process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=60)
    assert process.returncode == 130 and first and rest.endswith(b"\n") and err == b""


@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the size of a pipe cannot be set here")
def test_a_pipe_that_nobody_reads_ends_at_the_first_signal():
    read, write = os.pipe()
    size = fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    with spawn("run", PROMPT, "--max-tokens", "48", "--json", *ENDLESS, stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        while struct.unpack("i", fcntl.ioctl(read, termios.FIONREAD, bytes(4)))[0] < size:
            time.sleep(0.05)
        time.sleep(0.2)  # until it waits in a write, which it does for ever
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(timeout=60) == 143 and process.stderr.read() == b""
        finally:
            process.kill()
            os.close(read)
