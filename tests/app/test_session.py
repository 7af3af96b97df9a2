"""The engine's thread, on a double of the engine: what goes in, what comes out, and what happens when it breaks."""

import threading
from dataclasses import replace

import pytest

from specdeck.decoding.types import Finish, Prefill, Round, Settings
from specdeck.engine.messages import (
    Counted,
    Failed,
    Generate,
    Load,
    Loaded,
    Measure,
    Measured,
    Probed,
    Progress,
    Replied,
    Trial,
    Tried,
    Unload,
    Unloaded,
)
from specdeck.engine.session import Session
from tests.helpers.sessions import WAIT, Double, Seen, asked


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


def test_after_long_without_a_command_what_is_loaded_may_be_paged_out(double, monkeypatch):
    monkeypatch.setattr("specdeck.engine.session.RESTS_AFTER", 0.01)
    rested, session = threading.Event(), Session(Settings(), engine=lambda: double)
    double.rest = rested.set
    session.start()
    assert rested.wait(WAIT)
    session.send(Load())
    assert Seen(session).until(Loaded).target == "toy" and session.close(WAIT)


def test_it_says_what_it_is_doing_and_what_it_loaded(session):
    seen = Seen(session)
    session.send(Load())
    assert seen.until(Loaded).target == "toy"
    assert [report.text for report in seen if isinstance(report, Progress)] == ["loading the engine", "loading target toy"]


def test_a_change_of_settings_holds_from_the_next_round_on(session, double):
    seen = Seen(session)
    session.send(Load())
    session.send(asked(1))
    double.go.release()
    assert seen.until(Round).settings.k == 4
    session.settings = Settings(k=6)
    double.go.release()
    assert seen.until(Round, 2).settings.k == 6
    assert seen.until(Round, 2).guesses[0] == " is"


def test_a_prompt_that_waits_for_a_pair_is_answered_with_its_drafter(session, double):
    """The reply begins before the screen has read that the pair is loaded; a drafter that was named by its folder is no name of a drafter."""
    session.settings = Settings(drafter="~/models/head", k=3)
    session.send(Load())
    session.send(asked(1))
    double.go.release()
    wrote = Seen(session).until(Round).settings
    assert (wrote.drafter, wrote.k) == ("model", 3)


def test_stop_ends_within_one_round_and_closes_the_engine(session, double):
    seen = Seen(session)
    session.send(Load())
    session.send(asked(1))
    double.go.release()
    seen.until(Round)
    session.stop(1)
    double.go.release()  # at most one more round
    ended = seen.until(Finish)
    assert ended.reason == "interrupted" and ended.stats.rounds <= 2
    session.send(asked(2))
    double.go.release()
    seen.until(Round, 1 + len([one for one in seen if isinstance(getattr(one, "event", one), Round)]))
    assert seen[-1].job == 2, "the next reply is not hit"


NO_MEMORY = [MemoryError(), RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)"),
             RuntimeError("[metal::malloc] Resource limit (499000) exceeded.")]  # fmt: skip


@pytest.mark.parametrize("broken", NO_MEMORY)
def test_a_reply_that_breaks_says_why_and_the_next_one_works(session, double, broken):
    seen = Seen(session)
    session.send(Load())
    double.broken = broken
    session.send(asked(1))
    double.go.release()
    failed = seen.until(Failed)
    assert failed.what == "reply" and failed.reason == "out of memory: try a smaller model or a shorter prompt"
    double.broken = None
    session.send(asked(2, 1))
    double.go.release()
    seen.until(Finish)
    assert [one.job for one in seen if isinstance(one, Replied)][-1] == 2


def test_a_failed_load_leaves_the_pair_that_was_there(session, double):
    seen = Seen(session)
    session.send(Load())
    session.send(Load("bad"))
    assert seen.until(Failed).reason == "bad: no model in that folder"
    session.send(asked(1, 1))
    double.go.release()
    assert seen.until(Finish).reason == "length"


def test_a_pair_takes_the_place_of_the_one_before_and_memory_is_given_back(session, double):
    seen = Seen(session)
    session.send(Load("one"))
    session.send(Load("bad"))
    session.send(Load("two"))
    assert seen.until(Loaded, 2).target == "two"
    assert double.besides == [None, "one", "one"] and double.released == 3, "after the one that failed too"


def test_an_unloaded_pair_is_gone_and_another_can_be_loaded(session, double):
    seen = Seen(session)
    session.send(Load())
    session.send(Unload())
    assert seen.until(Unloaded).machine.in_use == 7
    session.send(asked(1))
    assert "F5" in seen.until(Failed).reason
    session.send(Load())
    seen.until(Loaded, 2)
    assert double.besides == [None, None]


def test_without_a_pair_a_prompt_is_answered_with_what_to_do(session):
    session.send(asked(1))
    assert "no model is loaded" in Seen(session).until(Failed).reason


def test_an_engine_that_cannot_be_imported_is_told():
    def broken():
        raise ImportError("libmlx.so is missing")

    session = Session(Settings(), engine=broken)
    session.start()
    seen = Seen(session)
    assert "libmlx.so" in seen.until(Failed).reason
    session.send(Load())
    assert "doctor" in seen.until(Failed, 2).reason
    assert session.close(WAIT)


