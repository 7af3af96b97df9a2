"""What a person does in the chat, and sees: on recorded rounds, with no model and no thread. Also where the target's context is full."""

from dataclasses import replace

from specdeck.actions import changing_settings, chatting
from specdeck.actions.slash_commands import parse
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.decoding.types import Finish, Prefill, Stats
from specdeck.records import trace
from specdeck.screens.name_lists import drafters_box
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.round_strip import MARK, Rounds
from specdeck.widgets.transcript import Transcript
from tests.helpers import decks
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, FakeSession, Take
from tests.helpers.play import SMALL, WIDE, drawn, opened, person, playing, talk, type_line, until


@opened
async def test_a_prompt_is_sent_and_its_reply_appears(pilot, session):
    await pilot.press("h", "i", "enter")
    await until(pilot, lambda: pilot.app.deck.busy)
    assert pilot.app.screen.query_one(Prompt).text == ""
    pilot.app._ticker.cancel()
    session.play(2)
    pilot.app.tick()
    await pilot.pause()
    assert "What is your destination?" in drawn(pilot), "one frame after it was reported"
    assert "hi" in drawn(pilot)


@opened
async def test_k_changes_from_the_next_round_on_and_leaves_a_mark(pilot, session):
    await type_line(pilot, "hi")
    session.play(3)
    await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 3)
    await pilot.press("right_square_bracket", "right_square_bracket")
    assert pilot.app.deck.settings.k == 6 and "k 6" in drawn(pilot)
    session.play(1)
    await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 4)
    assert pilot.app.deck.chat.reply.rounds[-1].settings.k == 6
    rounds = pilot.app.screen.query_one("#rounds", Rounds)
    await until(pilot, lambda: MARK in rounds.render().plain)
    assert rounds.render().plain.index(MARK) == 3 and len(rounds.render().plain) == 5


@opened
async def test_what_is_out_of_range_is_refused_with_a_message_and_changes_nothing(pilot):
    for line in ("/temp -1", "/temp 9", "/k -2", "/k four", "/rule best", "/draft nobody", "/draft mtp", "/nonsense", "/k"):
        before = pilot.app.deck.settings
        await type_line(pilot, line)
        assert pilot.app.deck.settings == before
        assert pilot.app._notifications, line
        pilot.app.clear_notifications()


def test_what_to_know_of_a_drafter_is_told_where_it_is_chosen():
    pair = replace(PAIR, remarks={"model": "its vocabulary agrees in 151,640 of 151,669 ids"})
    rows = dict(drafters_box(pair, "model").rows)
    assert rows["model"].plain.endswith("; its vocabulary agrees in 151,640 of 151,669 ids") and "agrees" not in rows["lookup"].plain


@opened
async def test_stopping_keeps_what_was_written_and_says_so(pilot, session):
    await type_line(pilot, "hi")
    session.play(2)
    await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 2)
    await pilot.press("escape")
    await until(pilot, lambda: not pilot.app.deck.busy)
    assert "stopped" in drawn(pilot).lower()
    assert pilot.app.deck.chat.reply.text == "What is your destination?"
    assert pilot.app.focused is pilot.app.screen.query_one(Prompt)


@opened
async def test_shrinking_and_growing_in_the_middle_of_a_reply_loses_nothing(pilot, session):
    await type_line(pilot, "hi")
    for size in (SMALL, (40, 10), SMALL, WIDE):
        session.play(2)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        if size == (40, 10):
            assert "60x15" in drawn(pilot)
    await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 8)
    text = "".join(token.text for token in pilot.app.deck.chat.reply.tokens)
    assert text.split()[-1] in drawn(pilot)


@person
async def test_what_a_model_says_never_reaches_markup_nor_the_terminal():
    nasty = "[/red] [bold]x \x1b[2J\x1b]0;owned\x07 \u202e"
    session = FakeSession(takes=(Take((), 0, nasty),))
    async with playing(session) as pilot:
        await type_line(pilot, nasty)
        session.play(1)
        await until(pilot, lambda: bool(pilot.app.deck.chat.reply.tokens))
        await pilot.pause()
        seen = drawn(pilot)
        assert "[/red] [bold]x" in seen
        assert not set("\x1b\x07\u202e") & set(seen)


