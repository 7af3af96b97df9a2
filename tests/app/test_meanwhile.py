"""What happens while something else goes on: a recording, a load, a measurement, an edit. Nothing is written into another's place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, chatting, comparing, loading, saving, slash_commands
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.chat.entries import Branched, Shown, renumber
from specdeck.chat.wording import Choice
from specdeck.deck import Deck
from specdeck.engine.messages import Failed, Load, Measured
from specdeck.engine.session import Job
from specdeck.notices import Refusal
from specdeck.records import history, trace
from specdeck.samples import OFFERED
from specdeck.widgets.status import doing
from tests.helpers.decks import ENTRIES, deck_with, finish, shape, talk
from tests.helpers.fake import PAIR, TAKES, FakeSession
from tests.helpers.fake_models import FakeRunner


@pytest.fixture
def session():
    return FakeSession()


@pytest.fixture
def deck(session):
    return deck_with(session)


def written(deck, session):
    """The reply that was asked for is written to its end."""
    session.play()
    pump(deck)


def test_a_recording_ends_with_its_reply_where_what_was_set_since_holds_again_or_with_a_new_conversation(deck, session):
    talk(deck, session)
    before = deck.chat
    chatting.set_system(deck, "Be brief")
    before.reply.held = True
    saving.play_again(deck)
    chatting.stop(deck)
    pump(deck)
    assert deck.replay is None and deck.chat is before and deck.chat.system == "Be brief" and deck.chat.reply.held
    saving.play(deck, ENTRIES)
    pump(deck)
    chatting.clear(deck)
    for _ in range(3):
        pump(deck)
    assert deck.replay is None and deck.chat.turns == [] and not deck.busy


def test_a_load_that_fails_is_no_failure_of_the_reply_that_waits(session, tmp_path):
    deck = deck_with(session, tmp_path)
    loading.load(deck, "owner/typo")
    chatting.send(deck, "hi")
    session.fail("load", "owner/typo: the hub has no such model")
    pump(deck)
    assert deck.chat.reply.live and deck.view.unanswered == "" and deck.engine.trouble.startswith("owner/typo")


def test_what_fails_or_is_measured_in_a_recording_is_the_recordings(deck):
    recorded = [*ENTRIES, Measured(1, 48, 30.0), *renumber([ENTRIES[0], Failed("reply", "the prompt is too long")], 1)]
    saving.play(deck, recorded, speed=1e6)
    for _ in range(8):
        pump(deck)
    assert [type(entry) for entry in deck.chat.entries] == [type(entry) for entry in recorded] and deck.chat.reply.failure == "the prompt is too long"
    assert deck.speed.baseline is None and deck.engine.trouble is None and deck.view.unanswered == "" and not deck.notices


def test_a_plain_reply_is_measured_where_it_is_written_and_not_where_it_is_played():
    session = FakeSession(takes=TAKES * 2)
    deck, other = deck_with(session), deck_with(FakeSession())
    talk(deck, session)
    changing_settings.draft(deck, "none")
    chatting.regenerate(deck)
    written(deck, session)
    measured = deck.last.plain_pace
    saving.play_again(deck)
    deck.stop_job()
    saving.play(other, deck.chat.entries, speed=1e6)
    while deck.replay or other.replay:
        pump(deck)
        pump(other)
    assert deck.last.plain_pace == measured is not None
    assert other.chat.reply.phase == "done" and other.speed.baseline is None


def test_what_is_added_to_a_conversation_opened_later_in_a_session_can_be_read_back(session, tmp_path):
    deck = deck_with(session, tmp_path)
    talk(deck, session, "stored")
    chatting.clear(deck)
    (file,) = tmp_path.glob("*.jsonl")
    late = deck_with(again := FakeSession(), tmp_path)
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
    deck = deck_with(session, tmp_path)
    talk(deck, session)
    chatting.measure_unasked(deck)
    loading.require_idle(deck)
    assert not deck.speed.measuring
    chatting.measure_unasked(deck)
    assert deck.speed.measuring and "saved" in saving.save(deck, str(tmp_path / "talk.md")), "it is made later, and a save needs no idle engine"
    chatting.clear(deck)
    pump(deck)
    assert not deck.speed.measuring and deck.chat.entries == [] and len(list(tmp_path.glob("*.jsonl"))) == 1


def test_a_branch_has_left_out_what_its_own_last_prompt_left_out(deck, session):
    for prompt in ("one", "two", "three"):
        talk(deck, session, prompt)
    chatting.edit(deck, 0, "first, otherwise")
    written(deck, session)
    chatting.next_branch(deck)
    deck.chat.unread = 2
    chatting.next_branch(deck)
    assert deck.chat.unread == 0 and len(deck.chat.messages()) == 1


def test_while_another_pair_loads_and_with_another_target_nothing_is_measured_and_no_reply_continued(deck, session):
    """It would be done with the other pair, unseen, whose tokens are others."""
    talk(deck, session)
    deck.chat.reply.asked = replace(deck.chat.reply.asked, target=PAIR.target)
    deck.view.cursor = deck.chat.reply, 2
    session.pair = replace(PAIR, target="other", target_path="/other")
    loading.load(deck, "/other")
    for act in (lambda: comparing.compare(deck, "bus"), lambda: comparing.sample(deck, "bus"), lambda: chatting.measure(deck), lambda: chatting.branching(deck)):
        with pytest.raises(Refusal, match="still loading"):
            act()
    assert not session.trying and session.drawing is None and not deck.speed.measuring
    pump(deck)
    assert deck.last.recorded and deck.last.speed_up is None
    chatting.measure_unasked(deck)
    assert not deck.speed.measuring
    with pytest.raises(Refusal, match="whose tokens the loaded target does not have"):
        chatting.branching(deck)


@pytest.mark.parametrize("asked, named, target", [(None, "specdeck-target", PAIR.target), ("mine", "mine", "mine"), ("owner/other", "owner/other", "Owner/Other")])
def test_a_prompt_sent_while_a_target_loads_waits_for_that_one_and_is_stored_as_answered_by_it(deck, session, tmp_path, monkeypatch, asked, named, target):
    """A load that brings drafters alone leaves the target that was asked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    session.pair = replace(PAIR, target=target, target_path="/toy/other")
    loading.load(deck, asked, ("owner/drafter",))
    chatting.send(deck, "while it loads")
    assert deck.chat.asked.target == named and deck.chat.asked.drafter_model is None
    assert session.sent[-1].waits_for == (deck.engine.loading if asked else None)
    pump(deck)
    written(deck, session)
    assert deck.wrote(deck.chat.reply) and not deck.last.recorded and deck.chat.entries[0].target == target
    assert fold(deck.chat.entries).asked == deck.chat.asked == deck.chat.reply.asked


