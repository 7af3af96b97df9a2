"""What a person does on the compare screen, and sees; below, what is tried in which order, on which settings, and what is made of it, stopped or
failed ones too. On trials of a fake session, with no model and no thread."""

import json
from collections import deque
from dataclasses import replace
from itertools import cycle, pairwise
from types import SimpleNamespace

import pytest

from specdeck.actions import changing_settings, chatting, comparing, loading, saving
from specdeck.apply_reports import pump
from specdeck.budget import Budget
from specdeck.chat.reply import reply_of
from specdeck.compare.best import Best, best_of, elsewhere, finalists, next_to_measure, options
from specdeck.compare.playback import Playback
from specdeck.compare.race import SHOWN_TOKENS, Compared, Terms, TimedRun, race
from specdeck.compare.result import Comparison, Run, Speed, is_plain
from specdeck.compare.result_words import best_words, payoff_words
from specdeck.compare.timed_replies import Halted, JobProgress, Meter, Trial
from specdeck.deck import Deck
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Settings
from specdeck.engine.session import Job
from specdeck.records import comparisons, history
from specdeck.records.export import NamedWithoutPaths, comparison_json
from specdeck.records.history import Journal
from specdeck.samples import ANYWHERE
from specdeck.screens.name_lists import ListBox
from specdeck.settings import paths
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.race import Race
from specdeck.widgets.race import race as draw_race
from specdeck.widgets.transcript import Transcript
from tests.helpers.decks import deck_with, finish
from tests.helpers.everyday import everyday
from tests.helpers.fake import TEXT, FakeEngine, FakeSession, events_of
from tests.helpers.play import (
    SMALL,
    WIDE,
    compared,
    drawn,
    keys_cut,
    opened,
    opened_on,
    person,
    playing,
    raced,
    some_tried,
    told,
    tried,
    until,
    where,
)

after_a_comparison = opened_on(compared)


@after_a_comparison
async def test_a_person_reads_a_comparison_its_tokens_and_its_race_and_sweeps_k(pilot, session):
    await until(pilot, lambda: "tok/s promised at k  1 " in drawn(pilot))
    seen = drawn(pilot)
    assert "B is 2.03x as fast as A" in seen and "same 27 tokens" in seen
    assert "a round costs 1.67 plain steps and yields 3.38 tokens: drafting pays" in seen
    assert "accepted by place" in seen and "peak memory (weights, caches)  A 5.37 GB  B 6.44 GB" in seen
    assert f"load {pilot.app.deck.contest.load:g} before it began" in seen
    assert "prefer" not in seen, "the race has only begun"
    await raced(pilot, session)
    assert drawn(pilot).count("prefer") == 2 and "done at 810 ms" in drawn(pilot) and "done at 400 ms" in drawn(pilot)
    await pilot.resize_terminal(*SMALL)
    await until(pilot, lambda: "slower than measured" not in drawn(pilot))
    await pilot.resize_terminal(*WIDE)
    await until(pilot, lambda: "slower than measured" in drawn(pilot))
    text = pilot.app.screen.query_one("#text-b", Transcript)
    await pilot.hover(text, offset=(2, 0))
    await until(pilot, lambda: "accepted draft, position 1 of 4, round 1, drafter model" in drawn(pilot))
    await pilot.hover("#prompt")
    await pilot.press("right", "right")
    await until(pilot, lambda: "' found' p .81 q .74, accepted draft, position 2 of 4" in drawn(pilot))
    await pilot.press("r")
    await until(pilot, lambda: "position 2 of 4" not in drawn(pilot))
    race = pilot.app.screen.race.playback
    await until(pilot, lambda: race.playing and race.at < 0.1)
    await pilot.press("space")
    at = race.at
    session.time += 0.2
    await pilot.pause(0.1)
    assert race.at == at and "space plays" in drawn(pilot)
    await until(pilot, lambda: "space Play" in drawn(pilot).split("\n")[-1])
    await pilot.press("full_stop", "full_stop")
    await until(pilot, lambda: race.at > at)
    await pilot.click(offset=where(pilot, "2x "))
    assert race.speed == 2.0
    await pilot.press("space")
    await raced(pilot, session)
    await pilot.press("r")
    await until(pilot, lambda: race.playing and race.at < 0.1)
    await pilot.press("s")
    await tried(pilot, session)
    assert "[4]" in drawn(pilot) and "best k 4, 2.03x" in drawn(pilot) and "█" in drawn(pilot).split("best k")[1]


@opened
async def test_a_folded_thought_of_a_side_is_opened_by_a_click(pilot, session):
    session.texts |= dict.fromkeys(("none", "model"), ("<think>", "let", "me", "see", "</think>", *["yes"] * 20))
    await compared(pilot, session)
    await raced(pilot, session)
    await until(pilot, lambda: drawn(pilot).count("thought for 5 tokens") == 2 and "let me see" not in drawn(pilot))
    await pilot.click(offset=where(pilot, "thought for 5 tokens"))
    await until(pilot, lambda: drawn(pilot).count("let me see") == 1)


@everyday("size", [(60, 20), WIDE], WIDE, ids=str)
@opened
async def test_the_first_runs_are_read_while_they_are_written_and_the_others_are_only_counted(pilot, session, size):
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


