"""What a person does in the chat, and sees: on recorded rounds, with no model and no thread. Also where the target's context is full."""

from dataclasses import replace

from specdeck.actions import changing_settings, chatting
from specdeck.actions.slash_commands import parse
from specdeck.apply_reports import pump
from specdeck.chat.conversation import fold
from specdeck.decoding.types import Finish, Prefill, Stats
from specdeck.records import trace
from specdeck.screens.name_lists import drafters_box
from specdeck.widgets.round_strip import MARK, Rounds
from specdeck.widgets.transcript import Transcript
from tests.helpers import decks
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, FakeSession, Take
from tests.helpers.play import drawn, hides, idle, opened, opened_on, shows, talk, told, type_line, until


@opened
async def test_a_reply_appears_as_it_is_written_takes_another_k_from_the_next_round_on_and_is_stopped(pilot, deck, app, session, prompt):
    prompt, rounds = prompt, app.screen.query_one("#rounds", Rounds)
    await pilot.press("h", "i", "enter")
    await until(pilot, lambda: deck.busy)
    assert prompt.text == ""
    app._ticker.cancel()
    session.play(2)
    app.tick()
    await pilot.pause()
    assert "What is your destination?" in drawn(pilot) and "hi" in drawn(pilot), "one frame after it was reported"
    await pilot.press("right_square_bracket", "right_square_bracket")
    assert deck.settings.k == 6 and "k 6" in drawn(pilot)
    session.play(1)
    await until(pilot, lambda: MARK in rounds.render().plain)
    assert deck.chat.reply.rounds[-1].settings.k == 6
    assert rounds.render().plain.index(MARK) == 2 and len(rounds.render().plain) == 4
    await pilot.press("escape")
    await idle(pilot)
    assert "stopped" in drawn(pilot).lower() and deck.chat.reply.text == "What is your destination? I found 3"
    assert app.focused is prompt


@opened
async def test_what_is_out_of_range_is_refused_with_a_message_and_changes_nothing(pilot, app, deck):
    for line in ("/temp -1", "/temp 9", "/k -2", "/k four", "/rule best", "/draft nobody", "/draft mtp", "/nonsense", "/k", "/pace slowly", "/again"):
        before = deck.settings
        await type_line(pilot, line)
        assert deck.settings == before
        assert app._notifications, line
        app.clear_notifications()


def test_what_to_know_of_a_drafter_is_told_where_it_is_chosen():
    pair = replace(PAIR, remarks={"model": "its vocabulary agrees in 151,640 of 151,669 ids"})
    rows = dict(drafters_box(pair, "model").rows)
    assert rows["model"].plain.endswith("; its vocabulary agrees in 151,640 of 151,669 ids") and "agrees" not in rows["lookup"].plain


@opened_on(takes=[Take((), 0, f"line {number}\n") for number in range(80)])
async def test_scrolling_up_stops_following_and_end_resumes(pilot, session, app, deck):
    await type_line(pilot, "hi")
    session.play(60)
    await shows(pilot, "line 59")
    text = app.screen.query_one(Transcript)
    text.focus()
    await pilot.press("home")
    await pilot.pause()
    session.play(10)
    await until(pilot, lambda: len(deck.chat.reply.rounds) == 70)
    assert "line 69" not in drawn(pilot)
    await pilot.press("end")
    await shows(pilot, "line 69")


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
async def test_esc_is_answered_while_a_prompt_is_read_and_the_reply_says_how_far_that_came(pilot, session, prompt):
    await type_line(pilot, "a long text")
    session.stop = lambda job: None  # the engine computes a chunk
    session.tell(Prefill("target", 1024, 3410, 0, 11.0, at=session.time))
    await shows(pilot, "the target reads the prompt: 1,024 of 3,410 tokens, about 26 s left")
    await pilot.press("escape")
    assert "stopping" in drawn(pilot)
    session.tell(Finish("interrupted", None, Stats(), at=session.time))
    await shows(pilot, "stopped while the target read the prompt: 1,024 of 3,410 tokens")
    assert "stopping" not in drawn(pilot)


@opened_on(takes=[Take((), 0, "# Title\n\nSome "), Take((), 0, "**bold** and <b>html</b>")])
async def test_a_key_shows_finished_replies_as_markdown_and_the_tokens_again(pilot, session, app, deck):
    await type_line(pilot, "hi")
    session.play(1)
    await shows(pilot, "# Title")
    await pilot.press("tab", "V")
    assert deck.view.markdown and "# Title" in drawn(pilot), "a reply that is being written shows its tokens"
    session.play(1)
    session.stop(99)
    await until(pilot, lambda: "Some bold and <b>html</b>" in drawn(pilot) and "# Title" not in drawn(pilot))
    await pilot.press("y")
    await until(pilot, lambda: app.clipboard == "# Title\n\nSome **bold** and <b>html</b>")
    await pilot.press("V")
    await shows(pilot, "Some **bold**")


@opened_on(talk, pair=replace(PAIR, context=120))
async def test_what_is_beyond_the_context_is_not_sent_and_one_key_leaves_the_oldest_turns_out(pilot, session, deck, prompt):
    await talk(pilot, session)
    chat, sent = deck.chat, len(session.sent)
    for words, said in ((200, "this prompt is longer than the 120 tokens that toy-target reads: shorten it"), (80, "ctrl+o leaves the oldest turns out, ctrl+n begins a new chat")):
        await type_line(pilot, "word " * words)
        assert prompt.text == "word " * words and len(session.sent) == sent and len(chat.turns) == 2
        assert said in told(pilot)
    await pilot.press("ctrl+o")
    await shows(pilot, "not sent to the target any more")
    await pilot.press("enter")
    await until(pilot, lambda: deck.busy)
    assert [m["role"] for m in session.sent[-1].messages] == ["user", "assistant", "user"], "the newer turn is read, the older is not"
    assert len(chat.turns) == 3 and prompt.text == ""
    session.play()
    await idle(pilot)
    again = fold(trace.parse(trace.dump(chat.entries)))
    assert again.unread == 1 and again.messages() == chat.messages(), "also when the conversation is opened again"


@opened_on(talk, pair=replace(PAIR, context=60))
async def test_a_nearly_full_context_is_told_while_something_can_be_done(pilot):
    await shows(pilot, "full: ^O drops oldest turns, ^N new chat")
    await type_line(pilot, "/drop 1")
    await hides(pilot, "full: ^O")
    await type_line(pilot, "/drop 0")
    await shows(pilot, "full: ^O")
