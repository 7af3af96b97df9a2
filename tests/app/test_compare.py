"""What a person does on the compare screen, and sees; below, what is tried in which order, on which settings, and what is made of it, stopped or
failed ones too. On trials of a fake session, with no model and no thread."""

import json
from collections import deque
from dataclasses import replace
from itertools import cycle, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Callable
from xml.etree import ElementTree

import pytest

from specdeck.actions import changing_settings, chatting, comparing, loading
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.budget import Budget
from specdeck.chat.reply import reply_of
from specdeck.compare.best import KEPT, Best, best_of, elsewhere, finalists, next_to_measure, options
from specdeck.compare.playback import Playback
from specdeck.compare.race import AGAIN, SHOWN_TOKENS, Compared, Cut, Terms, TimedRun, race
from specdeck.compare.result import Comparison, Run, Speed, is_plain
from specdeck.compare.result_words import best_words, payoff_words
from specdeck.compare.timed_replies import Halted, JobProgress, Meter, Trial
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Settings
from specdeck.engine.session import Job
from specdeck.records.export import comparison_json
from specdeck.samples import ANYWHERE
from specdeck.screens.name_lists import ListBox
from specdeck.widgets.comparison_panels import Side
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.race import Race
from specdeck.widgets.race import race as draw_race
from specdeck.widgets.transcript import Transcript
from tests.helpers.everyday import everyday
from tests.helpers.fake import TEXT, FakeEngine, FakeSession, events_of
from tests.helpers.play import SMALL, WIDE, compared, drawn, idle, keys_cut, opened, press, raced, shows, tried, until, where
from tests.helpers.states import finish, state_with

PLAIN = Settings(drafter="none", k=0)


@opened
async def test_a_person_reads_a_comparison_its_tokens_and_its_race_and_sweeps_k(pilot, session, state):
    await compared(pilot, session)
    costs = "a round costs 1.67 plain steps and yields 3.38 tokens: drafting pays"
    memory, load = "peak memory (weights, caches)  A 5.37 GB  B 6.44 GB", f"load {state.contest.load:g} before it began"
    await shows(pilot, "B is 2.03x as fast as A", "same 27 tokens", costs, "accepted by place", memory, load, "tok/s promised at k  1 ")
    assert "prefer" not in drawn(pilot), "the race has only begun"
    await raced(pilot, session)
    assert drawn(pilot).count("prefer") == 2 and "done at 810 ms" in drawn(pilot) and "done at 400 ms" in drawn(pilot)
    text = pilot.app.screen.query_one("#text-b", Transcript)
    for size, wide in ((SMALL, False), (WIDE, True)):
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: ("slower than measured" in drawn(pilot)) is wide)
        assert keys_cut(pilot.app) == 0 and text.size.height >= 4, "there is room for the text"
    await pilot.hover(text, offset=(2, 0))
    await shows(pilot, "accepted draft, position 1 of 4, round 1, drafter model")
    await pilot.hover("#prompt")
    await press(pilot, "right right", "' found' p .81 q .74, accepted draft, position 2 of 4")
    race = pilot.app.screen.race.playback
    await pilot.press("r")
    await until(pilot, lambda: race.playing and race.at < 0.1 and "position 2 of 4" not in drawn(pilot))
    at = race.at
    await pilot.press("space")
    session.time += 0.2
    await press(pilot, "", "space plays", "space Play")
    assert race.at == at
    await pilot.press("full_stop", "full_stop")
    await until(pilot, lambda: race.at > at)
    await pilot.click(offset=where(pilot, "2x "))
    assert race.speed == 2.0
    await pilot.press("space")
    await raced(pilot, session)
    await pilot.press("s")
    await tried(pilot, session)
    assert "[4]" in drawn(pilot) and "best k 4, 2.03x" in drawn(pilot) and "█" in drawn(pilot).split("best k")[1]


@opened
async def test_a_folded_thought_a_difference_and_what_a_budget_leaves_out_are_shown(pilot, session, state):
    words = ("<think>", "let", "me", "see", "</think>", *TEXT)
    session.texts |= {"none": words, "model": words[:25]}
    await compared(pilot, session)
    seen = " ".join(drawn(pilot).split())
    assert f"differs from token 26 on there: '{words[25]}' p .51, ' other' p .49; logits 0.04 apart, one step of bfloat16: a wider pass rounds" in seen
    await raced(pilot, session)
    await until(pilot, lambda: drawn(pilot).count("thought for 5 tokens") == 2 and "let me see" not in drawn(pilot))
    await pilot.click(offset=where(pilot, "thought for 5 tokens"))
    await until(pilot, lambda: drawn(pilot).count("let me see") == 1)
    session.slow = dict.fromkeys(("none", "model"), 20.0)
    await compared(pilot, session)
    await press(pilot, "", "1 of 3 runs in 40 s (/seconds N for more)", "(one run)")
    pilot.app.say("/seconds 300")
    await compared(pilot, session)
    await shows(pilot, "(3 runs, ")


