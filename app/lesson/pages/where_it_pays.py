"""Pages on where drafting pays: k, acceptance and block cost as measured. They also cover the expected gain of a draft, and many people at once."""

from dataclasses import dataclass
from itertools import pairwise
from statistics import linear_regression, median
from typing import Mapping, NamedTuple, Sequence

from textual.content import Content

from specdeck.decoding import block_cost

from ...chat.reply import Reply
from ...chat.wording import DRAFTED, TESTED
from ...drawing.content_pieces import LOOKS, faint
from ...drawing.figures import probability
from ..course import Course, Question, Step, page
from ..round_pictures import DIGITS, FAINT, Cell, bar, chance, k_of, lanes, line, spread, stacked

TEXTS = ("a story", "a text to copy")
MOST_K, LEVELS = 16, 7  # of the curve; its lines, at least
STEPS = (0.05, 1, 0.05)  # of a slider: acceptance, k, cost of a guess; a fourth one moves accepted/drafted as the first does a
PEOPLE = (1, 2, 4, 8, 16, 32, 64)
NEXT = (  # after the course
    ("Now try it yourself", "bold"),
    ("· in the chat, select a token with left and right to see why it is there", ""),
    ("· [ ] and - = change k and temperature during a reply; d the drafter", ""),
    ("· F3 measures whether drafting pays for your prompt on this machine", ""),
    ("· the pages that follow are for questions: what students ask comes first", ""),
)
TRENDS = ("it grows", "it stays", "it shrinks")


@dataclass(frozen=True)
class Cost:
    """One k on one prompt. `tokens`: per round, with the end of turn. `cost`: the block cost, a round's time in plain steps. Both have the two
    decimals shown. The acceptance per tested position is None where nothing was drafted."""

    k: int
    tokens: float
    cost: float
    acceptance: float | None = None

    @property
    def speed_up(self) -> float:
        """The speed-up over plain decoding: tokens per round by block cost."""
        return self.tokens / self.cost