@opened
async def test_the_runs_are_shown_as_they_come(pilot, session, deck):
    await pilot.press("f3", *"bus", "enter")
    await some_tried(pilot, session, 5)
    await until(pilot, lambda: "33.3   33.3 tok/s" in drawn(pilot) and "6 of 8: side B" in drawn(pilot) and "about 2 s left" in drawn(pilot))
    comparing.change(deck, "b", k=6)
    await pilot.pause(0.1)
    assert "model, k=4" in drawn(pilot) and "model, k=6" not in drawn(pilot), "the lines say what the runs are written with"
    await pilot.press("escape")
    await until(pilot, lambda: not deck.busy)
    assert "(one run)" in drawn(pilot)


@opened
async def test_what_a_budget_leaves_out_is_said_and_a_person_may_allow_more(pilot, session):
    session.slow = dict.fromkeys(("none", "model"), 20.0)
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


@opened
async def test_a_difference_is_named_with_the_targets_two_best(pilot, session):
    session.texts["model"] = TEXT[:20]
    await compared(pilot, session)
    seen = " ".join(drawn(pilot).split())
    assert "differs from token 21 on" in seen and f"'{TEXT[20]}' p .51, ' other' p .49; logits 0.04 apart, one step of bfloat16: a wider pass rounds differently" in seen


@after_a_comparison
async def test_keys_change_the_side_in_focus_and_the_old_figures_say_what_they_were_of(pilot, deck):
    await pilot.press("right_square_bracket", "equals_sign")
    await until(pilot, lambda: "k 5" in drawn(pilot))
    assert "was model, k=4" in drawn(pilot) and comparing.side(deck, "b").temperature == 0.1 and comparing.side(deck, "a").temperature == 0
    pilot.app.screen.query_one("#side-a", Side).text.focus()
    await pilot.press("right_square_bracket")
    await until(pilot, lambda: "plain decoding has no k: p switches drafting on" in told(pilot))
    await pilot.press("p", "left_square_bracket")
    assert (comparing.side(deck, "a").drafter, comparing.side(deck, "a").k, comparing.side(deck, "b").k) == ("model", 3, 5)
    assert deck.settings == Settings(), "the chat's settings are its own"
    await pilot.press("R")
    assert [comparing.side(deck, letter).rule for letter in "ab"] == ["block", "coupled"], "that of one side"
    comparing.change(deck, "a", temperature=0.05)
    await pilot.press("minus")
    assert comparing.side(deck, "a").temperature == 0, "a step ends at the end of the range"