def test_a_sample_that_was_picked_during_a_load_that_failed_changes_no_later_pair():
    session = FakeSession(pair=None)
    deck = Deck(session)
    loading.load(deck, "bad")
    pump(deck)
    chatting.take_sample(deck, OFFERED[0], "lookup")
    session.fail("load", "bad: no model in that folder")
    session.fail("reply", "no model is loaded")
    pump(deck)
    session.pair = PAIR
    loading.load(deck)
    pump(deck)
    assert deck.settings.drafter == PAIR.default and not any("for this prompt" in notice.text for notice in deck.notices)


def test_neither_an_old_error_nor_a_pause_is_of_what_comes_after_it(deck, session):
    talk(deck, session)
    chatting.send(deck, "hi")
    session.play()
    chatting.pause(deck)  # as the reply ends
    pump(deck)
    chatting.send(deck, "and then?")
    assert not deck.held
    written(deck, session)
    session.fail("measure", "boom")
    pump(deck)
    assert doing(deck) == "boom"
    chatting.clear(deck)
    assert doing(deck) == "ready"
    session.fail("measure", "boom")
    pump(deck)
    loading.unload(deck)
    pump(deck)
    assert "no model is loaded" in doing(deck)


def test_what_fails_after_it_was_stopped_for_another_leaves_that_one_alone(deck, session, monkeypatch):
    """A reply that was left for a new conversation, and a measurement that a load has ended."""
    chatting.send(deck, "one")
    left = session.job
    chatting.clear(deck)
    chatting.send(deck, "two")
    monkeypatch.setattr(session, "drain", lambda: [(left, Failed("reply", "out of memory"))])
    pump(deck)
    assert deck.writing and deck.notices.pop().text == "out of memory" and not deck.view.unanswered
    monkeypatch.undo()
    written(deck, session)
    monkeypatch.setattr(session, "submit", lambda job: None)
    chatting.measure(deck)
    deck.speed.unasked = True
    loading.load(deck, "other")
    monkeypatch.setattr(session, "drain", lambda: [(Job("measure", lambda engine: (), deck.job), Failed("measure", "boom"))])
    pump(deck)
    assert deck.engine.loading and deck.engine.loading.model == "other" and not deck.speed.measuring


def test_a_replay_plays_the_reply_that_is_shown_and_nothing_that_was_asked_after_it(deck, session):
    talk(deck, session, "one")
    talk(deck, session, "two")
    chatting.edit(deck, 0, "uno")
    written(deck, session)
    chatting.next_branch(deck, -1)
    before = shape(deck.chat)
    saving.play_again(deck)
    deck.stop_job()
    while deck.replay:
        assert [turn.prompt for turn in deck.chat.turns] in (["one"], ["one", "two"])
        pump(deck)
    assert shape(deck.chat) == before


def test_a_comparison_keeps_its_figures_when_the_chat_is_measured_after_it(deck, session):
    talk(deck, session)
    chatting.regenerate(deck)
    written(deck, session)
    comparing.compare(deck, "hi")
    finish(deck)
    before = deck.catalogue.measurements.of(PAIR.target)
    chatting.measure(deck)
    pump(deck)
    after = deck.catalogue.measurements.of(PAIR.target)
    compared = [one for one in before if one.plain]
    assert compared and all(one in after for one in compared) and len(after) == len(before)


def test_a_drafter_of_the_hub_is_fetched_beside_the_engine_and_loaded_once_it_is_here(session):
    """The engine's thread would wait for gigabytes, and every reply with it."""
    deck, name = deck_with(session), "org/drafter"
    deck.catalogue.background = runner = FakeRunner()
    command, argument = slash_commands.parse(f"/draft {name}")
    assert "the current drafter stays in use meanwhile" in command.act(deck, argument)
    assert runner.asked == [("fetch", name)] and deck.engine.loading is None
    chatting.send(deck, "hi")
    runner.end(name)
    pump(deck)
    assert deck.engine.loading is None, "a reply is being written"
    written(deck, session)
    pump(deck)
    assert [sent.drafters[-1] for sent in session.sent if isinstance(sent, Load) and sent.drafters] == [name]
    assert deck.catalogue.awaited is None
