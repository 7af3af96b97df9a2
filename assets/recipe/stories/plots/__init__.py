"""All plots: for one hero, and for two."""

from ..plot import Plot, read
from . import courage, finding, friends, funny, night, truth, two, wishes, work

ALL: list[Plot] = [
    plot for part in (finding, friends, courage, wishes, truth, funny, night, work, two) for plot in read(part.TEXT)
]
SINGLE = [plot for plot in ALL if "duo" not in plot.flags]
DUO = [plot for plot in ALL if "duo" in plot.flags]
