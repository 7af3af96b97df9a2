"""The speed-up: only of two measurements on one prompt, with kernels that were ready; slower is explained."""

from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.chat.reply import reply_of
from specdeck.chat.speed import why_slower
from specdeck.chat.why_this_token import Choice, best
from specdeck.deck import Deck
from specdeck.decoding.cpu import blas
from specdeck.decoding.stats import built_kernels
from specdeck.decoding.types import Finish, Settings, Stats
from specdeck.engine.jobs import NextReply, PlainPace
from specdeck.engine.messages import Measured, Probed
from specdeck.engine.round_gate import RoundGate
from specdeck.notices import Refusal
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.statistics_panel import speed_up
from tests.helpers.decks import deck_with
from tests.helpers.decks import talk as talked
from tests.helpers.fake import PAIR, TAKES, FakeSession, Take, round_of
from tests.helpers.play import drawn, person, playing, talk, told, type_line, until


async def baseline(pilot) -> None:
    """Plain decoding is measured on the last prompt."""
    await pilot.press("tab", "b")
    await until(pilot, lambda: not pilot.app.deck.busy)
    pilot.app.screen.query_one(Prompt).focus()


def measured_plainly(deck: Deck, session: FakeSession, after: float = 0.001) -> None:
    """Plain decoding was measured on the last prompt, on a machine whose fixed piece of work took 1 ms before that and `after` seconds after it."""
    deck.speed.measured_on, deck.speed.measuring = deck.basis, True
    session.tell(Measured(deck.job, 48, 24.0, probes=(0.001, after)))


@person
async def test_no_ratio_across_prompts_and_the_old_figure_is_dated():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        await baseline(pilot)
        await until(pilot, lambda: "as fast as plain decoding" in drawn(pilot) and "of this chat" in drawn(pilot))
        await talk(pilot, session)
        await until(pilot, lambda: "plain was 24.0 tok/s" in drawn(pilot) and "on another prompt, just now" in drawn(pilot))
        assert pilot.app.deck.last.speed_up is None and "as fast as plain decoding" not in drawn(pilot)
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.deck.last.speed_up is None, "another branch of the second prompt"
        await baseline(pilot)
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.deck.last.speed_up is not None, "the same prompt once more"


@pytest.mark.long
@person
async def test_no_ratio_while_kernels_were_built():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        deck.speed.measured_on = deck.basis
        session.tell(Measured(deck.job, 48, 24.0, built_kernels=True))
        await until(pilot, lambda: deck.speed.measured_on is None)
        assert deck.speed.baseline is None and deck.last.speed_up is None
        await baseline(pilot)
        assert deck.last.speed_up is not None
        step = deck.chat.reply.rounds[0]
        deck.chat.reply.rounds[0] = replace(step, verify_seconds=3.0)
        assert deck.last.speed_up is None
        pilot.app.draw()
        await until(pilot, lambda: "not compared: mlx compiled" in drawn(pilot))


def test_a_reply_that_was_held_is_compared_with_nothing(monkeypatch):
    """A pass after a wait takes longer than one of many in a row."""

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            monkeypatch.setattr(RoundGate, "held", 1.0)
            await talk(pilot, session)
            deck = pilot.app.deck
            await baseline(pilot)
            await until(pilot, lambda: "not compared: this reply was held" in drawn(pilot))
            assert deck.last.speed_up is None and deck.last.why_slower is None and not deck.catalogue.measurements.of("toy-target")
            monkeypatch.setattr(RoundGate, "held", 0.0)
            await type_line(pilot, "/again")
            session.play()
            await until(pilot, lambda: not deck.busy and "as fast as plain decoding" in drawn(pilot))
            assert deck.catalogue.measurements.of("toy-target")

    story()


@person
async def test_a_speed_up_beyond_the_tokens_of_a_round_is_not_shown():
    """The pace of plain decoding was measured while something else ran."""
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        measured_plainly(deck, session)
        await until(pilot, lambda: "as fast as plain decoding" in drawn(pilot))
        most, measured = deck.chat.reply.stats.tokens_per_round, deck.speed.baseline
        deck.speed.baseline = replace(measured, tokens_per_second=deck.last.pace / most / 1.05)
        assert not deck.last.machine_was_busy, "two figures may be a tenth apart"
        deck.speed.baseline = replace(measured, tokens_per_second=deck.last.pace / most / 1.2)
        pilot.app.draw()
        await until(pilot, lambda: "not compared: the machine was busy" in drawn(pilot))
        assert "as fast as" not in drawn(pilot) and "break-even" not in drawn(pilot) and deck.last.why_slower is None


