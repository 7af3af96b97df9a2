"""`specdeck bench`: a table's arithmetic by hand, what is on stdout, the order of the turns, and what a signal leaves."""

from __future__ import annotations

import signal
import statistics
from dataclasses import astuple, replace
from types import SimpleNamespace

import mlx.core as mx
import pytest

import specdeck.decoding.drafters.auto
import specdeck.decoding.drafters.lookup
import specdeck.decoding.loop
from specdeck import assets
from specdeck.budget import Budget
from specdeck.commands import bench_rows
from specdeck.commands.bench import _plan, as_table, best_lines
from specdeck.commands.bench_rows import PLAIN, Arm, BenchReply, Group, Table
from specdeck.commands.command_table import parse
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.types import Prefill, Stats
from specdeck.engine import this_machine
from specdeck.engine.this_machine import doubt
from specdeck.models.measurements import Measurements, recall_learnt
from specdeck.settings import paths
from tests.helpers.command_line import ENDLESS

GREEDY, SAMPLED = Group("echo", 0.0, "probabilistic"), Group("echo", 0.8, "probabilistic")
LOOKUP = Arm("lookup", 4)
MACHINE = {"processor": "x", "backend": "cpu", "blas": None, "memory_bytes": 2**30, "versions": {"mlx": "1"}, "method": "two turns " * 30}
SMALL = ("--runs", "1", "--prompts", "1", "--max-tokens", "8", "--workload", "echo", "-k", "2", "--seed", "3", *ENDLESS)


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    """No figure is doubted for what else the machine does."""
    monkeypatch.setattr("specdeck.engine.engine.Engine.probe", lambda self: None)


def reply(ids: str, seconds: float, drafted: int = 0, accepted: int = 0, rounds: int = 1, prompt: int = 10, **machine: float) -> BenchReply:
    """A reply of these tokens in so many seconds, of which a quarter was drafting and a half verifying."""
    stats = Stats(
        rounds=rounds, drafted=drafted, accepted=accepted, tested=accepted + (rounds if accepted < drafted else 0), emitted=len(ids), decode_seconds=seconds, draft_seconds=seconds / 4,
        verify_seconds=seconds / 2, by_position=((accepted, drafted),) if drafted else (),
    )  # fmt: skip
    return BenchReply(stats, tuple(map(ord, ids)), prompt, **machine)


def table(group: Group = GREEDY) -> Table:
    """Two turns of two prompts; lookup goes wrong at the third token of the second turn's first prompt."""
    made = Table()
    made.add(group, PLAIN, 0, [reply("abcd", 1.0, prompt=10), reply("ef", 0.5, prompt=20)])  # 6 tokens, 1.5 s: 4 a second
    made.add(group, PLAIN, 1, [reply("abcd", 2.0, prompt=10), reply("ef", 1.0, prompt=20)])  # 2 a second
    made.add(group, LOOKUP, 0, [reply("abcd", 0.5, 5, 2, 2, 10), reply("ef", 0.25, 2, 1, 1, 20)])  # 8 a second
    made.add(group, LOOKUP, 1, [reply("abxy", 0.75, 5, 2, 2, 10), reply("ef", 0.25, 2, 1, 1, 20)])  # 6 a second
    return made


def test_a_row_by_hand():
    plain, lookup = table().rows()
    assert (plain["drafter"], plain["k"], plain["speedup"], plain["spread"]) == ("none", 0, 1.0, [1.0, 1.0])
    assert plain["acceptance_rate"] is None and plain["acceptance_by_position"] == [] and plain["doubtful"] is None
    assert plain["tokens_per_second"] == statistics.median([4, 2]) == 3 and (plain["identical"], plain["of"]) == (12, 12)
    assert lookup == {
        "workload": "echo", "drafter": "lookup", "k": 4, "temperature": 0.0, "rule": "probabilistic", "prompt_tokens": 15,
        "tokens_per_second": 7.0, "speedup": 7 / 3, "spread": [2.0, 3.0], "acceptance_rate": 6 / 14, "acceptance_per_tested": 0.5, "acceptance_by_position": [6 / 14],
        "tokens_per_round": 2.0, "draft_seconds": 1.75 / 4 / 6, "verify_seconds": 1.75 / 2 / 6, "identical": 10, "of": 12,
        "draft_n": 14, "draft_n_accepted": 6, "looped": 0,
        "doubtful": "its turns differ, from 2.00x to 3.00x: the machine was busy",
    }  # fmt: skip
    made = table()
    made.add(GREEDY, LOOKUP, 2, [reply("zzzz", 0.001), reply("zz", 0.001)])  # plain decoding has no such turn
    made.add(GREEDY, slow := Arm("slow", 4), 0, [reply("abcd", 1.0), reply("ef", 0.5)])
    made.drop(slow)  # it failed at its second turn
    assert made.rows() == table().rows(), "it takes no turn from the others"
    made = table()
    made.add(SAMPLED, LOOKUP, 0, [reply("abcd", 1.0)])
    assert made.rows() == table().rows()


