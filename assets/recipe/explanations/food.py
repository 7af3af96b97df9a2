"""Explanations of food and drink."""

from ..texts import read

TEXT = read("explanations/food")

TABLE = TEXT.TABLE