@opened
async def test_an_engine_that_fails_says_why_and_the_app_goes_on(pilot, session):
    await type_line(pilot, "hi")
    session.fail("reply", "out of memory: choose a smaller model")
    await until(pilot, lambda: not pilot.app.deck.busy)
    assert "out of memory" in drawn(pilot)
    await type_line(pilot, "still there?")
    assert pilot.app.deck.busy


@person
async def test_scrolling_up_stops_following_and_end_resumes():
    long = tuple(Take((), 0, f"line {i}\n") for i in range(80))
    session = FakeSession(takes=long)
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play(60)
        await until(pilot, lambda: "line 59" in drawn(pilot))
        text = pilot.app.screen.query_one(Transcript)
        text.focus()
        await pilot.press("home")
        await pilot.pause()
        session.play(10)
        await until(pilot, lambda: len(pilot.app.deck.chat.reply.rounds) == 70)
        assert "line 69" not in drawn(pilot)
        await pilot.press("end")
        await until(pilot, lambda: "line 69" in drawn(pilot))


def test_again_draws_a_new_seed_above_temperature_0_unless_it_is_fixed_or_the_same_is_wanted():
    for line, temperature, fixed, same in (("again", 0.0, None, True), ("again", 0.8, None, False), ("again same", 0.8, None, True), ("again", 0.8, 7, True)):
        session = FakeSession()
        deck = deck_with(session)
        changing_settings.choose_temperature(deck, temperature)
        changing_settings.fix_seed(deck, fixed)
        decks.talk(deck, session)
        seed = deck.settings.seed
        command, argument = parse(f"/{line}")
        said = command.run(deck, argument)
        assert len(deck.chat.turns) == 1 and deck.busy and (deck.settings.seed == seed) is same
        assert ("seed 7 is fixed" in (said or "")) is (fixed == 7)
        session.play()
        pump(deck)
        chatting.next_branch(deck, -1)
        assert chatting.regenerate(deck, same=True) == f"the same seed: {seed}", "that of the reply which is shown"
        session.play()
        pump(deck)
        chatting.send(deck, "another")
        assert (deck.settings.seed == seed) is (fixed == 7)


@opened
async def test_esc_is_answered_while_a_prompt_is_read_and_the_reply_says_how_far_that_came(pilot, session):
    await type_line(pilot, "a long text")
    session.stop = lambda job: None  # the engine computes a chunk
    session.tell(Prefill("target", 1024, 3410, 0, 11.0, at=session.time))
    await until(pilot, lambda: "target reads the prompt: 1,024 of 3,410 tokens, about 26 s left" in drawn(pilot))
    await pilot.press("escape")
    assert "stopping" in drawn(pilot)
    session.tell(Finish("interrupted", None, Stats(), at=session.time))
    await until(pilot, lambda: "stopped while target read the prompt: 1,024 of 3,410 tokens" in drawn(pilot))
    assert "stopping" not in drawn(pilot)


@person
async def test_a_key_shows_finished_replies_as_markdown_and_the_tokens_again():
    session = FakeSession(takes=[Take((), 0, "# Title\n\nSome "), Take((), 0, "**bold** and <b>html</b>")])
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play(1)
        await until(pilot, lambda: "# Title" in drawn(pilot))
        await pilot.press("tab", "V")
        assert pilot.app.deck.view.markdown and "# Title" in drawn(pilot), "a reply that is being written shows its tokens"
        session.play(1)
        session.stop(99)
        await until(pilot, lambda: "Some bold and <b>html</b>" in drawn(pilot) and "# Title" not in drawn(pilot))
        await pilot.press("y")
        await until(pilot, lambda: pilot.app.clipboard == "# Title\n\nSome **bold** and <b>html</b>")
        await pilot.press("V")
        await until(pilot, lambda: "Some **bold**" in drawn(pilot))


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
        assert any("this prompt is longer than the 1,000 tokens that toy-target reads: shorten it" in note.message for note in pilot.app._notifications)


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
        again = fold(trace.parse(trace.dump(pilot.app.deck.chat.entries)))
        assert again.unread == 1 and [m["role"] for m in again.messages()] == ["user"]
