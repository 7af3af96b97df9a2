"""Gemma 4 assistants: the same logits as mlx-vlm's, and text equal to plain decoding's. Those that cannot work: test_refusals.py."""

import json
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters.assistant import load_net
from specdeck.decoding.target import cache
from tests.helpers import checkpoints, toys
from tests.helpers.damaged import with_tensors
from tests.helpers.toys import PROMPT, said, said_plainly

HELPED = Settings(drafter="assistant", k=3)


def unified_target(folder: Path) -> Path:
    """A tiny `gemma4_unified` target, as Gemma 4 12B is: no embeddings by layer, no shared keys, keys as values in full layers, and an eye without
    an encoder."""
    checkpoints.target(folder, "gemma4", num_kv_shared_layers=0, hidden_size_per_layer_input=0, attention_k_eq_v=True, num_global_key_value_heads=1)
    settings, file = json.loads((folder / "config.json").read_text()), folder / "model.safetensors"
    settings |= {"model_type": "gemma4_unified", "text_config": settings["text_config"] | {"model_type": "gemma4_unified_text"}}
    return checkpoints.write(folder, settings, mx.load(str(file)) | {"vision_embedder.patch_dense.weight": mx.zeros((8, 12))}, "mlx")


def merged_assistant(target: Path, **changes: Any) -> Path:
    """A Gemma 4 target with its assistant merged into it, as omlx writes them (#2404): the tensors under `language_model.mtp.`, the config in
    `text_config`."""
    settings, own = json.loads((target / "config.json").read_text()), checkpoints.assistant_config(**changes)
    settings["text_config"] |= {"mtp_assistant_config": own, "mtp_num_hidden_layers": 1}
    tensors = {f"language_model.mtp.{name}": value for name, value in checkpoints.assistant_tensors(own).items()}
    return checkpoints.write(target, settings, mx.load(str(target / "model.safetensors")) | tensors, "mlx")


@pytest.fixture
def target(targets):
    return targets["gemma4"]


@pytest.fixture
def assistant(tmp_path):
    return checkpoints.assistant(tmp_path / "assistant", use_ordered_embeddings=True)


def test_it_guesses_in_the_first_round_and_after_a_plain_one(target, assistant):
    pair, turn, seen = load(str(target), str(assistant)), iter(range(99)), []
    drafter = pair.drafters["assistant"]
    drafter._net = lambda *read, net=drafter._net: seen.append(read[2:]) or net(*read)
    reply = said(pair, lambda: Settings(drafter=("assistant", "none")[next(turn) % 2], k=2), 14)
    assert all(shared["full_attention"][0].shape[2] == position + 1 for shared, position in seen), "it reads all keys up to its place"
    assert [bool(r.draft) for r in reply.rounds[:-1]] == [i % 2 == 0 for i in range(len(reply.rounds) - 1)]
    assert all(r.note is None for r in reply.rounds)


def test_it_reads_the_last_layer_of_each_kind_that_has_keys(target, assistant):
    """Layers 4 and 5 of the six share the keys of 3 and 2."""
    pair = load(str(target), str(assistant))
    target_state = pair.target
    assert pair.drafters["assistant"]._entries == {"sliding_attention": 3, "full_attention": 2}
    target_state.follow(PROMPT)
    list(target_state.prefill(20))
    held = [cache.keys_values(target_state.entries[at], 18)[0] for at in (3, 2)]
    target_state.reset()
    target_state.follow(PROMPT)
    list(target_state.prefill(18))
    assert [keys.shape[2] for keys in held] == [8, 18]
    assert all(mx.allclose(keys, cache.keys_values(target_state.entries[at], 18)[0], atol=1e-5) for keys, at in zip(held, (3, 2)))


def test_its_output_head_is_its_embedding(tmp_path):
    """The copy that a file may hold is not used."""
    other, x = mx.random.normal((checkpoints.VOCABULARY, 24), key=mx.random.key(8)), mx.random.normal((1, 24), key=mx.random.key(1))
    for name, ordered in (("whole", False), ("best", True)):
        folder = with_tensors(checkpoints.assistant(tmp_path / name, use_ordered_embeddings=ordered), lambda tensors: tensors | {"lm_head.weight": other}, "pt")
        own = checkpoints.assistant_tensors(checkpoints.assistant_config(use_ordered_embeddings=ordered))["model.embed_tokens.weight"]
        scored = load_net(recognise(folder))._logits(x)
        assert mx.allclose(mx.where(mx.isfinite(scored), x @ own.T, -mx.inf), scored, atol=1e-5) and bool(mx.all(mx.isfinite(scored))) is not ordered


