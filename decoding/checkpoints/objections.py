"""Checks that several kinds of drafter share: missing tensors, unknown tensors, sizes other than the target's. Each yields Reasons."""

import re
from typing import Iterator, Mapping

from ..errors import EIGHT_BIT_FLOATS, INCOMPLETE, NOT_FOR_IT, OTHER_LAYERS, OTHER_SIZES, OTHER_VOCABULARY, UNREAD, Reason
from .checkpoint import Checkpoint
from .complete_files import READABLE, TAKE_ANOTHER, no_weights, not_readable, unscaled_integers


def missing(checkpoint: Checkpoint, names: tuple[str, ...], what: str, read: str | None = None) -> Iterator[Reason]:
    """Objects if tensors of these names, which every drafter of a kind has, are missing, if tensors hold numbers that are not read here, or if
    there are some whose names do not match `read`, the pattern of those that its kind's loader reads: it is something else, which explains
    what is missing."""
    yield from _not_read(checkpoint)
    lacking = [name for name in names if name not in checkpoint.tensors]
    if len(lacking) == len(names):
        yield INCOMPLETE.saying(f"it holds no {what} tensors: is the download complete?")
    if read is not None:
        yield from _odd(checkpoint, read)
    if lacking:
        yield INCOMPLETE.saying(f"it is incomplete: there is no {lacking[0]}")


_PACKED = (".weight_packed", ".qweight")  # as compressed-tensors, AWQ and GPTQ name a matrix


def _not_read(checkpoint: Checkpoint) -> Iterator[Reason]:
    """Objects if tensors were packed by another tool, or have a type that is not read here."""
    tensors = checkpoint.tensors
    if packed := next((name for name in tensors if name.endswith(_PACKED)), None):
        yield UNREAD.saying(f"{packed} is packed by another tool, which is not read here: {TAKE_ANOTHER}")
    if any(tensor.dtype.startswith("F8") for tensor in tensors.values()):
        yield EIGHT_BIT_FLOATS.saying(f"its tensors are 8-bit floats, which are not read here: {TAKE_ANOTHER}")
    for odd in [tensor for tensor in tensors.values() if tensor.dtype not in READABLE][:1]:
        yield UNREAD.saying(not_readable(odd))
    for name in unscaled_integers(tensors)[:1]:
        yield UNREAD.saying(no_weights(name, tensors[name]))


def _odd(checkpoint: Checkpoint, names: str) -> Iterator[Reason]:
    odd = sorted(name for name in checkpoint.tensors if not re.fullmatch(names, name))
    if odd:
        count = f"{len(odd)} tensor{'s' * (len(odd) > 1)}"
        yield UNREAD.saying(f"it has {count} that no drafter here reads: {', '.join(odd[:3])}{', …' * (len(odd) > 3)}")


def draft_vocabulary(checkpoint: Checkpoint, target: Checkpoint) -> Iterator[Reason]:
    """Objects if its own output head has fewer rows than the vocabulary, and no `d2t` says which tokens they stand for."""
    entries, guessed, vocabulary = checkpoint.size("d2t"), checkpoint.size("lm_head.weight"), target.text.get("vocab_size")
    if entries is None and guessed and vocabulary and guessed != vocabulary:
        yield INCOMPLETE.saying(f"it guesses {guessed} of the target's {vocabulary} tokens, and no d2t says which")
    if entries is not None and entries != (guessed or vocabulary):
        yield INCOMPLETE.saying(f"its d2t names {entries} tokens, and its lm_head guesses {guessed or vocabulary}")


def other_hidden_size(width: int | None, target: Checkpoint) -> Iterator[Reason]:
    """Objects if the drafter reads hidden states of another width than the target's."""
    hidden = target.text.get("hidden_size")
    if width is not None and hidden is not None and width != hidden:
        yield OTHER_SIZES.saying(f"it reads hidden states of size {width}, and the target's have {hidden}")


_SIZES = {  # a field of the target's config -> the reason where it differs, and its name in the error
    "num_hidden_layers": (OTHER_LAYERS, "number of layers"),
    "vocab_size": (OTHER_VOCABULARY, "vocabulary size"),
    "hidden_size": (OTHER_SIZES, "hidden size"),
}


def other_sizes(checkpoint: Checkpoint, target: Checkpoint, fields: Mapping[str, str]) -> Iterator[Reason]:
    """Objects if sizes of the target, as the drafter's config states them, differ from the target's. `fields`: name in the drafter's config ->
    name in the target's."""
    for theirs, ours in fields.items():
        wanted, has = checkpoint.text.get(theirs, checkpoint.config.get(theirs)), target.text.get(ours, target.config.get(ours))
        if wanted is not None and has is not None and wanted != has:
            reason, words = _SIZES.get(ours, (NOT_FOR_IT, ours.replace("_", " ")))
            yield reason.saying(f"it was made for a target with {words} {wanted}, and this one has {has}")
