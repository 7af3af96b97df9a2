"""Pause, one round at a time, and pace: what a person does to a reply between two rounds, and that it counts in no figure."""

import threading

import pytest
from textual.selection import Selection
from textual.widgets import Digits

from specdeck.chat.reply import Reply
from specdeck.chat.slow_motion import GUESS, STEPPED, TEST, VERDICT, live_round, moments
from specdeck.decoding.types import Settings
from specdeck.engine.session import ReplyPace, RoundGate
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import TAKES, Take, round_of, written
from tests.helpers.play import WIDE, drawn, opened, opened_on, press, type_line, until


def held(gate, tokens=2, seconds=0.0):
    """A thread that waits at the gate, and the list that gets the seconds held once it is through."""
    answers = []

    def wait():
        gate.wait(tokens, seconds, lambda: False)
        answers.append(gate.held)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread, answers


def test_a_paused_gate_waits_for_a_step_or_for_going_on():
    gate = RoundGate()
    gate.wait(3, 0.01, lambda: False)
    assert gate.held < 1, "an open gate lets every round through"
    gate.pause()
    gate.wait(1, 0.0, lambda: True)
    assert gate.paused, "a reply that was stopped is through all the same"
    for release in (gate.step, gate.step, gate.resume):
        thread, answers = held(gate)
        thread.join(0.2)
        assert not answers, "it waits: a step lets one round through, not two"
        release()
        thread.join(30)
        assert answers[0] > 0
    gate.pause()
    gate.step()
    held(gate)[0].join(30)
    assert gate.paused and not gate._steps, "a step that came before its round is used up"


def test_a_pace_is_a_share_of_full_speed_or_tokens_a_second():
    paces = ((ReplyPace(), 5, 0.02, 0.0), (ReplyPace(0.1), 5, 0.02, 0.18), (ReplyPace(tokens_per_second=5), 5, 0.25, 0.75), (ReplyPace(tokens_per_second=5), 1, 0.5, 0.0))
    for pace, tokens, seconds, waits in paces:
        assert pace.wait(tokens, seconds) == pytest.approx(waits)


@opened
async def test_an_hour_of_pause_changes_no_pace(pilot, session, state):
    session.gate = gate = RoundGate(session.clock)
    session.length = 30
    await type_line(pilot, "hi")
    session.play(20)
    await until(pilot, lambda: state.last_reply.now is not None)
    before = state.last_reply.now
    gate.begin()
    gate.pause()
    thread, _ = held(gate)
    await until(pilot, lambda: gate._waiting_since is not None)
    session.time += 3600
    assert state.last_reply.now == pytest.approx(before) and before > 0
    await until(pilot, lambda: pilot.app.screen.query_one(Digits).value.strip() == "-" and "paused after round 20" in drawn(pilot))
    assert " 0.0" not in drawn(pilot)
    gate.resume()
    thread.join(30)
    assert gate.held == pytest.approx(3600) and state.last_reply.now == pytest.approx(before)
    gate.begin()
    assert gate.held == 0


@opened
async def test_a_pace_is_typed_and_stands_in_the_header_and_a_click_ends_it(pilot, session, app):
    chip = app.screen.query_one("#slowed")
    for size in (WIDE, (60, 15)):
        await pilot.resize_terminal(*size)
        assert not chip.display
        await type_line(pilot, "/pace 5 tok/s")
        await until(pilot, lambda: "5 tok/s" in drawn(pilot).splitlines()[0])
        assert chip.region.right <= size[0], "it is on the screen"
        await pilot.click("#slowed")
        await until(pilot, lambda: not chip.display)
        assert session.gate.pace.full
    await type_line(pilot, "/pace .1")
    await type_line(pilot, "/pace 0")
    await press(pilot, "", "a share of full speed")
    assert session.gate.pace == ReplyPace(0.1)


@opened
async def test_space_pauses_and_goes_on_a_dot_writes_one_round_and_the_arrows_select_its_tokens(pilot, session, state):
    gate = session.gate
    await type_line(pilot, "hi")
    session.play(2)
    await until(pilot, lambda: state.writing)
    await pilot.press("right")
    assert not gate._steps and len(pilot.app.screen_stack) == 1, "it is not paused"
    await pilot.press("space")
    await until(pilot, lambda: gate.paused and "space goes on" in drawn(pilot) and "space Go on" in drawn(pilot))
    await pilot.press("full_stop")
    assert gate._steps == 1 and len(pilot.app.screen_stack) == 1, "from the empty prompt; no slow motion of a paused reply"
    await pilot.press("space")
    await until(pilot, lambda: not gate.paused and "space Pause" in drawn(pilot))
    gate.pause()
    await pilot.press("tab")
    assert pilot.app.focused.id == "transcript"
    await pilot.press("full_stop")
    await until(pilot, lambda: gate._steps == 1 and state.view.cursor is None)
    gate.pause()
    await pilot.press("left", "left", "right")
    await until(pilot, lambda: state.view.cursor == (state.chat.reply, len(state.chat.reply.tokens) - 1))
    assert not gate._steps


