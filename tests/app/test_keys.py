"""Keys: what a person asks for holds, is shown, and is refused where it cannot be; the last line says what is so, and the help all."""

import re

import pytest
from textual.command import DiscoveryHit
from textual.widgets import Footer

from specdeck.actions import chatting
from specdeck.actions.slash_commands import SLASH_COMMANDS
from specdeck.app import Playground
from specdeck.screens.base import TABS, keymap
from specdeck.screens.help import Commands
from specdeck.settings import paths
from specdeck.settings.config import ConfigError, load
from tests.helpers.everyday import everyday
from tests.helpers.play import answered, drawn, keys_cut, opened, opened_on, rested, shows, talk, talked, type_line, until, where


def last_line(pilot) -> str:
    return drawn(pilot).split("\n")[-1]


def test_one_letter_means_one_thing_on_a_screen_and_what_it_does_is_there():
    for node in (Playground, *(tab.screen() for tab in TABS)):
        keys = {(key, binding.id) for binding in node.BINDINGS for key in binding.key.split(",") if binding.id}
        assert len({key for key, _ in keys}) == len(keys)
        for binding in node.BINDINGS:
            where_from, _, action = binding.action.partition("(")[0].rpartition(".")
            assert hasattr(Playground if where_from == "app" else node, f"action_{action}"), binding
            verb = re.fullmatch(r"do\('(\w+)'\)", binding.action)
            assert verb is None or verb[1] in node.VERBS, binding


