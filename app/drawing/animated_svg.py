"""Lines of styled text as an SVG picture. It has one frame, or several frames that are shown in a loop. The colours are those of the theme
in force."""

from functools import lru_cache
from html import escape
from typing import Iterator, Mapping, Sequence

from textual.color import Color
from textual.content import Content
from textual.style import Style

CELL, LINE, SIZE, MARGIN = 8.4, 19.0, 14, 20  # pixels: width of a cell, height of a line, size of letters, margin
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

Frame = tuple[float, Sequence[Content]]  # seconds, lines


def animated_svg(frames: Sequence[Frame], columns: int, variables: Mapping[str, str]) -> str:
    """The frames in a loop, each for its seconds. `variables`: the theme's colours by name."""
    rows = max(len(lines) for _, lines in frames)
    width, height = f"{columns * CELL + 2 * MARGIN:.0f}", f"{rows * LINE + 2 * MARGIN:.0f}"
    total, began, body = sum(seconds for seconds, _ in frames), 0.0, []
    for seconds, lines in frames:
        drawn = "".join(_line(line, MARGIN + LINE * at, MARGIN, variables) for at, line in enumerate(lines))
        body.append(f"<g>{_shown(began / total, (began + seconds) / total, total) if len(frames) > 1 else ''}{drawn}</g>")
        began += seconds
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FONT}" font-size="{SIZE}" xml:space="preserve">'
        f'<rect width="100%" height="100%" fill="{variables["background"]}"/>{"".join(body)}</svg>\n'
    )


def _shown(begin: float, end: float, seconds: float) -> str:
    """The period in which a frame is visible, as shares of the loop. Without animation only the last frame is visible."""
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{seconds:.2f}s" repeatCount="indefinite" '
        f'values="hidden;visible;hidden" keyTimes="0;{begin:.4f};{min(1.0, end):.4f}"/>'
    )


def _line(line: Content, y: float, left: float, variables: Mapping[str, str]) -> str:
    """The pieces of a line, each at its column, so that no font moves them."""
    drawn, x = "", left
    for text, look in pieces(line, variables):
        width = Content(text).cell_length * CELL
        ground, fill = look.pop("background", ""), look.pop("color", variables["foreground"])
        if ground and width:
            drawn += f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{LINE}" fill="{ground}"/>'
        if width and (ground or text.strip()):
            looks = "".join(f' {name}="{value}"' for name, value in look.items())
            drawn += f'<text x="{x:.1f}" y="{y + LINE * 0.75:.1f}" textLength="{width:.1f}" fill="{fill}"{looks}>{escape(text, quote=False)}</text>'
        x += width
    return drawn


def pieces(content: Content, variables: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The pieces of a text, each with its look as CSS says it: property -> value. A terminal's own colours are left out."""
    theme = tuple(variables.items())
    for text, style in content.render(Style(), end="", parse_style=lambda look: _parsed(look, theme) if isinstance(look, str) else look):
        ink, ground = _hex(style.foreground), _hex(style.background)
        if style.reverse:
            ink, ground = ground or variables["background"], ink or variables["foreground"]
        lines = " ".join(name for name, on in (("underline", style.underline), ("line-through", style.strike)) if on)
        look = {"color": ink, "background": ground, "font-weight": "bold" if style.bold else "", "text-decoration": lines,
                "font-style": "italic" if style.italic else "", "opacity": ".6" if style.dim else ""}  # fmt: skip
        yield text, {name: value for name, value in look.items() if value}


@lru_cache(maxsize=None)
def _parsed(look: str, theme: tuple[tuple[str, str], ...]) -> Style:
    """Once for each look: it takes 7 ms."""
    return Style.parse(look, dict(theme))


def _hex(colour: Color | None) -> str:
    return "" if colour is None or colour.a == 0 or colour.ansi is not None else colour.hex6
