"""Pause, one round at a time, and pace: what a person does to a reply between two rounds, and that it counts in no figure."""

import threading
from dataclasses import replace

import pytest

from specdeck.decoding.types import Finish, Settings, Stats
from specdeck.engine.messages import Ended, Load, Wrote
from specdeck.engine.round_gate import ReplyPace, RoundGate
from specdeck.engine.session import Session, without_held
from specdeck.widgets.prompt_field import Prompt
from tests.app.fake import FakeSession
from tests.app.play import person, playing, until
from tests.app.test_chat import drawn, type_line
from tests.app.test_session import Double, Seen, asked


def held(gate, tokens=2, seconds=0.0):
    """A thread that waits at the gate, and the list that its answer goes into."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(gate.wait(tokens, seconds, lambda: False)), daemon=True)
    thread.start()
    return thread, answers


def test_an_open_gate_lets_every_round_through_at_once():
    assert RoundGate(clock=lambda: 0.0).wait(3, 0.01, lambda: False) == 0


def test_a_paused_gate_waits_for_a_step_or_for_going_on():
    gate = RoundGate()
    gate.pause()
    for release in (gate.step, gate.go_on):
        thread, answers = held(gate)
        thread.join(0.2)
        assert not answers, "it waits"
        release()
        thread.join(30)
        assert answers[0] > 0
    gate.pause()
    gate.step()
    held(gate)[0].join(30)
    thread, answers = held(gate)
    thread.join(0.2)
    assert not answers, "a step lets one round through, not two"
    gate.go_on()
    thread.join(30)


def test_a_stopped_reply_is_not_held():
    gate = RoundGate()
    gate.pause()
    assert gate.wait(1, 0.0, lambda: True) >= 0


@pytest.mark.parametrize("pace, tokens, seconds, waits", [
    (ReplyPace(), 5, 0.02, 0.0),
    (ReplyPace(0.1), 5, 0.02, 0.18),
    (ReplyPace(tokens_per_second=5), 5, 0.25, 0.75),
    (ReplyPace(tokens_per_second=5), 1, 0.5, 0.0),
])  # fmt: skip
def test_a_pace_is_a_share_of_full_speed_or_tokens_a_second(pace, tokens, seconds, waits):
    assert pace.wait(tokens, seconds) == pytest.approx(waits)


def test_held_seconds_are_not_decoding_seconds():
    finish = Finish("stop", None, Stats(emitted=10, rounds=4, decode_seconds=5.0))
    assert without_held(finish, 3.0) == replace(finish, stats=replace(finish.stats, decode_seconds=2.0))
    assert without_held(finish, 0.0) is finish


def test_a_paused_reply_stops_and_the_next_one_is_not_paused():
    double = Double()
    session = Session(Settings(), engine=lambda: double)
    seen = Seen(session)
    session.start()
    session.send(Load(None, ()))
    session.send(asked(1))
    session.gate.pause()
    double.go.release(1)
    seen.until(Wrote)
    session.stop(1)
    double.go.release(1)
    assert seen.until(Ended).event.reason == "interrupted" and not session.gate.paused
    assert session.close(30)


@person
async def test_space_pauses_a_reply_and_goes_on_and_a_dot_writes_one_round():
    session = FakeSession()
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play(2)
        await until(pilot, lambda: pilot.app.deck.writing)
        await pilot.press("tab", "space")
        assert session.gate.paused
        await until(pilot, lambda: "space goes on" in drawn(pilot))
        await pilot.press("full_stop")
        assert session.gate._steps == 1 and len(pilot.app.screen_stack) == 1, "no slow motion of a paused reply"
        await pilot.press("space")
        assert not session.gate.paused


def test_a_key_just_after_the_end_still_means_the_reply_and_types_nothing(monkeypatch):
    session = FakeSession()

    @person
    async def story():
        async with playing(session) as pilot:
            await type_line(pilot, "hi")
            session.play()
            await until(pilot, lambda: not pilot.app.deck.busy)
            prompt, k = pilot.app.screen.query_one(Prompt), pilot.app.deck.settings.k
            now = prompt.steers_until
            monkeypatch.setattr("specdeck.widgets.prompt_field.time.time", lambda: now - 0.5)
            await pilot.press("right_square_bracket")
            await until(pilot, lambda: pilot.app.deck.settings.k == k + 1)
            assert prompt.text == ""
            monkeypatch.setattr("specdeck.widgets.prompt_field.time.time", lambda: now + 0.5)
            await pilot.press("right_square_bracket")
            assert prompt.text == "]" and pilot.app.deck.settings.k == k + 1

    story()


@person
async def test_a_pace_is_typed_and_said():
    session = FakeSession()
    async with playing(session) as pilot:
        await type_line(pilot, "/pace .1")
        assert session.gate.pace == ReplyPace(0.1)
        await type_line(pilot, "/pace 5 tok/s")
        assert session.gate.pace == ReplyPace(tokens_per_second=5)
        await type_line(pilot, "/pace 0")
        assert session.gate.pace == ReplyPace(tokens_per_second=5)
        await until(pilot, lambda: "a share of full speed" in " ".join(note.message for note in pilot.app._notifications))
