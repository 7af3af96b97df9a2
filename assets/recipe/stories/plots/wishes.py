"""Plots about wishes, dreams and magic."""

from ...texts import read

TEXT = read("stories/plots/wishes")

TEXT = TEXT.TEXT
