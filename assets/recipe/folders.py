"""Writes the folder of every model in a work folder that is trained."""

from collections.abc import Callable
from pathlib import Path

from torch import Tensor

from . import dflash, eagle3, mtp
from .export import average, export
from .train import DRAFTER, TARGET


def write_folders(work: Path, out: Path) -> None:
    """The averages of the checkpoints that there are, as Hugging Face folders in `out`, each named as its checkpoint."""
    tokenizer = work / "tokenizer"
    writers: dict[str, Callable[[dict[str, Tensor], Path], None]] = {
        "target": lambda weights, folder: export(TARGET, weights, tokenizer, folder),
        "drafter": lambda weights, folder: export(DRAFTER, weights, tokenizer, folder),
        "mtp": lambda weights, folder: mtp.export_head(weights, TARGET, folder),
        "eagle3": lambda weights, folder: eagle3.export_head(weights, TARGET, folder),
        "dflash": lambda weights, folder: dflash.export_drafter(weights, dflash.DRAFTER, TARGET, folder),
    }
    for name, write in writers.items():
        if (work / f"{name}.pt").exists():
            write(average(work / f"{name}.pt"), out / name)
