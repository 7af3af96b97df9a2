"""Explanations of plants."""

from ..texts import read

TEXT = read("explanations/plants")

TABLE = TEXT.TABLE
