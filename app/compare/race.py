"""A race times two to four settings on one prompt in turn, so that they do not share the chip. A sweep of k and a search for the best drafter build
on it; the search ends with a race. Generators for the engine's thread."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..budget import Amounts, Budget, cut_words
from ..chat.reply import Reply
from ..chat.wording import choice_words
from .best import DROPPED, KEPT, TURNS, Best, best_of, finalists, most_pairs, next_to_measure
from .result import LETTERS, WARM_UP_TOKENS, Comparison, Letter, Run, Sides, Speed, best_two, is_plain, median, ratio
from .timed_replies import FirstRun, Halted, JobProgress, Meter, Trial

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

KS, FEW_KS = (1, 2, 3, 4, 5, 6, 8), (2, 4, 8)  # of a sweep
SHOWN_TOKENS = 64  # of a side's first run, if it is shown while it is written
LEAST_TOKENS = 32  # of a timed reply: fewer tell little of a text
FIRST_RUNS = 0.25  # of the budget: what all first runs may take, where the machine's pace is known before
AGAIN = 4  # further turns at most of a race with a doubtful speed-up
BEST_TOKENS = 5  # of a place, on a page

Rates = tuple[float, float]  # tokens per second of side A and of another setting, in one turn


@dataclass(frozen=True, slots=True)
class Terms:
    """What is written and for how long. `asked`: "runs" and "tokens" if a person named them. A budget leaves these as they are. `more`: how a person
    asks for more time."""

    messages: tuple[Message, ...]
    max_tokens: int
    thinking: bool | None = None
    runs: int = 3
    budget: Budget = Budget(0)
    asked: frozenset[str] = frozenset()
    more: str = "/seconds N for more"

    def trial(self, words: str, settings: Settings, detail: int = 0) -> Trial:
        """A reply under these settings."""
        return Trial(words, settings, self.messages, self.max_tokens, detail)

    def turn(self, sides: Sides) -> list[Trial]:
        """A reply of each side."""
        return [self.trial(f"side {letter.upper()}", settings) for letter, settings in sides.items()]


@dataclass(frozen=True, slots=True)
class Cut:
    """What does not fit the budget, in words."""

    words: str


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A timed run of a side is over."""

    letter: Letter
    run: Run


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of side A with each other side over the runs that all have had. It holds their rates turn by turn, and the number `wanted` of
    turns. `max_tokens`: the limit of each reply. `names`: the target's best tokens at the first differences."""

    comparisons: tuple[Comparison, ...]
    rates: tuple[tuple[Rates, ...], ...]
    wanted: int
    max_tokens: int
    names: Mapping[int, str] = field(default_factory=dict)
    again: int = 0  # turns that were added because a speed-up was doubtful


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A setting was measured once more, after a run of side A."""

    settings: Settings
    rates: Rates


@dataclass(frozen=True, slots=True)
class Explained:
    """Replies of the same texts with the target's and the drafter's best tokens of each place, by side; not timed."""

    replies: Mapping[int, Reply]


RaceEvent = JobProgress | Cut | FirstRun | TimedRun | Compared | TimedTurn | Best | Explained


def race(engine: Engine, terms: Terms, sides: Sides, pace: float | None = None, shown: bool = False) -> Iterator[RaceEvent]:
    """A warm-up per side, then all in turn, with as many and as long runs as the budget allows. Plain decoding runs too where side A is not
    plain. Halted, it ends with the runs that all sides have had. `pace`: tokens a second that are expected; `shown`: the first runs are longer
    and their texts are reported."""
    meter, step, words = Meter(engine, terms.budget, terms.thinking), None, "first runs, not timed" if shown else "warming up"
    room = FIRST_RUNS * terms.budget.seconds / len(sides) * (pace or 0)  # tokens of a first run that is shown: fewer where all would take too much
    first = min(terms.max_tokens, (max(WARM_UP_TOKENS, min(SHOWN_TOKENS, int(room))) if room else SHOWN_TOKENS) if shown else WARM_UP_TOKENS)
    warm = [Trial(words, settings, terms.messages, first, shown=letter if shown else None) for letter, settings in sides.items()]
    try:
        meter.plan([*warm, *_plain(terms, sides), *terms.turn(sides) * terms.runs])
        meter.cut_to_budget = True
        for trial in warm:
            yield from meter.time(trial)
        meter.cut_to_budget = False
        fit, wanted = _fitting(terms, sides, meter)
        terms = replace(terms, max_tokens=fit.tokens, runs=fit.runs)
        meter.plan([*_plain(terms, sides), *terms.turn(sides) * terms.runs], done=len(sides))
        for trial in _plain(terms, sides):
            step = yield from meter.time(trial)
    except Halted:
        return
    for event in _in_turn(meter, terms, sides, step):
        yield event
        if isinstance(event, Compared) and (cut := cut_words(replace(fit, runs=event.wanted), wanted, terms.budget, terms.more)):
            yield Cut(cut)
            wanted = fit  # it is said once


def _in_turn(meter: Meter, terms: Terms, sides: Sides, step: Run | None = None) -> Iterator[RaceEvent]:
    """The planned runs, all sides in turn, and further turns while a speed-up is doubtful and the budget has time. Then their comparison, and
    where a text differs, the target's two best tokens there. `step`: a plain run, where side A is not plain."""
    runs: dict[Letter, list[Run]] = {letter: [] for letter in sides}
    with suppress(Halted):
        for turn in range(terms.runs + AGAIN):
            trials = terms.turn(sides)
            if turn >= terms.runs:
                fit = meter.turns_that_fit(trials, terms.runs + AGAIN - turn)
                if "runs" in terms.asked or not fit or not any(one.doubtful for one in _compared(runs, step)):
                    break
                trials = [replace(trial, words=f"again, it was doubtful: {trial.words}") for trial in trials]
                meter.plan(trials, meter.done, fit - 1, at_most=True)
            for letter, trial in zip(sides, trials):
                runs[letter].append((yield from meter.time(trial)))
                yield TimedRun(letter, runs[letter][-1])
    turns = list(zip(*runs.values()))
    if not turns:
        return
    compared = _compared(runs, step)
    rates = tuple(tuple((turn[0].rate, turn[at].rate) for turn in turns) for at in range(1, len(sides)))
    again = max(0, len(turns) - terms.runs)  # without the cut one
    found = Compared(compared, rates, terms.runs + again, terms.max_tokens, again=again)
    yield found
    different = [at for one in compared if (at := one.first_difference) is not None]
    if not different:
        return
    look = Trial("checking the first difference", turns[0][0].settings, terms.messages, max(different) + 1, detail=2)
    meter.plan([look])
    with suppress(Halted):
        rounds = (yield from meter.time(look)).reply.rounds
        looks = [(one, ((), None) if (at := one.first_difference) is None else best_two(rounds, at)) for one in compared]
        checked = tuple(replace(one, best=best, step=step) for one, (best, step) in looks)
        yield replace(found, comparisons=checked, names={token: text for round_ in rounds for token, text in round_.names.items()})


