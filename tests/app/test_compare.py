"""What a person does on the compare screen, and sees: on trials of a fake session, with no model and no thread."""

import json
from dataclasses import replace

import pytest

from specdeck.actions import changing_settings, comparing
from specdeck.chat.reply import reply_of
from specdeck.compare.best import Best
from specdeck.compare.race import Terms
from specdeck.compare.result import Comparison, Run, Speed
from specdeck.compare.result_words import payoff_words
from specdeck.decoding.types import Settings
from specdeck.records.journal import Journal
from specdeck.samples import ANYWHERE
from specdeck.screens.name_lists import ListBox
from specdeck.settings import paths
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.decks import deck_with
from tests.helpers.everyday import everyday
from tests.helpers.fake import TEXT, FakeSession, events_of
from tests.helpers.play import (
    SMALL,
    WIDE,
    compared,
    drawn,
    keys_cut,
    person,
    playing,
    raced,
    some_tried,
    told,
    tried,
    until,
    where,
)


@person
async def test_both_sides_are_run_and_raced_and_the_findings_are_said():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        seen = drawn(pilot)
        assert "B is 2.03x as fast as A" in seen and "same 27 tokens" in seen
        assert "a round costs 1.67 plain steps and yields 3.38 tokens: drafting pays" in seen
        assert "accepted by place" in seen and "peak memory (weights, caches)  A / B 5.37 / 6.44 GB" in seen
        assert f"load {pilot.app.deck.contest.load:g} before it began" in seen and "tok/s promised at k  1 " in seen
        assert "prefer" not in seen, "the race has only begun"
        await raced(pilot, session)
        assert drawn(pilot).count("prefer") == 2 and "done at 810 ms" in drawn(pilot) and "done at 400 ms" in drawn(pilot)


@person
async def test_a_folded_thought_of_a_side_is_opened_by_a_click():
    session = FakeSession()
    session.texts |= dict.fromkeys(("none", "model"), ("<think>", "let", "me", "see", "</think>", *["yes"] * 20))
    async with playing(session) as pilot:
        await compared(pilot, session)
        await raced(pilot, session)
        await until(pilot, lambda: drawn(pilot).count("thought for 5 tokens") == 2 and "let me see" not in drawn(pilot))
        await pilot.click(offset=where(pilot, "thought for 5 tokens"))
        await until(pilot, lambda: drawn(pilot).count("let me see") == 1)


@everyday("size", [(60, 20), WIDE], WIDE, ids=str)
def test_the_first_runs_are_read_while_they_are_written_and_the_others_are_only_counted(size):
    @person
    async def story():
        session = FakeSession()
        async with playing(session, size) as pilot:
            await pilot.press("f3", *"bus", "enter")
            await until(pilot, lambda: session.trying)
            session.run_trial()
            await until(pilot, lambda: "not timed" in drawn(pilot))
            await until(pilot, lambda: drawn(pilot).count("Fresno") == 1)
            session.run_trial()
            await until(pilot, lambda: drawn(pilot).count("Fresno") == 2)
            session.run_trial()
            await until(pilot, lambda: "4 of 8: side B" in drawn(pilot) and drawn(pilot).count("Fresno") == 2)
            await pilot.press("escape")
            await until(pilot, lambda: not pilot.app.deck.busy)

    story()


@person
async def test_the_runs_are_shown_as_they_come():
    session = FakeSession()
    async with playing(session) as pilot:
        await pilot.press("f3", *"bus", "enter")
        await some_tried(pilot, session, 5)
        await until(pilot, lambda: "33.3   33.3 tok/s" in drawn(pilot) and "6 of 8: side B" in drawn(pilot) and "about 2 s left" in drawn(pilot))
        comparing.change(pilot.app.deck, "b", k=6)
        await pilot.pause(0.1)
        assert "model, k=4" in drawn(pilot) and "model, k=6" not in drawn(pilot), "the lines say what the runs are written with"
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert "(one run)" in drawn(pilot)


