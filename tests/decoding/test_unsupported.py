"""Published relatives of our drafters are refused by name, and tensors that nothing would read by theirs, before anything is loaded."""

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, PairError, load
from tests.helpers import blocks, heads

LAYER = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")


def zeros(*names):
    return {f"{name}.weight": mx.zeros((2, 2)) for name in names}


def eagle():
    """EAGLE 1 and 2: a layer without norms on the last hidden states alone."""
    config = {"architectures": ["EagleLlamaForCausalLM"], "model_type": "eagle", **heads.SIZES, "num_hidden_layers": 1}
    return config, zeros(*(f"layers.0.{name}" for name in LAYER), "fc", "embed_tokens")


def peagle():
    """EAGLE-3's tensors, trained to draft in parallel."""
    return heads.speculator_config(architectures=["PEagleDraftModel"], speculators_model_type="peagle"), heads.eagle3_tensors(layer="layers.0.")


def laguna():
    return heads.dflash_config(architectures=["LagunaDSparkModel"]), blocks.dspark_tensors()


RELATIVES = {
    "an EAGLE drafter, not an EAGLE-3 head": eagle,
    "not an EAGLE-3 head": peagle,
    "a Laguna block drafter": laguna,
}


@pytest.fixture
def nothing_read(monkeypatch):
    from specdeck.decoding import weights

    monkeypatch.setattr(weights, "load_model", lambda *_, **__: pytest.fail("weights were read"))


@pytest.mark.parametrize("words", RELATIVES)
def test_relatives_are_refused_by_name(tmp_path, words, nothing_read):
    config, tensors = RELATIVES[words]()
    heads.write(tmp_path / "relative", config, tensors, "pt")
    target = heads.target_folder(tmp_path / "target", "qwen3")
    with pytest.raises(PairError, match=f"{words}.*not supported yet") as caught:
        load(str(target), str(tmp_path / "relative"))
    assert "\n" not in str(caught.value) and caught.value.reason.code == "not-supported"
    with pytest.raises(LoadError, match="holds a drafter"):
        load(str(tmp_path / "relative"))


@pytest.mark.parametrize("made", [heads.dflash_folder, heads.mtp_folder])
def test_a_drafter_with_tensors_that_nothing_reads_is_refused_with_the_first_three(tmp_path, made, nothing_read):
    folder = made(tmp_path / "drafter")
    heads.save(folder / "model-2.safetensors", zeros("layers.0.odd_a", "layers.0.odd_b", "layers.0.odd_c", "layers.0.odd_d"), "mlx")
    with pytest.raises(PairError, match=r"4 tensors that no drafter here reads: layers.0.odd_a.weight, .*odd_b.weight, .*odd_c.weight, …"):
        load(str(heads.target_folder(tmp_path / "target")), str(folder))


@pytest.mark.parametrize("kind", ["glm4_moe_lite_mtp", "deepseek_v4_mtp", "inkling_mtp"])
def test_heads_of_families_that_are_not_known_are_refused_by_name(tmp_path, kind, nothing_read):
    text = heads.config("qwen3") | {"model_type": kind}
    heads.write(tmp_path / "head", {"model_type": kind, "text_config": text}, heads.head_tensors("qwen3"), "mlx")
    with pytest.raises(PairError, match=f"heads of {kind.removesuffix('_mtp')} are not supported"):
        load(str(heads.target_folder(tmp_path / "target", "qwen3")), str(tmp_path / "head"))
