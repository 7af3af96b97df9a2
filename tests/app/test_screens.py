"""Every screen: opened by key, by mouse and from the palette, with its help, while the chat goes on; and what a small terminal, a theme without
colour and a toast must not take away. Colours can be read."""

import pytest
import rich.color
from rich.color import EIGHT_BIT_PALETTE, ColorSystem
from textual.color import Color
from textual.command import CommandList
from textual.widgets import OptionList

from specdeck.screens.base import COMPARE
from specdeck.screens.chat import ChatScreen
from specdeck.settings import themes
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.play import answered, contrast, drawn, opened_on, person, playground, shows, talked, type_line, until, where


@opened_on()
async def test_the_chat_goes_on_behind_another_tab_and_a_command_on_the_conversation_opens_it(pilot, session, app, state, prompt):
    await type_line(pilot, "hi")
    await pilot.press("f3")
    await until(pilot, lambda: app.tab.TAB is COMPARE)
    session.play(2)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 2)
    await pilot.click(offset=where(pilot, "Chat"))
    await shows(pilot, "What is your destination?")
    assert app.focused is prompt
    session.play()
    await pilot.press("f3")
    await until(pilot, lambda: app.tab.TAB is COMPARE)
    await type_line(pilot, "/max 9")
    await until(pilot, lambda: state.reply_options.max_tokens == 9)
    assert app.tab.TAB is COMPARE, "a setting leaves the screen: the next prompt is compared"
    await type_line(pilot, "/new")
    await until(pilot, lambda: isinstance(app.screen, ChatScreen) and not state.chat.turns)


@opened_on(size=(120, 60))
async def test_palette_and_help_speak_of_the_open_screen(pilot, state):
    await pilot.press("f3", "f1")
    await shows(pilot, "Two to four settings on one prompt", "one round earlier")
    await pilot.press("escape", "ctrl+p", *"mlx-lm")
    await shows(pilot, "race against its own generator")
    await pilot.press("enter")
    await until(pilot, lambda: state.contest.changes["a"].get("drafter") == "mlx-lm")


@opened_on(size=(200, 50))
async def test_a_very_wide_terminal_has_lines_that_can_be_read_and_sizes_beside_names(pilot, session, app):
    app.say("word " * 60)
    await answered(pilot, session)
    assert app.screen.query_one(Transcript).scrollable_content_region.width <= 100
    assert app.screen.query_one("#panel").size.width >= 80, "the rest is for what is told about the round"
    await pilot.press("f5")
    await shows(pilot, "ON DISK")
    head = next(line for line in drawn(pilot).split("\n") if "ON DISK" in line)
    assert head.index("size") < 62


@talked
async def test_a_terminal_that_is_too_small_shows_one_line_and_the_palette_pages_where_it_has_room_and_nowhere_else(pilot, app):
    for size, key in (((40, 10), "f3"), ((59, 30), "f4"), ((100, 14), "f5")):
        await pilot.resize_terminal(*size)
        await pilot.press(key)
        await until(pilot, lambda: drawn(pilot).split() == "specdeck needs 60x15".split())
    await pilot.resize_terminal(80, 24)
    await pilot.press("ctrl+p")
    found = app.screen.query_one(CommandList)
    await until(pilot, lambda: found.option_count > 20 and found.size.height > 2)
    await pilot.press("pagedown")
    assert found.highlighted > 1
    await pilot.resize_terminal(80, 2)
    await pilot.press("pageup", "pagedown")
    await pilot.resize_terminal(80, 24)
    await pilot.press("pageup")
    assert found.highlighted == 0


@opened_on()
async def test_the_header_cuts_no_figure_and_names_the_target(pilot, app):
    for line in ("/draft lookup", "/k 12", "/temp 0.125"):
        await type_line(pilot, line)
    for columns in (60, 75, 80, 100):
        await pilot.resize_terminal(columns, 20)
        for pace, shown in ((".05", "pace 0.05"), ("1000 tok/s", "1000 tok/s"), ("1", "T 0.125")):
            await type_line(pilot, f"/pace {pace}")
            await until(pilot, lambda: all(words in drawn(pilot).split("\n")[0] for words in ("k 12", "T 0.125", shown, "toy-"[: columns // 25])))
            assert all(chip.region.right <= columns for chip in app.screen.query("Chip") if chip.display)


@person
async def test_a_toast_never_covers_the_prompt():
    app = playground()
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        for number in range(3):
            pilot.app.notify(f"number {number} " + "and much more to say " * 4, markup=False, timeout=60)
        for size in ((120, 36), (80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: bool(pilot.app.screen.query("Toast")) and "number 2" in drawn(pilot))
            prompt = pilot.app.screen.query_one(Prompt).region
            assert not any(toast.region.overlaps(prompt) for toast in pilot.app.screen.query("Toast"))


# Colours


@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
def test_every_origin_and_every_confidence_can_be_read_and_have_colours_of_their_own(theme):
    origins, ramp = [[theme.variables[f"{kind}-{name}"] for name in names] for kind, names in (("origin", themes.ORIGINS), ("confidence", themes.CONFIDENCES))]
    for colour in origins + ramp:
        assert all(contrast(Color.parse(colour), Color.parse(ground)) >= 4.5 for ground in (theme.background, theme.surface)), colour
    if theme.name != "mono":
        assert len(set(ramp)) == 4 and not set(ramp) & set(origins)


def in_256_colours(colour: str) -> Color:
    """What Textual's renderer makes of a colour there."""
    return Color(*EIGHT_BIT_PALETTE[rich.color.Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number])


@pytest.mark.parametrize("theme", [themes.in_256_colours(theme) for theme in themes.OURS], ids=lambda theme: theme.name)
def test_in_256_colours_the_grounds_are_greys_that_differ_and_every_origin_can_be_read(theme):
    """As in a Mac's Terminal before macOS 26. The grounds of the dark theme would be black and navy, the light one's would be yellow."""
    grounds = [in_256_colours(colour) for colour in (theme.background, theme.surface, theme.panel, theme.foreground, theme.variables["border"])]
    assert all(ground.r == ground.g == ground.b for ground in grounds) and len(set(grounds)) == len(grounds)
    for origin in themes.ORIGINS:
        assert all(contrast(in_256_colours(theme.variables[f"origin-{origin}"]), ground) >= 4.5 for ground in grounds[:2]), origin


@opened_on()
async def test_the_highlighted_row_of_a_list_is_seen_in_a_terminals_own_colours(pilot):
    await pilot.press("tab", "d")
    await until(pilot, lambda: bool(pilot.app.screen.query(OptionList)))
    rows = pilot.app.screen.query_one(OptionList)
    for theme in ("dark", "ansi-dark", "ansi-light"):
        pilot.app.theme = theme
        await until(pilot, lambda: bool(rows.get_component_rich_style("option-list--option-highlighted").reverse) is theme.startswith("ansi"))
