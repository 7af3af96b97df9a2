"""DFlash2 and DSpark drafters: the probabilities that they are defined to have, in every published layout; text equal to plain decoding's."""

from __future__ import annotations

from dataclasses import replace

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters import dflash2, dspark
from specdeck.decoding.drafters.dflash import load_net
from specdeck.decoding.drafters.dspark import DSparkNet, DSparkSizes
from tests.helpers import blocks, families, heads, toys
from tests.helpers.blocks import (
    defined_q,
    dflash2_folder,
    dflash2_tensors,
    dspark_folder,
    dspark_tensors,
    forged_config,
    pruned,
    speculators_config,
)
from tests.helpers.first_draft import first_draft

PROMPT = list(range(40, 70))
PLAIN = Settings(drafter="none", k=0)
ROOM = 5


def reply(pair: Pair, settings: Settings, count: int = 24, prompt: list[int] = PROMPT) -> toys.Reply:
    return toys.reply(pair, prompt, settings, count, ignore_end=True)


def drafted_first(pair: Pair, kind: str, prompt: list[int] = PROMPT) -> tuple[list[int], list[int], mx.array]:
    return first_draft(pair, Settings(drafter=kind, k=ROOM, temperature=1.0, seed=5), prompt)


VARIANTS = {  # -> kind, tensors, how its folder is written, the row that guesses first
    "DFlash2": ("dflash2", dflash2_tensors(), dflash2_folder, 1),
    "DSpark": ("dspark", dspark_tensors(), dspark_folder, 0),
    "a gated head": ("dspark", dspark_tensors(head="gated"), lambda f, t: dspark_folder(f, t, markov_head_type="gated"), 0),
    "a recurrent head": ("dspark", dspark_tensors(head="rnn"), lambda f, t: dspark_folder(f, t, markov_head_type="rnn"), 0),
    "no head": ("dspark", dspark_tensors(head=None), lambda f, t: dspark_folder(f, t, markov_rank=0), 0),
    "the target's ends, SpecForge's config": ("dspark", dspark_tensors(own=False), lambda f, t: dspark_folder(f, t, forged_config()), 0),
    "the last token's row guesses nothing": ("dspark", dspark_tensors(), lambda f, t: dspark_folder(f, t, sample_from_anchor=False), 1),
    "speculators, a part of the vocabulary": ("dspark", pruned(dspark_tensors()), lambda f, t: dspark_folder(f, t, speculators_config()), 1),
    "speculators, the last token's row guesses": (
        "dspark", dspark_tensors(head="gated", own=False), lambda f, t: dspark_folder(f, t, speculators_config(markov_head_type="gated", sample_from_anchor=True)), 0),
    "a recurrent head, ModelOpt's names": ("dspark", dspark_tensors(head="rnn", own=False), lambda f, t: blocks.model_opt_folder(f, t, markov_head_type="rnn"), 0),
    "Domino": ("dspark", blocks.domino_tensors(), blocks.domino_folder, 0),
    "Domino, the last token's row only marks the place": ("dspark", blocks.domino_tensors(), lambda f, t: blocks.domino_folder(f, t, shift_label=False), 1),
    "an early Domino of SpecForge's": (
        "dspark", blocks.domino_tensors(),
        lambda f, t: blocks.domino_folder(f, {name if name in heads.dflash_tensors() else f"logit_head.{name}": v for name, v in t.items()}, projector_type="causal_v5"), 0),
    "the last token's row guesses": ("dflash2", dflash2_tensors(), lambda f, t: dflash2_folder(f, t, dflash_config={"query_zero_predicts_next": True}), 0),
}  # fmt: skip


def variant_pair(tmp_path, name: str) -> Pair:
    _, tensors, write, _ = VARIANTS[name]
    return load(str(heads.target_folder(tmp_path / "target", "qwen3")), str(write(tmp_path / "block", tensors)))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_q_of_a_draft_is_what_the_drafter_is_defined_to_give(tmp_path, name):
    kind, tensors, _, first = VARIANTS[name]
    sequence, guesses, q = drafted_first(variant_pair(tmp_path, name), kind)
    assert len(guesses) == ROOM and mx.allclose(q, defined_q(pair_of(tmp_path), tensors, sequence, guesses, first), atol=1e-5)
    if kind == "dflash2":
        assert (q > 0).sum(axis=-1).tolist() == [blocks.CANDIDATES] * ROOM


def test_a_domino_head_is_named(tmp_path):
    assert variant_pair(tmp_path, "Domino").remarks == ["dspark: its head is Domino's, a GRU over the block's tokens"]


def test_every_guess_of_a_part_of_the_vocabulary_is_in_it_and_the_text_is_the_targets(tmp_path):
    pair = variant_pair(tmp_path, "speculators, a part of the vocabulary")
    for settings in (Settings(drafter="dspark", k=4), Settings(drafter="dspark", k=4, temperature=1.0, seed=3, rule="coupled")):
        drafted = reply(pair, settings)
        assert drafted.tokens == reply(pair, replace(settings, drafter="none", k=0)).tokens and drafted.finish.error is None
        assert {token % 7 for round_ in drafted.rounds for token in round_.draft} == {0}