def test_plain_decoding_is_measured_plainly(session, double):
    session.send(Load())
    session.send(Measure(1, (), 8))
    double.go.release(8)
    measured = Seen(session).until(Measured)
    assert measured.tokens_per_second == 4.0 and measured.probes == (0.001, 0.001)
    assert all(settings.drafter == "none" and settings.k == 0 for settings in double.asked)


def test_where_the_machines_speed_cannot_be_told_nothing_is_told_of_it(session, double, monkeypatch):
    """On a GPU."""
    monkeypatch.setattr(double, "probe", lambda: None)
    session.send(Load())
    session.send(Measure(1, (), 8))
    double.go.release(100)
    seen = Seen(session)
    assert seen.until(Measured).probes == ()
    session.send(asked(2))
    seen.until(Finish)
    assert session.close(WAIT) and not any(isinstance(report, Probed) for report in [*seen, *session.drain()])


def test_everything_of_the_engine_happens_in_one_thread(session, double):
    seen = Seen(session)
    for job in (1, 2):
        session.send(Load())
        session.send(asked(job, 1))
        double.go.release()
    seen.until(Finish, 2)
    assert len(double.threads) == 1 and threading.get_ident() not in double.threads


def test_a_reply_that_goes_on_from_kept_tokens_is_decoded_from_them():

    class Kept(Double):
        def decode(self, pair, prompt, settings, **options):
            self.options = options
            return super().decode(pair, prompt, settings, **options)

    double = Kept()
    session = Session(Settings(), engine=lambda: double)
    session.start()
    seen = Seen(session)
    session.send(Load())
    double.go.release()
    session.send(Generate(1, ({"role": "user", "content": "hi"},), 1, None, kept=(7, 8), detail=5))
    seen.until(Round)
    assert double.options["kept"] == (7, 8) and double.options["detail"] == 5
    assert session.close(WAIT)


def test_a_trial_starts_cold_keeps_its_settings_and_reports_at_its_end(session, double):
    seen = Seen(session)
    session.send(Load())
    own = Settings(k=2)
    session.send(Trial(7, ({"role": "user", "content": "hi"},), own, 3))
    double.go.release()
    assert seen.until(Counted) == Counted(7, 1)
    session.settings = Settings(k=9)
    double.go.release(2)
    tried = seen.until(Tried)
    assert double.resets == 1 and double.asked == [own] * 3
    assert [type(report) for report in tried.events] == [Prefill, Round, Round, Round, Finish]
    assert tried.job == 7 and tried.settings == own


def test_a_trial_that_is_shown_reports_each_round_before_it_is_over(session, double):
    session.send(Load())
    session.send(Trial(7, ({"role": "user", "content": "hi"},), Settings(), 3, shown=True))
    seen = Seen(session)
    double.go.release(2)
    seen.until(Round, 2)
    double.go.release(1)
    tried = seen.until(Tried)
    assert [type(report) for report in tried.events] == [Prefill, Round, Round, Round, Finish] and tried.events[-1].reason == "length"


def test_stopped_trials_end_at_once_and_leave_the_caches_alone(session, double):
    seen = Seen(session)
    session.send(Load())
    for job in (1, 2, 3):
        session.send(Trial(job, ({"role": "user", "content": "hi"},), Settings(), 50))
    double.go.release()
    seen.until(Counted)
    session.stop(3)
    double.go.release()
    seen.until(Tried, 3)
    assert [report.events[-1].reason for report in seen if isinstance(report, Tried)] == ["interrupted"] * 3
    assert double.resets == 1


def test_a_trial_that_breaks_says_which_it_was(session, double):
    seen = Seen(session)
    session.send(Load())
    double.broken = MemoryError()
    session.send(Trial(1, ({"role": "user", "content": "hi"},), Settings(), 50))
    double.go.release()
    assert seen.until(Failed).what == "trial"


def test_a_reply_that_breaks_while_it_is_paused_leaves_the_gate_open(session, double):
    seen = Seen(session)
    session.send(Load())
    session.send(asked(1))
    double.go.release()
    seen.until(Round)
    session.gate.pause()
    double.broken = RuntimeError("boom")
    double.go.release(2)
    session.gate.step()
    seen.until(Failed)
    assert not session.gate.paused


def test_a_prompt_that_waits_for_another_target_is_not_answered_by_the_loaded_one(session, double):
    """It is recorded as that target's. A load that brings drafters alone leaves the target that was asked."""
    seen, bad = Seen(session), Load("bad")
    session.send(Load("one"))
    for job, waits_for in ((1, bad), (2, None)):
        session.send(bad)
        session.send(replace(asked(job, 1), waits_for=waits_for))
    double.go.release()
    seen.until(Finish)
    assert {one.job for one in seen if isinstance(one, Replied)} == {2}
    reasons = [report.reason for report in seen if isinstance(report, Failed) and report.what == "reply"]
    assert reasons == ["the prompt waited for the model that could not be loaded: enter asks it of the loaded one"]


def test_plain_decoding_is_measured_under_the_settings_that_are_asked(session, double):
    session.send(Load())
    plain = Settings(drafter="none", k=0, temperature=0.8, top_p=0.9)
    session.send(Measure(1, (), 2, settings=plain))
    double.go.release(2)
    Seen(session).until(Measured)
    assert double.asked == [plain] * 2
