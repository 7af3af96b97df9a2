"""How a drafter is told from kinds that resemble it: by names in its config, or by tensors that no other kind has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .drafter_record import Config, Tensors


@dataclass(frozen=True)
class Marks:
    """`pattern`: a regular expression for architectures, model types or a block drafter's `projector_type`; `tensors`: prefixes of names of
    tensors that only this kind has."""

    pattern: str
    tensors: tuple[str, ...] = ()

    def on(self, config: Config, tensors: Tensors) -> bool:
        """Whether a checkpoint with this config and these tensors has one of the marks."""
        named = [*_names(config.get("architectures")), *(str(config.get(field)) for field in ("model_type", "speculators_model_type"))]
        block = config.get("dflash_config")
        named.append(str(block.get("projector_type") if isinstance(block, dict) else None))
        bare = (re.sub(r"^((model|logit_head)\.)*", "", name) for name in tensors)
        return any(re.search(self.pattern, name, re.IGNORECASE) for name in named) or any(name.startswith(self.tensors) for name in bare)


def _names(architectures: object) -> list[str]:
    return [str(name) for name in architectures] if isinstance(architectures, list) else [str(architectures)] * bool(architectures)


DFLASH2 = Marks("dflash_?2", ("candidate_selector.",))
DOMINO = Marks("domino|causal_v5", ("prefix_gru.", "embed_proj."))
DSPARK = Marks(f"dspark|{DOMINO.pattern}", ("markov_head.", "markov_w1.", "confidence_head.", *DOMINO.tensors))
