"""`specdeck doctor`: the object, and that the advice follows from what was found."""

from __future__ import annotations

import json
import re
import shutil
import signal
from dataclasses import replace
from itertools import accumulate, repeat
from pathlib import Path
from types import SimpleNamespace

import mlx.core as mx
import pytest

import specdeck.decoding.loop
from specdeck import assets
from specdeck.budget import Amounts, Budget
from specdeck.commands import doctor, doctor_advice, examination, prediction
from specdeck.commands.bench_rows import prompts
from specdeck.commands.doctor import CHECKS, Check, Checks
from specdeck.commands.doctor_advice import advice, unfused
from specdeck.commands.prediction import cost_curve, guesser
from specdeck.decoding.cpu import blas
from specdeck.decoding.drafters.auto import AutoDrafter
from specdeck.decoding.drafters.base import Drafter
from specdeck.decoding.drafters.hybrid import HybridDrafter
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.types import Finish, Round, Settings
from specdeck.engine.engine import Engine
from specdeck.models.disk import NamedFolders
from specdeck.settings import paths
from specdeck.terminal.streams import ProgressLine
from tests.helpers.command_line import make_small

pytestmark = pytest.mark.long

KEYS = {"versions", "backend", "blas", "memory_bytes", "pass_seconds", "draft_seconds", "advice", "exactness", "health", "budget_seconds", "weights", "machine", "doubtful", "ceiling", "curve", "lookup"}


def test_the_object_is_the_contracts_with_contexts_where_they_are_asked_for(cli, prices, monkeypatch):
    make_small(monkeypatch.setattr)
    done = cli("doctor", "--json", "--context", "70,500", "--seconds", "0")
    found = done.json
    points = found["curve"].pop("points")
    assert done.code == 0 and done.err == "" and set(found) == KEYS | {"contexts", "slopes"} and found["health"] == {}
    assert found["curve"] == {"drafter": "model", "workload": "story"} and len(points) == 9
    assert set(points[4]) == {"k", "draft", "verify", "host", "tokens", "predicted", "measured", "spread", "measured_tokens", "error", "doubtful"}
    most, one = found["ceiling"], found["pass_seconds"]["1"]
    assert most["tokens_per_second"] == pytest.approx(most["bandwidth"] / most["bytes"]) and most["share"] * most["tokens_per_second"] * one == pytest.approx(1)
    assert found["backend"] in ("metal", "cuda", "cpu") and found["memory_bytes"] > 2**28
    assert {"specdeck", "python", "mlx", "mlx-lm", "textual", "huggingface-hub", "transformers"} <= set(found["versions"])
    assert [row["context"] for row in found["contexts"]] == [70, 500] and set(found["slopes"]) == {"1", "2", "3", "5", "9"} and min(found["slopes"].values()) >= 0
    assert all(set(row["best"]) == {"k", "predicted"} for row in found["contexts"])
    assert set(found["lookup"][0]) == {"workload", "k", "tokens", "acceptance_rate", "predicted", "measured", "error", "doubtful"}


@pytest.fixture
def prices(monkeypatch):
    """Costs that are written down instead of timed: 10 ms a pass and 1 ms more a token beyond the first, 2 ms a guess, 0.5 ms host."""
    real = specdeck.decoding.loop.decode

    def price(event):
        return replace(event, draft_seconds=0.002 * len(event.draft), verify_seconds=0.009 + 0.001 * event.read, host_seconds=0.0005)

    def decode(*args, **options):
        taken = 0.0
        for event in real(*args, **options):
            if isinstance(event, Round):
                event = price(event)
                taken += event.draft_seconds + event.verify_seconds + event.host_seconds
            elif isinstance(event, Finish):
                event = replace(event, stats=replace(event.stats, decode_seconds=taken))
            yield event

    monkeypatch.setattr(specdeck.decoding.loop, "decode", decode)
    return {str(width): 0.009 + 0.001 * width for width in (1, 2, 3, 4, 5, 8, 12, 16)}