def _compared(runs: Mapping[Letter, Sequence[Run]], step: Run | None) -> tuple[Comparison, ...]:
    """What the runs that all sides have had add up to, by side but A."""
    a, *others = zip(*zip(*runs.values()))
    shown, crowds = median(a), [[run.reply.crowd for pair in zip(a, b) for run in pair] for b in others]
    seconds = (step or shown).round_seconds
    return tuple(Comparison(shown, median(b), tuple(ratio(one.rate, base.rate) for base, one in zip(a, b)), seconds, crowds=tuple(took)) for b, took in zip(others, crowds))


def _plain(terms: Terms, sides: Sides) -> list[Trial]:
    """A plain reply, where side A is none."""
    return [] if is_plain(sides["a"]) else [terms.trial("plain decoding, to measure the block cost", replace(sides["a"], drafter=PLAIN, k=0))]


def _fitting(terms: Terms, sides: Sides, meter: Meter) -> tuple[Amounts, Amounts]:
    """Return the fitting and the wanted amounts of a comparison after all first runs: its number and length of runs."""
    most = terms.max_tokens
    least = Amounts(1, terms.runs if "runs" in terms.asked else 1, most if "tokens" in terms.asked else min(most, LEAST_TOKENS))

    def cost(amounts: Amounts) -> float:
        fitting = replace(terms, max_tokens=amounts.tokens)
        return meter.seconds([*_plain(fitting, sides), *fitting.turn(sides) * amounts.runs])

    found = terms.budget.without(meter.spent).amounts(Amounts(1, terms.runs, most), least, cost)
    longest = max(map(meter.length, terms.turn(sides)))  # a text that ended is not cut
    return found, Amounts(1, terms.runs, min(most, max(longest, found.tokens)))


def sweep(engine: Engine, terms: Terms, found: Comparison, turns: int) -> Iterator[RaceEvent]:
    """Side B at every other k, so many turns. Where the budget does not allow that, fewer turns and shorter replies, then a few ks."""
    meter, b = _knowing(engine, terms, (found.a, found.b)), found.b.settings
    wanted, least = Amounts(1, turns, terms.max_tokens), Amounts(1, 1, min(terms.max_tokens, LEAST_TOKENS))

    def cost(amounts: Amounts) -> float:
        return amounts.runs * sum(k != b.k for k in KS) * _pair_seconds(meter, terms, found, amounts.tokens)

    fit = terms.budget.amounts(wanted, least, cost)
    ks, few_ks = (KS, []) if not 0 < terms.budget.seconds < cost(fit) else (FEW_KS, [f"k {', '.join(map(str, FEW_KS))} alone"])
    if cut := cut_words(fit, wanted, terms.budget, terms.more, few_ks):
        yield Cut(cut)
    with suppress(Halted):
        yield from _measured(meter, replace(terms, max_tokens=fit.tokens), found.a.settings, [replace(b, k=k) for k in ks if k != b.k], fit.runs)


