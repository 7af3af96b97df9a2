"""Pages on the other rules: coupled draws with the same noise, and the rules by temperature. Block verification judges a draft as a whole."""

from itertools import accumulate
from typing import Sequence

from textual.content import Content

from specdeck.decoding.rules import TOKEN_BY_TOKEN, rule_in_force
from specdeck.decoding.types import Round

from ...chat.reply import Reply
from ...compare.result import first_difference
from ...drawing.clean_text import one_line
from ...drawing.content_pieces import faint
from ...drawing.figures import counted, probability
from ..course import Course, Question, Step, page
from ..recordings import TEMPERATURES, WARM
from ..round_pictures import (
    DIGITS,
    FAINT,
    LABEL,
    bar,
    cards,
    chance,
    fitted,
    flowing,
    grid,
    lane,
    line,
    look_of,
    ordinary,
    pairs,
    passes,
    quoted,
    quotients,
    spread,
    stacked,
)
from .sampled_round import likeliest

TEXT = 200  # columns of each text, or three lines if they hold more
BAR = 20  # columns
MADE_UP = "It makes up for a guess with p < q."


@page("same", "With the same noise", "same", live=True, more=True)
def same(course: Course) -> tuple[Step, ...]:
    plain, drafted = course.recordings.replies("same")
    first = first_difference(plain.ids, drafted.ids)
    found = f"all {len(plain.tokens)} tokens are the same" if first is None else f"the texts differ from token {first + 1} on"
    live = "here, on your pair" if "same" in course.recordings.live else "in this recording"
    which = (
        "With the same noise, drafting changes *when* a token is written, not *which* (up to ties, on a GPU). Under *probabilistic*, the default, it may be another text "
        "from the same distribution." if first is None else
        "Only rounding does that: two tokens were nearly equal, and a pass over several tokens rounds differently from a pass over one."
    )
    return (
        Step(
            "At temperature 0 every token is the target's likeliest one. Above 0 both models sample. The rule *coupled* lets them sample with *the same "
            "noise* at every position of the text, and accepts a guess if both drew the same token.",
            lambda width, rows: _side_by_side(plain, None, width, rows),
            Question(f"Plain decoding wrote these {len(plain.tokens)} tokens. Should drafting with the same noise change them?", ("yes", "no"), "no"),
        ),
        Step(
            f"With the same seed {found} {live}: {passes(drafted)} passes instead of {passes(plain)}. {which}",
            lambda width, rows: _side_by_side(plain, drafted, width, rows),
            hint="r: run both here, with a new seed   T: test probabilistic by sampling",
        ),
    )


def _side_by_side(plain: Reply, drafted: Reply | None, width: int, rows: int) -> list[Content]:
    text = _wrapped("plain", plain, width)
    if drafted is None:
        return stacked(text, _passes("plain", plain, width, 3 if rows else 0))
    first = first_difference(plain.ids, drafted.ids)
    mark = (f"✓ the same {len(plain.tokens)} tokens", "bold $success") if first is None else (f"✗ first difference: token {first + 1}", "bold $warning")
    bars = [_passes(name, reply, width, 3 if rows else 0) for name, reply in (("plain", plain), ("drafted", drafted))]
    return stacked(text, _wrapped("drafted", drafted, width), *(bars if rows else [sum(bars, [])]), [line(mark)])


def _passes(name: str, reply: Reply, width: int, rows: int) -> list[Content]:
    return lane(name, "▓", passes(reply), f" {counted(passes(reply), 'pass')}", width, rows)


