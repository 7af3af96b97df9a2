"""Published kinds of drafter that are not supported: recognised so that they are refused by name, before weights are loaded.

Their tensors and config fields resemble those of supported drafters; taken for these, they would draft badly or fail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator

from specdeck.decoding.errors import Reason
from specdeck.decoding.find.checkpoint import Checkpoint

from .record import Config, Files, Tensors

_NOT_SUPPORTED = Reason("not-supported", "not supported")


@dataclass(frozen=True)
class UnsupportedKind:
    """A kind that is not supported. `pattern`: a regular expression for its architectures or model types; `tensors`: prefixes of names of
    tensors that only this kind has; `words` name it in the error."""

    words: str
    pattern: str
    tensors: tuple[str, ...] = ()

    def is_one(self, config: Config, tensors: Tensors) -> bool:
        """Whether a checkpoint with this config and these tensors is of this kind."""
        named = [*_names(config.get("architectures")), *(str(config.get(field)) for field in ("model_type", "speculators_model_type"))]
        bare = (name.removeprefix("model.") for name in tensors)
        return any(re.search(self.pattern, name, re.IGNORECASE) for name in named) or any(name.startswith(self.tensors) for name in bare)

    def objections(self, checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
        """The one objection: that this kind is not supported."""
        yield _NOT_SUPPORTED.saying(f"it is {self.words}: not supported yet")


def _names(architectures: object) -> list[str]:
    return [str(name) for name in architectures] if isinstance(architectures, list) else [str(architectures)] * bool(architectures)


UNSUPPORTED = {
    "dflash2": UnsupportedKind("a DFlash2 drafter", "dflash_?2", ("candidate_selector.",)),
    "dspark": UnsupportedKind("a DSpark drafter", "dspark", ("markov_head.", "confidence_head.")),
    "eagle": UnsupportedKind("an EAGLE drafter, not an EAGLE-3 head", "eagle(?!_?3)"),
    "medusa": UnsupportedKind("a set of Medusa heads", "medusa", ("medusa_head.",)),
    "laguna": UnsupportedKind("a Laguna block drafter", "laguna.*dflash|dflash.*laguna"),
    "muse": UnsupportedKind("a Muse Glimmer assistant", "muse_?glimmer_?assistant"),
}
REFUSED = {name: Files(is_one=kind.is_one, objections=kind.objections) for name, kind in UNSUPPORTED.items()}