def test_a_quantised_assistant_is_the_one_with_its_rounded_weights(target, tmp_path):
    """As published for MLX: scales beside the weights, in the embedding too, which is the output head."""
    changes = {"use_ordered_embeddings": True, "text_config": {"hidden_size": 64}}
    tensors = checkpoints.assistant_tensors(checkpoints.assistant_config(**changes))
    small, rounded = dict(tensors), dict(tensors)
    for name in [name for name, value in tensors.items() if name.endswith(".weight") and value.ndim == 2 and value.shape[1] % 32 == 0]:
        small |= (parts := checkpoints.packed(tensors, name.removesuffix(".weight")))
        rounded[name] = mx.dequantize(*parts.values(), 32, 4)
    folders = [with_tensors(checkpoints.assistant(tmp_path / name, **changes), lambda _, t=t: t, "mlx") for name, t in (("small", small), ("rounded", rounded))]
    said = [net._logits(mx.random.normal((1, 64), key=mx.random.key(1))) for net in map(load_net, map(recognise, folders))]
    assert mx.allclose(*said, atol=1e-4) and len(small) > len(tensors) + 10
    said_plainly(load(str(target), str(folders[0])), HELPED)


ROUNDING = 1e-3  # of logits up to 4 through two whole targets of random weights, whose operations differ: 2e-4 was seen, by CPU and BLAS


@pytest.mark.parametrize("ordered", [False, True], ids=["whole", "centroids"])
@pytest.mark.parametrize("length", [5, 30])  # within the window and beyond it
def test_the_same_draft_as_a_reference_with_its_own_target(target, tmp_path, ordered, length):
    """The whole way: the reference's own Gemma 4 reads the prompt, and its assistant drafts from what that target holds."""
    module = pytest.importorskip("mlx_vlm.speculative.drafters.gemma4_assistant", reason="mlx-vlm is not installed: .ci/run says how")
    settings = checkpoints.assistant_config(use_ordered_embeddings=ordered)
    theirs = module.Gemma4AssistantDraftModel(module.ModelConfig.from_dict(settings))
    theirs.load_weights(list(theirs.sanitize(checkpoints.assistant_tensors(settings)).items()), strict=False)
    from mlx_vlm.models.gemma4.config import TextConfig
    from mlx_vlm.models.gemma4.language import LanguageModel

    pair = load(str(target), str(checkpoints.assistant(tmp_path / "assistant", use_ordered_embeddings=ordered)))
    model = LanguageModel(TextConfig.from_dict(checkpoints.config("gemma4")["text_config"]))
    prefix = "language_model."
    model.load_weights([(n.removeprefix(prefix), w) for n, w in mx.load(str(target / "model.safetensors")).items() if n.startswith(prefix)])
    read = model(mx.array([PROMPT[:length]]), cache=model.make_cache(), return_hidden=True, return_shared_kv=True)
    theirs.reset(model)
    theirs.set_shared_kv(read.shared_kv_states, length, position=length - 1)
    rows: list[mx.array] = []
    last, hidden = mx.argmax(read.logits[0, -1]).item(), model.speculative_draft_hidden(read.hidden_states[-1][:, -1:])
    theirs.draft_block(last, hidden, None, 6, lambda logits: rows.append(logits[0]) or mx.argmax(logits, axis=-1))
    _, _, q = toys.first_draft(pair, Settings(drafter="assistant", k=5), [*PROMPT[:length], last])
    wanted, ours = mx.concatenate(rows), mx.log(q)
    scored = mx.isfinite(ours)  # elsewhere theirs is one below the least of the scored ones
    ours = ours + mx.logsumexp(mx.where(scored, wanted, -mx.inf), axis=-1, keepdims=True)
    assert scored.sum() == len(ours) * (8 * checkpoints.VOCABULARY // 64 if ordered else checkpoints.VOCABULARY)
    assert mx.allclose(mx.where(scored, ours, 0), mx.where(scored, wanted, 0), atol=ROUNDING)
    assert mx.all(mx.where(scored, -mx.inf, wanted).max(axis=-1) < mx.where(scored, wanted, mx.inf).min(axis=-1))


def test_an_assistant_that_was_merged_into_its_target_is_left_out_with_the_reason(tmp_path):
    """omlx's `-mtp` checkpoints."""
    pair = load(str(merged_assistant(checkpoints.target(tmp_path / "target", "gemma4"))))
    assert pair.default_drafter == "lookup" and "MTP heads of gemma4 are not supported" in " ".join(pair.remarks)


def test_gemma_4_12b_with_its_drafters(tmp_path):
    """`gemma4_unified`: mlx-lm builds it as Gemma 4. DSpark drafters have its layers and ends."""
    folders = [checkpoints.assistant(tmp_path / "assistant", model_type="gemma4_unified_assistant"), checkpoints.dflash(tmp_path / "dflash", num_target_layers=6)]
    folders.append(checkpoints.block_drafter(tmp_path / "spark", checkpoints.gemma_dspark_config(num_target_layers=6)))
    pair = load(str(unified_target(tmp_path / "target")), list(map(str, folders)))
    for name in ("assistant", "dflash", "dspark"):
        assert said_plainly(pair, Settings(drafter=name, k=3)).finish.stats.drafted > 20
