"""The models for other projects' generators: as mlx-lm builds them, but in the float type that specdeck uses.

On a CPU that is an advantage for them: mlx-lm keeps the type of the files, and half-precision floats are several times slower there. The
CPU tuning of decoding/cpu/ is specdeck's own, so these models are without it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from specdeck.decoding.drafters.weights import whole_model


@lru_cache(maxsize=4)
def built(folder: str) -> Any:
    """The model in this folder, with weights that are not shared with specdeck's."""
    return whole_model(Path(folder), as_built=True)[0]
