"""What once ended the app or a chat: keys in one burst, undo after a paste, paging on a small screen, a prompt that cannot be answered. What ends an app, also while
it is left, fails its story."""

import asyncio
from random import Random

import pytest
from textual import events
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget

from specdeck.chat.conversation import Chat
from specdeck.chat.entries import Asked
from specdeck.decoding.types import Finish, Settings, Stats
from specdeck.engine.messages import Failed
from specdeck.records.history import Journal, recall
from specdeck.screens.base import TABS, bindings_of
from specdeck.widgets.model_lists import DiskTable
from tests.helpers.everyday import everyday
from tests.helpers.fake import TAKES, round_of, written
from tests.helpers.play import SMALL, burst, idle, opened, talk, talked, type_line, until


@pytest.mark.parametrize("size", [SMALL])
@opened
async def test_a_paste_is_undone_and_the_models_are_paged_through_at_any_height(pilot, app, prompt, size):
    app.post_message(events.Paste("\n".join(map(str, range(40)))))
    for key, lines in ((None, 40), ("ctrl+z", 1), ("ctrl+y", 40)):
        await pilot.press(*filter(None, [key]))
        await until(pilot, lambda: prompt.document.line_count == lines)
    await pilot.press("f5")
    await until(pilot, lambda: app.screen.query(DiskTable))
    for rows in (24, 10):
        await pilot.resize_terminal(80, rows)
        await pilot.press("pagedown", "pageup", "end", "home", "pagedown", "pagedown", "pageup")
    table = app.screen.query_one(DiskTable)
    table.models = ()
    table.clear()
    table.action_page_down()
    assert table.cursor_row == -1 and table.picked is None, "Textual's cursor before the models are listed"


@opened
async def test_a_box_is_left_once_by_enters_in_one_burst_and_the_palette_opens_again_while_it_closes(pilot, app):
    """It stayed over the tab that opened in the same burst, and what was chosen in it closed a screen of the open one."""
    app.say = (said := []).append
    for box in ("drafters", "the palette"):
        if box == "drafters":
            app.action_open("drafters")
        else:
            await pilot.press("ctrl+p", *"plain")
            await until(pilot, lambda: app.screen.query_one("CommandList").option_count > 0)
            await pilot.press("down")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        said.clear()
        burst(pilot, "enter", "enter", "enter", "enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.pause()
        assert app.is_running and len(app.screen_stack) == 1 and len(said) <= 1
    await pilot.press("ctrl+p")
    await until(pilot, lambda: len(app.screen_stack) == 2)
    closing = app.screen
    closing.dismiss()
    app.action_command_palette()
    await until(pilot, lambda: len(app.screen_stack) == 2 and not closing.is_attached)
    box = app.screen
    await app.action_tab("Models")
    box.dismiss()
    await until(pilot, lambda: not box.is_attached)
    assert app.is_running and app.current_mode == "Models" and len(app.screen_stack) == 1


@pytest.fixture
def slowly(monkeypatch):
    """From the call on, screens take a while to be built, as on a busy machine."""
    build = Widget._on_compose

    async def late(self, event):
        await asyncio.sleep(0.1)
        await build(self, event)

    return lambda: [monkeypatch.setattr(kind, "_on_compose", late) for kind in (Horizontal, Vertical, VerticalScroll)]


@opened
async def test_what_was_done_before_the_end_finds_its_screen_though_a_tab_is_being_built(pilot, app, slowly):
    slowly()
    burst(pilot, "f5")
    await until(pilot, lambda: app.current_mode == "Models")
    for x in range(20):
        app.post_message(events.MouseMove(None, x, 5, 0, 0, 0, False, False, False, x, 5))


@everyday("tab", TABS, TABS[-1], ids=lambda tab: tab.label)
@opened
async def test_keys_reach_a_tab_while_it_is_built(pilot, app, slowly, monkeypatch, tmp_path, tab):
    monkeypatch.chdir(tmp_path)  # some keys save a file there
    slowly()
    burst(pilot, f"f{2 + TABS.index(tab)}")
    await until(pilot, lambda: app.current_mode == tab.label)
    for binding in bindings_of(tab.screen()):
        await app.run_action(binding.action, app.tab)
    await until(pilot, lambda: app.tab.is_mounted)


@talked
async def test_a_box_is_closed_while_it_is_built(pilot, app, slowly):
    await pilot.press("tab", "left")
    slowly()
    burst(pilot, "d")
    await until(pilot, lambda: len(app.screen_stack) == 2)
    box = app.screen
    await app.action_tab("Lesson")
    await until(pilot, lambda: not box.is_running and app.tab.is_mounted)


class Panic(BaseException):
    """As the tokenizers library raises one, no Exception."""


@pytest.mark.parametrize("where", ["the screen", "a widget"])
@opened
async def test_what_is_no_exception_leaves_the_app_with_the_conversation_saved(pilot, session, app, state, prompt, where, tmp_path):
    def panic(*_):
        raise Panic("onig\x1b[2J")

    state.journal = Journal(tmp_path)
    await talk(pilot, session)
    (app.screen if where == "the screen" else prompt).call_later(panic)
    async with asyncio.timeout(60):
        while app.return_code is None:
            await asyncio.sleep(0.02)  # a pilot would wait for the screen
    (file,) = tmp_path.glob("*.jsonl")
    assert app.return_code == 1 and recall(file).entries


# -- a prompt that cannot be answered leaves a way on ------------------------------------------------------------------------------

TOO_LONG = "the prompt has 9000 tokens and toy reads at most 512: shorten the prompt or the conversation before it"


@talked
async def test_a_prompt_that_failed_comes_back_unless_something_was_typed_and_is_not_read_again(pilot, state, session, prompt):
    await type_line(pilot, "much too long")
    session.fail("reply", TOO_LONG)
    await until(pilot, lambda: not state.busy and prompt.text == "much too long")
    await type_line(pilot, "too long as well")
    prompt.fill("another thought")
    session.fail("reply", TOO_LONG)
    await idle(pilot)
    await pilot.pause()
    assert prompt.text == "another thought"
    await type_line(pilot, "never mind")
    await pilot.press("escape")  # while it is read
    await idle(pilot)
    await type_line(pilot, "go on")
    said = [(message["role"], message["content"]) for message in session.sent[-1].messages]
    assert [role for role, _ in said] == ["user", "assistant", "user"] and [said[0][1], said[2][1]] == ["hi", "go on"]


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
