"""Flow: text that arrives token by token, wrapped to a width of terminal cells. Adding costs the same at any length. Words move whole to the
next line. A word longer than a line is cut between its pieces; a piece only if it is too long alone."""

import re
from dataclasses import dataclass
from typing import Sequence

from rich.cells import cell_len

from .clean_text import clean, source_places

NOBODY = -1
TAB = 4  # cells between tab stops
_PARTS = re.compile(r"\n|\t|[^\S\n\t]+|\S+")
_CLUSTERS = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line. `text`: as drawn; `cells`: its width. `start` and `length`: its place in the flow's whole text. A ghost is no part of that
    text, so its length is 0."""

    text: str
    owner: int
    cells: int
    start: int
    length: int

    @property
    def end(self) -> int:
        """The offset in the flow's text after this span."""
        return self.start + self.length


class Flow:
    """Lines of spans at a width. `add` appends; `resize` lays everything out again."""

    def __init__(self, width: int) -> None:
        self.width = max(1, width)
        self.pieces: list[tuple[str, int, bool]] = []
        self._draft: list[tuple[str, int]] = []
        self._before_draft: tuple[int, list[Span], int, int] | None = None  # lines, the last one, column and word, without the draft
        self._reset()

    def add(self, text: str, owner: int = NOBODY, ghost: bool = False) -> None:
        """Append text that belongs to `owner`, which is drawn cleaned; a ghost is drawn, and is not in `text`. A draft at the end goes."""
        if text:
            self.draft(())
            self.pieces.append((text, owner, ghost))
            self._lay(text, owner, ghost)

    def draft(self, pieces: Sequence[tuple[str, int]]) -> None:
        """Draw ghosts (text, owner) after the text, in place of the last call's ghosts."""
        if list(pieces) == self._draft:
            return
        if self._before_draft:
            count, last, self._column, self._word = self._before_draft
            del self.lines[count - 1 :], self._line_starts[count:]
            self.lines.append(last)
        self._draft, self._before_draft = list(pieces), (len(self.lines), list(self.lines[-1]), self._column, self._word) if pieces else None
        for text, owner in pieces:
            self._lay(text, owner, True)

    @property
    def settled(self) -> int:
        """Lines, from the top, that stay as they are when text is added."""
        return (self._before_draft[0] if self._before_draft else len(self.lines)) - 1

    def resize(self, width: int) -> None:
        """Lay everything out again at another width."""
        if max(1, width) != self.width:
            draft = list(self._draft)
            self.draft(())
            self.width = max(1, width)
            self._reset()
            for piece in self.pieces:
                self._lay(*piece)
            self.draft(draft)

    @property
    def text(self) -> str:
        """All text that is drawn, without ghosts and without the line breaks of wrapping."""
        return clean(self.source())

    def between(self, first: tuple[int, int] | None, last: tuple[int, int] | None) -> str:
        """Return the text from one place (line, character) to another as it was added. None stands for the beginning, or for the end."""
        return self.source(self.offset_at(*first) if first else 0, self.offset_at(*last) if last else None)

    def source(self, start: int = 0, end: int | None = None) -> str:
        """Return what was added for the part of `text` between two offsets. This includes characters that are drawn differently or not at all."""
        whole = "".join(text for text, _, ghost in self.pieces if not ghost)
        places = source_places(whole)
        return whole[places[start] if start else 0 : None if end is None else places[end]]

    def offset_at(self, line: int, column: int) -> int:
        """Return the place in `text` of a character of a drawn line. Past the line's end, it is the place after its last character."""
        line = min(line, len(self.lines) - 1)
        spans = self.lines[line]
        for span in spans:
            if column < len(span.text):
                return span.start + min(column, max(0, span.length - 1))  # a tab is one character drawn as several
            column -= len(span.text)
        return spans[-1].end if spans else self._line_starts[line]

    def _reset(self) -> None:
        self.lines: list[list[Span]] = [[]]
        self._line_starts = [0]  # offset of each line in the text, for lines with no span
        self._column = 0
        self._word = 0  # index of the span, in the last line, where the current word began
        self._length = 0
        self._ghost = False  # what is being laid is not part of the text

    def _lay(self, text: str, owner: int, ghost: bool) -> None:
        self._ghost = ghost
        for part in _PARTS.findall(clean(text)):
            if part == "\n":
                self._length += 1
                self._break([])
            elif part == "\t":
                self._space(" " * (TAB - self._column % TAB), owner, 1)
            elif part.isspace():
                self._space(part, owner, 0 if ghost else len(part))
            else:
                self._letters(part, owner)

    def _letters(self, word: str, owner: int) -> None:
        """A run of letters; after a wide one (no spaces in such scripts) the line may break."""
        cells = cell_len(word)
        if cells <= len(word):
            return self._put(word, owner, cells)
        for cluster in _CLUSTERS.findall(word):
            self._put(cluster, owner, cell_len(cluster))
            if cell_len(cluster) > 1:
                self._word = len(self.lines[-1])

    def _space(self, drawn: str, owner: int, length: int) -> None:
        """Spaces hang: where a line has no room for them, they are not drawn. The next word may start a new line."""
        if fitting := _fitting(drawn, self.width - self._column):  # some spaces are two cells wide
            self.lines[-1].append(Span(fitting, owner, cell_len(fitting), self._length, length))
            self._column += cell_len(fitting)
        self._length += length
        self._word = len(self.lines[-1])

    def _put(self, text: str, owner: int, cells: int) -> None:
        if self._column + cells > self.width and self._word > 0:
            carried = self.lines[-1][self._word :]
            del self.lines[-1][self._word :]
            self._break(carried)
        if self._column + cells > self.width and self._column > 0:
            self._break([])
        while cells > self.width:
            head = _fitting(text, self.width) or text[0]
            self._append(head, owner, cell_len(head))
            self._break([])
            text = text[len(head) :]
            cells = cell_len(text)
        self._append(text, owner, cells)

    def _append(self, text: str, owner: int, cells: int) -> None:
        if text:
            length = 0 if self._ghost else len(text)
            self.lines[-1].append(Span(text, owner, cells, self._length, length))
            self._column += cells
            self._length += length

    def _break(self, carried: list[Span]) -> None:
        self._line_starts.append(carried[0].start if carried else self._length)
        self.lines.append(carried)
        self._column = sum(span.cells for span in carried)
        self._word = 0


def _fitting(text: str, width: int) -> str:
    """The longest beginning of the text that fits the width."""
    used = 0
    for index, character in enumerate(text):
        used += cell_len(character)
        if used > width:
            return text[:index]
    return text