@after_a_comparison
async def test_chips_change_their_own_side(pilot, deck):
    for x in (4, 4, 1):
        await pilot.click("#b-k", offset=(x, 0))
    assert "left half for less" in str(pilot.app.screen.query_one("#b-k").tooltip), "there it shows no arrows"
    await pilot.click("#a-drafter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ListBox))
    await pilot.press("down", "down", "enter")
    await until(pilot, lambda: comparing.side(deck, "a").drafter == "lookup")
    assert comparing.side(deck, "b").k == 5


@opened
async def test_there_is_nothing_to_save_or_race_before_the_first_comparison(pilot):
    await pilot.press("f3", "tab", "j")
    await until(pilot, lambda: "no comparison to save" in told(pilot))
    await pilot.press("r")
    await until(pilot, lambda: "there is no race yet" in told(pilot))


@opened
async def test_json_and_page_lie_where_specdeck_was_started(pilot, session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    await compared(pilot, session)
    await pilot.press("j", "x")
    await tried(pilot, session)
    await until(pilot, lambda: len(list(tmp_path.iterdir())) == 2)
    [made] = tmp_path.glob("specdeck-compare-*.json")
    found = json.loads(made.read_text())
    assert set(found) == {"a", "b", "speedup", "spread", "identical", "first_difference", "gap", "gap_steps", "logit_type", "block_cost", "break_even", "doubtful", "machine"}
    assert found["identical"] and found["b"]["text"] == "".join(f" {word}" for word in TEXT) and found["a"]["model"] == "toy-target"
    [page] = tmp_path.glob("specdeck-race-*.html")
    assert "2.03x" in page.read_text() and page.read_text().count('class="t"') == 2 * len(TEXT)


@everyday("size", [WIDE, SMALL], SMALL, ids=str)
@opened
async def test_four_sides_stand_beside_each_other_or_two_over_two_and_race_on_one_clock(pilot, session, size):
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


@opened
async def test_a_sample_is_picked_and_compared(pilot, session, deck):
    await pilot.press("f3", "down", "enter")
    await until(pilot, lambda: deck.busy)
    assert deck.contest.prompt == ANYWHERE[0].prompt and isinstance(session.sent[-1], Terms)


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


@opened
async def test_the_chat_refuses_while_two_settings_are_compared_and_the_other_way_round(pilot, session, deck):
    await pilot.press("f3", *"bus", "enter")
    await until(pilot, lambda: deck.busy)
    await pilot.press("f2", *"hi", "enter")
    await until(pilot, lambda: "esc stops it" in told(pilot))
    assert not deck.chat.turns
    await pilot.press("escape")
    await until(pilot, lambda: not deck.busy)
    await pilot.press(*"hi", "enter")
    await until(pilot, lambda: deck.writing)
    await pilot.press("f3", *"bus", "enter")
    await until(pilot, lambda: "esc stops it" in told(pilot) or "busy" in told(pilot))
    assert not session.trying and not deck.contest.running


@opened
async def test_a_comparison_of_before_is_opened_from_the_history(pilot, session, deck):
    deck.journal = Journal(paths.conversations())
    await compared(pilot, session)
    deck.contest = deck.contest.for_another_pair()
    pilot.app.say("/history")
    await until(pilot, lambda: "A / B, 2.03x" in drawn(pilot))
    await pilot.press("enter")
    await until(pilot, lambda: "B is 2.03x as fast as A" in drawn(pilot))
    assert pilot.app.screen.TAB.label == "Compare" and f"{deck.contest.origin.when:%d %b %H:%M}, toy-target" in drawn(pilot)


@after_a_comparison
async def test_a_slash_in_a_sides_text_begins_a_command_and_the_prompt_comes_back(pilot, deck):
    pilot.app.screen.query_one("#side-b", Side).text.focus()
    await pilot.pause()
    await pilot.press("slash", *"k", "space", "6", "enter")
    await until(pilot, lambda: deck.settings.k == 6)
    assert not deck.busy and deck.contest.comparison
    await pilot.press("f3")
    assert pilot.app.screen.query_one(Prompt).text == "bus"


@pytest.mark.parametrize("doubtful", [None, "the machine was busy"])
@opened
async def test_enter_takes_the_fastest_of_a_search_and_measures_what_is_doubtful_again(pilot, session, deck, doubtful):
    await compared(pilot, session)
    deck.contest.best = Best(Speed(Settings(drafter="model", k=8), 2.0, 1.0, (2.0,)), doubtful=doubtful)
    words = "enter runs these sides again" if doubtful else "enter takes it, in the chat too"
    await until(pilot, lambda: words in drawn(pilot) and ("Take it" in drawn(pilot)) is not bool(doubtful))
    await pilot.press("enter")
    await until(pilot, lambda: deck.busy if doubtful else deck.settings.k == 8)
    assert (deck.settings.k, deck.busy) == ((4, True) if doubtful else (8, False))
    await pilot.press("escape")


def test_a_side_is_switched_between_plain_decoding_and_the_chats_drafter():
    deck = deck_with(FakeSession())
    changing_settings.draft(deck, "lookup")
    comparing.turn(deck, "a", "plain")
    assert comparing.side(deck, "a").drafter == "lookup"
    comparing.turn(deck, "a", "plain")
    assert comparing.side(deck, "a").drafter == "none"
    changing_settings.draft(deck, "none")
    deck.wants.previous = "gone with another pair"
    comparing.turn(deck, "a", "plain")
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


# What is tried, and what is made of it.

@pytest.fixture
def deck():
    made = Deck(FakeSession())
    loading.load(made)
    pump(made)
    return made


def compare(deck: Deck, prompt: str = "bus") -> None:
    """Run all sides to the end."""
    comparing.compare(deck, prompt)
    finish(deck)


def asked(deck: Deck) -> list:
    """The replies that were timed."""
    return deck.session.timed


def test_a_warm_up_a_side_then_both_in_turn_from_one_seed(deck):
    comparing.compare(deck, "bus")
    assert deck.busy
    finish(deck)
    trials = asked(deck)
    assert [(t.settings.drafter, t.max_tokens) for t in trials] == [("none", SHOWN_TOKENS), ("model", SHOWN_TOKENS)] + [("none", 256), ("model", 256)] * 3
    assert len({t.settings.seed for t in trials}) == 1 and trials[0].settings.seed is not None
    assert not deck.busy and len(deck.contest.comparison.ratios) == 3
    assert deck.contest.comparison.first_difference is None and len(asked(deck)) == 8


def test_where_no_side_is_plain_a_plain_run_tells_a_rounds_cost(deck):
    comparing.change(deck, "a", drafter="lookup", k=2)
    compare(deck)
    assert [t.settings.drafter for t in asked(deck)][:3] == ["lookup", "model", "none"]
    found = deck.contest.comparison
    assert found.plain_step_seconds == pytest.approx(0.030) and found.a.settings.k == 2
    assert found.block_cost(found.b) == pytest.approx((0.034 + 4 * 0.004) / 0.030)


def test_where_texts_differ_that_should_not_the_two_best_are_looked_at(deck):
    deck.session.texts["model"] = TEXT[:20]
    compare(deck)
    look = asked(deck)[-1]
    assert (look.max_tokens, look.detail, look.settings.drafter) == (21, 2, "none")
    found = deck.contest.comparison
    assert found.first_difference == 20 and found.best == ((20, 0.51), (900, 0.49)) and found.gap == pytest.approx(0.04, abs=1e-3)
    assert deck.contest.names[20] == TEXT[20] and deck.contest.names[900] == " other"
    told = comparison_json([found], deck.pair)
    assert (told["gap"], told["gap_steps"], told["logit_type"]) == (found.gap, 1, "bfloat16")


def test_up_to_four_sides_run_in_turn_and_each_is_held_against_side_a(deck, tmp_path):
    deck.journal = Journal(tmp_path)
    for letter, drafter in (("c", "lookup"), ("d", "hybrid")):
        comparing.add_side(deck)
        comparing.change(deck, letter, drafter=drafter, k=6)
    with pytest.raises(SpecdeckError, match="four sides are the most"):
        comparing.add_side(deck)
    deck.session.texts["lookup"], deck.session.texts["hybrid"] = TEXT[:20], TEXT[:15]
    compare(deck)
    names = ["none", "model", "lookup", "hybrid"]
    assert [trial.settings.drafter for trial in asked(deck)] == names * 4 + ["none"], "a warm-up each, three turns, one look for both differences"
    found = deck.contest.comparisons
    assert [one.b.settings.drafter for one in found] == names[1:] and len({id(one.a) for one in found}) == 1
    assert [one.first_difference for one in found] == [None, 20, 15] and [len(one.best) for one in found] == [0, 2, 2] and found[2].best[0][0] == 15
    assert all(one.spread[0] <= one.times <= one.spread[1] and len(one.ratios) == 3 for one in (one.speed for one in found))
    read = comparisons.read(deck.contest.path)
    assert read.figures.names == deck.contest.names != {} and [one.gap_steps for one in read.comparisons] == [None, 1, 1]
    assert read.comparisons == found and len(comparison_json(found, deck.pair)["arms"]) == 3
    comparing.drop_side(deck), comparing.drop_side(deck)
    with pytest.raises(SpecdeckError, match="two sides at least"):
        comparing.drop_side(deck)
    assert deck.contest.letters == ("a", "b")


def test_sampled_texts_race_under_coupled_unless_a_rule_was_chosen(deck):
    assert comparing.side(deck, "b").rule == "probabilistic"
    changing_settings.change_settings(deck, temperature=0.8)
    assert comparing.side(deck, "a").rule == comparing.side(deck, "b").rule == "coupled"
    comparing.change(deck, "b", rule="match")
    assert (comparing.side(deck, "a").rule, comparing.side(deck, "b").rule) == ("coupled", "match")


def test_a_side_follows_the_settings_in_force_but_for_what_was_changed_on_it(deck):
    comparing.change(deck, "b", k=6)
    changing_settings.change_settings(deck, k=2, drafter="hybrid")
    assert (comparing.side(deck, "b").k, comparing.side(deck, "b").drafter, comparing.side(deck, "a").drafter) == (6, "hybrid", "none")


def test_what_is_out_of_range_or_not_there_is_refused(deck):
    for fields, why in (({"k": -1}, "k must be"), ({"temperature": 9.0}, "temperature"), ({"drafter": "mtp"}, "no prediction heads")):
        before = comparing.side(deck, "b")
        with pytest.raises(SpecdeckError, match=why):
            comparing.change(deck, "b", **fields)
        assert comparing.side(deck, "b") == before
    with pytest.raises(SpecdeckError, match="prompt"):
        comparing.compare(deck, " ")
    with pytest.raises(SpecdeckError, match="compare first"):
        comparing.sweep(deck)


@pytest.mark.parametrize("trials, pairs", [(1, 0), (2, 0), (3, 0), (5, 1)], ids=["a warm-up", "both warm-ups", "A", "A, B and A"])
def test_stopping_keeps_the_pairs_that_are_whole_and_starts_nothing_more(deck, trials, pairs):
    deck.session.texts["model"] = TEXT[:20]
    comparing.compare(deck, "bus")
    finish(deck, trials)
    chatting.stop(deck)
    pump(deck)
    assert not deck.busy and not deck.session.trying and len(deck.contest.comparisons) == pairs
    assert all(len(found.ratios) == 1 and found.first_difference == 20 and not found.best for found in deck.contest.comparisons), "no difference is looked at"


def test_a_trial_that_fails_ends_the_contest_and_says_why(deck):
    comparing.compare(deck, "bus")
    finish(deck, 3)
    deck.session.fail("trial", "out of memory: choose a smaller model")
    pump(deck)
    pump(deck)
    assert not deck.busy and deck.engine.trouble == "out of memory: choose a smaller model" and not deck.session.trying
    comparing.compare(deck, "bus")
    assert deck.busy


def test_a_sweep_alternates_with_side_a_and_holds_the_races_own_figure(deck):
    compare(deck)
    comparing.sweep(deck)
    finish(deck)
    trials = asked(deck)[8:]
    assert [t.settings.k for t in trials[1::2]] == [1, 2, 3, 5, 6, 8, *(8, 6, 5, 3, 2, 1), *(1, 2, 3, 5, 6, 8)], "the raced k is measured"
    assert {t.settings.drafter for t in trials[::2]} == {"none"}
    finish(deck)
    once = deck.contest.curve()
    assert [speed.settings.k for speed in once] == [1, 2, 3, 4, 5, 6, 8] and {len(speed.ratios) for speed in once} == {3}
    assert once[3] == deck.contest.comparison.speed and best_words(once).startswith("best k 4, 2.03x")
    deck.session.slow["model"] = 3.0
    comparing.sweep(deck)
    finish(deck)
    assert [len(speed.ratios) for speed in deck.contest.curve()] == [4, 4, 4, 3, 4, 4, 4] and deck.contest.curve()[3] == once[3]
    assert deck.contest.curve()[0].spread == pytest.approx((once[0].times / 3, once[0].times), rel=0.01)
    comparing.change(deck, "b", drafter="none")
    compare(deck)
    with pytest.raises(SpecdeckError, match="plain"):
        comparing.sweep(deck)
    assert deck.contest.measured == {} and deck.contest.curve() == []


LONG_TEXT = tuple(f"w{at}" for at in range(400))


@pytest.fixture
def slow(deck):
    """A deck whose replies go on, at 150 ms a plain token, after a comparison within its budget."""
    deck.session.texts = dict.fromkeys(("none", "model", "lookup", "hybrid"), LONG_TEXT)
    deck.session.slow = dict.fromkeys(("none", "model", "lookup", "hybrid"), 5.0)
    compare(deck)
    return deck


def took(deck: Deck, began: float) -> float:
    """Seconds of the fake's clock."""
    return deck.session.time - began


def test_a_slow_pair_is_compared_within_the_budget_and_what_is_left_out_is_said(slow):
    first, *_, last = asked(slow)
    assert took(slow, 100.0) < 45 and len(slow.contest.comparison.ratios) == 2 and 32 <= last.max_tokens < 256
    assert [notice.text for notice in slow.notices] == [f"2 of 3 runs, {last.max_tokens} of 256 tokens a reply in 40 s (/seconds N for more)"]
    began, slow.wants.seconds = slow.session.time, 0
    compare(slow)
    assert took(slow, began) > 150 and len(slow.contest.comparison.ratios) == 3 and asked(slow)[-1].max_tokens == 256


def test_runs_that_a_person_chose_are_not_cut(deck):
    deck.contest.asked.add("runs")
    deck.session.slow = dict.fromkeys(("none", "model"), 30.0)
    compare(deck)
    assert len(deck.contest.comparison.ratios) == 3


def test_a_sweep_and_a_search_of_a_slow_pair_stay_within_the_budget_too(slow):
    for begin in (comparing.sweep, comparing.search):
        began, before = slow.session.time, len(asked(slow))
        begin(slow)
        finish(slow, 1)
        assert slow.contest.now.left < 45 and "s left" in slow.contest.now.doing
        finish(slow)
        assert took(slow, began) < 50 and len(asked(slow)) > before and "in 40 s (/seconds N for more)" in slow.notices[-1].text
    assert slow.contest.best and slow.contest.best.settings and {speed.settings.k for speed in slow.contest.curve()} >= {2, 4, 8}


def test_the_time_that_is_left_counts_down_to_nothing(slow):
    slow.wants.seconds = 0
    comparing.compare(slow, "bus")
    assert slow.contest.now.left is None, "nothing is known of this prompt"
    finish(slow, 2)
    seen = []
    while slow.session.trying:
        seen.append((slow.contest.now.left, slow.session.time))
        finish(slow, 1)
    end = slow.session.time
    assert len(seen) == 6 and all(left == pytest.approx(end - at, rel=0.1) for left, at in seen)


def test_further_turns_are_counted_and_said_to_be_because_of_doubt(monkeypatch):
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *_, **__: "the machine was busy")
    session, said = FakeSession(), dict[str, float]()
    session.job = Job("comparison", race, 1)
    for event in race(FakeEngine(session), Terms((), 64, runs=2, budget=Budget(400)), {"a": Settings(drafter="none", k=0), "b": Settings()}):
        if isinstance(event, JobProgress) and event.doing.partition(": ")[0] not in said:
            said[event.doing.partition(": ")[0]] = event.share
            assert ("again, it was doubtful: " in event.doing) is ("at most" in event.doing)
            assert "at most" not in event.doing or f"at most {round(event.left)} s left" in event.doing
    assert [*said] == [*(f"{at} of 6" for at in range(1, 7)), *(f"{at} of at most 14" for at in range(7, 15))]
    assert list(said.values()) == [*(at / 6 for at in range(6)), *(at / 14 for at in range(6, 14))]


def test_what_a_reply_costs_is_known_by_all_of_its_settings_but_the_seed_and_one_that_is_stopped_before_it_begins_is_not_decoded(monkeypatch):
    session, messages = FakeSession(), ({"role": "user", "content": "bus"},)
    session.job = Job("comparison", race, 1)
    engine = FakeEngine(session)
    meter, one = Meter(engine, Budget(0)), Trial("side A", Settings(drafter="none", k=0, seed=1), messages, 999)
    meter.plan([one])
    deque(meter.time(one), maxlen=0)
    length = meter.length(one)
    lengths = [meter.length(replace(one, settings=replace(one.settings, **other))) for other in ({"seed": 2}, {"top_p": 0.5}, {"logit_bias": {3: 1.0}})]
    assert length < 999 and lengths == [length, 999, 999]
    monkeypatch.setattr(FakeEngine, "decode", None)
    session.stopped = 1
    meter.plan([one])
    with pytest.raises(Halted):
        deque(meter.time(one), maxlen=0)


def test_what_will_not_fit_the_budget_is_not_counted_before_it_is_left_out(slow):
    comparing.compare(slow, "bus")
    finish(slow, 1)
    assert 0 < slow.contest.now.left < 40


def test_a_short_pace_in_the_chat_shortens_the_first_runs(deck):
    made = race(FakeEngine(deck.session), Terms((), 256, budget=Budget(40)), {letter: Settings() for letter in "ab"}, pace=2.0, shown=True)
    deck.session.job = Job("comparison", race, 1)
    deque(made, maxlen=0)
    assert [trial.max_tokens for trial in asked(deck)[:2]] == [10, 10]


def test_progress_is_told_now_and_then_and_not_after_every_round_that_is_timed(deck):
    """What telling it takes is taken from the pace, and more of it from the side with more rounds."""
    deck.session.job = Job("comparison", race, 1)
    told, rounds = [], 0
    for event in race(FakeEngine(deck.session), Terms((), 256), {"a": Settings(drafter="none", k=0), "b": Settings()}):
        told += [(deck.session.tried, deck.session.time, event.left)] if isinstance(event, JobProgress) else []
        rounds += len(event.run.reply.rounds) if isinstance(event, TimedRun) else 0
    assert 20 < len(told) < rounds / 2
    assert all(later - at >= 0.1 and (left is None or less < left) for (reply, at, left), (same, later, less) in pairwise(told) if reply == same)


def searched(rates: dict[str, float], spread: float = 0.0) -> dict[Settings, Speed]:
    """What a search measures where plain decoding writes ten tokens a second; a draft of 8 is a tenth faster, a chosen length a fifth. Those that
    race at the end have three turns."""
    measured: dict[Settings, Speed] = {}
    while turn := next_to_measure(Settings(seed=3), ("none", *rates), measured):
        for settings in turn:
            rate = 10 * rates[settings.drafter] * (1.2 if settings.adaptive_k else 1.1 if settings.k == 8 else 1.0)
            assert settings not in measured
            measured[settings] = Speed(settings, rate, 10.0, (rate / 10,))
    return measured | {one: replace(measured[one], ratios=(measured[one].times - spread, *[measured[one].times] * 2)) for one in finalists(measured)}


def test_a_search_measures_bad_drafters_once_good_ones_further_and_ends_with_the_fastest():
    measured = searched({"model": 2.0, "lookup": 1.0, "mtp": 1.9, "auto": 1.2})
    turns = {(settings.drafter, settings.k, settings.adaptive_k): len(speed.ratios) for settings, speed in measured.items()}
    assert {place: count for place, count in turns.items() if place[0] == "lookup"} == {("lookup", 4, False): 1}
    assert {place for place, count in turns.items() if count == 3} == {("model", 8, True), ("model", 8, False), ("mtp", 8, True)}
    best = best_of(list(measured.values()))
    assert (best.settings.drafter, best.settings.adaptive_k) == ("model", True) and best.line == "model, k auto: 2.40x"
    assert options(best.settings) == "--drafter model -k 8 --adaptive-k" and elsewhere(best.settings, "org/small") == ""
    fixed = replace(best.settings, k=6, adaptive_k=False)
    assert elsewhere(fixed, "org/small") == "mlx_lm: --draft-model org/small --num-draft-tokens 6; LM Studio: Draft Model org/small"
    assert elsewhere(replace(fixed, drafter="mtp"), "org/small") == ""


def test_what_may_be_as_fast_is_alike_and_where_nothing_is_faster_that_is_the_end():
    wide = best_of(list(searched({"model": 2.0, "mtp": 1.95}, spread=0.3).values()))
    assert wide.line == "model, k auto: 2.40x (2.10-2.40); mtp, k auto and model, k 8 are alike"
    assert best_of([Speed(Settings(), 3.0, 2.0, (0.9, 1.6))]).line == "model, k 4: 1.50x (0.90-1.60); plain decoding is alike"
    assert best_of(list(searched({"model": 0.7}).values())).line == "plain decoding: no drafter is faster on this"


def test_the_search_of_the_screen_ends_in_settings_that_one_key_takes(deck):
    with pytest.raises(SpecdeckError):
        comparing.search(deck)
    compare(deck)
    comparing.search(deck)
    assert deck.busy
    finish(deck)
    best = deck.contest.best
    assert best.settings is not None and len(best.speed.ratios) == 3
    assert len(deck.contest.comparisons) == 3 and best.speed in [one.speed for one in deck.contest.comparisons], "it ends as a race of four"
    assert [comparing.side(deck, letter).drafter for letter in deck.contest.letters] == [run.settings.drafter for run in deck.contest.runs_shown]
    raced = deck.contest.comparison
    assert deck.contest.measured[raced.b.settings] == raced.speed, "the race's own figure, not another"
    assert [speed.settings.k for speed in deck.contest.curve()].count(raced.b.settings.k) == 1
    comparing.sweep(deck)
    assert deck.contest.best is None, "it is gone once something else is measured"
    chatting.stop(deck)
    pump(deck)
    deck.contest.best = best
    comparing.apply_best(deck)
    assert (deck.settings.drafter, deck.settings.k, deck.settings.adaptive_k) == (best.settings.drafter, best.settings.k, best.settings.adaptive_k)
    assert comparing.side(deck, "b") == deck.settings, "side B races it from then on"
    assert comparing.apply_best(deck) is None
    compare(deck, "tram")
    comparing.search(deck)
    finish(deck, 3)
    chatting.stop(deck)
    pump(deck)
    assert not deck.busy and deck.contest.best is None


@pytest.mark.parametrize("speeds, asked, runs", [((1.0,), (), 1), ((1.0, 1.5), (), 2), ((1.0, 1.5), ("runs",), 1)], ids=["calm", "busy", "as many as were asked for"])
def test_a_doubtful_race_is_run_again_while_there_is_time(monkeypatch, speeds, asked, runs):
    monkeypatch.setattr(FakeEngine, "probe", lambda self, probes=cycle(speeds): next(probes))
    sides = {"a": Settings(drafter="none", k=0), "b": Settings()}
    for budget, count in ((Budget(400), runs), (Budget(1), 1)):
        terms, session = Terms((), 64, runs=1, budget=budget, asked=frozenset(asked)), FakeSession()
        session.job = Job("comparison", race, 1)
        *_, found = (event for event in race(FakeEngine(session), terms, sides) if isinstance(event, Compared))
        assert len(found.comparisons[0].ratios) == count == found.wanted == 1 + found.again and bool(found.comparisons[0].doubtful) is (len(speeds) > 1 and count == 1)


def test_a_further_turn_that_is_cut_is_not_counted(monkeypatch):
    monkeypatch.setattr(FakeEngine, "probe", lambda self, probes=cycle((1.0, 1.5)): next(probes))
    session, found = FakeSession(), []
    session.job = Job("comparison", race, 1)
    for event in race(FakeEngine(session), Terms((), 64, runs=1, budget=Budget(400)), {"a": Settings(drafter="none", k=0), "b": Settings()}):
        if isinstance(event, JobProgress) and "again, it was doubtful: side B" in event.doing:
            session.stopped = 1
        found += [event] if isinstance(event, Compared) else []
    assert [(len(one.rates[0]), one.wanted, one.again) for one in found] == [(1, 1, 0)]


@pytest.mark.parametrize("probes, plain", [((1.0, 1.05), True), ((1.0, 1.3), False)])
def test_a_doubtful_comparison_is_stored_without_plain_decodings_pace(deck, monkeypatch, probes, plain):
    seconds = cycle(probes)
    monkeypatch.setattr(FakeEngine, "probe", lambda self: next(seconds))
    deck.contest.runs = 1
    deck.contest.asked.add("runs")
    compare(deck)
    comparing.sweep(deck)
    finish(deck)
    [told] = deck.catalogue.measurements.of("toy-target")
    assert (told.drafter, told.k) == ("model", 4) and told.tokens_per_second, "once, and nothing of the sweep"
    assert bool(told.plain) is plain is (deck.contest.comparison.doubtful is None)
    assert not plain or told.speed_up == pytest.approx(deck.contest.comparison.speedup)


@pytest.mark.parametrize("slow", [1.0, 2.3, 20.0])
@pytest.mark.parametrize("turns, noise, said", [(3, 0.02, None), (3, 0.5, "its turns differ"), (1, 0.02, "its speed changed by 30%")])
def test_a_search_on_a_busy_machine_says_that_what_it_found_is_doubtful(deck, monkeypatch, slow, turns, noise, said):
    """A drafter as the fastest, or plain decoding, but not where all drafters are far slower on any machine. Several turns are judged by
    themselves, a single one by the machine's speed meanwhile."""
    seconds, noises, now = cycle((1.0, 1.3)), cycle((1 - noise, 1.0, 1 + noise)), [1.0]

    def slowness(name, usual):
        """A run of side A begins a turn, and each of three turns in a row has another noise."""
        now[0] = next(noises) if name == "none" else now[0]
        return usual if name == "none" else slow * now[0]

    monkeypatch.setattr(FakeEngine, "probe", lambda self: next(seconds))
    monkeypatch.setattr("specdeck.compare.race.TURNS", turns)
    deck.contest.runs = turns
    deck.contest.asked.add("runs")
    deck.session.slow = SimpleNamespace(get=slowness)
    compare(deck)
    comparing.search(deck)
    finish(deck)
    best = deck.contest.best
    assert (best.settings is None) is (slow > 1) and ("x?" in best.line) is (bool(said) and slow == 1)
    assert said in best.line if said and slow < 20 else "doubtful" not in best.line


def test_mlx_lm_is_side_a_and_gives_way_to_plain_decoding_again(deck):
    assert "speculative_generate_step" in comparing.race_mlx_lm(deck)
    assert (comparing.side(deck, "a").drafter, comparing.side(deck, "a").k) == ("mlx-lm", 4)
    compare(deck)
    assert [t.settings.drafter for t in asked(deck)][:4] == ["mlx-lm", "model", "none", "mlx-lm"], "a plain step is measured by itself"
    assert comparing.race_mlx_lm(deck) == "side A: plain decoding" and is_plain(comparing.side(deck, "a"))


def test_another_pair_forgets_the_findings_and_keeps_the_prompt(deck):
    comparing.change(deck, "b", drafter="hybrid")
    compare(deck)
    loading.load(deck, "other")
    pump(deck)
    assert deck.contest.comparison is None and comparing.side(deck, "b").drafter == "model" and comparing.last_prompt(deck) == "bus"


def test_the_prompt_is_the_persons_own_then_the_last_one(deck):
    chatting.set_system(deck, "Be brief")
    chatting.send(deck, "from the chat")
    deck.session.play()
    pump(deck)
    comparing.compare(deck, "")
    assert [m["content"] for m in deck.session.sent[-1].messages] == ["Be brief", "from the chat"]
    with pytest.raises(SpecdeckError, match="busy"):
        comparing.compare(deck, "another")


def played(deck: Deck, **slow: float) -> Playback:
    deck.session.slow |= slow
    compare(deck)
    return Playback(deck.contest.comparison.a.reply, deck.contest.comparison.b.reply)


def test_a_race_is_replayed_at_the_measured_pace(deck):
    race = played(deck)
    a, b = race.lanes
    for now in range(7):
        race.tick(100 + now / 10)
    race.seek(0.61)
    assert not b.reply.live and a.reply.live
    assert len(a.reply.tokens) == 20 and len(b.reply.tokens) == 27  # the prompt is read, then 0.03 s a token
    race.tick(1000.0)
    assert race.at == race.length, "whoever was not looked at goes on where it was"
    assert not race.playing and a.reply.text == b.reply.text and len(a.reply.tokens) == len(a.recording.ids)


def test_a_race_begins_anew_with_other_runs_and_plays_the_same_ones_on(deck):
    compare(deck)
    shown, first = Race(), deck.contest.runs_shown
    assert shown.follow(first, 0.0) and not shown.follow(first, 0.2) and shown.playback.at > 0
    compare(deck)
    again = deck.contest.runs_shown
    assert shown.follow(again, 9.0) and shown.playback.at == 0
    assert [lane.recording for lane in shown.playback.lanes] == [run.reply for run in again]
    assert not shown.follow(again, 9.1)
    assert shown.follow((), 9.2) and shown.playback is None, "a new comparison has no runs yet"


def test_a_bar_is_the_tokens_written_so_the_faster_side_is_ahead_and_ends_first(deck):
    race = played(deck)
    race.seek(race.lanes[1].seconds / 2)
    a, b = (line.count("█") for line in str(draw_race(race, 100)).splitlines()[1:])
    assert b > 1.5 * a > 0
    race.seek(race.lanes[1].seconds)
    first, second = str(draw_race(race, 100)).splitlines()[1:]
    assert "·" in first and "·" not in second and "done" in second and "done" not in first


@pytest.mark.parametrize("length, pace", [(0.3, 0.1), (0.9, 0.25), (2.6, 0.5), (4.0, 1.0), (60.0, 1.0)])
def test_a_short_race_is_slowed_until_it_can_be_followed(deck, length, pace):
    race = played(deck)
    race.length = length
    race.slow_down()
    assert race.speed == pace


def test_a_race_can_be_paused_stepped_slowed_and_run_again(deck):
    race = played(deck)
    race.tick(0.0), race.tick(0.1)
    race.pause()
    race.tick(0.2)
    assert race.at == pytest.approx(0.1)
    race.step(1)
    assert race.at == pytest.approx(0.12)  # A's fourth round
    first = len(race.lanes[0].reply.tokens), len(race.lanes[1].reply.tokens)
    race.step(1), race.step(1)
    later = len(race.lanes[0].reply.tokens), len(race.lanes[1].reply.tokens)
    race.step(-1), race.step(-1)
    assert (len(race.lanes[0].reply.tokens), len(race.lanes[1].reply.tokens)) == first != later
    race.speed = 0.5
    race.pause()
    race.tick(0.3), race.tick(0.5)
    assert race.at == pytest.approx(0.12 + 0.15)
    race.seek(9.0)
    assert race.at == race.length and not race.playing
    race.pause()
    assert race.playing and race.at == 0.0 and race.lanes[0].reply.tokens == []


@pytest.fixture
def kept(deck, tmp_path):
    """The file of a comparison with a sweep."""
    deck.journal = Journal(tmp_path)
    compare(deck)
    comparing.sweep(deck)
    finish(deck)
    return deck.contest.path


def test_a_comparison_is_written_down_once_and_read_as_it_was(deck, kept):
    read, contest = comparisons.read(kept), deck.contest
    assert (read.prompt, read.comparisons) == ("bus", contest.comparisons)
    assert read.figures.measured == tuple(contest.measured.values()) != ()
    assert [each.name for each in kept.parent.iterdir()] == [kept.name] and kept.stat().st_mode & 0o077 == 0
    assert comparison_json(read.comparisons, read.origin) == comparison_json(contest.comparisons, NamedWithoutPaths(deck.pair))
    [listed] = history.history(kept.parent).items
    assert (listed.prompt, listed.speedup) == ("bus", contest.comparison.speed.times)


def test_what_is_stored_with_a_sweep_is_what_the_race_was_asked_with(deck, tmp_path):
    deck.journal, deck.wants.max_tokens = Journal(tmp_path), 40
    chatting.set_system(deck, "Be brief.")
    compare(deck)
    chatting.set_system(deck, "Rhyme.")
    deck.wants.max_tokens, deck.wants.thinking = 300, True
    comparing.sweep(deck)
    finish(deck)
    stored, _ = comparisons.prompt_and_speedup(deck.contest.path)
    assert (stored.prompt, stored.system, stored.max_tokens, stored.thinking) == ("bus", "Be brief.", 40, None)


def test_a_comparison_of_before_is_looked_at_and_then_run_anew(kept):
    later = Deck(FakeSession())
    later.journal = Journal(kept.parent)
    loading.load(later)
    pump(later)
    saving.recall(later, kept)
    assert later.contest.comparison.ratios and later.contest.curve() and comparing.last_prompt(later) == "bus"
    with pytest.raises(SpecdeckError, match="earlier comparison"):
        comparing.sweep(later)
    compare(later, "")
    assert later.contest.path != kept and later.contest.origin is None and len(history.history(kept.parent).items) == 2


@pytest.mark.parametrize("text", ["", "{}\n", '{"type": "specdeck comparison", "version": 2}\n', "half"])
def test_a_damaged_comparison_says_so(kept, text):
    whole = kept.read_text()
    kept.write_text(whole[: len(whole) // 2] if text == "half" else text)
    with pytest.raises(SpecdeckError, match=kept.name):
        saving.recall(Deck(FakeSession()), kept)
    assert text == "half" or history.history(kept.parent).items == [], "the list reads its head alone"


def test_a_disk_that_takes_no_comparison_is_told(deck, tmp_path):
    deck.journal = Journal(tmp_path / "file")
    (tmp_path / "file").write_text("")
    compare(deck)
    assert deck.contest.comparison and any("could not be saved" in notice.text for notice in deck.notices)