@person
async def test_what_a_budget_leaves_out_is_said_and_a_person_may_allow_more():
    session = FakeSession()
    session.slow = dict.fromkeys(("none", "model"), 20.0)
    async with playing(session, WIDE) as pilot:
        await compared(pilot, session)
        await until(pilot, lambda: "1 of 3 runs in 40 s (/seconds N for more)" in told(pilot))
        assert "(one run)" in drawn(pilot)
        pilot.app.screen.query_one(Prompt).focus()
        pilot.app.screen.query_one(Prompt).fill("/seconds 300")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.deck.wants.seconds == 300)
        await pilot.press("f3")
        pilot.app.screen.query_one(Prompt).fill("bus")
        await pilot.press("enter")
        await tried(pilot, session)
        assert "(3 runs, " in drawn(pilot)


@person
async def test_a_difference_is_named_with_the_targets_two_best():
    session = FakeSession()
    session.texts["model"] = TEXT[:20]
    async with playing(session) as pilot:
        await compared(pilot, session)
        seen = " ".join(drawn(pilot).split())
        assert "differs from token 21 on" in seen and f"'{TEXT[20]}' p .51, ' other' p .49; logits 0.04 apart, one step of bfloat16: a wider pass rounds differently" in seen


@person
async def test_keys_change_the_side_in_focus_and_the_old_figures_say_what_they_were_of():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        await pilot.press("right_square_bracket", "equals_sign")
        await until(pilot, lambda: "k 5" in drawn(pilot))
        assert "was model, k=4" in drawn(pilot) and comparing.side(pilot.app.deck, "b").temperature == 0.1 and comparing.side(pilot.app.deck, "a").temperature == 0
        pilot.app.screen.query_one("#side-a", Side).text.focus()
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "plain decoding has no k: p switches drafting on" in told(pilot))
        await pilot.press("p", "left_square_bracket")
        assert (comparing.side(pilot.app.deck, "a").drafter, comparing.side(pilot.app.deck, "a").k, comparing.side(pilot.app.deck, "b").k) == ("model", 3, 5)
        assert pilot.app.deck.settings == Settings(), "the chat's settings are its own"
        await pilot.press("R")
        assert [comparing.side(pilot.app.deck, letter).rule for letter in "ab"] == ["block", "coupled"], "that of one side"
        comparing.change(pilot.app.deck, "a", temperature=0.05)
        await pilot.press("minus")
        assert comparing.side(pilot.app.deck, "a").temperature == 0, "a step ends at the end of the range"


@person
async def test_chips_change_their_own_side():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        await pilot.click("#b-k", offset=(4, 0))
        await pilot.click("#a-drafter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListBox))
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: comparing.side(pilot.app.deck, "a").drafter == "lookup")
        assert comparing.side(pilot.app.deck, "b").k == 5


@person
async def test_k_is_swept_and_the_best_is_named():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        await pilot.press("s")
        await tried(pilot, session)
        assert "[4]" in drawn(pilot) and "best k 4, 2.03x" in drawn(pilot) and "█" in drawn(pilot).split("best k")[1]


@person
async def test_the_race_is_paused_stepped_and_run_again():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        await pilot.press("space")
        race = pilot.app.screen.playback
        at = race.at
        session.time += 0.2
        await pilot.pause(0.1)
        assert race.at == at and "space plays" in drawn(pilot)
        await pilot.press("full_stop", "full_stop")
        await until(pilot, lambda: race.at > at)
        await pilot.click(offset=where(pilot, "2x "))
        assert race.speed == 2.0
        await pilot.press("space")
        await raced(pilot, session)
        await pilot.press("r")
        await until(pilot, lambda: race.playing and race.at < 0.1)


@person
async def test_a_token_of_a_lane_is_explained_in_words():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        await raced(pilot, session)
        text = pilot.app.screen.query_one("#text-b", Transcript)
        await pilot.hover(text, offset=(2, 0))
        await until(pilot, lambda: "accepted draft, position 1 of 4, round 1, drafter model" in drawn(pilot))
        await pilot.hover("#prompt")
        await pilot.press("right", "right")
        await until(pilot, lambda: "' found' p .81 q .74, accepted draft, position 2 of 4" in drawn(pilot))
        await pilot.press("r")
        await until(pilot, lambda: "position 2 of 4" not in drawn(pilot))


@person
async def test_there_is_nothing_to_save_or_race_before_the_first_comparison():
    async with playing() as pilot:
        await pilot.press("f3", "tab", "j")
        await until(pilot, lambda: "no comparison to save" in told(pilot))
        await pilot.press("r")
        await until(pilot, lambda: "there is no race yet" in told(pilot))


