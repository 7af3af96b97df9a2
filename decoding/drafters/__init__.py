"""The drafters: whoever guesses ahead of the target. DRAFTERS is the whole table; nothing else asks for a drafter by name."""

from .hybrid import HybridDrafter
from .lookup import LookupDrafter
from .model import ModelDrafter
from .none import NoDrafter

DRAFTERS = {"none": NoDrafter, "model": ModelDrafter, "lookup": LookupDrafter, "hybrid": HybridDrafter}
