"""How fast models are expected to be here: by hand, and what follows for lists."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from specdeck.decoding import RateEstimator
from specdeck.decoding.checkpoints import Elsewhere, PassWeights, PublishedAcceptance
from specdeck.engine.messages import FLOAT32, HALF, PACKED, READING, Machine, MatrixSpeed
from specdeck.models import offers
from specdeck.models.measurements import Measurement, Measurements, keep_bench, learnt_passes, matrix_speed
from specdeck.models.outlook import OVERHEAD, REACHED, Gain, Outlook, Pace, best_length, drafted, gain, pass_seconds, pays_from
from specdeck.models.published import described_by_name, published_pairs
from tests.helpers.fake_models import GB, MACHINES, SMALL, TARGET, catalogue, dflash, model

TIMED = {READING: {1: 0.008}}
SPEED = MatrixSpeed({FLOAT32: {1: 0.1, 5: 0.14}, HALF: {1: 0.01, 5: 0.011}, PACKED: {1: 0.01, 3: 0.012, 5: 0.02}})
WIDE = Machine(wide=True, speed=SPEED)


def outlook(machine: Machine = Machine(27 * GB, speed=SPEED), measured: tuple[Measurement, ...] = (), timed: dict | None = None) -> Outlook:
    past = Measurements()
    for one in measured:
        past.add(one)
    return Outlook(machine, machine.budget or 8 * GB, past, timed or {})


def measurement(at: float, drafter: str, pace: float, plain: float | None) -> Measurement:
    return Measurement(at, TARGET.name, drafter, 4, 0.0, pace, plain, 0.5)


@pytest.mark.parametrize("weights, wide, width, seconds", [
    (PassWeights(4 * GB, 8 * GB), False, 1, 4 * 0.01 / REACHED[PACKED]),
    (PassWeights(4 * GB, 8 * GB), False, 4, 4 * 0.016 / REACHED[PACKED]),  # halfway from 3 rows to 5
    (PassWeights(4 * GB, 2 * GB), False, 5, 4 * 0.011 / REACHED[HALF]),
    (PassWeights(4 * GB, 8 * GB), True, 5, 32 * 0.14 / REACHED[FLOAT32]),
    (PassWeights(10 * GB, 20 * GB, 0, 0.8, 0.25), False, 1, (2 * 0.01 + 8 * 0.25 * 0.01) / REACHED[PACKED]),
    (PassWeights(10 * GB, 20 * GB, 0, 0.8, 0.25), False, 3, (2 * 0.012 + 8 * (1 - 0.75**3) * 0.01) / REACHED[PACKED]),  # more experts, a row each
])  # fmt: skip
def test_a_pass_takes_its_bytes_over_the_speed_of_products_here(weights, wide, width, seconds):
    assert pass_seconds(weights, SPEED, wide, width) == pytest.approx(OVERHEAD + seconds)


PASSES, DRAFTS = [1 + 0.1 * extra for extra in range(9)], [0.1 * guesses for guesses in range(1, 9)]


def test_a_speed_up_is_tokens_a_round_over_its_cost_at_the_best_length():
    assert best_length(PASSES, DRAFTS, [0.8]) == pytest.approx((1.8 / 1.2, 1, 1.8))
    assert best_length(PASSES, DRAFTS, [0.8, 0.6]) == pytest.approx((2.4 / 1.4, 2, 2.4))
    assert best_length(PASSES, DRAFTS, [0.8, 0.6, 0.0, 0.0]) == pytest.approx((2.4 / 1.4, 2, 2.4)), "longer drafts would only cost"
    assert pays_from([1.0, 1.0], [0.5]) == pytest.approx(0.5, abs=1e-3)  # (1 + a) / 1.5
    assert pays_from(PASSES, [1.0 * guesses for guesses in range(1, 9)]) is None
    published = PublishedAcceptance("x", "y", 2, 0.0, (0.8, 0.6))
    assert gain(PASSES, DRAFTS[:2], published, "").speed_up == pytest.approx(2.4 / 1.4)


def test_what_drafting_cannot_bring_has_its_reason():
    flat, steep = [1.0] * 9, [float(width) for width in range(1, 10)]
    copy = gain(flat, [1.0 * guesses for guesses in range(1, 9)], None, "")
    assert copy.loses and "as slow as the target" in copy.reason and "slower" in copy.words
    assert gain(steep, DRAFTS, None, "experts").reason == "experts" and gain(steep, DRAFTS, None, "").reason == "drafting costs more than it saves"
    poor = gain(PASSES, DRAFTS, PublishedAcceptance("x", "y", 2, 0.0, (0.1, 0.0)), "")
    assert poor.loses and poor.words == "about 0.92x at k=1, 1.1 tokens a round: drafting costs more than it saves", "1.1 tokens for 1.2 passes"
    unknown = gain(flat, DRAFTS, None, "")
    assert unknown.speed_up is None and not unknown.loses and "pays where more than 10%" in unknown.words
    assert "pays where nearly all of its guesses are accepted" in Gain(pays_from=0.998).words
    assert not Gain().loses and Gain().words == "its speed-up is unknown"
    lost = Gain(elsewhere=(Elsewhere(0.7, "M3 Ultra", "https://github.com/org/Rapid-MLX/issues/3115"),))
    assert lost.loses and lost.words == "its speed-up is unknown; others measured 0.70x (M3 Ultra; Rapid-MLX#3115)" and not replace(lost, speed_up=1.2).loses
    assert drafted(Pace(10), Gain(2.0)) == Pace(20) and drafted(Pace(10, True), Gain(0.5, True)) == Pace(10, True) and drafted(None, Gain()) is None


def test_fewer_numbers_in_more_bits_are_no_larger_model_and_an_eight_bit_copy_of_the_target_is_no_drafter():
    """It is known before it is loaded."""
    packed = model("org/target", 30, 576, 192, 0.08 * GB, "v", reads=PassWeights(int(0.08 * GB), int(0.135 * GB), 1))
    half = model("org/drafter", 12, 576, 192, 0.14 * GB, "v", reads=PassWeights(int(0.14 * GB), int(0.07 * GB), 1))
    assert not half.larger_than(packed) and not packed.larger_than(half)
    assert replace(half, reads=packed.reads).larger_than(packed), "as many numbers in more bits"
    target = model("org/target", 30, 576, 192, 0.27 * GB, "v", reads=PassWeights(int(0.27 * GB), int(0.135 * GB), 1))
    copy = replace(target, name="org/copy", folder=target.folder / "8bit", reads=PassWeights(int(0.143 * GB), int(0.135 * GB), 1))
    wide = outlook(WIDE)
    found = wide.gain(target, copy, "model")
    assert found.loses and found.reason.startswith("its pass is as slow as the target's")
    assert not wide.gain(target, replace(copy, reads=PassWeights(GB // 100, GB // 200, 1)), "model").loses


def test_a_quantised_model_is_unpacked_on_a_cpu_where_it_fits_and_says_what_it_costs_where_it_does_not():
    large = replace(TARGET, reads=PassWeights(4 * GB, 8 * GB, GB))  # 32 GB in float32
    cpu = Machine(wide=True, speed=MatrixSpeed({FLOAT32: SPEED.seconds[FLOAT32], PACKED: {1: 1.6, 5: 8.0}}))
    assert outlook(cpu).pace(replace(TARGET, reads=PassWeights(GB // 2, GB, 1))).rate == pytest.approx(1 / (OVERHEAD + 4 * 0.1 / REACHED[FLOAT32]))
    assert outlook(cpu).pace(large).rate == pytest.approx(1 / (OVERHEAD + 4 * 1.6 / REACHED[PACKED]))
    assert "quantised matrices on a CPU" in outlook(cpu).gain(large, replace(SMALL, reads=PassWeights(GB // 10, GB // 5, 1)), "model").reason


def test_what_was_measured_replaces_what_was_expected_and_says_so():
    expected = outlook().pace(TARGET)
    assert not expected.measured and expected.short.startswith("~") and expected.words.startswith("about ")
    past = measurement(1.0, SMALL.name, 36.0, 24.0), measurement(2.0, SMALL.name, 30.0, None), measurement(3.0, "lookup", 20.0, 25.0)
    measured = outlook(measured=past)
    assert measured.pace(TARGET) == Pace(24.5, True) and measured.pace(TARGET).words == "24.5 tok/s measured here"
    assert measured.gain(TARGET, SMALL, "model").words == "1.50x measured here" and measured.gain(TARGET, None, "lookup").loses
    assert outlook(Machine(27 * GB), past).pace(TARGET) == Pace(24.5, True) and outlook(Machine(27 * GB)).pace(TARGET) is None, "not timed here"
    timed = outlook(timed={TARGET.name: {1: 0.05, 5: 0.06}})
    assert timed.pace(TARGET) == Pace(20.0, True)
    wide = {width: outlook(timed={TARGET.name: {1: 0.05, 5: seconds}}).gain(TARGET, SMALL, "model").pays_from for width, seconds in ((5, 0.06), (6, 0.2))}
    assert wide[5] < wide[6], "a pass over five that was timed counts"


def test_what_a_bench_showed_is_kept_as_the_figures_of_replies():
    """Not of mlx-lm, of lookup in other texts, of short rows; a drafter with files goes by its model's name."""
    row, past = {"k": 4, "temperature": 0.0, "of": 200, "tokens_per_second": 50.0, "acceptance_rate": 0.5}, Measurements()
    speed_ups = {"none": 1.0, "model": 1.25, "lookup": 2.0, "mlx-lm": 5.0, "lookup+memory": 5.0}
    rows = [row | {"drafter": drafter, "speedup": speed_up} for drafter, speed_up in speed_ups.items()]
    pair = SimpleNamespace(name="toy", paths={"model": "/m/small"})
    keep_bench([*rows, row | {"drafter": "lookup", "speedup": 9.0, "of": 8}], pair, False, past)
    assert {one.drafter: (one.speed_up, one.plain) for one in past.of("toy")} == {"small": (1.25, 40.0), "lookup": (2.0, 25.0)}