def test_a_dflash_drafter_in_the_speculators_format_is_the_same_drafter(tmp_path):
    target, config = str(heads.target_folder(tmp_path / "target", "qwen3")), speculators_config(architectures=["DFlashDraftModel"], speculators_model_type="dflash")
    heads.write(tmp_path / "red", config, heads.dflash_tensors(), "pt")
    theirs, ours = (load(target, str(folder)) for folder in (tmp_path / "red", heads.dflash_folder(tmp_path / "z")))
    drafts = [[round_.draft for round_ in reply(pair, Settings(drafter="dflash", k=4)).rounds] for pair in (theirs, ours)]
    assert drafts[0] == drafts[1] and any(drafts[0])


@pytest.mark.parametrize("said, causal", [({}, False), ({"sliding_window_non_causal": True}, False), ({"sliding_window_non_causal": False}, True)])
def test_a_sliding_layer_of_the_speculators_format_is_causal_where_it_says_so(tmp_path, said, causal):
    config = speculators_config(**said)
    config["transformer_layer_config"] |= {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 8}
    target, found = recognise(heads.target_folder(tmp_path / "target", "qwen3")), recognise(dspark_folder(tmp_path / "block", pruned(dspark_tensors()), config))
    assert [view.causal for view in DSparkSizes.of(found, target).views] == [causal, False]


def pair_of(tmp_path) -> Pair:
    return load(str(tmp_path / "target"), "lookup")


