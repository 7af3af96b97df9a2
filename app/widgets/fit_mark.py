"""A verdict in a column: a mark that is readable without colour, and a few words."""

from __future__ import annotations

from textual.content import Content

from ..drawing.clean_text import one_line
from ..models.memory_fit import DraftFit


def sign(verdict: DraftFit, no: str = "$origin-faint") -> tuple[str, str]:
    """The mark and its style; `no` is the style of what cannot draft."""
    return ("!", "$warning") if verdict.doubt else ("✓", "$success") if verdict.ok else ("✗", no)


def mark(verdict: DraftFit, room: int) -> Content:
    """Mark and words in so many cells; the mark alone in one cell."""
    drawn, look = sign(verdict)
    words = one_line(verdict.word, room - 2) if room > 2 else ""
    return Content.assemble((f"{drawn} " if words else drawn, f"bold {look}"), (words, look))
