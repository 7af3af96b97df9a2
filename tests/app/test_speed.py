"""The speed-up: only of two measurements on one prompt, with kernels that were ready; slower is explained."""

from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.chat.reply import reply_of
from specdeck.chat.speed import why_slower
from specdeck.chat.wording import Choice, best
from specdeck.deck import Deck
from specdeck.decoding.cpu import blas
from specdeck.decoding.stats import built_kernels
from specdeck.decoding.types import Settings
from specdeck.engine.messages import Measured, Probed
from specdeck.engine.session import NextReply, ReplyPace, RoundGate
from specdeck.notices import Refusal
from specdeck.widgets.reply_panel import acceptance, speed_up, summary, sure_ratio
from specdeck.widgets.text_static import TextStatic
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, TAKES, FakeSession, Take, round_of, written
from tests.helpers.play import SMALL, drawn, talked, until


def answered(session: FakeSession | None = None) -> Deck:
    """A deck after one reply."""
    deck = deck_with(session or FakeSession())
    chatting.send(deck, "hi")
    return write(deck)


def write(deck: Deck) -> Deck:
    """What was asked is written to its end."""
    deck.session.play()
    pump(deck)
    return deck


def again(deck: Deck) -> Deck:
    chatting.regenerate(deck)
    return write(deck)


def measure(deck: Deck) -> Deck:
    chatting.measure(deck)
    pump(deck)
    return deck


def measured(deck: Deck, after: float = 0.001, **fields: object) -> None:
    """Plain decoding was measured, on a machine whose fixed piece of work took 1 ms before that and `after` seconds after it."""
    deck.speed.measured_on, deck.speed.measuring = deck.basis, True
    deck.session.tell(Measured(deck.job, 48, 24.0, probes=(0.001, after), **fields))
    deck.session.tell(None)
    pump(deck)


def probed(deck: Deck, seconds: float) -> None:
    deck.session.tell(Probed(seconds))
    pump(deck)


def panel(deck: Deck) -> str:
    """What the panel says of the speed-up."""
    return speed_up(deck).plain


def listed(deck: Deck) -> list:
    return deck.catalogue.measurements.of("toy-target")


def test_no_ratio_across_prompts_or_settings_and_the_old_figure_is_dated():
    deck = measure(answered())
    assert deck.last.speed_up == pytest.approx(deck.last.pace / 24.0) and sure_ratio(deck) and "of this chat" in panel(deck)
    chatting.send(deck, "another")
    write(deck)
    assert "plain was 24.0 tok/s\non another prompt, just now" in panel(deck) and not sure_ratio(deck)
    assert again(deck).last.speed_up is None, "another branch of the second prompt"
    measure(deck)
    assert again(deck).last.speed_up is not None, "the same prompt once more"
    chatting.set_system(deck, "Be brief")
    assert again(deck).last.speed_up is None, "another system prompt before it"
    change = {"temperature": 0.8, "top_k": 20, "logit_bias": {3: 1.0}}  # to filter a row of a large vocabulary takes milliseconds
    changing_settings.change_settings(measure(deck), **change)
    assert deck.last.speed_up is not None, "until another reply is there"
    assert again(deck).last.speed_up is None
    assert measure(deck).last.speed_up is not None and deck.session.job.run.keywords["settings"] == Settings(drafter="none", k=0, **change)


@pytest.mark.parametrize("held, pace, first_pass, why", [
    (1.0, ReplyPace(), 0.012, "this reply was held\nbetween rounds"), (1.0, ReplyPace(0.5), 0.012, "it was slowed by /pace\n(/pace 1: full speed)"),
    (0.0, ReplyPace(), 3.0, "mlx compiled"),
])  # fmt: skip
def test_a_reply_that_was_held_or_slowed_or_waited_for_kernels_is_compared_with_nothing_and_listed_nowhere(monkeypatch, held, pace, first_pass, why):
    """A pass after a wait takes longer than one of many in a row."""
    deck = deck_with(FakeSession())
    with monkeypatch.context() as patched:
        patched.setattr(RoundGate, "held", held)
        chatting.set_pace(deck, pace)
        chatting.send(deck, "hi")
        deck.session.play(1)
        pump(deck)
        deck.chat.reply.rounds[0] = replace(deck.chat.reply.rounds[0], verify_seconds=first_pass)
        write(deck)
        assert not held or panel(deck) == f"not compared: {why}; r writes it again", "no measurement is offered"
        measure(deck)
        assert f"not compared: {why}" in panel(deck) and deck.last.speed_up is None and deck.last.why_slower is None and not listed(deck)
    chatting.set_pace(deck, ReplyPace())
    assert again(deck).last.speed_up and len(listed(deck)) == 1