@pytest.mark.parametrize("temperature, rule, other, text, identical, of", [
    (0.0, "probabilistic", LOOKUP, "abc", 3, 4), (0.8, "probabilistic", LOOKUP, "abcd", None, 4), (0.8, "coupled", LOOKUP, "abxd", 2, 4),
    (0.8, "coupled", Arm("mlx-lm", 0), "abcd", None, 4),
])  # fmt: skip
def test_texts_are_compared_where_they_must_not_differ(temperature, rule, other, text, identical, of):
    made, group = Table(), Group("echo", temperature, rule)
    made.add(group, PLAIN, 0, [reply("abcd", 1.0)])
    made.add(group, other, 0, [reply(text, 1.0)])
    row = made.rows()[1]
    assert (row["identical"], row["of"]) == (identical, of) and row["speedup"] == len(text) / 4


@pytest.mark.parametrize("seconds, plain, drafted, doubtful", [
    (0.5, {"probe": 1.0}, {"probe": 1.05}, None), (0.5, {"probe": 1.0}, {"probe": 1.3}, "the machine was busy: its speed changed by 30% meanwhile"),
    (0.5, {"crowd": 0.5}, {"crowd": 0.5}, "other programs took 50% of the processors meanwhile"), (0.2, {}, {}, "cannot be: the machine was busy beside one of the two"),
])  # fmt: skip
def test_a_figure_of_a_busy_machine_or_one_that_cannot_be_is_no_best(seconds, plain, drafted, doubtful):
    made = Table()
    made.add(GREEDY, PLAIN, 0, [reply("abcd", 1.0, **plain)])
    made.add(GREEDY, LOOKUP, 0, [reply("abcd", seconds, 4, 2, 2, **drafted)])
    made.add(Group("qa", 0.0, "probabilistic"), PLAIN, 0, [reply("abcd", 1.0)])
    rows = made.rows()
    told, shown = best_lines(rows, {}, False), as_table({"machine": MACHINE, "rows": rows})
    assert (rows[1]["doubtful"] or "").endswith(doubtful or "") and bool(rows[1]["doubtful"]) is bool(doubtful)
    assert ("x?" in shown) is ("\n? 1 of 1 speed-up: " in shown and "Measure again" in shown) is bool(doubtful)
    if doubtful:
        assert told == ["echo, T=0: 1 of 1 speed-ups are doubtful"]
        made.add(GREEDY, Arm("mtp", 4), 0, [reply("abcd", 2.0, 4, 2, 2)])
        assert best_lines(made.rows(), {}, False) == [told[0].replace("1 of 1", f"{1 + bool(plain.get('crowd'))} of 2")], "a slow drafter says nothing of the doubtful one"
    else:
        assert [line.partition(":")[0] for line in told] == ["echo, T=0", "over all"] and "lookup, k 4: 2.00x" in told[1]


def test_nothing_is_best_over_all_where_an_interrupted_bench_tried_only_some_of_the_drafters():
    made, slow, other = Table(), Arm("mtp", 4), Group("qa", 0.0, "probabilistic")
    for group, arms in ((GREEDY, (PLAIN, slow, LOOKUP)), (other, (PLAIN, slow))):
        for arm in arms:
            made.add(group, arm, 0, [reply("abcd", {PLAIN: 1.0, slow: 1.25, LOOKUP: 0.5}[arm], 4 * (arm != PLAIN), 2 * (arm != PLAIN), 2)])
    assert [line.partition(":")[0] for line in best_lines(made.rows(), {}, False)] == ["echo, T=0", "qa, T=0"]
    made.add(other, LOOKUP, 0, [reply("abcd", 0.5, 4, 2, 2)])
    assert best_lines(made.rows(), {}, False)[2].startswith("over all: lookup, k 4: 2.00x")


