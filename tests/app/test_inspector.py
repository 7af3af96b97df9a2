"""Why a token is there: found by key and by mouse, said in words, with what else was likely, and the reply goes on from it."""

from dataclasses import replace

import pytest
from textual.widgets import Static

from specdeck.actions import changing_settings, chatting
from specdeck.apply_reports import pump
from specdeck.chat.blocks import Blocks, note
from specdeck.chat.conversation import Chat, Turn
from specdeck.chat.token_places import beside
from specdeck.chat.wording import Choice, best, place, sureness, why
from specdeck.decoding.types import Settings
from specdeck.engine.session import NextReply
from specdeck.notices import Refusal
from specdeck.screens.name_lists import ListBox, choices
from specdeck.widgets.reply_panel import explained, round_table
from specdeck.widgets.round_strip import Rounds
from specdeck.widgets.status import Status
from specdeck.widgets.transcript import Transcript
from tests.helpers.decks import deck_with
from tests.helpers.decks import talk as talk_on
from tests.helpers.everyday import everyday
from tests.helpers.fake import PAIR, FakeSession, Take, reply_of
from tests.helpers.play import (
    SMALL,
    burst,
    drawn,
    hides,
    opened,
    person,
    playing,
    select,
    shows,
    talk,
    talked,
    type_line,
    until,
    where,
)


def told(pilot) -> str:
    return pilot.app.screen.query_one("#inspector", Static).content.plain


@talked
async def test_mouse_and_keys_explain_a_token_alike(pilot):
    await pilot.hover(offset=where(pilot, "destin"))
    await shows(pilot, "TOKEN 4")
    by_mouse = told(pilot)
    await pilot.hover("#prompt")
    await hides(pilot, "TOKEN 4")
    await pilot.press("tab", "right", "right", "right", "right")
    await shows(pilot, "TOKEN 4")
    assert told(pilot) == by_mouse
    assert "p .81 q .74, accepted draft, position 3 of 4, round 2, drafter model" in by_mouse
    assert "likeliest" in by_mouse and " other" in by_mouse


@person
async def test_the_cursor_changes_lines_crosses_ends_and_is_let_go():
    session = FakeSession()
    async with playing(session, size=SMALL) as pilot:
        for _ in range(3):
            await talk(pilot, session)
        view, text = pilot.app.deck.view, pilot.app.screen.query_one(Transcript)
        first, middle, last = (turn.reply for turn in pilot.app.deck.chat.turns)
        await pilot.press("tab", "left")
        assert view.cursor == (last, len(last.tokens) - 1)
        await pilot.press("up")
        await until(pilot, lambda: view.cursor[1] < len(last.tokens) - 1)
        await pilot.press(*["up"] * 8)
        await until(pilot, lambda: view.cursor[0] is first)
        assert text.scroll_offset.y < text.max_scroll_y, "what is picked is in sight"
        await pilot.press(*["down"] * 12)
        await until(pilot, lambda: view.cursor[0] is last)
        view.cursor = (last, 0)
        await pilot.press("left")
        await until(pilot, lambda: view.cursor == (middle, len(middle.tokens) - 1))
        assert "target's own" in drawn(pilot), "the status line says it in words, panel or not"
        for place, by, stays in (((first, 0), -1, (first, 0)), (view.cursor, -10_000, (first, 0)), ((first, 0), 10_000, (last, len(last.tokens) - 1))):
            assert beside(pilot.app.deck.chat, place, by) == stays, "at the ends of the chat"
        await pilot.press("tab")
        await until(pilot, lambda: view.cursor is None)


@talked
async def test_ghosts_come_on_a_key_and_are_never_copied(pilot):
    assert "buses" in drawn(pilot) and " is your destination" in drawn(pilot) and " 1 bus 3" not in drawn(pilot)
    await pilot.press("tab", "g")
    await shows(pilot, "found 1 bus 3 buses")
    start, end = where(pilot, "I found"), where(pilot, "3 buses")
    await select(pilot, start, (end[0] + 6, end[1]))
    assert pilot.app.screen.get_selected_text() == "I found 3 buses"
    await pilot.press("y")
    await until(pilot, lambda: pilot.app.clipboard == pilot.app.deck.chat.reply.text)
    await pilot.press("g")
    await hides(pilot, "found 1 bus 3 buses")


@pytest.mark.parametrize("guesses, own, shown", [
    ((" sat", " down"), " ran", "fox sat down ran"),
    (("ed", " off"), "ing", "fox ed off ing"),
    ((" sat", "<|im_end|>", " x"), " ran", "fox sat (end) ran"),
])  # fmt: skip
def test_ghosts_stand_apart_from_the_text_and_show_no_special_token(guesses, own, shown):
    reply = reply_of(Settings(), Take(("fox", *guesses), 1, own))
    blocks = Blocks(40)
    chat = Chat()
    chat.turns.append(Turn("", reply))
    blocks.show(chat, "target", ghosts=True)
    (block,) = (block for block in blocks.list if block.kind == "reply")
    assert "".join(span.text for span in block.flow.lines[0]) == shown and block.flow.text == f"fox{own}"


