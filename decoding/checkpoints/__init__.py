"""What a folder or a hub name holds, and what fits. Nothing here loads mlx; the public names are imported below.

`checkpoint` and `bounded_reading` read files as they are. `model_folder` and `hub_download` know names and where files come from. `complete_files`,
`vocabularies` and `memory` check. `recognition`, with `layout` and `*_layout`, goes from a name to a model and its kind of drafter. It says why a
drafter does not fit. `published_table` holds what others measured.
"""

from . import complete_files, model_folder
from .bounded_reading import open_regular, parse, read_regular
from .checkpoint import SIDECARS, Checkpoint, Tensor, beside_model, bits, models_below, sidecars, text_part, understood
from .hub_download import PATTERNS, Stopped, asked, download_error, fetch, small_file
from .layout import remark_of, unsupported
from .memory import Footprint, PassWeights, footprint, pass_weights
from .model_folder import is_hub_name, known_as
from .published_table import (
    Counts,
    Elsewhere,
    KnownDrafter,
    PublishedAcceptance,
    lost_elsewhere,
    made_for_another,
    plain_name,
    published_acceptance,
    published_drafters,
    published_speeds,
    trained_without_thinking,
)  # fmt: skip
from .recognition import (
    DEPTH,
    checkpoint_from,
    find,
    guessed,
    objection,
    own_head_trouble,
    own_heads,
    places,
    recognise,
    with_sidecar,
)
from .vocabularies import agreement_of, vocabulary_digest, vocabulary_of

__all__ = [
    "Checkpoint", "Counts", "DEPTH", "Elsewhere", "Footprint", "KnownDrafter", "PATTERNS", "PassWeights", "PublishedAcceptance", "SIDECARS", "Stopped", "Tensor", "agreement_of", "asked",
    "beside_model", "bits", "checkpoint_from", "complete_files", "download_error", "fetch", "find", "footprint", "guessed", "is_hub_name", "known_as",
    "lost_elsewhere", "made_for_another", "model_folder", "models_below", "objection", "open_regular", "own_head_trouble", "own_heads", "parse", "pass_weights", "places", "plain_name", "published_acceptance", "published_drafters", "published_speeds",
    "read_regular", "recognise", "remark_of", "sidecars", "small_file", "trained_without_thinking", "text_part", "understood", "unsupported", "vocabulary_digest", "vocabulary_of", "with_sidecar",
]  # fmt: skip
