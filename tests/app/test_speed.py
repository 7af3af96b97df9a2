"""The speed-up: only of two measurements on one prompt, with kernels that were ready; slower is explained."""

from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.chat.blocks import note
from specdeck.chat.conversation import fold
from specdeck.chat.reply import reply_of
from specdeck.chat.speed import why_slower
from specdeck.chat.wording import Choice, best
from specdeck.commands.run import closing_line
from specdeck.decoding.cpu import blas
from specdeck.decoding.stats import built_kernels
from specdeck.decoding.types import Settings
from specdeck.engine.messages import Measured, Probed
from specdeck.engine.session import NextReply, ReplyPace, RoundGate
from specdeck.notices import Refusal
from specdeck.widgets.reply_panel import acceptance, speed_up, summary, sure_ratio
from specdeck.widgets.text_static import TextStatic
from tests.helpers.fake import PAIR, TAKES, FakeSession, Take, round_of, written
from tests.helpers.play import SMALL, drawn, talked, until
from tests.helpers.states import state_with


def answered(session: FakeSession | None = None) -> AppState:
    """An app state after one reply."""
    state = state_with(session or FakeSession())
    chatting.send(state, "hi")
    return write(state)


def write(state: AppState) -> AppState:
    """What was asked is written to its end."""
    state.session.play()
    apply_pending(state)
    return state


def again(state: AppState) -> AppState:
    chatting.regenerate(state)
    return write(state)


def measure(state: AppState) -> AppState:
    chatting.measure(state)
    apply_pending(state)
    return state


def measured(state: AppState, after: float = 0.001, **fields: object) -> None:
    """Plain decoding was measured, on a machine whose fixed piece of work took 1 ms before that and `after` seconds after it."""
    state.speed.measured_on, state.speed.measuring = state.basis, True
    state.session.tell(Measured(state.job, 48, 24.0, probes=(0.001, after), **fields))
    state.session.tell(None)
    apply_pending(state)


def probed(state: AppState, seconds: float) -> None:
    state.session.tell(Probed(seconds))
    apply_pending(state)


def panel(state: AppState) -> str:
    """What the panel says of the speed-up."""
    return speed_up(state).plain


def listed(state: AppState) -> list:
    return state.catalogue.measurements.of("toy-target")


def test_plain_decoding_is_not_measured_beside_itself():
    state = answered(FakeSession(takes=(Take((), 0, "a"), Take((), 0, "b"))))
    assert panel(state) == "no speed-up: no round drafted"
    with pytest.raises(Refusal, match="no round of this reply drafted"):
        chatting.measure(state)


def test_no_ratio_across_prompts_or_settings_and_the_old_figure_is_dated():
    state = measure(answered())
    assert state.last_reply.speed_up == pytest.approx(state.last_reply.pace / 24.0) and sure_ratio(state) and "after this prompt" in panel(state)
    chatting.send(state, "another")
    write(state)
    assert "plain was 24.0 tok/s\non another prompt, just now" in panel(state) and not sure_ratio(state)
    assert again(state).last_reply.speed_up is None, "another branch of the second prompt"
    measure(state)
    assert again(state).last_reply.speed_up is not None, "the same prompt once more"
    chatting.set_system(state, "Be brief")
    assert again(state).last_reply.speed_up is None, "another system prompt before it"
    change = {"temperature": 0.8, "top_k": 20, "logit_bias": {3: 1.0}}  # to filter a row of a large vocabulary takes milliseconds
    changing_settings.change_settings(measure(state), **change)
    assert state.last_reply.speed_up is not None, "until another reply is there"
    assert again(state).last_reply.speed_up is None
    assert measure(state).last_reply.speed_up is not None and state.session.job.run.keywords["settings"] == Settings(drafter="none", k=0, **change)


