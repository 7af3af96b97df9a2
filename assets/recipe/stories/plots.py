"""All plots: for one hero, for two, those in which what is asked for happens, and those whose shape a request names."""

from ..texts import read
from . import plot

PARTS = (
    "finding", "friends", "courage", "wishes", "truth", "funny", "night", "work", "two",
    "limits", "strange", "going", "making", "hearts", "home", "outside", "pairs",
)  # fmt: skip
ASKED_PARTS = ("asked", "asked_more", "asked_days", "asked_any")  # what a request asks for happens: told only when it is asked for
SHAPED_PARTS = ("shaped",)  # with a shape that a request names


def _read(parts: tuple[str, ...]) -> list[plot.Plot]:
    return [found for part in parts for found in plot.read(read(f"stories/plots/{part}").PLOTS)]


ALL = _read(PARTS)
ASKED = _read(ASKED_PARTS)
SHAPED = _read(SHAPED_PARTS)
SINGLE = [found for found in ALL if "duo" not in found.flags]
DUO = [found for found in ALL if "duo" in found.flags]