def test_json_and_page_lie_where_specdeck_was_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await compared(pilot, session)
            await pilot.press("j", "x")
            await tried(pilot, session)
            await until(pilot, lambda: len(list(tmp_path.iterdir())) == 2)

    story()
    [made] = tmp_path.glob("specdeck-compare-*.json")
    found = json.loads(made.read_text())
    assert set(found) == {"a", "b", "speedup", "spread", "identical", "first_difference", "gap", "gap_steps", "logit_type", "block_cost", "break_even", "doubtful", "machine"}
    assert found["identical"] and found["b"]["text"] == "".join(f" {word}" for word in TEXT) and found["a"]["model"] == "toy-target"
    [page] = tmp_path.glob("specdeck-race-*.html")
    assert "2.03x" in page.read_text() and page.read_text().count('class="t"') == 2 * len(TEXT)


@everyday("size", [WIDE, SMALL], SMALL, ids=str)
def test_four_sides_stand_beside_each_other_or_two_over_two_and_race_on_one_clock(size):
    @person
    async def story():
        session = FakeSession()
        async with playing(session, size) as pilot:
            await pilot.press("f3", "tab", "a", "]", "a", "]")
            await until(pilot, lambda: "k 6" in drawn(pilot))
            pilot.app.screen.query_one(Prompt).fill("bus")
            await pilot.press("enter")
            await tried(pilot, session)
            await raced(pilot, session)
            seen = drawn(pilot)
            assert [f"{letter} is " in seen for letter in "BCD"] == [True] * 3 and seen.count("done at") == 4
            assert all(pilot.app.screen.query_one(f"#side-{letter}").region.width >= size[0] // 4 - 1 for letter in "abcd")
            assert keys_cut(pilot.app) == 0 and "tok/s promised" not in seen, "there is no room"
            await pilot.resize_terminal(WIDE[0], 50)
            await until(pilot, lambda: drawn(pilot).count("tok/s promised at k  1 ") == 3 and "at k 6" in drawn(pilot))
            await pilot.press("D")
            await until(pilot, lambda: pilot.app.deck.contest.letters == ("a", "b", "c"))

    story()


@person
async def test_a_sample_is_picked_and_compared():
    session = FakeSession()
    async with playing(session) as pilot:
        await pilot.press("f3", "down", "enter")
        await until(pilot, lambda: pilot.app.deck.busy)
        assert pilot.app.deck.contest.prompt == ANYWHERE[0].prompt and isinstance(session.sent[-1], Terms)


@pytest.mark.long
@person
async def test_nothing_sticks_out_at_any_size():
    session = FakeSession()
    async with playing(session, size=SMALL) as pilot:
        await compared(pilot, session)
        assert keys_cut(pilot.app) == 0
        for size in ((60, 15), WIDE, (40, 10), SMALL):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert keys_cut(pilot.app) == 0 or size[0] < 80  # the footer scrolls there
        await pilot.press("tab")
        await pilot.pause()
        assert keys_cut(pilot.app) == 0
        text = pilot.app.screen.query_one("#text-b", Transcript)
        assert text.size.height >= 4, "there is room for the text"


@person
async def test_the_chat_refuses_while_two_settings_are_compared_and_the_other_way_round():
    session = FakeSession()
    async with playing(session) as pilot:
        await pilot.press("f3", *"bus", "enter")
        await until(pilot, lambda: pilot.app.deck.busy)
        await pilot.press("f2", *"hi", "enter")
        await until(pilot, lambda: "esc stops it" in told(pilot))
        assert not pilot.app.deck.chat.turns
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.deck.busy)
        await pilot.press(*"hi", "enter")
        await until(pilot, lambda: pilot.app.deck.writing)
        await pilot.press("f3", *"bus", "enter")
        await until(pilot, lambda: "esc stops it" in told(pilot) or "busy" in told(pilot))
        assert not session.trying and not pilot.app.deck.contest.running


@person
async def test_what_is_over_is_drawn_for_another_width_too():
    session = FakeSession()
    async with playing(session, size=SMALL) as pilot:
        await compared(pilot, session)
        await raced(pilot, session)
        assert "slower than measured" not in drawn(pilot)
        await pilot.resize_terminal(*WIDE)
        await until(pilot, lambda: "slower than measured" in drawn(pilot))


