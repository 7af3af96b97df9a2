"""Page: what a draft can be expected to yield and to bring, with sliders, and the measured point beside the curve."""

from typing import NamedTuple, Sequence

from textual.content import Content

from ...drawing.figures import probability
from ..page import Claim, CourseState, Page, Question, Step
from ..round_pictures import FAINT, LOOKS, Cell, bar, line
from .where_it_pays import Cost, costs, lacks

MOST_K, ROWS = 16, 7  # of the curve; its lines
STEPS = (0.05, 1, 0.05)  # of a slider: acceptance, k, cost of a guess


class Sliders(NamedTuple):
    """Where the sliders are: the chance that a guess is accepted, k, and the cost of a guess in plain steps, in the digits that are shown."""

    acceptance: float
    k: int
    cost: float


def _build(course: CourseState) -> tuple[Step, ...]:
    live = course.recordings.is_live("widths")
    found = measured(costs(course.recordings.replies("widths"))[0])
    at = of_cost(found)
    a, k, _ = at
    chosen, now = course.turned.get("position", 0) % len(STEPS), moved(at, course)
    whole, given = f"{k + 1:.2f}", expected_tokens(a, k)
    answers = (given, 1 + a * k, k + 1.0)
    where = "on your pair" if live else "on the embedded pair"
    expected = speed_up(*at)
    gap = round(expected, 2) - round(found.speed_up, 2)
    gone = now[::2] != at[::2]  # another acceptance or cost than was measured: the curve is another pair's
    told = Claim(f"The curve promises {'more' if gap > 0 else 'less'} than was measured", expected, ">" if gap > 0 else "<", found.speed_up) if gap and not gone else None
    why = "The curve agrees" if told is None else f"{told.words}{': real guesses are not all accepted with the same chance' if found.k > 1 else ''}"
    beside = (
        f"At a = {probability(a)} and c = {at.cost:.2f} ◆ was measured {where}: {found.speed_up:.2f}x at k = {found.k}. The curve is now that of another pair." if gone else
        f"◆ was measured {where}: {found.speed_up:.2f}x at k = {found.k}. {why}."
    )
    limit = (
        f"However long the draft, it stays below 1 / (1 - a) = {1 / (1 - a):.2f}, while each guess costs time." if a < 1 else
        "With a = 1 every guess adds a token: only the time of a guess limits k."
    )
    return (
        Step(
            f"Which draft length pays can be calculated. Suppose that every guess is accepted with the same chance *a*, here {probability(a)}. The first i "
            "guesses are all accepted with chance a^i, and each of them adds a token to the target's own one.",
            lambda width: _sum(a, k, width, hidden=True),
            Question(
                f"a = {probability(a)} and k = {k}. How many tokens does a round yield on average?",
                tuple(dict.fromkeys(f"{answer:.2f}" for answer in sorted(answers))), f"{given:.2f}",
            ),
        ),
        Step(
            f"1 + a + a^2 + ... + a^k = *(1 - a^(k+1)) / (1 - a)*: *{given:.2f}* of {whole} possible. {limit}",
            lambda width: _sum(a, k, width),
            claims=(Claim("stays below", given, "<", 1 / (1 - a)),) if a < 1 else (),
        ),
        Step(
            f"If a guess costs c plain steps, the speed-up is that sum *over 1 + k c*. {beside}",
            lambda width: [*_sliders(now, chosen, width), *_curve(now, None if gone else found, width)],
            todo="Move the sliders.",
            hint="left, right: slider   - =: less, more" + ("" if live else "   r: measure it here"),
            claims=(told,) if told else (),
        ),
    )  # fmt: skip


def expected_tokens(a: float, k: int) -> float:
    """The mean tokens of a round whose k guesses are each accepted with chance a after those before: 1 + a + ... + a^k."""
    return (1 - a ** (k + 1)) / (1 - a) if a < 1 else k + 1.0


def speed_up(a: float, k: int, cost: float) -> float:
    """Over plain decoding, where each guess costs `cost` plain steps; of the two sides as they are shown."""
    return round(expected_tokens(a, k), 2) / round(1 + k * cost, 2)


def measured(rows: Sequence[Cost]) -> Cost:
    """The fastest of the measured k that drafted anything."""
    return max((row for row in rows if row.acceptance is not None), key=lambda row: row.speed_up, default=rows[-1])


