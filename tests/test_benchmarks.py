"""The benchmarks' own arithmetic: what a rate is made of; and that who ends a run ends all of it."""

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from assets.benchmarks import lookup_over_plain, measuring
from specdeck.decoding.types import Finish, Stats

PATIENCE = 90  # seconds until waiting is given up; nothing is measured
SECONDS = {"lookup": 0.5, "none": 0.25}  # of a reply, by its own account


def test_ours_over_ours_is_every_token_over_the_seconds_that_each_reply_tells(monkeypatch):
    monkeypatch.setattr(measuring, "decode_with", lambda pair, ids, settings, **options: [Finish("length", None, Stats(emitted=15, decode_seconds=SECONDS[settings.drafter]))])
    monkeypatch.setattr(lookup_over_plain, "prompts_and_lengths", lambda pair, workloads, most, count: [([1, 2], 15)] * 2)
    asked = measuring.Options(SimpleNamespace(reset=lambda: None), turns=2)
    assert [figure.values for figure in lookup_over_plain.over_plain(asked)] == [[0.5, 0.5]] * 4
    assert measuring.pooled([measuring.Throughput(10, 1.0), measuring.Throughput(20, 4.0)]).rate == 6.0, "several replies are as one"


def test_a_clock_from_outside_counts_what_came_after_the_first_burst(monkeypatch):
    stamps = iter((1.0, 1.0001, 1.5, 2.0))
    monkeypatch.setattr(measuring.time, "perf_counter", lambda: next(stamps))
    assert measuring.observed_throughput((1, 2, 3, 4)) == measuring.Throughput(7, 2.0 - 1.0001)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="who is whose child is read from /proc")
def test_a_run_that_is_ended_leaves_no_stopped_process_behind():
    run, end = subprocess.Popen([sys.executable, "-m", "assets.benchmarks", "8"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), time.monotonic() + PATIENCE
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    try:
        while not any(") T " in Path(f"/proc/{child}/stat").read_text() for child in children.read_text().split()):
            assert time.monotonic() < end, "nobody waits for its turn"
            time.sleep(0.1)
        sides = children.read_text().split()
        run.terminate()
        assert run.wait(PATIENCE) == 143
        while any(Path(f"/proc/{side}").exists() for side in sides):
            assert time.monotonic() < end, "one is left"
            time.sleep(0.1)
    finally:
        run.kill()