@person
async def test_a_comparison_of_before_is_opened_from_the_history():
    session, folder = FakeSession(), paths.conversations()
    async with playing(session) as pilot:
        pilot.app.deck.journal = Journal(folder)
        await compared(pilot, session)
        pilot.app.deck.contest = pilot.app.deck.contest.for_another_pair()
        pilot.app.say("/history")
        await until(pilot, lambda: "A / B, 2.03x" in drawn(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "B is 2.03x as fast as A" in drawn(pilot))
        assert pilot.app.screen.TAB.label == "Compare" and f"{pilot.app.deck.contest.origin.when:%d %b %H:%M}, toy-target" in drawn(pilot)


@person
async def test_a_slash_in_a_sides_text_begins_a_command_and_the_prompt_comes_back():
    session = FakeSession()
    async with playing(session) as pilot:
        await compared(pilot, session)
        pilot.app.screen.query_one("#side-b", Side).text.focus()
        await pilot.pause()
        await pilot.press("slash", *"k", "space", "6", "enter")
        await until(pilot, lambda: pilot.app.deck.settings.k == 6)
        assert not pilot.app.deck.busy and pilot.app.deck.contest.comparison
        await pilot.press("f3")
        assert pilot.app.screen.query_one(Prompt).text == "bus"


@pytest.mark.parametrize("doubtful", [None, "the machine was busy"])
def test_enter_takes_the_fastest_of_a_search_and_measures_what_is_doubtful_again(doubtful):
    @person
    async def story():
        session = FakeSession()
        async with playing(session, WIDE) as pilot:
            await compared(pilot, session)
            pilot.app.deck.contest.best = Best(Speed(Settings(drafter="model", k=8), 2.0, 1.0, (2.0,)), doubtful=doubtful)
            words = "enter runs these sides again" if doubtful else "enter takes it, in the chat too"
            await until(pilot, lambda: words in drawn(pilot) and ("Take it" in drawn(pilot)) is not bool(doubtful))
            await pilot.press("enter")
            await until(pilot, lambda: pilot.app.deck.busy if doubtful else pilot.app.deck.settings.k == 8)
            assert (pilot.app.deck.settings.k, pilot.app.deck.busy) == ((4, True) if doubtful else (8, False))
            await pilot.press("escape")

    story()


def test_what_a_search_found_is_what_side_b_races_from_then_on():
    deck = deck_with(FakeSession())
    comparing.change(deck, "b", drafter="lookup", k=3)
    deck.contest.best = Best(Speed(Settings(drafter="model", k=8), 2.0, 1.0, (2.0,)))
    comparing.apply_best(deck)
    assert comparing.side(deck, "b") == deck.settings and (deck.settings.drafter, deck.settings.k) == ("model", 8)


def test_a_side_is_switched_between_plain_decoding_and_the_chats_drafter():
    deck = deck_with(FakeSession())
    changing_settings.draft(deck, "lookup")
    comparing.toggle_plain(deck, "a")
    assert comparing.side(deck, "a").drafter == "lookup"
    comparing.toggle_plain(deck, "a")
    assert comparing.side(deck, "a").drafter == "none"
    changing_settings.draft(deck, "none")
    deck.wants.previous = "gone with another pair"
    comparing.toggle_plain(deck, "a")
    assert comparing.side(deck, "a").drafter == deck.pair.default


def test_a_drafter_that_is_chosen_at_k_0_drafts():
    deck = deck_with(FakeSession())
    changing_settings.change_settings(deck, k=0)
    comparing.change(deck, "b", drafter="lookup")
    assert comparing.side(deck, "b").k == 4
    assert changing_settings.toggle_plain(deck) == "drafter model" and deck.settings.k == 4


def test_a_speed_up_that_is_shown_as_1_is_no_loss():
    drafted = Run(Settings(k=4), reply_of(events_of(Settings(k=4), 0.0, 99)))
    worth = drafted.stats.tokens_per_round + 1 / drafted.stats.rounds  # the end of turn is a token too
    step = drafted.round_seconds / worth * 0.998
    comparison = Comparison(drafted, drafted, (0.998,), step)
    assert not comparison.pays(drafted) and payoff_words(comparison, drafted).endswith(": as fast as plain decoding")
    assert "slower here, because" in payoff_words(replace(comparison, plain_step_seconds=step * 0.9), drafted)
