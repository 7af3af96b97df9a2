"""Plots about courage: fears, storms, getting lost, the small one who helps, journeys."""

from ...texts import read

TEXT = read("stories/plots/courage")

TEXT = TEXT.TEXT
