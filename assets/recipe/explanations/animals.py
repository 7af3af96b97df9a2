"""Explanations of animals and how they live."""

from ..texts import read

TEXT = read("explanations/animals")

TABLE = TEXT.TABLE
