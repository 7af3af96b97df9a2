"""Explanations of the sky's bodies and of travelling to them."""

from ..texts import read

TEXT = read("explanations/space")

TABLE = TEXT.TABLE
