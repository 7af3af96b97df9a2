"""The drafters: whoever guesses ahead of the target.

Those with files of their own have `load(found, target, track, name)`: what the folder holds, what the target's does, the
target's Track, and the name to go by. `found.kind` is the name in WITH_FILES; nothing else asks for a drafter by name.
"""

from importlib import import_module
from typing import Any

from .auto import AutoDrafter
from .hybrid import HybridDrafter
from .lookup import LookupDrafter
from .model_drafter import ModelDrafter
from .none import NoDrafter

WITH_FILES = {"model": "ModelDrafter", "mtp": "MtpDrafter", "assistant": "AssistantDrafter", "dflash": "DFlashDrafter"}


def with_files(kind: str) -> Any:
    """The drafter of this kind, from the module of that name: imported only now, for each brings a model's code with it."""
    return getattr(import_module(f".{kind}_drafter", __package__), WITH_FILES[kind])


__all__ = ["AutoDrafter", "HybridDrafter", "LookupDrafter", "ModelDrafter", "NoDrafter", "WITH_FILES", "with_files"]