@everyday("size", [(60, 20), WIDE], WIDE, ids=str)
@opened
async def test_the_first_runs_are_read_while_they_are_written_and_the_others_are_counted_as_they_come(pilot, session, state, size):
    await pilot.press("f3", *"bus", "enter")
    await until(pilot, lambda: session.trying)
    for written, words in ((1, "not timed"), (2, "not timed"), (2, "4 of 8: side B")):
        session.run_trial()
        await until(pilot, lambda: words in drawn(pilot) and drawn(pilot).count("Fresno") == written)
    session.run_trial(), session.run_trial()
    await shows(pilot, "33.3   33.3 tok/s", "6 of 8: side B", "about 2 s left")
    comparing.change(state, "b", k=6)
    await pilot.pause(0.1)
    assert "model, k=4" in drawn(pilot) and "model, k=6" not in drawn(pilot), "the lines say what the runs are written with"
    await press(pilot, "escape", "(one run)")


@opened
async def test_keys_and_chips_change_the_side_in_focus_and_the_old_figures_say_what_they_were_of(pilot, session, state):
    def sides(*fields: str) -> list[tuple]:
        return [tuple(getattr(comparing.side(state, letter), field) for field in fields) for letter in "ab"]

    await compared(pilot, session)
    await press(pilot, "right_square_bracket equals_sign", "k 5", "was model, k=4")
    assert sides("temperature") == [(0,), (0.1,)]
    pilot.app.screen.query_one("#side-a", Side).text.focus()
    await press(pilot, "right_square_bracket", "plain decoding has no k: p switches drafting on")
    await pilot.press("p", "left_square_bracket", "R")
    assert sides("drafter", "k", "rule") == [("model", 3, "block"), ("model", 5, "coupled")]
    comparing.change(state, "a", temperature=0.05)
    await pilot.press("minus")
    assert sides("temperature") == [(0,), (0.1,)], "a step ends at the end of the range"
    for x in (4, 4, 1):
        await pilot.click("#b-k", offset=(x, 0))
    assert "left half for less" in str(pilot.app.screen.query_one("#b-k").tooltip), "there it shows no arrows"
    await pilot.click("#a-drafter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ListBox))
    await pilot.press("down", "enter")
    await until(pilot, lambda: sides("drafter", "k") == [("lookup", 3), ("model", 6)])
    assert state.settings == Settings(), "the chat's settings are its own"
    await pilot.press("slash", *"k", "space", "6", "enter")
    await until(pilot, lambda: state.settings.k == 6)
    assert not state.busy and state.contest.comparison, "in a side's text a slash begins a command"
    await pilot.press("f3")
    assert pilot.app.screen.query_one(Prompt).text == "bus"


@opened
async def test_a_comparison_is_saved_as_data_page_and_card(pilot, session, state):
    for keys, why in (("f3 tab j", "no comparison to save"), ("C", "no comparison to save"), ("r", "there is no race yet")):
        pilot.app.clear_notifications()
        await press(pilot, keys, why)
    await compared(pilot, session, "a <bus> & more")
    await pilot.press("C", "j", "x")
    await tried(pilot, session)
    await until(pilot, lambda: len(list(Path().iterdir())) == 3)
    data, page, card = (next(Path().glob(f"specdeck-{name}")).read_text() for name in ("compare-*.json", "race-*.html", "card-*.svg"))
    found, figures = json.loads(data), {"speedup", "spread", "identical", "first_difference", "gap", "gap_steps", "logit_type", "block_cost", "break_even"}
    assert set(found) == {"a", "b", "doubtful", "machine"} | figures and found["identical"]
    assert found["b"]["text"] == "".join(f" {word}" for word in TEXT) and found["a"]["model"] == "toy-target"
    assert "2.03x" in page and page.count('class="t"') == 2 * len(TEXT)
    text = "\n".join(ElementTree.fromstring(card).itertext())
    for words in ("2.03x", "model, k=4 against plain", "67.5 tok/s", "33.3 tok/s", "the same 27 tokens", "59% accepted/drafted", "toy-target", "core",
                  "a <bus> & more", "median of 3 runs a side"):  # fmt: skip
        assert words in text, words


@everyday("size", [WIDE, SMALL], SMALL, ids=str)
@opened
async def test_four_sides_stand_beside_each_other_or_two_over_two_and_race_on_one_clock(pilot, session, state, size):
    await press(pilot, "f3 tab a ] a ]", "k 6")
    await compared(pilot, session)
    await raced(pilot, session)
    seen = drawn(pilot)
    assert [f"{letter} is " in seen for letter in "BCD"] == [True] * 3 and seen.count("done at") == 4
    assert all(pilot.app.screen.query_one(f"#side-{letter}").region.width >= size[0] // 4 - 1 for letter in "abcd")
    assert keys_cut(pilot.app) == 0 and "tok/s promised" not in seen, "there is no room"
    await pilot.resize_terminal(WIDE[0], 50)
    await until(pilot, lambda: drawn(pilot).count("tok/s promised at k  1 ") == 3 and "at k 6" in drawn(pilot))
    await pilot.press("D")
    await until(pilot, lambda: state.contest.letters == ("a", "b", "c"))


@opened
async def test_a_sample_is_compared_and_the_chat_refuses_meanwhile_and_the_other_way_round(pilot, session, state):
    await pilot.press("f3", "down", "enter")
    await until(pilot, lambda: state.busy)
    assert state.contest.prompt == ANYWHERE[0].prompt and isinstance(session.sent[-1], Terms)
    await press(pilot, "f2 h i enter", "esc stops it")
    assert not state.chat.turns
    await pilot.press("escape")
    await idle(pilot)
    pilot.app.clear_notifications()
    await pilot.press(*"hi", "enter")
    await until(pilot, lambda: state.writing)
    await press(pilot, "f3 b u s enter", "esc stops it")
    assert not session.trying and not state.contest.running


@pytest.mark.parametrize("doubtful", [None, "the machine was busy"])
@opened
async def test_enter_takes_the_fastest_of_a_search_and_measures_what_is_doubtful_again(pilot, session, state, doubtful):
    await compared(pilot, session)
    words = "enter runs these sides again" if doubtful else "enter takes it, in the chat too"
    for k, place in ((8, "#text-b"), (6, "#prompt"))[: 1 if doubtful else 2]:
        pilot.app.screen.query_one(place).focus()
        state.contest.best = Best(Speed(Settings(drafter="model", k=k), 2.0, 1.0, (2.0,)), doubtful=doubtful)
        named = place == "#text-b" and not doubtful  # in the prompt enter has another name
        await until(pilot, lambda: words in drawn(pilot) and ("Take it" in drawn(pilot)) is named)
        await pilot.press("enter")
        await until(pilot, lambda: state.busy if doubtful else state.settings.k == k)
        assert (state.settings.k, state.busy) == ((4, True) if doubtful else (k, False))
    await pilot.press("escape")


# What is tried, and what is made of it.

@pytest.fixture
def state():
    return state_with(FakeSession())


def compare(state: AppState, prompt: str = "bus", *further: Callable[[AppState], None]) -> None:
    """Run all sides to the end, then a sweep or a search."""
    comparing.compare(state, prompt)
    finish(state)
    for begin in further:
        begin(state)
        finish(state)


def stop(state: AppState) -> None:
    chatting.stop(state)
    apply_pending(state)


def asked(state: AppState) -> list:
    """The replies that were timed."""
    return state.session.timed


def test_a_side_follows_the_chat_but_for_what_was_changed_on_it(state):
    def sides(field: str) -> list:
        return [getattr(comparing.side(state, letter), field) for letter in "ab"]

    comparing.change(state, "b", k=6)
    changing_settings.change_settings(state, k=2, drafter="hybrid")
    assert (sides("k")[1], sides("drafter"), sides("rule")[1]) == (6, ["none", "hybrid"], "probabilistic")
    changing_settings.change_settings(state, temperature=0.8)
    assert sides("rule") == ["coupled", "coupled"], "so that the texts are the same"
    comparing.change(state, "b", rule="match")
    assert sides("rule") == ["coupled", "match"]
    for chat, previous, turned in (("lookup", None, "lookup"), (None, None, "none"), ("none", "gone with another pair", "model")):
        if chat:
            changing_settings.draft(state, chat)
        state.reply_options.previous = previous or state.reply_options.previous
        comparing.turn(state, "a", "plain")
        assert sides("drafter")[0] == turned
    changing_settings.change_settings(state, k=0, drafter="model")
    comparing.change(state, "a", drafter="lookup")
    assert sides("k")[0] == 4, "a drafter that is chosen drafts"
    assert changing_settings.toggle_plain(state) == "drafter model" and state.settings.k == 4
    compare(state)
    loading.load(state, "other")
    apply_pending(state)
    assert state.contest.comparison is None and sides("drafter") == ["none", "model"] and comparing.last_prompt(state) == "bus"


def test_what_is_out_of_range_or_not_there_is_refused_and_changes_nothing(state):
    change, before = comparing.change, comparing.side(state, "b")
    for refused, why in (
        (lambda: change(state, "b", k=-1), "k must be"),
        (lambda: change(state, "b", temperature=9.0), "temperature"),
        (lambda: change(state, "b", drafter="mtp"), "no prediction heads"),
        (lambda: comparing.compare(state, " "), "prompt"),
        (lambda: comparing.sweep(state), "compare first"),
        (lambda: comparing.search(state), "compare first"),
    ):
        with pytest.raises(SpecdeckError, match=why):
            refused()
        assert comparing.side(state, "b") == before and not state.busy


def test_the_prompt_is_the_persons_own_then_the_last_one(state):
    chatting.set_system(state, "Be brief")
    chatting.send(state, "from the chat")
    state.session.play()
    apply_pending(state)
    comparing.compare(state, "")
    assert [m["content"] for m in state.session.sent[-1].messages] == ["Be brief", "from the chat"]
    with pytest.raises(SpecdeckError, match="busy"):
        comparing.compare(state, "another")


def test_a_speed_up_that_is_shown_as_1_is_no_loss():
    drafted = Run(Settings(k=4), reply_of(events_of(Settings(k=4), 0.0, 99)))
    worth = drafted.stats.tokens_per_round + 1 / drafted.stats.rounds  # the end of turn is a token too
    step = drafted.round_seconds / worth * 0.998
    comparison = Comparison(drafted, drafted, (0.998,), step)
    assert not comparison.pays(drafted) and payoff_words(comparison, drafted).endswith(": as fast as plain decoding")
    assert "slower here, because" in payoff_words(replace(comparison, plain_step_seconds=step * 0.9), drafted)


def test_up_to_four_sides_run_in_turn_from_one_seed_and_each_is_held_against_side_a(state):
    for letter, drafter in (("c", "lookup"), ("d", "hybrid")):
        comparing.add_side(state)
        comparing.change(state, letter, drafter=drafter, k=6)
    with pytest.raises(SpecdeckError, match="four sides are the most"):
        comparing.add_side(state)
    state.session.texts["lookup"], state.session.texts["hybrid"] = TEXT[:20], TEXT[:15]
    compare(state)
    names, found, [*trials, look] = ["none", "model", "lookup", "hybrid"], state.contest.comparisons, asked(state)
    assert [(t.settings.drafter, t.max_tokens) for t in trials] == [(name, SHOWN_TOKENS) for name in names] + [(name, 256) for name in names] * 3
    assert len({t.settings.seed for t in trials}) == 1 and look.settings == trials[0].settings and look.settings.seed is not None
    assert (look.max_tokens, look.detail) == (21, 2), "one look at the two best, for both differences"
    assert [one.b.settings.drafter for one in found] == names[1:] and len({id(one.a) for one in found}) == 1
    assert [(one.first_difference, one.best) for one in found] == [(None, ()), (20, ((20, 0.51), (900, 0.49))), (15, ((15, 0.51), (900, 0.49)))]
    assert all(one.spread[0] <= one.times <= one.spread[1] and len(one.ratios) == 3 for one in (one.speed for one in found))
    assert (state.contest.names[20], state.contest.names[900]) == (TEXT[20], " other") and found[1].gap == pytest.approx(0.04, abs=1e-3)
    data = comparison_json(found[1:2], state.pair)
    assert (data["gap"], data["gap_steps"], data["logit_type"]) == (found[1].gap, 1, "bfloat16")
    assert len(comparison_json(found, state.pair)["arms"]) == 3
    comparing.drop_side(state), comparing.drop_side(state)
    with pytest.raises(SpecdeckError, match="two sides at least"):
        comparing.drop_side(state)
    assert state.contest.letters == ("a", "b")


def test_mlx_lm_is_side_a_a_plain_run_tells_a_rounds_cost_and_it_gives_way_to_plain_decoding_again(state):
    assert "speculative_generate_step" in comparing.race_mlx_lm(state)
    comparing.change(state, "a", k=2)
    compare(state)
    assert [t.settings.drafter for t in asked(state)][:4] == ["mlx-lm", "model", "none", "mlx-lm"]
    found = state.contest.comparison
    assert found.plain_step_seconds == pytest.approx(0.030) and (found.a.settings.drafter, found.a.settings.k) == ("mlx-lm", 2)
    assert found.block_cost(found.b) == pytest.approx((0.034 + 4 * 0.004) / 0.030)
    assert comparing.race_mlx_lm(state) == "side A: plain decoding" and is_plain(comparing.side(state, "a"))


FULL = "out of memory: choose a smaller model"


@pytest.mark.parametrize("trials, trouble, pairs", [(1, None, 0), (2, None, 0), (3, None, 0), (5, None, 1), (3, FULL, 0)], ids=["a warm-up", "both warm-ups", "A", "A, B and A", "failed"])
def test_a_stop_or_a_failure_keeps_the_pairs_that_are_whole_and_starts_nothing_more(state, trials, trouble, pairs):
    state.session.texts["model"] = TEXT[:20]
    comparing.compare(state, "bus")
    finish(state, trials)
    if trouble:
        state.session.fail("trial", trouble)
    else:
        chatting.stop(state)
    apply_pending(state), apply_pending(state)
    assert not state.busy and not state.session.trying and state.engine.trouble == trouble and len(state.contest.comparisons) == pairs
    assert all(len(found.ratios) == 1 and found.first_difference == 20 and not found.best for found in state.contest.comparisons), "no difference is looked at"
    comparing.compare(state, "bus")
    assert state.busy


def test_a_sweep_alternates_with_side_a_and_holds_the_races_own_figure(state):
    compare(state, "bus", comparing.sweep)
    trials, once = asked(state)[8:], state.contest.curve()
    assert [t.settings.k for t in trials[1::2]] == [1, 2, 3, 5, 6, 8, *(8, 6, 5, 3, 2, 1), *(1, 2, 3, 5, 6, 8)], "the raced k is measured"
    assert {t.settings.drafter for t in trials[::2]} == {"none"}
    assert [speed.settings.k for speed in once] == [1, 2, 3, 4, 5, 6, 8] and {len(speed.ratios) for speed in once} == {3}
    assert once[3] == state.contest.comparison.speed and best_words(once).startswith("best k 4, 2.03x")
    state.session.slow["model"] = 3.0
    comparing.sweep(state)
    finish(state)
    again = state.contest.curve()
    assert [len(speed.ratios) for speed in again] == [4, 4, 4, 3, 4, 4, 4] and again[3] == once[3]
    assert again[0].spread == pytest.approx((once[0].times / 3, once[0].times), rel=0.01)
    comparing.change(state, "b", drafter="none")
    compare(state)
    with pytest.raises(SpecdeckError, match="plain"):
        comparing.sweep(state)
    assert state.contest.measured == {} and state.contest.curve() == []


@pytest.fixture
def slow(state):
    """An app state whose replies go on, at 150 ms a plain token, after a comparison within its budget."""
    names = ("none", "model", "lookup", "hybrid")
    state.session.texts, state.session.slow = dict.fromkeys(names, tuple(f"w{at}" for at in range(400))), dict.fromkeys(names, 5.0)
    compare(state)
    return state


def test_a_slow_pair_is_compared_within_the_budget_unless_a_person_chose_and_what_is_left_out_is_said(slow):
    last, first = asked(slow)[-1], slow.session.time
    assert first - 100 < 45 and len(slow.contest.comparison.ratios) == 2 and 32 <= last.max_tokens < 256
    assert [notice.text for notice in slow.notices] == [f"2 of 3 runs, {last.max_tokens} of 256 tokens a reply in 40 s (/seconds N for more)"]
    slow.contest.asked.add("runs")
    compare(slow)
    assert len(slow.contest.comparison.ratios) == 3
    slow.contest.asked.clear()
    slow.reply_options.seconds = 0
    compare(slow)
    assert slow.session.time - first > 150 and len(slow.contest.comparison.ratios) == 3 and asked(slow)[-1].max_tokens == 256


def test_a_sweep_and_a_search_of_a_slow_pair_stay_within_the_budget_too(slow):
    for begin in (comparing.sweep, comparing.search):
        began, before = slow.session.time, len(asked(slow))
        begin(slow)
        finish(slow, 1)
        assert slow.contest.now.left < 45 and "s left" in slow.contest.now.doing
        finish(slow)
        assert slow.session.time - began < 50 and len(asked(slow)) > before and "in 40 s (/seconds N for more)" in slow.notices[-1].text
    assert slow.contest.best and slow.contest.best.settings and {speed.settings.k for speed in slow.contest.curve()} >= {2, 4, 8}


def test_the_time_that_is_left_counts_down_to_nothing_without_what_will_not_fit_the_budget(slow):
    comparing.compare(slow, "bus")
    finish(slow, 1)
    assert 0 < slow.contest.now.left < 40
    stop(slow)
    slow.reply_options.seconds = 0
    comparing.compare(slow, "bus")
    assert slow.contest.now.left is None, "nothing is known of this prompt"
    finish(slow, 2)
    seen = []
    while slow.session.trying:
        seen.append((slow.contest.now.left, slow.session.time))
        finish(slow, 1)
    assert len(seen) == 6 and all(left == pytest.approx(slow.session.time - at, rel=0.1) for left, at in seen)


def racing(session: FakeSession, tokens: int = 64, runs: int = 3, seconds: float = 0, named: tuple[str, ...] = (), **options):
    """What plain decoding and a drafter's race report."""
    session.job = Job("comparison", race, 1)
    terms = Terms((), tokens, runs=runs, budget=Budget(seconds), asked=frozenset(named))
    return race(FakeEngine(session), terms, {"a": PLAIN, "b": Settings()}, **options)


def test_what_is_said_to_be_cut_is_what_was_run_in_the_end(monkeypatch):
    """After slow first runs little is planned, and the time that is left goes into further turns."""
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *_, **__: "the machine was busy")
    session, cuts, found = FakeSession(), [], []
    session.slow, session.job = dict.fromkeys(("none", "model"), 4.0), Job("comparison", race, 1)
    for event in race(FakeEngine(session), Terms((), 64, runs=3, budget=Budget(14)), {"a": Settings(drafter="none", k=0), "b": Settings()}):
        session.slow = {} if isinstance(event, TimedRun) else session.slow
        cuts += [event.words] if isinstance(event, Cut) else []
        found += [event] if isinstance(event, Compared) else []
    assert found[-1].wanted == len(found[-1].rates[0]) > 3 and not any(" runs" in words for words in cuts)


@pytest.mark.parametrize("why", [None, "the machine was busy"])
def test_a_search_counts_its_replies_through_all_its_stages_and_further_turns_with_them(state, monkeypatch, why):
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *_, **__: why)
    said = []
    compare(state)
    comparing.search(state)
    while state.session.trying:
        finish(state, 1)
        said.append(state.contest.now)
    numbers = [int(now.doing.split()[0]) for now in said]
    assert numbers == sorted(numbers) and numbers[-1] > 8 and [now.share for now in said] == sorted(now.share for now in said)
    [most] = {now.doing.partition(": ")[0].partition(" of at most ")[2] for now in said}
    assert numbers[-1] <= int(most) and any("again, it was doubtful" in now.doing for now in said) is bool(why)


