"""All plots: for one hero, and for two."""

from ..texts import read
from . import plot

PARTS = (
    "finding", "friends", "courage", "wishes", "truth", "funny", "night", "work", "two",
    "limits", "strange", "going", "making", "hearts", "home", "outside", "pairs",
)  # fmt: skip
ALL: list[plot.Plot] = [found for part in PARTS for found in plot.read(read(f"stories/plots/{part}").PLOTS)]
SINGLE = [found for found in ALL if "duo" not in found.flags]
DUO = [found for found in ALL if "duo" in found.flags]