@pytest.mark.parametrize("held, pace, first_pass, why", [
    (1.0, ReplyPace(), 0.012, "this reply was held\nbetween rounds"), (1.0, ReplyPace(0.5), 0.012, "it was slowed by /pace\n(/pace 1: full speed)"),
    (0.0, ReplyPace(), 3.0, "mlx compiled"),
])  # fmt: skip
def test_a_reply_that_was_held_or_slowed_or_waited_for_kernels_is_compared_with_nothing_and_listed_nowhere(monkeypatch, held, pace, first_pass, why):
    """A pass after a wait takes longer than one of many in a row."""
    state = state_with(FakeSession())
    with monkeypatch.context() as patched:
        patched.setattr(RoundGate, "held", held)
        chatting.set_pace(state, pace)
        chatting.send(state, "hi")
        state.session.play(1)
        apply_pending(state)
        state.chat.reply.rounds[0] = replace(state.chat.reply.rounds[0], verify_seconds=first_pass)
        write(state)
        assert not held or panel(state) == f"not compared: {why}; r writes it again", "no measurement is offered"
        measure(state)
        assert f"not compared: {why}" in panel(state) and state.last_reply.speed_up is None and state.last_reply.why_slower is None and not listed(state)
    chatting.set_pace(state, ReplyPace())
    assert again(state).last_reply.speed_up and len(listed(state)) == 1


def test_a_speed_up_beyond_the_tokens_of_a_round_is_doubtful_and_a_plain_reply_has_none_to_count():
    """The pace of plain decoding was measured while something else ran. A plain reply's last pass may give its end, which is no token of the text."""
    state = answered()
    measured(state)
    most, plain = state.chat.reply.stats.tokens_per_round, state.speed.baseline
    state.speed.baseline = replace(plain, tokens_per_second=state.last_reply.pace / most / 1.05)
    assert not state.last_reply.machine_was_busy, "two figures may be a tenth apart"
    state.speed.baseline = replace(plain, tokens_per_second=state.last_reply.pace / most / 1.2)
    assert "x plain decoding?\nthe machine was busy" in panel(state) and not sure_ratio(state) and "break-even" not in acceptance(state).plain
    assert "tokens per round" in acceptance(state).plain and "tokens per round" in summary(state)[-1] and "rounds" in note(state.chat.reply)
    changing_settings.toggle_plain(state)
    again(state)
    assert "tokens per round" not in acceptance(state).plain and "verify, a round" in acceptance(state).plain
    assert summary(state) and not any("tokens per round" in part for part in summary(state)) and "rounds" not in note(state.chat.reply)
    assert "nothing drafted" in (line := closing_line(state.chat.reply, Settings())) and "per round" not in line


@pytest.mark.parametrize("at, slow, built", [(0, 0.012, False), (0, 0.05, False), (0, 3.0, True), (5, 3.0, False)])
def test_a_pass_that_waited_for_a_kernel_is_known_by_its_time_and_its_place(at, slow, built):
    """The first pass of a width waits for its kernel; a later one that is as slow had a busy machine."""
    rounds = [round_of(index, take, Settings()) for index, take in enumerate(TAKES)]
    rounds[at] = replace(rounds[at], verify_seconds=slow)
    assert built_kernels(rounds) is built


def test_a_measurement_on_a_machine_that_changes_is_made_again_and_then_is_grey():
    state = answered()
    for again_on in (None, state.basis):
        measured(state, built_kernels=True)
        assert state.speed.measured_on == again_on and state.speed.baseline is None, "once more, for it waited for kernels"
    state = answered()
    for once_more in (True, True, False):
        measured(state, 0.0012)
        assert (state.speed.measured_on is None, state.speed.baseline is None) == (once_more, once_more)
    assert state.last_reply.machine_was_busy and "the machine was busy" in panel(state) and state.last_reply.why_slower is None
    steady = answered()
    for once_more in (True, True, False):
        measured(steady, crowd=0.4)
        assert (steady.speed.baseline is None) == once_more, "other programs may take their share all the time"
    assert steady.last_reply.machine_was_busy and all(one.plain is None for one in listed(steady))
    assert "break-even" not in acceptance(state).plain and all(one.plain is None for one in listed(state))
    measured(state, 0.00105)
    assert not state.last_reply.machine_was_busy and "break-even" in acceptance(state).plain