FAULTS = {  # variant -> faults
    "DFlash2": ("kernels of the other side", "rows after in place of rows before", "no convolution", "the first token before every place",
                "no gate", "the row before"),
    "DSpark": ("the first token before every place", "the row before"),
    "a gated head": ("hidden state and token in the other order",),
    "a recurrent head": ("no state",),
    "Domino": ("no state", "the row before", "the first token before every place", "every guess corrected"),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name, fault", [(name, fault) for name, faults in FAULTS.items() for fault in faults])
def test_a_drafter_read_wrongly_has_another_q(tmp_path, monkeypatch, name, fault):
    kind, tensors, _, first = VARIANTS[name]
    pair = variant_pair(tmp_path, name)
    drafter = pair.drafters[kind]
    convolved = dflash2._convolved
    if fault == "kernels of the other side":
        for layer in drafter._net.layers:
            layer.attention_conv.base_kernel = layer.attention_conv.base_kernel[::-1]
    elif fault == "rows after in place of rows before":
        monkeypatch.setattr(dflash2, "_convolved", lambda x, kernels: convolved(x[::-1], kernels[::-1])[::-1])
    elif fault == "no convolution":
        monkeypatch.setattr(dflash2, "_convolved", lambda x, kernels: x)
    elif fault == "the first token before every place":
        drafter._net.sequential_logits = stuck(drafter._net.sequential_logits)
    elif fault == "no gate":
        drafter._net.candidate_selector.hidden_projection = lambda hidden: mx.ones((hidden.shape[0], blocks.RANK))
    elif fault == "the row before":
        drafter._first = 1 - first
    elif fault == "every guess corrected":
        drafter._net.markov_head._pure = 0
    elif fault == "no state" and name == "Domino":
        step = dspark.Domino._step
        monkeypatch.setattr(dspark.Domino, "_step", lambda self, state, *rest: step(self, 0 * state, *rest))
    elif fault == "no state":
        step = dspark.RecurrentMarkov._step
        monkeypatch.setattr(dspark.RecurrentMarkov, "_step", lambda self, state, *rest: step(self, 0 * state, *rest))
    elif fault == "hidden state and token in the other order":
        gate = drafter._net.markov_head.gate_proj
        gate.weight = mx.concatenate([gate.weight[:, blocks.H :], gate.weight[:, : blocks.H]], axis=1)
    sequence, guesses, q = drafted_first(pair, kind)
    assert not mx.allclose(q, defined_q(pair_of(tmp_path), tensors, sequence, guesses, first), atol=1e-3)


def stuck(sequential_logits):
    """The same, in which the prompt's last token stands before every place."""
    anchor = mx.array(PROMPT[-1:])
    return lambda *rows: (lambda row: lambda place, last: row(place, anchor))(sequential_logits(*rows))


@pytest.mark.parametrize("place", ["the drafter", "the drafter and the target"])
def test_logits_are_scaled_and_capped_once(tmp_path, place):
    """By the drafter's own fields; where the target's config has them, its own head does it."""
    fields = {"output_multiplier": 0.4, "final_logit_softcapping": 3.0}
    folder = dflash2_folder(tmp_path / "block", dflash_config=fields | {"input_embedding_scale": 2.0})
    target = heads.target_folder(tmp_path / "target", "qwen3", **(fields if "target" in place else {}))
    drafter = load(str(target), str(folder)).drafters["dflash2"]
    hidden = mx.random.normal((3, 32), key=mx.random.key(1))
    raw = drafter._embedding_and_head.logits(hidden)
    wanted = raw if "target" in place else 3.0 * mx.tanh(raw * 0.4 / 3.0)
    assert mx.allclose(drafter._logits(hidden), wanted, atol=1e-5)
    assert mx.allclose(drafter._embed(mx.array([5])), 2.0 * drafter._embedding_and_head.embed(mx.array([5])))


def test_every_layout_is_the_same_drafter(tmp_path):
    """Codebooks as bare arrays or under `.weight`, a prefix on every tensor, fields in a section or at the top level."""
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    tensors, config = dflash2_tensors(), blocks.dflash2_config()
    flat = {**config.pop("dflash_config"), **{name: value for name, value in config.items() if value is not None}}
    named = {f"{name}.weight" if name.endswith("codebook") else name: value for name, value in tensors.items()}
    folders = [dflash2_folder(tmp_path / "own"), dflash2_folder(tmp_path / "named", named), tmp_path / "flat",
               dflash2_folder(tmp_path / "prefixed", {f"model.{name}": value for name, value in tensors.items()})]  # fmt: skip
    heads.write(tmp_path / "flat", flat, tensors, "pt")
    assert recognise(tmp_path / "flat").kind == "dflash2"
    drafts = [drafted_first(load(target, str(folder)), "dflash2") for folder in folders]
    for _, guesses, q in drafts[1:]:
        assert guesses == drafts[0][1] and mx.allclose(q, drafts[0][2], atol=1e-5)


def test_a_drafter_in_few_bits_drafts(tmp_path, monkeypatch):
    """Codebooks and Markov matrices are quantised too."""
    from specdeck.decoding import weights

    monkeypatch.setattr(weights, "GROUP", 32)
    monkeypatch.setattr(blocks, "RANK", 32)
    target = str(heads.target_folder(tmp_path / "target", "qwen3"))
    two = dflash2_folder(tmp_path / "two", dflash2_tensors(), dflash_config={"selector_rank": 32})
    spark = dspark_folder(tmp_path / "spark", dspark_tensors(own=False), markov_rank=32)
    for kind, folder, part in (("dflash2", two, "candidate_selector.predecessor_codebook"), ("dspark", spark, "markov_head.markov_w2")):
        pair = load(target, str(folder), draft_bits=8, unpack="never")
        outer, inner = part.split(".")
        assert "scales" in pair.drafters[kind]._net[outer][inner]
        assert reply(pair, Settings(drafter=kind, k=3), 10).tokens == reply(pair, PLAIN, 10).tokens


@pytest.mark.parametrize("neighbours", [False, True])
def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path, neighbours):
    """mlx-vlm's DSpark on the same random weights: context in three reads, a block after each; RoPE on halves and, as in Liquid AI's, on
    neighbours."""
    module = pytest.importorskip("mlx_vlm.speculative.drafters.qwen3_dspark.dspark", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_dflash import DFlashKVCache
    from mlx_vlm.speculative.drafters.qwen3_dspark.config import DSparkConfig

    tensors, settings = dspark_tensors(own=False), forged_config(rope_is_neox_style=not neighbours)
    target, found = recognise(heads.target_folder(tmp_path / "target", "qwen3")), recognise(dspark_folder(tmp_path / "block", tensors, settings))
    ours = load_net(found, DSparkSizes.of(found, target), build=DSparkNet)
    theirs = module.DSparkDraftModel(DSparkConfig.from_dict(settings | {"markov_rank": blocks.RANK}))
    theirs.load_weights(list(tensors.items()), strict=False)
    mine, other = toys.make_prompt_cache(ours), [DFlashKVCache() for _ in range(2)]
    for count in (7, 1, 3):
        tapped, block = mx.random.normal((count, 64), key=mx.random.key(count)), mx.random.normal((6, 32), key=mx.random.key(9))
        ours.read(tapped, mine)
        context, x = theirs.hidden_norm(theirs.fc(tapped[None])), block[None]
        for layer, entry in zip(theirs.layers, other):
            x = layer(x, context, theirs.rope, entry)
        hidden, wanted = ours(block, mine), theirs.norm(x)[0]
        assert mx.allclose(hidden, wanted, atol=1e-5)
        logits = hidden @ mx.random.normal((32, heads.VOCABULARY), key=mx.random.key(2))
        assert mx.allclose(ours.sequential_logits(hidden, logits)(2, mx.array([17])), theirs.markov_head.apply_step_logits(logits[2:3], mx.array([17])), atol=1e-5)


def test_a_drafter_as_liquid_ais_beside_its_family(tmp_path):
    """LFM2's short convolutions as target, RoPE on neighbours, the target's tied ends."""
    target = families.folder(tmp_path / "target", "LFM2")
    depth = families.small("LFM2")["num_hidden_layers"]
    config = forged_config(rope_is_neox_style=False, num_target_layers=depth)
    pair = load(str(target), str(dspark_folder(tmp_path / "block", dspark_tensors(own=False), config)))
    plain = reply(pair, PLAIN).tokens
    pair.reset()
    drafted = reply(pair, Settings(drafter="dspark", k=4))
    assert drafted.tokens == plain and drafted.finish.error is None and drafted.finish.stats.drafted > 20