def test_what_the_curve_predicts_is_then_measured(prices, read_once):
    pair, effort = specdeck.decoding.load(beside=read_once), Amounts(prompts=2, runs=1, tokens=24)
    points = cost_curve(Engine(pair=pair), Settings(drafter="model", seed=0), prices, ProgressLine(), effort)
    for k, point in enumerate(points):
        assert point["draft"] == pytest.approx(0.002 * k) and point["verify"] == pytest.approx(0.010 + 0.001 * k)
        assert point["host"] == pytest.approx(0.0005) and 0.8 < point["tokens"] <= k + 1
        assert [point[name] is None for name in ("measured", "error", "measured_tokens")] == [k not in (0, 2, 4, 6)] * 3
    assert points[0]["predicted"] == 1 and all(abs(point["error"]) < 0.1 for point in points if point["measured"])
    assert len(points) == 9 and max(point["predicted"] for point in points) > 1.2


def test_whose_curve_it_is():
    drafters = {name: Drafter() for name in ("none", "lookup", "mtp", "model")}
    drafters |= {"hybrid": HybridDrafter(drafters), "auto": AutoDrafter(drafters, None)}
    pair = SimpleNamespace(paths={"mtp": "a", "model": "b"}, drafters=drafters)
    names = {name: guesser(pair, Settings(drafter=name)) for name in ("model", "mtp", "hybrid", "auto", "lookup", "none")}
    assert names == {"model": "model", "mtp": "mtp", "hybrid": "model", "auto": "mtp", "lookup": None, "none": None}


def test_the_table_is_for_people_and_tells_a_busy_machine(cli, monkeypatch):
    make_small(monkeypatch.setattr)
    monkeypatch.setattr(doctor_advice, "_gains", lambda curve, lookup: [f"lookup should gain {len(lookup)} times and more {'words ' * 20}"])
    speeds, timed = repeat(1.0), examination.pass_seconds
    monkeypatch.setattr(Engine, "probe", lambda self: next(speeds))
    monkeypatch.setattr(examination, "pass_seconds", lambda pair, widths=examination.WIDTHS, *bound, **told: {"1": 1e-3 * next(speeds)} if widths == (1,) else timed(pair, widths, *bound, **told))
    done = cli("doctor")
    lines = done.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  - lookup should gain"))
    assert done.code == 0 and max(map(len, lines)) <= 120 and lines[at + 1].startswith("    ") and "\x1b" not in done.out
    assert all(words in done.out for words in ("  (a second time)", "exact ties of the best two logits, in float", "\nnot loaded     "))
    assert "cost of a pass" in done.out and "cost curve of model" in done.out and done.out.count("x  ") >= 8 and "was busy: its" not in done.out
    speeds = accumulate(repeat(1.0))
    done = cli("doctor").out
    assert len(re.findall(r"^ +\d .* \d+\.\d\dx\? ", done, re.M)) == 9 and "x?  at k" not in done and "the machine was busy: its speed changed by" in done and "  - measure again when nothing else runs" in done and "  - lookup should" not in done
    assert doctor_advice._curve(None) == ["cost curve     none: the drafter in force does not guess in every round"]


@pytest.mark.parametrize("seconds, turns", [(0.01, examination.REPEATS + 2), (3.5, examination.FEWEST + 2)])
def test_slow_passes_are_timed_fewer_times(monkeypatch, seconds, turns):
    now, calls = [0.0], []
    monkeypatch.setattr(examination.time, "perf_counter", lambda: now[0])

    def act():
        calls.append(now[0])
        now[0] += seconds

    assert examination._medians([act, act], 30.0) == pytest.approx([seconds] * 2) and len(calls) == 2 * turns


