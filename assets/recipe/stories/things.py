"""Things that stories are about: noun | how it was (a sentence about it). "some" before the noun: no article, no plural."""

from ..texts import read

TEXT = read("stories/things")

THING_TABLE = TEXT.THING_TABLE

RARE_THINGS = TEXT.RARE_THINGS

MASS = TEXT.MASS

GENERIC_DETAILS = TEXT.GENERIC_DETAILS
