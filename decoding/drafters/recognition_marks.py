"""How a drafter is told from kinds that resemble it: by names in its config, or by tensors that no other kind has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .drafter_record import Config, Tensors


@dataclass(frozen=True)
class Marks:
    """`pattern`: a regular expression for architectures or model types; `tensors`: prefixes of names of tensors that only this kind has."""

    pattern: str
    tensors: tuple[str, ...] = ()

    def on(self, config: Config, tensors: Tensors) -> bool:
        """Whether a checkpoint with this config and these tensors has one of the marks."""
        named = [*_names(config.get("architectures")), *(str(config.get(field)) for field in ("model_type", "speculators_model_type"))]
        bare = (name.removeprefix("model.") for name in tensors)
        return any(re.search(self.pattern, name, re.IGNORECASE) for name in named) or any(name.startswith(self.tensors) for name in bare)


def _names(architectures: object) -> list[str]:
    return [str(name) for name in architectures] if isinstance(architectures, list) else [str(architectures)] * bool(architectures)


DFLASH2 = Marks("dflash_?2", ("candidate_selector.",))
DSPARK = Marks("dspark", ("markov_head.", "confidence_head."))
