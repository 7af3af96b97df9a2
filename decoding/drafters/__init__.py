"""The drafters: whoever guesses ahead of the target. DRAFTERS is the whole table; nothing else asks for a drafter by name.

Those with files of their own have `load(found, target, track, name)`: what the folder holds, what the target's does, the
target's Track, and the name to go by. `found.kind` is the name in this table.
"""

from .assistant import AssistantDrafter
from .auto import AutoDrafter
from .dflash import DFlashDrafter
from .hybrid import HybridDrafter
from .lookup import LookupDrafter
from .model import ModelDrafter
from .mtp import MtpDrafter
from .none import NoDrafter

DRAFTERS = {
    "none": NoDrafter,
    "model": ModelDrafter,
    "lookup": LookupDrafter,
    "hybrid": HybridDrafter,
    "mtp": MtpDrafter,
    "assistant": AssistantDrafter,
    "dflash": DFlashDrafter,
    "auto": AutoDrafter,
}