def _wrapped(name: str, reply: Reply, width: int) -> list[Content]:
    """The reply's tokens, wrapped between tokens, with a sign where they are cut."""
    parts = [(one_line(token.text), look_of(token)) for token in reply.tokens]
    lines, most = flowing(name, parts, width), max(3, -(-TEXT // (width - 9)))
    return lines if len(lines) <= most else [*lines[: most - 1], fitted(Content.assemble(lines[most - 1], " …"), width)]


@page("warmth", "Temperature and rules", "warmth", more=True)
def warmth(course: Course) -> tuple[Step, ...]:
    rounds = by_setting(course.recordings.replies("warmth"))
    warmer, other = (course.turned.get(name, 0) for name in ("temperature", "rule"))
    t, rule = TEMPERATURES[(TEMPERATURES.index(WARM.temperature) + warmer) % len(TEMPERATURES)], TOKEN_BY_TOKEN[other % len(TOKEN_BY_TOKEN)]
    shown = rounds[t, rule]
    ends = ", ".join(f"{probability(expected(rounds[one, 'probabilistic']))} at T {one:g}" for one in (TEMPERATURES[0], TEMPERATURES[-1]))
    return (
        Step(
            "Here is one round of a reply under three rules and four temperatures, always *with the same random numbers*. All are exact; "
            "they differ in how many guesses they accept. First, the temperature.",
            lambda width, rows: stacked(_judged(shown, width), _first(shown, width, rows - 12)),
            Question("At temperature 0, which tokens does a draft hold?", ("still random ones", "the drafter's likeliest"), "the drafter's likeliest"),
            hint="- =: temperature",
        ),
        Step(
            f"A higher T flattens p and q; here the draws then agree *less often*: first guess {ends}.",
            lambda width, rows: stacked(_judged(shown, width), _first(shown, width, rows - 12)),
            Question("Which rule then accepts most often?", TOKEN_BY_TOKEN, "probabilistic"),
            hint="- =: temperature   R: rule",
        ),
        Step(
            "Under probabilistic the chance of acceptance is the overlap of p and q, the highest for a token-by-token rule; coupled comes close here; "
            "under match it is the sum of p times q, the least here. The table averages over all draws; a single round may differ.",
            lambda width, rows: stacked([*_judged(shown, width), *([Content("")] if rows else []), *_chances(rounds, shown, width)], _first(shown, width, rows - 17)),
            todo="Change both and watch the verdicts.",
            hint="- =: temperature   R: rule",
        ),
    )


def by_setting(replies: Sequence[Reply]) -> dict[tuple[float, str], Round]:
    """(temperature, rule) -> the first round recorded with them."""
    firsts = [reply.rounds[0] for reply in replies]
    return {(first.settings.temperature, first.settings.rule): first for first in firsts}


def _judged(shown: Round, width: int) -> list[Content]:
    t, rule = shown.settings.temperature, shown.settings.rule
    summary = rule_in_force(rule, t).summary if t else "at temperature 0 the three rules are the same; p and q are shown as at temperature 1"
    head = flowing("", [(f"T {t:g}  {rule}  ", "bold"), (summary, FAINT)], width, indent=0)
    return [*head, *cards(shown, width, ("q", "p", "u", "verdict"))]


def _first(shown: Round, width: int, rows: int) -> list[Content]:
    """Both distributions at the first position, where there is room."""
    p, q = dict(shown.top_p[0]), dict(shown.top_q[0])
    names = [(shown.names[token], p.get(token, 0.0), q.get(token, 0.0)) for token in likeliest(p, q)]
    return pairs(names, width, ("target p", "drafter q"), rows) if rows > len(names) else []


def _chances(rounds: dict[tuple[float, str], Round], shown: Round, width: int) -> list[Content]:
    """Draw the chance that the first guess is accepted, by rule and temperature. Where there is room, draw a bar at the temperature of the
    round shown."""
    t, rule = shown.settings.temperature, shown.settings.rule
    barred = width >= LABEL + 2 + 8 * len(TEMPERATURES) + 3 + BAR
    heads = "".join(f"{f'T {warmth:g}':^8}" for warmth in TEMPERATURES)
    title = "first guess" if barred else "first accepted"
    lines = [line((f"{title:<{LABEL + 2}}{heads}{f'   accepted at T {t:g}' if barred else ''}", FAINT))]
    for name in TOKEN_BY_TOKEN:
        cells = [
            (f"{probability(expected(rounds[warmth, name])):^8}", "bold reverse" if (warmth, name) == (t, rule) else "$foreground") for warmth in TEMPERATURES
        ]  # fmt: skip
        chance = [Content("   "), bar(expected(rounds[t, name]), BAR, "$origin-accepted")] if barred else []
        lines.append(Content.assemble((f"{name:<{LABEL + 2}}", "bold" if name == rule else FAINT), *cells, *chance))
    return lines


def expected(step: Round) -> float:
    """The probability that the first guess is accepted under the round's rule, over all draws. Needs p and q whole, as filtered."""
    return rule_in_force(step.settings.rule, step.settings.temperature).chance(dict(step.top_p[0]), dict(step.top_q[0]))


@page("block", "Block verification", "prefixes", more=True)
def block(course: Course) -> tuple[Step, ...]:
    shown = clearest([round_ for reply in course.recordings.replies("prefixes") for round_ in reply.rounds if round_.tested])
    products, weights, chances = by_token(shown), weights_of(shown), by_block(shown)
    before, ratio = ([1.0, *weights])[-2], quotients(shown)[-1]
    answers = (weights[-1], products[-1], before * products[-1])
    sums = (("token by token", products), ("block verification", chances))
    return (
        Step(
            "Token by token, guess i is accepted only if all guesses before it were. So the chance of the first i guesses is the *product* of their "
            "min(1, p/q). A ratio above 1 counts as 1: that the target likes a guess *more* than the drafter does is not used.",
            lambda width, rows: stacked(_table(shown, width, ("product", products)), _weights(("product", products), width, rows)),
            Question("What could a rule do with a ratio above 1?", (MADE_UP, "Nothing, if the text must follow p."), MADE_UP),
        ),
        Step(
            "*Block verification* gives every prefix of the draft a weight: w = min(1, the weight before times p/q), starting at 1. Only the "
            "running product is cut at 1, so a ratio above 1 makes up for one below.",
            lambda width, rows: stacked(_table(shown, width, ("weight w", weights[:-1])), _weights(("weight w", weights[:-1]), width, rows)),
            Question(
                f"w was {chance(before)}, and p/q of the last guess is {ratio:.3f}. w of the whole draft?",
                tuple(dict.fromkeys(map(chance, sorted(answers)))), chance(weights[-1]),
            ),
        ),
        Step(
            f"w = min(1, {chance(before)} x {ratio:.3f}) = *{chance(weights[-1])}*. *Averaged over what the drafter may guess after it*, a prefix is accepted "
            "with probability w: never less than token by token. Nothing follows the whole draft: "
            f"it is accepted with probability {chance(weights[-1])}.",
            lambda width, rows: stacked(_table(shown, width, ("product", products), ("weight w", weights)), _weights(("product", products), width, rows // 2 + 4), _weights(("weight w", weights), width, rows // 2 + 4)),
        ),
        Step(
            f"Of this whole draft it accepts *{sum(chances):.2f} guesses on average, instead of {sum(products):.2f}*. Another draft can lose by it; the average over all drafts cannot. After a rejection the next token is drawn from "
            "*max(0, w p - q)*, scaled to sum to 1, else from p: so it is exact (Sun et al., 2024; /rule block).",
            lambda width, rows: stacked(
                _table(shown, width, ("weight w", weights)),
                [line(("chance that at least this many guesses are accepted", FAINT)),
                 *grid([("guesses", [(str(at + 1), FAINT) for at in range(len(weights))]), ("one by one", _cells(products)), ("block", _cells(chances))], width)],
                spread([[(f"{name:<20}", FAINT), bar(sum(values) / len(values), width - 50 if rows else 0, "$origin-accepted"),
                         f"{' ' if rows else ''}{sum(values):.2f} of {len(values)} guesses on average"] for name, values in sums], rows - 16),
            ),
        ),
        Step(
            "*Hierarchical* speculative decoding (Zhou et al., 2026) is block verification in other words: its capped ratio is w. "
            "The published code does not cap the last guess: it accepts *more*, and its text is not the target's.",
            uncapped,
        ),
    )  # fmt: skip


def uncapped(width: int, rows: int) -> list[Content]:
    """Draw how often the text of an example is "Aa". One bar is the target's. Two bars use the running product of p/q: cut at 1, or not cut before
    the last guess."""
    first, second = 1 / 0.5, 0.5 / 1  # p/q of A, and of a after it
    accepted = min(1.0, first) * second, first * second  # the draft Aa; after the draft B the target writes A, and next a or b
    shares = [("the target", 0.5), *zip(("block verification", "without the cap"), (0.5 * one + 0.5 * 0.5 for one in accepted))]
    told = (
        "Take a drafter that guesses A or B equally often, and always a after A. The target always writes A, then a or b equally often. "
        "How often is the text Aa?"
    )
    bars = [[(f"{name:<20}", "$foreground"), bar(share, width - 26 if rows else BAR, "$origin-accepted"), f"  {chance(share)}"] for name, share in shares]
    return stacked(faint(told).wrap(width), spread(bars, rows - 6))


def by_token(shown: Round) -> list[float]:
    """For each i, the chance that token by token the first i tested guesses are all accepted."""
    return list(accumulate(quotients(shown), lambda chance, ratio: chance * min(1.0, ratio), initial=1.0))[1:]


def weights_of(shown: Round) -> list[float]:
    """Return the weights w of the prefixes of the tested guesses. Each is the chance that block verification accepts the prefix, over all that
    may follow."""
    return list(accumulate(quotients(shown), lambda weight, ratio: min(1.0, weight * ratio), initial=1.0))[1:]


def by_block(shown: Round) -> list[float]:
    """Return, for each i, the chance that block verification accepts at least i of the tested guesses, given all. That means a prefix of i or more
    passes its test (decoding/rules/block.py). Needs p and q whole, as filtered."""
    weights = weights_of(shown)
    owed = []
    for weight, p, q in zip(weights, map(dict, shown.top_p[1:]), map(dict, shown.top_q[1:])):
        owed.append(sum(max(0.0, weight * share - q.get(token, 0.0)) for token, share in p.items()))
    tests = [left / (left + 1 - weight) if left + 1 - weight > 0 else 0.0 for weight, left in zip(weights[:-1], owed)]
    fails = accumulate(reversed([*tests, weights[-1]]), lambda none, test: none * (1 - test), initial=1.0)
    return [1 - none for none in fails][:0:-1]


def clearest(steps: Sequence[Round]) -> Round:
    """Return the round in which block verification gains most over its guesses. Rounds whose whole draft was tested and may be rejected
    take precedence."""
    def gain(round_: Round) -> tuple[bool, float]:
        whole = round_.tested == len(round_.draft) > 1 and weights_of(round_)[-1] < 0.98 and quotients(round_)[-1] > 1.02
        return whole and ordinary(round_), sum(by_block(round_)) - sum(by_token(round_))

    return max(steps, key=gain)


def _weights(named: tuple[str, Sequence[float]], width: int, rows: int) -> list[Content]:
    """The weight of each prefix as a bar, where there are rows."""
    name, values = named
    bars = [[(f"{f'{name}, {at}' if at > 1 else name:<13}", FAINT), bar(value, width - 20, "$origin-accepted"), f" {chance(value)}"] for at, value in enumerate(values, 1)]
    return spread(bars, rows - 10) if rows - 10 >= len(bars) else []


def _table(shown: Round, width: int, *more: tuple[str, list[float]]) -> list[Content]:
    """Draw the tested guesses with q, p and p/q, and more named rows. What is missing at a row's end is asked for."""
    tested = shown.tested
    q, p = ([(probability(one, DIGITS + 1), "$foreground") for one in values[:tested]] for values in ([1.0 if q is None else q for q in shown.draft_q], shown.draft_p))
    table = [
        ("draft", [(quoted(guess), "$foreground") for guess in shown.guesses[:tested]]),
        ("drafter q(x)", q),
        ("target p(x)", p),
        ("p/q", [(chance(ratio) if ratio < 1 else f"{ratio:.3f}", "bold $success" if ratio > 1 else "$foreground") for ratio in quotients(shown)]),
    ]
    return grid(table + [(name, [*_cells(values), *[("?", "bold")] * (tested - len(values))]) for name, values in more], width)


def _cells(values: Sequence[float]) -> list[tuple[str, str]]:
    return [(chance(value), "$foreground") for value in values]