@pytest.mark.parametrize("at, slow, built", [(0, 0.012, False), (0, 0.05, False), (0, 3.0, True), (5, 3.0, False)])
def test_a_pass_that_waited_for_a_kernel_is_known_by_its_time_and_its_place(at, slow, built):
    """The first pass of a width waits for its kernel; a later one that is as slow had a busy machine."""
    rounds = [round_of(index, take, Settings()) for index, take in enumerate(TAKES)]
    rounds[at] = replace(rounds[at], verify_seconds=slow)
    assert built_kernels(rounds) is built


@person
async def test_a_measurement_that_waited_for_kernels_is_made_again_once():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        for measured_on in (None, deck.basis):
            deck.speed.measured_on = deck.basis
            session.tell(Measured(deck.job, 48, 24.0, built_kernels=True))
            deck.speed.measuring = True
            await until(pilot, lambda: not deck.speed.measuring)
            assert deck.speed.measured_on == measured_on and deck.speed.baseline is None


@person
async def test_a_measurement_on_a_machine_that_changes_is_made_again_and_then_is_grey():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        for again in (True, True, False):
            measured_plainly(deck, session, 0.0012)
            await until(pilot, lambda: not deck.speed.measuring)
            assert (deck.speed.measured_on is None, deck.speed.baseline is None) == (again, again)
        await until(pilot, lambda: "the machine was busy" in drawn(pilot))
        assert deck.last.machine_was_busy and deck.last.why_slower is None and "break-even" not in drawn(pilot)
        assert all(measured.plain is None for measured in deck.catalogue.measurements.of("toy-target"))
        measured_plainly(deck, session, 0.00105)
        await until(pilot, lambda: not deck.speed.measuring and "the machine was busy" not in drawn(pilot) and "break-even" in drawn(pilot))


@person
async def test_a_reply_at_another_speed_of_the_machine_calls_for_a_new_measurement():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        measured_plainly(deck, session)
        await until(pilot, lambda: deck.last.speed_up is not None)
        session.tell(Probed(0.00105))
        await until(pilot, lambda: deck.chat.reply.probe == 0.00105)
        assert not deck.last.machine_was_busy and deck.last.plain_pace
        session.tell(Probed(0.002))
        await until(pilot, lambda: deck.last.plain_pace is None and deck.speed.measured_on is None)
        measured_plainly(deck, session)
        await until(pilot, lambda: "the machine was busy" in drawn(pilot))


@person
async def test_a_speed_up_stays_uncertain_whatever_is_written_and_measured_after_its_reply():
    session = FakeSession(pair=replace(PAIR, ends=(91,)))
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        session.tell(Probed(0.002))
        measured_plainly(deck, session)
        await until(pilot, lambda: "plain decoding?" in drawn(pilot) and "the machine was busy: b measures again" in drawn(pilot))
        first = deck.chat.reply
        for choice in (Choice(91, "<end>", 0.05), Choice(77, " mine", 0.2)):
            deck.view.cursor = (deck.chat.reply, 4)
            chatting.branch(deck, choice)
            if deck.busy:  # the first choice ends the reply at once
                session.play()
                session.tell(Probed(0.001))
            await until(pilot, lambda: not deck.busy)
            while deck.chat.reply is not first:
                chatting.next_branch(deck)
            pilot.app.draw()
            await until(pilot, lambda: "plain decoding?" in drawn(pilot) and "the machine was busy: b measures again" in drawn(pilot))
            assert deck.last.machine_was_busy
        chatting.next_branch(deck, -1)
        pilot.app.draw()
        await until(pilot, lambda: "plain decoding" in drawn(pilot) and "machine was busy" not in drawn(pilot))


def test_the_speed_of_the_machine_after_a_reply_that_was_left_is_no_other_replys():
    session = FakeSession()
    deck = deck_with(session)
    chatting.send(deck, "one")
    session.play()
    session.tell(Probed(0.001))
    pump(deck)
    chatting.send(deck, "two")
    session.play(2)
    pump(deck)
    first = deck.chat.turns[0].reply
    chatting.clear(deck)  # its end is not the new conversation's
    session.tell(Probed(0.002))
    pump(deck)
    assert first.probe == 0.001


