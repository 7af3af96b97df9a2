"""What a person types. Slash commands complete, say what they take, and a bare one shows what is in force. Whoever types words gets words, wherever
the focus is and however fast; single keys stay commands. What a terminal sends over a slow link, torn anywhere, is what it sent; and esc is esc."""

import time
from dataclasses import replace

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from specdeck.actions import chatting
from specdeck.actions.slash_commands import SLASH_COMMANDS, completions, parse
from specdeck.app import chosen_theme
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import Settings
from specdeck.settings import paths, themes
from specdeck.terminal.app_terminal import ESC, LONE, TORN, WholeSequences
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.prompt_field import Completions, Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.command_line import OnTerminal
from tests.helpers.fake import FakeSession
from tests.helpers.play import (
    burst,
    compared,
    drawn,
    opened,
    opened_on,
    raced,
    shows,
    talk,
    talked,
    told,
    tried,
    type_line,
    until,
)
from tests.helpers.states import state_with
from tests.helpers.states import talk as talk_on


@opened
async def test_commands_complete_as_one_types_with_what_they_take(pilot, prompt, state):
    rows = pilot.app.screen.query_one(Completions)
    await pilot.press("slash")
    await shows(pilot, "  most guesses per round")
    assert any("most guesses per round" in line[:42] for line in drawn(pilot).split("\n")), "a long usage takes no room from what the others do"
    await pilot.press("d", "r")
    await shows(pilot, "/draft NAME")
    assert "/drop N" not in drawn(pilot), "there is no turn yet"
    await pilot.press("tab")
    assert prompt.text == "/draft "
    await shows(pilot, "/draft lookup")
    await pilot.press("l", "tab", "enter")
    await until(pilot, lambda: state.settings.drafter == "lookup")
    assert prompt.text == "" and not rows.display
    burst(pilot, *"/dra", "tab", *"mod", "tab", "enter")
    await until(pilot, lambda: state.settings.drafter == "model")
    await pilot.press("slash", *"rule", "space")
    await until(pilot, lambda: rows.highlighted == 0)
    await pilot.press("down")
    await until(pilot, lambda: rows.highlighted == 1)
    await pilot.press("enter")
    await until(pilot, lambda: state.settings.rule == RULES[1])
    await pilot.press("slash", "t", "e")
    await until(pilot, lambda: rows.display and rows.size.height == 1)
    await pilot.click(rows, offset=(3, 0))
    await until(pilot, lambda: prompt.text == "/temp ")


@talked
async def test_a_command_from_the_text_leaves_what_is_half_typed(pilot, prompt, state):
    await pilot.press(*"half a thought".replace(" ", "_"), "tab", "slash", "t", "tab", "ctrl+u", "slash", "k", "space", "3")
    assert prompt.text == "/k 3"
    await pilot.press("enter")
    await until(pilot, lambda: state.settings.k == 3 and prompt.text == "half_a_thought")


@opened
async def test_a_bare_command_shows_its_value_what_is_no_value_is_refused_in_a_line_and_neither_changes_anything(pilot, app, state):
    before = state.settings, replace(state.reply_options)
    beyond = ("k 99", "k -2", "temp 3", "temp -1", "seed -1", "max 0", "top-p 2", "top-k -1", "min-p 2", "penalty 0")
    names = ("k", "temp", "seed", "max", "seconds", "think", "drop", "top-p", "top-k", "min-p", "penalty")
    for line, said in (
        *((f"/{command.name}", f"{command.name}: ") for command in SLASH_COMMANDS if command.value is not None),
        *((f"/{name} x", f"/{name} takes ") for name in names),
        *((f"/{line}", f"/{line.split()[0]} must be ") for line in beyond),
        ("/draft nobody", "no drafter is called 'nobody'"), ("/draft mtp", "cannot draft here: toy-target has no"),
        ("/rule best", "rule 'best' is unknown"), ("/theme beige", "theme 'beige' is unknown"),
        ("/nonsense", "/nonsense is not a command"), ("/pace slowly", "a share of full speed"), ("/again", "there is no reply"),
    ):  # fmt: skip
        app.clear_notifications()
        await type_line(pilot, line)
        assert said in told(pilot) and ("takes" not in said or told(pilot).endswith(", not 'x'")), line
        assert "must be" not in said or f", not {line.split()[1]}" in told(pilot)
    assert (state.settings, state.reply_options, state.chat.system, app.theme) == (*before, None, "dark")


@opened
async def test_the_system_prompt_is_seen_is_kept_by_a_bare_command_and_belongs_to_its_conversation(pilot, session, state):
    await type_line(pilot, "/system You are a pirate")
    await shows(pilot, "system prompt  You are a pirate")
    await type_line(pilot, "/system")
    assert state.chat.system == "You are a pirate"
    await talk(pilot, session)
    assert "system prompt  You are a pirate" in drawn(pilot) and session.sent[-1].messages[0] == {"role": "system", "content": "You are a pirate"}
    await type_line(pilot, "/new")
    await until(pilot, lambda: "without the system prompt" in told(pilot))
    await until(pilot, lambda: "You are a pirate" not in drawn(pilot).split("\n", 2)[1])
    assert state.chat.system is None
    state.reply_options.system = "Be brief"
    assert "opened with applies" in chatting.clear(state) and state.chat.system == "Be brief"


