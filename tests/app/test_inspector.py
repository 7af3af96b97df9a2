"""Why a token is there: found by key and by mouse, said in words, with what else was likely, and the reply goes on from it. What was written again,
asked otherwise or continued stays beside what was there, with all that followed it."""

from dataclasses import replace

import pytest
from textual.widgets import Static

from specdeck.actions import changing_settings, chatting
from specdeck.apply_reports import apply_pending
from specdeck.chat.blocks import Blocks, note
from specdeck.chat.conversation import Chat, Turn, fold
from specdeck.chat.token_places import beside
from specdeck.chat.wording import Choice, best, place, sureness, why
from specdeck.decoding.types import Settings
from specdeck.engine.session import NextReply
from specdeck.notices import Refusal
from specdeck.records import trace
from specdeck.screens.name_lists import ListBox, choices
from specdeck.screens.slow_motion import SlowMotion
from specdeck.widgets.reply_panel import explained, round_table
from specdeck.widgets.round_strip import MARK, Rounds
from specdeck.widgets.status import Status
from specdeck.widgets.transcript import Transcript
from tests.helpers.everyday import everyday
from tests.helpers.fake import PAIR, FakeSession, Take, reply_of
from tests.helpers.play import answered, burst, drawn, hides, opened_on, select, shows, talk, talked, type_line, until, where
from tests.helpers.states import state_with
from tests.helpers.states import talk as talk_on


@talked
async def test_mouse_and_keys_explain_a_token_alike_and_ghosts_come_on_a_key_and_are_never_copied(pilot, app):
    def told() -> str:
        return app.screen.query_one("#inspector", Static).content.plain

    await pilot.hover(offset=where(pilot, "destin"))
    await shows(pilot, "TOKEN 4")
    by_mouse = told()
    await pilot.hover("#prompt")
    await hides(pilot, "TOKEN 4")
    await pilot.press("tab", *["right"] * 4)
    await shows(pilot, "TOKEN 4")
    assert told() == by_mouse
    assert "p .81 q .74, accepted draft, position 3 of 4, round 2, drafter model" in by_mouse
    assert "likeliest" in by_mouse and " other" in by_mouse
    assert "buses" in drawn(pilot) and " is your destination" in drawn(pilot) and " 1 bus 3" not in drawn(pilot)
    await pilot.press("g")
    await shows(pilot, "found 1 bus 3 buses")
    start, end = where(pilot, "I found"), where(pilot, "3 buses")
    await select(pilot, start, (end[0] + 6, end[1]))
    assert app.screen.get_selected_text() == "I found 3 buses"
    await pilot.press("y")
    await until(pilot, lambda: app.clipboard == app.state.chat.reply.text)
    await pilot.press("g")
    await hides(pilot, "found 1 bus 3 buses")


@opened_on(talk, size=(80, 24))
async def test_the_cursor_changes_lines_crosses_ends_is_let_go_and_a_pause_is_said_beside_it(pilot, session, app, state):
    await talk(pilot, session)
    await talk(pilot, session)
    view, text = state.view, app.screen.query_one(Transcript)
    first, middle, last = (turn.reply for turn in state.chat.turns)
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
    for start, by, stays in (((first, 0), -1, (first, 0)), (view.cursor, -10_000, (first, 0)), ((first, 0), 10_000, (last, len(last.tokens) - 1))):
        assert beside(state.chat, start, by) == stays, "at the ends of the chat"
    await pilot.press("tab")
    await until(pilot, lambda: view.cursor is None)
    view.cursor = (last, 0)  # as after a click on a token, then on the prompt
    await type_line(pilot, "hi")
    assert view.cursor is None, "the status line is of the new reply"
    session.play(2)
    await until(pilot, lambda: state.writing)
    await pilot.press("tab", "left")
    await until(pilot, lambda: "'?' p .62" in drawn(pilot) and "paused" not in drawn(pilot))
    await pilot.press("space")
    await shows(pilot, "paused · '?' p .62")
    await pilot.press("space")
    await hides(pilot, "paused")


@pytest.mark.parametrize("guesses, own, shown", [
    ((" sat", " down"), " ran", "fox sat down ran"),
    (("ed", " off"), "ing", "fox ed off ing"),
    ((" sat", "<|im_end|>", " x"), " ran", "fox sat (end) ran"),
])  # fmt: skip
def test_ghosts_stand_apart_from_the_text_and_show_no_special_token(guesses, own, shown):
    blocks = Blocks(40)
    blocks.show(Chat(turns=[Turn("", reply_of(Settings(), Take(("fox", *guesses), 1, own)))]), "target", ghosts=True)
    (block,) = (block for block in blocks.list if block.kind == "reply")
    assert "".join(span.text for span in block.flow.lines[0]) == shown and block.flow.text == f"fox{own}"


