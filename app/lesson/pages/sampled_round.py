"""Pages on one sampled round: how p, q and u accept a guess. A rejected guess is replaced by a token so that the text follows p."""

import random
from collections import Counter
from functools import lru_cache
from typing import Mapping, Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ...chat.wording import judged_words, quotient_words
from ...drawing.content_pieces import LOOKS
from ..course import Course, Question, Step, page
from ..round_pictures import (
    DIGITS,
    FAINT,
    FULL,
    Cell,
    bar,
    cards,
    chance,
    line,
    named,
    own_text,
    pairs,
    quoted,
    ratios,
    ruler,
    spread,
    stacked,
)


def sampled_round(course: Course) -> Round:
    """Return the round of this page and the next. Its first guess is certainly accepted, its second by luck, and its third is rejected."""
    return course.recordings.replies("warm")[0].rounds[0]


@page("rule", "The acceptance rule", "warm")
def rule(course: Course) -> tuple[Step, ...]:
    shown = sampled_round(course)
    ratio = ratios(shown)
    lucky, miss = 1, shown.accepted
    p = shown.draft_p
    q, u = (tuple(one for one in figures if one is not None) for figures in (shown.draft_q, shown.u))  # a sampled round has all
    first, second, third = (named(guess) for guess in shown.guesses[:3])
    at = course.turned.get("position", 0) % shown.tested
    return (
        Step(
            "Above temperature 0 both models *sample*: the drafter drew its guess x from its distribution *q*; the target alone would draw from *p*. "
            "To keep the text distributed as p, the default rule, *probabilistic*, accepts a guess *with probability min(1, p(x)/q(x))*.",
            lambda width, rows: stacked(cards(shown, width, ("q", "p"), revealed=0), _guesses(shown, width, rows - 9)),
            Question(f"Position 1: p = {chance(p[0])}, q = {chance(q[0])}. Is {first} accepted?", ("certainly", "possibly", "certainly not"), "certainly"),
        ),
        Step(
            f"The target gives {first} at least the drafter's probability: *certainly accepted*. At position 2 it gives {second} less: p/q is "
            f"{chance(ratio[lucky])}. A number *u*, drawn uniformly between 0 and 1, decides: accepted if u < p/q.",
            lambda width, rows: stacked(_place(shown, lucky, None, width, rows), cards(shown, width, ("q", "p", "ratio") if rows else ("ratio",), revealed=0), _guesses(shown, width, rows - 15)),
            Question(f"u = {chance(u[lucky])}. Is {second} accepted?", ("accepted", "rejected"), "accepted"),
        ),
        Step(
            f"u is below p/q, so {second} is accepted this time. At position 3 p/q is {chance(ratio[miss])}, so {third} is accepted "
            f"{ratio[miss]:.0%} of the time. Each position draws a new u: one number for two tests would bias the text.",
            lambda width, rows: stacked(
                _place(shown, lucky, shown.u[lucky], width, rows), _place(shown, miss, None, width, rows),
                cards(shown, width, ("q", "p", "ratio", "u", "verdict"), revealed=miss) if rows else [],
            ),
            Question(f"u = {chance(u[miss])}. Is {third} accepted?", ("accepted", "rejected"), "rejected"),
        ),
        Step(
            f"Rejected: the round ends at position {miss + 1}. No exact test of one guess accepts more than "
            "this one: the chance of acceptance is the whole *overlap* of p and q, the sum of min(p, q).",
            lambda width, rows: stacked(
                cards(shown, width, ("q", "p", "ratio", "u", "verdict")), *(_place(shown, one, shown.u[one], width, (rows - 25) * (one == at)) for one in range(shown.tested) if one == at or rows)
            ),
            todo="Left and right show each position again.",
            hint="left, right: position",
        ),
    )


def _place(shown: Round, at: int, u: float | None, width: int, rows: int = 0) -> list[Content]:
    """A position's test on a ruler."""
    p, q = shown.draft_p[at], shown.draft_q[at]
    told = quotient_words(p, q) if u is None else judged_words(p, q, u, at < shown.accepted)
    return [line((f"position {at + 1}  ", "bold"), f"{quoted(shown.guesses[at])}  {told}"), *ruler(ratios(shown)[at], u, width, 5 if rows > 0 else 0)]