@talked
async def test_a_reply_goes_on_from_a_token_with_another_choice_and_the_old_one_is_kept(pilot, session):
    deck, old = pilot.app.deck, pilot.app.deck.chat.reply
    await pilot.press("tab")
    burst(pilot, *["right"] * 4, "c")
    await until(pilot, lambda: isinstance(pilot.app.screen, ListBox))
    assert deck.view.cursor == (old, 3), "the keys of the same burst selected it"
    burst(pilot, "enter")
    await until(pilot, lambda: deck.busy)
    assert isinstance(session.sent[-1], NextReply) and session.sent[-1].kept == (*(token.id for token in old.tokens[:3]), 90)
    assert deck.chat.reply.text == "What is your else"
    session.play()
    await until(pilot, lambda: not deck.busy)
    assert deck.chat.reply.text.startswith("What is your elseWhat is your") and "branch 2 of 2" in drawn(pilot)
    assert place(deck.chat.reply, deck.chat.reply.tokens[3]) == "chosen by you, p .10; the reply continues from here"
    await pilot.press("left", "less_than_sign")
    await shows(pilot, "branch 1 of 2")
    assert deck.chat.reply is old and deck.view.cursor is None


def test_choosing_an_end_of_turn_ends_the_reply_there():
    session = FakeSession(pair=replace(PAIR, ends=(90,)))
    deck = deck_with(session)
    talk_on(deck, session)
    old, sent = deck.chat.reply, len(session.sent)
    deck.view.cursor = (old, 3)
    [row] = [row for row in choices(old, 3, deck.pair.ends) if row[0].id == 90]
    assert row[1] == "the reply ends here"
    chatting.branch(deck, row[0])
    assert len(session.sent) == sent and not deck.busy and deck.chat.reply.text == old.text[: len("What is your")]
    assert "you ended the reply here" in note(deck.chat.reply, deck.chat.turns[-1].branches)


@pytest.mark.parametrize("at, guesses", [
    (3, ["is", "your", "mine"]),  # of the draft is your destin ation
    (6, ["is", "your", "destin", "ation", "?", "mine"]),  # behind the whole round
    (0, ["mine", "is", "your", "destin", "ation", "What"]),  # before the first round
])  # fmt: skip
def test_a_round_that_another_token_was_chosen_in_lists_no_guess_after_it(at, guesses):
    session = FakeSession()
    deck = deck_with(session)
    talk_on(deck, session)
    deck.view.cursor = (deck.chat.reply, at)
    chatting.branch(deck, Choice(77, " mine", 0.2))
    session.play(2)
    session.end("stop")
    pump(deck)
    deck.view.cursor = (deck.chat.reply, at)
    assert [line.split()[1] for line in round_table(*deck.view.round).plain.split("\n")[1:]] == guesses


@opened
async def test_the_strip_is_of_the_reply_whose_token_is_selected(pilot, session):
    deck, strip = pilot.app.deck, pilot.app.screen.query_one("#rounds", Rounds)
    await type_line(pilot, "one")
    session.play(3)
    await until(pilot, lambda: len(deck.chat.reply.rounds) == 3)
    changing_settings.change_settings(deck, k=6)
    session.play(2)
    session.end("stop")
    await until(pilot, lambda: not deck.busy)
    await talk(pilot, session)
    first, last = (turn.reply for turn in deck.chat.turns)
    assert len(strip.render().plain) == len(last.rounds) and "k 4 → 6" not in drawn(pilot)
    await pilot.click(offset=where(pilot, "destin"))
    await until(pilot, lambda: deck.view.cursor and deck.view.cursor[0] is first)
    await until(pilot, lambda: len(strip.render().plain.replace("┆", "")) == len(first.rounds) and "round 4: k 4 → 6" in drawn(pilot))
    assert strip.picked == 1
    await pilot.click("#rounds", offset=(2, 0))
    await until(pilot, lambda: strip.picked == 2 and "ROUND 3 " in drawn(pilot))
    assert deck.view.cursor == (first, 6)
    await pilot.press("tab")
    await until(pilot, lambda: len(strip.render().plain) == len(last.rounds))


@person
async def test_a_paused_reply_says_so_beside_a_selected_token():
    session = FakeSession()
    async with playing(session, SMALL) as pilot:
        await type_line(pilot, "hi")
        session.play(2)
        await until(pilot, lambda: pilot.app.deck.writing)
        await pilot.press("tab", "left")
        await until(pilot, lambda: "'?' p .62" in drawn(pilot) and "paused" not in drawn(pilot))
        await pilot.press("space")
        await shows(pilot, "paused · '?' p .62")
        await pilot.press("space")
        await hides(pilot, "paused")


