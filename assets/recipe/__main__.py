"""Runs the whole recipe, from the corpus and an older pair to the model folders.

python -m assets.recipe --corpus DIR --work DIR --out DIR [--start DIR]
"""

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .folders import write_folders
from .train import BLENDS, PHASES, blend

CORRECTIONS = (  # one run, step by step
    "--steps 100 --rate 0.04 --teach sums=3",
    "--steps 700 --rate 0.1 --teach sums=3 stories=5",
    "--steps 950 --rate 0.14 --teach sums=3 stories=5 --kept 6",
)
MODELS = Path(__file__).resolve().parent.parent / "models"


def main() -> None:
    """Run every step in a process of its own, so that each starts with empty memory and a kill loses little."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, default=MODELS, help="folder of the models to begin with; else those that are shipped")
    args = parser.parse_args()
    corpus, work, start = (["--" + name, str(getattr(args, name))] for name in ("corpus", "work", "start"))
    for phase in PHASES:
        run("train", *corpus, *work, *start, "--phase", phase)
        if phase in BLENDS:
            blend(args.work, phase)
    for options in CORRECTIONS:
        run("correct", *corpus, *work, *start, *options.split())
    run("harvest", *corpus, *work)
    drafters = ("distill", *work), ("mtp", *work, *start), ("eagle3", *work, *start), ("dflash", *work, *start)
    with ThreadPoolExecutor() as together:  # each is a process of one thread
        list(together.map(lambda options: run(*options), drafters))
    write_folders(args.work, args.out)


def run(step: str, *options: str) -> None:
    """Run one step and print how long it took."""
    since = time.time()
    subprocess.run([sys.executable, "-m", f"assets.recipe.{step}", *options], check=True)
    print(f"{step}: {(time.time() - since) / 60:.1f} minutes", flush=True)


if __name__ == "__main__":
    main()
