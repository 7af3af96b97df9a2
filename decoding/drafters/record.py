"""The record of a drafter: everything that the engine, the commands and the screens must know of it but how it guesses.

Each drafter has one, RECORD in the file of its name; the list of them is in this package's __init__, and every table of drafters
(names, words, what can be loaded, how a folder is recognised, why it does not fit) is derived from that list. Records load no mlx:
the help and the screens read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping

from specdeck.decoding.errors import Reason
from specdeck.decoding.find.checkpoint import Checkpoint, Tensor

from .base import Drafter

if TYPE_CHECKING:
    from specdeck.decoding.adaptive.draft_length import Pace
    from specdeck.decoding.find.vocabulary import Agreement
    from specdeck.decoding.track import Track

Config = Mapping[str, Any]
Tensors = Mapping[str, Tensor]

BLUE = "#0072b2"  # told apart by all eyes from the hues of the drafters that need no files


@dataclass(frozen=True)
class Loading:
    """What a drafter with files is loaded from: its checkpoint, the target's, the target's track, and the name to go by. `model`: this
    checkpoint's model, where the pair before held it; `vocabulary`: how its ids agree with the target's, None where they are the same;
    `bits`: to quantise it to, None to leave it as it is."""

    checkpoint: Checkpoint
    target: Checkpoint
    track: Track
    name: str
    model: Any = None
    vocabulary: Agreement | None = None
    bits: int | None = None


@dataclass(frozen=True, kw_only=True)
class Files:
    """How the checkpoints of a kind of drafter are told from others, judged and loaded.

    `is_one`: whether this config with these tensors is of the kind; `objections`: why it cannot draft for this target, its cache in
    so many bits (None: as the model has it), the first one first. `load` imports what it needs, mlx too, and raises LoadError and
    PairError; a kind that is only recognised to be refused has none. `how_to_load` is what to do where none is loaded.
    """

    is_one: Callable[[Config, Tensors], bool]
    objections: Callable[[Checkpoint, Checkpoint, int | None], Iterable[Reason]] = lambda checkpoint, target, kv_bits: ()
    load: Callable[[Loading], Drafter] | None = None
    how_to_load: str = ""
    tensors: Callable[[Tensors], Tensors] = lambda tensors: tensors
    """The tensors by the names that `load` knows."""
    prefixes: tuple[str, ...] = ()
    """How its tensors begin where they lie in a target's own folder."""
    embedded: str | None = None
    """The folder, in the embedded pair's, of the one that comes with it."""
    unasked: Literal["never", "if it may draft", "always"] = "never"
    """Whether the one that comes with a target is loaded where no files are asked for: if it may come into force, or always."""


@dataclass(frozen=True, kw_only=True)
class DrafterRecord:
    """One drafter: either `make`, from the pair's drafters and its pace, or `files` that it is loaded from."""

    name: str
    words: str
    """What it does, for a list of drafters."""
    make: Callable[[Mapping[str, Drafter], Pace], Drafter] | None = None
    files: Files | None = None
    composed: bool = False
    """Made of the pair's other drafters, after them, and never another's fallback."""
    learns: bool = False
    """It keeps what rounds taught it from one reply to the next: Pair.memory holds it, and Pair.learn_anew makes it anew."""
    why_missing: Callable[[Mapping[str, str]], str | None] = lambda paths: None
    """Why it cannot be made beside the drafters with these folders, None if it can."""
    hue: str = BLUE
    """Of its bars in a picture."""

    @property
    def not_loaded(self) -> str:
        """The error where it was asked for and no files are loaded."""
        return f"{self.name}: no drafter {self.name} is loaded: {self.files.how_to_load}"
