"""What a model is said to take and a pass to read, from headers alone, against what it takes; what memory there is, and what macOS keeps in it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten

from specdeck import assets
from specdeck.decoding.checkpoints import PassWeights, footprint, pass_weights, recognise
from specdeck.decoding.checkpoints.checkpoint import Checkpoint
from specdeck.decoding.checkpoints.memory import memory
from specdeck.decoding.target import cache
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.weights import keep_resident, whole_model
from tests.helpers import checkpoints
from tests.helpers.everyday import everyday
from tests.helpers.fake_models import place, tensor

TOKENS = 512  # a multiple of the cache's step: what is taken is what is used


def held(model) -> int:
    return sum(value.nbytes for _, value in tree_flatten(model.parameters()))


def cached(model, bits: int | None = None, left: int = 0) -> int:
    """The bytes of a cache with room for TOKENS, of which so many are left: buffers grow a step ahead."""
    state = SequenceState(model, bits)
    state.follow([5] * (TOKENS + 1))
    list(state.prefill(TOKENS - left, chunk=256))
    assert state.quantised is bool(bits)
    return sum(array.nbytes for array in cache.arrays(state.entries))


@pytest.mark.parametrize("bits", [4, 8])
def test_a_drafter_quantised_as_it_is_loaded_takes_what_is_said(bits):
    wide = footprint(recognise(assets.DRAFTER), TOKENS, wide=True)
    said = wide.with_draft_bits(bits).weights
    assert said == pytest.approx(held(whole_model(assets.DRAFTER, bits=bits)), rel=0.05) and said < wide.with_draft_bits(None).weights


@pytest.mark.parametrize("kind", ["qwen3", "phi3", "qwen3_5", "qwen3_5_moe"])
def test_weights_and_cache_are_what_the_model_takes(tmp_path, kind):
    folder = {"qwen3": assets.TARGET, "phi3": assets.DRAFTER}.get(kind) or checkpoints.target(tmp_path / "model", kind)
    found, model = recognise(folder), whole_model(folder)
    estimate = footprint(found, TOKENS, wide=mx.default_device().type == mx.DeviceType.cpu)
    assert estimate.weights == held(model)
    states = 2 * 2 * 16 * 16 * 4 if "5" in kind else 0  # bytes: layers x heads x key x value x float32
    convolutions = 2 * 3 * 64 * 4 if "5" in kind else 0  # too small to be told
    assert estimate.cache - 5 * states == cached(model) - convolutions, "a state and five snapshots of it"


CACHES = [(kind, head, bits) for kind, head in (("qwen3", 64), ("qwen3", 32), ("qwen3_5", 32)) for bits in (2, 4, 8)]


@everyday("kind, head, bits", CACHES, *CACHES[::4])
def test_a_quantised_cache_is_what_it_takes(tmp_path, kind, head, bits):
    folder = checkpoints.target(tmp_path / "model", kind, head_dim=head)
    found, model = recognise(folder), whole_model(folder)
    estimate = footprint(found, TOKENS, wide=mx.default_device().type == mx.DeviceType.cpu)
    assert estimate.cache - estimate.with_kv_bits(bits).cache == cached(model, left=1) - cached(model, bits, left=1) > 0


def test_what_the_files_tell_counts_and_what_they_do_not_is_not_guessed(tmp_path):
    """Heads that fall into no groups are not quantised; windows bound the cache; a head in the target's folder is not the target's."""
    small = checkpoints.target(tmp_path / "small", head_dim=16)
    estimate = footprint(recognise(small), TOKENS, wide=False)
    assert estimate.with_kv_bits(8) == estimate == footprint(recognise(checkpoints.sidecar(small)), TOKENS, wide=False)
    full = recognise(checkpoints.target(tmp_path / "model", "qwen3"))
    half = replace(full, config=full.config | {"sliding_window": 64, "layer_types": ["sliding_attention", "full_attention"] * 2})
    assert footprint(half, TOKENS, False).cache * 16 == footprint(full, TOKENS, False).cache * 9
    gemma = replace(full, config={"model_type": "gemma3_text", "sliding_window": 64})
    assert [gemma.window(layer) for layer in range(7)] == [*[64] * 5, None, 64], "every sixth layer attends to all, as mlx-lm takes it"
    for head in (checkpoints.eagle3(tmp_path / "one"), checkpoints.eagle3_speculator(tmp_path / "two")):
        assert footprint(recognise(head), 100, wide=True).cache == 100 * 32 * 4, "a head of one layer keeps its keys"
    compressed = {"model__layers__0__self_attn__kv_a_proj_with_mqa__weight": (576, 64)}
    caches = {kind: footprint(described({"model_type": kind}, **compressed), 10, False).cache for kind in ("deepseek_v2", "deepseek_v3")}
    assert caches == {"deepseek_v2": None, "deepseek_v3": 10 * 576 * 2}, "mlx-lm keeps other rows of the former"
    checkpoints.write(tmp_path / "odd", {"model_type": "rwkv7"}, {"model.blocks.0.w": mx.zeros((4, 4), mx.float16)}, "mlx")
    estimate = footprint(recognise(tmp_path / "odd"), TOKENS, False)
    assert (estimate.weights, estimate.cache, estimate.total) == (32, None, 32)


# -- what a pass reads: by hand, on described tensors and on the toys' folders --------------------------------------------


def described(config: dict, kind: str = "model", **shapes: tuple) -> Checkpoint:
    """A checkpoint with these tensors; the last of a shape may be the type."""
    found = {name.replace("__", "."): shape if isinstance(shape[-1], str) else (*shape, "BF16") for name, shape in shapes.items()}
    return Checkpoint(kind, place("org/x"), config, {name: tensor(name, *shape[:-1], dtype=shape[-1]) for name, shape in found.items()})


def test_a_table_of_embeddings_is_read_only_where_it_is_the_output_matrix_too():
    tied = {"model__embed_tokens__weight": (100, 8), "model__layers__0__mlp__up_proj__weight": (16, 8)}
    assert pass_weights(described({}, **tied)) == PassWeights(2 * 928, 928, 800)
    assert pass_weights(described({}, **tied, lm_head__weight=(100, 8))) == PassWeights(2 * 928, 928, 800)
    assert pass_weights(described({}, **tied, model__embed_tokens_per_layer__weight=(100, 64))) == PassWeights(2 * 928, 928, 800)


def test_packed_matrices_count_the_numbers_that_their_scales_belong_to():
    packed = {"model__layers__0__mlp__up_proj__weight": (16, 16, "U32"), "model__layers__0__mlp__up_proj__scales": (16, 2), "model__layers__0__mlp__up_proj__biases": (16, 2)}
    found = pass_weights(described({"quantization": {"group_size": 64, "bits": 4}}, **packed))
    biased = described({"quantization": {"group_size": 64, "bits": 4}}, **packed, model__layers__0__mlp__up_proj__bias=(16,))
    assert footprint(biased, 1, False).packed == (found.stored, 16 * 128), "a layer's own bias is no part of its matrix"
    assert (found.stored, found.numbers, found.packed) == (16 * 16 * 4 + 2 * 16 * 2 * 2, 16 * 128, True)
    assert (found.bytes(wide=True), found.bytes(wide=False)) == (4 * 16 * 128, found.stored)
    renamed = described({"quantization": {"group_size": 64, "bits": 4}}, **packed)
    renamed = replace(renamed, tensors={name.removeprefix("model."): tensor for name, tensor in renamed.tensors.items()})
    assert pass_weights(renamed) == found, "a drafter's tensors are named as its loader has them"
    own = {"group_size": 64, "bits": 4, "model.layers.0.mlp.up_proj": {"group_size": 32, "bits": 8}}
    assert pass_weights(described({"quantization": own}, **packed)).numbers == footprint(described({"quantization": own}, **packed), 1, False).packed[1] == 16 * 64


def test_of_a_mixture_each_token_reads_the_experts_that_it_chooses():
    shapes = {"model__layers__0__mlp__switch_mlp__up_proj__weight": (8, 10, 10), "model__layers__0__self_attn__q_proj__weight": (20, 10)}
    found = pass_weights(described({"num_experts": 8, "num_experts_per_tok": 2}, **shapes))
    assert (found.experts, found.chosen) == (0.8, 0.25)
    assert found.parts(1) == pytest.approx((0.2, 0.2)) and found.parts(2) == pytest.approx((0.2, 0.8 * (1 - 0.75**2)))
    assert pass_weights(described({}, **shapes)).experts == 0.0, "its config does not say how many a token reads: all of them"


# -- what macOS keeps in memory: told to mlx where there is Metal, and nowhere else ---------------------------------------


GB = 10**9


@pytest.fixture
def limits(monkeypatch):
    told: list[int] = []
    monkeypatch.setattr(mx, "set_wired_limit", told.append)
    monkeypatch.setattr(mx, "device_info", lambda: {"max_recommended_working_set_size": 22 * GB})
    return told


@pytest.mark.parametrize("loaded, kept", [(10 * GB, 10.5 * GB), (30 * GB, 22 * GB), (0, 0)])
def test_what_is_loaded_is_kept_in_memory_up_to_what_the_system_recommends(limits, monkeypatch, loaded, kept):
    monkeypatch.setattr(mx.metal, "is_available", lambda: True)
    monkeypatch.setattr(mx, "get_active_memory", lambda: loaded)
    keep_resident()
    keep_resident(0)
    monkeypatch.setattr(mx.metal, "is_available", lambda: False)
    keep_resident()
    assert limits == [kept, 0], "without Metal nothing is asked for"


# -- what memory there is, from what systems say of it ---------------------------------------------------------------------


MEMINFO = "MemTotal:       16000 kB\nMemFree:   100 kB\nMemAvailable:    9000 kB\nVmallocTotal:   34359738367 kB\n"
VM_STAT = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                                5000.
Pages active:                            800000.
Pages inactive:                           30000.
Pages speculative:                          200.
Pages throttled:                              0.
Pages wired down:                        200000.
Pages purgeable:                              7.
"Translation faults":                1234567890.
"""


def test_on_linux_a_container_may_use_less_and_files_that_were_read_do_not_count(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")

    def system(**files: str) -> tuple[int, int | None]:
        """What a machine that says this of itself has, and has free."""
        for name, text in files.items():
            folder = tmp_path / ("proc" if name == "meminfo" else "sys/fs/cgroup")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name.replace("_", ".", 1)).write_text(text)
        found = memory(tmp_path)
        return found.total, found.free

    assert system(meminfo=MEMINFO) == (16000 * 1024, 9000 * 1024)
    assert system(memory_max="8192000\n", memory_current="6000000\n", memory_stat="anon 1\nfile 2500000\ninactive_file 2000000\n") == (8192000, 4192000)
    assert system(memory_max="max\n") == (16000 * 1024, 9000 * 1024)


def test_macos(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    for said, free in ((VM_STAT, 16384 * (5000 + 30000 + 200 + 7)), ("", None)):
        monkeypatch.setattr(subprocess, "run", lambda command, said=said, **_: subprocess.CompletedProcess(command, 0, said))
        assert memory().free == free
