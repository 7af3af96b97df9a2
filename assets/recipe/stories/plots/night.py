"""Plots for bedtime, and quiet ones: sleep, noises in the night, rain, snow, seasons."""

from ...texts import read

TEXT = read("stories/plots/night")

TEXT = TEXT.TEXT
