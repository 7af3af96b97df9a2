"""What the mouse and the less common keys do."""

import pytest
from rich.cells import cell_len
from textual.color import Color

from specdeck.actions import changing_settings, chatting
from specdeck.apply_reports import pump
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import Settings
from specdeck.drawing.content_pieces import LOOKS
from specdeck.samples import OFFERED
from specdeck.screens.chat import ChatScreen
from specdeck.settings import themes
from specdeck.widgets.round_strip import HEIGHTS, MARK, Rounds
from specdeck.widgets.status import Status
from specdeck.widgets.transcript import Transcript, token_style
from tests.helpers.decks import deck_with
from tests.helpers.fake import PAIR, FakeSession, Take
from tests.helpers.play import (
    SMALL,
    burst,
    contrast,
    drawn,
    hides,
    idle,
    opened,
    opened_on,
    select,
    shows,
    talk,
    told,
    type_line,
    until,
    where,
)

PLAIN_LOOKS = {"bold", "underline", "reverse", "strike"}  # what of a style is not colour
ECHO = next(number for number, sample in enumerate(OFFERED) if sample.kind == "echo")


@opened_on(talk, size=SMALL, takes=[Take((" 東京", " and"), 2, f" {number}") for number in range(70)])
async def test_the_mouse_points_at_what_is_drawn_under_it(pilot, app, deck):
    """Cell by cell, on lines with wide letters, on the prompt and beside the text, also after scrolling."""
    await pilot.press("tab", "end")
    text, view = app.screen.query_one(Transcript), deck.view
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
    text, view = pilot.app.screen.query_one(Transcript), pilot.app.deck.view
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


@opened
async def test_settings_are_changed_by_command_chip_list_and_palette(pilot, app, deck):
    await type_line(pilot, "/k auto")
    await until(pilot, lambda: deck.settings.adaptive_k and deck.settings.k == 8 and "k auto" in drawn(pilot))
    await type_line(pilot, "/k")
    await until(pilot, lambda: "k: auto" in told(pilot))
    await pilot.click("#k", offset=(1, 0))
    assert (deck.settings.adaptive_k, deck.settings.k) == (False, 7), "from auto, the arrows fix a number"
    await pilot.click("#k", offset=(7, 0))
    assert deck.settings.k == 8
    changing_settings.change_settings(deck, k=6, adaptive_k=True)
    app.draw()
    await shows(pilot, "k auto to 6")
    await pilot.click("#rule")
    await shows(pilot, "at temperature 0 all rules write the same")
    await pilot.press("down", "enter")
    await until(pilot, lambda: deck.settings.rule == RULES[1])
    await pilot.click("#drafter")
    await shows(pilot, "no drafts: plain", "no prediction heads")
    await pilot.click(offset=where(pilot, "no prediction heads"))
    await pilot.pause()
    assert not isinstance(app.screen, ChatScreen) and deck.settings.drafter == "model", "that one cannot draft here"
    await pilot.press("escape", "tab", "d", "down", "enter")
    await until(pilot, lambda: deck.settings.drafter == "lookup" and "lookup" in drawn(pilot).split("\n")[0])
    await pilot.press("ctrl+p", *"temp", "space", "0", "full_stop", "7")
    await shows(pilot, "temperature; 0 is greedy")
    await pilot.press("down", "enter")
    await until(pilot, lambda: deck.settings.temperature == 0.7)


@opened
async def test_control_keys_are_letters_in_the_prompt_unless_a_reply_is_being_written(pilot, deck, prompt):
    await pilot.press("right_square_bracket", "ctrl+j", "minus")
    assert (prompt.text, deck.settings.k) == ("]\n-", 4)
    await pilot.press("enter")
    await until(pilot, lambda: deck.busy)
    assert deck.chat.turns[0].prompt == "]\n-"
    await pilot.press("right_square_bracket", "equals_sign")
    await until(pilot, lambda: deck.settings.k == 5)
    assert prompt.text == "" and deck.settings.temperature == 0.1
    await pilot.press("a", "right_square_bracket")
    assert prompt.text == "a]" and deck.settings.k == 5
    prompt.fill("")
    burst(pilot, *"what is next.")
    await until(pilot, lambda: prompt.text == "what is next.")
    assert not deck.held, "a sentence that is typed in a burst"