@pytest.mark.parametrize("changed, why", [({"probes": (0.001, 0.002)}, "the machine was busy"), ({"built_kernels": True}, "mlx compiled kernels")])
def test_a_measurement_that_was_asked_for_and_does_not_count_says_so(changed, why):
    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await talk(pilot, session)
            deck = pilot.app.deck
            await baseline(pilot)
            await until(pilot, lambda: "as fast as plain decoding" in drawn(pilot))
            before = deck.speed.baseline
            session.changed = lambda result: replace(result, **changed) if isinstance(result, Measured) else result
            deck.speed.baseline = replace(before, basis=(0, *before.basis[1:]))  # of another conversation
            chatting.measure_unasked(deck)
            await until(pilot, lambda: not deck.speed.measuring)
            assert "does not count" not in told(pilot), "nobody asked"
            deck.speed.baseline = before
            await pilot.press("tab", "b")
            await until(pilot, lambda: f"{why} during the measurement, so it does not count: b measures again" in told(pilot))
            assert deck.speed.baseline == before

    story()


def test_a_reply_that_a_pace_slowed_says_so_and_is_offered_no_measurement(monkeypatch):
    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            monkeypatch.setattr(RoundGate, "held", 1.0)
            await type_line(pilot, "/pace .5")
            await type_line(pilot, "hi")
            session.play(2)
            await until(pilot, lambda: "not compared: it was slowed by /pace" in drawn(pilot) and "(/pace 1: full speed)" in drawn(pilot))
            session.play()
            await until(pilot, lambda: not pilot.app.deck.busy and "r writes it" in drawn(pilot))
            assert "b measures" not in drawn(pilot)
            await baseline(pilot)
            await until(pilot, lambda: "not compared: it was slowed by /pace" in drawn(pilot) and "was held" not in drawn(pilot))
            await type_line(pilot, "/pace 1")
            monkeypatch.setattr(RoundGate, "held", 0.0)
            await type_line(pilot, "/again")
            session.play()
            await until(pilot, lambda: "as fast as plain decoding" in drawn(pilot))

    story()


@person
async def test_a_reply_that_waited_for_kernels_is_listed_nowhere_as_a_measurement():
    session = FakeSession()
    async with playing(session) as pilot:
        deck = pilot.app.deck
        await type_line(pilot, "hi")
        session.play(1)
        await until(pilot, lambda: deck.chat.reply.rounds)
        step = deck.chat.reply.rounds[0]
        deck.chat.reply.rounds[0] = replace(step, verify_seconds=3.0)
        session.play()
        await until(pilot, lambda: not deck.busy)
        assert deck.catalogue.measurements.of("toy-target") == []
        await talk(pilot, session)
        assert len(deck.catalogue.measurements.of("toy-target")) == 1


@person
async def test_an_idle_chat_measures_plain_decoding_and_another_tab_does_not():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        await pilot.press("f3")
        pilot.app._idle = 0.0
        sent = len(session.sent)
        for _ in range(5):
            await pilot.pause()
        assert len(session.sent) == sent and deck.last.speed_up is None
        await pilot.press("f2")
        await until(pilot, lambda: deck.last.speed_up is not None)


@person
async def test_plain_decoding_is_measured_once_and_gives_way_to_a_wish():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        deck = pilot.app.deck
        chatting.measure_unasked(deck)
        assert deck.speed.measuring and deck.speed.unasked
        chatting.send(deck, "and now?")
        assert not deck.speed.measuring and deck.chat.turns[-1].prompt == "and now?"
        session.play()
        await until(pilot, lambda: not deck.busy)
        assert deck.last.plain_pace is None, "what was given up for another prompt is no figure of this one"
        chatting.measure_unasked(deck)
        await until(pilot, lambda: deck.last.speed_up is not None)
        sent = len(session.sent)
        chatting.measure_unasked(deck)
        assert len(session.sent) == sent


def reply_with(settings: Settings, take: Take, seconds: float):
    """A reply of ten such rounds in so many seconds."""
    events = [round_of(index, take, settings) for index in range(10)]
    stats = Stats()
    for event in events:
        stats = stats.add(event)
    events = [replace(event, texts=("x",) * len(event.tokens), guesses=("x",) * len(event.draft)) for event in events]
    return reply_of([*events, Finish("stop", None, replace(stats, decode_seconds=seconds))])


FEW, SOME = Take(("a", "b", "c", "d"), 0, "e"), Take(("a", "b", "c", "d"), 1, "e")


@pytest.mark.parametrize("k, take, rate, why", [
    (4, FEW, 20.0, "0% of the drafted guesses are accepted, break-even is 25%"),
    (4, SOME, 26.0, "25% of the drafted guesses are accepted, break-even is 40%"),
    (1, replace(FEW, guesses=("a",)), 60.0, "a round costs 6.0 plain steps, and brings 2.0 tokens if every guess is accepted"),
])  # fmt: skip
def test_slower_says_why(k, take, rate, why):
    reply = reply_with(Settings(drafter="model", k=k), take, 1.0)
    assert why_slower(reply, rate) == why and why_slower(reply, 5.0) is None
    assert why_slower(reply, rate, slow_blas=True) == f"{why}. There is no fast BLAS here, so a pass over several tokens is expensive: specdeck doctor says what helps"