@pytest.mark.parametrize("seconds, named", [(0, set()), (None, {"runs"})])
def test_a_search_counts_no_further_turns_where_none_is_added(state, seconds, named):
    """Without a bound, and where a person named the runs."""
    totals = []
    for state.reply_options.seconds, asked_for in ((None, set()), (seconds, named)):
        state.contest.asked = asked_for
        compare(state, "tram")
        comparing.search(state)
        finish(state, 1)
        totals.append(int(state.contest.now.doing.partition(": ")[0].rpartition(" ")[2]))
        stop(state)
    assert totals[0] - totals[1] == AGAIN * (1 + KEPT)


def test_further_turns_are_counted_and_said_to_be_because_of_doubt(monkeypatch):
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *_, **__: "the machine was busy")
    said = dict[str, float]()
    for event in racing(FakeSession(), runs=2, seconds=400):
        if isinstance(event, JobProgress) and event.doing.partition(": ")[0] not in said:
            said[event.doing.partition(": ")[0]] = event.share
            assert ("again, it was doubtful: " in event.doing) is ("at most" in event.doing)
            assert "at most" not in event.doing or f"at most {round(event.left)} s left" in event.doing
    assert [*said] == [*(f"{at} of 6" for at in range(1, 7)), *(f"{at} of at most 14" for at in range(7, 15))]
    assert list(said.values()) == [*(at / 6 for at in range(6)), *(at / 14 for at in range(6, 14))]


