"""What happens while something else goes on: a recording, a load, a measurement, an edit. Nothing is written into another's place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, chatting, comparing, loading, saving, slash_commands
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.chat.conversation import fold
from specdeck.chat.entries import Branched, Shown, renumber
from specdeck.chat.wording import Choice
from specdeck.engine.messages import Failed, Load, Measured
from specdeck.engine.session import Job
from specdeck.notices import Refusal
from specdeck.records import history, trace
from specdeck.samples import OFFERED
from specdeck.widgets.status import doing
from tests.helpers.fake import PAIR, TAKES, FakeSession
from tests.helpers.fake_models import FakeRunner
from tests.helpers.states import ENTRIES, finish, shape, state_with, talk


@pytest.fixture
def session():
    return FakeSession()


@pytest.fixture
def state(session):
    return state_with(session)


def written(state, session):
    """The reply that was asked for is written to its end."""
    session.play()
    apply_pending(state)


def test_a_recording_ends_with_its_reply_where_what_was_set_since_holds_again_or_with_a_new_conversation(state, session):
    talk(state, session)
    before = state.chat
    chatting.set_system(state, "Be brief")
    before.reply.held = True
    saving.play_again(state)
    chatting.stop(state)
    apply_pending(state)
    assert state.replay is None and state.chat is before and state.chat.system == "Be brief" and state.chat.reply.held
    saving.play(state, ENTRIES)
    apply_pending(state)
    chatting.clear(state)
    for _ in range(3):
        apply_pending(state)
    assert state.replay is None and state.chat.turns == [] and not state.busy


def test_a_load_that_fails_is_no_failure_of_the_reply_that_waits(session, tmp_path):
    state = state_with(session, tmp_path)
    loading.load(state, "owner/typo")
    chatting.send(state, "hi")
    session.fail("load", "owner/typo: the hub has no such model")
    apply_pending(state)
    assert state.chat.reply.live and state.view.unanswered == "" and state.engine.trouble.startswith("owner/typo")


def test_what_fails_or_is_measured_in_a_recording_is_the_recordings(state):
    recorded = [*ENTRIES, Measured(1, 48, 30.0), *renumber([ENTRIES[0], Failed("reply", "the prompt is too long")], 1)]
    saving.play(state, recorded, speed=1e6)
    for _ in range(8):
        apply_pending(state)
    assert [type(entry) for entry in state.chat.entries] == [type(entry) for entry in recorded] and state.chat.reply.failure == "the prompt is too long"
    assert state.speed.baseline is None and state.engine.trouble is None and state.view.unanswered == "" and not state.notices


def test_a_plain_reply_is_measured_where_it_is_written_and_not_where_it_is_played():
    session = FakeSession(takes=TAKES * 2)
    state, other = state_with(session), state_with(FakeSession())
    talk(state, session)
    changing_settings.draft(state, "none")
    chatting.regenerate(state)
    written(state, session)
    measured = state.last_reply.plain_pace
    saving.play_again(state)
    state.stop_job()
    saving.play(other, state.chat.entries, speed=1e6)
    while state.replay or other.replay:
        apply_pending(state)
        apply_pending(other)
    assert state.last_reply.plain_pace == measured is not None
    assert other.chat.reply.phase == "done" and other.speed.baseline is None


def test_what_is_added_to_a_conversation_opened_later_in_a_session_can_be_read_back(session, tmp_path):
    state = state_with(session, tmp_path)
    talk(state, session, "stored")
    chatting.clear(state)
    (file,) = tmp_path.glob("*.jsonl")
    late = state_with(again := FakeSession(), tmp_path)
    talk(late, again, "another, so that jobs are numbered on")
    saving.recall(late, file)
    late.view.cursor = (late.chat.reply, 2)
    chatting.branch(late, Choice(7, " other", 0.2))
    written(late, again)
    chatting.next_branch(late)
    late.journal.close()
    entries = trace.load(file)
    assert [type(entry) for entry in entries if isinstance(entry, (Branched, Shown))] == [Branched, Shown]
    assert shape(fold(entries)) == shape(late.chat) and not history.recall(file).trouble


def test_a_measurement_gives_way_to_commands_and_is_of_the_conversation_in_which_it_began(session, tmp_path):
    state = state_with(session, tmp_path)
    talk(state, session)
    chatting.measure_unasked(state)
    loading.require_idle(state)
    assert not state.speed.measuring
    chatting.measure_unasked(state)
    assert state.speed.measuring and "saved" in saving.save(state, str(tmp_path / "talk.md")), "it is made later, and a save needs no idle engine"
    chatting.clear(state)
    apply_pending(state)
    assert not state.speed.measuring and state.chat.entries == [] and len(list(tmp_path.glob("*.jsonl"))) == 1


def test_a_branch_has_left_out_what_its_own_last_prompt_left_out(state, session):
    for prompt in ("one", "two", "three"):
        talk(state, session, prompt)
    chatting.edit(state, 0, "first, otherwise")
    written(state, session)
    chatting.next_branch(state)
    state.chat.unread = 2
    chatting.next_branch(state)
    assert state.chat.unread == 0 and len(state.chat.messages()) == 1


def test_while_another_pair_loads_and_with_another_target_nothing_is_measured_and_no_reply_continued(state, session):
    """It would be done with the other pair, unseen, whose tokens are others."""
    talk(state, session)
    state.chat.reply.asked = replace(state.chat.reply.asked, target=PAIR.target)
    state.view.cursor = state.chat.reply, 2
    session.pair = replace(PAIR, target="other", target_path="/other")
    loading.load(state, "/other")
    for act in (lambda: comparing.compare(state, "bus"), lambda: comparing.sample(state, "bus"), lambda: chatting.measure(state), lambda: chatting.branching(state)):
        with pytest.raises(Refusal, match="still loading"):
            act()
    assert not session.trying and session.drawing is None and not state.speed.measuring
    apply_pending(state)
    assert state.last_reply.recorded and state.last_reply.speed_up is None
    chatting.measure_unasked(state)
    assert not state.speed.measuring
    with pytest.raises(Refusal, match="whose tokens the loaded target does not have"):
        chatting.branching(state)


@pytest.mark.parametrize("asked, named, target", [(None, "specdeck-target", PAIR.target), ("mine", "mine", "mine"), ("owner/other", "owner/other", "Owner/Other")])
def test_a_prompt_sent_while_a_target_loads_waits_for_that_one_and_is_stored_as_answered_by_it(state, session, tmp_path, monkeypatch, asked, named, target):
    """A load that brings drafters alone leaves the target that was asked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    session.pair = replace(PAIR, target=target, target_path="/toy/other")
    loading.load(state, asked, ("owner/drafter",))
    chatting.send(state, "while it loads")
    assert state.chat.asked.target == named and state.chat.asked.drafter_model is None
    assert session.sent[-1].waits_for == (state.engine.loading if asked else None)
    apply_pending(state)
    written(state, session)
    assert state.wrote(state.chat.reply) and not state.last_reply.recorded and state.chat.entries[0].target == target
    assert fold(state.chat.entries).asked == state.chat.asked == state.chat.reply.asked


