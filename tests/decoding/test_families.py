"""Every family of FAMILIES.md: named rightly, its text with drafts is plain decoding's for 40 tokens, its logits are transformers'."""

import json
import math
from itertools import cycle
from pathlib import Path

import mlx.core as mx
import numpy as np
import pytest

from specdeck.cli import main
from specdeck.decoding import LoadError, Round, Settings, decode, load
from tests.helpers import checkpoints, families, toys

pytestmark = pytest.mark.long

COUNT = 40  # beyond every window, which are of 32
PROMPT = [*range(40, 75), *range(300, 330)]
FREELY_READ = [family for family in families.FAMILIES if family != "Kimi"]  # whose tokenizer is Python
AS_MLX_LM = {  # fields that mlx-lm 0.32.2 does not read, at the value that it goes by; FAMILIES.md tells
    "Falcon-H1": {"key_multiplier": 1.0},
    "gpt-oss": {"rope_scaling": families.FAMILIES["gpt-oss"]["rope_scaling"] | {"truncate": True}},
}
NEAR = 5e-3  # how far two implementations' logits may be apart, their standard deviation being 1
ROUGH = {"Gemma 3": 1e-2, "Gemma 4 E2B": 0.1, "Gemma 4 E4B": 0.1, "Gemma 4 26B": 5e-2, "Gemma 4 31B": 5e-2}
"""The same where it is more: these families scale and cap what others leave as it is, and random weights amplify a rounding."""


def plain_rounds(pair, prompt):
    """The rounds of plain decoding, with the two best tokens of each."""
    pair.reset()
    return list(decode(pair, prompt, Settings(drafter="none", k=0), COUNT, ignore_end=True, detail=2))


def check_equal(pair, settings, prompt, gap=toys.GAP):
    """The same text as plain decoding's, or another from a near-tie on: the two best logits nearer than `gap`."""
    plain = plain_rounds(pair, prompt)
    wanted = [token for event in plain if isinstance(event, Round) for token in event.tokens]
    pair.reset()
    reply = toys.reply(pair, prompt, settings, COUNT, ignore_end=True)
    assert reply.finish.error is None and len(reply.tokens) == COUNT
    at = next((i for i, (one, two) in enumerate(zip(reply.tokens, wanted)) if one != two), None)
    if at is not None:
        best = [event.top_p[0] for event in plain if isinstance(event, Round)][at]
        assert math.log(best[0][1] / best[1][1]) < gap, f"differs at {at}"
    return reply


@pytest.fixture
def listed(tmp_path, monkeypatch, capsys):
    """What `specdeck models --json` says of the folders in tmp_path, by the folder's name."""
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / "state"))

    def rows():
        capsys.readouterr()
        assert main(("models", str(tmp_path), "--json")) == 0
        return {Path(row["path"]).name: row for row in json.loads(capsys.readouterr().out)["models"]}

    return rows


@pytest.mark.parametrize("family", FREELY_READ)
def test_a_family_is_a_target_and_a_drafter_of_its_kind(tmp_path, family, listed):
    target = families.folder(tmp_path / "target", family)
    right, wrong = (families.folder(tmp_path / name, family, seed) for name, seed in (("right", 3), ("wrong", 4)))
    pair = load(str(target), [str(right), str(wrong)])
    row = listed()["target"]
    assert row["kind"] in ("target", "model") and row["reason"] is None and row["fits"]
    prompt = [*range(40, 60), *range(40, 50)]
    drafters = ("model:right", "model:wrong", "lookup")
    names = cycle(drafters)
    reply = check_equal(pair, lambda: Settings(drafter=next(names), k=4, lookup_min=1), prompt, ROUGH.get(family, toys.GAP))
    assert {round_.drafter for round_ in reply.rounds if round_.draft} == set(drafters)
    assert {round_.drafter for round_ in reply.rounds if round_.accepted < len(round_.draft)} >= {"model:wrong"}


@pytest.mark.parametrize("name", families.DRAFTERS)
def test_published_drafters_draft_for_their_family(tmp_path, name, listed):
    row = families.DRAFTERS[name]
    target = families.folder(tmp_path / "target", row["target"])
    pair = load(str(target), str(families.drafter_folder(tmp_path / "drafter", name)))
    named = listed()["drafter"]
    assert (named["kind"], named["drafts_for"], named["reason"]) == (row["kind"], [str(target)], row.get("guessed"))
    assert pair.default_drafter == row["kind"]
    reply = check_equal(pair, Settings(drafter=row["kind"], k=4), list(range(40, 60)), ROUGH.get(row["target"], toys.GAP))
    assert sum(len(r.draft) for r in reply.rounds) > 0


def narrow_head(folder):
    """An EAGLE-3 head of half its target's width."""
    return checkpoints.eagle3(folder, checkpoints.eagle3_tensors(target=64), target_hidden_size=64)


def block(family, **changes):
    """A block drafter for a family whose drafters' config was not at hand."""
    text = families.small(family).get("text_config", families.small(family))
    return lambda folder: checkpoints.dflash(folder, num_target_layers=text["num_hidden_layers"], **changes)


