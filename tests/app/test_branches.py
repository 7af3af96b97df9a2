"""Branches: what was written again, asked otherwise or continued stays beside what was there, with all that followed it."""

from dataclasses import replace

from specdeck.actions import chatting
from specdeck.apply_reports import pump
from specdeck.chat.blocks import note
from specdeck.chat.conversation import fold
from specdeck.chat.wording import Choice, best
from specdeck.records import trace
from specdeck.screens.slow_motion import SlowMotion
from specdeck.widgets.round_strip import MARK, Rounds
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import burst, drawn, idle, opened, shows, talk, talked, type_line, until, where


async def answered(pilot, session: FakeSession) -> None:
    """The reply that was asked for is written to its end."""
    session.play()
    await idle(pilot)


def prompts(deck) -> list[str]:
    return [turn.prompt for turn in deck.chat.turns]


@talked
async def test_a_reply_written_again_is_a_branch_also_where_it_failed_first_and_the_first_one_stays(pilot, session, deck, prompt):
    first = deck.chat.reply
    await pilot.press("tab", "r")
    await answered(pilot, session)
    turn = deck.chat.turns[0]
    assert turn.branches == [first, turn.reply] and turn.reply is not first
    await shows(pilot, "branch 2 of 2")
    await pilot.press("less_than_sign")
    await until(pilot, lambda: deck.chat.reply is first)
    await shows(pilot, "branch 1 of 2")
    await pilot.click(offset=where(pilot, "branch 1 of 2"))
    await until(pilot, lambda: deck.chat.reply is turn.reply is not first)
    await pilot.press("r")
    session.fail("reply", "out of memory: choose a smaller model")
    await until(pilot, lambda: prompt.text == "hi" and "out of memory" in drawn(pilot))
    await pilot.press("enter")
    await answered(pilot, session)
    assert prompts(deck) == ["hi"] and len(turn.branches) == 3


@talked
async def test_a_sent_message_is_edited_and_what_followed_it_comes_back_with_its_branch(pilot, deck, session, prompt):
    await type_line(pilot, "and then?")
    await answered(pilot, session)
    await pilot.press("tab")
    deck.view.cursor = (deck.chat.turns[0].reply, 0)
    await pilot.press("e")
    assert prompt.text == "hi" and "editing message 1" in drawn(pilot)
    await pilot.press("exclamation_mark", "enter")
    await until(pilot, lambda: deck.busy)
    assert prompts(deck) == ["hi!"] and [m["content"] for m in session.sent[-1].messages] == ["hi!"]
    assert deck.view.editing is None, "the next prompt is a new turn"
    await answered(pilot, session)
    await pilot.press("tab", "less_than_sign")
    await until(pilot, lambda: prompts(deck) == ["hi", "and then?"])
    await pilot.press("greater_than_sign")
    await until(pilot, lambda: prompts(deck) == ["hi!"])
    again = fold(trace.parse(trace.dump(deck.chat.entries)))
    assert [turn.prompt for turn in again.turns] == ["hi!"] and again.turns[0].later[again.turns[0].branches[0].job][0].prompt == "and then?"


@opened
async def test_keys_of_one_burst_act_in_the_order_of_typing(pilot, prompt):
    for typed, left in (
        ([*"ab", "ctrl+u", *"cd"], "cd"), ([*"/foo", "ctrl+u", *"/draft llama"], "/draft llama"), ([*"ab", "backspace", "c"], "ac"),
        ([*"ab", "left", "c"], "acb"), ([*"/k 3", "enter", *"next"], "next"),
    ):  # fmt: skip
        prompt.fill("")
        burst(pilot, *typed)
        await until(pilot, lambda left=left: prompt.text == left)


@talked
async def test_an_edit_ends_by_esc_or_with_its_conversation_and_what_was_typed_comes_back(pilot, session, app, deck, prompt):
    first = list(deck.chat.entries)
    await pilot.press("ctrl+n")
    await talk(pilot, session)
    prompt.fill("half a thought")

    async def edit() -> None:
        app.attempt(chatting.edit_message)
        await until(pilot, lambda: prompt.text == "hi")

    await edit()
    deck.speed.measuring = deck.speed.unasked = True  # plain decoding, by itself: esc is for the edit
    await pilot.press("escape")
    await until(pilot, lambda: prompt.text == "half a thought")
    assert deck.view.editing is None and prompts(deck) == ["hi"]
    deck.speed.measuring = False
    await edit()
    app.attempt(lambda deck: deck.show_chat(fold(deck.renumbered(first))))
    await until(pilot, lambda: prompt.text == "half a thought")
    await pilot.press("enter")
    await answered(pilot, session)
    assert prompts(deck) == ["hi", "half a thought"]


def test_a_reply_that_is_ended_at_its_first_token_says_so_and_a_limit_counts_what_was_written():
    session = FakeSession(pair=replace(PAIR, ends=(91,)))
    deck = deck_with(session)
    deck.wants.max_tokens = 12
    chatting.send(deck, "hi")
    session.play(5)
    session.end("length")
    pump(deck)
    deck.view.cursor = (deck.chat.reply, 2)
    chatting.branch(deck, best(deck.chat.reply, deck.chat.reply.tokens[2])[0][1])
    session.play(4)
    session.end("length")
    pump(deck)
    reply = deck.chat.reply
    assert reply.kept == 3 and f"ended at {reply.stats.emitted} new tokens" in note(reply) and f"{reply.stats.emitted} new tokens (3 kept) in 4 rounds" in note(reply)
    deck.view.cursor = (reply, 0)
    chatting.branch(deck, Choice(91, "<end>", 0.05))
    assert "you ended the reply here" in note(deck.chat.reply) and "0 tokens" not in note(deck.chat.reply)


@talked
async def test_figures_strip_and_slow_motion_say_where_a_continued_reply_begins(pilot, deck, app, session):
    strip = app.screen.query_one("#rounds", Rounds)
    assert MARK not in strip.render().plain and "tok/s, over the whole reply" in drawn(pilot)
    deck.view.cursor = (deck.chat.reply, 7)
    chatting.branch(deck, best(deck.chat.reply, deck.chat.reply.tokens[7])[0][1])
    session.play(2)
    session.end("stop")
    await idle(pilot)
    reply = deck.chat.reply
    assert f"{len(reply.tokens) - 8} new tokens (8 kept) in 2 rounds" in drawn(pilot)
    assert strip.render().plain.index(MARK) == len(reply.rounds) - 2 and strip.render().plain.count(MARK) == 1
    assert f"{MARK} round {len(reply.rounds) - 1}: from your token" in drawn(pilot) and "tok/s, over the new tokens" in drawn(pilot)
    await pilot.press("tab", "full_stop")
    await until(pilot, lambda: bool(app.screen.query(SlowMotion)))
    await shows(pilot, f"ROUND {app.screen.index + 1} ")
    assert reply.rounds[app.screen.index].index != app.screen.index, "numbered as the panel does"
