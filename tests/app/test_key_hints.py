"""The last line names the keys of what has the focus, says nothing that is not so, and every hint can be clicked."""

from contextlib import asynccontextmanager

from textual import events
from textual.content import Content

from specdeck.actions import chatting
from specdeck.lesson.pages import PAGES
from specdeck.samples import OFFERED
from specdeck.screens.compare import CompareScreen
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.empty_chat import Samples
from specdeck.widgets.key_hints import KeyHints
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.everyday import everyday
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import WIDE, drawn, keys_cut, leave, person, playground, playing, talk, type_line, until, where

ECHO = next(number for number, sample in enumerate(OFFERED) if sample.kind == "echo")


def last_line(pilot) -> str:
    return drawn(pilot).split("\n")[-1]


@asynccontextmanager
async def a_reply_in_focus():
    session = FakeSession()
    async with playing(session, size=(200, 50)) as pilot:
        await talk(pilot, session)
        await pilot.press("escape")
        await until(pilot, lambda: "r Again" in last_line(pilot))
        yield pilot, session


@person
async def test_esc_stops_only_what_runs():
    session = FakeSession()
    async with playing(session) as pilot:
        assert "esc" not in last_line(pilot)
        await type_line(pilot, "hi")
        await until(pilot, lambda: "esc Stop" in last_line(pilot))
        session.play()
        await until(pilot, lambda: "esc Text" in last_line(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "esc Prompt" in last_line(pilot))


@everyday("size", [(60, 20), (80, 24), WIDE, (200, 50)], (60, 20), ids=str)
def test_the_keys_of_the_focus_are_named_and_none_is_cut(size):
    async def story():
        session = FakeSession()
        async with playing(session, size=size) as pilot:
            await talk(pilot, session)
            await until(pilot, lambda: "Send" in last_line(pilot))
            await pilot.press("escape")
            await until(pilot, lambda: "← → Token" in last_line(pilot) and "esc Prompt" in last_line(pilot))
            line = last_line(pilot)
            assert all(hint in line for hint in ("^q Quit", "^p Commands", "f1 Help")) and "Send" not in line
            assert ("^t Tabs" in line) == (size[0] >= 75) and ("…" in line) == (size[0] < 190), "what there is no room for is not cut without a sign"
            assert keys_cut(pilot.app) == 0

    person(story)()


@person
async def test_what_has_nothing_to_do_yet_is_not_named():
    async with a_reply_in_focus() as (pilot, session):
        assert "Branches" not in last_line(pilot) and "Try" not in last_line(pilot)
        await pilot.press("r")
        session.play()
        await until(pilot, lambda: "Branches" in last_line(pilot))


@person
async def test_a_hint_of_the_last_line_and_one_of_the_panel_are_clicked():
    session = FakeSession()
    async with playing(session, size=(200, 50)) as pilot:
        await talk(pilot, session)
        await pilot.click(offset=where(pilot, "b measures plain"))
        await until(pilot, lambda: pilot.app.deck.speed_up is not None)
        await pilot.click(offset=where(pilot, "point at a token"))
        await until(pilot, lambda: pilot.app.focused is pilot.app.screen.query_one(Transcript))
        await until(pilot, lambda: "g Ghosts" in last_line(pilot))
        await pilot.click(offset=where(pilot, "g Ghosts"))
        await until(pilot, lambda: pilot.app.deck.view.ghosts)


@person
async def test_the_keys_of_the_empty_chat_are_clicked():
    async with playing() as pilot:
        await pilot.click(offset=where(pilot, "longer drafts"))
        await until(pilot, lambda: pilot.app.deck.settings.k == 5)


@person
async def test_alt_with_a_key_does_in_the_prompt_what_the_key_does_outside_it():
    session = FakeSession()
    async with playing(session) as pilot:
        await talk(pilot, session)
        prompt = pilot.app.screen.query_one(Prompt)
        prompt.fill("half a thought")
        await pilot.press("alt+g")
        await until(pilot, lambda: pilot.app.deck.view.ghosts)
        assert prompt.text == "half a thought"
        prompt.fill("")
        await pilot.press("ctrl+left")  # what most terminals send for alt+b
        await until(pilot, lambda: pilot.app.deck.speed_up is not None)


@person
async def test_alt_with_the_keys_of_words_edits_what_is_typed():
    """As option does in a Mac's terminals."""
    async with playing() as pilot:
        prompt = pilot.app.screen.query_one(Prompt)
        prompt.fill("two words")
        await pilot.press("alt+left", "alt+left", "x", "alt+right", "y")
        assert prompt.text == "xtwoy words"
        await pilot.press("alt+backspace", "alt+enter", "z", "alt+delete")
        assert prompt.text == "\nz"


@person
async def test_a_samples_drafter_holds_for_its_reply_and_is_named():
    session = FakeSession()
    async with playing(session) as pilot:
        assert pilot.app.deck.samples[ECHO][1] == "lookup" != pilot.app.deck.settings.drafter
        await pilot.press("down", *["down"] * ECHO, "enter")
        await until(pilot, lambda: pilot.app.deck.busy)
        assert pilot.app.deck.settings.drafter == "lookup" and pilot.app.deck.chat.turns[0].prompt == OFFERED[ECHO].prompt
        words = "drafter lookup for this prompt, model for the next"
        await until(pilot, lambda: any(words in note.message for note in pilot.app._notifications))
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await type_line(pilot, "/again")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert pilot.app.deck.settings.drafter == "lookup", "the sample's reply once more"
        await type_line(pilot, "and now?")
        await until(pilot, lambda: len(pilot.app.deck.chat.turns) == 2 and pilot.app.deck.settings.drafter == "model")


@person
async def test_a_drafter_that_was_chosen_after_a_sample_stays():
    session = FakeSession()
    async with playing(session) as pilot:
        chatting.take_sample(pilot.app.deck, OFFERED[ECHO], "lookup")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await type_line(pilot, "/draft hybrid")
        await type_line(pilot, "and now?")
        assert pilot.app.deck.settings.drafter == "hybrid"


@person
async def test_the_keys_of_the_tabs_are_named_and_a_click_on_them_opens_the_next():
    async with playing() as pilot:
        for label in ("Compare", "Lesson", "Models", "Chat"):
            await pilot.press("ctrl+t")
            await until(pilot, lambda: pilot.app.screen.TAB.label == label)
        for label in ("Compare", "Lesson", "Models", "Chat"):
            pilot.app.say(f"/{label.lower()}")
            await until(pilot, lambda: pilot.app.screen.TAB.label == label)
        for label in ("Compare", "Lesson", "Models", "Chat"):
            await until(pilot, lambda: "^t Tabs" in last_line(pilot))
            await pilot.click(offset=where(pilot, "^t Tabs"))
            await until(pilot, lambda: pilot.app.screen.TAB.label == label)


@person
async def test_a_sample_picked_while_the_models_load_sets_its_drafter_when_they_are_there():
    session = FakeSession(pair=None)
    app = playground(session)
    async with app.run_test(size=WIDE) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Prompt) and app.deck.engine.loading is not None)
        await pilot.press("down")
        await until(pilot, lambda: isinstance(app.focused, Samples))
        await pilot.press(*["down"] * ECHO, "enter")
        await until(pilot, lambda: bool(app.deck.chat.turns))
        session.tell(PAIR)
        await until(pilot, lambda: app.deck.settings.drafter == OFFERED[ECHO].best_drafter != PAIR.default)
        session.tell(PAIR)
        await until(pilot, lambda: app.deck.settings.drafter == PAIR.default)
        await leave(app)