def test_steps_bring_a_temperature_that_an_option_gave_back_into_the_range():
    deck = deck_with(FakeSession(Settings(temperature=3.0)))
    with pytest.raises(SpecdeckError, match="from 0 to 2, not"):
        changing_settings.step(deck, "temperature", 1)
    with pytest.raises(SpecdeckError, match="from 0 to 2, not -1 "):
        changing_settings.choose_temperature(deck, -1.0)
    for temperature in (2.0, 1.9):
        changing_settings.step(deck, "temperature", -1)
        assert deck.settings.temperature == temperature
    changing_settings.choose_temperature(deck, 0.05)
    changing_settings.step(deck, "temperature", -1)
    assert deck.settings.temperature == 0
    with pytest.raises(SpecdeckError, match="temperature"):
        changing_settings.step(deck, "temperature", -1)


@opened
async def test_ctrl_c_never_leaves_and_twice_stops_a_reply(pilot, session, deck):
    await pilot.press("ctrl+c")
    await until(pilot, lambda: told(pilot) == "ctrl+q quits")
    await type_line(pilot, "hi")
    session.play(2)
    await until(pilot, lambda: len(deck.chat.reply.rounds) == 2)
    await pilot.press("ctrl+c", "ctrl+c")
    await idle(pilot)
    assert deck.chat.reply.finish.reason == "interrupted"


@opened_on(talk, takes=[Take((" a", " b"), 2, " bonus"), Take((" c",), 0, " own")])
async def test_no_two_states_look_alike_without_colour_and_a_click_on_the_legend_splits_it(pilot, app, deck):
    """Colour helps; underline, bold, reverse and strike carry the meaning, in the text and in the legend. A bonus token is drawn the other way
    round, and so is the picked one: that is underlined too, a picked bonus as well."""
    text, view, reply = app.screen.query_one(Transcript), deck.view, deck.chat.reply
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
    await hides(pilot, "recovered")


@opened_on(takes=[Take(("a", "b", "c", "d"), 0, "e")] * 110 + [Take(("a", "b", "c", "d"), 4, "e")])
async def test_the_strip_holds_the_last_rounds_and_a_click_picks_one(pilot, session, app, deck):
    await type_line(pilot, "hi")
    session.play(100)
    await until(pilot, lambda: len(deck.chat.reply.rounds) == 100)
    changing_settings.change_settings(deck, temperature=0.5)
    session.play()
    await idle(pilot)
    strip = app.screen.query_one("#rounds", Rounds)
    shown = [strip.render_line(y).text for y in range(strip.size.height)]
    assert [len(line) for line in shown] == [strip.size.width] * 2
    assert shown[1][-1] == HEIGHTS[-1] and shown[1][-12] == MARK and set(shown[0]) == {HEIGHTS[1]}
    for x, picked in ((-1, 110), (-2, 109), (-11, 100), (-13, 99)):
        await pilot.click(strip, offset=(strip.size.width + x, 1))
        await until(pilot, lambda: deck.view.picked == (deck.chat.reply, picked))
    await pilot.click(strip, offset=(strip.size.width - 12, 1))
    await pilot.pause()
    assert deck.view.picked[1] == 99, "a mark is no round"


@opened
async def test_a_samples_drafter_holds_for_its_reply_and_is_named(pilot, session, deck):
    assert chatting.samples_here(deck)[ECHO][1] == "lookup" != deck.settings.drafter
    await pilot.press("down", *["down"] * ECHO)
    await until(pilot, lambda: "⏎ Send" in drawn(pilot).split("\n")[-1])
    assert "r Again" not in drawn(pilot).split("\n")[-1], "there is no reply yet"
    await pilot.press("enter")
    await until(pilot, lambda: deck.busy)
    assert deck.settings.drafter == "lookup" and deck.chat.turns[0].prompt == OFFERED[ECHO].prompt
    words = "drafter lookup for this prompt, model for the next"
    await until(pilot, lambda: words in told(pilot))
    session.play()
    await idle(pilot)
    await type_line(pilot, "/again")
    session.play()
    await idle(pilot)
    assert deck.settings.drafter == "lookup", "the sample's reply once more"
    await type_line(pilot, "and now?")
    await until(pilot, lambda: len(deck.chat.turns) == 2 and deck.settings.drafter == "model")


def test_a_sample_picked_while_the_models_load_sets_its_drafter_when_they_are_there():
    session = FakeSession(pair=None)
    deck = deck_with(session)
    chatting.take_sample(deck, *chatting.samples_here(deck)[ECHO])
    for drafter in (OFFERED[ECHO].best_drafter, PAIR.default):
        session.tell(PAIR)
        pump(deck)
        assert deck.settings.drafter == drafter
    session.play()
    pump(deck)
    chatting.take_sample(deck, OFFERED[ECHO], "lookup")
    session.play()
    pump(deck)
    changing_settings.draft(deck, "hybrid")
    chatting.send(deck, "and now?")
    assert deck.settings.drafter == "hybrid", "one that was chosen after a sample stays"