@talked
async def test_a_reply_goes_on_from_a_token_with_another_choice_and_the_old_one_is_kept(pilot, session, state):
    old = state.chat.reply
    await pilot.press("tab")
    burst(pilot, *["right"] * 4, "c")
    await until(pilot, lambda: isinstance(pilot.app.screen, ListBox))
    assert state.view.cursor == (old, 3), "the keys of the same burst selected it"
    burst(pilot, "enter")
    await until(pilot, lambda: state.busy)
    assert isinstance(session.sent[-1], NextReply) and session.sent[-1].kept == (*(token.id for token in old.tokens[:3]), 90)
    assert state.chat.reply.text == "What is your else"
    await answered(pilot, session)
    assert state.chat.reply.text.startswith("What is your elseWhat is your") and "branch 2 of 2" in drawn(pilot)
    assert place(state.chat.reply, state.chat.reply.tokens[3]) == "chosen by you, p .10; the reply continues from here"
    await pilot.press("left", "less_than_sign")
    await shows(pilot, "branch 1 of 2")
    assert state.chat.reply is old and state.view.cursor is None


@pytest.mark.parametrize("at, guesses", [
    (3, ["is", "your", "mine"]),  # of the draft is your destin ation
    (6, ["is", "your", "destin", "ation", "?", "mine"]),  # behind the whole round
    (0, ["mine", "is", "your", "destin", "ation", "What"]),  # before the first round
])  # fmt: skip
def test_a_round_that_another_token_was_chosen_in_lists_no_guess_after_it(at, guesses):
    session = FakeSession()
    state = state_with(session)
    talk_on(state, session)
    state.view.cursor = (state.chat.reply, at)
    chatting.branch(state, Choice(77, " mine", 0.2))
    session.play(2)
    session.end("stop")
    apply_pending(state)
    state.view.cursor = (state.chat.reply, at)
    assert [line.split()[1] for line in round_table(*state.view.round).plain.split("\n")[1:]] == guesses


@opened_on()
async def test_the_strip_is_of_the_reply_whose_token_is_selected(pilot, session, app, state):
    strip = app.screen.query_one("#rounds", Rounds)
    await type_line(pilot, "one")
    session.play(3)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 3)
    changing_settings.change_settings(state, k=6)
    session.play(2)
    session.end("stop")
    await until(pilot, lambda: not state.busy)
    await talk(pilot, session)
    first, last = (turn.reply for turn in state.chat.turns)
    assert len(strip.render().plain) == len(last.rounds) and "k 4 → 6" not in drawn(pilot)
    await pilot.click(offset=where(pilot, "destin"))
    await until(pilot, lambda: state.view.cursor and state.view.cursor[0] is first)
    await until(pilot, lambda: len(strip.render().plain.replace("┆", "")) == len(first.rounds) and "round 4: k 4 → 6" in drawn(pilot))
    assert strip.picked == 1
    await pilot.click("#rounds", offset=(2, 0))
    await until(pilot, lambda: strip.picked == 2 and "ROUND 3 " in drawn(pilot))
    assert state.view.cursor == (first, 6)
    await pilot.press("tab")
    await until(pilot, lambda: len(strip.render().plain) == len(last.rounds))


def test_branching_needs_a_token_of_the_last_reply_and_an_idle_engine():
    session = FakeSession()
    state = state_with(session)
    for prompt in ("one", "two"):
        talk_on(state, session, prompt)
    for cursor, why_not in ((None, "pick a token"), ((state.chat.turns[0].reply, 1), "only the last")):
        state.view.cursor = cursor
        with pytest.raises(Refusal, match=why_not):
            chatting.branching(state)
    state.view.cursor = (state.chat.reply, 1)
    chatting.send(state, "three")
    with pytest.raises(Refusal, match="esc stops"):
        chatting.branching(state)


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
async def test_strip_and_legend_are_as_wide_as_there_is_room(pilot, app, monkeypatch):
    words = "s" * (app.size.width - 25)
    monkeypatch.setattr("specdeck.widgets.status.doing", lambda state: words)
    app.draw()
    await until(pilot, lambda: f" accepted   own   {' ' * 5}" in drawn(pilot) and words in drawn(pilot))
    strip = app.screen.query_one("#panel Rounds", Rounds)
    monkeypatch.setattr(app, "tick", lambda: None)  # nothing else draws
    for width in (2, 3):
        strip.styles.width = width
        await until(pilot, lambda: strip.size.width == width and {len(line) for line in str(strip.content).split("\n")[:-1]} == {width})


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


# Branches


def prompts(state) -> list[str]:
    return [turn.prompt for turn in state.chat.turns]


@talked
async def test_a_reply_written_again_is_a_branch_also_where_it_failed_first_and_the_first_one_stays(pilot, session, state, prompt):
    first = state.chat.reply
    await pilot.press("tab", "r")
    await answered(pilot, session)
    turn = state.chat.turns[0]
    assert turn.branches == [first, turn.reply] and turn.reply is not first
    await shows(pilot, "branch 2 of 2")
    await pilot.press("less_than_sign")
    await until(pilot, lambda: state.chat.reply is first)
    await shows(pilot, "branch 1 of 2")
    await pilot.click(offset=where(pilot, "branch 1 of 2"))
    await until(pilot, lambda: state.chat.reply is turn.reply is not first)
    await pilot.press("r")
    session.fail("reply", "out of memory: choose a smaller model")
    await until(pilot, lambda: prompt.text == "hi" and "out of memory" in drawn(pilot))
    await pilot.press("enter")
    await answered(pilot, session)
    assert prompts(state) == ["hi"] and len(turn.branches) == 3


