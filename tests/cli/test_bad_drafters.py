"""Drafters that cannot work, and one that fails on the way: the reason on one line of stderr, and never another text."""

from __future__ import annotations

import signal

import pytest

from specdeck.decoding.drafters.mtp import MtpDrafter
from tests.helpers import checkpoints
from tests.helpers.damaged import BAD

WORDS = ("run", "find me a bus", "--raw", "--max-tokens", "20", "--json")


@pytest.fixture(scope="module")
def targets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("targets")
    return {kind: checkpoints.target(folder / kind, kind) for kind in ("qwen3_5", "gemma4")}


@pytest.mark.parametrize("bad", BAD)
def test_a_drafter_that_cannot_work_is_refused_with_the_reason(cli, targets, tmp_path, bad):
    kind, make, why = BAD[bad]
    done = cli(*WORDS, "--model", str(targets[kind]), "--drafter", str(make(tmp_path / "bad")))
    assert (done.code, done.out) == (1, "")
    assert why in done.err and done.err.count("\n") == 1 and "Traceback" not in done.err


def test_a_drafter_that_raises_in_the_middle_is_told_and_the_text_stays(cli, targets, tmp_path, monkeypatch):
    """By its kind, behind hybrid, and as what auto chose: the reply goes on without it, and it is the one that is named."""
    words = (*WORDS, "--model", str(targets["qwen3_5"]), "--drafter", str(checkpoints.mtp(tmp_path / "head")), "--lookup-min", "30")
    plain = cli(*words, "--drafter", "none").json
    propose = MtpDrafter.propose
    for drafter, good in (("mtp", 3), ("hybrid", 3), ("auto", 0)):  # auto may leave it before long
        calls = iter(range(999))
        monkeypatch.setattr(MtpDrafter, "propose", lambda self, ask: propose(self, ask) if next(calls) < good else 1 / 0)
        done = cli(*words, "--drafter", drafter, *(("--fallback", "mtp") if drafter == "hybrid" else ()))
        assert done.code == 0 and done.json["text"] == plain["text"] and (done.json["stats"]["drafted"] > 0) is (good > 0)
        assert "drafter mtp failed and is off for this reply: ZeroDivisionError" in done.err and "Traceback" not in done.err


def test_a_reply_that_is_stopped_after_its_drafter_failed_is_a_stopped_one(cli, targets, tmp_path, monkeypatch, signal_after):
    """Its JSON so far is printed, as of any other."""
    monkeypatch.setattr(MtpDrafter, "propose", lambda self, ask: 1 / 0)
    signal_after(signal.SIGINT, 3)
    done = cli(*WORDS, "--model", str(targets["qwen3_5"]), "--drafter", str(checkpoints.mtp(tmp_path / "head")))
    assert done.code == 130 and done.json["finish_reason"] == "interrupted" and len(done.json["rounds"]) >= 3
    assert "drafter mtp failed" in done.err and done.err.count("\n") == 1
