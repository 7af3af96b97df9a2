"""Plots about making, working, saving something dear, and small adventures."""

from ...texts import read

TEXT = read("stories/plots/work")

TEXT = TEXT.TEXT