# A round as it happens


def looks(pilot) -> dict[str, str]:
    """The texts in the transcript by the name of their style, without blanks."""
    def marks(style) -> tuple[object, ...]:
        return style.color, bool(style.italic), bool(style.strike), bool(style.dim), bool(style.bold)

    found, transcript = {}, pilot.app.screen.query_one(Transcript)
    styles = {marks(transcript.get_component_rich_style(f"transcript--{name}")): name for name in ("pending", "accepted", "ghost", "dropped", "own")}
    for segment in (part for y in range(transcript.size.height) for part in transcript.render_line(y)):
        name = segment.style and styles.get(marks(segment.style))
        if name and segment.text.strip():
            found[name] = found.get(name, "") + segment.text.strip()
    return found


@opened_on(takes=[Take((" one", " two", " three", " four"), 0, "Begin"), Take((" is", " your", " destin", "ation"), 2, " bus")])
async def test_a_stepped_round_shows_its_guesses_then_their_verdicts_then_the_own_token(pilot, session, state):
    await type_line(pilot, "hi")
    session.play(1)
    await until(pilot, lambda: state.writing and state.chat.reply.tokens)
    await pilot.press("space", "full_stop")
    session.play(1)
    await until(pilot, lambda: state.view.played is not None)
    live = state.view.live_round
    whole = sum(moment.seconds for moment in moments(state.chat.reply.rounds[1]) if not moment.own)
    for guesses, tests, shown in (
        (0, 0, {}),
        (2, 0, {"pending": "is your"}),
        (5, 0, {"pending": "is your destination"}),
        (5, 1, {"accepted": "is", "pending": "your destination"}),
        (5, 2.9, {"accepted": "is your", "ghost": "destin", "pending": "ation"}),
    ):
        session.time = live.began + (guesses * GUESS + tests * (TEST + VERDICT) + 0.01) * live.seconds / whole
        await pilot.pause(0.2)
        assert looks(pilot) == {"own": "Begin"} | shown
    assert pilot.app.screen.query_one(Transcript).get_selection(Selection(None, None))[0] == "hi\n\ntoy-target\nBegin\n", "guesses are never copied"
    session.time = live.began + live.seconds + 0.001
    await until(pilot, lambda: looks(pilot) == {"own": "Beginbus", "accepted": "is your"})
    assert state.chat.reply.text == "Begin is your bus"


@pytest.mark.parametrize("pace, played", [(ReplyPace(), False), (ReplyPace(0.5), False), (ReplyPace(0.01), True), (ReplyPace(tokens_per_second=2), True)])
@opened
async def test_a_round_is_played_where_the_pace_leaves_time_for_it_and_keys_mean_the_reply_until_just_after_its_end(pilot, session, state, prompt, monkeypatch, pace, played):
    session.gate.set_pace(pace)
    await type_line(pilot, "hi")
    session.play(3)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 3)
    assert (state.view.live_round is not None) == played
    session.gate.pause()
    session.play(10)
    assert not session.gate.paused, "a reply whose end is told is held no longer"
    session.play()
    await until(pilot, lambda: not state.busy)
    assert state.view.played is None, "once the reply is over, all of it is there"
    now = prompt.steers_until
    for late, k, typed in ((-0.5, 5, ""), (0.5, 5, "]")):
        monkeypatch.setattr("specdeck.widgets.prompt_field.time.time", lambda: now + late)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: (state.settings.k, prompt.text) == (k, typed))


def test_a_live_round_ends_before_the_next_one_comes():
    gate, reply = RoundGate(), Reply(1)
    reply.rounds.append(written(TAKES[1], round_of(0, TAKES[1], Settings(drafter="model"))))
    gate.set_pace(ReplyPace(tokens_per_second=10))
    live = live_round(reply, gate, 5.0)
    assert live.seconds == pytest.approx(gate.pace.wait(5, reply.rounds[0].seconds)) and live.moment(5.0) and live.moment(5.001 + live.seconds) is None
    gate.pause()
    assert live_round(reply, gate, 5.0).seconds == STEPPED
    reply.rounds.append(round_of(1, TAKES[1], Settings(drafter="none", k=0)))
    assert live_round(reply, gate, 5.0) is None, "no draft, nothing to play"
