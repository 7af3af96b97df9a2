"""What a comparison says: figures worked out by hand, and the sentence for every case. Over random results: every ratio on the screen, in the report,
on cards, in JSON and in tables is the quotient of the figures beside it, to the last digit that is shown, and lies within its spread."""

from __future__ import annotations

import json
import math
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from types import SimpleNamespace

import pytest
from textual.content import Content

from assets.benchmarks import readme_table as readme
from specdeck.chat.reply import reply_of
from specdeck.commands.bench import as_table
from specdeck.commands.bench_rows import PLAIN as PLAIN_ARM
from specdeck.commands.bench_rows import Arm, BenchReply, Group, Table
from specdeck.commands.compare import compare_report
from specdeck.compare.playback import Playback
from specdeck.compare.result import Comparison, LogitStep, Run, Speed, best_two, headline, median, ratio
from specdeck.compare.result_words import (
    acceptance_words,
    best_words,
    comparison_card,
    doubt_words,
    payoff_words,
    same_text_words,
    why_texts_differ,
)
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.drawing import figures
from specdeck.engine import this_machine
from specdeck.records.export import comparison_json
from specdeck.widgets.comparison_panels import (
    beginnings,
    by_position,
    findings,
    first_token,
    near,
    relative_pace,
    sweep,
    verdicts,
)
from specdeck.widgets.comparison_panels import figures as side_figures
from specdeck.widgets.race import race, speed_up
from tests.helpers.fake import TAKES, round_of

PLAIN, DRAFTED = Settings(drafter="none", k=0), Settings()


def run(settings: Settings = DRAFTED, ids=range(30), seconds: float = 1.0, rounds: int = 10, drafted: int = 40, accepted: int = 20, reason: str = "length", probe: float | None = None) -> Run:
    """A run of so many rounds; plain ones drafted nothing."""
    drafted, accepted = (0, 0) if settings.k == 0 else (drafted, accepted)
    stats = Stats(rounds=rounds, drafted=drafted, accepted=accepted, emitted=len(ids), decode_seconds=seconds)
    return Run(settings, SimpleNamespace(ids=tuple(ids), stats=stats, telling=stats, loop=None, only_loops=False, reason=reason, failure=None, probe=probe, crowd=None))


def against(b: Run, a: Run | None = None, **fields) -> Comparison:
    """B against plain decoding: 30 tokens in 30 rounds and 3 seconds, 0.1 s a step."""
    a = a or run(PLAIN, seconds=3.0, rounds=30)
    return Comparison(a, b, (ratio(b.rate, a.rate),), 0.1, **fields)


def test_figures_by_hand():
    rounds = [round_of(index, take, DRAFTED) for index, take in enumerate(TAKES[:3])]
    rounds = [replace(each, logit_type="bfloat16", logit_steps=tuple(2.0**-at for at in range(len(each.tokens)))) for each in rounds]
    steps = [LogitStep("bfloat16", step) for step in (1, 1 / 16, 1)]
    wanted = zip((rounds[0].top_p[0][:2], rounds[1].top_p[4][:2], rounds[2].top_p[0][:2], ()), (*steps, None))
    assert [best_two(rounds, at) for at in (0, 5, 6, 9)] == [*wanted]
    found = against(run(seconds=2.0))  # 10 rounds of 0.2 s: 2 plain steps each; 3 tokens each
    assert found.speedup == pytest.approx(1.5)
    assert found.block_cost(found.b) == pytest.approx(2.0) and found.break_even(found.b) == pytest.approx(0.25)
    assert found.break_even(found.a) is None and found.first_difference is None and found.gap is None
    assert payoff_words(found, found.b) == "a round costs 2.00 plain steps and yields 3.00 tokens: drafting pays"
    assert acceptance_words(found, found.b) == "50% accepted/drafted (20 of 40); break-even at 25% accepted/drafted"
    dear = against(run(seconds=6.0))  # 6 plain steps a round for 4 guesses
    assert acceptance_words(dear, dear.b).endswith("; break-even at over 100% accepted/drafted")