def search(engine: Engine, terms: Terms, found: Comparison, rates: Mapping[Settings, Sequence[Rates]], drafters: Sequence[str]) -> Iterator[RaceEvent]:
    """The search for the fastest of these drafters and its k. `rates`: of all that was measured on this prompt. More is measured while the budget has
    time for a race. The search ends with that race of the fastest few against side A, and with the Best."""
    meter, b = _knowing(engine, terms, (found.a, found.b)), found.b.settings
    known = {settings: [*turns] for settings, turns in rates.items() if settings != b or not is_plain(b)}
    wanted, least = Amounts(1, TURNS, terms.max_tokens), Amounts(1, 1, min(terms.max_tokens, LEAST_TOKENS))
    pairs = max(1, most_pairs(drafters) - len(known))

    def race_seconds(amounts: Amounts) -> float:
        return amounts.runs * (1 + KEPT) / 2 * _pair_seconds(meter, terms, found, amounts.tokens)

    def cost(amounts: Amounts) -> float:
        return pairs * _pair_seconds(meter, terms, found, amounts.tokens) + race_seconds(amounts)

    fit = terms.budget.amounts(wanted, least, cost)
    again = AGAIN if terms.budget.seconds and "runs" not in terms.asked else 0
    meter.least, meter.most = min(cost(fit), terms.budget.seconds or cost(fit)), 2 * pairs + (fit.runs + again) * (1 + KEPT)
    if cut := cut_words(fit, wanted, terms.budget, terms.more):
        yield Cut(cut)
    terms, late = replace(terms, max_tokens=fit.tokens, runs=fit.runs), False
    try:
        while not late and (further := next_to_measure(b, drafters, _speeds(known))):
            for event in _measured(meter, terms, found.a.settings, further):
                yield event
                if isinstance(event, TimedTurn):
                    known.setdefault(event.settings, []).append(event.rates)
                    if late := 0 < terms.budget.seconds < meter.spent + race_seconds(fit):
                        break
    except Halted:
        return
    if not (fastest := finalists(_speeds(known))):
        yield Best(None)
        return
    sides: Sides = dict(zip(LETTERS, [found.a.settings, *fastest]))
    meter.plan(terms.turn(sides) * terms.runs, meter.done)
    raced = None
    for event in _in_turn(meter, terms, sides):
        raced = event if isinstance(event, Compared) else raced
        yield event
    if raced and len(raced.rates[0]) >= fit.runs:
        best = best_of([one.speed for one in raced.comparisons])
        near = [one for one in raced.comparisons if one.speed == best.speed or not best.speed and one.speed.times >= DROPPED]  # a slower one is slower on any machine
        yield replace(best, doubtful=next((one.doubtful for one in near if one.doubtful), None))


def _speeds(rates: Mapping[Settings, Sequence[Rates]]) -> Mapping[Settings, Speed]:
    return {settings: Speed.of(settings, turns) for settings, turns in rates.items()}


def explain(engine: Engine, terms: Terms, runs: Sequence[Run]) -> Iterator[RaceEvent]:
    """Write the replies of these sides once more, with the best tokens. One whose text comes out otherwise, or that is halted, is left out."""
    meter, found, words = _knowing(engine, terms, runs), dict[int, Reply](), "writing it once more with the best tokens"
    told = [(at, run) for at, run in enumerate(runs) if run.settings.drafter != MLX_LM and run.ids]
    trials = [Trial(words, run.settings, terms.messages, len(run.ids), detail=BEST_TOKENS) for _, run in told]
    meter.plan(trials)
    with suppress(Halted):
        for (at, run), trial in zip(told, trials):
            reply = (yield from meter.time(trial)).reply
            found |= {at: reply} if reply.ids == tuple(run.ids) else {}
    yield Explained(found)


def _measured(meter: Meter, terms: Terms, a: Settings, others: Sequence[Settings], turns: int = 1) -> Iterator[RaceEvent]:
    """These settings, each after a run of side A: so many turns, every other one backwards. Raises Halted."""
    order = [b for turn in range(turns) for b in others[:: -1 if turn % 2 else 1]]
    pairs = [[terms.trial(f"side {letter}, {choice_words(settings)}", settings) for letter, settings in (("A", a), ("B", b))] for b in order]
    meter.plan([trial for pair in pairs for trial in pair], meter.done)
    for b, (first, second) in zip(order, pairs):
        base, tried = (yield from meter.time(first)), (yield from meter.time(second))
        yield TimedTurn(b, (base.rate, tried.rate))


def _knowing(engine: Engine, terms: Terms, runs: Sequence[Run]) -> Meter:
    """A meter that knows what these runs took."""
    meter = Meter(engine, terms.budget, terms.thinking)
    for run in runs:
        meter.learn(terms.trial("", run.settings), run.reply)
    return meter


def _pair_seconds(meter: Meter, terms: Terms, found: Comparison, tokens: int) -> float:
    """What a run of each side takes."""
    return meter.seconds(replace(terms, max_tokens=tokens).turn({"a": found.a.settings, "b": found.b.settings}))