@talked
async def test_a_sent_message_is_edited_and_what_followed_it_comes_back_with_its_branch(pilot, state, session, prompt):
    await type_line(pilot, "and then?")
    await answered(pilot, session)
    await pilot.press("tab")
    state.view.cursor = (state.chat.turns[0].reply, 0)
    await pilot.press("e")
    assert prompt.text == "hi" and "editing message 1" in drawn(pilot)
    await pilot.press("exclamation_mark", "enter")
    await until(pilot, lambda: state.busy)
    assert prompts(state) == ["hi!"] and [m["content"] for m in session.sent[-1].messages] == ["hi!"]
    assert state.view.editing is None, "the next prompt is a new turn"
    await answered(pilot, session)
    await pilot.press("tab", "less_than_sign")
    await until(pilot, lambda: prompts(state) == ["hi", "and then?"])
    await pilot.press("greater_than_sign")
    await until(pilot, lambda: prompts(state) == ["hi!"])
    again = fold(trace.parse(trace.dump(state.chat.entries)))
    assert [turn.prompt for turn in again.turns] == ["hi!"] and again.turns[0].later[again.turns[0].branches[0].job][0].prompt == "and then?"


@talked
async def test_an_edit_ends_by_esc_or_with_its_conversation_and_what_was_typed_comes_back(pilot, session, app, state, prompt):
    first = list(state.chat.entries)
    await pilot.press("ctrl+n")
    await talk(pilot, session)
    prompt.fill("half a thought")

    async def edit() -> None:
        app.attempt(chatting.edit_message)
        await until(pilot, lambda: prompt.text == "hi")

    await edit()
    state.speed.measuring = state.speed.unasked = True  # plain decoding, by itself: esc is for the edit
    await pilot.press("escape")
    await until(pilot, lambda: prompt.text == "half a thought")
    assert state.view.editing is None and prompts(state) == ["hi"]
    state.speed.measuring = False
    await edit()
    app.attempt(lambda state: state.show_chat(fold(state.renumbered(first))))
    await until(pilot, lambda: prompt.text == "half a thought")
    await pilot.press("enter")
    await answered(pilot, session)
    assert prompts(state) == ["hi", "half a thought"]


def test_a_reply_that_is_ended_at_its_first_token_says_so_and_a_limit_counts_what_was_written():
    session = FakeSession(pair=replace(PAIR, ends=(91,)))
    state = state_with(session)
    state.reply_options.max_tokens = 12
    chatting.send(state, "hi")
    session.play(5)
    session.end("length")
    apply_pending(state)
    state.view.cursor = (state.chat.reply, 2)
    chatting.branch(state, best(state.chat.reply, state.chat.reply.tokens[2])[0][1])
    session.play(4)
    session.end("length")
    apply_pending(state)
    reply = state.chat.reply
    assert reply.kept == 3 and f"ended at {reply.stats.emitted} new tokens" in note(reply) and f"{reply.stats.emitted} new tokens (3 kept) in 4 rounds" in note(reply)
    [(end, words)] = [row for row in choices(reply, 4, state.pair.ends) if row[0].id == 91]
    assert words == "the reply ends here"
    for at in (4, 0):
        sent = len(session.sent)
        state.view.cursor = (reply, at)
        chatting.branch(state, end)
        assert len(session.sent) == sent and not state.busy and state.chat.reply.text == "".join(token.text for token in reply.tokens[:at])
        assert "you ended the reply here" in note(state.chat.reply) and "0 tokens" not in note(state.chat.reply)
        chatting.next_branch(state, -1)


@talked
async def test_figures_strip_and_slow_motion_say_where_a_continued_reply_begins(pilot, state, app, session):
    strip = app.screen.query_one("#rounds", Rounds)
    assert MARK not in strip.render().plain and "tok/s, over the whole reply" in drawn(pilot)
    state.view.cursor = (state.chat.reply, 7)
    chatting.branch(state, best(state.chat.reply, state.chat.reply.tokens[7])[0][1])
    session.play(2)
    session.end("stop")
    await until(pilot, lambda: not state.busy)
    reply = state.chat.reply
    assert f"{len(reply.tokens) - 8} new tokens (8 kept) in 2 rounds" in drawn(pilot)
    assert strip.render().plain.index(MARK) == len(reply.rounds) - 2 and strip.render().plain.count(MARK) == 1
    assert f"{MARK} round {len(reply.rounds) - 1}: from your token" in drawn(pilot) and "tok/s, over the new tokens" in drawn(pilot)
    await pilot.press("tab", "full_stop")
    await until(pilot, lambda: bool(app.screen.query(SlowMotion)))
    await shows(pilot, f"ROUND {app.screen.index + 1} ")
    assert reply.rounds[app.screen.index].index != app.screen.index, "numbered as the panel does"