def _guesses(shown: Round, width: int, rows: int) -> list[Content]:
    """The tested guesses under both distributions, where there are some rows for them."""
    found = [(guess, p, q or 0.0) for guess, p, q in zip(shown.guesses, shown.draft_p, shown.draft_q)]
    return pairs(found, width, ("target p", "drafter q"), rows) if rows > len(found) else []


Shares = Mapping[int, float]  # token id -> probability
Items = tuple[tuple[int, float], ...]  # of Shares
NUDGE = 0.05  # of a token's weight, per key press
LABEL, SUM = 14, 23  # columns before and after a bar, at most
IS_P = " = p"  # what an equation ends with
KEPT, ADDED, LOST = FULL, "▒", "░"
LOOK_KEPT, LOOK_ADDED, LOOK_LOST = "$origin-accepted", "$origin-recovered", "$origin-rejected"
ROLLS = 4000
ROWS = 5  # tokens shown


def nudged(shares: Shares, tokens: Sequence[int], name: str, turned: Mapping[str, int]) -> dict[int, float]:
    """The distribution after keys changed weights: `turned` holds the steps of "p@2", the third token's p. The sum stays 1."""
    steps = dict.fromkeys(tokens, 0)
    for key, by in turned.items():
        which, _, place = key.partition("@")
        if which == name and place:
            steps[tokens[int(place) % len(tokens)]] += by
    moved = {token: max(0.0, share + NUDGE * steps.get(token, 0)) for token, share in (dict.fromkeys(tokens, 0.0) | dict(shares)).items()}
    total = sum(moved.values())
    return {token: share / total for token, share in moved.items()} if total > 0 else dict(shares)


def thousandths(shares: Shares) -> dict[int, float]:
    """The distribution in whole thousandths, whose sum is exactly 1. These three digits are shown, so that shown sums and differences are right.
    The largest remainders are rounded up."""
    whole = {token: int(share * 1000 + 1e-9) for token, share in shares.items()}
    for token in sorted(shares, key=lambda token: whole[token] - shares[token] * 1000)[: 1000 - sum(whole.values())]:
        whole[token] += 1
    return {token: count / 1000 for token, count in whole.items()}


def kept(p: Shares, q: Shares, token: int) -> float:
    """min(p, q): the probability that the token is guessed and accepted."""
    return min(p.get(token, 0.0), q.get(token, 0.0))


def added(p: Shares, q: Shares, token: int) -> float:
    """Return the probability that a guess is rejected and the token is drawn from the residual. It is the chance of a rejection times the token's
    share of the residual max(0, p - q)."""
    over = {one: max(0.0, p[one] - q.get(one, 0.0)) for one in p}
    rejected = 1.0 - sum(kept(p, q, one) for one in p)
    total = sum(over.values())
    return rejected * over.get(token, 0.0) / total if total > 0 else 0.0


def stack(p: Shares, q: Shares, tokens: Sequence[int], names: Mapping[int, str], chosen: int, width: int, rows: int = 0) -> list[Content]:
    """The sums, a bar for each token and one for all others, and the equation of the chosen token."""
    others = [token for token in {*p, *q} if token not in tokens]
    groups = [(quoted(names[token], 10), [token]) for token in tokens] + ([("others", others)] if others else [])
    parts = [_parts(p, q, group) for _, group in groups]
    longest = max([keeps + adds + loses for keeps, adds, loses in parts] + [1e-9])
    wide = max(6, width - LABEL - SUM)
    accepted = sum(kept(p, q, token) for token in p)
    sums = ((KEPT, "accepted", accepted, LOOK_KEPT), (ADDED, "residual", 1 - accepted, LOOK_ADDED), (LOST, "rejected", 1 - accepted, LOOK_LOST))
    bars = [_row(name, part, longest, wide, at == chosen) for at, ((name, _), part) in enumerate(zip(groups, parts))]
    return [
        Content("  ").join(line((f"{mark * 2} {name} {chance(share)}", look)) for mark, name, share, look in sums),
        *spread(bars, rows - 2),
        _equation(p.get(tokens[chosen], 0.0), q.get(tokens[chosen], 0.0), names[tokens[chosen]], width),
    ]


