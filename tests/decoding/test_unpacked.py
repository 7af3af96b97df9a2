"""A CPU holds quantised weights as float32 where memory allows, and says so; what it says is the same text, in less time."""

from types import SimpleNamespace

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx.utils import tree_flatten
from mlx_lm import convert

from specdeck.decoding import LoadError, Memory, Settings, load
from specdeck.decoding.checkpoints import recognise
from specdeck.decoding.checkpoints.memory import SHARE, footprint
from specdeck.decoding.cpu import unpack
from specdeck.decoding.weights import whole_model
from specdeck.engine.messages import Machine
from specdeck.models.disk import item_of
from specdeck.models.fit import plan
from tests.helpers import checkpoints, toys
from tests.helpers.toys import PLAIN

pytestmark = pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="on a GPU quantised weights stay as they are")

PROMPT = list(range(40, 60))


def packed(folder, kind="qwen3", bits=4, **sizes):
    """A toy target in few bits, as mlx-lm's converter writes it."""
    original = checkpoints.target(folder.with_name(f"{folder.name}-original"), kind, **{"hidden_size": 64, "intermediate_size": 96} | sizes)
    convert(str(original), str(folder), quantize=True, q_bits=bits, q_group_size=32)
    return folder


def quantised_layers(model):
    return [layer for layer in model.modules() if hasattr(layer, "scales")]


def held(model):
    return sum(array.nbytes for _, array in tree_flatten(model.parameters()))


def only(pair):
    (form,) = pair.forms.values()
    return form


@pytest.mark.parametrize("kind, sizes", [
    ("qwen3", {"tie_word_embeddings": True}), ("qwen3_5_moe", {"moe_intermediate_size": 32, "shared_expert_intermediate_size": 32}),
])  # fmt: skip
def test_the_text_is_that_of_the_packed_weights(tmp_path, kind, sizes):
    """Linear layers, output heads that are embeddings, experts."""
    folder = packed(tmp_path / "it", kind, **sizes)
    pairs = [load(str(folder), "lookup", unpack=unpack) for unpack in ("never", "auto")]
    assert [bool(quantised_layers(pair.target.model)) for pair in pairs] == [True, False]
    (kept, plain), tokens = [pair.target.model for pair in pairs], mx.array([PROMPT])
    assert mx.allclose(kept(tokens), plain(tokens), atol=1e-3)
    texts = [toys.reply(pair, PROMPT, settings, 30, ignore_end=True).tokens for pair in pairs for settings in (PLAIN, Settings(drafter="lookup", k=4, lookup_min=1))]
    assert texts[0] == texts[1] == texts[2] == texts[3]
    assert only(pairs[1]).words.startswith("4 bits, unpacked to float32") and pairs[1].remarks == []
    assert only(pairs[0]).words.startswith("4 bits, kept packed, as --unpack never says") and pairs[0].remarks == [f"it: {only(pairs[0]).words}"]


@pytest.mark.parametrize("mode, bits, group", [("affine", 3, 32), ("affine", 8, 64), ("mxfp4", 4, 32), ("mxfp8", 8, 32), ("nvfp4", 4, 16)])
def test_a_layer_of_every_mode_keeps_its_numbers(mode, bits, group):
    model = nn.Module()
    model.layer = nn.Linear(64, 48)
    model.layer.set_dtype(mx.bfloat16)
    nn.quantize(model, group, bits, mode=mode)
    model.layer.bias, x = model.layer.bias.astype(mx.float32), mx.random.normal((3, 64))
    before = model.layer(x)
    unpack.unpack(model, (None, "model"), may=True)
    assert type(model.layer) is nn.Linear and model.layer.weight.dtype == mx.float32
    assert mx.allclose(model.layer(x), before, atol=1e-5)


