"""Lines of styled text as an SVG picture: one frame, or several that are shown one after the other, again and again. The
colours are those of the theme in force."""

from html import escape
from typing import Mapping, Sequence

from textual.color import Color
from textual.content import Content
from textual.style import Style

CELL, LINE, SIZE, MARGIN = 8.4, 19.0, 14, 20  # pixels: width of a cell, height of a line, size of letters, margin
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LEAST_SIZE = (0, 0)

Frame = tuple[float, Sequence[Content]]  # seconds, lines


def animated_svg(frames: Sequence[Frame], columns: int, variables: Mapping[str, str], least: tuple[int, int] = LEAST_SIZE) -> str:
    """The frames in a loop, each for its seconds. `variables`: the theme's colours by name. At least so many pixels wide and
    high, the text centred."""
    rows = max(len(lines) for _, lines in frames)
    width, height = columns * CELL + 2 * MARGIN, rows * LINE + 2 * MARGIN
    outer = max(width, least[0]), max(height, least[1])
    left, top = ((outer[at] - size) / 2 + MARGIN for at, size in enumerate((width, height)))
    total, began, body = sum(seconds for seconds, _ in frames), 0.0, []
    for seconds, lines in frames:
        drawn = "".join(_line(line, top + LINE * at, left, variables) for at, line in enumerate(lines))
        body.append(f"<g>{_shown(began / total, (began + seconds) / total, total) if len(frames) > 1 else ''}{drawn}</g>")
        began += seconds
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{outer[0]:.0f}" height="{outer[1]:.0f}" '
        f'viewBox="0 0 {outer[0]:.0f} {outer[1]:.0f}" font-family="{FONT}" font-size="{SIZE}" xml:space="preserve">'
        f'<rect width="100%" height="100%" fill="{variables["background"]}"/>{"".join(body)}</svg>\n'
    )


def _shown(begin: float, end: float, seconds: float) -> str:
    """The period in which a frame is visible, as shares of the loop. Without animation only the last frame is visible."""
    values, times = ["hidden", "visible", "hidden"], [0.0, begin, end]
    if begin == 0:
        values, times = values[1:], [0.0, end]
    if end >= 1 - 1e-9:
        values, times = values[:-1], times[:-1]
    keys = ";".join(f"{time:.4f}".rstrip("0").rstrip(".") for time in times)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{seconds:.2f}s" repeatCount="indefinite" '
        f'values="{";".join(values)}" keyTimes="{keys}"/>'
    )


def _line(line: Content, y: float, left: float, variables: Mapping[str, str]) -> str:
    """The pieces of a line, each at its column, so that no font moves them."""
    pieces, column = [], 0
    for text, style in line.render(Style(), end="", parse_style=lambda look: Style.parse(look, dict(variables)) if isinstance(look, str) else look):
        cells = Content(text).cell_length
        if cells and (text.strip() or style.reverse or style.background):
            pieces.append(_piece(text, cells, style, left + column * CELL, y, variables))
        column += cells
    return "".join(pieces)


def _piece(text: str, cells: int, style: Style, x: float, y: float, variables: Mapping[str, str]) -> str:
    ink, ground = _hex(style.foreground) or variables["foreground"], _hex(style.background)
    if style.reverse:
        ink, ground = ground or variables["background"], ink
    block = f'<rect x="{x:.1f}" y="{y:.1f}" width="{cells * CELL:.1f}" height="{LINE}" fill="{ground}"/>' if ground else ""
    lines = " ".join(word for word, on in (("underline", style.underline), ("line-through", style.strike)) if on)
    look = ' font-weight="bold"' * bool(style.bold) + f' text-decoration="{lines}"' * bool(lines) + ' opacity=".6"' * bool(style.dim)
    return f'{block}<text x="{x:.1f}" y="{y + LINE * 0.75:.1f}" textLength="{cells * CELL:.1f}" fill="{ink}"{look}>{escape(text, quote=False)}</text>'


def _hex(colour: Color | None) -> str | None:
    """A colour for SVG; None for a terminal's default colour."""
    return None if colour is None or colour.a == 0 or colour.ansi is not None else colour.hex6
