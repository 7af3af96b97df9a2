"""Page: temperature and the rules that judge token by token, on one round with the same random numbers."""

from itertools import pairwise
from typing import Sequence

from textual.content import Content

from specdeck.decoding.rules import TOKEN_BY_TOKEN, rule_in_force
from specdeck.decoding.types import Round

from ...chat.conversation import Turn
from ...chat.reply import Reply
from ...drawing.figures import probability
from ..page import Claim, CourseState, Page, Question, Step, unmet
from ..round_pictures import FAINT, LABEL, bar, cards, flowing, line, ordinary

BAR = 20  # columns


def _build(course: CourseState) -> tuple[Step, ...]:
    grid = _grid(course.recordings.replies("warmth"))
    warmths = sorted({temperature for temperature, _ in grid})
    chances = [expected(grid[t, "probabilistic"]) for t in warmths]
    ends = f"{probability(chances[0])} at T {warmths[0]:g}, {probability(chances[-1])} at T {warmths[-1]:g}"
    warm = [t for t in warmths if t]
    highest = [[max(share for _, share in top) for top in tops] for tops in zip(*((event.top_p[0], event.top_q[0]) for event in (grid[t, "probabilistic"] for t in warm)))]
    best, close, least = [[expected(grid[t, name]) for t in warm] for name in ("probabilistic", "coupled", "match")]
    return (
        Step(
            "Here is one round of a reply under three rules and four temperatures, always *with the same random numbers*. All are exact; "
            "they differ in how many guesses they accept. First, the temperature.",
            lambda width: _shown(course, grid, warmths, width, table=False),
            Question("At temperature 0, which tokens does a draft hold?", ("still random ones", "the drafter's likeliest"), "the drafter's likeliest"),
            hint="- =: temperature",
        ),
        Step(
            f"A higher T flattens p and q; here the draws then agree *less often*: first guess {ends}.",
            lambda width: _shown(course, grid, warmths, width, table=False),
            Question("Which rule then accepts most often?", TOKEN_BY_TOKEN, "probabilistic"),
            hint="- =: temperature   R: rule",
            claims=(
                *(Claim("*less often*", after, "<", before) for before, after in pairwise(chances)),
                *(Claim("A higher T flattens p and q", after, "<", before) for heights in highest for before, after in pairwise(heights)),
            ),
        ),
        Step(
            "Under probabilistic the chance of acceptance is the overlap of p and q, the highest for a token-by-token rule; coupled comes close here; "
            "under match it is the sum of p times q, the least here. The table averages over all draws; a single round may differ.",
            lambda width: _shown(course, grid, warmths, width, table=True),
            todo="Change both and watch the verdicts.",
            hint="- =: temperature   R: rule",
            claims=(
                *(Claim("coupled comes close here", one - two, "<", two - three) for one, two, three in zip(best, close, least)),
                *(Claim("the least here", three, "<", two) for two, three in zip(close, least)),
            ),
        ),
    )


def lacks(turns: Sequence[Turn]) -> list[str]:
    grid = _grid([turn.reply for turn in turns])
    warmths = sorted({temperature for temperature, _ in grid})
    chance = {(t, rule): expected(step) for (t, rule), step in grid.items()}
    return unmet({
        "one place of one text": len({turn.prompt for turn in turns}) == 1,
        "drafts of ordinary tokens": all(map(ordinary, grid.values())),
        "a first guess that is accepted less often the higher T is": all(
            chance[low, rule] > chance[high, rule] + 0.02 for rule in TOKEN_BY_TOKEN for low, high in pairwise(warmths)
        ),
        "coupled nearer to probabilistic than to match": all(chance[t, "probabilistic"] + chance[t, "match"] < 2 * chance[t, "coupled"] for t in warmths if t),
        "rounds in which different numbers of guesses are accepted": len({step.accepted for step in grid.values()}) > 2,
    })  # fmt: skip


def _grid(replies: Sequence[Reply]) -> dict[tuple[float, str], Round]:
    """(temperature, rule) -> the first round recorded with them."""
    steps = [reply.rounds[0] for reply in replies]
    return {(round_.settings.temperature, round_.settings.rule): round_ for round_ in steps}


def _rules(grid: dict[tuple[float, str], Round]) -> list[str]:
    """The rules that the round was recorded under."""
    recorded = {rule for _, rule in grid}
    return [rule for rule in TOKEN_BY_TOKEN if rule in recorded]


def _shown(course: CourseState, grid: dict[tuple[float, str], Round], warmths: list[float], width: int, table: bool) -> list[Content]:
    start = warmths.index(0.8) if 0.8 in warmths else 0
    t = warmths[(start + course.turned.get("temperature", 0)) % len(warmths)]
    rules = _rules(grid)
    rule = rules[course.turned.get("rule", 0) % len(rules)]
    round_ = grid[t, rule]
    summary = rule_in_force(rule, t).summary if t else "at temperature 0 the three rules are the same; p and q are shown as at temperature 1"
    head = flowing("", [(f"T {t:g}  {rule}  ", "bold"), (summary, FAINT)], width, indent=0)
    lines = [*head, *cards(round_, width, ("q", "p", "u", "verdict"))]
    return [*lines, *_table(grid, warmths, t, rule, width)] if table else lines


def _table(grid: dict[tuple[float, str], Round], warmths: list[float], t: float, rule: str, width: int) -> list[Content]:
    """The chance that the first guess is accepted, by rule and temperature; where there is room, a bar at the chosen temperature."""
    barred = width >= LABEL + 2 + 8 * len(warmths) + 3 + BAR
    heads = "".join(f"{f'T {warmth:g}':^8}" for warmth in warmths)
    title = "first guess" if barred else "first accepted"
    lines = [line((f"{title:<{LABEL + 2}}{heads}{f'   accepted at T {t:g}' if barred else ''}", FAINT))]
    for name in _rules(grid):
        cells = [
            (f"{probability(expected(grid[warmth, name])):^8}", "bold reverse" if (warmth, name) == (t, rule) else "$foreground") for warmth in warmths
        ]  # fmt: skip
        chance = [Content("   "), bar(expected(grid[t, name]), BAR, "$origin-accepted")] if barred else []
        lines.append(Content.assemble((f"{name:<{LABEL + 2}}", "bold" if name == rule else FAINT), *cells, *chance))
    return lines


def expected(round_: Round) -> float:
    """The probability that the first guess is accepted under the round's rule, over all draws. Needs p and q whole, as filtered."""
    return rule_in_force(round_.settings.rule, round_.settings.temperature).chance(dict(round_.top_p[0]), dict(round_.top_q[0]))


PAGE = Page("warmth", "Temperature and rules", _build, "warmth", lacks)
