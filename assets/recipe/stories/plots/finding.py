"""Plots about things: lost, found, broken, shared, given away, sought."""

from ...texts import read

TEXT = read("stories/plots/finding")

TEXT = TEXT.TEXT
