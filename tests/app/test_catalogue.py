"""Whether things draft and fit, what is remembered, and how a download is told: no screen."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from specdeck.chat.wording import ago, short
from specdeck.decoding import Memory
from specdeck.decoding.adaptive import RateEstimator
from specdeck.drawing.figures import size
from specdeck.engine.messages import Machine
from specdeck.models.downloads import Download
from specdeck.models.fit import draft_fit, plan
from specdeck.models.measurements import LONGEST, MOST, Measurement, Measurements, keep_learnt, recall_learnt
from specdeck.models.named_folders import NamedFolders
from tests.helpers.fake_models import GB, MACHINE, MEMORY, SMALL, STOCK, TARGET, dflash, model

HELD = {TARGET.folder, SMALL.folder}
OTHER = model("org/other-14B", 40, 5120, 1024, 8.31 * GB, "qwen3")


# Verdicts


def test_what_can_draft_is_told_from_headers():
    assert draft_fit(SMALL, TARGET).ok and not draft_fit(SMALL, TARGET).doubt
    assert draft_fit(OTHER, TARGET).doubt and "slower" in draft_fit(OTHER, TARGET).line
    assert "another" not in draft_fit(dflash("org/d", 4096, 36), TARGET).line and draft_fit(dflash("org/d", 4096, 36), TARGET).ok
    layers = draft_fit(dflash("org/d", 4096, 24), TARGET)
    assert (layers.ok, layers.word) == (False, "other layers") and "number of layers 24, and this one has 36" in layers.line


# Memory


def test_a_plan_counts_what_is_not_in_memory_yet():
    both = plan([TARGET, SMALL], set(), STOCK.items, Machine(27 * GB), MEMORY)
    assert both.weights == pytest.approx(4.95 * GB, rel=1e-6)
    per_token = 2 * 2 * 1024 * 2  # bytes a layer: keys and values, of 1024 numbers, 2 bytes each
    assert both.cache == 8192 * per_token * (36 + 28) // 2
    assert both.adds == both.need == both.weights + both.cache + both.work and both.gives == 0
    one_more = plan([TARGET, SMALL], {TARGET.folder}, STOCK.items, MACHINE, MEMORY)
    assert one_more.need == both.need and one_more.adds == SMALL.footprint(False).total + both.work
    assert plan([TARGET, SMALL], HELD, STOCK.items, MACHINE, MEMORY).adds == 0


def test_of_a_sharded_target_only_this_hosts_share_must_fit():
    alone, two = (plan([TARGET, SMALL], set(), STOCK.items, Machine(4 * GB, hosts=hosts), MEMORY) for hosts in (1, 2))
    weights, cache = TARGET.footprint(False).weights, TARGET.footprint(False).cache
    assert (alone.weights - two.weights, alone.cache - two.cache) == (weights // 2, cache // 2)
    assert alone.word == "too big" and two.need < alone.need


def test_only_the_targets_cache_is_quantised():
    whole, packed = (plan([TARGET, SMALL], set(), (), Machine(kv_bits=bits), MEMORY) for bits in (None, 8))
    alone, packed_alone = (plan([TARGET], set(), (), Machine(kv_bits=bits), MEMORY) for bits in (None, 8))
    assert 0 < whole.cache - packed.cache == alone.cache - packed_alone.cache < alone.cache / 2
    assert packed.need < whole.need and packed.adds < whole.adds


@pytest.mark.parametrize(
    "free, budget, held, word",
    [
        (19, 27, HELD, "fits"),
        (6, 27, HELD, "not beside"),  # room once the pair in use has gone
        (1, 27, HELD, "tight"),  # not even then: other programs have it
        (6, 27, set(), "tight"),  # nobody here to let go
        (19, 11.5, set(), "tight"),
        (19, 9, HELD, "too big"),
    ],
)
def test_what_fits_is_told_from_what_is_free_and_what_would_be_given_back(free, budget, held, word):
    machine = Machine(int(budget * GB), 5 * GB if held else 0)
    assert plan([OTHER], held, STOCK.items, machine, Memory(36 * GB, int(free * GB))).word == word


def test_a_gpus_own_memory_is_not_the_machines():
    there = Memory(36 * GB, 1 * GB)
    assert plan([OTHER], set(), (), Machine(27 * GB, 0, own=True), there).word == "fits"
    assert plan([OTHER], set(), (), Machine(27 * GB, 0), there).word == "tight"
    assert plan([OTHER], set(), (), Machine(None, 0), Memory(9 * GB, None)).word == "too big"


# Downloads


def test_pace_and_time_left_are_of_the_last_seconds():
    download = Download("org/x")
    for second in range(30):  # slow at first, then ten times as fast
        done = second if second < 15 else 15 + 10 * (second - 15)
        download.progress(done * GB // 1000, GB, float(second))
    assert download.pace == pytest.approx(GB / 100, rel=1e-6)
    assert download.left == pytest.approx((GB - download.done) / download.pace)


# What is remembered


def measured(at: float, **changes) -> Measurement:
    return replace(Measurement(at, "t", "d", 4, 0.0, 60.0, 30.0, 0.5), **changes)


def test_measurements_outlive_the_program_and_the_later_of_one_reply_counts(tmp_path):
    file = tmp_path / "state/measured.jsonl"
    past = Measurements(file)
    for told in (measured(1.0, plain=None), measured(1.0), measured(2.0, drafter="lookup")):
        assert past.add(told) is None
    with file.open("a") as out:
        out.write('{"at": 3.0, "target"')  # a crash in the middle of a line
    again = Measurements(file)
    assert again.of("t") == [measured(2.0, drafter="lookup"), measured(1.0)] and again.of("t", "d")[0].speed_up == 2.0
    assert again.of("other") == []


def test_the_file_does_not_grow_without_end(tmp_path):
    file = tmp_path / "measured.jsonl"
    file.write_text("".join(json.dumps(asdict(measured(float(at)))) + "\n" for at in range(LONGEST + 1)))
    assert len(Measurements(file).of("t")) == MOST
    assert len(file.read_text().splitlines()) == MOST and Measurements(file).of("t")[0].at == LONGEST


def test_what_cannot_be_remembered_is_said_once(tmp_path):
    (tmp_path / "file").write_text("")
    past = Measurements(tmp_path / "file/measured.jsonl")
    assert "not remembered" in past.add(measured(1.0)) and past.add(measured(2.0)) is None
    assert len(past.of("t")) == 2
    assert "not remembered" in NamedFolders(tmp_path / "file/folders.json").add("/x")


def test_named_folders_outlive_the_program(tmp_path):
    file = tmp_path / "state/folders.json"
    folders = NamedFolders(file)
    assert folders.names == NamedFolders().names == []
    assert folders.add("/a") is folders.add("/b") is None and NamedFolders(file).names == ["/a", "/b"]
    assert folders.above(Path("/a/b/model")) == "/a" and folders.above(Path("/ab")) is None
    assert folders.remove("/a") is None and NamedFolders(file).names == ["/b"]
    for odd in ("{", '{"a": 1}', "[1]"):
        file.write_text(odd)
        assert NamedFolders(file).names == []


# Words


def test_sizes_and_times_are_told_as_people_do():
    assert [size(n) for n in (4.61e9, 132e9, 0.34e9, 5e4, 0)] == ["4.61 GB", "132 GB", "340 MB", "50 kB", "0 kB"]
    assert [ago(s) for s in (3, 61, 7300, 90000, 200000)] == ["just now", "1 minute ago", "2 hours ago", "1 day ago", "2 days ago"]
    assert short("org/name") == "name" == short("name")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"t d": 3}', '{"t d": {"seconds": {"pass": {"x": 1}}}}', "\x00"])
def test_what_auto_learnt_is_kept_by_pair_and_a_damaged_file_is_as_none(tmp_path, text):
    file, pair = tmp_path / "learnt.json", SimpleNamespace(target_path="/m/t", paths={"model": "/m/d"}, estimator=RateEstimator())
    file.write_text(text)
    recall_learnt(pair, file)
    assert not pair.estimator.recalled
    pair.estimator.score("model", 3, 4)
    keep_learnt(pair, file), keep_learnt(SimpleNamespace(target_path="/m/other", paths={}, estimator=RateEstimator()), file)
    pair.estimator, before = RateEstimator(), pair.estimator
    recall_learnt(pair, file)
    assert pair.estimator.recalled and pair.estimator.kept() == before.kept()
    other = SimpleNamespace(target_path="/m/u", paths={"model": "/m/d"}, estimator=RateEstimator())
    recall_learnt(other, file)
    assert not other.estimator.recalled


def test_what_was_learnt_of_one_drafter_is_not_taken_for_another_of_its_kind(tmp_path):
    """Also by way of the target alone, which takes over and stores what it may."""
    def pair(**paths):
        return SimpleNamespace(target_path="/m/t", paths=paths, estimator=RateEstimator())

    file, first = tmp_path / "learnt.json", pair(model="/m/d")
    first.estimator.score("model", 3, 4)
    first.estimator.score("lookup", 1, 2)
    first.estimator.costs.draft("model", 4)
    keep_learnt(first, file)
    for paths, known in (({}, {"lookup"}), ({"model": "/m/e"}, {"lookup"}), ({"model": "/m/d", "mtp": "/m/h"}, {"model", "lookup"})):
        other = pair(**paths)
        recall_learnt(other, file)
        assert set(other.estimator.kept()["outcomes"]) == known, paths
        keep_learnt(other, file)