FOUND = {"backend": "cpu", "versions": {"mlx": "1"}, "draft_seconds": 0.001, "weights": {}, "doubtful": None, "pass_seconds": {"1": 0.01, "5": 0.012}}
LOOKUP = [{"workload": "echo", "k": 8, "predicted": 1.9}, {"workload": "story", "k": 4, "predicted": 1.02}]


def _curve(*predicted: float) -> dict:
    return {"drafter": "model", "points": [{"k": k, "predicted": x} for k, x in enumerate((1.0, *predicted))]}


@pytest.mark.parametrize("changes, heads, said", [
    ({}, 1, []), ({}, 8, []), ({"linux": "libopenblas.so.0"}, 1, []), ({"linux": "libopenblas.so.0", "nvidia": True}, 1, ["cuda"]), ({"linux": None}, 1, ["no fast BLAS"]),
    ({"linux": None, "nvidia": True, "backend": "cuda"}, 1, []), ({"backend": "metal"}, 8, ["8 query heads a key-value head, attention over 5 tokens has 40 rows"]),
    ({"curve": _curve(0.9, 1.2, 1.1)}, 1, []), ({"curve": _curve(0.8, 0.9, 0.7)}, 1, ["slower than plain decoding at every k (best 0.90x, k=2)"]),
    ({"lookup": LOOKUP}, 1, ["1.90x where a reply repeats its prompt (echo, k=8): --drafter lookup -k 8"]), ({"lookup": LOOKUP, "curve": _curve(2.0)}, 1, []), ({"lookup": LOOKUP[1:]}, 1, []),
    ({"lookup": LOOKUP, "curve": _curve(0.8), "doubtful": "the machine was busy"}, 1, ["measure again when nothing else runs: the machine was busy"]),
])  # fmt: skip
def test_advice_follows_from_what_was_found_and_not_from_times_that_are_doubtful(monkeypatch, changes, heads, said):
    monkeypatch.setattr("sys.platform", "linux" if "linux" in changes else "darwin")
    monkeypatch.setattr(blas, "_loaded", changes.get("linux"))
    lines = advice(FOUND | changes, changes.get("nvidia", False), heads)
    assert len(lines) == len(said) and all(part in line for part, line in zip(said, lines))
    assert [unfused(heads)[:9] for heads in (1, 6, 7, 8, 16, 17)] == ["", "", "try k=3 f", "try k=3 f", "try k=1 f", ""]


def test_what_is_measured_over_hosts_is_told_and_a_pass_that_cannot_cost_so_much_is_marked():
    found = FOUND | dict(blas=None, hosts="2 hosts, ring", part_bytes=(20 << 20, 30 << 20), all_reduce_seconds=0.0004, memory_bytes=2**34, machine={"load": 0.1}, advice=[], health={})
    found |= {"exactness": {"tokens": 0, "ties": 0, "logit_type": "float32", "widths": {}}, "pass_seconds": {"1": 0.01, "4": 0.0125, "5": 0.02, "8": 0.012}}
    assert "dearer than" not in doctor_advice.doctor_table(found | {"backend": "metal"}, "cache", "target"), "its kernels differ by width"
    table = doctor_advice.doctor_table(found, "cache", "target")
    assert [line.split()[3] for line in table.splitlines() if " ms   " in line] == ["1.00", "1.25", "2.00?", "1.20"] and table.count("more than 10% dearer than a wider pass") == 1
    assert "2 hosts, ring, with 21 MB, 31.5 MB of the target" in table and "one all-reduce 0.40 ms" in " ".join(table.split())