def test_a_reply_at_another_speed_of_the_machine_calls_for_a_new_measurement_and_one_that_was_left_for_none():
    state = answered()
    measured(state)
    probed(state, 0.00105)
    first = state.chat.reply
    assert first.probe == 0.00105 and not state.last_reply.machine_was_busy and state.last_reply.plain_pace
    probed(state, 0.002)
    assert state.last_reply.plain_pace is None and state.speed.measured_on is None
    measured(state)
    assert "the machine was busy" in panel(state)
    chatting.send(state, "two")
    state.session.play(2)
    apply_pending(state)
    chatting.clear(state)  # its end is not the new conversation's
    probed(state, 0.003)
    assert first.probe == 0.002


def test_a_speed_up_stays_uncertain_whatever_is_written_and_measured_after_its_reply():
    state = answered(FakeSession(pair=replace(PAIR, ends=(91,))))
    probed(state, 0.002)
    measured(state)
    first = state.chat.reply
    for choice in (Choice(91, "<end>", 0.05), Choice(77, " mine", 0.2)):  # the first ends the reply at once
        state.view.cursor = (first, 4)
        chatting.branch(state, choice)
        if state.busy:
            probed(write(state), 0.001)
        while state.chat.reply is not first:
            chatting.next_branch(state)
        assert state.last_reply.machine_was_busy and "plain decoding?\nthe machine was busy: b measures again" in panel(state)
    chatting.next_branch(state, -1)
    assert sure_ratio(state) and "machine was busy" not in panel(state)


def test_a_reply_beside_other_programs_gives_no_figure_and_one_that_is_gone_back_to_is_listed_once():
    state = measure(answered())
    state.session.tell(Probed(0.001, crowd=0.4))
    apply_pending(state)
    assert "plain decoding?\nthe machine was busy: r writes it again" in panel(state), "b would measure plain decoding in vain"
    assert [one.plain for one in listed(state)] == [None]
    changing_settings.choose_k(state, 2)
    assert sure_ratio(again(state)), "plain decoding's pace counts for the reply that is written again"
    chatting.next_branch(state, -1)
    measure(state)
    assert [(one.k, one.plain) for one in listed(state)] == [(2, 24.0), (4, None)]


@pytest.mark.parametrize("changed, why", [({"probes": (0.001, 0.002)}, "the machine was busy"), ({"built_kernels": True}, "mlx compiled kernels")])
def test_a_measurement_that_was_asked_for_and_does_not_count_says_so(changed, why):
    state = measure(answered())
    before = state.speed.baseline
    state.session.changed = lambda result: replace(result, **changed) if isinstance(result, Measured) else result
    state.speed.baseline = replace(before, basis=(0, *before.basis[1:]))  # of another conversation
    state.speed.measured_on = None
    chatting.measure_unasked(state)
    assert state.speed.measuring
    apply_pending(state)
    assert not state.speed.measuring and not state.notices, "nobody asked"
    state.speed.baseline = before
    measure(state)
    assert state.notices[0].text.startswith(f"{why} during the measurement, so it does not count") and state.speed.baseline == before


@talked
async def test_the_narrow_line_holds_whole_figures_the_foremost_first(pilot, app, state):
    measured(state)
    line, whole = app.screen.query_one("#figures-line", TextStatic), summary(state)
    for (width, height), count in ((SMALL, 3), ((60, 15), 2), ((99, 24), 4)):
        await pilot.resize_terminal(width, height)
        await until(pilot, lambda: line.content.plain == "   ".join(whole[:count]))
        assert line.content.cell_length <= line.content_size.width
        assert line.region.right < app.screen.query_one("#summary Rounds").region.x, "a cell between it and the strip"


@talked
async def test_an_idle_chat_measures_plain_decoding_and_another_tab_does_not(pilot, session, state):
    await pilot.press("f3")
    pilot.app._idle = 0.0
    sent = len(session.sent)
    for _ in range(5):
        await pilot.pause()
    assert len(session.sent) == sent and state.last_reply.speed_up is None
    await pilot.press("f2")
    await until(pilot, lambda: state.last_reply.speed_up is not None and "as fast as plain decoding" in drawn(pilot))


