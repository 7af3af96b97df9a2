"""Explanations of how people live together: work, feelings, arts, numbers, time and the past."""

from ..texts import read

TEXT = read("explanations/people")

TABLE = TEXT.TABLE
