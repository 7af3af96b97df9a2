"""First sentences. {whom} is the hero with trait and name: 'a shy fox named Pip'."""

from ..texts import read

TEXT = read("stories/openings")

# With the place.
PLACED = TEXT.PLACED

# With what is special about the hero: 'who was afraid of the dark'.
SPECIAL = TEXT.SPECIAL
THERE = TEXT.THERE

FOR_CHILD = ("For {child}: ", "This one is for {child}: ", "Here is a story for {child}: ", "A story for {child}: ")

PAIR_PLACED = TEXT.PAIR_PLACED
PAIR_BOND = TEXT.PAIR_BOND

LIKING = TEXT.LIKING
