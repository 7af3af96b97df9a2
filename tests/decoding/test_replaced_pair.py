"""A pair that takes another's place: a target that both hold is handed over; if it cannot be had, the old one works on."""

from __future__ import annotations

import pytest

from specdeck.decoding import Settings, load, weights
from specdeck.decoding.errors import LoadError
from specdeck.decoding.target import backbone
from tests.helpers import checkpoints
from tests.helpers.everyday import everyday
from tests.helpers.toys import said

PROMPT = [5, 9, 33, 7, 21, 9, 33]


@pytest.fixture(scope="module")
def folders(targets, tmp_path_factory):
    place = tmp_path_factory.mktemp("folders")
    broken = checkpoints.target(place / "broken")
    (broken / "model.safetensors").write_bytes(b"not weights")
    return {
        "target": targets["qwen3_5"], "broken": broken,
        "other": checkpoints.target(place / "other", seed=2), "small": checkpoints.target(place / "small", "qwen3", seed=3), "head": checkpoints.mtp(place / "head"),
        "foreign": checkpoints.mtp(place / "foreign", "qwen3", text_config=checkpoints.config("qwen3", hidden_size=64)),
    }  # fmt: skip


def text(pair, drafter: str) -> tuple[list[int], int]:
    """The tokens of a reply and how many of them were guessed."""
    reply = said(pair, Settings(drafter=drafter, k=3), prompt=PROMPT)
    return reply.tokens, reply.finish.stats.drafted


def test_what_both_hold_is_not_read_again_and_a_listener_hears_what_the_first_did(folders, monkeypatch):
    """The head is loaded three times over, each time onto the same target; it must guess as it does on a fresh one."""
    alone = load(str(folders["target"]), drafter=str(folders["head"]))
    fresh, plain = text(alone, "mtp"), text(alone, "none")[0]
    old = pair = load(str(folders["target"]), drafter="lookup")
    monkeypatch.setattr(weights, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    for _ in range(3):
        pair = load(str(folders["target"]), drafter=str(folders["head"]), beside=pair)
    assert pair.target.model is old.target.model and pair.default_drafter == "mtp"
    assert text(pair, "mtp") == fresh == (plain, fresh[1]) and fresh[1] > 0

    def ears(pair):
        return sum(isinstance(module, backbone._Tap) for module in pair.target.model.modules())

    assert ears(pair) == 1, "those of the pairs before are gone"
    assert ears(load(str(folders["target"]), drafter="lookup", beside=pair)) == 0, "a pair that reads no hidden states leaves none"


def test_a_target_whose_cache_is_quantised_now_is_not_read_again(tmp_path, monkeypatch):
    folder = str(checkpoints.target(tmp_path / "target", "qwen3", head_dim=32))
    old, fresh = load(folder), text(load(folder, kv_bits=8), "none")
    monkeypatch.setattr(weights, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    pair = load(folder, kv_bits=8, beside=old)
    assert pair.target.model is old.target.model and pair.target.quantised and not old.target.quantised and text(pair, "none") == fresh


@everyday("model, drafter", [("other", "foreign"), ("target", "foreign"), ("target", "nowhere/at-all"), ("broken", None)], ("other", "foreign"))
def test_what_cannot_be_had_leaves_the_old_pair_working(folders, model, drafter, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    old = load(str(folders["target"]), drafter=[str(folders["head"]), str(folders["small"])])
    before = text(old, "mtp"), text(old, "model")
    old.reset()
    with pytest.raises(LoadError):
        load(str(folders[model]), drafter=str(folders.get(drafter, drafter)) if drafter else None, beside=old)
    assert (text(old, "mtp"), text(old, "model")) == before


def test_a_model_that_is_target_and_drafter_at_once_is_not_shared_between_them(folders):
    old = load(str(folders["target"]), drafter="lookup")
    plain, _ = text(old, "none")
    pair = load(str(folders["target"]), drafter=[str(folders["head"]), str(folders["target"])], beside=old)
    assert pair.drafters["model"].state.model is not pair.target.model
    assert text(pair, "model")[0] == text(pair, "mtp")[0] == plain


def test_a_drafter_with_two_names_is_told_once(folders, monkeypatch):
    pair, told = load(str(folders["target"]), drafter=[str(folders["small"]), str(folders["other"])]), []
    last = pair.drafters["model"]
    assert sum(drafter is last for drafter in pair.drafters.values()) == 2
    for name in ("begin", "observe", "learn"):
        monkeypatch.setattr(last, name, lambda *given, name=name: told.append(name))
    text(pair, "none")
    assert told.count("begin") == 1 and told.count("observe") == told.count("learn") == 24


@everyday("newly, staying", [("small", "head"), ("head", "small"), ("other", "small"), ("head", "lookup")], ("small", "head"), ("head", "small"))
def test_a_new_drafter_reads_what_is_there_and_nobody_else_reads_it_again(folders, newly, staying):
    """The target's caches stay, and those of the drafters that stay."""
    name = {"head": "mtp", "small": "model", "lookup": "lookup"}[staying]
    old = load(str(folders["target"]), drafter=str(folders.get(staying, staying)))
    said(old, Settings(drafter=name, k=3), prompt=PROMPT * 20)
    longer = [*old.target.sequence, *PROMPT]
    fresh = load(str(folders["target"]), drafter=str(folders[newly]))
    pair = load(str(folders["target"]), drafter=[str(folders.get(staying, staying)), str(folders[newly])], beside=old)
    names = dict.fromkeys((pair.default_drafter, *pair.paths))
    for drafter in names:
        reply = said(pair, Settings(drafter=drafter, k=3), prompt=longer)
        assert reply.tokens == said(fresh, Settings(drafter="none"), prompt=longer).tokens
        read = {event.who: event.total - event.cached for event in reply.prefills}
        assert read["target"] <= len(PROMPT) + 2, drafter
        assert read.get(drafter, 0) <= len(PROMPT) + 8 or drafter == pair.default_drafter, "only the new one has not read the past"
        assert reply.finish.stats.drafted, drafter