def busy(monkeypatch, *speeds: float) -> None:
    """A machine whose fixed piece of work takes these seconds, in turn."""
    monkeypatch.setattr(FakeEngine, "probe", lambda self, probes=cycle(speeds): next(probes))


@pytest.mark.parametrize("speeds, named, runs", [((1.0,), (), 1), ((1.0, 1.5), (), 2), ((1.0, 1.5), ("runs",), 1)], ids=["calm", "busy", "as many as were asked for"])
def test_a_doubtful_race_is_run_again_while_there_is_time(monkeypatch, speeds, named, runs):
    busy(monkeypatch, *speeds)
    for seconds, count in ((400, runs), (1, 1)):
        *_, found = (event for event in racing(FakeSession(), runs=1, seconds=seconds, named=named) if isinstance(event, Compared))
        assert len(found.comparisons[0].ratios) == count == found.wanted == 1 + found.again
        assert bool(found.comparisons[0].doubtful) is (len(speeds) > 1 and count == 1)


def test_a_further_turn_that_is_cut_is_not_counted(monkeypatch):
    busy(monkeypatch, 1.0, 1.5)
    session, found = FakeSession(), []
    for event in racing(session, runs=1, seconds=400):
        if isinstance(event, JobProgress) and "again, it was doubtful: side B" in event.doing:
            session.stopped = 1
        found += [event] if isinstance(event, Compared) else []
    assert [(len(one.rates[0]), one.wanted, one.again) for one in found] == [(1, 1, 0)]


