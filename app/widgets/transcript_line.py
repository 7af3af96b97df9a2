"""A drawn line of the transcript: the segments of a block's row, each token in the style of its source.

Knows blocks, tokens and names of styles; the transcript gives each name its style.
"""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Callable, cast

from rich.segment import Segment
from rich.style import Style

from ..chat.blocks import INDENT, LOOKS_OF_GUESSES, Block
from ..chat.reply import Reply
from ..chat.selection import View
from ..chat.why_this_token import sureness
from ..drawing.wrapping import NOBODY, Span

if TYPE_CHECKING:
    from ..drawing.markdown_flow import MarkdownFlow

CURSOR = "▌"
BAR = "▎ "
NOT_REVERSED = Style(reverse=False)  # a picked bonus has the picked token's colours, not swapped
LEADING = Style.from_meta({"leading": True})  # keeps two pieces of one style from being joined
StyleOf = Callable[[str], Style]


def segments(block: Block, row: int, view: View, style_of: StyleOf) -> list[Segment]:
    """A row of a block, with the bar before a prompt and the cursor behind a reply that is being written."""
    if block.kind == "markdown":
        styled = cast("MarkdownFlow", block.flow).styled[row]
        return [Segment(text, style_of("code") + style if style and style.meta.get("code") else style) for text, style, _ in styled]
    spans = block.flow.lines[row]
    wrapped = row + 1 < len(block.flow.lines)
    line = [Segment(BAR, style_of("bar"))] if block.kind in INDENT else []
    hanging = spans[-1:] if wrapped and spans and spans[-1].text.isspace() else []
    for style, alike in groupby(spans[: len(spans) - len(hanging)], partial(_span_style, block, view, style_of)):
        line.extend(_words("".join(span.text for span in alike), style))
    line += [Segment(span.text, Style()) for span in hanging]
    if block.reply and block.reply.phase == "writing" and block.kind == "reply" and not wrapped:
        line.append(Segment(CURSOR, style_of("cursor")))
    return line


def _span_style(block: Block, view: View, style_of: StyleOf, span: Span) -> Style:
    if span.owner in LOOKS_OF_GUESSES:
        return style_of(LOOKS_OF_GUESSES[span.owner])
    if block.reply and block.kind in ("thinking", "reply") and span.owner != NOBODY:
        return token_style(block.reply, span.owner, view, style_of)
    return style_of(block.kind if block.kind in ("prompt", "name") else "note")


def token_style(reply: Reply, index: int, view: View, style_of: StyleOf) -> Style:
    """The style of a token: by its source or the target's confidence; the picked one and its round stand out."""
    token = reply.tokens[index]
    style = style_of(sureness(token.p) if view.mode == "confidence" and token.p is not None else _origin(token.source, view.split))
    if view.cursor and view.cursor[0] is reply and view.cursor[1] == index:
        return style + style_of("picked") + NOT_REVERSED
    hot = view.place and view.place[0] is reply and view.token and view.token.round == token.round
    return style + style_of("hot") if hot else style


def _words(text: str, style: Style) -> list[Segment]:
    """Text of one style. The blanks before it are a piece of their own, because some viewers of an exported picture drop blanks
    at the start of a piece."""
    blanks = len(text) - len(text.lstrip(" "))
    pieces = ((text[:blanks], style + LEADING), (text[blanks:], style))
    return [Segment(part, look) for part, look in pieces if part]


def _origin(source: str, split: bool) -> str:
    """The style of an origin: the target's own tokens in one class, or in three."""
    return source if split or source in ("accepted", "chosen") else "own"


def restyled(line: list[Segment], span: tuple[int, int], style: Style) -> list[Segment]:
    """A line with the style added to its characters from the span's start to its end; -1 is the line's end."""
    start, end = span
    out, at = [], 0
    for text, before, _ in line:
        stop = at + len(text)
        low = min(max(start - at, 0), len(text))
        high = len(text) if end == -1 else min(max(end - at, low), len(text))
        pieces = ((text[:low], before), (text[low:high], (before or Style()) + style), (text[high:], before))
        out.extend(Segment(part, look) for part, look in pieces if part)
        at = stop
    return out
