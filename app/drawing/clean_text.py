"""What may be drawn. Model and user text can hold escape sequences, bidi overrides and lone surrogates, which a terminal would
obey. Copied text is the source text; cleaned text is only drawn."""

from typing import Sequence
from unicodedata import category

UNSEEN = "\N{REPLACEMENT CHARACTER}"  # drawn for characters that have no picture of their own
SHAPERS = frozenset([0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0xFE00, 0xFE10)])  # invisible, and only shape their neighbours
OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control, format, surrogate, line and paragraph separator


class _StandIns(dict[int, int | str | None]):
    """Characters to draw, by the code of the original character. None drops a character, as SHAPERS are dropped if `drop` says so."""

    def __init__(self, drop: bool) -> None:
        super().__init__({ord("\n"): "\n", ord("\t"): "\t", 0x7F: "\N{SYMBOL FOR DELETE}"} | {code: None if drop else code for code in SHAPERS})

    def __missing__(self, code: int) -> int | str | None:
        obeyed = category(chr(code)) in OBEYED or 0xE0000 <= code < 0xE0080  # a tag, also where it is not assigned
        self[code] = code if not obeyed else UNSEEN if code >= 0x20 else 0x2400 + code
        return self[code]


_CLEAN, _HARMLESS = _StandIns(drop=True), _StandIns(drop=False)


def clean(text: str) -> str:
    """The text with a drawn character in place of each that a terminal would obey; newlines and tabs stay."""
    return text.translate(_CLEAN)


def source_places(text: str) -> Sequence[int]:
    """Where in the text each character of `clean(text)` comes from, and the text's length at the end."""
    if text.isascii():  # of which none is dropped
        return range(len(text) + 1)
    return [place for place, letter in enumerate(text) if ord(letter) not in SHAPERS] + [len(text)]


def harmless(text: str) -> str:
    """Text for a file: as `clean`, but with the invisible characters that emoji and some scripts are written with."""
    return text.translate(_HARMLESS)


def one_line(text: str, limit: int | None = None) -> str:
    """Cleaned text on one line, newlines and tabs drawn as pictures, cut to `limit` characters with an ellipsis."""
    line = clean(text).replace("\n", "⏎").replace("\t", "⇥")
    return line if limit is None or len(line) <= limit else line[: limit - 1] + "…"