@pytest.mark.parametrize("busy, idle, own, share", [(20, 0, 10, 0.5), (19, 1, 18.5, 0.025), (12, 8, 10, 0.0)])
def test_what_other_programs_take_of_the_processors_is_known_where_nobody_is_idle(monkeypatch, busy, idle, own, share):
    seconds = iter([(5.0, 7.0, 1.0), (5.0 + busy, 7.0 + idle, 1.0 + own)])
    monkeypatch.setattr(this_machine, "processor_seconds", lambda: next(seconds))
    crowd = this_machine.Crowd()
    assert crowd.share() is None and crowd.share() == pytest.approx(share)


@pytest.mark.parametrize("turns, doubted", [((1.8, 1.9), False), ((1.5, 1.8), True), ((1.5, 1.55, 2.4), False), ((1.3, 1.6, 2.0), True), ((1.8,), True)])
def test_a_figure_of_several_turns_is_judged_by_them_and_another_by_the_machine(turns, doubted):
    assert bool(doubt((1.0, 1.3), turns=turns)) is doubted
    assert doubt(turns=(2.0, 2.0), crowds=[0.02, None, 0.04]) is None and "took 48%" in str(doubt(turns=(2.0, 2.0), crowds=[0.5, 0.48, 0.02]))


def test_auto_does_not_choose_the_draft_length_of_the_others():
    for order in (("model", "auto"), ("auto", "model")):
        assert not _plan(parse("bench", [word for name in order for word in ("--drafter", name)])).settings.adaptive_k
    assert _plan(parse("bench", ["--adaptive-k"])).settings.adaptive_k
    assert _plan(parse("bench", ["--drafter", "org/head"])).asked == NAMES and _plan(parse("bench", ["--drafter", "lookup"])).asked == ("lookup",)


def costing(token: float):
    """What a plan takes whose pair has plain decoding, lookup and auto, half a second a prompt and so much a token."""
    return lambda plan: len(plan.groups()) * (1 + 2 * len(plan.ks)) * plan.amounts.prompts * plan.amounts.runs * (0.5 + token * plan.amounts.tokens)


@pytest.mark.parametrize("token, words, left", [
    (0.001, (), (2, 3, 71, (2, 4, 8), (0.0, 0.8))),  # of prompts, runs, tokens, ks, temperatures
    (0.06, (), (1, 2, 48, (2, 4, 8), (0.0,))),
    (0.2, (), (1, 2, 37, (4,), (0.0,))),
    (0.06, ("--temp", "0,0.8", "-k", "2,4,8", "--runs", "3"), (1, 3, 24, (2, 4, 8), (0.0, 0.8))),
    (9.0, ("--max-tokens", "96", "--prompts", "2"), (2, 1, 96, (4,), (0.0,))),
])  # fmt: skip
def test_a_slow_pair_has_a_smaller_table_and_what_a_person_named_stays(token, words, left):
    plan = _plan(parse("bench", words))
    found, said = plan.fitting(costing(token), Budget(240))
    assert (*astuple(found.amounts), found.ks, found.temperatures) == left
    assert said.endswith("in 240 s (--seconds N for more)") and ("T=0 alone" in said) == (len(left[4]) < 2) and ("k=4 alone" in said) == (left[3] == (4,))
    whole, nothing = plan.fitting(costing(token), Budget(0))
    assert (whole, nothing) == (plan, "")


def test_the_table_fits_80_columns():
    rows = table().rows() + table(SAMPLED).rows()
    rows[1] |= {"drafter": "model:a-long-name", "speedup": 17.3, "spread": [1.0, 20.0], "acceptance_by_position": [1.0] * 8}
    shown = as_table({"machine": MACHINE, "rows": rows}, 80).splitlines()
    assert max(map(len, shown)) <= 80
    cut = next(line for line in as_table({"machine": MACHINE, "rows": rows}, 96).splitlines() if "17.30x" in line)
    assert len(cut) <= 96 and cut.endswith("  100 100 100…")  # no number is cut in two
    assert "100 100 100 100 100 100 100 100" in as_table({"machine": MACHINE, "rows": rows})


