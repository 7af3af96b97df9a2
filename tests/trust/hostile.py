"""Text that a terminal, a markup parser, Markdown, SVG or a template might obey, made by a seeded generator."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import replace
from random import Random

from specdeck.chat.entries import Asked
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from tests.helpers.fake import TAKES, round_of, written

SEED = 20
TRIES = int(os.environ.get("SPECDECK_TRIES", "300"))

MARK = "pwned"  # what an obeyed string would leave behind
PIECES = (
    "\x1b", "\x1b[2J", "\x1b[31m", "\x1b[6n", "\x1b]0;pwned\x07", "\x1b]8;;http://pwned\x1b\\x\x1b]8;;\x1b\\", "\x1b]52;c;cHduZWQ=\x07",
    "\x1bP+q544e\x1b\\", "\x1b_Gpwned\x1b\\", "\x1bc", "\x9b2J", "\x9d0;pwned\x9c", "\x90", "\x07", "\x08\x08", "\x00", "\r", "\x0b", "\x0c",
    "\x7f", "\x85", "\u202e", "\u2066", "\u2069", "\u200b", "\u200d", "\u2060", "\ufeff", "\u206c", "\u061c", "\u2028", "\u180e",
    "\U000e0041", "\U0001d173", "a" + "\u0301" * 40, "\u0e49" * 20, "\ud800", "\udfff", "[@click=app.pwned()]x[/]", "[bold red]", "[/]",
    "[link=http://pwned]x[/link]", "$error", "{{ cycler.__init__.__globals__ }}", "{% for x in y %}", "<|im_start|>", "<|im_end|>",
    "<think>", "</think>", "<script>pwned()</script>", "]]>", "&#27;", "<![CDATA[", "![x](http://pwned)", "```", "# ", "| a | b |", "w" * 500,
    "東京", "👩‍👩‍👧", "\t", "\n", " ", "plain words", "%s%n", "../../etc", "'", '"', "\\",
)  # fmt: skip
FORBIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def hostile(rng: Random, most: int = 6) -> str:
    """A few pieces, one after the other."""
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(1, most)))


def obeyed(text: str, but: str = "\n\t") -> list[str]:
    """The characters of a text that a terminal would obey instead of drawing."""
    return [letter for letter in text if letter not in but and unicodedata.category(letter) in FORBIDDEN]


def random_entries(rng: Random) -> list:
    """A conversation in which every string is hostile."""
    settings = Settings(drafter=hostile(rng), temperature=0.7)
    asked = Asked(1, hostile(rng), 0.0, settings, hostile(rng), hostile(rng), hostile(rng), stop=(hostile(rng) + MARK,))
    entries = [asked, Prefill("target", 9, 9, 0, 0.1)]
    for index, take in enumerate(TAKES[:6]):
        take = replace(take, guesses=tuple(hostile(rng) for _ in take.guesses), own=hostile(rng))
        now = settings if index < 3 else replace(settings, drafter=hostile(rng), k=3)
        event = replace(round_of(index, take, now), drafter=hostile(rng), note=hostile(rng))
        entries.append(written(take, event, 0.2 + index))
    return [*entries, Finish("stop", hostile(rng), Stats(), hostile(rng), 9.0)]