@person
async def test_a_screen_that_is_built_before_it_is_opened_has_no_hints_yet():
    """From Python 3.12 on Textual builds screens at once: the first one while no screen was open, which ended the app."""
    async with playing() as pilot:
        hints = pilot.app.screen.query_one(KeyHints)
        await until(pilot, lambda: "Quit" in last_line(pilot))
        stack = pilot.app._screen_stack
        opened = stack.pop()
        hints.put(Content(""))
        try:
            hints.show()
            assert str(hints.content) == ""
        finally:
            stack.append(opened)


@person
async def test_the_last_line_is_made_anew_only_where_it_changes():
    async with playing(size=(200, 50)) as pilot:
        await until(pilot, lambda: "Send" in last_line(pilot))
        hints = pilot.app.screen.query_one(KeyHints)
        before = hints.content
        pilot.app.screen.refresh_bindings()
        await pilot.pause(0.1)
        assert hints.content is before
        await pilot.press("down")
        await until(pilot, lambda: "Send" not in last_line(pilot))
        assert hints.content is not before


@person
async def test_the_key_under_the_mouse_is_lit_and_says_what_it_does():
    async with playing(size=(200, 50)) as pilot:
        await until(pilot, lambda: "Quit" in last_line(pilot))
        hints = pilot.app.screen.query_one(KeyHints)
        await pilot.hover(KeyHints, offset=(last_line(pilot).index("Quit"), 0))
        await until(pilot, lambda: hints.tooltip == next(hint.tooltip for hint in hints._line if hint and hint.words == "Quit"))
        lit = str(hints.content.spans)
        await pilot.hover(KeyHints, offset=(190, 0))
        await until(pilot, lambda: hints.tooltip is None and str(hints.content.spans) != lit)


@person
async def test_a_window_without_the_focus_that_is_made_narrower_cuts_no_key():
    async with a_reply_in_focus() as (pilot, _):
        pilot.app.post_message(events.AppBlur())
        await until(pilot, lambda: not pilot.app.app_focus)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: keys_cut(pilot.app) == 0 and "f1 Help" in last_line(pilot))


@person
async def test_the_lesson_names_r_where_a_page_runs_here_and_the_comparison_names_its_card():
    async with playing(size=(200, 50)) as pilot:
        pilot.app.say("/compare")
        await until(pilot, lambda: pilot.app.screen.TAB.label == "Compare")
        await pilot.press("escape")
        await until(pilot, lambda: "C Card" in last_line(pilot))
        pilot.app.say("/lesson")
        await until(pilot, lambda: pilot.app.screen.TAB.label == "Lesson")
        for page in PAGES:
            await until(pilot, lambda: pilot.app.deck.lesson.course.page is page and ("r Live" in last_line(pilot)) == bool(page.live))
            await pilot.press("greater_than_sign")


@person
async def test_a_focused_side_of_compare_names_its_keys():
    async with playing(size=(160, 36)) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen) and "Send" in last_line(pilot))
        assert "Drafter" not in last_line(pilot), "in the prompt, d is a letter"
        pilot.app.screen.query_one("#side-a", Side).text.focus()
        await until(pilot, lambda: "d Drafter  [ ] k  - = T  p Plain" in last_line(pilot))
