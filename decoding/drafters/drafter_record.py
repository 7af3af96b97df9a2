"""The record of a drafter: everything that the engine, the commands and the screens need to know of it, except how it guesses.

Each drafter defines its RECORD in the file of its name. This package's __init__ lists them, and every table of drafters is derived from
that list: names, words, what can be loaded, how a folder is recognised, why a checkpoint does not fit. Records load no mlx, because help
and screens read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping

from ..errors import Reason
from ..find.checkpoint import Checkpoint, Tensor
from .base import Drafter

if TYPE_CHECKING:
    from ..adaptive.draft_length import Pace
    from ..find.shared_strings import Vocabulary
    from ..track import Track

Config = Mapping[str, Any]
Tensors = Mapping[str, Tensor]

HOW_TO_LOAD = "F5 in the playground finds one, --drafter loads one by its folder or hub name"
BLUE = "#0072b2"  # distinct from the hues of the drafters without files, for colour-blind readers too


@dataclass(frozen=True)
class Loading:
    """What a drafter with files is loaded from: its checkpoint, the target's checkpoint and track, and its name in the pair. `model`: the
    checkpoint's model if an earlier pair had loaded it; `vocabulary`: how its token ids agree with the target's, None where they are the
    same; `bits`: quantise it to this many, None leaves it as it is; `draft_vocab`: draft only so many of the most frequent tokens, None
    all (frequent_head.py); `compiled`: whether to compile its draft step, None as suits the device (compiled_step.py)."""

    checkpoint: Checkpoint
    target: Checkpoint
    track: Track
    name: str
    model: Any = None
    vocabulary: Vocabulary | None = None
    bits: int | None = None
    draft_vocab: int | None = None
    compiled: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Files:
    """How checkpoints of one kind of drafter are recognised, checked against a target, and loaded.

    `is_one(config, tensors)`: whether a checkpoint is of this kind. `objections(checkpoint, target, kv_bits)`: why it cannot draft for
    this target with a cache of that many bits (None: not quantised), the one to show first. `load` imports what it needs, including mlx,
    and raises LoadError or PairError; it is None for a kind that is recognised only to be refused. `needs`: what a person must load where no
    such drafter is loaded.
    """

    is_one: Callable[[Config, Tensors], bool]
    objections: Callable[[Checkpoint, Checkpoint, int | None], Iterable[Reason]] = lambda checkpoint, target, kv_bits: ()
    load: Callable[[Loading], Drafter] | None = None
    needs: str = ""
    tensors: Callable[[Tensors], Tensors] = lambda tensors: tensors
    """Maps the tensors to the names that `load` expects."""
    config: Callable[[Config], Config] = lambda config: config
    """Maps the config to the fields that `objections` and `load` expect."""
    prefixes: tuple[str, ...] = ()
    """Prefixes of its tensors' names where they lie in a target's own folder."""
    beside: Callable[[Config], bool] = lambda config: True
    """Whether tensors with these prefixes in the folder of a target with this config are of this kind."""
    embedded: str | None = None
    """The subfolder of the embedded pair's folder with the drafter of this kind that comes with the embedded target."""
    reads_keys: bool = False
    """Whether it reads the target's keys and values, of which each host of a sharded target has only a part."""
    unasked: Literal["never", "if it may draft", "always"] = "never"
    """Whether a drafter of this kind that comes with the target is loaded where the request names no files: never, if it may come into
    force (no drafter is named, or one that uses others), or always."""


@dataclass(frozen=True, kw_only=True)
class DrafterRecord:
    """One drafter. It has either `make`, which creates it from the pair's drafters and pace, or `files`, from which it is loaded."""

    name: str
    words: str
    """What it does, for a list of drafters."""
    make: Callable[[Mapping[str, Drafter], Pace], Drafter] | None = None
    files: Files | None = None
    composed: bool = False
    """Whether it uses the pair's other drafters: it is made after them and is never another's fallback."""
    learns: bool = False
    """Whether it keeps what it learnt from one reply to the next: then Pair.memory holds it, and Pair.learn_anew replaces it."""
    stands_in: bool = False
    """Whether it comes into force where no drafter with files is loaded and none is named."""
    suggestion: int | None = None
    """Its place among the drafters to try where another one was slower than plain decoding, 0 first; None if it is not one of them."""
    why_missing: Callable[[Mapping[str, str]], str | None] = lambda paths: None
    """From the folders of the loaded drafters, by name: why it cannot be made, None if it can."""
    hue: str = BLUE
    """The colour of its bars in charts, #rrggbb."""

    @property
    def not_loaded(self) -> str:
        """The error where this drafter is asked for and no files of its kind are loaded."""
        assert self.files, "only a drafter with files can be missing"
        return f"no drafter {self.name} is loaded: it needs {self.files.needs}; {HOW_TO_LOAD}"
