"""What may be drawn. Model and user text can hold escape sequences, bidi overrides and lone surrogates, which a terminal would
obey. Copied text is the source text; cleaned text is only drawn."""

from typing import Sequence

UNSEEN = "\N{REPLACEMENT CHARACTER}"  # drawn for characters that have no picture of their own


def _stand_ins() -> dict[int, str | None]:
    """The replacement of each dangerous character; None drops invisible ones that only shape their neighbours."""
    pictures: dict[int, str | None] = {code: chr(0x2400 + code) for code in range(0x20)}
    pictures |= dict.fromkeys(range(0x80, 0xA0), UNSEEN) | {0x7F: "\N{SYMBOL FOR DELETE}"}
    bidi = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
    breaks = [0x2028, 0x2029, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080), *range(0xD800, 0xE000)]
    signs = [*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x180E, *range(0x2061, 0x2065), *range(0x206A, 0x2070)]
    signs += [0x110BD, 0x110CD, *range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)]
    shapers = [0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0xFE00, 0xFE10)]
    pictures |= dict.fromkeys(bidi + breaks + signs, UNSEEN) | dict.fromkeys(shapers)
    del pictures[ord("\n")], pictures[ord("\t")]
    return pictures


_TABLE = _stand_ins()
_DROPPED = frozenset(chr(code) for code, picture in _TABLE.items() if picture is None)
_OBEYED = {code: picture for code, picture in _TABLE.items() if picture is not None}


def clean(text: str) -> str:
    """The text with every character that a terminal would obey replaced by one that it draws; newlines and tabs stay."""
    return text.translate(_TABLE)


def source_places(text: str) -> Sequence[int]:
    """Where in the text each character of `clean(text)` comes from, and the text's length at the end."""
    if text.isascii():  # of which none is dropped
        return range(len(text) + 1)
    return [place for place, letter in enumerate(text) if letter not in _DROPPED] + [len(text)]


def harmless(text: str) -> str:
    """Text for a file: as `clean`, but with the invisible characters that emoji and some scripts are written with."""
    return text.translate(_OBEYED)


def one_line(text: str, limit: int | None = None) -> str:
    """Cleaned text on one line, newlines and tabs drawn as pictures, cut to `limit` characters with an ellipsis."""
    line = clean(text).replace("\n", "⏎").replace("\t", "⇥")
    return line if limit is None or len(line) <= limit else line[: limit - 1] + "…"