def test_a_speed_up_beyond_the_tokens_of_a_round_is_doubtful_and_a_plain_reply_has_none_to_count():
    """The pace of plain decoding was measured while something else ran. A plain reply's last pass may give its end, which is no token of the text."""
    deck = answered()
    measured(deck)
    most, plain = deck.chat.reply.stats.tokens_per_round, deck.speed.baseline
    deck.speed.baseline = replace(plain, tokens_per_second=deck.last.pace / most / 1.05)
    assert not deck.last.machine_was_busy, "two figures may be a tenth apart"
    deck.speed.baseline = replace(plain, tokens_per_second=deck.last.pace / most / 1.2)
    assert "x plain decoding?\nthe machine was busy" in panel(deck) and not sure_ratio(deck) and "break-even" not in acceptance(deck).plain
    assert "tokens per round" in acceptance(deck).plain
    deck.chat.reply.rounds[:] = [replace(round_, draft=()) for round_ in deck.chat.reply.rounds]
    assert "tokens per round" not in acceptance(deck).plain and "verify, a round" in acceptance(deck).plain


@pytest.mark.parametrize("at, slow, built", [(0, 0.012, False), (0, 0.05, False), (0, 3.0, True), (5, 3.0, False)])
def test_a_pass_that_waited_for_a_kernel_is_known_by_its_time_and_its_place(at, slow, built):
    """The first pass of a width waits for its kernel; a later one that is as slow had a busy machine."""
    rounds = [round_of(index, take, Settings()) for index, take in enumerate(TAKES)]
    rounds[at] = replace(rounds[at], verify_seconds=slow)
    assert built_kernels(rounds) is built


def test_a_measurement_on_a_machine_that_changes_is_made_again_and_then_is_grey():
    deck = answered()
    for again_on in (None, deck.basis):
        measured(deck, built_kernels=True)
        assert deck.speed.measured_on == again_on and deck.speed.baseline is None, "once more, for it waited for kernels"
    deck = answered()
    for once_more in (True, True, False):
        measured(deck, 0.0012)
        assert (deck.speed.measured_on is None, deck.speed.baseline is None) == (once_more, once_more)
    assert deck.last.machine_was_busy and "the machine was busy" in panel(deck) and deck.last.why_slower is None
    steady = answered()
    for once_more in (True, True, False):
        measured(steady, crowd=0.4)
        assert (steady.speed.baseline is None) == once_more, "other programs may take their share all the time"
    assert steady.last.machine_was_busy and all(one.plain is None for one in listed(steady))
    assert "break-even" not in acceptance(deck).plain and all(one.plain is None for one in listed(deck))
    measured(deck, 0.00105)
    assert not deck.last.machine_was_busy and "break-even" in acceptance(deck).plain


def test_a_reply_at_another_speed_of_the_machine_calls_for_a_new_measurement_and_one_that_was_left_for_none():
    deck = answered()
    measured(deck)
    probed(deck, 0.00105)
    first = deck.chat.reply
    assert first.probe == 0.00105 and not deck.last.machine_was_busy and deck.last.plain_pace
    probed(deck, 0.002)
    assert deck.last.plain_pace is None and deck.speed.measured_on is None
    measured(deck)
    assert "the machine was busy" in panel(deck)
    chatting.send(deck, "two")
    deck.session.play(2)
    pump(deck)
    chatting.clear(deck)  # its end is not the new conversation's
    probed(deck, 0.003)
    assert first.probe == 0.002


def test_a_speed_up_stays_uncertain_whatever_is_written_and_measured_after_its_reply():
    deck = answered(FakeSession(pair=replace(PAIR, ends=(91,))))
    probed(deck, 0.002)
    measured(deck)
    first = deck.chat.reply
    for choice in (Choice(91, "<end>", 0.05), Choice(77, " mine", 0.2)):  # the first ends the reply at once
        deck.view.cursor = (first, 4)
        chatting.branch(deck, choice)
        if deck.busy:
            probed(write(deck), 0.001)
        while deck.chat.reply is not first:
            chatting.next_branch(deck)
        assert deck.last.machine_was_busy and "plain decoding?\nthe machine was busy: b measures again" in panel(deck)
    chatting.next_branch(deck, -1)
    assert sure_ratio(deck) and "machine was busy" not in panel(deck)


def test_a_reply_beside_other_programs_gives_no_figure_and_one_that_is_gone_back_to_is_listed_once():
    deck = measure(answered())
    deck.session.tell(Probed(0.001, crowd=0.4))
    pump(deck)
    assert deck.last.plain_pace is None and [one.plain for one in listed(deck)] == [None]
    measure(deck)
    changing_settings.choose_k(deck, 2)
    again(deck)
    chatting.next_branch(deck, -1)
    measure(deck)
    assert [one.k for one in listed(deck)] == [2, 4]