def _parts(p: Shares, q: Shares, group: Sequence[int]) -> tuple[float, float, float]:
    """Accepted, added by the residual, and rejected guesses of some tokens."""
    keeps, adds = sum(kept(p, q, token) for token in group), sum(added(p, q, token) for token in group)
    return keeps, adds, sum(max(0.0, q.get(token, 0.0) - p.get(token, 0.0)) for token in group)


def _row(name: str, parts: tuple[float, float, float], longest: float, wide: int, chosen: bool) -> list[str | Cell | Content]:
    ends = [round(sum(parts[: at + 1]) / longest * wide) for at in range(3)]
    cells = [ends[0], ends[1] - ends[0], ends[2] - ends[1]]
    bars = [(mark * count, look) for mark, count, look in zip((KEPT, ADDED, LOST), cells, (LOOK_KEPT, LOOK_ADDED, LOOK_LOST))]
    keeps, adds, _ = parts
    said = f"  {_number(keeps)} + {_number(adds)} = {_number(keeps + adds)}"
    return [(f"{'▸ ' if chosen else '  '}{name:<{LABEL - 2}}", "bold" if chosen else "$foreground"), *bars, " " * (wide - ends[2]), said]


def _equation(p: float, q: float, name: str, width: int) -> Content:
    """Draw the sum of the two shares of p, in a line of at most `width` columns. The token's name is cut to the room, or left out."""
    shares, total = f": min({chance(p)}, {chance(q)}) + max(0, {chance(p)} - {chance(q)}) = ", chance(p)
    room = width - len(shares) - len(total) - len(IS_P)
    return line((quoted(name, min(7, room)) + shares if room > 4 else shares.lstrip(": "), "$foreground"), (total, LOOKS["own"]), (IS_P, "bold"))


def _number(value: float) -> str:
    return chance(value) if value > 0 else f"{'0':<{DIGITS + 1}}"


@page("residual", "The residual", "warm")
def residual(course: Course) -> tuple[Step, ...]:
    shown = sampled_round(course)
    at = shown.accepted
    p, q = thousandths(dict(shown.top_p[at])), thousandths(dict(shown.top_q[at]))
    left = residual_of(p, q)
    wrong, right = shown.draft[at], shown.tokens[-1]
    names = {token: named(shown.names[token]) for token in (*p, *q)}
    tokens = likeliest(p, q)
    chosen, seed = course.turned.get("position", 0) % len(tokens), course.turned.get("rule", 0)
    mine, theirs = (thousandths(nudged(shares, tokens, name, course.turned)) for name, shares in (("p", p), ("q", q)))
    return (
        Step(
            f"{names[wrong]} was rejected, so the target writes this token itself. Drawing it from p would be wrong: tokens that the drafter favours "
            "already had their chance as guesses. What is left is the part of p *above* q: the *residual*, max(0, p - q).",
            lambda width, rows: pairs([(shown.names[token], p.get(token, 0.0), q.get(token, 0.0)) for token in tokens], width, ("target p", "drafter q"), rows),
            Question("Which of these tokens can be written here now?", (names[wrong], names[right], "both"), names[right]),
        ),
        Step(
            "Only tokens with p above q have anything left. Scaled to a sum of 1, the residual is the distribution that the token is drawn from: "
            f"here it was {named(own_text(shown) or '')}.",
            lambda width, rows: _residual(shown, p, q, thousandths(left), width, rows),
        ),
        Step(
            "Why this is exact: a token is guessed and accepted with probability *min(p, q)*. The residual adds *max(0, p - q)*: as much is rejected "
            "in all as is still missing from p. For every token: *min(p, q) + max(0, p - q) = p*.",
            lambda width, rows: stack(mine, theirs, tokens, shown.names, chosen, width, rows),
            todo="Move p and q: the bars follow, the sums stay.",
            hint="left, right: token   w W: more or less p   q Q: more or less q",
        ),
        Step(
            f"Is the result p? This position, *sampled {ROLLS:,} times*: a guess from q, its test, after a rejection a draw from the residual. "
            "The sample follows p, *exactly*, whatever q is.",
            lambda width, rows: _rolled(shown, mine, roll(mine, theirs, residual_of(mine, theirs), seed), width, rows),
            Question(
                f"A shortcut: draw from p instead. How often is {names[wrong]} then written?",
                ("less often than p says", "as often as p says", "more often than p says"), "more often than p says",
            ),
            hint="R: sample again",
        ),
        Step(
            f"With the shortcut {names[wrong]} gets a *second chance* after its rejection, so it is written *more often* than p says. The text no longer "
            "follows the target's distribution. Real implementations have had this bug.",
            lambda width, rows: _rolled(shown, p, roll(p, q, p, seed), width, rows),
            hint="R: sample again",
        ),
    )