def test_the_object_is_the_contracts(cli):
    done = cli("bench", "--json", *SMALL)
    assert done.code == 0 and done.err == "", done.err
    assert set(done.json) == {"machine", "rows", "health", "best", "budget_seconds"}
    assert {"processor", "backend", "blas", "versions", "method", "target"} <= set(done.json["machine"])
    assert done.json["machine"]["dtype"] == ("float32" if mx.default_device() == mx.cpu else "float16")
    drafters = ["none", "lookup", "mtp", "dflash", "model", "hybrid", "auto"]
    assert [(row["temperature"], row["drafter"]) for row in done.json["rows"]] == [(t, who) for t in (0.0, 0.8) for who in drafters]
    for row in done.json["rows"]:
        assert row["workload"] == "echo" and row["k"] == (0 if row["drafter"] == "none" else 2)
        assert row["of"] == 8 and row["identical"] == (8 if row["temperature"] == 0 else None)
        assert row["tokens_per_second"] > 0 and row["spread"] == [row["speedup"]] * 2
        assert len(row["acceptance_by_position"]) <= 2 and (row["acceptance_rate"] is None) == (not row["acceptance_by_position"])
    assert {*done.json["rows"][0]} == {*table().rows()[0]} and {row["acceptance_rate"] for row in done.json["rows"] if row["drafter"] == "lookup"} == {1.0}


@pytest.fixture
def replies(monkeypatch):
    """The settings of every reply that is decoded; a signal is raised in the middle of the one whose number is `replies.end`."""
    real = specdeck.decoding.loop.decode

    class Replies(list):
        end: int | None = None
        late = 0.0  # seconds by which each reply comes later than the one before
        most = 0  # tokens that any of them may have
        cached: set[int] = set()

    seen = Replies()

    def decode(pair, prompt, settings, **options):
        seen.append((settings.drafter, settings.k, settings.temperature, settings.seed))
        seen.most = max(seen.most, options["max_tokens"])
        for event in real(pair, prompt, settings, **options):
            if isinstance(event, Prefill):
                seen.cached.add(event.cached)
            yield replace(event, at=event.at + seen.late * len(seen))
            if isinstance(event, Prefill) and len(seen) == seen.end:
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(specdeck.decoding.loop, "decode", decode)
    return seen


def test_what_fits_is_told_by_warm_passes(cli, monkeypatch):
    """The first passes of each width, at the first temperature, take 1000 times as long. Fewer than 24 tokens would say little of what one costs."""
    warm = set[int]()

    def learn(meter, trial, reply):
        meter._costs[trial.kind] = 0.0, 0.1 if trial.settings.temperature else 100.0
        warm.update({trial.most} if "warming" in trial.words else ())

    monkeypatch.setattr("specdeck.compare.timed_replies.Meter.learn", learn)
    done = cli("bench", "--json", "--drafter", "lookup", *SMALL, "--max-tokens", "30", "--seconds", "100")
    assert done.err == "" and {row["temperature"] for row in done.json["rows"]} == {0.0, 0.8} and warm == {24}


TWO_TURNS = ("--drafter", "lookup", "--runs", "2", "--temperature", "0", *SMALL[2:])


def test_every_drafter_takes_turns_with_plain_from_cold_caches(cli, replies):
    assert cli("bench", "--json", *TWO_TURNS).code == 0
    plain, lookup = ("none", 0, 0.0), ("lookup", 2, 0.0)
    assert [(who[:3], who[3]) for who in replies] == [
        (plain, 3), (lookup, 3),  # warming up
        (plain, 3), (lookup, 3), (lookup, 4), (plain, 4),
    ]  # fmt: skip
    assert replies.cached == {0} and replies.most == 8


