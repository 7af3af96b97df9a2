"""Block drafters: the same logits as mlx-vlm's, text equal to plain decoding's. Those that cannot work: test_refusals.py."""

import gc

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings, load
from specdeck.decoding.checkpoints import block_layout
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters.dflash import BlockDrafter, DFlashNet, LayerView, NetSizes, load_net
from specdeck.decoding.drafters.drafting import CHUNK
from tests.helpers import checkpoints, definitions, kinds, toys
from tests.helpers.toys import said_plainly

BLOCK = Settings(drafter="dflash", k=5)


SLIDING = {"layer_types": ["sliding_attention"] * 2, "sliding_window": 8}
MIXED = {"layer_types": ["full_attention", "sliding_attention"], "sliding_window": 8}
OTHERWISE_MIXED = MIXED | {"layer_types": ["sliding_attention", "full_attention"]}


def block_net(targets, folder, **changes):
    """The net of a block drafter with this config, that has read 12 tokens, and its cache."""
    found = recognise(checkpoints.dflash(folder / "block", **changes))
    net = load_net(found, recognise(targets["qwen3_5"]))
    entries = toys.make_prompt_cache(net)
    net.read(mx.random.normal((12, 64), key=mx.random.key(4)), entries)
    return net, entries


def embedded(count):
    return mx.random.normal((count, 32), key=mx.random.key(9))


@pytest.mark.parametrize(
    ("changes", "causal"),
    [
        ({}, False),
        (SLIDING, True),
        (MIXED, False),
        (OTHERWISE_MIXED, False),
        (SLIDING | {"is_causal": False}, False),
        (SLIDING | {"is_causal": True, "dflash_config": {"causal": False}}, True),
        ({"dflash_config": {"causal": True}}, True),
        ({"dflash_query_causal": True}, True),
        ({"dflash_config": {"causal_head": True}}, True),
    ],
)
def test_a_row_of_a_sliding_layer_sees_no_later_row_unless_the_config_says_otherwise(targets, tmp_path, changes, causal):
    """Where all layers are causal, the first rows of a block say the same whatever comes after them."""
    net, entries = block_net(targets, tmp_path, **changes)
    long, short = net(embedded(6), entries)[:3], net(embedded(6)[:3], entries)
    assert bool(mx.allclose(long, short, atol=1e-5)) == causal


def test_a_sliding_row_sees_exactly_its_window():
    """Row i of a block after 12 tokens sees its own token and the 7 before it."""
    view = LayerView(window=8, causal=True)
    seen = [[view.first(12) + at for at, one in enumerate(row) if one] for row in view.mask(12, 6).tolist()]
    assert seen == [list(range(5 + i, 13 + i)) for i in range(6)]


def test_block_drafters_with_biases_read_them(targets, tmp_path):
    """gpt-oss's drafters have a bias on every projection of their attention; tensors that no layer takes would be an error."""
    net, _ = block_net(targets, tmp_path, attention_bias=True)
    assert all("bias" in net.layers[1].self_attn[f"{name}_proj"] for name in "qkvo")


def guesses_by_definition(pair: Pair, tensors, **seen) -> bool:
    """Whether the guesses of the first draft are those that the tensors' definition makes likeliest."""
    pair.reset()
    sequence, guesses, _ = toys.first_draft(pair, BLOCK)
    return guesses == mx.argmax(definitions.block_q(pair, tensors, sequence, guesses, 1, **seen), axis=-1).tolist()


@pytest.mark.long
def test_a_drafter_of_red_hats_guesses_with_its_own_ends(targets, tmp_path):
    """speculators' writer keeps the embedding, and an output head for a part of the vocabulary."""
    tensors, pair = checkpoints.red_hat_tensors(), load(str(targets["qwen3"]), str(checkpoints.red_hat(tmp_path / "red")))
    assert guesses_by_definition(pair, tensors)
    assert {token % 7 for round_ in said_plainly(pair, BLOCK).rounds for token in round_.draft} == {0}
    vars(pair.drafters["dflash"]._net)["tokens"] = mx.arange(len(tensors["d2t"]))
    assert not guesses_by_definition(pair, tensors), "a row of the output head taken for the token of its number"