def test_a_sample_that_was_picked_during_a_load_that_failed_changes_no_later_pair():
    session = FakeSession(pair=None)
    state = AppState(session)
    loading.load(state, "bad")
    apply_pending(state)
    chatting.take_sample(state, OFFERED[0], "lookup")
    session.fail("load", "bad: no model in that folder")
    session.fail("reply", "no model is loaded")
    apply_pending(state)
    session.pair = PAIR
    loading.load(state)
    apply_pending(state)
    assert state.settings.drafter == PAIR.default and not any("for this prompt" in notice.text for notice in state.notices)


def test_neither_an_old_error_nor_a_pause_is_of_what_comes_after_it(state, session):
    talk(state, session)
    chatting.send(state, "hi")
    session.play()
    chatting.pause(state)  # as the reply ends
    apply_pending(state)
    chatting.send(state, "and then?")
    assert not state.held
    written(state, session)
    session.fail("measure", "boom")
    apply_pending(state)
    assert doing(state) == "boom"
    chatting.clear(state)
    assert doing(state) == "ready"
    session.fail("measure", "boom")
    apply_pending(state)
    loading.unload(state)
    apply_pending(state)
    assert "no model is loaded" in doing(state)


def test_what_fails_after_it_was_stopped_for_another_leaves_that_one_alone(state, session, monkeypatch):
    """A reply that was left for a new conversation, and a measurement that a load has ended."""
    chatting.send(state, "one")
    left = session.job
    chatting.clear(state)
    chatting.send(state, "two")
    monkeypatch.setattr(session, "drain", lambda: [(left, Failed("reply", "out of memory"))])
    apply_pending(state)
    assert state.writing and state.notices.pop().text == "out of memory" and not state.view.unanswered
    monkeypatch.undo()
    written(state, session)
    monkeypatch.setattr(session, "submit", lambda job: None)
    chatting.measure(state)
    state.speed.unasked = True
    loading.load(state, "other")
    monkeypatch.setattr(session, "drain", lambda: [(Job("measure", lambda engine: (), state.job), Failed("measure", "boom"))])
    apply_pending(state)
    assert state.engine.loading and state.engine.loading.model == "other" and not state.speed.measuring


def test_a_replay_plays_the_reply_that_is_shown_and_nothing_that_was_asked_after_it(state, session):
    talk(state, session, "one")
    talk(state, session, "two")
    chatting.edit(state, 0, "uno")
    written(state, session)
    chatting.next_branch(state, -1)
    before = shape(state.chat)
    saving.play_again(state)
    state.stop_job()
    while state.replay:
        assert [turn.prompt for turn in state.chat.turns] in (["one"], ["one", "two"])
        apply_pending(state)
    assert shape(state.chat) == before


def test_a_comparison_keeps_its_figures_when_the_chat_is_measured_after_it(state, session):
    talk(state, session)
    chatting.regenerate(state)
    written(state, session)
    comparing.compare(state, "hi")
    finish(state)
    before = state.catalogue.measurements.of(PAIR.target)
    chatting.measure(state)
    apply_pending(state)
    after = state.catalogue.measurements.of(PAIR.target)
    compared = [one for one in before if one.plain]
    assert compared and all(one in after for one in compared) and len(after) == len(before)


def test_a_drafter_of_the_hub_is_fetched_beside_the_engine_and_loaded_once_it_is_here(session):
    """The engine's thread would wait for gigabytes, and every reply with it."""
    state, name = state_with(session), "org/drafter"
    state.catalogue.background = runner = FakeRunner()
    command, argument = slash_commands.parse(f"/draft {name}")
    assert "the current drafter stays in use meanwhile" in command.act(state, argument)
    assert runner.asked == [("fetch", name)] and state.engine.loading is None
    chatting.send(state, "hi")
    runner.end(name)
    apply_pending(state)
    assert state.engine.loading is None, "a reply is being written"
    written(state, session)
    apply_pending(state)
    assert [sent.drafters[-1] for sent in session.sent if isinstance(sent, Load) and sent.drafters] == [name]
    assert state.catalogue.awaited is None