@person
async def test_slower_is_explained_in_the_panel_and_where_the_fastest_is_found():
    session = FakeSession(takes=(FEW,) * 20)
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await baseline(pilot)
        await until(pilot, lambda: "slower here: 0% of the drafted" in drawn(pilot) and "then B finds the fastest" in drawn(pilot))
        with pytest.raises(Refusal, match="does not repeat itself"):
            chatting.try_advice(pilot.app.deck)


def test_the_panel_says_where_the_blas_is_the_reason(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(blas, "_loaded", None)

    @person
    async def story():
        session = FakeSession(takes=(FEW,) * 20)
        async with playing(session) as pilot:
            await type_line(pilot, "hi")
            session.play()
            await until(pilot, lambda: not pilot.app.deck.busy)
            await baseline(pilot)
            deck = pilot.app.deck
            await until(pilot, lambda: deck.last.why_slower is not None)
            assert "no fast BLAS" not in deck.last.why_slower, "mlx computes on a GPU"
            deck.pair = replace(deck.pair, advice="no fast BLAS: …")
            pilot.app.draw()
            await until(pilot, lambda: "no fast BLAS" in " ".join(drawn(pilot).split()))
            assert "specdeck doctor says what helps" in deck.last.why_slower

    story()


@person
async def test_no_ratio_of_a_reply_that_was_read_from_a_file():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        await baseline(pilot)
        deck = pilot.app.deck
        await until(pilot, lambda: deck.last.speed_up is not None)
        deck.show_chat(fold(deck.renumbered(deck.chat.entries)))
        await baseline(pilot)
        await until(pilot, lambda: "this reply was recorded" in drawn(pilot))
        assert deck.last.plain_pace and deck.last.speed_up is None
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not deck.busy)
        await baseline(pilot)
        await until(pilot, lambda: deck.last.speed_up is not None)


def test_plain_decoding_is_measured_on_what_the_reply_answers_whatever_was_set_since():
    session = FakeSession()
    deck = deck_with(session)
    chatting.send(deck, "hi")
    session.play()
    pump(deck)
    asked = next(command for command in session.sent if isinstance(command, NextReply))
    chatting.set_system(deck, "You are a pirate")
    deck.wants.thinking = True
    chatting.measure(deck)
    measured = next(command for command in session.sent if isinstance(command, PlainPace))
    assert (measured.messages, measured.thinking) == (asked.messages, asked.thinking)
    assert measured.kept == deck.chat.reply.ids, "after its end, so that the next turn finds it in the caches"
    pump(deck)
    deck.view.cursor = (deck.chat.reply, 2)
    chatting.branch(deck, best(deck.chat.reply, deck.chat.reply.tokens[2])[0][1])
    assert (session.sent[-1].messages, session.sent[-1].thinking) == (asked.messages, asked.thinking), "and so does the reply go on from another token"


def test_the_panel_gives_the_true_reason_why_there_is_no_speed_up():
    session = FakeSession()
    deck = deck_with(session)
    chatting.send(deck, "hi")
    session.play(3, seconds=0.01)
    pump(deck)
    session.fail("reply", "boom")
    pump(deck)
    chatting.measure(deck)
    pump(deck)
    assert "too short to be timed" in speed_up(deck).plain and "kernels" not in speed_up(deck).plain
    chatting.clear(deck)
    chatting.send(deck, "hi")
    session.play()
    pump(deck)
    assert "in another conversation" in speed_up(deck).plain
    session.pair = replace(PAIR, target="other", target_path="/toy/other")
    loading.load(deck, "other")
    pump(deck)
    assert "another target wrote" in speed_up(deck).plain and "recorded" not in speed_up(deck).plain


@pytest.mark.parametrize("change", [{"temperature": 0.8}, {"top_k": 20}, {"logit_bias": {3: 1.0}}])
def test_plain_decoding_is_measured_as_the_reply_was_drawn(change):
    """To filter a row of a large vocabulary takes milliseconds."""
    session = FakeSession()
    deck = deck_with(session)
    talked(deck, session)
    chatting.measure(deck)
    pump(deck)
    assert deck.last.speed_up is not None
    changing_settings.change_settings(deck, **change)
    assert deck.last.speed_up is not None, "until another reply is there"
    chatting.regenerate(deck)
    session.play()
    pump(deck)
    assert deck.last.speed_up is None
    chatting.measure(deck)
    assert session.sent[-1].settings == Settings(drafter="none", k=0, **change)
    pump(deck)
    assert deck.last.speed_up is not None