def test_progress_is_told_now_and_then_and_a_short_pace_in_the_chat_shortens_the_first_runs(state):
    """What telling it takes is taken from the pace, and more of it from the side with more rounds."""
    told, rounds = [], 0
    for event in racing(state.session, 256):
        told += [(state.session.tried, state.session.time, event.left)] if isinstance(event, JobProgress) else []
        rounds += len(event.run.reply.rounds) if isinstance(event, TimedRun) else 0
    assert 20 < len(told) < rounds / 2
    assert all(later - at >= 0.1 and (left is None or less < left) for (reply, at, left), (same, later, less) in pairwise(told) if reply == same)
    asked(state).clear()
    deque(racing(state.session, 256, seconds=40, pace=2.0, shown=True), maxlen=0)
    assert [trial.max_tokens for trial in asked(state)[:2]] == [10, 10]


def test_what_a_reply_costs_is_known_by_all_of_its_settings_but_the_seed_and_one_that_is_stopped_before_it_begins_is_not_decoded(monkeypatch):
    session, messages = FakeSession(), ({"role": "user", "content": "bus"},)
    session.job = Job("comparison", race, 1)
    meter, one = Meter(FakeEngine(session), Budget(0)), Trial("side A", replace(PLAIN, seed=1), messages, 999)
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
    assert (best.settings.drafter, best.settings.adaptive_k) == ("model", True)
    assert options(best.settings) == "--drafter model -k 8 --adaptive-k" and elsewhere(best.settings, "org/small") == ""
    fixed = replace(best.settings, k=6, adaptive_k=False)
    assert elsewhere(fixed, "org/small") == "mlx_lm: --draft-model org/small --num-draft-tokens 6; LM Studio: Draft Model org/small"
    assert elsewhere(replace(fixed, drafter="mtp"), "org/small") == ""
    wide, slower = searched({"model": 2.0, "mtp": 1.95}, spread=0.3), searched({"model": 0.7})
    for speeds, line in (
        (measured.values(), "model, k auto: 2.40x"),
        (wide.values(), "model, k auto: 2.40x (2.10-2.40); mtp, k auto and model, k 8 are alike"),
        ([Speed(Settings(), 3.0, 2.0, (0.9, 1.6))], "model, k 4: 1.50x (0.90-1.60); plain decoding is alike"),
        (slower.values(), "plain decoding: no drafter is faster on this"),
    ):
        assert best_of([*speeds]).line == line