@pytest.mark.parametrize("slow, why", [
    (run(seconds=3.5, accepted=10), "25% of the drafted guesses are accepted and break-even is 62%"),
    (run(seconds=6.0), "even with every guess accepted (5.0 tokens per round) a round would cost too much"),
    (run(seconds=3.0, ids=range(18), drafted=40, accepted=38), "the reply ended in the middle of its last draft"),
])  # fmt: skip
def test_a_loss_says_why(slow, why):
    assert "drafting is slower here, because " + why in payoff_words(against(slow), slow)


def test_the_end_of_a_short_reply_is_a_step_that_was_saved_too():
    short = run(ids=range(7), rounds=3, seconds=0.72, accepted=5, reason="stop")  # 3 rounds for what plain decoding takes 8 steps
    found = against(short, run(PLAIN, ids=range(7), rounds=8, seconds=0.8, reason="stop"))
    assert found.speedup > 1 and payoff_words(found, short) == "a round costs 2.40 plain steps and yields 2.33 tokens, and the end of turn: drafting pays"
    short.reply.reason = "length"
    assert "drafting is slower here" in payoff_words(against(short), short)


def test_runs_on_both_sides_of_plain_do_not_tell_and_give_no_reason():
    slow, plain = run(seconds=3.2), run(PLAIN, seconds=3.0, rounds=30)
    unclear = "the runs do not tell whether drafting pays: their speed-ups go from 0.76 to 1.09"
    found = Comparison(plain, slow, (1.09, 0.9375, 0.76), 0.1)
    assert payoff_words(found, slow) == f"a round costs 3.20 plain steps and yields 3.00 tokens; {unclear}"
    assert "accepted/drafted, break-even at" in Content("\n").join(verdicts(replace(found, ratios=(1.04, 0.9375, 0.99)))).plain, "both figures stay"
    assert payoff_words(Comparison(slow, plain, (1 / 1.09, 1 / 0.9375, 1 / 0.76), 0.1), slow).endswith(unclear), "side A against a plain side B"
    for ratios in ((0.9375,), (0.96, 0.9375, 0.76)):
        assert "drafting is slower here, because" in payoff_words(Comparison(plain, slow, ratios, 0.1), slow), "one run, or all slower"
    other = Comparison(run(seconds=3.0), slow, (1.09, 0.9375, 0.76), 0.1)
    assert "drafting is slower here, because" in payoff_words(other, slow), "the runs are not against plain decoding"
    fast = run(seconds=2.0)
    assert "do not tell" in payoff_words(Comparison(plain, fast, (0.9, 1.5, 3.0), 0.1), fast)


WARM = Settings(temperature=0.8)


@pytest.mark.parametrize("a, b, told", [
    (PLAIN, DRAFTED, None),
    (WARM, WARM, "same distribution, different text"),
    (Settings(temperature=0.8, rule="coupled"), Settings(temperature=0.8, rule="coupled"), None),
    (Settings(temperature=0.8, rule="coupled"), WARM, "same distribution, different text"),
    (Settings(temperature=0.8, rule="coupled"), Settings(temperature=0.7, rule="coupled"), "different text: the temperatures differ"),
    (Settings(), WARM, "different text: the temperatures differ"),
])  # fmt: skip
def test_texts_that_may_differ_are_told_from_those_that_must_not(a, b, told):
    assert (why_texts_differ(a, b) or (None,))[0] == told