def test_lookup_replayed_on_plain_text_has_the_rounds_that_it_has_when_it_drafts(read_once):
    """Round for round: what was guessed, and what of it was accepted."""
    pair, [prompt] = specdeck.decoding.load(beside=read_once), prompts("edit", 1)
    decoder, passes = Engine(pair=pair), examination.curve_through({"1": 0.01, "5": 0.02, "9": 0.03})
    plain = prediction.plain_reply(decoder, prompt, 64)
    for k in (2, 8):
        settings = Settings(drafter="lookup", k=k)
        rounds, _ = decoder.whole_reply(prompt, settings, 64)
        drafted = [(len(round_.draft), round_.accepted) for round_ in rounds]
        assert prediction.replayed(pair.drafters["lookup"], plain, settings) == drafted and sum(accepted for _, accepted in drafted) > 20
        assert prediction.drafted_seconds(drafted, plain._replace(step=0.01), passes) == pytest.approx(sum(passes.at(1 + guesses) for guesses, _ in drafted))


def test_a_slow_target_is_examined_within_the_budget(monkeypatch, read_once):
    """A pass of a second each: fewer choices are compared and lookup has one short text, and the line says how long all takes."""
    pair, said = specdeck.decoding.load(drafter="lookup", beside=read_once), []
    monkeypatch.setattr(examination, "pass_seconds", lambda pair, widths=examination.WIDTHS, *_, **__: dict.fromkeys(map(str, widths), 1.0))
    asked = {}
    monkeypatch.setattr(examination, "exactness", lambda decoder, text, choices, tell: asked.setdefault("choices", choices) and {})
    monkeypatch.setattr(examination, "draft_seconds", lambda decoder, settings, tokens: asked.setdefault("draft", tokens) * 0.0)
    monkeypatch.setattr(prediction, "plain_reply", lambda decoder, text, tokens: asked.setdefault("lookup", tokens) and SimpleNamespace(text=[]))
    monkeypatch.setattr(pair, "known", {})
    decoder = Engine(pair=pair)
    found = examination.examination(decoder, Budget(40), SimpleNamespace(say=said.append))
    assert found["lookup"] == []
    assert asked == {"choices": examination.LEAST_CHOICES, "draft": 1, "lookup": prediction.LEAST_LOOKUP.tokens}
    assert said[0] == "timing a first pass" and said[1] == "timing passes, about 40 s left"


def test_a_target_whose_wide_passes_are_wrong_is_found_and_the_embedded_one_is_not(monkeypatch, read_once):
    pair = specdeck.decoding.load(beside=read_once)
    found = examination.exactness(Engine(pair=pair), "Tell me a story about a fox.", 16)
    assert found["tokens"] == 16 and list(found["widths"]) == ["1", "2", "3", "5", "9"]
    assert all(one["changed"] == 0 and one["difference"] < 1e-3 for one in found["widths"].values())
    assert found["widths"]["1"]["difference"] == 0 and found["ties"] == 0 and found["logit_type"] == "float32"
    real = type(pair.target).read
    monkeypatch.setattr(type(pair.target), "read", lambda target_state, *draft: real(target_state, *draft) * (-1 if draft and draft[0].size >= 4 else 1))
    wrong = examination.exactness(Engine(pair=pair), "Tell me a story about a fox.", 16)["widths"]
    monkeypatch.setattr(type(pair.target), "read", lambda target_state, *draft: mx.round(real(target_state, *draft) / 4))
    assert 0 < examination.exactness(Engine(pair=pair), "Tell me a story about a fox.", 16)["ties"] < 16
    assert wrong["3"]["changed"] == 0 and wrong["5"]["changed"] > 12 and wrong["9"]["difference"] > 1


def test_a_sick_drafter_is_told_by_doctor(tmp_path, cli, monkeypatch):
    """Its two layers are swapped: it loads, and nearly nothing that it guesses is accepted."""
    monkeypatch.setattr(examination, "REPEATS", 4)
    shutil.copytree(assets.DRAFTER, tmp_path / "swapped")
    weights = mx.load(str(assets.DRAFTER / "model.safetensors"))
    other = {"0": "1", "1": "0"}
    swapped = {re.sub(r"layers\.(\d)", lambda found: f"layers.{other[found[1]]}", name): value for name, value in weights.items()}
    mx.save_safetensors(str(tmp_path / "swapped/model.safetensors"), swapped, {"format": "mlx"})
    for name, nothing in {"exactness": {"tokens": 0, "widths": {}}, "guesser": None, "predictions": []}.items():
        monkeypatch.setattr(examination, name, lambda *_, nothing=nothing: nothing)
    done = cli("doctor", "--json", "--seconds", "0", "--drafter", str(tmp_path / "swapped"))
    assert done.code == 0, done.err
    assert set(done.json) == KEYS and "far below any published drafter. Likely reason: its files are damaged" in done.json["health"]["model"]


