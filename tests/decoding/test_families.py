"""Every family of FAMILIES.md: named rightly, and its text with drafts is plain decoding's for 200 tokens."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from specdeck.decoding import Round, Settings, decode, load
from specdeck.decoding.drafters.recognise import recognise
from tests import families, heads, toys

pytestmark = pytest.mark.long

COUNT = 200
PLAIN = Settings(drafter="none", k=0)
ALL = [*families.FAMILIES, *families.HEADS]


def check_equal(pair, settings, prompt):
    """The same text as plain decoding's, or another from a near-tie on."""
    pair.reset()
    plain = [event for event in decode(pair, prompt, replace(settings, drafter="none", k=0), COUNT, ignore_end=True, detail=2)]
    wanted = [token for event in plain if isinstance(event, Round) for token in event.tokens]
    pair.reset()
    reply = toys.reply(pair, prompt, settings, COUNT, ignore_end=True)
    assert reply.finish.error is None and len(reply.tokens) == COUNT
    at = next((i for i, (one, two) in enumerate(zip(reply.tokens, wanted)) if one != two), None)
    if at is not None:
        best = [event.top_p[0] for event in plain if isinstance(event, Round)][at]
        assert math.log(best[0][1] / best[1][1]) < toys.GAP, f"differs at {at}"
    return reply


@pytest.mark.parametrize("family", ALL)
def test_a_family_is_a_target_and_a_drafter_of_its_kind(tmp_path, family):
    target = families.folder(tmp_path / "target", family)
    assert recognise(target).kind == "model"
    pair = load(str(target), str(families.folder(tmp_path / "drafter", family)))
    prompt = [*range(40, 60), *range(40, 50)]
    for drafter in ("model", "lookup"):
        check_equal(pair, Settings(drafter=drafter, k=4, lookup_min=1), prompt)


def wide_eagle3(folder):
    """An EAGLE-3 head, narrower than its target."""
    return heads.eagle3_folder(folder, heads.eagle3_tensors(target=64), target_hidden_size=64)


@pytest.mark.parametrize("family, make", [
    ("Qwen3-Next", lambda f: heads.mtp_folder(f, "qwen3_next")), ("Qwen3.5/3.6 dense", lambda f: heads.mtp_folder(f)),
    ("Qwen3.5/3.6 MoE", lambda f: heads.mtp_folder(f, "qwen3_5_moe")), ("Gemma 4", heads.assistant_folder),
    ("Qwen3.5/3.6 dense", heads.dflash_folder), ("Gemma 4", lambda f: heads.dflash_folder(f, num_target_layers=6)),
    ("Qwen3.5/3.6 MoE", heads.speculator_folder), ("Gemma 4", heads.speculator_folder),
    *((family, wide_eagle3) for family in ("Qwen3", "Llama 3.x", "gpt-oss")),
])  # fmt: skip
def test_heads_assistants_and_blocks_of_a_family(tmp_path, family, make):
    pair = load(str(families.folder(tmp_path / "target", family)), str(make(tmp_path / "drafter")))
    reply = check_equal(pair, Settings(drafter=pair.default_drafter, k=4), list(range(40, 60)))
    assert sum(len(r.draft) for r in reply.rounds) > 0


def test_the_table_names_every_family():
    table = (Path(__file__).parents[1] / "FAMILIES.md").read_text()
    assert not [family for family in ALL if f"| {family} |" not in table]
