"""The engine's thread, on a double of the engine: what goes in, what comes out, and what happens when it breaks."""

import threading
from functools import partial

import pytest

from specdeck.decoding.types import Finish, Prefill, Round, Settings
from specdeck.engine.messages import Failed, Loaded, Machine, Measured, Probed, Progress
from specdeck.engine.session import Job, NextReply, Session, measure_plain
from tests.helpers.sessions import WAIT, Double, Seen, ask, load


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


def test_it_says_what_it_is_doing_and_what_it_loaded(seen, session):
    assert seen.until(Loaded).target == "toy"
    assert [report.text for report in seen if isinstance(report, Progress)] == ["loading the engine", "loading target toy"]


def test_a_change_of_settings_holds_from_the_next_round_on(seen, session, double):
    ask(session, 1)
    double.go.release()
    assert seen.until(Round).settings.k == 4
    session.settings = Settings(k=6)
    double.go.release()
    assert seen.until(Round, 2).settings.k == 6
    assert seen.until(Round, 2).guesses[0] == " is"


def test_a_prompt_that_waits_for_a_pair_is_answered_with_its_drafter(session, double):
    """The reply begins before the screen has read that the pair is loaded; a drafter that was named by its folder is no name of a drafter."""
    session.settings = Settings(drafter="~/models/head", k=3)
    load(session)
    ask(session, 1)
    double.go.release()
    wrote = Seen(session).until(Round).settings
    assert (wrote.drafter, wrote.k) == ("model", 3)


def test_stop_ends_within_one_round_and_closes_the_engine(seen, session, double):
    ask(session, 1)
    double.go.release()
    seen.until(Round)
    session.stop(1)
    double.go.release()  # at most one more round
    ended = seen.until(Finish)
    assert ended.reason == "interrupted" and ended.stats.rounds <= 2
    ask(session, 2)
    double.go.release()
    before = len([one for one in seen if isinstance(one, Round)])
    seen.until(Round, 1 + before)  # the next reply is not hit


NO_MEMORY = [MemoryError(), RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)"),
             RuntimeError("[metal::malloc] Resource limit (499000) exceeded.")]  # fmt: skip


@pytest.mark.parametrize("broken", NO_MEMORY)
def test_a_reply_that_breaks_says_why_and_the_next_one_works(seen, session, double, broken):
    double.broken = broken
    ask(session, 1)
    double.go.release()
    failed = seen.until(Failed)
    assert failed.what == "reply" and failed.reason == "out of memory: try a smaller model or a shorter prompt"
    double.broken = None
    ask(session, 2, 1)
    double.go.release()
    assert seen.until(Finish).reason == "length"


def test_a_failed_load_leaves_the_pair_that_was_there(seen, session, double):
    load(session, "bad")
    assert seen.until(Failed).reason == "bad: no model in that folder"
    ask(session, 1, 1)
    double.go.release()
    assert seen.until(Finish).reason == "length"


def test_a_pair_takes_the_place_of_the_one_before_and_memory_is_given_back(session, double):
    seen = Seen(session)
    load(session, "one")
    load(session, "bad")
    load(session, "two")
    assert seen.until(Loaded, 2).target == "two"
    assert double.released == 3, "after the one that failed too"


def test_an_unloaded_pair_is_gone_and_another_can_be_loaded(seen, session, double):
    session.submit(Job("unload", lambda engine: [engine.unload()]))
    assert seen.until(Machine).in_use == 7
    ask(session, 1)
    assert "F5" in seen.until(Failed).reason
    load(session)
    seen.until(Loaded, 2)


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


def test_where_the_machines_speed_cannot_be_told_nothing_is_told_of_it(session, double, monkeypatch):
    """On a GPU."""
    monkeypatch.setattr(double, "probe", lambda: None)
    load(session)
    session.submit(Job("measure", partial(measure_plain, asked=NextReply((), 8)), 1))
    double.go.release(100)
    seen = Seen(session)
    assert seen.until(Measured).probes == ()
    ask(session, 2)
    seen.until(Finish)
    assert session.close(WAIT) and not any(isinstance(report, Probed) for report in [*seen, *session.drain()])


def test_everything_of_the_engine_happens_in_one_thread(session, double):
    seen = Seen(session)
    for job in (1, 2):
        load(session)
        ask(session, job, 1)
        double.go.release()
    seen.until(Finish, 2)
    assert len(double.threads) == 1 and threading.get_ident() not in double.threads


def test_a_reply_that_breaks_while_it_is_paused_leaves_the_gate_open(seen, session, double):
    ask(session, 1)
    double.go.release()
    seen.until(Round)
    session.gate.pause()
    double.broken = RuntimeError("boom")
    double.go.release(2)
    session.gate.step()
    seen.until(Failed)
    assert not session.gate.paused


def test_a_paused_reply_stops_and_the_next_one_is_not_paused(seen, session, double):
    ask(session, 1)
    session.gate.pause()
    double.go.release()
    seen.until(Round)
    session.stop(1)
    double.go.release()
    assert seen.until(Finish).reason == "interrupted" and not session.gate.paused


def test_the_pause_is_not_in_the_seconds_of_the_replys_end(seen, session, double):
    session.gate.pause()
    ask(session, 1, 1)
    double.go.release()
    seen.until(Round)
    while not session.gate.held:
        pass
    session.gate.go_on()
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


def test_plain_decoding_is_measured_under_the_settings_that_are_asked(session, double):
    load(session)
    plain = Settings(drafter="none", k=0, temperature=0.8, top_p=0.9)
    session.submit(Job("measure", partial(measure_plain, asked=NextReply((), 8), settings=plain), 1))
    double.go.release(8)
    measured = Seen(session).until(Measured)
    assert measured.tokens_per_second == 4.0 and measured.probes == (0.001, 0.001)
    assert double.asked == [plain] * 8
