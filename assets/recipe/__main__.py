"""The whole recipe, from the corpus to the four folders: python -m assets.recipe --corpus PATH --work DIR --out DIR."""

import argparse
import subprocess
import sys
from pathlib import Path

from . import dflash, mtp
from .distill import DRAFTER
from .export import average, export
from .train import TARGET


def main() -> None:
    """Every step in a process of its own, so that each starts with an empty memory and a kill costs little."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    corpus, work = ["--corpus", str(args.corpus)], ["--work", str(args.work)]
    for step, options in (("train", corpus + work), ("harvest", corpus + work), ("distill", work), ("mtp", work), ("dflash", work)):
        subprocess.run([sys.executable, "-m", f"assets.recipe.{step}", *options], check=True)
    for name, shape, checkpoint in (("target", TARGET, "fourth.pt"), ("drafter", DRAFTER, "again.pt")):
        export(shape, average(args.work / checkpoint), args.work / "tokenizer", args.out / name)
    mtp.export_head(average(args.work / "mtp.pt"), TARGET, args.out / "mtp")
    dflash.export_drafter(average(args.work / "dflash.pt"), dflash.DRAFTER, TARGET, args.out / "dflash")


if __name__ == "__main__":
    main()
