"""Plots that make one laugh."""

from ...texts import read

TEXT = read("stories/plots/funny")

TEXT = TEXT.TEXT