def test_plain_decoding_is_measured_once_and_gives_way_to_a_wish():
    state = answered()
    chatting.measure_unasked(state)
    assert state.speed.measuring and state.speed.unasked
    chatting.send(state, "and now?")
    assert not state.speed.measuring and state.chat.turns[-1].prompt == "and now?"
    assert write(state).last_reply.plain_pace is None, "what was given up for another prompt is no figure of this one"
    chatting.measure_unasked(state)
    apply_pending(state)
    assert state.last_reply.speed_up is not None
    sent = len(state.session.sent)
    chatting.measure_unasked(state)
    assert len(state.session.sent) == sent


FEW, SOME = Take(("a", "b", "c", "d"), 0, "e"), Take(("a", "b", "c", "d"), 1, "e")


@pytest.mark.parametrize("k, take, plain, why", [
    (4, FEW, 20.0, "0% of the drafted guesses are accepted, break-even is 25%"),
    (4, SOME, 26.0, "25% of the drafted guesses are accepted, break-even is 40%"),
    (1, replace(FEW, guesses=("a",)), 60.0, "a round costs 6.0 plain steps, and brings 2.0 tokens if every guess is accepted"),
])  # fmt: skip
def test_slower_says_why(k, take, plain, why):
    reply = reply_of([written(take, round_of(index, take, Settings(k=k))) for index in range(10)])
    reply.stats = replace(reply.stats, decode_seconds=1.0)
    assert why_slower(reply, plain) == why and why_slower(reply, 5.0) is None


def test_slower_is_explained_in_the_panel_also_by_the_blas(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(blas, "_loaded", None)
    state = measure(answered(FakeSession(takes=(FEW,) * 20)))
    assert "slower here: 0% of the drafted" in panel(state) and "then B finds the fastest" in panel(state)
    assert "no fast BLAS" not in panel(state), "mlx computes on a GPU"
    state.pair = replace(state.pair, advice="no fast BLAS: …")
    assert "There is no fast BLAS here" in panel(state) and "specdeck doctor says what helps" in panel(state)
    with pytest.raises(Refusal, match="does not repeat itself"):
        chatting.try_advice(state)


def test_plain_decoding_is_measured_on_what_the_reply_answers_whatever_was_set_since():
    state = answered()
    session = state.session
    asked = next(command for command in session.sent if isinstance(command, NextReply))
    chatting.set_system(state, "You are a pirate")
    state.reply_options.thinking = True
    measure(state)
    plain = session.sent[-1]
    assert (plain.messages, plain.thinking) == (asked.messages, asked.thinking)
    assert plain.kept == state.chat.reply.ids, "after its end, so that the next turn finds it in the caches"
    state.view.cursor = (state.chat.reply, 2)
    chatting.branch(state, best(state.chat.reply, state.chat.reply.tokens[2])[0][1])
    assert (session.sent[-1].messages, session.sent[-1].thinking) == (asked.messages, asked.thinking), "and so does the reply go on from another token"


def test_the_panel_gives_the_true_reason_why_there_is_no_speed_up():
    session = FakeSession()
    state = state_with(session)
    chatting.send(state, "hi")
    session.play(3, seconds=0.01)
    apply_pending(state)
    session.fail("reply", "boom")
    apply_pending(state)
    measure(state)
    assert "too short to be timed" in panel(state) and "kernels" not in panel(state)
    chatting.clear(state)
    chatting.send(state, "hi")
    assert "in another conversation" in panel(write(state))
    kept = listed(state)
    state.show_chat(fold(state.renumbered(state.chat.entries)))
    measure(state)
    assert listed(state) == kept, "an earlier session's reply is measured nowhere again"
    assert "this reply was recorded" in panel(state) and state.last_reply.plain_pace and state.last_reply.speed_up is None
    assert measure(again(state)).last_reply.speed_up is not None
    session.pair = replace(PAIR, target="other", target_path="/toy/other")
    loading.load(state, "other")
    apply_pending(state)
    assert "another target wrote" in panel(state) and "recorded" not in panel(state) and state.speed.baseline is None
