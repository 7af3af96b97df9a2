"""What a person does in the chat by keys and mouse, and sees: on recorded rounds, with no model and no thread."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.color import Color

from specdeck.actions import changing_settings, chatting
from specdeck.actions.slash_commands import parse
from specdeck.apply_reports import apply_pending
from specdeck.chat.conversation import fold
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.drawing.content_pieces import LOOKS
from specdeck.records import trace
from specdeck.samples import OFFERED
from specdeck.screens.chat import ChatScreen
from specdeck.settings import themes
from specdeck.widgets.round_strip import HEIGHTS, MARK, Rounds
from specdeck.widgets.status import Status
from specdeck.widgets.transcript import Transcript, token_style
from tests.helpers.fake import PAIR, FakeSession, Take
from tests.helpers.play import answered, burst, contrast, drawn, opened_on, select, shows, talk, told, type_line, until, where
from tests.helpers.states import state_with
from tests.helpers.states import talk as talk_on

PLAIN_LOOKS = {"bold", "underline", "reverse", "strike"}  # what of a style is not colour
ECHO = next(number for number, sample in enumerate(OFFERED) if sample.kind == "echo")


@opened_on()
async def test_a_reply_appears_as_it_is_written_takes_another_k_from_the_next_round_on_and_is_stopped(pilot, state, app, session, prompt):
    rounds = app.screen.query_one("#rounds", Rounds)
    await pilot.press("h", "i", "enter")
    await until(pilot, lambda: state.busy)
    assert prompt.text == ""
    app._ticker.cancel()
    session.play(2)
    app.tick()
    await pilot.pause()
    assert "What is your destination?" in drawn(pilot) and "hi" in drawn(pilot), "one frame after it was reported"
    await pilot.press("right_square_bracket", "right_square_bracket")
    assert state.settings.k == 6 and "k 6" in drawn(pilot)
    session.play(1)
    await until(pilot, lambda: MARK in rounds.render().plain)
    assert state.chat.reply.rounds[-1].settings.k == 6
    assert rounds.render().plain.index(MARK) == 2 and len(rounds.render().plain) == 4
    await pilot.press("escape")
    await until(pilot, lambda: not state.busy)
    assert "stopped" in drawn(pilot).lower() and state.chat.reply.text == "What is your destination? I found 3"
    assert app.focused is prompt


@opened_on(takes=[Take((), 0, f"line {number}\n") for number in range(80)])
async def test_scrolling_up_stops_following_and_end_resumes(pilot, session, app, state):
    await type_line(pilot, "hi")
    session.play(60)
    await shows(pilot, "line 59")
    text = app.screen.query_one(Transcript)
    text.focus()
    await pilot.press("home")
    await pilot.pause()
    session.play(10)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 70)
    assert "line 69" not in drawn(pilot)
    await pilot.press("end")
    await shows(pilot, "line 69")


def test_again_draws_a_new_seed_above_temperature_0_unless_it_is_fixed_or_the_same_is_wanted():
    for line, temperature, fixed, same in (("again", 0.0, None, True), ("again", 0.8, None, False), ("again same", 0.8, None, True), ("again", 0.8, 7, True)):
        session = FakeSession()
        state = state_with(session)
        changing_settings.choose_temperature(state, temperature)
        changing_settings.fix_seed(state, fixed)
        talk_on(state, session)
        seed = state.settings.seed
        command, argument = parse(f"/{line}")
        said = command.run(state, argument)
        assert len(state.chat.turns) == 1 and state.busy and (state.settings.seed == seed) is same
        assert ("seed 7 is fixed" in (said or "")) is (fixed == 7)
        session.play()
        apply_pending(state)
        chatting.next_branch(state, -1)
        assert chatting.regenerate(state, same=True) == f"the same seed: {seed}", "that of the reply which is shown"
        session.play()
        apply_pending(state)
        chatting.send(state, "another")
        assert (state.settings.seed == seed) is (fixed == 7)


@opened_on()
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
async def test_a_key_shows_finished_replies_as_markdown_and_the_tokens_again(pilot, session, app, state):
    await type_line(pilot, "hi")
    session.play(1)
    await shows(pilot, "# Title")
    await pilot.press("tab", "V")
    assert state.view.markdown and "# Title" in drawn(pilot), "a reply that is being written shows its tokens"
    session.play(1)
    session.stop(99)
    await until(pilot, lambda: "Some bold and <b>html</b>" in drawn(pilot) and "# Title" not in drawn(pilot))
    await pilot.press("y")
    await until(pilot, lambda: app.clipboard == "# Title\n\nSome **bold** and <b>html</b>")
    await pilot.press("V")
    await shows(pilot, "Some **bold**")


@opened_on(talk, pair=replace(PAIR, context=120))
async def test_what_is_beyond_the_context_is_not_sent_and_one_key_leaves_the_oldest_turns_out(pilot, session, state, prompt):
    await talk(pilot, session)
    chat, sent = state.chat, len(session.sent)
    for words, said in ((200, "this prompt is longer than the 120 tokens that toy-target reads: shorten it"), (80, "ctrl+o leaves the oldest turns out, ctrl+n begins a new chat")):
        await type_line(pilot, "word " * words)
        assert prompt.text == "word " * words and len(session.sent) == sent and len(chat.turns) == 2
        assert said in told(pilot)
    await pilot.press("ctrl+o")
    await shows(pilot, "not sent to the target any more")
    await pilot.press("enter")
    await until(pilot, lambda: state.busy)
    assert [m["role"] for m in session.sent[-1].messages] == ["user", "assistant", "user"], "the newer turn is read, the older is not"
    assert len(chat.turns) == 3 and prompt.text == ""
    await answered(pilot, session)
    again = fold(trace.parse(trace.dump(chat.entries)))
    assert again.unread == 1 and again.messages() == chat.messages(), "also when the conversation is opened again"


@opened_on(talk, pair=replace(PAIR, context=60))
async def test_a_nearly_full_context_is_told_while_something_can_be_done(pilot):
    await shows(pilot, "full: ^O drops oldest turns, ^N new chat")
    await type_line(pilot, "/drop 1")
    await until(pilot, lambda: "full: ^O" not in drawn(pilot))
    await type_line(pilot, "/drop 0")
    await shows(pilot, "full: ^O")


# Mouse and keys


@opened_on(talk, size=(80, 24), takes=[Take((" 東京", " and"), 2, f" {number}") for number in range(70)])
async def test_the_mouse_points_at_what_is_drawn_under_it(pilot, app, state):
    """Cell by cell, on lines with wide letters, on the prompt and beside the text, also after scrolling."""
    await pilot.press("tab", "end")
    text, view = app.screen.query_one(Transcript), state.view
    assert text.scroll_offset.y > 0
    await points(pilot, text.content_region.y)
    text.scroll_home(animate=False)
    await pilot.pause()
    x, y = where(pilot, "hi")
    for cell in ((x, y), (x, y + 1), (x, y + 2), (text.region.x, y + 3)):
        await pilot.hover(offset=cell)
        assert view.pointed is None
    await points(pilot, y + 3)


async def points(pilot, y: int) -> None:
    """Move over a line of the reply."""
    text, view = pilot.app.screen.query_one(Transcript), pilot.app.state.view
    x, line = text.content_region.x, drawn(pilot).split("\n")[y]
    for letter in line.strip()[:14]:
        await pilot.hover(offset=(x, y))
        assert letter in (view.token.text if view.token else " "), (letter, x, y)
        x += cell_len(letter)
    await pilot.hover(offset=(text.content_region.right - 1, y))
    assert view.pointed is None


@opened_on(talk, takes=[Take(("<think>", " let", " me", " see"), 4, "</think>"), Take((), 0, " Yes")])
async def test_a_click_on_a_folded_thought_opens_it(pilot):
    assert "let me see" not in drawn(pilot)
    x, y = where(pilot, "thought for 5 tokens")
    await pilot.click(offset=(x + 60, y))
    assert "let me see" not in drawn(pilot)
    await pilot.click(offset=(x, y))
    await shows(pilot, "let me see")


@opened_on(talk, size=(60, 24))
async def test_selected_text_is_what_was_written_keeps_its_colour_and_can_be_read(pilot, app):
    start, end = where(pilot, "I found"), where(pilot, ":15")
    transcript = app.screen.query_one(Transcript)

    def inks() -> list:
        strips = [transcript.render_line(y - transcript.content_region.y) for y in range(start[1], end[1])]
        return [(cell, s.style.color, s.style.bgcolor) for strip in strips for s in strip if s.style for cell in s.text if cell.strip()]

    for theme in themes.OURS:
        app.theme = theme.name
        app.screen.clear_selection()
        await pilot.pause()
        before = inks()
        await select(pilot, start, end)
        after = inks()
        assert app.screen.get_selected_text() == "I found 3 buses from Fresno to Sacramento:\n- one at 8:"
        assert [ink[:2] for ink in after] == [ink[:2] for ink in before] and after != before, theme.name
        letters = "".join(cell for cell, *_ in after)
        grounds = {ground for *_, ground in after[letters.index("Ifound") :]}
        assert letters.endswith("Sacramento:") and len(grounds) == 1, "up to the lines' ends"
        for _, ink, ground in after:
            assert contrast(Color.from_rich_color(ink), Color.from_rich_color(ground)) >= 2.5, theme.name


OTHERS = ("model:org/small", "model:org/tiny")
REMARK = "its vocabulary agrees in 151,640 of 151,669 ids"


@opened_on(pair=replace(PAIR, drafters=(*PAIR.drafters, *OTHERS), remarks={"model": REMARK}))
async def test_settings_are_changed_by_command_chip_list_and_palette(pilot, session, app, state):
    await type_line(pilot, "/k auto")
    await until(pilot, lambda: state.settings.adaptive_k and state.settings.k == 8 and "k auto" in drawn(pilot))
    await type_line(pilot, "/k")
    await until(pilot, lambda: "k: auto" in told(pilot))
    await pilot.click("#k", offset=(1, 0))
    assert (state.settings.adaptive_k, state.settings.k) == (False, 7), "from auto, the arrows fix a number"
    await pilot.click("#k", offset=(7, 0))
    assert state.settings.k == 8
    changing_settings.change_settings(state, k=6, adaptive_k=True)
    app.draw()
    await shows(pilot, "k auto to 6")
    await pilot.click("#rule")
    await shows(pilot, "at temperature 0 all rules write the same")
    await pilot.press("down", "enter")
    await until(pilot, lambda: state.settings.rule == RULES[1])
    await pilot.click("#drafter")
    await shows(pilot, "no drafts: plain", "no prediction heads")
    rows = dict(app.screen.rows)
    assert rows["model"].plain.endswith(f"; {REMARK}") and "agrees" not in rows["lookup"].plain
    await pilot.click(offset=where(pilot, "no prediction heads"))
    await pilot.pause()
    assert not isinstance(app.screen, ChatScreen) and state.settings.drafter == "model", "that one cannot draft here"
    await pilot.press("escape", "tab", "d", "down", "enter")
    await until(pilot, lambda: state.settings.drafter == "lookup" and "lookup" in drawn(pilot).split("\n")[0])
    sent = len(session.sent)
    await pilot.press("d", "end", "enter")
    await until(pilot, lambda: state.settings.drafter == "model:org/tiny")
    assert len(session.sent) == sent, "nothing is loaded"
    await pilot.press("ctrl+p", *"temp", "space", "0", "full_stop", "7")
    await shows(pilot, "temperature; 0 is greedy")
    await pilot.press("down", "enter")
    await until(pilot, lambda: state.settings.temperature == 0.7)


@opened_on()
async def test_control_keys_are_letters_in_the_prompt_unless_a_reply_is_being_written_which_ctrl_c_twice_stops(pilot, session, state, prompt):
    await pilot.press("ctrl+c")
    await until(pilot, lambda: told(pilot) == "ctrl+q quits")
    await pilot.press("right_square_bracket", "ctrl+j", "minus")
    assert (prompt.text, state.settings.k) == ("]\n-", 4)
    await pilot.press("enter")
    await until(pilot, lambda: state.busy)
    assert state.chat.turns[0].prompt == "]\n-"
    await pilot.press("right_square_bracket", "equals_sign")
    await until(pilot, lambda: state.settings.k == 5)
    assert prompt.text == "" and state.settings.temperature == 0.1
    await pilot.press("a", "right_square_bracket")
    assert prompt.text == "a]" and state.settings.k == 5
    prompt.fill("")
    burst(pilot, *"what is next.")
    await until(pilot, lambda: prompt.text == "what is next.")
    assert not state.held, "a sentence that is typed in a burst"
    session.play(2)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 2)
    await pilot.press("ctrl+c", "ctrl+c")
    await until(pilot, lambda: not state.busy and state.chat.reply.reason == "interrupted" and state.chat.reply.finish)


def test_steps_bring_a_temperature_that_an_option_gave_back_into_the_range():
    state = state_with(FakeSession(Settings(temperature=3.0)))
    with pytest.raises(SpecdeckError, match="from 0 to 2, not"):
        changing_settings.step(state, "temperature", 1)
    with pytest.raises(SpecdeckError, match="from 0 to 2, not -1 "):
        changing_settings.choose_temperature(state, -1.0)
    for temperature in (2.0, 1.9):
        changing_settings.step(state, "temperature", -1)
        assert state.settings.temperature == temperature
    changing_settings.choose_temperature(state, 0.05)
    changing_settings.step(state, "temperature", -1)
    assert state.settings.temperature == 0
    with pytest.raises(SpecdeckError, match="temperature"):
        changing_settings.step(state, "temperature", -1)


@opened_on(talk, takes=[Take((" a", " b"), 2, " bonus"), Take((" c",), 0, " own")])
async def test_no_two_states_look_alike_without_colour_and_a_click_on_the_legend_splits_it(pilot, app, state):
    """Colour helps; underline, bold, reverse and strike carry the meaning, in the text and in the legend. A bonus token is drawn the other way
    round, and so is the picked one: that is underlined too, a picked bonus as well."""
    text, view, reply = app.screen.query_one(Transcript), state.view, state.chat.reply
    await pilot.click(Status)
    await shows(pilot, "recovered", "bonus")
    for theme in themes.NAMES:
        app.theme = theme
        await pilot.pause()
        for states in (("accepted", "own", "chosen", "ghost"), ("accepted", "recovered", "bonus", "plain", "chosen", "ghost")):
            looks = [frozenset(str(text.get_component_rich_style(f"transcript--{name}", partial=True)).split()) & PLAIN_LOOKS for name in states]
            assert looks == [frozenset(LOOKS[name].split()) & PLAIN_LOOKS for name in states], theme
            assert len(set(looks)) == len(states), (theme, dict(zip(states, looks)))
        view.cursor = (reply, 2)
        picked = token_style(reply, 2, view, text._style)
        view.cursor = (reply, 0)
        bonus = token_style(reply, 2, view, text._style)
        assert picked.underline and not picked.reverse and bonus.reverse and not bonus.underline, theme
    await pilot.press("tab", "l")
    await until(pilot, lambda: "recovered" not in drawn(pilot))


@opened_on(takes=[Take(("a", "b", "c", "d"), 0, "e")] * 110 + [Take(("a", "b", "c", "d"), 4, "e")])
async def test_the_strip_holds_the_last_rounds_and_a_click_picks_one(pilot, session, app, state):
    await type_line(pilot, "hi")
    session.play(100)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 100)
    changing_settings.change_settings(state, temperature=0.5)
    await answered(pilot, session)
    strip = app.screen.query_one("#rounds", Rounds)
    shown = [strip.render_line(y).text for y in range(strip.size.height)]
    assert [len(line) for line in shown] == [strip.size.width] * 2
    assert shown[1][-1] == HEIGHTS[-1] and shown[1][-12] == MARK and set(shown[0]) == {HEIGHTS[1]}
    for x, picked in ((-1, 110), (-2, 109), (-11, 100), (-13, 99)):
        await pilot.click(strip, offset=(strip.size.width + x, 1))
        await until(pilot, lambda: state.view.picked == (state.chat.reply, picked))
    await pilot.click(strip, offset=(strip.size.width - 12, 1))
    await pilot.pause()
    assert state.view.picked[1] == 99, "a mark is no round"


@opened_on()
async def test_a_samples_drafter_holds_for_its_reply_and_is_named(pilot, session, state):
    assert chatting.samples_here(state)[ECHO][1] == "lookup" != state.settings.drafter
    await pilot.press("down", *["down"] * ECHO)
    await until(pilot, lambda: "⏎ Send" in drawn(pilot).split("\n")[-1])
    assert "r Again" not in drawn(pilot).split("\n")[-1], "there is no reply yet"
    await pilot.press("enter")
    await until(pilot, lambda: state.busy)
    assert state.settings.drafter == "lookup" and state.chat.turns[0].prompt == OFFERED[ECHO].prompt
    words = "drafter lookup for this prompt, model for the next"
    await until(pilot, lambda: words in told(pilot))
    await answered(pilot, session)
    await type_line(pilot, "/again")
    await answered(pilot, session)
    assert state.settings.drafter == "lookup", "the sample's reply once more"
    await type_line(pilot, "and now?")
    await until(pilot, lambda: len(state.chat.turns) == 2 and state.settings.drafter == "model")


def test_a_sample_picked_while_the_models_load_sets_its_drafter_when_they_are_there():
    session = FakeSession(pair=None)
    state = state_with(session)
    chatting.take_sample(state, *chatting.samples_here(state)[ECHO])
    for drafter in (OFFERED[ECHO].best_drafter, PAIR.default):
        session.tell(PAIR)
        apply_pending(state)
        assert state.settings.drafter == drafter
    session.play()
    apply_pending(state)
    chatting.take_sample(state, OFFERED[ECHO], "lookup")
    session.play()
    apply_pending(state)
    changing_settings.draft(state, "hybrid")
    chatting.send(state, "and now?")
    assert state.settings.drafter == "hybrid", "one that was chosen after a sample stays"