def test_a_drafter_without_an_output_matrix_reads_the_targets():
    assert PassWeights(10, 20).with_head_of(PassWeights(100, 200, 50)) == PassWeights(35, 70)
    assert PassWeights(10, 20, 5).with_head_of(PassWeights(100, 200, 50)) == PassWeights(10, 20, 5)
    block = dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36)
    assert block.reads.head == 0 and outlook().gain(TARGET, block, "dflash").speed_up is not None, "its acceptance was published"


def test_a_drafter_that_is_quantised_as_it_is_loaded_brings_more_but_on_a_cpu():
    slow = replace(dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36), reads=PassWeights(int(3 * GB), int(1.5 * GB)))
    (plain, narrow), wide = ([outlook(replace(of, draft_bits=bits)).gain(TARGET, slow, "dflash").speed_up for bits in (None, 4)] for of in (Machine(27 * GB, speed=SPEED), WIDE))
    assert narrow > 1.1 * plain and len(set(wide)) == 1


def test_of_a_mixture_the_pace_is_that_of_the_experts_it_reads_or_not_known():
    found = {name: outlook().pace(described_by_name(name, 17 * GB)) for name in ("mlx-community/Qwen3-30B-A3B-4bit", "org/Qwen3-32B-4bit", "org/New-30B-A3B-4bit")}
    assert found["mlx-community/Qwen3-30B-A3B-4bit"].rate > 6 * found["org/Qwen3-32B-4bit"].rate and found["org/New-30B-A3B-4bit"] is None
    pairs = {pair.drafter.name: pair for pair in published_pairs()}
    target, head = pairs["mlx-community/Qwen3.6-35B-A3B-MTP-bf16"].items
    assert target.reads.experts == head.reads.experts > 0.9 and head.reads.chosen == 8 / 256, "its head is one too"
    assert pairs["z-lab/Qwen3.6-35B-A3B-DFlash"].items[1].reads.experts == 0.0