def test_branching_needs_a_token_of_the_last_reply_and_an_idle_engine():
    session = FakeSession()
    deck = deck_with(session)
    for prompt in ("one", "two"):
        talk_on(deck, session, prompt)
    for cursor, why_not in ((None, "pick a token"), ((deck.chat.turns[0].reply, 1), "only the last")):
        deck.view.cursor = cursor
        with pytest.raises(Refusal, match=why_not):
            chatting.branching(deck)
    deck.view.cursor = (deck.chat.reply, 1)
    chatting.send(deck, "three")
    with pytest.raises(Refusal, match="esc stops"):
        chatting.branching(deck)


@everyday("size", [(60, 20), (80, 24), (120, 36), (200, 50)], (60, 20), ids=str)
@talked
async def test_the_legend_stays_beside_a_token_in_words(pilot, size):
    status, line = pilot.app.screen.query_one(Status), lambda: drawn(pilot).split("\n")[status.region.y].strip()
    assert "accepted draft   target's own" in line()
    pilot.app.screen.query_one(Transcript).focus()
    await pilot.press("right")
    await until(pilot, lambda: "position" in line() or "target's own" in line())
    assert line().startswith("accepted own  '")
    await pilot.press("v")
    await until(pilot, lambda: line().startswith(">=.9 >=.5 >=.2 <.2  '"))
    text = pilot.app.screen.query_one(Transcript)
    looks = [text.get_component_rich_style(f"transcript--{word}") for word in ("sure", "likely", "unsure", "unlikely")]
    assert len({(bool(s.underline), bool(s.bold), bool(s.reverse)) for s in looks}) == 4
    await pilot.press("v")
    await until(pilot, lambda: line().startswith("accepted own  '"))


@talked
async def test_the_strip_is_drawn_for_its_own_width(pilot, monkeypatch):
    strip = pilot.app.screen.query_one("#panel Rounds", Rounds)
    monkeypatch.setattr(pilot.app, "tick", lambda: None)  # nothing else draws
    for width in (2, 3):
        strip.styles.width = width
        await until(pilot, lambda: strip.size.width == width and {len(line) for line in str(strip.content).split("\n")[:-1]} == {width})


@talked
async def test_the_legend_is_short_where_the_state_would_be_cut(pilot, monkeypatch):
    state = "s" * (pilot.app.size.width - 25)
    monkeypatch.setattr("specdeck.widgets.status.doing", lambda deck: state)
    await until(pilot, lambda: f" accepted   own   {' ' * 5}" in drawn(pilot) and state in drawn(pilot))


GREEDY, WARM = Settings(), Settings(temperature=0.8)


@pytest.mark.parametrize(
    "settings, accepted, own",
    [
        (GREEDY, "likeliest token: it is accepted", "The guess was ' c'; the target's likeliest token is this one"),
        (WARM, "u .42 < p/q = .81/.74 = 1.09: the guess is accepted", "u .42 >= p/q = .08/.74 = .108: the guess ' c' is rejected"),
        (replace(WARM, rule="coupled"), "the target chose the guess too", "the target chose this token, and the guess was ' c'"),
        (replace(WARM, rule="match"), "it was the guess", "the target drew this token"),
        (Settings(k=0), "one token in one pass", "one token in one pass"),
    ],
)
def test_the_verdict_in_words(settings, accepted, own):
    reply = reply_of(settings)
    assert accepted in why(reply, reply.tokens[0]) and own in why(reply, reply.tokens[-1])
    bonus = reply_of(GREEDY, Take((" a", " b"), 2, " x"))
    assert "All 2 guesses were accepted" in why(bonus, bonus.tokens[-1])


def test_mlx_lm_tells_no_p_and_q_of_its_tokens():
    reply = reply_of(GREEDY)
    reply.rounds = [replace(round_, draft_p=(), draft_q=(), u=()) for round_ in reply.rounds]
    assert "mlx-lm accepted this guess" in explained(reply, 0).plain and "mlx-lm rejected the guess here" in explained(reply, len(reply.tokens) - 1).plain


def test_the_best_are_those_of_the_tokens_own_place_and_the_choices_hold_the_drafters_too_and_no_token_twice():
    reply = reply_of(GREEDY)
    rows = choices(reply, 1)
    assert [choice.text for choice, _ in rows] == [" b", " else", " other"] and rows[0][1] == "the current token"
    target, drafter = best(reply, reply.tokens[2])
    assert [choice.text for choice in target] == [" x", " c"]
    assert drafter and [choice.text for choice in best(reply, reply.tokens[1])[0]] == [" b", " else", " other"]
    assert [sureness(p) for p in (1.0, 0.9, 0.5, 0.2, 0.19, 0.0)] == ["sure", "sure", "likely", "unsure", "unlikely", "unlikely"]