@pytest.mark.parametrize("seconds, turns", [("240", 2), ("0", 3)])
def test_a_turn_that_the_budget_has_no_room_for_is_not_begun(cli, replies, seconds, turns):
    """Every turn of two replies takes 110 seconds; two fit, though three were planned."""
    replies.late = 55.0
    done = cli("bench", "--json", "--drafter", "lookup", "--temp", "0", *SMALL[2:], "--seconds", seconds)
    assert done.code == 0 and len(replies) == 2 + 2 * turns and f"{turns} turns" in done.json["machine"]["method"]


@pytest.mark.parametrize("options", [("--seconds", "0"), ("--seconds", "600"), ("--seconds", "40")])
def test_progress_counts_all_turns_and_their_time_and_the_further_ones_by_themselves(cli, monkeypatch, options):
    """Every reply takes 8 seconds, of a token a second, by what is measured; every speed-up is doubtful."""
    said: list[tuple[str, float | None]] = []
    monkeypatch.setattr("specdeck.compare.timed_replies.Meter.learn", lambda self, trial, reply: self._costs.__setitem__(trial.kind, (0.0, 1.0)))
    monkeypatch.setattr(bench_rows, "doubt", lambda *_: "its turns differ")
    monkeypatch.setattr("specdeck.commands.bench.show_progress", lambda events, _: [said.append((event.doing, event.left)) for event in events])
    assert cli("bench", "--json", "--drafter", "lookup", "--temperature", "0", *SMALL[2:], *options).code == 0
    begun = {doing.rpartition(": ")[0]: (doing, left) for doing, left in reversed(said) if "0 tokens" in doing and "warming" not in doing}
    counts = [words for words in reversed(begun) if "again" not in words]
    if "40" in options:
        assert counts == [*(f"{at} of at most 6: turn 1" for at in (1, 2)), *(f"{at} of 6: turn {1 + (at - 1) // 2}" for at in range(3, 7))], "the replies took no time"
        assert 30 < begun[counts[0]][1] < 40
        return
    assert counts == [f"{at} of 6: turn {1 + (at - 1) // 2}" for at in range(1, 7)]
    assert [begun[words][1] for words in counts] == [8.0 * (7 - at) for at in range(1, 7)]
    again = [words for words in reversed(begun) if "again" in words]
    assert again == ([f"{at} of at most 6: doubtful, again" for at in range(1, 7)] if "0" not in options else [])
    assert [begun[words][1] for words in again] == [8.0 * (7 - at) for at in range(1, len(again) + 1)]


@pytest.mark.parametrize("options, turns", [(("--seconds", "600"), 4), (("--seconds", "600", "--runs", "3"), 3)], ids=["", "as many as were asked for"])
def test_a_doubtful_speed_up_is_measured_again_while_there_is_time(cli, replies, monkeypatch, options, turns):
    monkeypatch.setattr(bench_rows, "doubt", lambda probes, speed, tokens, ratios, crowds: "its turns differ" if len(ratios) < 4 else None)
    done = cli("bench", "--json", "--drafter", "lookup", "--temperature", "0", *SMALL[2:], *options)
    assert [who[0] for who in replies[2:]].count("lookup") == turns and done.json["machine"]["load"] >= 0
    assert ("1 further turn of a workload with a doubtful speed-up" in done.json["machine"]["method"]) is (turns == 4)
    assert [bool(row["doubtful"]) for row in done.json["rows"]] == [turns < 4] * 2


@pytest.mark.parametrize("reply, words, rows, method", [
    (4, TWO_TURNS, ["none"], "one process, "), (5, TWO_TURNS, ["none", "lookup"], "one process, "),
    (2 + 3 * 2 + 2, ("--drafter", "lookup", "--temperature", "0", *SMALL[2:], "--seconds", "600"), ["none", "lookup"], "3 turns of the whole table, plain decoding"),  # warm-ups, three turns, and half of a further one
])  # fmt: skip
def test_ctrl_c_keeps_the_turns_that_were_finished(cli, replies, monkeypatch, reply, words, rows, method):
    monkeypatch.setattr(bench_rows, "doubt", lambda *_: "its turns differ")
    replies.end = reply
    done = cli("bench", "--json", *words)
    assert (done.code, done.err) == (130, "") and len(replies) == reply
    assert [(row["drafter"], row["of"]) for row in done.json["rows"]] == [(drafter, 8 if "600" not in words else 24) for drafter in rows]
    assert method in done.json["machine"]["method"]


