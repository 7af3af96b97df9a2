"""Models that count, so that what a drafter guesses is known: a target that says t + 1 after token t, and drafters that are right or wrong
all the time by how one thing in them is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten

from tests.helpers import heads

V, MASK = heads.VOCABULARY, 4090
STEP = 1e-3  # between the second coordinates of a token and the next


def target(folder: Path, kind: str = "qwen3") -> Path:
    """A target that counts: after token t it says t + 1. Its embedding puts token t at (1, t STEP), its head scores every token by how near
    it is to the place after that; its layers add nothing. The mask's embedding is a third direction, which the head does not read."""
    settings = heads.config(kind)
    model = heads.MODULES[kind].Model(heads.MODULES[kind].ModelArgs.from_dict(settings))
    tensors = {name: mx.zeros(value.shape) + ("norm" in name) for name, value in tree_flatten(model.parameters())}
    ids, rest = mx.arange(V, dtype=mx.float32), mx.zeros((V, heads.SIZES["hidden_size"] - 3))
    masks = (ids == MASK).astype(mx.float32)
    columns = [1 - masks, ids * STEP * (1 - masks), masks]
    embedding = mx.concatenate([*(column[:, None] for column in columns), rest], axis=1)
    said = ids < 4000
    columns = [mx.where(said, 2 * ids - ids**2, -1e9), mx.where(said, 2 * ids / STEP, 0), 0 * ids]
    scores = mx.concatenate([*(column[:, None] for column in columns), rest], axis=1)
    ends = {"embed_tokens.weight": embedding, "lm_head.weight": scores}
    tensors |= {name: ends[end] for name in tensors for end in ends if name.endswith(end)}
    heads.write(folder, settings, tensors, "mlx")
    return heads.with_tokenizer(folder)


def block_drafter(folder: Path, **changes: Any) -> Path:
    """A block drafter that counts the masks that a row sees: each is worth one step from the last token. So it is right where a row sees
    no mask after its own, which is how drafters with sliding layers are trained."""
    config = heads.dflash_config(num_hidden_layers=1, layer_types=["sliding_attention"], sliding_window=6, **changes)
    tensors = {name: mx.zeros(value.shape) + ("norm" in name) for name, value in heads.dflash_tensors().items() if "layers.1." not in name}
    value, out = mx.zeros((16, 32)), mx.zeros((32, 32))
    value[0, 0], value[1, 1] = 1, 1
    value[1, 2] = STEP  # a mask, whose one coordinate is as long as a token's two are
    value[1, 0] = -STEP  # the head adds one already
    out[0, 0], out[1, 1] = 1, 1
    tensors |= {"layers.0.self_attn.v_proj.weight": value, "layers.0.self_attn.o_proj.weight": out}
    heads.write(folder, config, tensors, "pt")
    return folder


def head_with_raw_norms(target: Path) -> Path:
    """A head beside its target, in a file that says nothing of its writer, with norms stored less one as Qwen writes them: taken plus one
    it passes on the embedding of the last token, from which the target's output head counts; taken as stored, nothing."""
    tensors = {name: mx.zeros(value.shape) for name, value in heads.head_tensors().items()}
    tensors["fc.weight"] = mx.concatenate([mx.eye(32), mx.zeros((32, 32))], axis=1)
    tensors |= {f"layers.0.self_attn.{name}.weight": mx.full((16,), 0.75) for name in ("q_norm", "k_norm")}
    heads.save(target / "mtp.safetensors", {f"mtp.{name}": value for name, value in tensors.items()}, None)
    return target
