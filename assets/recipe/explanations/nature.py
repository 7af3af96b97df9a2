"""Explanations of weather, water, earth, light and the other things of nature."""

from ..texts import read

TEXT = read("explanations/nature")

TABLE = TEXT.TABLE
