"""Page: temperature and the three rules, on the same round with the same draws."""

from __future__ import annotations

from textual.content import Content

from specdeck.app.chat.conversation import Step as Round
from specdeck.app.chat.sentences import probability
from specdeck.app.lesson.draw import FAINT, LABEL, bar, cards, line
from specdeck.app.lesson.page import Page, Question, Standing, Step
from specdeck.decoding.rules import RULES, rule_in_force


def _build(course: Standing) -> tuple[Step, ...]:
    grid = _grid(course)
    warmths = sorted({temperature for temperature, _ in grid})
    return (
        Step(
            "Here is the round of before under three rules and four temperatures, always *with the same random numbers*. All three rules are exact; "
            "they differ in how much they keep. First: the temperature.",
            lambda width: _shown(course, grid, warmths, table=False),
            Question("From temperature 0.8 to 0: how does each draft become?", ("as random as before", "the drafter's likeliest tokens"), "the drafter's likeliest tokens"),
            hint="- =: temperature",
        ),
        Step(
            "At 0 both take their likeliest token and the three rules are one. The warmer, the flatter p and q, and the more often two draws "
            "fall apart. The bars say how likely the first guess is to stand under each rule.",
            lambda width: _shown(course, grid, warmths, table=True),
            Question("Above 0, under which rule does a guess stand most often?", RULES, "probabilistic"),
            hint="- =: temperature   R: rule",
        ),
        Step(
            "Probabilistic keeps the overlap of p and q, the most that any rule can; coupled comes near; match keeps p times q, the least. In one round "
            "luck may say otherwise. Turn both and watch the verdicts.",
            lambda width: _shown(course, grid, warmths, table=True),
            hint="- =: temperature   R: rule",
        ),
    )


def _grid(course: Standing) -> dict[tuple[float, str], Round]:
    """The round for every temperature and rule."""
    steps = [reply.steps[0] for reply in course.material.replies("warmth")]
    return {(step.event.settings.temperature, step.event.settings.rule): step for step in steps}


def _rules(grid: dict[tuple[float, str], Round]) -> list[str]:
    """The rules that the round was recorded under."""
    recorded = {rule for _, rule in grid}
    return [rule for rule in RULES if rule in recorded]


def _shown(course: Standing, grid: dict[tuple[float, str], Round], warmths: list[float], table: bool) -> list[Content]:
    start = warmths.index(0.8) if 0.8 in warmths else 0
    t = warmths[(start + course.turned.get("temperature", 0)) % len(warmths)]
    rules = _rules(grid)
    rule = rules[course.turned.get("rule", 0) % len(rules)]
    step = grid[t, rule]
    head = line((f"T {t:g}  {rule}  ", "bold"), (rule_in_force(rule, t).summary if t else "at temperature 0 the three rules are one", FAINT))
    lines = [head, *cards(step, ("q", "p", "u", "verdict"))]
    return [*lines, *_table(grid, warmths, t, rule)] if table else lines


def _table(grid: dict[tuple[float, str], Round], warmths: list[float], t: float, rule: str) -> list[Content]:
    """How many guesses of this round are kept, and the first guess's chance at the chosen temperature."""
    k = len(next(iter(grid.values())).event.draft)
    heads = "".join(f"{f'T {warmth:g}':^8}" for warmth in warmths)
    lines = [line((f"{f'kept of {k}':<{LABEL + 2}}{heads}   first guess stands", FAINT))]
    for name in _rules(grid):
        cells = [
            (f"{grid[warmth, name].event.accepted:^8}", "bold reverse" if (warmth, name) == (t, rule) else "$foreground") for warmth in warmths
        ]  # fmt: skip
        chance = expected(grid[t, name])
        share = bar(chance, 20, "$origin-accepted")
        lines.append(Content.assemble((f"{name:<{LABEL + 2}}", "bold" if name == rule else FAINT), *cells, "   ", share, f" {probability(chance)}"))
    return lines


def expected(step: Round) -> float:
    """The probability that the first guess stands under the round's rule: of p and q whole, as the filter left them."""
    event = step.event
    return rule_in_force(event.settings.rule, event.settings.temperature).chance(dict(event.top_p[0]), dict(event.top_q[0]))


PAGE = Page("warmth", "Temperature and rules", _build)