def residual_of(p: Shares, q: Shares) -> Shares:
    """The normalised max(0, p - q)."""
    left = {token: max(0.0, share - q.get(token, 0.0)) for token, share in p.items()}
    total = sum(left.values())
    return {token: share / total for token, share in left.items()} if total > 0 else dict(p)


def roll(p: Shares, q: Shares, left: Shares, seed: int) -> Counter[int]:
    """How often each token was written in ROLLS samples of one position; after a rejection it is drawn from `left`."""
    return _rolls(*(tuple(shares.items()) for shares in (p, q, left)), seed)


@lru_cache(maxsize=8)
def _rolls(p: Items, q: Items, left: Items, seed: int) -> Counter[int]:
    """Kept: every drawing of the page asks for the same ones."""
    rng, counts, mine, theirs = random.Random(seed), Counter(), dict(p), dict(q)
    guesses, spares = (rng.choices(*zip(*shares), k=ROLLS) for shares in (q, left))
    for guess, spare in zip(guesses, spares):
        counts[guess if rng.random() * theirs[guess] < mine.get(guess, 0.0) else spare] += 1
    return counts


def likeliest(p: Shares, q: Shares) -> list[int]:
    """The tokens that either distribution favours."""
    return sorted({*p, *q}, key=lambda token: -max(p.get(token, 0.0), q.get(token, 0.0)))[:ROWS]


def _residual(shown: Round, p: Shares, q: Shares, left: Shares, width: int, rows: int) -> list[Content]:
    wide = max(5, width - 50)
    bars: list[list[str | Cell | Content]] = []
    for token in likeliest(p, q):
        mine, theirs = p.get(token, 0.0), q.get(token, 0.0)
        share, drawn = left.get(token, 0.0), token == shown.tokens[-1]
        bars.append([
            (f"{quoted(shown.names[token], 10):<12}", LOOKS["own"] if drawn else "$foreground"), f"{chance(mine):>6}{chance(theirs):>6}",
            (f"{difference(mine, theirs):>8}   ", "$foreground" if mine > theirs else FAINT),
            bar(share, wide, "$origin-recovered"), f" {chance(share):<5}", ("  drawn", LOOKS["own"]) if drawn else "",
        ])  # fmt: skip
    return [line((f"{'':12}{'p':>6}{'q':>6}{'p - q':>8}   residual", FAINT)), *spread(bars, rows - 1)]


def difference(p: float, q: float) -> str:
    """p - q with its sign, written as probabilities are: -.190."""
    return f"{'+' if p > q else '-' if p < q else ''}{chance(abs(p - q))}"


def _rolled(shown: Round, p: Shares, counts: Counter[int], width: int, rows: int) -> list[Content]:
    drawn = thousandths({token: count / ROLLS for token, count in counts.items()})
    tokens: Sequence[int] = sorted(p, key=lambda token: -p[token])[:ROWS]
    off = max(abs(drawn.get(token, 0.0) - share) for token, share in p.items())
    fair = off < 0.04
    verdict = (f"{'✓' if fair else '✗'} largest difference from p: {chance(off)}", "bold $success" if fair else "bold $warning")
    return stacked(pairs([(shown.names[token], p[token], drawn.get(token, 0.0)) for token in tokens], width, ("target p", "sampled"), rows - 2), [line(verdict)])
