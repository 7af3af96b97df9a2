"""Frames of a terminal into one animated SVG: a line of the screen is written once for every time that it looks otherwise, and CSS
shows it for that time. Where nothing moves, one frame stands. Knows segments and seconds; nothing of the app.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

WIDTH, HEIGHT, SIZE = 8.4, 18, 14  # of a cell, and of its letters, in pixels
MARGIN = 10
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

Line = tuple[tuple[str, Style], ...]


@dataclass
class Film:
    """`columns` x `rows`, and a caption under them. `shots`: when, and the lines from then on, the caption last."""

    columns: int
    rows: int
    ground: str
    ink: str
    shots: list[tuple[float, list[Line]]] = field(default_factory=list)

    def add(self, at: float, lines: list[list[Segment]], caption: str) -> None:
        """The screen at a time, in seconds. A screen that is not laid out yet has too few lines, and is left out."""
        drawn = [tuple((text, style or Style()) for text, style, control in line if not control) for line in lines]
        if len(drawn) == self.rows:
            self.shots.append((at, [*drawn, ((caption, Style(bold=True)),)]))

    def cut(self, longest: float) -> float:
        """Let nothing stand for longer than that, whatever the machine was busy with. Returns how many seconds are left."""
        cut: list[tuple[float, list[Line]]] = []
        last = 0.0
        for at, lines in self.shots:
            if not cut or lines != cut[-1][1]:
                cut.append((round(cut[-1][0] + min(longest, at - last), 1) if cut else 0.0, lines))
                last = at
        self.shots = cut
        return cut[-1][0] + longest

    def when(self, caption: str) -> float:
        """The last time that this was the caption."""
        return max(at for at, lines in self.shots if lines[-1][0][0] == caption)

    def svg(self, seconds: float, still: float) -> str:
        """All of it, played again and again; the frame at `still` where it cannot be played."""
        width, height = self.columns * WIDTH + 2 * MARGIN, (self.rows + 1.5) * HEIGHT + 2 * MARGIN
        looks: dict[str, str] = {}
        spans: dict[tuple[float, float], str] = {}
        body = []
        for row in range(self.rows + 1):
            for begin, end, line in self._versions(row, seconds):
                if drawn := self._line(row, line, looks):
                    span = spans.setdefault((begin, end), f"t{len(spans)}")
                    body.append(f'<g class="{span}{" still" if begin <= still < end else ""}">{drawn}</g>')
        css = [f"text{{font:{SIZE}px {FONT};fill:{self.ink};white-space:pre}}"]
        css += [f"g{{visibility:hidden;animation:{seconds:.1f}s step-end infinite}}.still{{visibility:visible}}"]
        css += ["rect{shape-rendering:crispEdges}@media(prefers-reduced-motion:reduce){g{animation:none}}"]
        css += [f".{name}{{{look}}}" for look, name in looks.items()] + [_shown(name, *span, seconds) for span, name in spans.items()]
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">',
            f"<style>{''.join(css)}</style>", f'<rect width="100%" height="100%" rx="8" fill="{self.ground}"/>', *body, "</svg>\n",
        ])  # fmt: skip

    def _versions(self, row: int, seconds: float) -> list[tuple[float, float, Line]]:
        """From when, until when, what."""
        changes = [(at, lines[row]) for at, lines in self.shots]
        kept = [change for number, change in enumerate(changes) if not number or change[1] != changes[number - 1][1]]
        ends = [at for at, _ in kept[1:]] + [seconds]
        return [(at, end, line) for (at, line), end in zip(kept, ends)]

    def _line(self, row: int, line: Line, looks: dict[str, str]) -> str:
        y = MARGIN + HEIGHT * (row + (row == self.rows) * 0.5)
        boxes, words, column = [], [], 0
        for text, style in _joined(line):
            x, cells = MARGIN + column * WIDTH, cell_len(text)
            column += cells
            ground, look = _ground(style), _look(style)
            if ground and ground != self.ground.lower():
                boxes.append(f'<rect x="{x:.1f}" y="{y:.0f}" width="{cells * WIDTH:.1f}" height="{HEIGHT}" fill="{ground}"/>')
            if text.strip() or "underline" in look:
                name = f' class="{looks.setdefault(look, f"s{len(looks)}")}"' if look else ""
                words.append(f'<tspan x="{x:.1f}" textLength="{cells * WIDTH:.1f}"{name}>{escape(text)}</tspan>')
        written = f'<text y="{y + HEIGHT * 0.75:.1f}" xml:space="preserve">{"".join(words)}</text>' if words else ""
        return "".join(boxes) + written


def _shown(name: str, begin: float, end: float, seconds: float) -> str:
    """CSS that shows a class for a time."""
    steps = [(0.0, "hidden")] * (begin > 0) + [(begin, "visible")] + [(end, "hidden")] * (end < seconds)
    frames = "".join(f"{100 * at / seconds:.3f}%{{visibility:{how}}}" for at, how in steps)
    return f".{name}{{animation-name:{name}}}@keyframes {name}{{{frames}}}"


def _joined(line: Line) -> list[tuple[str, Style]]:
    """Neighbours that look alike, as one."""
    joined: list[tuple[str, Style]] = []
    for text, style in line:
        if joined and (_look(joined[-1][1]), _ground(joined[-1][1])) == (_look(style), _ground(style)):
            joined[-1] = (joined[-1][0] + text, joined[-1][1])
        else:
            joined.append((text, style))
    return joined


def _colours(style: Style) -> tuple[str | None, str | None]:
    front = style.color.get_truecolor().hex if style.color and not style.color.is_default else None
    back = style.bgcolor.get_truecolor().hex if style.bgcolor and not style.bgcolor.is_default else None
    return (back, front) if style.reverse else (front, back)


def _ground(style: Style) -> str | None:
    return _colours(style)[1]


def _look(style: Style) -> str:
    """What CSS makes of a style, its ground left out."""
    front = _colours(style)[0]
    lines = [name for name, on in (("underline", style.underline), ("line-through", style.strike)) if on]
    rules = [f"fill:{front}" if front else "", "font-weight:bold" if style.bold else "", "font-style:italic" if style.italic else ""]
    rules += ["opacity:.6" if style.dim else "", f"text-decoration:{' '.join(lines)}" if lines else ""]
    return ";".join(rule for rule in rules if rule)
