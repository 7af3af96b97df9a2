"""First names, and things that no table of this package holds: what a person may ask for all the same."""

from __future__ import annotations

from ..texts import read

TEXT = read("small_asks/people")

FIRST_NAMES = TEXT.FIRST_NAMES

RARE_NOUNS = TEXT.RARE_NOUNS
