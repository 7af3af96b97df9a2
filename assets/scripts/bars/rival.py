"""What a rival decodes with: the models as mlx-lm builds them, in the float type that ours have.

On a CPU that is a gift: mlx-lm loads the type of the files, and half floats are several times slower there. What we put in place
of a model's modules (decoding/cpu/) is ours, so a rival goes without.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from specdeck.decoding.drafters.weights import whole_model


@lru_cache(maxsize=4)
def built(folder: str) -> Any:
    """The model of this folder, its weights a copy of their own."""
    return whole_model(Path(folder), as_built=True)[0]