@pytest.mark.parametrize("name", MACHINES)
def test_pairs_are_offered_by_what_a_person_can_use(name):
    found = catalogue(name)
    pairs = offers.pairs(found)
    paces, fits = [offers.pace(found, pair) for pair in pairs], [offers.fit(found, pair) for pair in pairs]
    slow = [pace for pace in paces if not pace.fast_enough]
    assert pairs and paces[len(paces) - len(slow) :] == sorted(slow, key=lambda pace: -pace.rate), "what is too slow comes last, the fastest first"
    assert set(fits) <= {"fits", "tight"} and len({pair.items[0].name for pair in pairs}) == len(pairs)
    quick = [(offers.gain(found, pair).loses, fit, not offers.gain(found, pair).known, -pair.pair.bytes_) for pair, fit in zip(pairs, fits)][: len(paces) - len(slow)]
    assert quick == sorted(quick)
    if name == "a Mac with 8 GB":
        best = [pair.items[0].name.rpartition("-")[2] for pair in pairs[:6]]
        assert {"bf16", "4bit"} <= set(best) and fits[:6] == ["fits"] * 6 and len(quick) >= 6, "in both precisions, none slower than reading"


def test_the_timing_of_this_machine_is_stored_by_its_name_unless_it_is_busy(tmp_path, monkeypatch):
    file, asked, found = tmp_path / "matrices.json", [], MatrixSpeed({**SPEED.seconds, **TIMED})

    def timing() -> MatrixSpeed:
        asked.append(1)
        return found

    monkeypatch.setattr("os.getloadavg", lambda: (99.0, 0, 0))
    assert matrix_speed(file, "gpu", timing) == replace(found, doubtful="the machine was busy when it was timed: load 99") and not file.exists()
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0, 0))
    assert matrix_speed(file, "gpu", timing) == matrix_speed(file, "gpu", timing) == found and len(asked) == 2
    assert matrix_speed(file, "cpu", timing) == found and len(asked) == 3 and len(json.loads(file.read_text())) == 2
    assert outlook(Machine(speed=MatrixSpeed({}))).pace(TARGET) is None
    with monkeypatch.context() as crowded:
        crowded.setattr("specdeck.models.measurements.Crowd.share", lambda self: 0.4)
        assert matrix_speed(file, "other", timing).doubtful == "other programs took 40% of the processors meanwhile" and len(asked) == 4
    assert len(json.loads(file.read_text())) == 2, "what is doubtful is not stored"
    for damaged in ("{", "[]", json.dumps({name: {"packed": {"x": 1}} for name in json.loads(file.read_text())})):
        file.write_text(damaged)
        assert matrix_speed(file, "gpu", timing) == found


