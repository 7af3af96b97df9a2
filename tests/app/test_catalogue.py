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
from specdeck.engine.messages import Machine
from specdeck.models.disk import NamedFolders
from specdeck.models.downloads import Download
from specdeck.models.fit import draft_fit, plan
from specdeck.models.measurements import LONGEST, MOST, Measurement, Measurements, keep_learnt, recall_learnt
from tests.helpers.fake_models import GB, MACHINE, MEMORY, SMALL, STOCK, TARGET, dflash, model

HELD = {TARGET.folder, SMALL.folder}
OTHER = model("org/other-14B", 40, 5120, 1024, 8.31 * GB, "qwen3")


# Verdicts


def test_what_can_draft_is_told_from_headers():
    for item, fits, words in (
        (SMALL, (True, False, "same vocabulary"), ""), (OTHER, (True, True, "larger"), "slower"), (dflash("org/d", 4096, 36), (True, False, "made for it"), ""),
        (dflash("org/d", 4096, 24), (False, False, "other layers"), "number of layers 24, and this one has 36"),
    ):  # fmt: skip
        found = draft_fit(item, TARGET)
        assert (found.ok, found.doubt, found.word) == fits and words in found.line


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


def test_a_plan_counts_one_hosts_share_and_a_quantised_cache_of_the_target_alone():
    alone, two = (plan([TARGET, SMALL], set(), STOCK.items, Machine(4 * GB, hosts=hosts), MEMORY) for hosts in (1, 2))
    mine = TARGET.footprint(False)
    assert (alone.weights - two.weights, alone.cache - two.cache) == (mine.weights // 2, mine.cache // 2)
    assert alone.word == "too big" and two.need < alone.need
    both, packed = (plan([TARGET, SMALL], set(), (), Machine(kv_bits=bits), MEMORY) for bits in (None, 8))
    target, packed_target = (plan([TARGET], set(), (), Machine(kv_bits=bits), MEMORY) for bits in (None, 8))
    assert 0 < both.cache - packed.cache == target.cache - packed_target.cache < target.cache / 2 and packed.need < both.need and packed.adds < both.adds


@pytest.mark.parametrize(
    "free, machine, held, word",
    [
        (19, Machine(27 * GB, 5 * GB), HELD, "fits"),
        (6, Machine(27 * GB, 5 * GB), HELD, "not beside"),  # room once the pair in use has gone
        (1, Machine(27 * GB, 5 * GB), HELD, "tight"),  # not even then: other programs have it
        (6, Machine(27 * GB), set(), "tight"),  # nobody here to let go
        (1, Machine(27 * GB, own=True), set(), "fits"),  # a GPU's own memory is not the machine's
        (19, Machine(int(11.5 * GB)), set(), "tight"),
        (19, Machine(9 * GB, 5 * GB), HELD, "too big"),
    ],
)
def test_what_fits_is_told_from_what_is_free_and_what_would_be_given_back(free, machine, held, word):
    assert plan([OTHER], held, STOCK.items, machine, Memory(36 * GB, free * GB)).word == word


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


    file.write_text("".join(json.dumps(asdict(measured(float(at)))) + "\n" for at in range(LONGEST + 1)))
    assert len(Measurements(file).of("t")) == MOST, "the file does not grow without end"
    assert len(file.read_text().splitlines()) == MOST and Measurements(file).of("t")[0].at == LONGEST


def test_what_cannot_be_remembered_is_said_once(tmp_path):
    (tmp_path / "file").write_text("")
    past = Measurements(tmp_path / "file/measured.jsonl")
    assert "not remembered" in past.add(measured(1.0)) and past.add(measured(2.0)) is None
    assert len(past.of("t")) == 2
    assert "not remembered" in NamedFolders(tmp_path / "file/folders.json").add("/x")


def test_named_folders_outlive_the_program_and_those_without_a_model_are_forgotten(tmp_path):
    file = tmp_path / "state/folders.json"
    folders, other = NamedFolders(file), NamedFolders(file)
    assert folders.names == NamedFolders().names == []
    empty, full, gone = (str(tmp_path / name) for name in ("empty", "full", "gone"))
    assert folders.add(empty) is folders.add(full) is other.add(gone) is None, "two specdecks keep those of both"
    assert NamedFolders(file).names == [empty, full, gone]
    assert folders.above(Path(full) / "b/model") == full and folders.above(Path(f"{full}b")) is None
    (tmp_path / "empty").mkdir()
    (tmp_path / "full/model").mkdir(parents=True)
    held = [tmp_path / "full/model"]
    assert folders.forget_empty(held, []) == [], "a scan that began before it was named did not look there"
    assert folders.forget_empty(held, [empty, full, gone]) == [empty] and folders.forget_empty(held, folders.names) == []
    assert NamedFolders(file).names == [full, gone], "gone may be a disk that is not plugged in"
    assert other.remove(gone) is None and NamedFolders(file).names == [full]


# Words


def test_times_and_names_are_told_as_people_do():
    assert [ago(s) for s in (3, 61, 7300, 90000, 200000)] == ["just now", "1 minute ago", "2 hours ago", "1 day ago", "2 days ago"]
    assert short("org/name") == "name" == short("name")


def test_what_auto_learnt_of_a_target_is_taken_over_as_far_as_the_drafters_are_the_same(tmp_path):
    """Also by way of the target alone, which takes over and stores what it may."""

    def pair(target: str = "t", **paths: str) -> SimpleNamespace:
        return SimpleNamespace(target_path=f"/m/{target}", paths=paths, estimator=RateEstimator())

    file, first = tmp_path / "learnt.json", pair(model="/m/d")
    file.write_text("{")
    recall_learnt(first, file)
    assert not first.estimator.recalled, "a damaged file is as none"
    first.estimator.score("model", 3, 4)
    first.estimator.score("lookup", 1, 2)
    first.estimator.costs.draft("model", 4)
    keep_learnt(first, file)
    for target, paths, known in (
        ("t", {"model": "/m/d"}, {"model", "lookup"}), ("u", {"model": "/m/d"}, set()), ("t", {}, {"lookup"}), ("t", {"model": "/m/e"}, {"lookup"}),
        ("t", {"model": "/m/d", "mtp": "/m/h"}, {"model", "lookup"}),
    ):  # fmt: skip
        other = pair(target, **paths)
        recall_learnt(other, file)
        assert set(other.estimator.kept()["outcomes"]) == known and bool(other.estimator.recalled) == bool(known), paths
        keep_learnt(other, file)
