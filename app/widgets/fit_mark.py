"""A verdict in a column: a mark that tells it without colour, and a few words."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.drawing.clean import one_line
from specdeck.app.models.memory_fit import DraftFit


def sign(verdict: DraftFit, no: str = "$origin-faint") -> tuple[str, str]:
    """The mark and its look; `no` is the look of what cannot be."""
    return ("!", "$warning") if verdict.doubt else ("✓", "$success") if verdict.ok else ("✗", no)


def mark(verdict: DraftFit, room: int) -> Content:
    """In so many cells; the mark alone where there is one."""
    drawn, look = sign(verdict)
    words = one_line(verdict.word, room - 2) if room > 2 else ""
    return Content.assemble((f"{drawn} " if words else drawn, f"bold {look}"), (words, look))