def of_cost(row: Cost) -> Sliders:
    """A measured point as sliders: its acceptance per tested position, its k, and what a guess added to the cost of a round."""
    return Sliders(round(row.acceptance or 0.0, 2), row.k, round(max(0.0, row.cost - 1) / max(1, row.k), 2))


def moved(at: Sliders, course: CourseState) -> Sliders:
    a, k, cost = (value + step * course.turned.get(f"slider@{n}", 0) for n, (value, step) in enumerate(zip(at, STEPS)))
    return Sliders(round(min(max(0.0, a), 1.0), 2), min(max(0, round(k)), MOST_K), round(min(max(0.0, cost), 1.0), 2))


def _sum(a: float, k: int, width: int, hidden: bool = False) -> list[Content]:
    """The chance of each length, as bars that add up."""
    rows = [("own token", 1.0), *((f"guess {i}: a^{i}", a**i) for i in range(1, k + 1))]
    lines = [line((f"{name:<16}", FAINT), bar(chance, max(10, width - 24), "$origin-accepted" if at else "$origin-recovered"), f"  {probability(chance)}") for at, (name, chance) in enumerate(rows)]
    total = "?" if hidden else f"{expected_tokens(a, k):.2f}"
    return [Content.styled("chance that it is written", FAINT), *lines, line((f"{'tokens a round':<16}", FAINT), (total, "bold"))]


def _sliders(now: Sliders, chosen: int, width: int) -> list[Content]:
    """The three sliders, and the formula with their figures."""
    a, k, cost = now
    rows = (("acceptance a", a, 1.0, probability(a) if a else "0"), ("draft length k", k, MOST_K, str(k)), ("cost of a guess c", cost, 1.0, f"{cost:.2f}"))
    wide = max(10, min(40, width - 30))
    lines = []
    for n, (name, value, most, shown) in enumerate(rows):
        place = round(value / most * (wide - 1))
        look = "bold" if n == chosen else FAINT
        lines.append(line((f"{'▸' if n == chosen else ' '} {name:<18}", look), ("━" * place, "$accent"), ("●", "bold $accent"), ("─" * (wide - 1 - place), FAINT), (f"  {shown}", look)))
    given, took = expected_tokens(a, k), 1 + k * cost
    return [*lines, line((f"  {given:.2f} tokens in {took:.2f} plain steps: ", "$foreground"), (f"{speed_up(*now):.2f}x", "bold"), (f"   best k {best_k(a, cost)}", FAINT))]


def best_k(a: float, cost: float) -> int:
    """The k, up to MOST_K, with the highest speed-up."""
    return max(range(MOST_K + 1), key=lambda k: speed_up(a, k, cost))


def _curve(now: Sliders, found: Cost | None, width: int) -> list[Content]:
    """The speed-up by k: ● where the slider is, ◆ what was measured (which may hide a point of the curve), ┄ at 1.00x."""
    wide = max(2, (width - 8) // (MOST_K + 1))
    heights = [speed_up(now.acceptance, k, now.cost) for k in range(MOST_K + 1)]
    most = max(*heights, found.speed_up if found else 0.0, 1.0)
    at = [round(height / most * (ROWS - 1)) for height in heights]
    lines = []
    for level in reversed(range(ROWS)):
        cells: list[Cell] = []
        for k, own in enumerate(at):
            mark, look = ("●", "bold $accent") if k == now.k else ("•", LOOKS["accepted"].replace("underline", ""))
            if found and k == found.k and level == round(found.speed_up / most * (ROWS - 1)):
                mark, look = ("◆", "bold $warning")
            elif own != level:
                mark, look = ("┄" if level == round((ROWS - 1) / most) else " "), FAINT
            cells.append((f"{mark:<{wide}}" if mark != "┄" else mark * wide, look))
        value = f"{most:.2f}x" if level == ROWS - 1 else "1.00x" if level == round((ROWS - 1) / most) else "0" if not level else ""
        lines.append(line((f"{value:>6}  ", FAINT), *cells))
    return [*lines, line((f"{'k':>6}  " + "".join(f"{k:<{wide}}" if wide > 2 or k % 2 == 0 else " " * wide for k in range(MOST_K + 1)), FAINT))]


PAGE = Page("yield", "What to expect", _build, "widths", lacks, live=True, sliders=len(STEPS))
