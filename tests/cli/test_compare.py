"""`specdeck compare`: the object, how its figures hang together, and what is said of a text that differs."""

from __future__ import annotations

import json
import shutil

import pytest

from specdeck import assets
from specdeck.decoding.pair import Pair
from specdeck.records import files
from tests.helpers.command_line import ENDLESS, PROMPT, check_laws
from tests.helpers.everyday import everyday

KEYS = {"a", "b", "speedup", "spread", "identical", "first_difference", "gap", "gap_steps", "logit_type", "block_cost", "break_even", "doubtful", "runs", "budget_seconds", "machine", "again"}


def compare(cli, *words: str) -> dict:
    """One comparison's object, its laws checked."""
    done = cli("compare", PROMPT, "--json", "--max-tokens", "16", "--seed", "3", *words)
    assert done.code == 0 and done.err == "", done.err
    found = done.json
    check_laws(found["a"]), check_laws(found["b"])
    assert set(found) - {"best", "arms"} == KEYS and found["spread"][0] <= found["speedup"] <= found["spread"][1]
    ids = [[token["id"] for token in found[side]["tokens"]] for side in "ab"]
    assert found["speedup"] == pytest.approx(found["b"]["stats"]["tokens_per_second"] / found["a"]["stats"]["tokens_per_second"]), "of the two that are reported"
    assert found["identical"] == (ids[0] == ids[1]) == (found["first_difference"] is None)
    assert found["block_cost"] > 0 and (found["gap"] is None or found["gap"] >= 0)
    return found


def test_plain_against_drafted_is_the_same_text_from_cold_caches_and_the_same_seed(cli, monkeypatch):
    resets, reset = [], Pair.reset
    monkeypatch.setattr(Pair, "reset", lambda pair: (resets.append(1), reset(pair))[1])
    found = compare(cli, "--runs", "1")
    assert len(resets) == 2 + 2  # a warm-up a side, then a run
    assert all(found["a"][name] == found["b"][name] for name in ("prompt_tokens", "text")) and found["a"]["settings"]["seed"] == found["b"]["settings"]["seed"] == 3
    assert found["identical"] and found["gap"] is None
    assert {round_["drafter"] for round_ in found["a"]["rounds"]} == {"none"} and found["b"]["stats"]["drafted"] > 0
    a, b = found["a"]["stats"], found["b"]["stats"]
    assert found["block_cost"] == pytest.approx(b["decode_seconds"] / b["rounds"] / (a["decode_seconds"] / a["rounds"]))
    assert found["break_even"] == pytest.approx((found["block_cost"] - 1) / (b["drafted"] / b["rounds"]))


@pytest.mark.long
def test_sampled_texts_race_under_coupled_unless_a_rule_is_named(cli):
    found = compare(cli, "--runs", "1", "--temperature", "0.9", *ENDLESS)
    assert found["a"]["settings"]["rule"] == found["b"]["settings"]["rule"] == "coupled" and found["identical"]
    named = compare(cli, "--runs", "1", "--temperature", "0.9", "--rule", "match", *ENDLESS)
    assert named["b"]["settings"]["rule"] == "match"


def test_a_difference_has_its_place_and_side_as_gap(cli):
    found = compare(cli, "--runs", "1", "--temperature", "1.5", "--rule", "probabilistic", *ENDLESS)
    assert found["first_difference"] is not None and found["gap"] > 0
    at = found["first_difference"]
    ids = [[token["id"] for token in found[side]["tokens"]] for side in "ab"]
    assert ids[0][:at] == ids[1][:at] and ids[0][at] != ids[1][at]


SIDES = [  # words; drafter, k and rule of side A; side B's drafter
    (("--a-drafter", "lookup"), "lookup", 4, "probabilistic", "model"), (("--a-k", "2"), "model", 2, "probabilistic", "model"),
    (("--a-drafter", "model", "--a-k", "1", "--drafter", "lookup"), "model", 1, "probabilistic", "lookup"), (("--a-rule", "match"), "none", 0, "match", "model"),
    *((("--a-drafter", a, "--drafter", b), a, 4, "probabilistic", b) for a, b in (("mtp", "none"), ("model", "mtp"), ("dflash", "lookup"))),  # which come with the target
]  # fmt: skip


@everyday("words, drafter, k, rule, beside", SIDES, SIDES[5])
def test_side_a_is_what_is_asked_for_and_leaves_side_b_as_it_is(cli, words, drafter, k, rule, beside):
    found = compare(cli, "--runs", "1", "--max-tokens", "8", *words)
    a, b = (found[side]["settings"] for side in "ab")
    assert (a["drafter"], a["k"], a["rule"], b["drafter"]) == (drafter, k, rule, beside) and (found["a"]["stats"]["drafted"] > 0) is (drafter not in ("none", "lookup"))


