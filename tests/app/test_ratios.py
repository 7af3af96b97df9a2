"""Over random results: every ratio on the screen, in the report, on cards, in JSON and in tables is the quotient of the figures beside it,
to the last digit that is shown, and lies within its spread."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from assets.benchmarks import readme_table as readme
from specdeck.chat.reply import reply_of
from specdeck.commands.bench import as_table
from specdeck.commands.bench_turns import PLAIN, Arm, BenchReply, Group, Table
from specdeck.commands.compare import compare_report
from specdeck.compare.playback import Playback
from specdeck.compare.result import Comparison, Run, Speed, median, ratio
from specdeck.compare.result_card import comparison_card
from specdeck.compare.result_words import best_words, doubt_words
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.drawing import figures
from specdeck.records.export import comparison_json
from specdeck.widgets.comparison_panels import GAP, beginnings, findings, first_token, sweep
from specdeck.widgets.comparison_panels import figures as side_figures
from specdeck.widgets.race import race, speed_up
from tests.helpers.fake import TAKES, round_of

SEEDS = range(20)
DRAFTED, BARE = Settings(), Settings(drafter="none", k=0)
RATE, TIMES = re.compile(r"([\d.]+) tok/s"), re.compile(r"(?<![\d.])(\d+\.\d\d)x")


def run(rng: random.Random, settings: Settings, speed: float) -> Run:
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


def comparison(rng: random.Random) -> Comparison:
    """Of one to five runs a side, at paces from very slow to very fast."""
    speed, gain = 10 ** rng.uniform(-0.5, 3), rng.uniform(0.3, 4)
    pairs = [(run(rng, BARE, speed), run(rng, DRAFTED, speed * gain)) for _ in range(rng.choice((1, 2, 3, 5)))]
    a, b = (median(side) for side in zip(*pairs))
    return Comparison(a, b, tuple(ratio(b.rate, a.rate) for a, b in pairs), a.round_seconds)


def the_quotient(text: str) -> str:
    """What a reader finds who divides the second rate in a text by the first one."""
    a, b = map(float, RATE.findall(text)[:2])
    return f"{b / a:.2f}x" if a and b else ""


def test_the_report_says_what_is_against_side_a_and_what_against_plain_decoding():
    made = random.Random(1)
    plain, drafted = run(made, BARE, 50.0), run(made, DRAFTED, 40.0)
    report = lambda a, b: compare_report([Comparison(a, b, (ratio(b.rate, a.rate),), plain.round_seconds)], {})  # noqa: E731
    assert "over side A" not in report(plain, drafted) and "verdict   a round costs" in report(plain, drafted)
    assert "x over side A; one run a side" in report(drafted, drafted) and "verdict   against plain decoding, a round costs" in report(drafted, drafted)
    assert report(plain, plain).endswith("side B is plain decoding too") and report(drafted, plain).split("\nhealth")[0].endswith("side B is plain decoding")
    assert report(plain, Run(Settings(drafter="lookup"), plain.reply)).endswith("verdict   lookup drafted nothing: it had no guess, or plain decoding was faster")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_follows_from_its_figures_everywhere(seed):
    found = comparison(random.Random(seed))
    sides = "\n".join(side_figures(each, each.settings, 200).plain for each in (found.a, found.b))
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


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sweep_holds_the_races_figure_and_names_a_best_k_only_where_it_is_clear(seed):
    rng = random.Random(seed)
    raced = comparison(rng)
    runs = rng.choice((2, 3, 4))
    others = [Speed.of(Settings(k=k), [(rng.uniform(30, 34), rng.uniform(30, 60)) for _ in range(runs)]) for k in (1, 2, 3, 6, 8)]
    if not raced.speed.spread:
        assert best_words([*others, raced.speed]).startswith("one run each")
        return
    curve = sorted([*others, raced.speed], key=lambda speed: speed.settings.k)
    drawn, best = sweep(curve, 4, 2, 120).plain, max(curve, key=lambda speed: speed.times)
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
            for arm in (PLAIN, Arm("lookup", 4), Arm("model", 2), Arm("model", 4), Arm("mlx-lm", 0))[: 3 if turn and turn == turns - 1 else 5]:
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


@pytest.mark.parametrize("seed", SEEDS)
def test_the_time_to_the_first_token_stands_wherever_it_takes_no_line_more(seed):
    """Also where a side drafts; lines break between findings, never inside one."""
    found = comparison(random.Random(seed))
    told = first_token(found)
    assert told.count("A ") == told.count("B ") == 1 and figures.duration(found.b.reply.first_token, max(side.reply.first_token for side in (found.a, found.b))) in told
    for room in (60, 78, 90, 118, 200):
        lines = beginnings(found, room=room).plain.split("\n")
        assert max(map(len, lines)) <= room and lines[0].startswith("accepted by place  B ") and "peak memory" in lines[-1]
        placed, memory = lines[0].partition(" " * GAP)[0], "peak memory" + lines[-1].partition("peak memory")[2]
        beside = [len(placed) + GAP + len(told), len(told) + GAP + len(memory)]
        fits = len(placed) + len(told) + len(memory) + 2 * GAP <= room if len(placed) + GAP + len(memory) <= room else min(beside) <= room
        assert any(told in line for line in lines) == fits, (room, lines)
        assert told in beginnings(found, room=room, tall=True).plain.split("\n")[0 if len(placed) + GAP + len(told) <= room else 1]
    assert told in beginnings(found, room=200).plain.split("\n")[0] and told not in beginnings(found, short=True, room=200).plain


# The digits.

def test_each_kind_has_its_form():
    assert [figures.share(x) for x in (0, 0.001, 0.863, 0.998, 1)] == ["0%", "<1%", "86%", ">99%", "100%"]
    assert [figures.probability(x) for x in (0, 0.001, 0.6, 0.998, 1)] == [".00", "<.01", ".60", ">.99", "1.00"]
    assert [figures.precisely(x) for x in (0.5764, 0.99996, 1.0, 1.0004, 1 - 1e-12)] == [".576", ".99996", "1", "1", "1"], "what is below 1 is not 1"
    assert [figures.precisely(x) for x in (4.18e-34, 1.2e-5, 0.00012, 0.0)] == ["<.000001", ".000012", ".00012", "0"], "no power of ten"
    assert [figures.rate(x) for x in (151.44, 33.36, 9.996, 3.336, 0.5123)] == ["151.4 tok/s", "33.4 tok/s", "10.0 tok/s", "3.34 tok/s", "0.512 tok/s"]
    assert [figures.size(x) for x in (4.61e9, 999.7e6, 77.44e6, 5e4)] == ["4.61 GB", "1 GB", "77.4 MB", "50 kB"]


def test_a_column_has_one_unit():
    assert [figures.duration(x, 0.362) for x in (0.362, 0.0041)] == ["362 ms", "4 ms"] and figures.duration(0.0145) == "14.5 ms"
    assert [figures.duration(x, 7.66) for x in (7.66, 0.04)] == ["7.66 s", "0.04 s"] and figures.size(29.2e6, 1.2e9) == "0.03 / 1.20 GB"


def test_a_speed_up_is_what_a_reader_finds_who_divides_the_two_rates():
    rng = random.Random(1)
    for _ in range(2000):
        a, b = (10 ** rng.uniform(-1, 3.5) for _ in range(2))
        assert figures.speedup(b, a) == f"{float(figures.pace(b)) / float(figures.pace(a)):.2f}x"
    assert (figures.speedup(5.0, 0.0), figures.speedup(0.0, 5.0)) == ("1.00x", "0.00x")
