"""Keys can be remapped: what a person asks for holds, is shown, and is refused where it cannot be."""

import pytest

from specdeck.actions.slash_commands import SLASH_COMMANDS
from specdeck.app import Playground
from specdeck.settings import paths
from specdeck.settings.config import ConfigError, load
from specdeck.settings.keys import KEYS, keymap, remapped
from tests.helpers.fake import FakeSession
from tests.helpers.play import drawn, person, playing, type_line, until


def test_every_binding_has_a_name_of_its_own():
    names = [binding.id for binding in Playground.bindings()]
    assert len(set(names)) == len(names) and all(names)
    assert {"app.quit", "app.chat", "chat.copy", "chat.k-up"} <= set(names)


@person
async def test_a_remapped_key_does_it_and_the_old_one_does_not():
    async with playing() as pilot:
        pilot.app.remap({"chat.plain": "u", "chat.k-up": "ctrl+k,f9"})
        await pilot.press("tab", "p")
        assert pilot.app.deck.settings.drafter == "model"
        await pilot.press("u")
        await until(pilot, lambda: pilot.app.deck.settings.drafter == "none")
        await pilot.press("f9", "ctrl+k", "right_square_bracket")
        assert pilot.app.deck.settings.k == 6


@person
async def test_the_help_shows_the_keys_as_they_are():
    async with playing() as pilot:
        pilot.app.remap({"chat.plain": "u", "app.help": "f10", "chat.k": "ctrl+g"})
        await pilot.press("f10")
        page = str(pilot.app.screen._page(200))  # so wide that no line is wrapped
        lines = {line.split()[0]: line for line in page.splitlines() if line.strip()}
        assert "(u)" in lines["/plain"] and "ctrl+g" in lines["/k"] and "f10" in page and "[ ]" not in lines["/k"]


@pytest.mark.parametrize("asked, why", [
    ({"chat.coppy": "y"}, "nothing is called 'chat.coppy'; there are chat.copy"),
    ({"chat.copy": "ctrl+steering"}, "'ctrl+steering' is not a key"),
    ({"chat.copy": ""}, "'' is not a key"),
    ({"chat.copy": "hyperspace"}, "'hyperspace' is not a key"),
    ({"chat.copy": "p"}, "p would be both chat.copy and chat.plain"),
    ({"chat.copy": "ctrl+q"}, "ctrl+q would be both chat.copy and app.quit"),
    ({"app.help": "p"}, "p would be both app.help and chat.plain"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(asked, why):
    with pytest.raises(ConfigError) as caught:
        keymap(asked, Playground.bindings())
    assert why in str(caught.value) and "\n" not in str(caught.value)


def test_keys_may_change_places():
    assert keymap({"chat.copy": "p", "chat.plain": "y"}, Playground.bindings()) == {"chat.copy": "p", "chat.plain": "y"}


@pytest.mark.parametrize("key, name", [("/", "slash"), ("+", "plus"), ("ü", "ü"), ("f12", "f12"), ("ctrl+y", "ctrl+y"), ("P", "P"), ("!", "exclamation_mark")])
def test_keys_are_called_as_textual_calls_them(key, name):
    assert keymap({"chat.thinking": key}, Playground.bindings()) == {"chat.thinking": name}


@pytest.mark.parametrize("text", ['[keys]\n"chat.copy" = "z"', '[keys]\nchat.copy = "z"', '[keys.chat]\ncopy = "z"'])
def test_the_file_may_write_names_as_toml_does(text):
    paths.config_file().write_text(text)
    assert load().keys == {"chat.copy": "z"}


def test_every_control_that_has_a_key_shows_another_one_when_it_is_remapped():
    bindings = Playground.bindings()
    mapped = {binding.id: "f8" for binding in bindings}
    without = [c.name for c in SLASH_COMMANDS if c.key and "f8" not in remapped(c.name, mapped)]
    assert without == []
    assert {row.command for row in KEYS} - {""} <= {command.name for command in SLASH_COMMANDS}


@person
async def test_footer_and_tabs_follow():
    session = FakeSession()
    async with playing(session) as pilot:
        pilot.app.remap({"app.quit": "ctrl+y"})
        await type_line(pilot, "hi")
        await until(pilot, lambda: "^y Quit" in drawn(pilot))


def test_a_sign_whose_unicode_name_has_a_hyphen_is_a_key_too():
    assert keymap({"models.search": "<"}, Playground.bindings()) == {"models.search": "less_than_sign"}
