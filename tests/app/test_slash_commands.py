"""Slash commands: they complete as one types, say what they take, and a bare one shows what is in force."""

from dataclasses import replace

import pytest

from specdeck.actions import chatting
from specdeck.actions.slash_commands import SLASH_COMMANDS, completions, parse
from specdeck.app import chosen_theme
from specdeck.decoding.rules import RULES
from specdeck.notices import Refusal
from specdeck.settings import paths, themes
from specdeck.widgets.prompt_field import Completions
from tests.helpers.decks import deck_with
from tests.helpers.decks import talk as talk_on
from tests.helpers.fake import FakeSession
from tests.helpers.play import burst, drawn, opened, shows, talk, talked, told, type_line, until, where


@opened
async def test_commands_complete_as_one_types_with_what_they_take(pilot, prompt, deck):
    rows = pilot.app.screen.query_one(Completions)
    await pilot.press("slash")
    await shows(pilot, "  most guesses per round")
    assert where(pilot, "most guesses per round")[0] < 20, "a long usage takes no room from what the others do"
    await pilot.press("d", "r")
    await shows(pilot, "/draft NAME")
    assert "/drop N" not in drawn(pilot), "there is no turn yet"
    await pilot.press("tab")
    assert prompt.text == "/draft "
    await shows(pilot, "/draft lookup")
    await pilot.press("l", "tab", "enter")
    await until(pilot, lambda: deck.settings.drafter == "lookup")
    assert prompt.text == "" and not rows.display
    burst(pilot, *"/dra", "tab", *"mod", "tab", "enter")
    await until(pilot, lambda: deck.settings.drafter == "model")
    await pilot.press(*["slash", "r", "u", "l", "e", "space"])
    await until(pilot, lambda: rows.highlighted == 0)
    await pilot.press("down")
    await until(pilot, lambda: rows.highlighted == 1)
    await pilot.press("enter")
    await until(pilot, lambda: deck.settings.rule == RULES[1])
    await pilot.press("slash", "t", "e")
    await until(pilot, lambda: rows.display and rows.size.height == 1)
    await pilot.click(rows, offset=(3, 0))
    await until(pilot, lambda: prompt.text == "/temp ")


@talked
async def test_a_command_from_the_text_leaves_what_is_half_typed(pilot, prompt, deck):
    await pilot.press(*"half a thought".replace(" ", "_"), "tab", "slash", "t", "tab", "ctrl+u", "slash", "k", "space", "3")
    assert prompt.text == "/k 3"
    await pilot.press("enter")
    await until(pilot, lambda: deck.settings.k == 3 and prompt.text == "half_a_thought")


@opened
async def test_a_bare_command_shows_its_value_and_changes_nothing(pilot, deck):
    before = deck.settings
    for command in SLASH_COMMANDS:
        if command.value is not None:
            pilot.app.clear_notifications()
            await type_line(pilot, f"/{command.name}")
            await until(pilot, lambda: f"{command.name}: " in told(pilot))
    assert deck.settings == before and deck.chat.system is None


@opened
async def test_the_system_prompt_is_seen_is_kept_by_a_bare_command_and_belongs_to_its_conversation(pilot, session, deck):
    await type_line(pilot, "/system You are a pirate")
    await shows(pilot, "system prompt  You are a pirate")
    await type_line(pilot, "/system")
    assert deck.chat.system == "You are a pirate"
    await talk(pilot, session)
    assert "system prompt  You are a pirate" in drawn(pilot) and session.sent[-1].messages[0] == {"role": "system", "content": "You are a pirate"}
    await type_line(pilot, "/new")
    await until(pilot, lambda: "without the system prompt" in told(pilot))
    await until(pilot, lambda: "You are a pirate" not in drawn(pilot).split("\n", 2)[1])
    assert deck.chat.system is None
    deck.wants.system = "Be brief"
    assert "opened with applies" in chatting.clear(deck) and deck.chat.system == "Be brief"


@opened
async def test_a_theme_is_taken_by_its_name_and_remembered(pilot):
    pilot.app.theme_file = paths.theme()
    await type_line(pilot, "/theme light")
    await until(pilot, lambda: pilot.app.theme == "light" and chosen_theme(paths.theme()) == "light")
    await type_line(pilot, "/theme beige")
    await until(pilot, lambda: "theme 'beige' is unknown" in told(pilot))
    assert pilot.app.theme == "light"


@pytest.mark.parametrize("text", ["", "{", '{"theme": "beige"}', "[]", '{"theme": 3}'])
def test_a_damaged_choice_of_theme_is_none(tmp_path, text):
    (tmp_path / "theme.json").write_text(text)
    assert chosen_theme(tmp_path / "theme.json") is None


def test_what_is_no_value_is_refused_under_the_name_that_was_typed():
    deck = deck_with(FakeSession())
    before = deck.settings, replace(deck.wants)
    for name in ("k", "temp", "seed", "max", "seconds", "think", "drop", "top-p", "top-k", "min-p", "penalty"):
        command, rest = parse(f"/{name} x")
        with pytest.raises(Refusal, match=f"^/{name} takes .*, not 'x'$"):
            command.run(deck, rest)
    for line in ("/k 99", "/temp 3", "/seed -1", "/max 0", "/top-p 2", "/top-k -1", "/min-p 2", "/penalty 0"):
        command, rest = parse(line)
        with pytest.raises(Refusal, match=f"^/{command.name} must be .*, not {rest}( |$)"):
            command.run(deck, rest)
    assert (deck.settings, deck.wants) == before


def test_every_value_that_is_offered_is_carried_out():
    tried = 0
    for command in SLASH_COMMANDS:
        for value in command.choices(deck_with(FakeSession())):
            session = FakeSession()
            deck = deck_with(session)
            talk_on(deck, session)
            line = f"/{command.name} {value}"
            assert parse(line) == (command, value) and line in [completion.line for completion in completions(deck, f"/{command.name} ")]
            if command.act:
                command.run(deck, value)
                tried += 1
    assert tried > 10
    assert completions(deck, "/theme ")[0].line == f"/theme {themes.NAMES[0]}" and completions(deck, "/nonsense") == []