@pytest.mark.parametrize("options", [{"quantize": True, "q_bits": 4, "q_group_size": 32}, {"dtype": "bfloat16"}], ids=["packed", "half"])
def test_loading_never_needs_both_forms(tmp_path, options):
    """Weights are widened one by one, packed ones block by block."""
    original, folder = checkpoints.target(tmp_path / "original", "qwen3", hidden_size=512, intermediate_size=1024, num_hidden_layers=6), tmp_path / "it"
    convert(str(original), str(folder), **options)
    whole_model(folder)  # kernels are compiled
    before = mx.get_active_memory()
    mx.reset_peak_memory()
    model = whole_model(folder)
    mx.eval(model.parameters())
    more = mx.get_peak_memory() - before - held(model)
    assert {array.dtype for _, array in tree_flatten(model.parameters())} == {mx.float32} and more < held(model) / 12


def test_what_memory_does_not_hold_stays_packed_and_each_decides_for_itself(tmp_path, monkeypatch):
    target, drafter = packed(tmp_path / "target", num_hidden_layers=8), packed(tmp_path / "drafter", bits=8, num_hidden_layers=1)
    sizes = [footprint(recognise(folder), 0, True) for folder in (target, drafter)]
    free = int(4 * sizes[1].packed[1] / SHARE) + 1000
    monkeypatch.setattr(unpack, "memory", lambda: Memory(10**12, free))
    pair = load(str(target), str(drafter))
    assert [form.unpacked for form in pair.forms.values()] == [False, True]
    assert pair.remarks == [f"target: {pair.forms[target, 'model'].words}"] and "too much of the free memory (--unpack always" in pair.remarks[0]
    assert [form.unpacked for form in load(str(target), str(drafter), unpack="always").forms.values()] == [True, True]
    again = load(str(drafter), str(target), beside=pair)  # models that are taken over stay what they are
    assert again.forms == pair.forms
    with pytest.raises(LoadError, match="unpack must be one of auto, always, never, not 'maybe'"):
        load(str(target), unpack="maybe")


def test_the_plan_counts_the_form_that_loading_chooses(tmp_path):
    """Of the target, then of its drafter with what memory is left; of models in memory, the form that they have."""
    folders = [packed(tmp_path / name, num_hidden_layers=layers) for name, layers in (("target", 8), ("drafter", 2))]
    items = [item_of(folder.name, 1, "folder", recognise(folder), None) for folder in folders]
    weights = {unpack: [held(pair.target.model) for folder in folders for pair in [load(str(folder), unpack=unpack)]] for unpack in ("never", "always")}

    def planned(free, loaded=(), **machine):
        found = plan(items, {folders[at] for at in loaded}, items, Machine(wide=True, **machine), Memory(10**12, free))
        return found.weights, found.packed > 0

    assert planned(10**12) == (sum(weights["always"]), False) == planned(0, unpack="always")
    assert planned(10**12, unpack="never") == (sum(weights["never"]), True) == planned(0)
    between = int(weights["always"][1] / SHARE) + weights["never"][0] + 1000
    assert planned(between) == (weights["never"][0] + weights["always"][1], True)
    assert planned(0, loaded=(0,), packed=frozenset([str(folders[1])])) == (weights["always"][0] + weights["never"][1], True)


def test_draft_bits_do_nothing_where_float32_fits_and_that_is_said(tmp_path, monkeypatch):
    target, drafter = (checkpoints.target(tmp_path / name, "qwen3", hidden_size=64) for name in ("target", "drafter"))
    pair = load(str(target), str(drafter), draft_bits=8)
    assert not quantised_layers(pair.drafters["model"].model) and pair.remarks == ["draft-bits is left out: on a CPU drafters are several times as fast in float32"]
    assert pair.known["model"].reasons == ()
    monkeypatch.setattr(unpack, "memory", lambda: Memory(10**12, 1000))
    short = load(str(target), str(drafter), draft_bits=8)
    assert [form.bits for form in short.forms.values()] == [8] and "8 bits, kept packed" in short.remarks[0]


def test_on_a_gpu_nothing_is_unpacked(tmp_path, monkeypatch):
    from specdeck.decoding import weights

    folder = packed(tmp_path / "it")
    monkeypatch.setattr(weights.mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
    assert quantised_layers(whole_model(folder))
