"""Plots for two heroes, who are called {hero} and {friend}."""

from ...texts import read

TEXT = read("stories/plots/two")

TEXT = TEXT.TEXT
