"""The benchmarks' own arithmetic: what a rate is made of; and that who ends a run ends all of it."""

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Callable

import pytest

from assets.benchmarks import lookup_over_plain, measuring
from specdeck.decoding import Settings
from specdeck.decoding.types import Finish, Round, Stats

PATIENCE = 90  # seconds until waiting is given up; nothing is measured
SECONDS = {"lookup": 0.5, "none": 0.25}  # of a reply, by its own account


def round_of(tokens: int, settings: Settings) -> Round:
    many = (0,) * tokens
    return Round(0, settings, settings.drafter, (), 0, many, ("plain",) * tokens, many, many, many, tokens, 0.0, 0.0)


def decode(pair, ids, settings, **options):
    """Three rounds at once, so that a clock from outside would see one burst."""
    for _ in range(3):
        yield round_of(5, settings)
    yield Finish("length", None, Stats(rounds=3, emitted=15, decode_seconds=SECONDS[settings.drafter]))


@pytest.fixture
def asked(monkeypatch):
    monkeypatch.setattr(measuring, "decode_with", decode)
    monkeypatch.setattr(lookup_over_plain, "prompts_and_lengths", lambda pair, workloads, most, count: [([1, 2], 15)] * 2)
    return measuring.Options(SimpleNamespace(reset=lambda: None), turns=2)


def test_ours_over_ours_is_every_token_over_the_seconds_that_each_reply_tells(asked):
    assert measuring.reported_throughput(asked.pair, [1, 2], lookup_over_plain.LOOKUP, 15) == measuring.Throughput(15, 0.5)
    assert [figure.values for figure in lookup_over_plain.over_plain(asked)] == [[0.5, 0.5]] * 4


def test_a_clock_from_outside_counts_what_came_after_the_first_burst(monkeypatch):
    stamps = iter((1.0, 1.0001, 1.5, 2.0))
    monkeypatch.setattr(measuring.time, "perf_counter", lambda: next(stamps))
    assert measuring.observed_throughput((1, 2, 3, 4)) == measuring.Throughput(7, 2.0 - 1.0001)


def test_several_replies_are_as_one():
    assert measuring.pooled([measuring.Throughput(10, 1.0), measuring.Throughput(20, 4.0)]).rate == 6.0


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="who is whose child is read from /proc")
def test_a_run_that_is_ended_leaves_no_stopped_process_behind():
    run = subprocess.Popen([sys.executable, "-m", "assets.benchmarks", "8"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: "T" in states(run.pid).values())
        sides = states(run.pid)
        run.terminate()
        assert run.wait(PATIENCE) == 143
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in sides))
    finally:
        run.kill()


def states(parent: int) -> dict[int, str]:
    """The processes that this one started, each with its state: T is stopped."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, owner = file.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it ended meanwhile
            continue
        if int(owner) == parent:
            found[int(file.parent.name)] = state
    return found


def wait_until(so: Callable[[], bool]) -> None:
    """Fail if it never comes."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)
