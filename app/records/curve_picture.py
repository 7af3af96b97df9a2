"""The cost curve of a race as two drawings in SVG, coloured by the style sheet of a page: a pass by its width, and tokens a second by k."""

from typing import Callable, Sequence

from ..compare.cost_curve import CostCurve
from ..compare.race import LETTERS
from ..drawing.figures import duration, pace

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 250, 58, 30, 16, 40
LETTER = 12  # pixels, high and wide
Points = Sequence[tuple[float, float]]


def curve_svg(curve: CostCurve, plain: float) -> str:
    """`plain`: side A's tokens a second, drawn as a line if A is plain; 0 draws none."""
    top = max(curve.passes.values())
    x, y, axes = _axes(max(curve.passes), top, "tokens that one pass reads", lambda seconds: duration(seconds, top))
    passes = [(x(width), y(seconds)) for width, seconds in sorted(curve.passes.items())]
    drawn = [_svg("Seconds of a pass of the target", f"{axes}{_line(passes, 'b')}{''.join(_dot(*point, 'b') for point in passes)}")]
    if curve.predicted:
        most = max(plain, *(rate for one in curve.predicted for rate in (*one.rates.values(), one.live[1] if one.live else 0.0)))
        x, y, axes = _axes(max(k for one in curve.predicted for k in one.rates), most, "k, guesses a round", pace)
        body = _line([(x(1), y(plain)), (WIDTH - RIGHT, y(plain))], "a") if plain else ""
        labels: list[tuple[float, float, str, str]] = []
        for one in curve.predicted:
            body += _line([(x(k), y(rate)) for k, rate in one.rates.items()], "b")
            at, letter = max(one.rates), LETTERS[one.side].upper()
            labels.append((x(at) - 4, y(one.rates[at]) - 8, "end", letter))
            body += f'<circle class="knee" cx="{x(one.knee):.1f}" cy="{y(one.rates[one.knee]):.1f}" r="8"/>'
            if one.live:
                body += _dot(x(one.live[0]), y(one.live[1]), "b", 5)
                labels.append((x(one.live[0]) + 9, y(one.live[1]) + 4, "start", letter))
        body += "".join(f'<text x="{left:.1f}" y="{base:.1f}" text-anchor="{anchor}">{letters}</text>' for left, base, anchor, letters in _apart(labels))
        drawn.append(_svg("Predicted tokens a second; ring: the best k; large dot: measured", axes + body))
    return f'<div class="arms">{"".join(drawn)}</div>\n'


def _apart(labels: Sequence[tuple[float, float, str, str]]) -> list[tuple[float, float, str, str]]:
    """The labels, where those that would lie over each other are one: "B, C"."""
    placed: list[tuple[float, float, str, str]] = []
    for label in labels:
        over = next((at for at, other in enumerate(placed) if label[2] == other[2] and abs(label[0] - other[0]) < LETTER and abs(label[1] - other[1]) < LETTER), None)
        if over is None:
            placed.append(label)
        else:
            placed[over] = (*placed[over][:3], f"{placed[over][3]}, {label[3]}")
    return placed


def _svg(title: str, body: str) -> str:
    return f'<figure><figcaption>{title}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{body}</svg></figure>'


def _axes(most_x: int, most_y: float, name: str, words: Callable[[float], str]) -> tuple[Callable[[float], float], Callable[[float], float], str]:
    """Both scales, x from 1 and y from 0, and the drawn axes."""

    def x(value: float) -> float:
        return LEFT + (value - 1) / max(1, most_x - 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - value / most_y * (HEIGHT - TOP - BOTTOM)

    step = 1 + most_x // 12
    ticks = [f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{at}</text>' for at in range(1, most_x + 1, step)]
    ticks += [f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{words(value) if value else 0}</text>' for value in (0.0, most_y / 2, most_y)]
    frame = f'<path class="frame" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
    return x, y, f'{frame}{"".join(ticks)}<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">{name}</text>'


def _line(points: Points, look: str) -> str:
    return f'<polyline class="{look}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _dot(x: float, y: float, look: str, r: int = 3) -> str:
    return f'<circle class="dot {look}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