def test_beside_a_drafter_of_side_as_side_b_drafts_as_it_would_alone(cli, tmp_path):
    """With the head in the target's folder where none is named."""
    target = str(shutil.copytree(assets.TARGET, tmp_path / "target"))
    shutil.copy(assets.MODELS / "mtp/model.safetensors", tmp_path / "target/mtp.safetensors")
    alone = cli("run", PROMPT, "--json", "--model", target, "--max-tokens", "4").json["settings"]["drafter"]
    found = compare(cli, "--runs", "1", "--max-tokens", "8", "--model", target, "--a-drafter", str(assets.DRAFTER))
    assert [found[side]["settings"]["drafter"] for side in "ab"] == ["model", alone]


def test_the_report_says_what_a_round_costs_and_yields_and_the_seed_though_a_card_cannot_be_written_in_the_end(cli, tmp_path, monkeypatch):
    """The page is written all the same."""

    def full(path, *shared, create=files.create_named):
        if path.suffix == ".svg":
            raise files.TraceError("no space")
        return create(path, *shared)

    monkeypatch.setattr(files, "create_named", full)
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *told: None)  # whatever else the machine does
    page = tmp_path / "x.html"
    done = cli("compare", PROMPT, "--runs", "2", "--max-tokens", "16", "--temperature", "1", "--seed", "7", "--card", str(tmp_path / "x.svg"), "--html", str(page))
    assert done.code == 1 and "no space" in done.err and page.exists() and "\x1b" not in done.out and "\nseed      7, the same on both sides\n" in done.out
    assert all(words in done.out for words in ("plain steps and yields", "2 runs a side in turn", "the same", "speed-up"))


def test_arms_race_against_plain_decoding_each_with_its_identity_and_costs(cli, tmp_path):
    page = tmp_path / "race.html"
    found = compare(cli, "--runs", "1", "--arm", "drafter=lookup k=8 lookup-min=2", "--arm", "drafter=mtp adaptive-k", "--arm", "k=2", "--html", str(page))
    arms = found["arms"]
    assert [(arm["settings"]["drafter"], arm["settings"]["k"], arm["settings"]["adaptive_k"]) for arm in arms] == [("lookup", 8, False), ("mtp", 4, True), ("model", 2, False)]
    assert arms[0]["settings"]["lookup_min"] == 2 and found["a"]["drafter"] == "none" and found["b"] == {key: arms[0][key] for key in found["b"]}
    for arm in arms:
        check_laws({key: arm[key] for key in found["a"]})
        assert arm["identical"] and arm["first_difference"] is None and arm["block_cost"] > 0
        assert arm["speedup"] == pytest.approx(arm["stats"]["tokens_per_second"] / found["a"]["stats"]["tokens_per_second"])
    assert page.read_text().count('class="t"') == sum(len(side["tokens"]) for side in (found["a"], *arms))
    assert page.read_text().count("as side A") == 3 and "both sides" not in page.read_text()


@pytest.mark.long
def test_mlx_lm_and_a_drafter_by_its_folder_are_arms_too(cli, tmp_path):
    other = shutil.copytree(assets.DRAFTER, tmp_path / "other")
    arms = compare(cli, "--runs", "1", "--arm", f"drafter={other} k=3", "--arm", "drafter=mlx-lm", "--arm", "drafter=none")["arms"]
    assert arms[0]["drafter_path"] == str(other) and arms[1]["drafter"] == "mlx-lm" and len(arms) == 2 and all(arm["identical"] for arm in arms)


@pytest.mark.long
def test_mlx_lms_own_generator_is_raced_on_the_same_prompt_and_k(cli):
    found = json.loads(cli("compare", PROMPT, "--json", "--max-tokens", "16", "--runs", "1", "--against", "mlx-lm").out)
    a, b = found["a"], found["b"]
    assert (a["drafter"], b["drafter"], a["settings"]["k"]) == ("mlx-lm", "model", b["settings"]["k"]) and found["identical"]
    assert (a["stats"]["rounds"], a["stats"]["accepted"], a["stats"]["drafted"]) == tuple(b["stats"][name] for name in ("rounds", "accepted", "drafted"))
    assert {token["p"] for token in a["tokens"]} == {None} and found["block_cost"] > 0


@pytest.mark.long
def test_above_temperature_0_its_text_may_differ_and_the_report_says_so(cli, tmp_path):
    words = "compare", PROMPT, "--max-tokens", "16", "--runs", "1", "--against", "mlx-lm", "--temperature", "1", *ENDLESS
    done = cli(*words, "-k", "0")
    assert "A  mlx-lm, plain, T=1" in done.out and "mlx-lm draws its own random numbers" in done.out
    page = tmp_path / "x.html"
    assert cli(*words, "-k", "4", "--html", str(page)).code == 0 and "it does not tell p and q" in page.read_text()


@pytest.mark.long
def test_the_best_of_all_drafters_is_found_and_its_options_are_given(cli, monkeypatch):
    monkeypatch.setattr("specdeck.compare.result.doubt", lambda *words: None)  # so few tokens on a busy machine may take impossible times
    found = compare(cli, "--best", "--runs", "1", "--max-tokens", "6", "--drafter", "model")["best"]
    assert found["lines"][0].startswith("plain decoding: no drafter is faster" if found["speedup"] == 1 else f"{found['drafter']}, k ")
    assert found["lines"][1].startswith(f"specdeck: --drafter {found['drafter']}")