def test_a_drafter_of_red_hats_for_gemma_embeds_unscaled(targets, tmp_path):
    """Gemma scales its embedding, and z-lab's drafters for it were trained so; speculators trains on the table's rows as they are."""
    for make, scale in ((checkpoints.red_hat, 1.0), (checkpoints.dflash, 32**0.5)):
        pair = load(str(targets["gemma4"]), str(make(tmp_path / f"{scale}", num_target_layers=6)))
        drafter, tokens = pair.drafters["dflash"], mx.array([5, 77])
        table = checkpoints.red_hat_tensors()["embed_tokens.weight"] if scale == 1.0 else pair.target.model.language_model.model.embed_tokens.weight
        assert mx.allclose(drafter._embed(tokens), scale * table[tokens], atol=1e-4)
        said_plainly(pair, BLOCK)


SINKS = {f"layers.{i}.self_attn.attention_sink_bias": mx.array([2.0, -1.0]) for i in range(2)}


@pytest.mark.parametrize("fields, extra, window", [
    ({"use_swa": True, "swa_window_size": 8, "causal": False}, {}, 8),  # ModelOpt's (export/plugins/hf_spec_export.py), all layers full by name
    ({"attention_sink_bias": True}, SINKS, None),  # MiMo's, Nemotron's (vLLM's qwen3_dflash.py)
    ({"target_layer_ids": None, "layer_ids": [1, 3]}, {}, None),  # names layers by their inputs (vLLM's eagle3_utils.py)
], ids=["use_swa", "attention_sink_bias", "layer_ids"])  # fmt: skip
def test_fields_that_others_write_are_read(targets, tmp_path, fields, extra, window):
    """Held against the definition; without the field the drafts are others."""
    tensors = checkpoints.dflash_tensors() | extra
    config = checkpoints.dflash_config(dflash_config=fields, layer_types=["full_attention"] * 2, sliding_window=None)
    config["dflash_config"] = {name: value for name, value in config["dflash_config"].items() if value is not None}
    pair = load(str(targets["qwen3"]), str(checkpoints.write(tmp_path / "block", config, tensors, "pt")))
    assert guesses_by_definition(pair, tensors, window=window)
    assert not (extra or window) or not guesses_by_definition(pair, checkpoints.dflash_tensors()), "the field changes what is guessed"
    said_plainly(pair, BLOCK)


def test_a_partial_rotary_factor_of_a_block_drafter_is_the_targets(targets, tmp_path):
    """DeepSpec#71: the field is copied from the target into configs of nets that were trained on whole heads."""
    fields = {"partial_rotary_factor": 0.25, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25}}
    pair = load(str(targets["qwen3"]), str(checkpoints.dflash(tmp_path / "block", **fields)))
    assert guesses_by_definition(pair, checkpoints.dflash_tensors())


def test_a_drafter_that_is_not_in_force_keeps_what_it_needs_of_hidden_states_and_not_these():
    """It reads them as they come. A token's rows of both layers have 256 bytes here, its keys and values half as many."""
    sizes = NetSizes(**toys.BLOCK | {"views": (LayerView(),)})
    drafter = BlockDrafter(kinds.randomised(DFlashNet(sizes), 22), toys.as_loaded("trimmable"))
    before, count = _memory(), 40 * CHUNK
    drafter.begin([3] * count, -1)
    for start in range(0, count, CHUNK):
        rows = {place: mx.random.normal((CHUNK, 32)) for place in drafter.places}
        mx.eval(rows)
        drafter.receive_hidden(start, rows)
        del rows
    mx.synchronize()
    assert _memory() - before < 192 * count


def _memory() -> int:
    gc.collect(), mx.clear_cache()
    return mx.get_active_memory()


def test_the_base_of_rope_is_read_where_only_full_attention_has_a_section():
    fields = {"rope_parameters": {"full_attention": {"rope_theta": 1e6, "rope_type": "yarn", "factor": 4.0}}}
    assert block_layout.rope_base(fields) == 1e6 and block_layout.rope_scaling(fields) == fields["rope_parameters"]["full_attention"]
