"""Whether things draft and fit, what is remembered, and how a download is told. The table of published drafters: every row is whole, and a target
finds its own and no other's."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from specdeck import assets
from specdeck.chat.wording import ago, short
from specdeck.decoding import Memory
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.checkpoints import published_speeds
from specdeck.decoding.checkpoints.model_folder import is_hub_name
from specdeck.decoding.drafters import WITH_FILES
from specdeck.engine.messages import Machine
from specdeck.models.disk import NamedFolders
from specdeck.models.downloads import Download
from specdeck.models.fit import draft_fit, plan
from specdeck.models.measurements import LONGEST, MOST, Measurement, Measurements, keep_learnt, recall_learnt
from specdeck.models.published import bits_by_name, published_for, published_pairs
from tests.helpers.fake_models import GB, MACHINE, MEMORY, SMALL, STOCK, TARGET, dflash, item, model

HELD = {TARGET.folder, SMALL.folder}
OTHER = model("org/other-14B", 40, 5120, 1024, 8.31 * GB, "qwen3")


def test_what_can_draft_is_told_from_headers():
    for drafter, fits, words in (
        (SMALL, (True, False, "same vocabulary"), ""), (OTHER, (True, True, "larger"), "slower"), (dflash("org/d", 4096, 36), (True, False, "made for it"), ""),
        (dflash("org/d", 4096, 24), (False, False, "other layers"), "number of layers 24, and this one has 36"),
    ):  # fmt: skip
        found = draft_fit(drafter, TARGET)
        assert (found.ok, found.doubt, found.word) == fits and words in found.line


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


def test_pace_and_time_left_are_of_the_last_seconds():
    download = Download("org/x")
    for second in range(30):  # slow at first, then ten times as fast
        done = second if second < 15 else 15 + 10 * (second - 15)
        download.progress(done * GB // 1000, GB, float(second))
    assert download.pace == pytest.approx(GB / 100, rel=1e-6)
    assert download.left == pytest.approx((GB - download.done) / download.pace)


def measured(at: float, **changes) -> Measurement:
    return replace(Measurement(at, "t", "d", 4, 0.0, 60.0, 30.0, 0.5), **changes)


def test_measurements_outlive_the_program_the_later_of_one_reply_counts_and_what_cannot_be_remembered_is_said_once(tmp_path):
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
    past = Measurements(file / "measured.jsonl")  # in no folder
    assert "not remembered" in past.add(measured(1.0)) and past.add(measured(2.0)) is None and len(past.of("t")) == 2
    assert "not remembered" in NamedFolders(file / "folders.json").add("/x")


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


TABLE = json.loads(assets.PUBLISHED_DRAFTERS.read_text())


def target(name: str, shape: str, **changes):
    """A target with the config of a row of the table, under this name; without what is None."""
    row = TABLE["targets"][shape]
    sizes = {size: row.get(size, 64) for size in ("hidden_size", "num_hidden_layers")}
    config = {"model_type": row["model_types"][0], **sizes, **changes}
    return item(name, "model", {key: value for key, value in config.items() if value is not None}, {}, int(4 * GB))


def names(found):
    return [offer.name for offer in found]


def test_every_row_is_whole():
    for row in TABLE["drafters"]:
        assert is_hub_name(row["name"]) and row["kind"] in WITH_FILES and row["source"].startswith("https://"), row
        assert 50_000_000 < row.get("bytes", GB) < 10 * GB and row["for"], row
    assert {name for row in TABLE["drafters"] for name in row["for"]} == set(TABLE["targets"])
    assert all(shape["source"].startswith("https://") for shape in TABLE["targets"].values())
    assert len({row["name"] for row in TABLE["drafters"]}) == len(TABLE["drafters"])


@pytest.mark.parametrize("shape", TABLE["targets"])
def test_a_target_finds_the_drafters_of_its_row(shape):
    wanted = [row["name"] for row in TABLE["drafters"] if shape in row["for"]]
    assert wanted and names(published_for(target(f"mlx-community/{shape}-4bit", shape))) == wanted
    assert names(published_for(target(shape.upper().replace("-", "_"), shape))) == wanted, "as people name folders"
    nested = target(f"org/{shape}-8bit", shape)
    config = {"model_type": nested.found.config["model_type"], "text_config": dict(nested.found.config) | {"model_type": "any_text"}}
    assert names(published_for(replace(nested, found=replace(nested.found, config=config)))) == wanted


def test_what_was_measured_is_of_a_drafter_that_is_listed_and_names_its_source():
    listed, figures = {row["name"] for row in TABLE["drafters"]}, [*TABLE["measured"].values(), *sum(TABLE["speeds"].values(), [])]
    assert {*TABLE["measured"], *TABLE["speeds"]} <= listed and all("https://" in row["source"] for row in figures)
    assert all(one.words.count(";") == 1 and "/" not in one.words and "://" in one.source for name in TABLE["speeds"] for one in published_speeds(name, "Qwen3-4B"))
    assert not published_speeds("mlx-community/Qwen3-0.6B-4bit", "Qwen3-8B") and published_speeds("mlx-community/Qwen3-0.6B-4bit", "org/Qwen3-4B-8bit")[0].times == 0.47


@pytest.mark.parametrize("memory, most", [(8, 2), (16, 4.5), (24, 9), (32, 14), (64, 32)])
def test_pairs_of_which_a_speed_up_is_known_fit_machines_of_every_size(memory, most):
    fitting = [pair for pair in published_pairs() if sum(pair.sizes) < 0.7 * memory * GB and pair.drafter.measured]
    assert len({pair.drafter.target for pair in fitting}) >= 4 and min(pair.bytes_ for pair in fitting) < most * GB
    downloads = [row["bytes"] for row in TABLE["downloads"]]
    assert downloads == sorted(downloads)


def test_a_pair_is_not_offered_where_it_cannot_be_loaded_or_lost_everywhere_and_the_target_still_lists_it(monkeypatch):
    offered = {pair.drafter.name for pair in published_pairs()}
    lost, laguna = "mlx-community/Qwen3.5-4B-MTP-bf16", "poolside/Laguna-XS-2.1-DFlash"
    assert not {lost, laguna} & offered and "z-lab/Qwen3.5-4B-DFlash" in offered
    assert lost in names(published_for(target("org/Qwen3.5-4B", "Qwen3.5-4B")))
    [row] = published_for(target("org/Laguna-XS-2.1", "Laguna-XS-2.1"))
    assert "Laguna block drafter: not supported yet" in row.refused and row.refused in row.words
    assert not any(one.refused for one in published_for(target("org/Qwen3-8B", "Qwen3-8B")))
    known, other = (draft_fit(dflash(name, 4096, 36), TARGET) for name in ("z-lab/Qwen3-8B-DFlash-b16", "org/my-DFlash"))
    assert known.ok and "trained without thinking" in known.line and "thinking" not in other.line, "also of one on disk"


def test_targets_of_one_shape_are_told_apart_by_name_a_strange_name_gets_all_and_another_shape_or_no_target_none():
    found = names(published_for(target("org/Qwen3.6-27B-4bit", "Qwen3.6-27B")))
    assert "z-lab/Qwen3.6-27B-DFlash" in found and "z-lab/Qwen3.5-27B-DFlash" not in found
    both = names(published_for(target("org/my-finetune", "Qwen3.6-27B")))
    assert {"z-lab/Qwen3.6-27B-DFlash", "z-lab/Qwen3.5-27B-DFlash"} <= set(both)
    for one in (
        model("mlx-community/Qwen3-8B-4bit", 35, 4096, 1024, 4 * GB, "qwen3"), target("org/Qwen3-8B", "Qwen3-8B", model_type="llama"),
        target("org/Qwen3-8B", "Qwen3-8B", hidden_size=None), target("org/Qwen3-8B", "Qwen3-8B", num_hidden_layers=None),
        dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36), replace(TARGET, trouble="it is cut off"),
    ):  # fmt: skip
        assert published_for(one) == ()


def test_a_plan_counts_a_drafter_in_as_many_bits_as_it_is_loaded_in():
    offer = next(offer for offer in published_for(target("org/Qwen3-8B", "Qwen3-8B")) if offer.kind == "dflash")
    plans = [plan([TARGET, offer.item], (), (), Machine(27 * GB, draft_bits=bits), Memory(36 * GB, 19 * GB)) for bits in (None, 8, 4)]
    weights = [each.weights - TARGET.footprint(False).weights for each in plans]
    assert weights[0] == offer.bytes_ and weights[1] == pytest.approx(weights[0] * 8.5 / 16, rel=0.01)
    assert weights[2] == pytest.approx(weights[0] * 4.5 / 16, rel=0.01)
    quantised = next(offer.item for offer in published_for(target("org/Qwen3-8B", "Qwen3-8B")) if offer.kind == "model").footprint(False)
    assert quantised.with_draft_bits(4) == quantised, "its page says 4 bits already"


@pytest.mark.parametrize("name, half", [
    ("Qwen/Qwen3-8B", True), ("org/Llama-3.2-1B-bf16", True), ("org/orbit", True), ("org/Qwen3-8B-4bit", False), ("org/Qwen3-8B-4bit-DWQ", False),
    ("org/Qwen3-8B-8bit-gs32", False), ("org/gpt-oss-20b-mxfp4-q8", False), ("org/Qwen3-8B-FP8", False), ("org/Qwen3-8B-GPTQ-Int4", False),
])  # fmt: skip
def test_a_name_that_tells_few_bits_is_not_of_half_precision(name, half):
    assert (bits_by_name(name) == 16) == half