def test_the_search_of_the_screen_ends_in_settings_that_one_key_takes(state):
    compare(state, "bus", comparing.search)
    best, raced, contest = state.contest.best, state.contest.comparison, state.contest
    assert best.settings is not None and len(best.speed.ratios) == 3
    assert len(contest.comparisons) == 3 and best.speed in [one.speed for one in contest.comparisons], "it ends as a race of four"
    assert [comparing.side(state, letter).drafter for letter in contest.letters] == [run.settings.drafter for run in contest.runs_shown]
    assert contest.measured[raced.b.settings] == raced.speed, "the race's own figure, not another"
    assert [speed.settings.k for speed in contest.curve()].count(raced.b.settings.k) == 1
    comparing.sweep(state)
    assert contest.best is None, "it is gone once something else is measured"
    stop(state)
    contest.best = best
    comparing.change(state, "b", k=3)
    comparing.apply_best(state)
    assert (state.settings.drafter, state.settings.k, state.settings.adaptive_k) == (best.settings.drafter, best.settings.k, best.settings.adaptive_k)
    assert comparing.side(state, "b") == state.settings, "side B races it from then on"
    assert comparing.apply_best(state) is None
    compare(state, "tram")
    comparing.search(state)
    finish(state, 3)
    stop(state)
    assert not state.busy and contest.best is None


