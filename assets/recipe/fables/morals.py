"""What a fable teaches, by theme, as its last line says it."""

from ..texts import read

TEXT = read("fables/morals")

MORALS: dict[str, tuple[str, ...]] = TEXT.MORALS