@pytest.fixture
def report(cli, tmp_path, monkeypatch):
    """The outcome and the text of a report with these checks."""

    def write(checks, *words: str):
        monkeypatch.setattr(doctor, "CHECKS", checks)
        done = cli("doctor", "--report", str(tmp_path / "report.txt"), *words)
        return done, (tmp_path / "report.txt").read_text()

    return write


def test_a_check_that_fails_says_why_and_the_others_go_on(report, tmp_path):
    """So does a pair that cannot be loaded; the name of the home folder is not told."""
    def fails(checks: Checks, budget: object) -> list[str]:
        raise RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory (00000008)")

    (tmp_path / "config.json").write_text(json.dumps({"model_type": "qwen3"}))
    (tmp_path / "model.safetensors").write_bytes(b"not tensors")
    done, text = report([Check("first", 1, fails), Check("second", 1, lambda checks, budget: [f"in {Path.home()}/x"])], "--model", str(tmp_path))
    assert done.code == 0 and "report.txt is written" in done.out and "3 of 4 checks failed" in done.err
    assert "failed: out of memory" in text and "in ~/x" in text and str(Path.home()) not in text
    assert text.index("the embedded pair") < text.index("second (") < text.index("the real pair") < text.index("could not be loaded: ")


def test_a_drafter_that_fails_in_a_comparison_fails_its_check(report, monkeypatch):
    """Its text would be plain's all the same, for the target writes it alone."""
    monkeypatch.setattr(doctor, "SAME_TOKENS", 8)
    monkeypatch.setattr(ModelDrafter, "propose", lambda self, ask: 1 / 0)
    done, text = report([check for check in CHECKS if check.lines is Checks.same_text], "--seconds", "1")
    assert done.code == 0 and "checks failed" in done.err and "failed: drafter model failed" in text and "ZeroDivisionError" in text


def test_a_signal_leaves_what_was_measured(report):
    def interrupted(checks: Checks, budget: object) -> list[str]:
        signal.raise_signal(signal.SIGINT)
        return ["too late"]

    done, text = report([Check("first", 1, lambda checks, budget: ["a figure"]), Check("second", 1, interrupted)])
    assert (done.code, done.out, done.err.count("\n")) == (130, "", 1) and "holds what was measured" in done.err
    assert "a figure" in text and "ended before its end" in text and "too late" not in text


def test_the_real_pair_is_the_largest_on_disk_that_has_a_drafter(tmp_path):
    for name, folder in (("big", assets.TARGET), ("small", assets.DRAFTER)):
        shutil.copytree(folder, tmp_path / "models" / name)
    assert doctor._pair_on_disk() is None, "the embedded pair is none"
    NamedFolders(paths.named_folders()).add(str(tmp_path / "models"))
    assert doctor._pair_on_disk() == (str(tmp_path / "models/big"), [str(tmp_path / "models/small")])


def test_every_check_has_its_lines_on_the_embedded_pair(report, monkeypatch):
    make_small(monkeypatch.setattr)
    for name, few in {"FIRST_TOKENS": 4, "LEAST_TOKENS": 6, "SAME_TOKENS": 40, "AFTER": 3, "CONTEXTS": (20, 60), "NAMES": ("model", "lookup")}.items():
        monkeypatch.setattr(doctor, name, few)
    done, text = report(CHECKS, "--seconds", "1")
    assert done.code == 0 and "failed" not in text + done.err and [text.count(f"\n{check.title} (") for check in CHECKS] == [1] * len(CHECKS)
    for words in ("cost of a pass", "rounds plain", "the same ", "a guess", "mlx-lm k=4", "after a prompt of 20 tokens", "in the app "):
        assert words in text, words