@pytest.mark.parametrize("probes, plain", [((1.0, 1.05), True), ((1.0, 1.3), False)])
def test_a_doubtful_comparison_is_stored_without_plain_decodings_pace(state, monkeypatch, probes, plain):
    busy(monkeypatch, *probes)
    state.contest.runs = 1
    state.contest.asked.add("runs")
    compare(state, "bus", comparing.sweep)
    [told] = state.catalogue.measurements.of("toy-target")
    assert (told.drafter, told.k) == ("model", 4) and told.tokens_per_second, "once, and nothing of the sweep"
    assert bool(told.plain) is plain is (state.contest.comparison.doubtful is None)
    assert not plain or told.speed_up == pytest.approx(state.contest.comparison.speedup)


@pytest.mark.parametrize("slow", [1.0, 2.3, 20.0])
@pytest.mark.parametrize("turns, noise, said", [(3, 0.02, None), (3, 0.5, "its turns differ"), (1, 0.02, "its speed changed by 30%")])
def test_a_search_on_a_busy_machine_says_that_what_it_found_is_doubtful(state, monkeypatch, slow, turns, noise, said):
    """A drafter as the fastest, or plain decoding, but not where all drafters are far slower on any machine. Several turns are judged by
    themselves, a single one by the machine's speed meanwhile."""
    noises, now = cycle((1 - noise, 1.0, 1 + noise)), [1.0]

    def slowness(name, usual):
        """A run of side A begins a turn, and each of three turns in a row has another noise."""
        now[0] = next(noises) if name == "none" else now[0]
        return usual if name == "none" else slow * now[0]

    busy(monkeypatch, 1.0, 1.3)
    monkeypatch.setattr("specdeck.compare.race.TURNS", turns)
    state.contest.runs = turns
    state.contest.asked.add("runs")
    state.session.slow = SimpleNamespace(get=slowness)
    compare(state, "bus", comparing.search)
    best = state.contest.best
    assert (best.settings is None) is (slow > 1) and ("x?" in best.line) is (bool(said) and slow == 1)
    assert said in best.line if said and slow < 20 else "doubtful" not in best.line


