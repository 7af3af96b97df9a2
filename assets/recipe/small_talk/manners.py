"""What people say to open, to steer and to close a talk, and the replies. Each kind: (what is said, replies)."""

from ..texts import read

TEXT = read("small_talk/manners")

Kind = tuple[tuple[str, ...], tuple[str, ...]]

OPENING: dict[str, Kind] = TEXT.OPENING

ANSWERS_ON_HEALTH: tuple[Kind, ...] = TEXT.ANSWERS_ON_HEALTH

STEERING: dict[str, Kind] = TEXT.STEERING

CLOSING: dict[str, Kind] = TEXT.CLOSING

SHORT_WORDS: dict[str, Kind] = TEXT.SHORT_WORDS
