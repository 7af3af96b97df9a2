"""The files of `assistant`: a Gemma 4 assistant, a small drafter published with its target."""

from typing import Iterator

from ..errors import INCOMPLETE, NOT_FOR_IT, NOT_WITH_KV_BITS, OTHER_VOCABULARY, Reason
from .checkpoint import Checkpoint, Config
from .layout import Layout, Tensors, missing, other_hidden_size, other_sizes
from .mtp_layout import PREFIXES, merged_assistant, without_prefix

_MODEL_TYPES = ("gemma4_assistant", "gemma4_unified_assistant")
_NEEDED = ("model.embed_tokens.weight", "model.norm.weight", "pre_projection.weight", "post_projection.weight")
_NEEDS_GEMMA_4 = Reason("needs-gemma-4", "needs Gemma 4")


def _is_one(config: Config, tensors: Tensors) -> bool:
    return config.get("model_type") in _MODEL_TYPES or {"pre_projection.weight", "post_projection.weight"} <= tensors.keys()


def _objections(checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
    yield from missing(checkpoint, _NEEDED, "assistant")
    if not str(target.text.get("model_type", target.config.get("model_type"))).startswith("gemma4"):
        yield _NEEDS_GEMMA_4.saying("an assistant reads the keys and values of a Gemma 4 target, and this target is not one")
    yield from other_hidden_size(checkpoint.config.get("backbone_hidden_size"), target)
    yield from other_sizes(checkpoint, target, {name: name for name in ("vocab_size", "head_dim", "global_head_dim", "sliding_window")})
    yield from _other_heads(checkpoint, target)
    if kv_bits is not None:
        yield NOT_WITH_KV_BITS.saying("an assistant reads the target's keys and values, which kv-bits quantises: load without kv-bits")
    if checkpoint.config.get("use_ordered_embeddings"):
        yield from _bad_centroids(checkpoint)


def _other_heads(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    """Objects if its number of attention heads is no multiple of the target's key heads."""
    heads = checkpoint.text.get("num_attention_heads")
    for name in ("num_key_value_heads", "num_global_key_value_heads"):
        theirs = target.text.get(name)
        if heads and theirs and heads % theirs:
            yield NOT_FOR_IT.saying(f"its {heads} attention heads cannot share the target's {theirs} heads of keys")


def _bad_centroids(checkpoint: Checkpoint) -> Iterator[Reason]:
    """Objects if centroid tensors are missing, or if clusters of equal size do not cover the vocabulary."""
    centroids, vocabulary = checkpoint.config.get("num_centroids", 2048), checkpoint.text.get("vocab_size")
    ordered = checkpoint.size("masked_embedding.token_ordering")
    rows = checkpoint.size("masked_embedding.centroids.weight")
    if ordered is None or rows is None:
        yield INCOMPLETE.saying("it scores tokens through centroids but holds none (masked_embedding.*)")
    elif rows != centroids or ordered != vocabulary or vocabulary % centroids:
        yield OTHER_VOCABULARY.saying(f"its {rows} centroids of {ordered} tokens do not cover the vocabulary of {vocabulary}")
    elif not 0 < (best := checkpoint.config.get("centroid_intermediate_top_k", 32)) <= centroids:
        yield NOT_FOR_IT.saying(f"it scores the best {best} of {centroids} centroids")


ASSISTANT = Layout(
    is_one=_is_one,
    objections=_objections,
    reads_keys=True,
    switches=frozenset(
        "backbone_hidden_size use_ordered_embeddings num_centroids centroid_intermediate_top_k image_token_id audio_token_id video_token_id".split()
    ),
    tensors=without_prefix,
    config=lambda config: merged_assistant(config) or config,
    prefixes=PREFIXES,
    beside=lambda config: bool(merged_assistant(config)),
    unasked="if it may draft",
    needs="an assistant for this target, such as Gemma 4's",
)