@pytest.mark.parametrize("asked, why", [
    ({"chat.coppy": "y"}, "nothing is called 'chat.coppy': specdeck paths --keys"),
    ({"chat.copy": "ctrl+steering"}, "'ctrl+steering' is not a key"),
    ({"chat.copy": ""}, "'' is not a key"),
    ({"chat.copy": "p"}, "p would be both chat.copy and chat.plain"),
    ({"chat.copy": "ctrl+q"}, "ctrl+q would be both chat.copy and app.quit"),
    ({"app.help": "p"}, "p would be both app.help and chat.plain"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(asked, why):
    with pytest.raises(ConfigError) as caught:
        keymap(asked, Playground.bindings())
    assert why in str(caught.value) and "\n" not in str(caught.value)


def test_keys_are_called_as_textual_calls_them_and_may_change_places():
    for key, name in (("/", "slash"), ("<", "less_than_sign"), ("ü", "ü"), ("f12", "f12"), ("ctrl+y", "ctrl+y"), ("P", "P")):
        assert keymap({"lesson.test": key}, [b for b in Playground.bindings() if b.id == "lesson.test"]) == {"lesson.test": name}
    swapped = {"chat.copy": "p", "chat.plain": "y"}
    assert keymap(swapped, Playground.bindings()) == swapped


@pytest.mark.parametrize("text", ['[keys]\n"chat.copy" = "z"', '[keys]\nchat.copy = "z"', '[keys.chat]\ncopy = "z"'])
def test_the_file_may_write_names_as_toml_does(text):
    paths.config_file().write_text(text)
    assert load().keys == {"chat.copy": "z"}


@opened
async def test_esc_stops_what_runs_tab_goes_between_prompt_and_text_and_a_remapped_key_does_it_and_is_named(pilot, session, app, state, prompt):
    assert "esc" not in last_line(pilot)
    await type_line(pilot, "hi")
    await until(pilot, lambda: "esc Stop" in last_line(pilot) and "space Pause" in last_line(pilot) and "tab Text" in last_line(pilot))
    session.play()
    await until(pilot, lambda: "esc" not in last_line(pilot) and "Pause" not in last_line(pilot))
    await rested(pilot)
    await pilot.press("escape")
    assert app.focused is prompt, "esc has one meaning"
    await pilot.press("tab")
    await until(pilot, lambda: "tab Back" in last_line(pilot) and "r Again" in last_line(pilot) and "Branches" not in last_line(pilot))
    await pilot.press("left")
    assert state.view.cursor
    await pilot.press("tab")
    await until(pilot, lambda: "Send" in last_line(pilot) and "Again" not in last_line(pilot))
    assert state.view.cursor is None and app.focused is prompt
    app.remap({"chat.plain": "u", "chat.k-up": "ctrl+k,f9", "app.quit": "ctrl+y"})
    await until(pilot, lambda: "^y Quit" in last_line(pilot))
    await pilot.press("tab", "p")
    assert state.settings.drafter == "model" and prompt.text == "p", "a letter like others"
    await pilot.press("tab", "u")
    await until(pilot, lambda: state.settings.drafter == "none")
    await pilot.press("f9", "ctrl+k", "right_square_bracket")
    assert state.settings.k == 6


@everyday("size", [(80, 24), (120, 36)], (80, 24), ids=str)
@opened
async def test_no_key_of_the_last_line_is_cut(pilot, session, app, size):
    await type_line(pilot, "hi")
    for act in (lambda: None, session.play):
        act()
        for key in ("tab", "f3", "tab", "f4", "f5", "f2"):
            await until(pilot, lambda: "Help" in last_line(pilot))
            assert keys_cut(app) == 0, last_line(pilot)
            await pilot.press(key)
    await until(pilot, lambda: app.screen.TAB.label == "Chat")


@opened_on(size=(200, 50))
async def test_hints_are_clicked_every_tab_has_its_key_and_the_lesson_names_r_where_a_page_runs_here(pilot, session, app, state):
    await pilot.click(offset=where(pilot, "longer drafts"))
    await until(pilot, lambda: state.settings.k == 5)
    await talk(pilot, session)
    await pilot.click(offset=where(pilot, "b measures plain"))
    await until(pilot, lambda: state.last_reply.speed_up is not None)
    await pilot.click(offset=where(pilot, "point at a token"))
    await until(pilot, lambda: "r Again" in last_line(pilot))
    await pilot.click(offset=where(pilot, "r Again"))
    await until(pilot, lambda: len(state.chat.turns[0].branches) == 2)
    await answered(pilot, session)
    for label, key in (("Compare", "f3"), ("Models", "f5"), ("Chat", "f2"), ("Lesson", "f4")):
        await pilot.press(key)
        await until(pilot, lambda: app.screen.TAB.label == label)
    course = state.lesson.course
    assert not course.page.live and "r Live" not in last_line(pilot)
    for _ in range(next(at for at, page in enumerate(course.pages) if page.live)):
        await pilot.press("greater_than_sign")
    await until(pilot, lambda: course.page.live and "r Live" in last_line(pilot))
    assert [hit.text for hit in await offered(pilot)].count("guess") <= 1, "one row for all digits"
    await pilot.press("ctrl+t")
    await until(pilot, lambda: app.screen.TAB.label == "Models")


@opened
async def test_the_help_names_colours_keys_and_commands_and_gives_the_focus_back(pilot, app):
    before = app.focused
    await pilot.press("f1")
    await shows(pilot, "rejected guess")
    pages = drawn(pilot)
    for _ in range(12):
        await pilot.press("pagedown")
        pages += drawn(pilot)
    assert all(f"{command.usage.split()[0]} " in pages for command in SLASH_COMMANDS)
    assert all(words in pages for words in ("Everywhere", "shorter drafts", "Recommended", "f3 Compare"))
    await pilot.press("escape")
    await until(pilot, lambda: SLASH_COMMANDS[-1].usage not in drawn(pilot))
    assert app.focused is before and app.screen.query_one(Footer).display


async def offered(pilot) -> list[DiscoveryHit]:
    """Everything that the palette lists on the open screen."""
    return [hit async for hit in Commands(pilot.app.screen).discover()]


@pytest.mark.long
@pytest.mark.parametrize("label", [tab.label for tab in TABS])
@talked
async def test_every_key_of_the_palette_can_be_chosen_on_every_screen_and_every_command_on_one(pilot, app, state, label):
    """The /commands are the same on all: they are dealt out."""
    turn = [tab.label for tab in TABS].index(label)
    await app.switch_mode(label)
    names = sorted({hit.text for hit in await offered(pilot)} - {"quit", "/quit"})
    assert {tab.label.lower() for tab in TABS} <= set(names)
    commands = [name for name in names if name.startswith("/")]
    for name in [name for name in names if name not in commands] + commands[turn :: len(TABS)]:
        await app.switch_mode(label)
        if found := [hit for hit in await offered(pilot) if hit.text == name]:
            app.call_later(found[0].command)
        await pilot.pause()
        while len(app.screen_stack) > 1:
            app.pop_screen()
        chatting.stop(state)
        await pilot.pause()
    assert app.is_running
