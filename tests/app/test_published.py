"""The table of published drafters: every row is whole, and a target finds its own and no other's."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.decoding import Memory
from specdeck.decoding.checkpoints import published_speeds
from specdeck.decoding.checkpoints.model_folder import is_hub_name
from specdeck.decoding.drafters import WITH_FILES
from specdeck.engine.messages import Machine
from specdeck.models.fit import draft_fit, plan
from specdeck.models.published import bits_by_name, published_for, published_pairs
from tests.helpers.fake_models import GB, TARGET, dflash, item, model

TABLE = json.loads(assets.PUBLISHED_DRAFTERS.read_text())


def target(name: str, shape: str, **changes):
    """A target with the config of a row of the table, under this name."""
    row = TABLE["targets"][shape]
    sizes = {size: row.get(size, 64) for size in ("hidden_size", "num_hidden_layers")}
    return item(name, "model", {"model_type": row["model_types"][0], **sizes, **changes}, {}, int(4 * GB))


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


@pytest.mark.parametrize("name, row", [(name, row) for name, row in TABLE["measured"].items() if {"rates", "length"} <= row.keys()], ids=str)
def test_one_and_the_sum_of_the_rates_is_the_published_length(name, row):
    assert 1 + sum(row["rates"]) == pytest.approx(row["length"], abs=0.002) and len(row["rates"]) == row["k"] and row["rates"] == sorted(row["rates"], reverse=True)


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


def test_targets_of_one_shape_are_told_apart_by_name_and_a_strange_name_gets_all():
    found = names(published_for(target("org/Qwen3.6-27B-4bit", "Qwen3.6-27B")))
    assert "z-lab/Qwen3.6-27B-DFlash" in found and "z-lab/Qwen3.5-27B-DFlash" not in found
    both = names(published_for(target("org/my-finetune", "Qwen3.6-27B")))
    assert {"z-lab/Qwen3.6-27B-DFlash", "z-lab/Qwen3.5-27B-DFlash"} <= set(both)


def test_what_has_another_shape_or_is_no_target_gets_none():
    assert published_for(model("mlx-community/Qwen3-8B-4bit", 35, 4096, 1024, 4 * GB, "qwen3")) == ()
    known = target("org/Qwen3-8B", "Qwen3-8B")
    for size in ("hidden_size", "num_hidden_layers"):
        config = {name: value for name, value in known.found.config.items() if name != size}
        assert published_for(replace(known, found=replace(known.found, config=config))) == (), f"its {size} is not known"
    assert published_for(target("org/Qwen3-8B", "Qwen3-8B", model_type="llama")) == ()
    assert published_for(dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36)) == ()
    assert published_for(replace(TARGET, trouble="it is cut off")) == ()


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