@opened
async def test_a_theme_is_taken_by_its_name_and_remembered_and_a_damaged_choice_is_none(pilot, app):
    app.theme_file = paths.theme()
    await type_line(pilot, "/theme light")
    await until(pilot, lambda: app.theme == "light" and chosen_theme(paths.theme()) == "light")
    for text in ("", "{", '{"theme": "beige"}', "[]", '{"theme": 3}'):
        paths.theme().write_text(text)
        assert chosen_theme(paths.theme()) is None


def test_every_value_that_is_offered_is_carried_out():
    tried = 0
    for command in SLASH_COMMANDS:
        for value in command.choices(state_with(FakeSession())):
            session = FakeSession()
            state = state_with(session)
            talk_on(state, session)
            line = f"/{command.name} {value}"
            assert parse(line) == (command, value) and line in [completion.line for completion in completions(state, f"/{command.name} ")]
            if command.act:
                command.run(state, value)
                tried += 1
    assert tried > 10
    assert completions(state, "/theme ")[0].line == f"/theme {themes.NAMES[0]}" and completions(state, "/nonsense") == []


# Words


@opened
async def test_keys_of_one_burst_act_in_the_order_of_typing_and_those_of_words_edit_as_in_a_macs_terminals(pilot, prompt):
    for typed, left in (
        ([*"ab", "ctrl+u", *"cd"], "cd"), ([*"/foo", "ctrl+u", *"/draft llama"], "/draft llama"), ([*"ab", "backspace", "c"], "ac"),
        ([*"ab", "left", "c"], "acb"), ([*"/k 3", "enter", *"next"], "next"),
    ):  # fmt: skip
        prompt.fill("")
        burst(pilot, *typed)
        await until(pilot, lambda left=left: prompt.text == left)
    prompt.fill("two words")
    await pilot.press("alt+left", "alt+left", "x", "alt+right", "y")
    assert prompt.text == "xtwoy words"
    await pilot.press("alt+backspace", "alt+enter", "z", "alt+delete")
    assert prompt.text == "\nz"


SENTENCES = """can you give me the same in one line?
describe a fox, please
R is a language: what for?
read this again and say why
explain it to me
tell me (in 3 words) what p is
is that so?
give me two more - no, three
llamas are animals, aren't they?
very good. now make it shorter
both of you guess?
why did it stop
no, I meant = not ==
/k is what?
make a list: [1, 2]
zebras have stripes
y is after x
list all of them
please  go on
Verify that, then sum up""".split("\n")


def seen(pilot) -> tuple[object, ...]:
    """All that a command could change."""
    state, view = pilot.app.state, pilot.app.state.view
    looks = (view.ghosts, view.split, view.confidence, view.markdown, view.editing, pilot.app.screen.has_class("-panel"), state.chat.reply and state.chat.reply.opened)
    return (state.settings, state.job, len(pilot.app.screen_stack), told(pilot), dict(state.contest.changes["b"]), looks)


@opened_on(talk, settings=Settings(temperature=0.8))
async def test_a_sentence_that_is_typed_in_the_text_is_in_the_prompt_and_runs_nothing(pilot, session):
    await type_each(pilot, SENTENCES)
    await type_each(pilot, SENTENCES[::6], pause=True)
    await compared(pilot, session)
    await raced(pilot, session)
    await type_each(pilot, SENTENCES[::6])


async def type_each(pilot, sentences: list[str], pause: bool = False) -> None:
    """Each sentence in the text of this screen: all at once, or with a pause after each key, in which it is handled."""
    prompt, text = pilot.app.screen.query_one(Prompt), pilot.app.screen.query(Transcript).last()
    pilot.app.typed_words.single = 60.0  # no key is alone: nothing is measured
    before = seen(pilot)
    for sentence in sentences:
        prompt.fill("")
        pilot.app.screen.set_focus(text)
        for letter in sentence:
            burst(pilot, letter)
            if pause:
                await pilot.pause()
        await until(pilot, lambda: prompt.text == sentence)
        assert seen(pilot) == before and pilot.app.focused is prompt
    pilot.app.typed_words.single = 0.0


@talked
async def test_a_single_letter_is_a_command_and_so_is_the_same_one_again(pilot, prompt, state):
    await pilot.press("tab")
    pilot.app.typed_words.single = 60.0
    await pilot.press("g")
    assert state.view.ghosts, "what a second press undoes is not waited for"
    await pilot.press("p", "left")
    assert (state.settings.drafter, prompt.text) == ("model", "gp"), "two letters are the beginning of words"
    await pilot.press("tab", "p", "down")
    assert state.settings.drafter == "none", "another key is no letter of a word"
    pilot.app.typed_words.single = 0.05
    await pilot.press("p")
    await until(pilot, lambda: state.settings.drafter == "model")
    await pilot.press("l", "l", "l")
    assert state.view.split
    prompt.fill("")
    pilot.app.post_message(events.Paste("read me"))
    await until(pilot, lambda: prompt.text == "read me")


