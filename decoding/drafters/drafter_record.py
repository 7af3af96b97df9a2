"""The record of a drafter: everything that the engine, the commands and the screens need to know of it, except how it guesses.

Records of drafters without files stand in the file of the drafter's name, the others in this package's __init__, which lists all. Every
table of drafters is derived from that list: names, words, what can be loaded, how a folder is recognised, why a checkpoint does not fit.
Records load no mlx, because help and screens read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping

from ..checkpoints.checkpoint import Checkpoint
from ..checkpoints.layout import Layout
from .base import Drafter

if TYPE_CHECKING:
    from ..adaptive.draft_length import RateEstimator
    from ..checkpoints.vocabularies import Vocabulary
    from ..target.sequence_state import SequenceState

HOW_TO_LOAD = "F5 in the playground finds one, --drafter loads one by its folder or hub name"


@dataclass(frozen=True)
class Loading:
    """What a drafter with files is loaded from: its checkpoint, the target's checkpoint and sequence state, and its name in the pair. `model`: the
    checkpoint's model if an earlier pair had loaded it; `vocabulary`: how its token ids agree with the target's, None where they are the
    same; `bits`: quantise it to them, None leaves it as it is; `width`: the length of the target's rows of logits, 0 if it is not
    known."""

    checkpoint: Checkpoint
    target: Checkpoint
    target_state: SequenceState
    name: str
    model: Any = None
    vocabulary: Vocabulary | None = None
    bits: int | None = None
    width: int = 0


@dataclass(frozen=True, kw_only=True)
class DrafterRecord:
    """One drafter. It has either `make`, which creates it from the pair's drafters and estimator, or `files`, from which it is loaded."""

    name: str
    words: str
    """What it does, for a list of drafters."""
    make: Callable[[Mapping[str, Drafter], RateEstimator], Drafter] | None = None
    files: Layout | None = None
    composed: bool = False
    """Whether it uses the pair's other drafters: it is made after them and is never another's fallback."""
    learns: bool = False
    """Whether it keeps what it learnt from one reply to the next: then Pair.learnt holds it, and Pair.learn_anew replaces it."""
    default: bool = False
    """Whether it comes into force where no drafter with files is loaded and none is named."""
    in_one_pass: bool = False
    """Whether a draft takes one pass over all its places, not one a guess."""
    why_unavailable: Callable[[Mapping[str, str]], str | None] = lambda paths: None
    """From the folders of the loaded drafters, by name: why it cannot be made, None if it can."""

    @property
    def unavailable(self) -> str:
        """The error where this drafter is asked for and no files of its kind are loaded."""
        assert self.files, "only a drafter with files can be missing"
        return f"no drafter {self.name} is loaded: it needs {self.files.needs}; {HOW_TO_LOAD}"
