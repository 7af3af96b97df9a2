"""Plots about others: new friends, jealous friends, quarrels, parties, the new child, the grumpy neighbour."""

from ...texts import read

TEXT = read("stories/plots/friends")

TEXT = TEXT.TEXT
