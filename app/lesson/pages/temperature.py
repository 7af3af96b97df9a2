"""Page: temperature and the rules that judge token by token, on one round with the same random numbers."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.reply import ShownRound as Round
from specdeck.app.chat.wording import probability
from specdeck.app.lesson.page import CourseState, Page, Question, Step
from specdeck.app.lesson.round_pictures import FAINT, LABEL, bar, cards, flowing, line
from specdeck.decoding.rules import TOKEN_BY_TOKEN, rule_in_force

BAR = 20  # columns


def _build(course: CourseState) -> tuple[Step, ...]:
    grid = _grid(course)
    warmths = sorted({temperature for temperature, _ in grid})
    return (
        Step(
            "Here is an earlier round under three rules and four temperatures, always *with the same random numbers*. All are exact; "
            "they differ in how many guesses they accept. First, the temperature.",
            lambda width: _shown(course, grid, warmths, width, table=False),
            Question("At temperature 0, which tokens does a draft hold?", ("still random ones", "the drafter's likeliest"), "the drafter's likeliest"),
            hint="- =: temperature",
        ),
        Step(
            "At 0 both models take their likeliest token, and the three rules are the same. Above 0 p and q are flatter, and the two draws "
            "differ more often.",
            lambda width: _shown(course, grid, warmths, width, table=False),
            Question("Above 0, which rule accepts a guess most often?", TOKEN_BY_TOKEN, "probabilistic"),
            hint="- =: temperature   R: rule",
        ),
        Step(
            "Probabilistic accepts with the overlap of p and q, the most that a rule can token by token; coupled comes close; match accepts with the sum of "
            "p times q, the least. The table averages over all draws; a single round may differ. Change both and watch the verdicts.",
            lambda width: _shown(course, grid, warmths, width, table=True),
            hint="- =: temperature   R: rule",
        ),
    )


def _grid(course: CourseState) -> dict[tuple[float, str], Round]:
    """(temperature, rule) -> the first round recorded with them."""
    steps = [reply.steps[0] for reply in course.recordings.replies("warmth")]
    return {(step.event.settings.temperature, step.event.settings.rule): step for step in steps}


def _rules(grid: dict[tuple[float, str], Round]) -> list[str]:
    """The rules that the round was recorded under."""
    recorded = {rule for _, rule in grid}
    return [rule for rule in TOKEN_BY_TOKEN if rule in recorded]


def _shown(course: CourseState, grid: dict[tuple[float, str], Round], warmths: list[float], width: int, table: bool) -> list[Content]:
    start = warmths.index(0.8) if 0.8 in warmths else 0
    t = warmths[(start + course.turned.get("temperature", 0)) % len(warmths)]
    rules = _rules(grid)
    rule = rules[course.turned.get("rule", 0) % len(rules)]
    step = grid[t, rule]
    summary = rule_in_force(rule, t).summary if t else "at temperature 0 the three rules are the same"
    head = flowing("", [(f"T {t:g}  {rule}  ", "bold"), (summary, FAINT)], width, indent=0)
    lines = [*head, *cards(step, width, ("q", "p", "u", "verdict"))]
    return [*lines, *_table(grid, warmths, t, rule, width)] if table else lines


def _table(grid: dict[tuple[float, str], Round], warmths: list[float], t: float, rule: str, width: int) -> list[Content]:
    """The chance that the first guess is accepted, by rule and temperature; where there is room, a bar at the chosen temperature."""
    barred = width >= LABEL + 2 + 8 * len(warmths) + 3 + BAR
    heads = "".join(f"{f'T {warmth:g}':^8}" for warmth in warmths)
    title = "first guess" if barred else "first accepted"
    lines = [line((f"{title:<{LABEL + 2}}{heads}{'   chance of acceptance' if barred else ''}", FAINT))]
    for name in _rules(grid):
        cells = [
            (f"{probability(expected(grid[warmth, name])):^8}", "bold reverse" if (warmth, name) == (t, rule) else "$foreground") for warmth in warmths
        ]  # fmt: skip
        chance = [Content("   "), bar(expected(grid[t, name]), BAR, "$origin-accepted")] if barred else []
        lines.append(Content.assemble((f"{name:<{LABEL + 2}}", "bold" if name == rule else FAINT), *cells, *chance))
    return lines


def expected(step: Round) -> float:
    """The probability that the first guess is accepted under the round's rule, over all draws. Needs p and q whole, as filtered."""
    event = step.event
    return rule_in_force(event.settings.rule, event.settings.temperature).chance(dict(event.top_p[0]), dict(event.top_q[0]))


PAGE = Page("warmth", "Temperature and rules", _build)
