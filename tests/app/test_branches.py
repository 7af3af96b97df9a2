"""Branches: what was written again, asked otherwise or continued stays beside what was there, with all that followed it."""

import pytest

from specdeck.chat.conversation import fold
from specdeck.records import trace
from specdeck.widgets.prompt_field import Prompt
from tests.helpers.fake import FakeSession
from tests.helpers.play import burst, drawn, person, playing, talk, type_line, until, where


async def answered(pilot, session: FakeSession) -> None:
    """The reply that was asked for is written to its end."""
    session.play()
    await until(pilot, lambda: not pilot.app.deck.busy)


def prompts(pilot) -> list[str]:
    return [turn.prompt for turn in pilot.app.deck.chat.turns]


@person
async def test_a_reply_written_again_is_a_branch_and_the_first_one_stays():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        first = pilot.app.deck.chat.reply
        await pilot.press("tab", "r")
        await answered(pilot, session)
        turn = pilot.app.deck.chat.turns[0]
        assert turn.branches == [first, turn.reply] and turn.reply is not first
        await until(pilot, lambda: "branch 2 of 2" in drawn(pilot))
        await pilot.press("less_than_sign")
        await until(pilot, lambda: pilot.app.deck.chat.reply is first)
        await until(pilot, lambda: "branch 1 of 2" in drawn(pilot))
        await pilot.click(offset=where(pilot, "branch 1 of 2"))
        await until(pilot, lambda: pilot.app.deck.chat.reply is turn.reply is not first)


@person
async def test_a_slash_goes_to_the_prompt_wherever_the_focus_is():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        text = pilot.app.deck.chat.reply
        await pilot.press("tab")
        assert pilot.app.focused is not pilot.app.screen.query_one(Prompt)
        burst(pilot, *"/rule match", "enter")
        await until(pilot, lambda: pilot.app.deck.settings.rule == "match")
        assert pilot.app.deck.chat.reply is text and not pilot.app.deck.busy and prompts(pilot) == ["hi"]


@person
async def test_a_sent_message_is_edited_and_what_followed_it_comes_back_with_its_branch():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        await type_line(pilot, "and then?")
        await answered(pilot, session)
        await type_line(pilot, "/edit 1")
        prompt = pilot.app.screen.query_one(Prompt)
        assert prompt.text == "hi" and "editing message 1" in drawn(pilot)
        await pilot.press("exclamation_mark", "enter")
        await until(pilot, lambda: pilot.app.deck.busy)
        assert prompts(pilot) == ["hi!"] and [m["content"] for m in session.sent[-1].messages] == ["hi!"]
        await answered(pilot, session)
        await pilot.press("tab", "less_than_sign")
        await until(pilot, lambda: prompts(pilot) == ["hi", "and then?"])
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: prompts(pilot) == ["hi!"])
        again = fold(trace.parse(trace.dump(pilot.app.deck.chat.entries)))
        assert [turn.prompt for turn in again.turns] == ["hi!"] and again.turns[0].later[again.turns[0].branches[0].job][0].prompt == "and then?"


@person
async def test_editing_keeps_what_was_typed_and_esc_leaves_the_message_as_it_was():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        prompt = pilot.app.screen.query_one(Prompt)
        prompt.fill("half a thought")
        await pilot.press("alt+e")
        await until(pilot, lambda: prompt.text == "hi")
        await pilot.press("escape")
        await until(pilot, lambda: prompt.text == "half a thought")
        assert pilot.app.deck.view.editing is None and prompts(pilot) == ["hi"]


@pytest.mark.parametrize("typed, left", [
    ([*"ab", "ctrl+u", *"cd"], "cd"),
    ([*"/foo", "ctrl+u", *"/draft llama"], "/draft llama"),
    ([*"ab", "backspace", "c"], "ac"),
    ([*"ab", "left", "c"], "acb"),
    ([*"/k 3", "enter", *"next"], "next"),
])  # fmt: skip
def test_keys_of_one_burst_act_in_the_order_of_typing(typed, left):
    async def story():
        async with playing() as pilot:
            prompt = pilot.app.screen.query_one(Prompt)
            burst(pilot, *typed)
            await until(pilot, lambda: prompt.text == left)

    person(story)()