def test_what_is_expected_of_a_busy_machine_is_doubtful_and_what_was_measured_or_timed_is_not():
    speed = MatrixSpeed(SPEED.seconds | TIMED, "the machine was busy")
    busy, sure = outlook(Machine(27 * GB, speed=speed)), outlook(Machine(27 * GB, speed=replace(speed, doubtful=None)))
    block = dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36)
    pace, brings = busy.pace(TARGET), busy.gain(TARGET, block, "dflash")
    assert pace.short == f"{sure.pace(TARGET).short}?" and pace.words == f"{sure.pace(TARGET).words}? (the machine was busy)"
    assert brings.short == f"{sure.gain(TARGET, block, 'dflash').short}?" and brings.words.startswith(f"{sure.gain(TARGET, block, 'dflash')._words}? (the machine was busy)")
    assert drafted(pace, Gain(2.0, True)).short.endswith("?") and drafted(replace(pace, measured=True, doubtful=None), brings).short.endswith("?")
    assert sure.most(TARGET) and busy.most(TARGET) is None, "memory was read beside other programs"
    slow = replace(SMALL, reads=TARGET.reads)
    assert busy.gain(TARGET, slow, "model").short == "slower?" and sure.gain(TARGET, slow, "model").short == "slower"
    past = measurement(1.0, SMALL.name, 36.0, 24.0)
    known = outlook(Machine(27 * GB, speed=speed), (past,), {"org/timed": {1: 0.05, 5: 0.06}})
    for found in (known.pace(TARGET), known.gain(TARGET, SMALL, "model"), known.pace(replace(TARGET, name="org/timed"))):
        assert found.measured and found.doubtful is None and "?" not in found.short + found.words


def test_a_pace_is_held_against_what_the_speed_of_memory_allows():
    reads = PassWeights(4 * GB, 8 * GB, GB)
    gpu = Machine(27 * GB, speed=MatrixSpeed(SPEED.seconds | TIMED))
    expected = outlook(gpu).pace(replace(TARGET, reads=reads))
    assert expected.most == pytest.approx(1 / (4 * 0.008)) and expected.beside_most == "about 19 tok/s, 59% of the 31 that memory allows"
    mixture = outlook(gpu).pace(replace(TARGET, reads=replace(reads, experts=0.8, chosen=0.25)))
    assert mixture.most == pytest.approx(1 / (4 * 0.4 * 0.008)), "of experts a token reads those that it chooses"
    assert outlook(replace(gpu, speed=MatrixSpeed({PACKED: {1: 0.004}, **TIMED}))).pace(replace(TARGET, reads=reads)).most == pytest.approx(62.5), "the fastest way to read counts"
    assert outlook(Machine(27 * GB, speed=SPEED)).pace(TARGET).most is None


def test_passes_that_auto_timed_are_found_by_target(tmp_path):
    file, estimator = tmp_path / "learnt.json", RateEstimator()
    for width, seconds in ((1, 0.05), (5, 0.06)):
        estimator.costs.passes.learn(width, seconds)
    estimator.costs.host.learn(1, 0.01)
    file.write_text(json.dumps({"org/t org/d": {**estimator.kept(), "drafters": {}}}))
    assert learnt_passes(file) == {"org/t": {1: pytest.approx(0.06), 5: pytest.approx(0.07)}} and learnt_passes(None) == {}


def test_the_engine_times_its_device_once_and_tells_it_with_the_machine(real_speed):
    from specdeck.engine.engine import Engine, device, time_matrices

    speed = time_matrices()
    assert set(speed.seconds) in ({FLOAT32, PACKED, READING}, {HALF, PACKED, READING}) and device() and speed.bandwidth >= 1e9 / speed.seconds[READING][1]
    for form in speed.seconds.keys() - {READING}:
        curve = speed.seconds[form]
        by_rows = [curve[rows] for rows in sorted(curve)]
        assert by_rows == sorted(by_rows) and by_rows[0] > 0 and max(curve) > 8, "fewer rows take no longer than more"
    assert Engine(speed=lambda: speed).machine().speed is speed and Engine().machine().speed is None
    assert (Engine().probe() or 1) > 0, "a GPU has none"
