"""Dead ends of a chat: a prompt that cannot be answered leaves a way on."""

from random import Random

from specdeck.chat.conversation import Chat
from specdeck.chat.entries import Asked
from specdeck.decoding.types import Finish, Settings, Stats
from specdeck.engine.messages import Failed
from specdeck.widgets.prompt_field import Prompt
from tests.helpers.fake import TAKES, round_of, written
from tests.helpers.play import opened, talked, type_line, until

TOO_LONG = "the prompt has 9000 tokens and toy reads at most 512: shorten the prompt or the conversation before it"


@talked
async def test_a_prompt_beyond_the_context_comes_back_and_is_not_read_again(pilot, session):
    prompt = pilot.app.screen.query_one(Prompt)
    await type_line(pilot, "much too long")
    session.fail("reply", TOO_LONG)
    await until(pilot, lambda: not pilot.app.deck.busy and prompt.text == "much too long")
    prompt.fill("")
    await type_line(pilot, "shorter")
    assert [message["content"] for message in session.sent[-1].messages if message["role"] == "user"] == ["hi", "shorter"]


@opened
async def test_what_was_typed_meanwhile_stays(pilot, session):
    await type_line(pilot, "much too long")
    prompt = pilot.app.screen.query_one(Prompt)
    prompt.fill("another thought")
    session.fail("reply", TOO_LONG)
    await until(pilot, lambda: not pilot.app.deck.busy)
    await pilot.pause()
    assert prompt.text == "another thought"


@talked
async def test_a_prompt_that_was_stopped_while_it_was_read_is_not_read_again(pilot, session):
    await type_line(pilot, "never mind")
    await pilot.press("escape")
    await until(pilot, lambda: not pilot.app.deck.busy)
    await type_line(pilot, "go on")
    roles = [message["role"] for message in session.sent[-1].messages]
    assert roles == ["user", "assistant", "user"] and session.sent[-1].messages[-1]["content"] == "go on"


def test_turns_always_alternate():
    """Whatever ends a turn: an answer, a failure, a stop before or after the first token."""
    rng = Random(20)
    for _ in range(20):
        chat = Chat()
        for job in range(1, 13):
            chat.apply(Asked(job, f"prompt {job}", 0.0, again=rng.random() < 0.2))
            roles = [message["role"] for message in chat.messages()]
            assert roles == (["user", "assistant"] * len(roles))[: len(roles)] and chat.messages()[-1]["content"] == f"prompt {job}"
            end = rng.choice(("answered", "failed", "stopped", "stopped later", "failed later"))
            if end in ("answered", "stopped later", "failed later"):
                chat.apply(written(TAKES[0], round_of(0, TAKES[0], Settings())))
            chat.apply(Failed("reply", "no") if "failed" in end else Finish("stop", None, Stats()))
