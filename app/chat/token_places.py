"""Where tokens are in the lines of a conversation: at which line one begins, which is under a cell, and the text between two cells.

Knows blocks and their lines; no colours and no widget.
"""

from __future__ import annotations

from typing import Iterator

from ..drawing.wrapping import Span
from .blocks import INDENT, Block, Blocks
from .reply import Reply
from .selection import Place


def line_of(blocks: Blocks, reply: Reply, token: int) -> int | None:
    """The line on which a token begins; None if it is not drawn (folded, or empty)."""
    for start, block in blocks.placed:
        if block.reply is reply and block.kind in ("reply", "thinking"):
            for row, spans in enumerate(block.flow.lines):
                if any(span.owner == token for span in spans):
                    return start + row
    return None


def near(blocks: Blocks, line: int, column: int) -> Place | None:
    """The token at a cell of a line, or the one before it on that line; None on a line without tokens."""
    block, _ = blocks.at(line)
    if block.kind not in ("reply", "thinking"):
        return None
    found = None
    for at, span in _placed(blocks, line):
        if span.owner >= 0 and (at <= column or found is None):
            found = (block.replied, span.owner)
    return found


def above_or_below(blocks: Blocks, place: Place, line: int, by: int) -> Place:
    """The token over or under this one, which is on `line`, on the next line that has any, `by` lines at a time; itself if none has."""
    column = _column_of(blocks, line, place[1])
    while 0 <= (line := line + by) < blocks.height:
        if found := near(blocks, line, column):
            return found
    return place


def under(blocks: Blocks, line: int, column: int) -> tuple[Block, Span] | tuple[None, None]:
    """The span of text that covers a cell of a line, and its block; None if no text does."""
    if line < blocks.height:
        for at, span in _placed(blocks, line):
            if at <= column < at + span.cells:
                return blocks.at(line)[0], span
    return None, None


def _column_of(blocks: Blocks, line: int, token: int) -> int:
    """The cell at which a token begins on a line that it is on."""
    return next(at for at, span in _placed(blocks, line) if span.owner == token)


def _placed(blocks: Blocks, line: int) -> Iterator[tuple[int, Span]]:
    """The spans of a line, each with the cell at which it begins."""
    block, row = blocks.at(line)
    at = INDENT.get(block.kind, 0)
    for span in block.flow.lines[row]:
        yield at, span
        at += span.cells


def selected_text(blocks: Blocks, first: tuple[int, int] | None, last: tuple[int, int] | None) -> str:
    """The text between two cells (line, column) of the screen as it was written; None: from the beginning, or to the end."""
    first, last = first or (0, 0), last or (blocks.height, 0)
    return source_text(blocks, _in_block(blocks, *first), _in_block(blocks, *last))


def _in_block(blocks: Blocks, line: int, column: int) -> tuple[int, int]:
    """A place of the screen's text, without the bar before a prompt."""
    if line >= blocks.height:
        return blocks.height - 1, 1 << 30
    return line, max(0, column - INDENT.get(blocks.at(line)[0].kind, 0))


def source_text(blocks: Blocks, first: tuple[int, int], last: tuple[int, int]) -> str:
    """The text between two places (line, character) as it was written, without the newlines of wrapping."""
    parts = []
    begin, end = sorted((first, last))
    for start, block in blocks.placed:
        height = len(block.flow.lines)
        if start + height <= begin[0] or start > end[0]:
            continue
        low = (begin[0] - start, begin[1]) if begin[0] >= start else None
        high = (end[0] - start, end[1]) if end[0] < start + height else None
        parts.append(block.flow.between(low, high))
    return "\n".join(parts)
