"""What a folder or a hub name holds, and what fits: nothing here loads mlx. What is public is imported below.

checkpoint with bounded_reading (files as they are), model_folder, hub_download, model_finding (where they come from), complete_files, vocabularies,
memory_footprint (what is checked), recognition with layout and *_layout (which drafter it is, and why it does not fit), published_table
(what others measured).
"""

from . import complete_files, model_finding, model_folder
from .bounded_reading import TOKENIZER_LARGEST, open_regular, parse, read_regular
from .checkpoint import SIDECARS, Checkpoint, Tensor, beside_model, bits, models_below, sidecars, text_part, understood
from .hub_download import PATTERNS, Stopped, asked, download_error, fetch, small_file
from .layout import remark_of, unsupported
from .memory_footprint import Footprint, PassWeights, footprint, pass_weights
from .model_folder import is_hub_name, known_as, shown
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
    checkpoint_from,
    guessed,
    objection,
    own_head_trouble,
    own_heads,
    recognise,
    with_sidecar,
)
from .vocabularies import Agreement

__all__ = [
    "Agreement", "Checkpoint", "Counts", "Elsewhere", "Footprint", "KnownDrafter", "PATTERNS", "PassWeights", "PublishedAcceptance", "SIDECARS", "Stopped", "TOKENIZER_LARGEST", "Tensor", "asked",
    "beside_model", "bits", "checkpoint_from", "complete_files", "download_error", "fetch", "footprint", "guessed", "is_hub_name", "known_as",
    "lost_elsewhere", "made_for_another", "model_finding", "model_folder", "models_below", "objection", "open_regular", "own_head_trouble", "own_heads", "parse", "pass_weights", "plain_name", "published_acceptance", "published_drafters", "published_speeds",
    "read_regular", "recognise", "remark_of", "shown", "sidecars", "small_file", "trained_without_thinking", "text_part", "understood", "unsupported", "with_sidecar",
]  # fmt: skip
