"""The target's context: what does not fit is refused before it is sent, and a conversation that fills it has a way on."""

from dataclasses import replace

from specdeck.widgets.prompt_field import Prompt
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import drawn, person, playing, talk, type_line, until


def small(context: int) -> FakeSession:
    """A session whose target reads so many tokens: a word is one."""
    return FakeSession(pair=replace(PAIR, context=context))


@person
async def test_a_prompt_that_is_too_long_is_refused_before_it_is_sent_and_stays_in_the_prompt():
    session = small(1000)
    async with playing(session) as pilot:
        await talk(pilot, session)
        sent, long = len(session.sent), "word " * 1200
        await type_line(pilot, long)
        assert pilot.app.screen.query_one(Prompt).text == long
        assert len(session.sent) == sent and len(pilot.app.deck.chat.turns) == 1
        assert any("this prompt has 1,200 tokens and toy-target reads at most 1,000: shorten it" in note.message for note in pilot.app._notifications)


@person
async def test_a_conversation_beyond_the_context_says_what_to_do_and_one_key_does_it():
    session = small(120)
    async with playing(session) as pilot:
        await talk(pilot, session)
        await talk(pilot, session)
        prompt, turns = pilot.app.screen.query_one(Prompt), pilot.app.deck.chat.turns
        await type_line(pilot, "word " * 80)
        assert len(turns) == 2 and prompt.text
        assert any("ctrl+o leaves the oldest turns out, ctrl+n begins a new chat" in note.message for note in pilot.app._notifications)
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "not sent to the target any more" in drawn(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.deck.busy)
        assert [m["role"] for m in session.sent[-1].messages] == ["user", "assistant", "user"], "the newer turn is read, the older is not"
        assert len(pilot.app.deck.chat.turns) == 3 and prompt.text == ""


@person
async def test_a_nearly_full_context_is_told_while_something_can_be_done():
    session = small(60)
    async with playing(session) as pilot:
        await talk(pilot, session)
        await until(pilot, lambda: "full: ^O drops oldest turns, ^N new chat" in drawn(pilot))
        await type_line(pilot, "/drop 1")
        await until(pilot, lambda: "full: ^O" not in drawn(pilot))
        await type_line(pilot, "/drop 0")
        await until(pilot, lambda: "full: ^O" in drawn(pilot))


@person
async def test_what_is_left_out_stays_left_out_when_the_conversation_is_opened_again():
    session = small(1000)
    async with playing(session) as pilot:
        await talk(pilot, session)
        await type_line(pilot, "/drop 1")
        await talk(pilot, session)
        from specdeck.chat.conversation import fold
        from specdeck.records import trace

        again = fold(trace.parse(trace.dump(pilot.app.deck.chat.entries)))
        assert again.unread == 1 and [m["role"] for m in again.messages()] == ["user"]
