"""Plots about doing right: lies, promises, greed, laziness, pride, patience."""

from ...texts import read

TEXT = read("stories/plots/truth")

TEXT = TEXT.TEXT