@pytest.mark.parametrize("changed, why", [({"probes": (0.001, 0.002)}, "the machine was busy"), ({"built_kernels": True}, "mlx compiled kernels")])
def test_a_measurement_that_was_asked_for_and_does_not_count_says_so(changed, why):
    deck = measure(answered())
    before = deck.speed.baseline
    deck.session.changed = lambda result: replace(result, **changed) if isinstance(result, Measured) else result
    deck.speed.baseline = replace(before, basis=(0, *before.basis[1:]))  # of another conversation
    deck.speed.measured_on = None
    chatting.measure_unasked(deck)
    assert deck.speed.measuring
    pump(deck)
    assert not deck.speed.measuring and not deck.notices, "nobody asked"
    deck.speed.baseline = before
    measure(deck)
    assert deck.notices[0].text.startswith(f"{why} during the measurement, so it does not count") and deck.speed.baseline == before


@talked
async def test_the_narrow_line_holds_whole_figures_the_foremost_first(pilot, app, deck):
    measured(deck)
    line, whole = app.screen.query_one("#figures-line", TextStatic), summary(deck)
    for (width, height), count in ((SMALL, 3), ((60, 15), 2), ((99, 24), 4)):
        await pilot.resize_terminal(width, height)
        await until(pilot, lambda: line.content.plain == "   ".join(whole[:count]))
        assert line.content.cell_length <= line.content_size.width
        assert line.region.right < app.screen.query_one("#summary Rounds").region.x, "a cell between it and the strip"


@talked
async def test_an_idle_chat_measures_plain_decoding_and_another_tab_does_not(pilot, session, deck):
    await pilot.press("f3")
    pilot.app._idle = 0.0
    sent = len(session.sent)
    for _ in range(5):
        await pilot.pause()
    assert len(session.sent) == sent and deck.last.speed_up is None
    await pilot.press("f2")
    await until(pilot, lambda: deck.last.speed_up is not None and "as fast as plain decoding" in drawn(pilot))


def test_plain_decoding_is_measured_once_and_gives_way_to_a_wish():
    deck = answered()
    chatting.measure_unasked(deck)
    assert deck.speed.measuring and deck.speed.unasked
    chatting.send(deck, "and now?")
    assert not deck.speed.measuring and deck.chat.turns[-1].prompt == "and now?"
    assert write(deck).last.plain_pace is None, "what was given up for another prompt is no figure of this one"
    chatting.measure_unasked(deck)
    pump(deck)
    assert deck.last.speed_up is not None
    sent = len(deck.session.sent)
    chatting.measure_unasked(deck)
    assert len(deck.session.sent) == sent


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
    deck = measure(answered(FakeSession(takes=(FEW,) * 20)))
    assert "slower here: 0% of the drafted" in panel(deck) and "then B finds the fastest" in panel(deck)
    assert "no fast BLAS" not in panel(deck), "mlx computes on a GPU"
    deck.pair = replace(deck.pair, advice="no fast BLAS: …")
    assert "There is no fast BLAS here" in panel(deck) and "specdeck doctor says what helps" in panel(deck)
    with pytest.raises(Refusal, match="does not repeat itself"):
        chatting.try_advice(deck)


def test_plain_decoding_is_measured_on_what_the_reply_answers_whatever_was_set_since():
    deck = answered()
    session = deck.session
    asked = next(command for command in session.sent if isinstance(command, NextReply))
    chatting.set_system(deck, "You are a pirate")
    deck.wants.thinking = True
    measure(deck)
    plain = session.sent[-1]
    assert (plain.messages, plain.thinking) == (asked.messages, asked.thinking)
    assert plain.kept == deck.chat.reply.ids, "after its end, so that the next turn finds it in the caches"
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
    measure(deck)
    assert "too short to be timed" in panel(deck) and "kernels" not in panel(deck)
    chatting.clear(deck)
    chatting.send(deck, "hi")
    assert "in another conversation" in panel(write(deck))
    deck.show_chat(fold(deck.renumbered(deck.chat.entries)))
    measure(deck)
    assert "this reply was recorded" in panel(deck) and deck.last.plain_pace and deck.last.speed_up is None
    assert measure(again(deck)).last.speed_up is not None
    session.pair = replace(PAIR, target="other", target_path="/toy/other")
    loading.load(deck, "other")
    pump(deck)
    assert "another target wrote" in panel(deck) and "recorded" not in panel(deck) and deck.speed.baseline is None