@pytest.mark.parametrize("number", [1, 3, 4], ids=["warming up", "at the second prompt", "in the second turn"])
def test_a_drafter_that_fails_is_named_and_the_others_are_measured(cli, replies, monkeypatch, number):
    real = specdeck.decoding.drafters.lookup.LookupDrafter.propose

    def fail(self, request):
        if [who[0] for who in replies].count("lookup") == number:
            raise RuntimeError("no idea")
        return real(self, request)

    monkeypatch.setattr(specdeck.decoding.drafters.lookup.LookupDrafter, "propose", fail)
    done = cli("bench", "--json", "--drafter", "lookup", "--drafter", "model", "--temperature", "0", *SMALL, "--prompts", "2", "--runs", "2")
    assert done.code == 0 and {(row["drafter"], row["of"]) for row in done.json["rows"]} == {("none", 32), ("model", 32)}
    assert done.err.count("\n") == 1 and "lookup k=2" in done.err and "no idea" in done.err


@pytest.mark.long
def test_auto_learns_from_its_own_replies_only(cli, monkeypatch):
    heard, learn = {}, specdeck.decoding.drafters.auto.AutoDrafter.learn

    def listen(auto, round_):
        heard.setdefault(id(auto._estimator), (auto._estimator, set()))[1].add((round_.settings.drafter, round_.settings.k))
        learn(auto, round_)

    monkeypatch.setattr(specdeck.decoding.drafters.auto.AutoDrafter, "learn", listen)
    assert cli("bench", "--json", "--drafter", "auto", "--drafter", "model", *TWO_TURNS).code == 0
    assert sorted(who for _, arms in heard.values() for who in arms) == [("auto", 2), ("lookup", 2), ("model", 2), ("none", 0)]
    assert all(len(arms) == 1 for _, arms in heard.values()), "one memory for two"


@pytest.mark.long
def test_what_it_showed_is_kept_and_is_where_auto_begins(cli, monkeypatch):
    """Also where auto was not measured: then with what the single drafters' replies taught; nothing of what is doubtful."""
    doubted, rows = ["model", "lookup"], Table.rows
    monkeypatch.setattr(Table, "rows", lambda table: [row | {"doubtful": "busy" if row["drafter"] in doubted else None} for row in rows(table)])
    words = "bench", "--json", *(word for name in doubted for word in ("--drafter", name)), "--runs", "2", "--prompts", "1", "--max-tokens", "50", "--workload", "story", "-k", "4", "--temperature", "0", *ENDLESS
    assert cli(*words).code == 0 and not paths.learnt().exists() and not paths.measurements().exists()
    doubted.remove("model")
    done = cli(*words)
    (row,) = (row for row in done.json["rows"] if row["drafter"] == "model")
    (kept,) = Measurements(paths.measurements()).of(known_as(assets.TARGET), known_as(assets.DRAFTER))
    assert kept.speed_up == pytest.approx(row["speedup"]) and kept.k == 4
    pair = SimpleNamespace(target_path=str(assets.TARGET), paths={"model": str(assets.DRAFTER)}, estimator=RateEstimator())
    recall_learnt(pair, paths.learnt())
    assert "lookup" not in pair.estimator.kept()["outcomes"] and pair.estimator.recalled == "bench" and pair.estimator.rate("model", 4) and pair.estimator.rate("none", 0) and pair.estimator.acceptance("model", 1)[0] > 0.5
    before = paths.measurements().read_text()
    assert cli("bench", "--json", "--drafter", "model", "--temperature", "0", *SMALL).code == 0 and paths.measurements().read_text() == before, "eight tokens say nothing"


@pytest.mark.long
def test_mlx_lm_has_rows_beside_ours(cli):
    done = cli("bench", "--json", *SMALL, "--against", "mlx-lm", "--drafter", "lookup", "--temperature", "0")
    rows = [(row["drafter"], row["k"]) for row in done.json["rows"]]
    assert done.code == 0 and rows == [("none", 0), ("lookup", 2), ("mlx-lm", 0), ("mlx-lm", 2)]
    assert [row["identical"] for row in done.json["rows"]] == [8] * 4
