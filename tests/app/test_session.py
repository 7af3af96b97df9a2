"""The engine's thread, on a double of the engine: what goes in, what comes out, and what happens when it breaks."""

import threading
from functools import partial

import pytest

from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Finish, Prefill, Round, Settings, Stats
from specdeck.engine.messages import Failed, Load, Loaded, Machine, Measured, Probed, Progress
from specdeck.engine.session import Job, NextReply, Session, measure_plain, write_reply
from tests.helpers.fake import TAKES, round_of, written
from tests.helpers.states import WAIT, Seen, load


class Double:
    """An engine that writes rounds without end, one for each release of `go`; `broken` makes it fail."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.asked: list[Settings] = []
        self.broken: Exception | None = None
        self.failed: Load | None = None
        self.crowd: float | None = None
        self.name = ""
        self.threads: set[int] = set()
        self.released = 0

    @property
    def pair(self):
        if not self.name:
            raise LoadError("no model is loaded: choose one on the models screen (F5)")
        return self

    def load(self, asked):
        self.threads.add(threading.get_ident())
        self.failed = asked
        if asked.model == "bad":
            raise LoadError("bad: no model in that folder")
        self.progress("loading target toy")
        self.failed, self.name = None, asked.model or "toy"

    def release(self):
        self.released += 1

    def unload(self):
        self.name = ""
        return Machine(in_use=7)

    def rest(self):
        pass

    def describe(self):
        return Loaded(self.name, self.name, ("none", "model"), default="model")

    def decode(self, messages, settings, **options):
        assert self.pair
        self.threads.add(threading.get_ident())
        if not self.halted():
            yield Prefill("target", 3, 3, 0, 0.1)
        for index in range(options["max_tokens"]):
            if self.halted():
                break
            assert self.go.acquire(timeout=WAIT)
            if self.broken:
                raise self.broken
            now = settings() if callable(settings) else settings
            self.asked.append(now)
            yield written(TAKES[0], round_of(index, TAKES[0], now))
        yield Finish("interrupted" if self.halted() else "length", None, Stats(emitted=options["max_tokens"], decode_seconds=2.0))

    def probe(self):
        self.threads.add(threading.get_ident())
        return 0.001


def ask(session: Session, job: int, tokens: int = 50, **options: object) -> None:
    """Let it write a reply."""
    asked = NextReply(({"role": "user", "content": "hi"},), tokens, **options)
    session.submit(Job("reply", partial(write_reply, source=session, asked=asked), job))


@pytest.fixture
def double():
    return Double()


@pytest.fixture
def session(double):
    made = Session(Settings(), engine=lambda: double)
    made.start()
    yield made
    double.go.release(100)
    assert made.close(WAIT)


@pytest.fixture
def seen(session):
    """What is reported of a session that loads a pair."""
    load(session)
    return Seen(session)


def test_after_long_without_a_command_what_is_loaded_may_be_paged_out(double, monkeypatch):
    monkeypatch.setattr("specdeck.engine.session.RESTS_AFTER", 0.01)
    rested, session = threading.Event(), Session(Settings(), engine=lambda: double)
    double.rest = rested.set
    session.start()
    assert rested.wait(WAIT)
    load(session)
    assert Seen(session).until(Loaded).target == "toy" and session.close(WAIT)


def test_a_reply_takes_new_settings_and_a_stop_within_one_round(seen, session, double):
    assert seen.until(Loaded).target == "toy"
    assert [report.text for report in seen if isinstance(report, Progress)] == ["loading the engine", "loading target toy"]
    ask(session, 1)
    double.go.release()
    assert seen.until(Round).settings.k == 4
    session.settings = Settings(k=6)
    double.go.release()
    assert seen.until(Round, 2).settings.k == 6
    session.gate.pause()
    session.stop(1)
    double.go.release()  # at most one more round
    ended = seen.until(Finish)
    assert ended.reason == "interrupted" and ended.stats.rounds <= 3 and not session.gate.paused
    before = len([one for one in seen if isinstance(one, Round)])
    ask(session, 2)
    double.go.release()
    seen.until(Round, 1 + before)  # the next reply is not hit
    assert len(double.threads) == 1 and threading.get_ident() not in double.threads


def test_pairs_come_fail_and_go_and_memory_is_given_back(session, double):
    """A reply may begin before the screen has read that the pair is loaded; a drafter that was named by its folder is no name of a drafter."""
    seen, session.settings = Seen(session), Settings(drafter="~/models/head", k=3)
    load(session, "one")
    load(session, "bad")
    ask(session, 1, 1)
    double.go.release()
    wrote = seen.until(Round).settings
    assert (wrote.drafter, wrote.k) == ("model", 3) and seen.until(Failed).reason == "bad: no model in that folder"
    load(session, "two")
    assert seen.until(Loaded, 2).target == "two"
    session.submit(Job("unload", lambda engine: [engine.unload()]))
    assert seen.until(Machine).in_use == 7 and double.released == 3, "after the one that failed too"
    ask(session, 2)
    assert "F5" in seen.until(Failed, 2).reason
    load(session)
    seen.until(Loaded, 3)


NO_MEMORY = [MemoryError(), RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)"),
             RuntimeError("[metal::malloc] Resource limit (499000) exceeded.")]  # fmt: skip


@pytest.mark.parametrize("broken", NO_MEMORY)
def test_a_paused_reply_that_breaks_says_why_and_the_next_one_works(seen, session, double, broken):
    session.gate.pause()
    ask(session, 1)
    double.go.release()
    seen.until(Round)
    double.broken = broken
    session.gate.step()
    double.go.release()
    failed = seen.until(Failed)
    assert failed.what == "reply" and failed.reason == "out of memory: try a smaller model or a shorter prompt" and not session.gate.paused
    double.broken = None
    ask(session, 2, 1)
    double.go.release()
    assert seen.until(Finish).reason == "length"


def test_an_engine_that_cannot_be_imported_is_told(monkeypatch):
    """Once, and again where something is asked of it; that nothing is asked for long is no news."""

    def broken():
        raise ImportError("libmlx.so is missing")

    monkeypatch.setattr("specdeck.engine.session.RESTS_AFTER", 0.01)
    session = Session(Settings(), engine=broken)
    session.start()
    seen = Seen(session)
    assert "libmlx.so" in seen.until(Failed).reason
    session._thread.join(0.1)
    load(session)
    assert "doctor" in seen.until(Failed, 2).reason
    assert session.close(WAIT) and [report.what for report in seen if isinstance(report, Failed)] == ["engine", "load"]


@pytest.mark.parametrize("probe", [0.001, None])
def test_plain_decoding_is_measured_under_the_settings_that_are_asked_and_the_machines_speed_is_told_where_it_can_be(session, double, monkeypatch, probe):
    """On a GPU it cannot."""
    monkeypatch.setattr(double, "probe", lambda: probe)
    load(session)
    plain = Settings(drafter="none", k=0, temperature=0.8, top_p=0.9)
    session.submit(Job("measure", partial(measure_plain, asked=NextReply((), 8), settings=plain), 1))
    double.go.release(100)
    seen = Seen(session)
    measured = seen.until(Measured)
    assert (measured.tokens_per_second, measured.probes) == (4.0, (probe, probe) if probe else ()) and double.asked == [plain] * 8
    ask(session, 2)
    seen.until(Finish)
    if probe:
        assert seen.until(Probed).seconds == probe
    assert session.close(WAIT) and probe or not any(isinstance(report, Probed) for report in [*seen, *session.drain()])


def test_the_pause_is_not_in_the_seconds_of_the_replys_end(seen, session, double):
    session.gate.pause()
    ask(session, 1, 1)
    double.go.release()
    seen.until(Round)
    while not session.gate.held:
        pass
    session.gate.resume()
    assert seen.until(Finish).stats.decode_seconds == pytest.approx(2.0 - session.gate.held, abs=1e-9) and session.gate.held > 0


def test_a_prompt_that_waits_for_another_target_is_not_answered_by_the_loaded_one(session, double):
    """It is recorded as that target's. A load that brings drafters alone leaves the target that was asked."""
    seen = Seen(session)
    load(session, "one")
    for job in (1, 2):
        waits_for = load(session, "bad") if job == 1 else None
        ask(session, job, 1, waits_for=waits_for)
    double.go.release()
    assert seen.until(Finish).reason == "length" and len([one for one in seen if isinstance(one, Prefill)]) == 1
    reasons = [report.reason for report in seen if isinstance(report, Failed) and report.what == "reply"]
    assert reasons == ["the prompt waited for the model that could not be loaded: enter asks it of the loaded one"]