def test_a_speed_up_of_a_busy_machine_is_marked_and_the_reason_stands_in_place_of_what_would_follow_from_it():
    busy = against(run(seconds=2.0, probe=1.5), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    assert "B is 1.50x? as fast as A" in relative_pace(busy).plain
    said = [line.plain for line in verdicts(busy)]
    assert said == [doubt_words(busy), "B  50% accepted/drafted (20 of 40); break-even at 25% accepted/drafted"]
    assert said[0] == "doubtful: the machine was busy: its speed changed by 50% meanwhile. Measure again when nothing else runs"
    card = comparison_card(busy, "hi", "toy-target", busy=3.0)
    assert card.headline == "doubtful" and not card.spread and card.facts[0].startswith("1.50x?: the machine was busy") and "load 3 before it began" in " ".join(card.facts)
    calm = against(run(seconds=2.0, probe=1.05), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    faster = against(run(seconds=1.5, probe=1.5), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    assert headline([faster, calm, busy]) is calm and headline([busy, faster]) is faster, "the fastest that can be believed"
    assert "?" not in relative_pace(calm).plain and "drafting pays" in next(verdicts(calm)).plain and doubt_words(calm) == ""


def test_what_is_as_fast_in_the_digits_that_are_shown_is_not_called_slower():
    assert same_text_words(against(run())) == "the same 30 tokens on both sides"
    assert "B is 1.00x as fast as A" in relative_pace(against(run(seconds=3.01))).plain
    slower = against(run(seconds=3.03))
    assert "B is slower than A: 0.99x" in relative_pace(slower).plain
    assert "B is 0.99x as fast as A (2 runs, 0.98-1.02: either may be faster)" in relative_pace(replace(slower, ratios=(0.98, 1.02))).plain


@pytest.mark.parametrize("settings, failure, words", [
    (Settings(drafter="lookup"), None, "lookup drafted nothing: there was nothing to guess on this text"),
    (Settings(drafter="auto"), None, "auto drafted nothing: plain decoding was faster, or there was nothing to guess"),
    (Settings(drafter="lookup"), "drafter lookup failed and is off for this reply", "drafter lookup failed and is off for this reply"),
])  # fmt: skip
def test_a_side_that_drafted_nothing_says_why(settings, failure, words):
    side = run(settings, drafted=0, accepted=0)
    side.reply.failure = failure
    assert [line.plain for line in verdicts(against(side))] == [f"B  {words}"]


def test_a_k_that_is_always_faster_is_named_beside_one_that_is_faster_now_and_then():
    speeds = [Speed.of(Settings(k=k), [(10.0, 10.0 * ratio) for ratio in ratios]) for k, ratios in ((2, (1.3, 1.4, 1.5)), (4, (0.9, 1.5, 1.8)))]
    assert best_words(speeds) == "only k 2 is faster than A in every turn"
    assert best_words(speeds[1:]) == "no k is faster than A beyond the spread"
    runs = [run(seconds=s) for s in (3.0, 1.0, 2.0, 4.0)]
    assert median(runs) is runs[0] and median(runs[:3]) is runs[2], "the median run is one that was made"


@pytest.mark.parametrize("best, step, gap, words", [
    (((12, 0.5), (99, 0.49)), None, 0.0202, "0.02 apart"),
    (((12, 0.5), (99, 0.5)), 0.125, 0, "equal, an exact tie of bfloat16: a wider pass rounds differently"),
    (((12, 0.5), (99, 0.5 * math.exp(-0.125))), 0.125, 0.125, "0.12 apart, one step of bfloat16: a wider pass rounds differently"),
    (((12, 0.5), (99, 0.5 * math.exp(-1))), 0.125, 1, "1 apart, 8 steps of bfloat16"),
    (((12, 0.5), (99, 0.5 * math.exp(-0.02))), 2**-19, 0.02, "0.02 apart, 10,486 steps of bfloat16"),
    (((12, 1.0), (99, 0.0)), None, None, ""),
])  # fmt: skip
def test_a_difference_is_named_with_its_gap_in_steps_of_the_logits_type(best, step, gap, words):
    """Above temperature 0 it is not: noise that is not stored decides there, and p is of logits over the temperature."""
    other, warm = [*range(12), 99, *range(13, 30)], Settings(temperature=0.5, rule="coupled")
    found = against(run(ids=other), best=best, step=step and LogitStep("bfloat16", step))
    assert found.first_difference == 12 and found.gap == (gap if gap is None else pytest.approx(gap, abs=1e-4))
    assert same_text_words(found) == "differs from token 13 on" + (f"; side A's two best logits there are {words}" if words else "")
    assert near(found, {}).endswith(f"; logits {words}") if words else near(found, {}) == ""
    hot = replace(found, a=run(warm), b=run(warm, ids=other))
    assert same_text_words(hot) == "differs from token 13 on" and near(hot, {}) == ""
    assert gap is None or hot.gap == pytest.approx(gap / 2, abs=1e-4)


@pytest.mark.parametrize("ratios, speed_up, how", [((1.77, 1.84, 1.91), "1.84x (1.77-1.91)", "the median of 3 runs a side"), ((1.84,), "1.84x", "one run a side")])
def test_a_card_has_the_spread_behind_its_speed_up_and_the_size_of_a_links_preview(ratios, speed_up, how):
    card = ET.fromstring(comparison_card(Comparison(run(PLAIN, seconds=1.84), run(), ratios, 0.1), "hi", "toy").svg())
    words = " ".join(" ".join(card.itertext()).split())
    assert words.startswith(f"{speed_up} model, k=4 against plain") and f"{how}, in turn, each from cold caches; 30 tokens" in words
    assert (card.get("width"), card.get("height")) == ("1200", "630")
    assert all(0 <= float(item.get("x")) <= 1200 and 0 <= float(item.get("y")) <= 630 for item in card.iter() if item.get("x"))


def test_places_that_have_no_room_are_marked():
    assert [by_position(Stats(by_position=((1, 2),) * places)).endswith("50…%") for places in (7, 8)] == [False, True]


def test_a_mac_is_called_by_its_chip(monkeypatch):
    """platform.processor() is "arm" there, for all of them."""
    monkeypatch.setattr(this_machine.sys, "platform", "darwin")
    monkeypatch.setattr(this_machine, "_output_of", lambda *command: "Apple M3 Max")
    assert this_machine.processor() == "Apple M3 Max" and this_machine.machine_words().startswith("Apple M3 Max, ")


# Over random results.

SEEDS = range(20)
RATE, TIMES = re.compile(r"([\d.]+) tok/s"), re.compile(r"(?<![\d.])(\d+\.\d\d)x")


def random_run(rng: random.Random, settings: Settings, speed: float) -> Run:
    """A reply of random length at about that many tokens per second, its events at random times."""
    at, stats, tokens = 5.0, Stats(), rng.randrange(3, 9)
    events: list = [Prefill("target", 12, 12, 0, 0.2, at=at)]
    for index in range(tokens):
        take = TAKES[index % len(TAKES)]
        event = round_of(index, take, settings)
        stats, at = stats.add(event), at + rng.uniform(0.5, 1.5) / speed
        events.append(replace(event, texts=("w",) * len(event.tokens), guesses=take.guesses, at=at))
    stats = replace(stats, decode_seconds=stats.emitted / speed / rng.uniform(0.8, 1.25), peak_memory_bytes=rng.randrange(10**7, 10**10))
    return Run(settings, reply_of([*events, Finish("length", None, stats, at=at + 0.01)]))


def random_comparison(rng: random.Random) -> Comparison:
    """Of one to five runs a side, at paces from very slow to very fast."""
    speed, gain = 10 ** rng.uniform(-0.5, 3), rng.uniform(0.3, 4)
    pairs = [(random_run(rng, PLAIN, speed), random_run(rng, DRAFTED, speed * gain)) for _ in range(rng.choice((1, 2, 3, 5)))]
    a, b = (median(side) for side in zip(*pairs))
    return Comparison(a, b, tuple(ratio(b.rate, a.rate) for a, b in pairs), a.round_seconds)


def the_quotient(text: str) -> str:
    """What a reader finds who divides the second rate in a text by the first one."""
    a, b = map(float, RATE.findall(text)[:2])
    return f"{b / a:.2f}x" if a and b else ""


def test_the_report_says_what_is_against_side_a_and_what_against_plain_decoding():
    made = random.Random(1)
    plain, drafted = random_run(made, PLAIN, 50.0), random_run(made, DRAFTED, 40.0)
    report = lambda a, b: compare_report([Comparison(a, b, (ratio(b.rate, a.rate),), plain.round_seconds)], {})  # noqa: E731
    assert "over side A" not in report(plain, drafted) and "verdict   a round costs" in report(plain, drafted)
    assert "x over side A; one run a side" in report(drafted, drafted) and "verdict   against plain decoding, a round costs" in report(drafted, drafted)
    assert report(plain, plain).endswith("side B is plain decoding too") and report(drafted, plain).split("\nhealth")[0].endswith("side B is plain decoding")
    assert report(plain, Run(Settings(drafter="lookup"), plain.reply)).endswith("verdict   lookup drafted nothing: there was nothing to guess on this text")
    screen = lambda b, room: findings([Comparison(plain, b, (ratio(b.rate, plain.rate),), plain.round_seconds)], {}, room).plain  # noqa: E731
    assert "p lets side B draft" in screen(plain, 120) and "p lets" not in screen(drafted, 120)
    assert [screen(plain, room).splitlines()[1].startswith(" same ") for room in (40, 120)] == [True, False], "what has no room begins a line"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_follows_from_its_figures_everywhere(seed):
    found = random_comparison(random.Random(seed))
    sides = "\n".join(side_figures(each, each.settings).plain for each in (found.a, found.b))
    wanted, screen = the_quotient(sides), findings([found], {}).plain
    report, card = compare_report([found], {}), comparison_card(found, "p", "t").svg()
    playback = Playback(found.a.reply, found.b.reply)
    playback.seek(playback.length)
    assert TIMES.findall(screen)[0] + "x" == wanted == the_quotient(report) == the_quotient(card)
    assert {*TIMES.findall(report.replace(doubt_words(found), ""))} == {*TIMES.findall(card)[:1]} == {wanted[:-1]} and speed_up(playback) == wanted
    assert [race(playback, 150, doubtful).plain.count("?") for doubtful in (False, True)] == [0, 1]
    low, high = found.speed.spread or (found.speed.times,) * 2
    assert low <= found.speed.times <= high and (len(found.ratios) == 1 or figures.least_to_most((low, high)) in screen)
    at, b_at = (lane.seconds for lane in playback.lanes)
    assert f"done at {figures.duration(at, max(at, b_at))}" in race(playback, 150).plain
    assert len(found.b.ids) / b_at / (len(found.a.ids) / at) == pytest.approx(found.speedup), "the race takes another time than the rates"
    data = json.loads(json.dumps(comparison_json([found], SimpleNamespace(name="", target_path="", path=lambda _: None))))
    rates = [data[side]["stats"]["tokens_per_second"] for side in "ab"]
    assert data["speedup"] == pytest.approx(rates[1] / rates[0], rel=1e-12) and data["spread"][0] - 1e-9 <= data["speedup"] <= data["spread"][1] + 1e-9
    assert data["block_cost"] == pytest.approx(found.b.stats.decode_seconds / data["b"]["stats"]["rounds"] / found.a.round_seconds)
    told, waited = first_token(found), [side.reply.first_token for side in (found.a, found.b)]
    assert told == f"first token  A {figures.duration(waited[0], max(waited))}  B {figures.duration(waited[1], max(waited))}"
    for room in range(60, 200):
        lines = beginnings(found, room).plain.split("\n")
        assert max(map(len, lines)) <= room and any(told in line for line in lines), "lines break between findings, never inside one"
        assert lines[0].startswith("accepted by place  B ") and "peak memory" in lines[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sweep_holds_the_races_figure_and_names_a_best_k_only_where_it_is_clear(seed):
    rng = random.Random(seed)
    raced = random_comparison(rng)
    runs = rng.choice((2, 3, 4))
    others = [Speed.of(Settings(k=k), [(rng.uniform(30, 34), rng.uniform(30, 60)) for _ in range(runs)]) for k in (1, 2, 3, 6, 8)]
    if not raced.speed.spread:
        assert best_words([*others, raced.speed]).startswith("one run each")
        return
    curve = sorted([*others, raced.speed], key=lambda speed: speed.settings.k)
    drawn, best = sweep(curve, 4, 120).plain, max(curve, key=lambda speed: speed.times)
    assert TIMES.findall(drawn.split("\n", 1)[1]) == [f"{speed.times:.2f}" for speed in curve] and f"{raced.speed.times:.2f}x" in drawn
    assert all(speed.spread[0] <= speed.times <= speed.spread[1] for speed in curve)
    clear = all(speed.spread[1] < best.spread[0] for speed in curve if speed is not best)
    words = best_words(curve)
    assert words.startswith("best k") == (clear and best.spread[0] >= 1) and (("alike" in words) == (not clear and best.spread[0] >= 1))


def bench(rng: random.Random) -> list[dict]:
    """Rows of random turns, the last of which may be incomplete."""
    made, turns = Table(), rng.randrange(1, 5)
    for group in (Group("echo", 0.0, "probabilistic"), Group("qa", 0.8, "probabilistic")):
        speed = 10 ** rng.uniform(-0.5, 3)
        for turn in range(turns):
            for arm in (PLAIN_ARM, Arm("lookup", 4), Arm("model", 2), Arm("model", 4), Arm("mlx-lm", 0))[: 3 if turn and turn == turns - 1 else 5]:
                stats = Stats(rounds=9, drafted=arm.k, accepted=arm.k // 2, emitted=rng.randrange(5, 90), by_position=((1, 2),) if arm.k else ())
                stats = replace(stats, decode_seconds=stats.emitted / speed / rng.uniform(0.5, 3))
                made.add(group, arm, turn, [BenchReply(stats, (1, 2), 10)])
    return made.rows()


MACHINE = {"processor": "x", "backend": "cpu", "method": "m"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_benchs_speed_ups_follow_from_its_rates_in_every_form(seed):
    rows = bench(random.Random(seed))
    shown = [line.split() for line in as_table({"machine": MACHINE, "rows": rows}).splitlines()]
    wanted = []
    for row in rows:
        plain = next(each for each in rows if (each["workload"], each["drafter"]) == (row["workload"], "none"))
        assert row["speedup"] == pytest.approx(row["tokens_per_second"] / plain["tokens_per_second"], rel=1e-12)
        assert row["spread"][0] <= row["speedup"] <= row["spread"][1]
        if row is not plain:
            name = [row["drafter"], f"k={row['k']}"] if row["k"] else [row["drafter"]]
            rate, base = figures.pace(row["tokens_per_second"]), figures.pace(plain["tokens_per_second"])
            wanted.append(f"{float(rate) / float(base):.2f}x{'?' if row['doubtful'] else ''}")
            assert any(line[: len(name) + 2] == [*name, rate, wanted[-1]] for line in shown) and ["plain", base] in (line[:2] for line in shown)
    for text in (readme.table(rows, 4), readme.short(rows, 4)):
        assert {f"{x}x" for x in TIMES.findall(text)} <= {*(one.rstrip("?") for one in wanted), "1.00x"}


# The digits.

@pytest.mark.parametrize("form, shown", [
    (figures.share, {0: "0%", 0.001: "<1%", 0.863: "86%", 0.998: ">99%", 1: "100%"}),
    (figures.probability, {0: ".00", 0.001: "<.01", 0.6: ".60", 0.998: ">.99", 1: "1.00"}),
    (figures.precisely, {0.5764: ".576", 0.99996: ".99996", 1.0: "1", 1.0004: "1", 1 - 1e-12: "1"}),
    (figures.precisely, {4.18e-34: "<.000001", 1.2e-5: ".000012", 0.00012: ".00012", 0.0: "0"}),  # no power of ten
    (figures.rate, {151.44: "151.4 tok/s", 33.36: "33.4 tok/s", 9.996: "10.0 tok/s", 3.336: "3.34 tok/s", 0.5123: "0.512 tok/s"}),
    (figures.size, {4.61e9: "4.61 GB", 999.7e6: "1 GB", 77.44e6: "77.4 MB", 5e4: "50 kB"}),
    (lambda x: figures.duration(x, 0.362), {0.362: "362 ms", 0.0041: "4 ms"}),  # a column has one unit
    (lambda x: figures.duration(x, 7.66), {7.66: "7.66 s", 0.04: "0.04 s"}),
    (figures.duration, {0.0145: "14.5 ms"}),
    (lambda rates: figures.speedup(*rates), {(9.996, 3.336): "2.99x", (5.0, 0.0): "1.00x", (0.0, 5.0): "0.00x"}),  # the quotient of what is shown
])  # fmt: skip
def test_each_kind_of_figure_has_its_form(form, shown):
    assert {figure: form(figure) for figure in shown} == shown
