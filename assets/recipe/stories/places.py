"""Places: preposition | noun | kind | what was to be seen, heard or smelled there. A noun with "the" is the only one of its kind."""

from ..texts import read

TEXT = read("stories/places")

PLACE_TABLE = TEXT.PLACE_TABLE

RARE_PLACES = TEXT.RARE_PLACES

# What comes before an invented name of a place.
NAMED = TEXT.NAMED

# Where one looks for something, by kind of place.
NOOKS: dict[str, tuple[str, ...]] = TEXT.NOOKS