@pytest.fixture
def replay(state) -> Playback:
    """The race of a comparison."""
    compare(state)
    return Playback(state.contest.comparison.a.reply, state.contest.comparison.b.reply)


def written(race: Playback) -> tuple[int, ...]:
    """The tokens of each lane by now."""
    return tuple(len(lane.reply.tokens) for lane in race.lanes)


def test_a_race_is_replayed_at_the_measured_pace_paused_stepped_slowed_and_run_again(replay):
    for now in range(7):
        replay.tick(100 + now / 10)
    replay.seek(0.61)
    assert written(replay) == (20, 27) and [lane.reply.live for lane in replay.lanes] == [True, False]  # the prompt is read, then 0.03 s a token
    replay.seek(0.3)
    replay.tick(1000.0)
    assert replay.at == pytest.approx(0.55), "whoever was not looked at goes on where it was"
    replay.seek(9.0)
    assert replay.at == replay.length and not replay.playing
    assert len({lane.reply.text for lane in replay.lanes}) == 1 and written(replay) == tuple(len(lane.recording.ids) for lane in replay.lanes)
    replay.pause()
    assert replay.playing and replay.at == 0.0 and written(replay) == (0, 0)
    replay.tick(1000.1)
    replay.pause()
    replay.tick(1000.2)
    assert replay.at == pytest.approx(0.1)
    replay.step(1)
    assert replay.at == pytest.approx(0.12)  # A's fourth round
    first = written(replay)
    replay.step(1), replay.step(1)
    assert written(replay) != first
    replay.step(-1), replay.step(-1)
    assert written(replay) == first
    replay.speed = 0.5
    replay.pause()
    replay.tick(1000.3), replay.tick(1000.5)
    assert replay.at == pytest.approx(0.12 + 0.15)
    replay.seek(0.28)
    replay.step(-1)
    assert replay.at == pytest.approx(0.27), "within a round it goes back to its beginning"
    for length, pace in ((0.3, 0.1), (0.9, 0.25), (2.6, 0.5), (4.0, 1.0), (60.0, 1.0)):
        replay.length = length
        replay.slow_down()
        assert replay.speed == pace, "a short race is slowed until it can be followed"


def test_a_race_begins_anew_with_other_runs_and_plays_the_same_ones_on(state):
    compare(state)
    shown, first = Race(), state.contest.runs_shown
    shown.follow(first, 0.0), shown.follow(first, 0.2)
    assert shown.playback.at > 0
    compare(state)
    again = state.contest.runs_shown
    shown.follow(again, 9.0)
    assert shown.playback.at == 0
    assert [lane.recording for lane in shown.playback.lanes] == [run.reply for run in again]
    shown.follow(again, 9.1)
    assert shown.playback.at > 0
    shown.follow((), 9.2)
    assert shown.playback is None, "a new comparison has no runs yet"


def test_a_bar_is_the_tokens_written_so_the_faster_side_is_ahead_and_ends_first(replay):
    for share, ended in ((0.5, [False, False]), (1.0, [False, True])):
        replay.seek(replay.lanes[1].seconds * share)
        lines = str(draw_race(replay, 100)).splitlines()[1:]
        assert lines[1].count("█") > 1.5 * lines[0].count("█") > 0
        assert [("done" in line, "·" in line) for line in lines] == [(over, not over) for over in ended]
