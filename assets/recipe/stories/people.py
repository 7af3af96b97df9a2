"""Heroes, helpers and friends: who can be in a story. A line: noun | pronoun (he, she, it; x: he or she) | kind | what it likes."""

from ..texts import read

TEXT = read("stories/people")

HERO_TABLE = TEXT.HERO_TABLE

# Nouns that few stories know: whoever asks for them gets them.
RARE_HEROES = TEXT.RARE_HEROES

# Helpers: article and noun | pronoun | where they may turn up (water: only under water).
HELPER_TABLE = TEXT.HELPER_TABLE

TRAITS: dict[str, tuple[str, ...]] = TEXT.TRAITS

LIKES = TEXT.LIKES