@pytest.mark.parametrize("target, make", [
    *((family, block(family, **({"attention_bias": True} if family == "gpt-oss" else {}))) for family in ("Llama 3.x", "gpt-oss", "Qwen3-Next", "Gemma 4 31B")),
    *((family, narrow_head) for family in ("Qwen3", "Llama 3.x", "gpt-oss")),
    *((kind, lambda f, kind=kind: checkpoints.mtp(f, kind)) for kind in ("qwen3_next", "qwen3_5_moe")),
    ("gemma4", lambda f: checkpoints.dflash(f, num_target_layers=6)), ("qwen3_5_moe", checkpoints.eagle3_speculator),
])  # fmt: skip
def test_a_drafter_of_another_kind_drafts_for_a_family(tmp_path, monkeypatch, target, make):
    if make is narrow_head:
        monkeypatch.setitem(families.SMALL, "hidden_size", 64)
    folder = families.folder if target in families.FAMILIES else checkpoints.target
    pair = load(str(folder(tmp_path / "target", target)), str(make(tmp_path / "drafter")))
    reply = check_equal(pair, Settings(drafter=pair.default_drafter, k=4), list(range(40, 60)), ROUGH.get(target, toys.GAP))
    assert sum(len(r.draft) for r in reply.rounds) > 0


@pytest.mark.parametrize("family", FREELY_READ)
def test_the_published_layout_gives_the_references_logits(tmp_path, monkeypatch, listed, family):
    """transformers writes the checkpoint under its published names, with the published config, and says what its logits are."""
    monkeypatch.setitem(families.FAMILIES, family, families.FAMILIES[family] | AS_MLX_LM.get(family, {}))
    wanted = families.publish(tmp_path / "it", family, PROMPT)
    assert listed()["it"]["kind"] in ("target", "model")
    pair = load(str(tmp_path / "it"), "lookup")
    found = np.array(pair.target.model(mx.array([PROMPT]))[0].astype(mx.float32))
    apart = ROUGH.get(family, NEAR)
    assert np.abs(found - wanted).max() < apart
    assert (wanted.max(-1) - wanted[np.arange(len(PROMPT)), found.argmax(-1)] < 2 * apart).all(), "the best token, or one as good"


@pytest.mark.parametrize("family", ["Qwen3", "GLM-4.5", "Gemma 4 E2B", "DeepSeek V3", "Nemotron-H", "LFM2"])
def test_the_published_layout_quantised_by_mlx_lms_own_converter(tmp_path, listed, family):
    """As the folders of mlx-community are made: 4 bits, in mlx-lm's names."""
    from mlx_lm import convert

    families.publish(tmp_path / "original", family, PROMPT)
    convert(str(tmp_path / "original"), str(tmp_path / "it"), quantize=True, q_bits=4, q_group_size=32)
    assert listed()["it"]["kind"] in ("target", "model")
    check_equal(load(str(tmp_path / "it"), "lookup"), Settings(drafter="lookup", k=4, lookup_min=1), PROMPT, ROUGH.get(family, toys.GAP))


KIMI = {
    "tokenization_kimi.py": """
from transformers import PreTrainedTokenizerFast


class TikTokenTokenizer(PreTrainedTokenizerFast):
    vocab_files_names = {"vocab_file": "kimi.bpe"}

    def __init__(self, vocab_file, **kwargs):
        super().__init__(tokenizer_file=vocab_file, **kwargs)
""",
    "configuration_deepseek.py": "from transformers import DeepseekV3Config\n",
}


def test_kimis_tokenizer_is_python_that_runs_only_where_it_is_trusted(tmp_path, listed):
    folder = tmp_path / "it"
    wanted = families.publish(folder, "Kimi", PROMPT)
    (folder / "tokenizer.json").rename(folder / "kimi.bpe")  # as tiktoken.model, transformers would ask for tiktoken
    for name, code in KIMI.items():
        (folder / name).write_text(code)
    named = {"tokenizer_class": "TikTokenTokenizer", "auto_map": {"AutoTokenizer": ["tokenization_kimi.TikTokenTokenizer", None]}}
    (folder / "tokenizer_config.json").write_text(json.dumps(named))
    assert listed()["it"]["kind"] in ("target", "model")
    with pytest.raises(LoadError, match=r"tokenization_kimi.py.*--trust-remote-code"):
        load(str(folder))
    pair = load(str(folder), trust_remote_code=True)
    assert pair.tokenizer.decode(pair.tokenizer.encode("a bus to Fresno")).strip().endswith("Fresno")
    found = np.array(pair.target.model(mx.array([PROMPT]))[0].astype(mx.float32))
    assert np.abs(found - wanted).max() < NEAR
    check_equal(pair, Settings(drafter="lookup", k=4, lookup_min=1), PROMPT)


def test_the_table_names_every_family():
    table = (Path(__file__).parents[1] / "FAMILIES.md").read_text()
    assert not [family for family in families.FAMILIES if f"| {family} |" not in table]