@opened_on(talk)
async def test_a_single_letter_whose_key_cannot_act_now_says_why_and_opens_no_prompt(pilot, session, app):
    """And words that begin with such letters are words."""
    app.remap({"chat.try": "x"})
    assert app.screen.idle_key("x") and not app.screen.idle_key("n"), "the key that the person set"
    app.remap({})
    asked = {"chat": {" ": "no reply is being written", "n": "nothing to try", ",": "there are no branches", ">": "there are no branches", "t": "shows no thinking"}}
    asked["compare"] = {" ": "there is no race yet", "r": "there is no race yet"}
    asked["running"] = {"s": "busy", "B": "busy"}
    for where, keys in asked.items():
        if where == "compare":
            await pilot.press("f3")
            await until(pilot, lambda: bool(app.screen.query(Side)))
        elif where == "running":
            await pilot.press(*"bus", "enter")
            await until(pilot, lambda: app.state.contest.running)
        prompt, text = app.screen.query_one(Prompt), app.screen.query_one("#side-b", Side).text if where != "chat" else app.screen.query_one(Transcript)
        prompt.fill("")
        for single in (0.0, 0.01):
            app.typed_words.single = single
            for key, why in keys.items():
                app.screen.set_focus(text)
                app.clear_notifications()
                burst(pilot, key)
                await until(pilot, lambda why=why: why in told(pilot))
                assert prompt.text == "" and app.focused is text
        before, app.typed_words.single = seen(pilot), 60.0
        word = "".join(key for key in keys if key.isalpha()) + "ow"
        burst(pilot, *word)
        await until(pilot, lambda prompt=prompt, word=word: prompt.text == word)
        assert seen(pilot) == before, "no letter of a word is refused"
        prompt.fill("")
        app.typed_words.single = 0.0
    await tried(pilot, session)


# Over a slow link


SENT = ["\x1b[I", "\x1b[A", "\x1bOB", "\x1b[1;2C", "\x1b[<0;12;3M", "\x1b[3~", "\x1b[97;5u", "hi\x1b[Othere", "\x1b[200~pasted\x1b[201~"]


def read(*sent: tuple[str, float], costly: bool = False) -> list[str]:
    """What the playground gets of pieces, each with the seconds before it."""
    parser, sequences, now, got = XTermParser(), WholeSequences(), 0.0, []

    def take(text: str) -> None:
        for piece in sequences.take(text, now, costly):
            got.extend([events.Key("escape", ESC)] if piece == ESC else parser.feed(piece))

    for text, pause in [*sent, ("", 2 * TORN)]:
        for _ in range(round(pause / 0.05)):
            now += 0.05
            take("")
        take(text)
    return [f"{type(one).__name__} {getattr(one, 'key', getattr(one, 'text', ''))}" for one in got]


@pytest.mark.parametrize("sequence", SENT)
def test_a_sequence_torn_anywhere_is_whole_again(sequence):
    whole = read((sequence, 0.0))
    assert not any("escape" in one for one in whole)
    for at in range(1, len(sequence)):
        assert read((sequence[:at], 0.0), (sequence[at:], TORN - 0.05), costly=True) == whole
        late = read((sequence[:at], 0.0), (sequence[at:], TORN - 0.05))
        assert [one for one in late if one != "Key escape"] == whole, "esc is believed sooner where it costs nothing, but no letter is typed"


@pytest.mark.parametrize("pause", [0.05, LONE + 0.05, TORN + 0.05])
@pytest.mark.parametrize("typed", ["hello", "Oh no", "[", "]]", " ok", ESC])
def test_esc_and_then_words_are_esc_and_those_words(typed, pause):
    keys = [key for letter in typed for key in read((letter, 0.0))]
    for costly in (False, True):
        assert read((ESC, 0.0), *((letter, pause) for letter in typed), costly=costly) == ["Key escape", *keys]


@pytest.mark.long
def test_a_torn_report_of_the_focus_stops_no_reply(tmp_path):
    with OnTerminal("--max-tokens", "200", environ={"SPECDECK_STATE_DIR": str(tmp_path)}) as app:
        app.wait_for("ready")
        app.type("Tell me a story\r")
        app.wait_for("writing, round")
        app.type(ESC)
        time.sleep(TORN - 0.1)  # nothing is measured: a later rest would be typed, and k changed
        app.type("[I")
        app.wait_for("over the whole reply")
        app.type("\x11")
        assert app.code() == 0
    (record,) = (tmp_path / "conversations").glob("*.jsonl")
    assert '"reason":"length"' in record.read_text() and '"k":4' in record.read_text()
