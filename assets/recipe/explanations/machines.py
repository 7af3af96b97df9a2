"""Explanations of machines, tools and made things."""

from ..texts import read

TEXT = read("explanations/machines")

TABLE = TEXT.TABLE
