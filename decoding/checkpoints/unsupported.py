"""Published kinds of drafter that are not supported: recognised so that they are refused by name, before weights are loaded.

Their tensors and config fields resemble those of supported drafters; taken for these, they would draft badly or fail.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from ..errors import Reason
from .checkpoint import Checkpoint
from .drafter_files import DrafterFiles, Marks

_NOT_SUPPORTED = Reason("not-supported", "not supported")


@dataclass(frozen=True)
class UnsupportedKind:
    """A kind that is not supported; `words` name it in the error."""

    words: str
    marks: Marks

    def objections(self, checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
        """The one objection: that this kind is not supported."""
        yield _NOT_SUPPORTED.saying(f"it is {self.words}: not supported yet")


UNSUPPORTED = {
    "eagle": UnsupportedKind("an EAGLE drafter, not an EAGLE-3 head", Marks("eagle(?!_?3)")),
    "medusa": UnsupportedKind("a set of Medusa heads", Marks("medusa", ("medusa_head.",))),
    "laguna": UnsupportedKind("a Laguna block drafter", Marks("laguna.*(dflash|dspark)|(dflash|dspark).*laguna")),
    "muse": UnsupportedKind("a Muse Glimmer assistant", Marks("muse_?glimmer_?assistant")),
}
REFUSED = {name: DrafterFiles(is_one=kind.marks.on, objections=kind.objections) for name, kind in UNSUPPORTED.items()}