def test_passes_are_timed_after_the_texts_that_are_asked_for_each_read_on_from_the_one_before(monkeypatch, read_once):
    pair, lengths, read = specdeck.decoding.load(beside=read_once), [], []

    def medians(acts, *_):
        for act in acts:
            act()
        lengths.append(pair.target.length)
        return [0.01 * width * lengths[-1] for width in examination.DEEP]

    forward = type(pair.target)._forward
    monkeypatch.setattr(examination, "_medians", medians)
    monkeypatch.setattr(type(pair.target), "_forward", lambda self, ids, *more: read.append(ids.shape[-1]) or forward(self, ids, *more))
    rows = examination.deep_seconds(pair, [40, 90, 10**6], 0.0)
    assert lengths == [39, 89] and sum(size for size in read if size > max(examination.DEEP)) <= 89, "nothing is read twice"
    assert [row["pass_seconds"] and row["pass_seconds"]["5"] for row in rows] == pytest.approx([0.05 * 39, 0.05 * 89, None]) and rows[-1]["why"] == f"the target reads {pair.context} tokens at most"
    assert "does not fit the budget" in examination.deep_seconds(pair, [3000], 1e-3)[0]["why"]


def test_the_best_k_at_a_depth_follows_from_the_passes_there():
    points = [{"k": k, "draft": 0.002 * k, "host": 0.0, "tokens": (1 - 0.7 ** (k + 1)) / 0.3} for k in range(9)]
    flat, steep = (examination.curve_through({"1": 0.01, "9": seconds}) for seconds in (0.01, 0.03))
    assert examination.best_there(points, flat) == {"k": 3, "predicted": pytest.approx(2.533 * 0.01 / 0.016, abs=1e-3)}
    assert examination.best_there(points, steep) == {"k": 1, "predicted": pytest.approx(1.7 * 0.01 / 0.0145)}
    assert examination.best_there(points, examination.curve_through({"1": 0.01, "9": 0.5}))["k"] == 0


def test_the_table_has_a_line_for_each_context():
    rows = [{"context": 8000, "pass_seconds": {"1": 0.01, "9": 0.03}, "best": {"k": 2, "predicted": 1.37}}, {"context": 9000, "pass_seconds": None, "why": "no", "best": None}]
    lines = doctor_advice._contexts(rows, {"1": 1e-6, "9": 2.5e-6})
    assert lines[2].split() == ["8000", "10.00", "30.00", "best", "k=2,", "1.37x"] and lines[3].split() == ["9000", "not", "timed:", "no"] and lines[4].split() == ["+1,000", "+1.00", "+2.50"]
    assert doctor_advice._contexts([], {}) == []
    near = {"context": 100, "pass_seconds": {"1": 0.01, "9": 0.03}, "best": None}
    assert doctor_advice._contexts([near], {})[1:] == ["    tokens         1        9", "       100     10.00    30.00"]


@pytest.mark.parametrize("context, known", [(100, False), (499, False), (500, True)])
def test_what_a_token_adds_to_a_pass_is_told_of_a_long_text_alone(monkeypatch, context, known):
    """36 tokens more than the 64 of every pass tell nothing of 1,000."""
    monkeypatch.setattr(examination, "deep_seconds", lambda *_: [{"context": context, "pass_seconds": {"1": 0.02}, "why": None}])
    assert bool(examination._deeper(None, [context], {"pass_seconds": {"1": 0.01}}, Budget(0), SimpleNamespace(say=None))["slopes"]) is known
