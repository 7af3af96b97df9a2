"""Bars with a resolution of an eighth of a cell."""

from __future__ import annotations

from textual.content import Content

EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int, look: str) -> Content:
    """A share (0 to 1) as a bar of `width` cells; the rest is dotted."""
    full, rest = divmod(round(min(max(share, 0.0), 1.0) * width * 8), 8)
    drawn = "█" * full + (EIGHTHS[rest] if rest else "")
    return Content.assemble((drawn, look), ("·" * (width - len(drawn)), "$origin-faint"))
