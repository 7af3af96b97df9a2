"""A text as Markdown: a Flow whose lines are rendered. What is selected in them is the source of the paragraphs, lists, tables
and code blocks that it touches."""

import io
from typing import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.default_styles import DEFAULT_STYLES
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from .wrapping import NOBODY, Flow, Span

CODE = Style.from_meta({"code": True})
LOOKS: dict[str, str | Style] = {
    "em": "italic", "emph": "italic", "strong": "bold", "s": "strike", "code": CODE, "code_block": CODE, "block_quote": "italic",
    "h1": "bold underline", "h2": "bold underline", "h3": "bold", "h4": "bold", "h5": "italic", "h6": "italic", "h7": "italic",
    "item.bullet": "bold", "item.number": "bold", "table.header": "bold", "link": "underline",
}  # fmt: skip
PLAIN = {name: "none" for name in DEFAULT_STYLES if name.startswith("markdown.")}
THEME = Theme(PLAIN | {f"markdown.{name}": look for name, look in LOOKS.items()})


class _Code(CodeBlock):
    """Code without colours, which mean origins here."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Padding(Text(str(self.text).rstrip(), style=CODE, overflow="fold"), (0, 1), style=CODE)


class _Heading(Heading):
    """A heading at the left, as everything else."""

    LEVEL_ALIGN = {}


class _Markdown(Markdown):
    """Rich's, without its colours; HTML is text, where Rich would leave it out."""

    elements = Markdown.elements | {"fence": _Code, "code_block": _Code, "heading_open": _Heading}

    def __init__(self, source: str) -> None:
        super().__init__(source, hyperlinks=False)
        for token in (*self.parsed, *(child for parent in self.parsed for child in parent.children or ())):
            token.type = {"html_inline": "text", "html_block": "code_block"}.get(token.type, token.type)


class MarkdownFlow(Flow):
    """The source, cleaned, rendered at a width. `styled`: the segments of each line."""

    def __init__(self, source: str, width: int) -> None:
        super().__init__(width)
        self.pieces = [(source, NOBODY, False)]
        self._render()

    def resize(self, width: int) -> None:
        if max(1, width) != self.width:
            self.width = max(1, width)
            self._render()

    def between(self, first: tuple[int, int] | None, last: tuple[int, int] | None) -> str:
        """The source of all that stands on the lines from the first to the last."""
        low, high = first[0] if first else 0, min(last[0] if last else len(self.lines) - 1, len(self.lines) - 1)
        spans = [span for line in self.lines[low : high + 1] for span in line]
        return self.source(spans[0].start, max(span.end for span in spans)).rstrip("\n") if spans else ""

    def _render(self) -> None:
        console = Console(file=io.StringIO(), width=self.width, theme=THEME, legacy_windows=False)
        self.lines, self.styled = [], []
        at = 0
        for source, is_markdown in _parts(self.text):
            if source.strip():
                drawn = console.render_lines(_Markdown(source), pad=False) if is_markdown else []
                shown = drawn if any(part.text.strip() for line in drawn for part in line) else console.render_lines(Text(source.rstrip("\n")), pad=False)
                self._draw([[]] if self.lines else [], at, 0)
                self._draw(shown, at, len(source))
            at += len(source)
        if not self.lines:
            self._draw([[]], 0, 0)

    def _draw(self, lines: list[list[Segment]], start: int, length: int) -> None:
        for line in lines:
            segments = [part for part in line if part.text]
            self.styled.append(segments)
            self.lines.append([Span(part.text, NOBODY, cell_len(part.text), start, length) for part in segments])


def _parts(source: str) -> Iterator[tuple[str, bool]]:
    """The source in pieces: a block of Markdown each, or what is in none."""
    lines, done = source.splitlines(keepends=True), 0
    for token in Markdown(source).parsed:
        if token.level == 0 and token.map and token.nesting >= 0:
            first, end = token.map
            yield "".join(lines[done:first]), False
            yield "".join(lines[first:end]), True
            done = end
    yield "".join(lines[done:]), False
