"""Explanations of the body, of what it does, and of health."""

from ..texts import read

TEXT = read("explanations/body")

TABLE = TEXT.TABLE