@page("widths", "Where it pays", "widths", live=True)
def widths(course: Course) -> tuple[Step, ...]:
    friendly, hostile = costs(course.recordings.replies("widths"))
    best, raced = (max(rows, key=lambda cost: cost.speed_up) for rows in (friendly, friendly[1:]))
    there, other = next(cost for cost in hostile if cost.k == raced.k), max(hostile, key=lambda cost: cost.speed_up)
    fastest = f"k = {other.k} is the fastest: {other.speed_up:.2f}x" if other.k else "plain decoding is the fastest"
    which = f"k = {raced.k}" if best.k else f"No k pays here. The fastest, k = {raced.k}"
    where = "here, on your pair" if "widths" in course.recordings.live else "when this was recorded, without a GPU"
    gain = there.speed_up
    most = max(cost.speed_up for cost in (*friendly, *hostile))  # one scale for both texts
    dear = "A round costs more than a plain step" if min(cost.cost for cost in friendly[1:]) > 1 else "A round has a cost of its own"
    dearer = "A longer draft costs more" if all(before.cost < after.cost for before, after in pairwise(friendly)) else "Each guess is a risk"
    return (
        Step(
            f"{dear}: it drafts, and its pass is wider. Its time in plain steps is the *block cost*. A round pays "
            f"if it yields *more tokens than that*. {dearer}, and a later guess counts only if all before it were accepted.",
            lambda width, rows: _costs_table(TEXTS[0], friendly, width, rows, most, hidden=True),
            Question("Which k is fastest here?", tuple(str(cost.k) for cost in friendly), str(best.k)),
        ),
        Step(
            f"{which}: {raced.tokens:.2f} tokens in the time of {raced.cost:.2f} plain steps: *{raced.speed_up:.2f}x*, measured {where}. "
            f"Now the same k on {TEXTS[1]}.",
            lambda width, rows: _costs_table(TEXTS[0], friendly, width, rows, most),
            Question("Will drafting be faster than plain there?", ("faster", "about the same", "slower"), "faster" if gain > 1.05 else "slower" if gain < 0.95 else "about the same"),
            hint="r: measure it here",
        ),
        Step(
            f"With k = {raced.k}: {there.tokens:.2f} tokens in the time of {there.cost:.2f} plain steps: *{there.speed_up:.2f}x*. On this text {fastest}. "
            "So measure (b in the chat, F3), let k adapt, or choose another drafter.",
            lambda width, rows: stacked(*(_costs_table(name, costs, width, rows // 2, most) for name, costs in zip(TEXTS, (friendly, hostile)))),
            hint="r: measure it here",
        ),
    )


def costs(replies: Sequence[Reply]) -> tuple[list[Cost], list[Cost]]:
    """For every k, on the prompt that is easy to draft and on the other one."""
    half = len(replies) // 2
    return _costs(replies[:half]), _costs(replies[half:])


def _costs(replies: Sequence[Reply]) -> list[Cost]:
    step, rows = _round_seconds(replies[0]), []
    for reply in replies:
        last = reply.rounds[-1]
        given = reply.stats.emitted + (reply.reason == "stop" and len(last.tokens) <= last.accepted)  # the end of turn too, if it was guessed
        rows.append(Cost(k_of(reply), round(given / max(1, reply.stats.rounds), 2), round(block_cost(_round_seconds(reply), step), 2), reply.stats.acceptance_per_tested))
    return rows


def _round_seconds(reply: Reply) -> float:
    """The median time of a round: what else the machine did meanwhile hardly moves it."""
    return median(step.seconds for step in reply.rounds)


def _costs_table(name: str, costs: Sequence[Cost], width: int, rows: int, most: float, hidden: bool = False) -> list[Content]:
    """One line for each k; a bar of all columns is `most`. Without the speed-up, tokens and cost are bars of one scale, where there is room."""
    if hidden and rows > 2 * len(costs):
        longest = max(max(cost.tokens, cost.cost) for cost in costs)
        both = [(f"{cost.k:>2}  {name:<13}", value, look) for cost in costs for name, value, look in (("tokens/round", cost.tokens, "$origin-accepted"), ("block cost", cost.cost, "$origin-recovered"))]
        bars = [[label if at % 2 == 0 else f"{'':4}{label[4:]}", bar(value / longest, width - 23, look), f" {value:.2f}"] for at, (label, value, look) in enumerate(both)]
        return [line((f" k  {name}", FAINT)), *spread(bars, rows - 1)]
    wide, bars = max(8, width - 37), []
    for cost in costs:
        pays = cost.speed_up > 1
        figure = "" if hidden else f"{cost.speed_up:.2f}x"
        look = "$origin-recovered" if cost.k == 0 else "$origin-accepted" if pays else "$origin-rejected"
        shown = Content("") if hidden else bar(cost.speed_up / most, wide, look)
        bars.append([f"{cost.k:>2}{cost.tokens:>13.2f}{cost.cost:>11.2f}", (f"{figure:>9}  ", "$origin-accepted" if pays else "$foreground"), shown])
    return [line((f"{'k':>2}{'tokens/round':>13}{'block cost':>11}{'speed-up':>9}  {name}", FAINT)), *spread(bars, rows - 1)]


class Sliders(NamedTuple):
    """Where the sliders are, in the shown digits. They set the acceptance of a tested guess, k, and a guess's cost in plain steps."""

    acceptance: float
    k: int
    cost: float

    @classmethod
    def of(cls, row: Cost) -> "Sliders":
        """Return a measured point: its acceptance per tested position, its k, and the added cost of a guess."""
        return cls(round(row.acceptance or 0.0, 2), row.k, round(max(0.0, row.cost - 1) / max(1, row.k), 2))

    def moved(self, turned: Mapping[str, int]) -> "Sliders":
        """Where keys moved them."""
        a, k, cost = (value + step * turned.get(f"slider@{n}", 0) for n, (value, step) in enumerate(zip(self, STEPS)))
        a, k = round(min(max(0.0, a), 1.0), 2), min(max(0, round(k)), MOST_K)
        if by := turned.get(f"slider@{len(STEPS)}", 0):
            a = tested_from(per_drafted(a, k) + STEPS[0] * by, k)
        return Sliders(a, k, round(min(max(0.0, cost), 1.0), 2))


@page("yield", "What to expect", "widths", live=True, sliders=len(STEPS) + 1, more=True)
def expected_yield(course: Course) -> tuple[Step, ...]:
    live = "widths" in course.recordings.live
    friendly = costs(course.recordings.replies("widths"))[0]
    found = measured(friendly)
    at = Sliders.of(found)
    a, k, _ = at
    chosen, now = course.turned.get("position", 0) % (len(STEPS) + 1), at.moved(course.turned)
    whole, given = f"{k + 1:.2f}", sum(terms(a, k))
    answers = (given, 1 + a * k, k + 1.0)
    where = "on your pair" if live else "on the embedded pair"
    gap = round(speed_up(*at), 2) - round(found.speed_up, 2)
    gone = now[::2] != at[::2]  # another acceptance or cost than was measured: the curve is another pair's
    why = "The curve agrees" if not gap else f"The curve promises {'more' if gap > 0 else 'less'} than was measured{': real guesses are not all accepted with the same chance' if found.k > 1 else ''}"
    beside = (
        f"At a = {probability(a)} and c = {at.cost:.2f} ◆ was measured {where}: {found.speed_up:.2f}x at k = {found.k}. The curve is now of another pair." if gone else
        f"◆ was measured {where}: {found.speed_up:.2f}x at k = {found.k}. {why}."
    )
    limit = (
        f"However long the draft, it stays below 1 / (1 - a) = {1 / (1 - a):.2f}, while each guess costs time." if a < 1 else
        "With a = 1 every guess adds a token: only the time of a guess limits k."
    )
    return (
        Step(
            f"Which draft length pays can be calculated. Suppose that every tested guess is accepted with the same chance *a*, here {probability(a)} ({TESTED}). The first i "
            "guesses are all accepted with chance a^i, and each of them adds a token to the target's own one.",
            lambda width, rows: _sum(a, k, width, rows, hidden=True),
            Question(
                f"a = {probability(a)} and k = {k}. How many tokens does a round yield on average?",
                tuple(dict.fromkeys(f"{answer:.2f}" for answer in sorted(answers))), f"{given:.2f}",
            ),
        ),
        Step(
            f"1 + a + a^2 + ... + a^k = *(1 - a^(k+1)) / (1 - a)*: *{given:.2f}* of {whole} possible. {limit}",
            lambda width, rows: _sum(a, k, width, rows),
        ),
        Step(
            f"If a guess costs c plain steps, the speed-up is that sum *over 1 + k c*. {beside}",
            lambda width, rows: [*_sliders(now, chosen, width), *_curve(now, [] if gone else friendly, width, max(LEVELS, rows - 9))],
            todo="Move the sliders.",
            hint="left, right: slider   - =: less, more" + ("" if live else "   r: measure it here"),
        ),
    )  # fmt: skip


def expected_tokens(a: float, k: int) -> float:
    """Return the mean tokens of a round: 1 + a + ... + a^k. Each of the k guesses is accepted with chance a after the guesses before it."""
    return (1 - a ** (k + 1)) / (1 - a) if a < 1 else k + 1.0


def per_drafted(a: float, k: int) -> float:
    """Return accepted/drafted where each tested guess of drafts of k is accepted with chance a. Guesses after a miss count as drafted too."""
    return (expected_tokens(a, k) - 1) / k if k else a


def tested_from(rate: float, k: int) -> float:
    """The chance a, in two decimals, at which accepted/drafted is nearest to this."""
    return min((step / 100 for step in range(101)), key=lambda a: abs(per_drafted(a, k) - rate))


def terms(a: float, k: int) -> list[float]:
    """The chances that the own token and each guess are written, in the digits that are shown."""
    return [round(a**i, DIGITS) for i in range(k + 1)]


def speed_up(a: float, k: int, cost: float) -> float:
    """Over plain decoding, where each guess costs `cost` plain steps; of the two sides as they are shown."""
    return round(expected_tokens(a, k), 2) / round(1 + k * cost, 2)


def measured(rows: Sequence[Cost]) -> Cost:
    """The fastest of the measured k that drafted anything."""
    return max((row for row in rows if row.acceptance is not None), key=lambda row: row.speed_up, default=rows[-1])


def _sum(a: float, k: int, width: int, rows: int, hidden: bool = False) -> list[Content]:
    """The chance of each length, as bars that add up."""
    names = ["own token", *(f"guess {i}: a^{i}" for i in range(1, k + 1))]
    bars = [[(f"{name:<16}", FAINT), bar(share, max(10, width - 24), "$origin-accepted" if at else "$origin-recovered"), f"  {chance(share)}"] for at, (name, share) in enumerate(zip(names, terms(a, k)))]
    total = "?" if hidden else f"{sum(terms(a, k)):.2f}"
    return [faint("chance that it is written"), *spread(bars, rows - 2), line((f"{'tokens a round':<16}", FAINT), (total, "bold"))]


def _sliders(now: Sliders, chosen: int, width: int) -> list[Content]:
    """The three sliders, accepted/drafted as another name of the first, and the formula with their figures."""
    a, k, cost = now
    both = [(name, value, 1.0, probability(value) if value else "0") for name, value in ((f"a, {TESTED}", a), (f"or {DRAFTED}", per_drafted(a, k)))]
    rows = (both[0], ("draft length k", k, MOST_K, str(k)), ("cost of a guess c", cost, 1.0, f"{cost:.2f}"), both[1])
    wide = max(10, min(40, width - 32))
    lines = []
    for n, (name, value, most, shown) in enumerate(rows):
        place = round(value / most * (wide - 1))
        look = "bold" if n == chosen else FAINT
        lines.append(line((f"{'▸' if n == chosen else ' '} {name:<19} ", look), ("━" * place, "$accent"), ("●", "bold $accent"), ("─" * (wide - 1 - place), FAINT), (f"  {shown}", look)))
    given, took = expected_tokens(a, k), 1 + k * cost
    best = max(range(MOST_K + 1), key=lambda k: speed_up(a, k, cost))
    return [*lines, line((f"  {given:.2f} tokens in {took:.2f} plain steps: ", "$foreground"), (f"{speed_up(*now):.2f}x", "bold"), (f"   best k {best}", FAINT))]


def _curve(now: Sliders, found: Sequence[Cost], width: int, levels: int) -> list[Content]:
    """The speed-up by k, in so many lines: • as promised, ● where the slider is, ◆ beside it as measured, ┄ at 1.00x."""
    wide = max(2, (width - 8) // (MOST_K + 1))
    heights = [speed_up(now.acceptance, k, now.cost) for k in range(MOST_K + 1)]
    were = {cost.k: cost.speed_up for cost in found}
    all_of = (*heights, *were.values(), 1.0)
    least, most = min(all_of), max(all_of)
    level_of = lambda height: round((height - least) / max(most - least, 1e-9) * (levels - 1))  # noqa: E731
    lines = []
    for level in reversed(range(levels)):
        plain = "┄" if level == level_of(1.0) else " "
        cells: list[Cell] = []
        for k, height in enumerate(heights):
            promised = [("●", "bold $accent") if k == now.k else ("•", LOOKS["accepted"].replace("underline", ""))] if level_of(height) == level else []
            met = [("◆", "bold $warning")] if k in were and level_of(were[k]) == level else []
            cells += [*promised, *met, (plain * (wide - len(promised) - len(met)), FAINT)]
        value = f"{most:.2f}x" if level == levels - 1 else "1.00x" if plain != " " else f"{least:.2f}x" if not level else ""
        lines.append(line((f"{value:>6}  ", FAINT), *cells))
    below = line((f"{'k':>6}  " + "".join(f"{k:<{wide}}" if wide > 2 or k % 2 == 0 else " " * wide for k in range(MOST_K + 1)), FAINT))
    marks = [("        • promised   ", FAINT), ("●", "bold $accent"), (" the slider   ", FAINT), *([("◆", "bold $warning"), (" measured", FAINT)] if found else [])]
    return [*lines, below, line(*marks)]


class Served(NamedTuple):
    """The figures of so many people at once. The time of a plain pass and of a drafted round is in one person's plain passes."""

    people: int
    plain: float
    drafted: float
    speed_up: float


@page("many", "Many people at once", "widths", live=True)
def many(course: Course) -> tuple[Step, ...]:
    replies = course.recordings.replies("widths")
    best = measured(costs(replies)[0])
    k, slope = best.k, per_token(replies)
    table = served(best, slope)
    one, many = table[0], table[-1]
    right, answered = course.progress.score()
    plain, drafted = course.recordings.replies("greedy")
    where = "on your pair" if "widths" in course.recordings.live else "on the embedded target, without a GPU"
    changed = change(one, many)
    dear = "With many people every token that is read costs the same, and" if _trend(one, many) == TRENDS[2] else "On this line a wider pass stays cheap. Where every token costs the same,"
    alone = "One person at a time, as here, is where drafting pays." if one.speed_up > 1 else "Here it does not pay for one person either."
    return (
        Step(
            "Drafting pays because a wider pass is *nearly free*: the weights are fetched anyway. A server fills its passes in another way: "
            "with a token for *each of many people*. Drafts add k guesses for each.",
            lambda width, rows: _reads(k, width, rows),
            Question(f"{many.people} people, k = {k}: a pass reads {many.people * (k + 1)} tokens, not {many.people}. What happens to the speed-up?", TRENDS, _trend(one, many)),
        ),
        Step(
            f"*{changed[0].upper()}{changed[1:]}*. One person's round was measured; for several people each further token adds {slope:.0%} of a plain pass "
            f"(a line through the passes measured {where}), and the drafter's time stays the same.",
            lambda width, rows: _served_table(table, best, width, rows),
        ),
        Step(
            f"{dear} each rejected guess is a loss: a round reads {k + 1} tokens and yields {best.tokens:.2f}. Real servers draft less, or not at all, when many people wait. {alone}",
            lambda width, rows: _served_table(table, best, width, rows),
        ),
        Step(
            "That is the course: a drafter guesses, *one pass* judges, the first miss ends the round, and the text stays *the target's*. It pays where guesses are cheap "
            f"and often right, and the chip has time to spare.{f' You answered *{right} of {answered}* correctly.' if answered else ''}",
            lambda width, rows: stacked(
                lanes(plain, drafted, len(drafted.rounds), width, 10) if rows else [], *([*Content.styled(what, look).wrap(width)] for what, look in NEXT)
            ),
            hint="space: what students ask   F2: chat   F3: compare",
        ),
    )


def per_token(replies: Sequence[Reply]) -> float:
    """Return what one more token adds to the time of the target's pass, in passes over one token. It is the slope of a line through the medians by
    width, without the drafts' times. If there are widths of whole drafts, only these count."""
    times: dict[int, list[float]] = {}
    for event in (one for reply in replies for one in reply.rounds):
        if event.passes == 1:
            times.setdefault(event.read, []).append(event.verify_seconds)
    whole = {1, *(k_of(reply) + 1 for reply in replies)} & times.keys()
    widths = sorted(whole if len(whole) > 1 else times)
    if len(widths) < 2 or widths[0] != 1:
        return 0.0
    slope, _ = linear_regression(widths, [median(times[width]) for width in widths])
    return round(max(0.0, slope / median(times[1])), 2)


def served(best: Cost, slope: float) -> list[Served]:
    """Return the figures for so many people at once, as `best` was measured for one person. Each token that is read for another person adds `slope`.
    The drafter takes no longer, which favours drafting. The figures have the digits that are shown."""
    rows = []
    for people in PEOPLE:
        plain, drafted = (round(alone + slope * (people - 1) * read, 2) for alone, read in ((1.0, 1), (best.cost, best.k + 1)))
        rows.append(Served(people, plain, drafted, best.tokens * plain / drafted))
    return rows


def change(one: Served, many: Served) -> str:
    """How the speed-up for many people compares with that for one."""
    return f"{_trend(one, many)} from {one.speed_up:.2f}x for one person to {many.speed_up:.2f}x for {many.people}"


def _trend(one: Served, many: Served) -> str:
    ratio = many.speed_up / one.speed_up
    return TRENDS[0] if ratio > 1.05 else TRENDS[2] if ratio < 0.95 else TRENDS[1]


def _reads(k: int, width: int, rows: int) -> list[Content]:
    bars = []
    for people in PEOPLE[:5] if rows else PEOPLE[:4]:
        name = f"{people} {'person' if people == 1 else 'people'}"
        for cell, read, look in (("plain", 1, "$origin-recovered"), ("drafted", k + 1, "$origin-accepted")):
            wide = max(1, round(people * read / (PEOPLE[4 if rows else 3] * (k + 1)) * (width - 26)))
            bars.append([(f"{name if read == 1 else '':<12}{cell:<9}", FAINT), ("▓" * wide, look), f" {people * read}"])
    return [faint("tokens that one pass reads"), *spread(bars, rows - 1)]


def _served_table(table: Sequence[Served], best: Cost, width: int, rows: int) -> list[Content]:
    wide, most, bars = max(6, width - 45), max(*(row.speed_up for row in table), 1.0), []
    for row in table:
        look = "$origin-accepted" if row.speed_up > 1 else "$origin-rejected"
        bars.append([f"{row.people:>6}{row.plain:>12.2f}{row.drafted:>15.2f}{row.speed_up:>9.2f}x ", bar(row.speed_up / most, wide, look)])
    note = faint(f"times in plain steps for one person; k = {best.k}, {best.tokens:.2f} tokens a round; one person measured, more people calculated").wrap(width)
    head = line((f"{'people':>6}{'plain pass':>12}{'drafted round':>15}{'speed-up':>10}", FAINT))
    return stacked([head, *spread(bars, rows - 2 - len(note))], note)
