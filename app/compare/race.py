"""A race: two to four settings on one prompt, timed in turn so that they do not share the chip; then the sweep of k and the search for the best
drafter, which ends as such a race. Generators for the engine's thread."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generator, Iterator, Literal, Mapping, Sequence

from specdeck.decoding.types import MLX_LM, PLAIN, Event, Round, Settings

from ..budget import Amounts, Budget, ReplyCost, cut_words, progress_words
from ..chat.reply import Reply, reply_of
from ..chat.wording import choice_words
from ..drawing.figures import counted
from ..engine.this_machine import Crowd
from .best import DROPPED, KEPT, TURNS, Best, best_of, finalists, most_pairs, next_to_measure
from .result import WARM_UP_TOKENS, Comparison, Run, Speed, best_two, is_plain, median, ratio

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

Letter = Literal["a", "b", "c", "d"]
LETTERS: tuple[Letter, ...] = ("a", "b", "c", "d")
Sides = Mapping[Letter, Settings]  # the first two to four letters; A is what the others are held against
KS, FEW_KS = (1, 2, 3, 4, 5, 6, 8), (2, 4, 8)  # of a sweep
SHOWN_TOKENS = 64  # of a side's first run, if it is shown while it is written
LEAST_TOKENS = 32  # of a timed reply: fewer tell little of a text
FIRST_RUNS = 0.25  # of the budget: what both first runs may take, where the machine's pace is known before
AGAIN = 4  # further turns at most of a race with a doubtful speed-up
BEST_TOKENS = 5  # of a place, on a page
EVERY = 0.1  # seconds of a reply between two reports of its progress: what they take is taken from its pace
ENDED = "stop"  # a reply that ended by itself: another run of it is no longer

Rates = tuple[float, float]  # tokens per second of side A and of another setting, in one turn


@dataclass(frozen=True, slots=True)
class Terms:
    """What is written and for how long. `asked`: of "runs" and "tokens" those that a person named, which a budget leaves as they are; `more`:
    how a person asks for more time."""

    messages: tuple[Message, ...]
    max_tokens: int
    thinking: bool | None = None
    runs: int = 3
    budget: Budget = Budget(0)
    asked: frozenset[str] = frozenset()
    more: str = "/seconds N for more"


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """What is written now, in words; the share of all that is done, 0 to 1; the seconds until all is, about, None before anything was tried."""

    doing: str
    share: float
    left: float | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """What does not fit the budget, in words."""

    words: str


@dataclass(frozen=True, slots=True)
class FirstRun:
    """An event of a side's first run, which is not timed."""

    letter: Letter
    event: Event


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A timed run of a side is over."""

    letter: Letter
    run: Run


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of side A with each other one, of the runs that all sides have had, and their rates turn by turn, of so many turns wanted;
    `max_tokens`: of each reply; `names`: the target's best tokens at the first differences."""

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


RaceEvent = RaceProgress | Cut | FirstRun | TimedRun | Compared | TimedTurn | Best | Explained


class Halted(Exception):
    """A reply was interrupted: nothing further is tried."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A reply to time. `shown`: the side whose first run it is, if its text is shown as it is written."""

    words: str
    settings: Settings
    most: int
    detail: int = 0
    shown: Letter | None = None
    messages: tuple[Message, ...] = ()  # where they are not those of the terms


class Trials:
    """Timed replies, one after the other, each from cold caches; what they cost tells how long the others take."""

    def __init__(self, engine: Engine, terms: Terms, known: Sequence[Run] = ()) -> None:
        self.spent = 0.0  # seconds
        self.cut_to_budget = False  # what follows these trials is cut to the budget
        self.planned = 0.0  # seconds that these and further trials take at least
        self._engine, self._terms = engine, terms
        self._crowd = Crowd()
        self._waiting: list[Trial] = []
        self._done = 0
        self._costs: dict[Settings, ReplyCost] = {}  # what a reply cost under these settings, when it was last written
        self.longest: dict[Settings, int] = {}  # tokens of a reply that ended by itself
        for run in known:
            self._count(run.settings, run.reply, terms.max_tokens)
        self.spent = 0.0

    def plan(self, trials: Sequence[Trial], done: int = 0) -> None:
        """What is tried next, in this order, after so many others of the same job."""
        self._waiting, self._done = [*trials], done

    def next(self) -> Generator[RaceProgress | FirstRun, None, Run]:
        """Try the next one. Raises Halted if it is interrupted."""
        trial, events, tokens, told = self._waiting[0], list[Event](), 0, 0.0
        yield self._progress(0)
        if self._engine.halted():
            raise Halted
        self._engine.pair.reset()
        self._crowd.share()
        options: dict[str, Any] = {"max_tokens": trial.most, "thinking": self._terms.thinking, "detail": trial.detail}
        for event in self._engine.decode(trial.messages or self._terms.messages, trial.settings, **options):
            events.append(event)
            if trial.shown:
                yield FirstRun(trial.shown, event)
            if isinstance(event, Round):
                tokens += len(event.tokens)
                if event.at - told >= EVERY:
                    told = event.at
                    yield self._progress(tokens)
        run = Run(trial.settings, reply_of(events))
        if run.reply.reason == "interrupted":
            raise Halted
        run.reply.crowd, run.reply.probe = self._crowd.share(), self._engine.probe()
        self._waiting.pop(0)
        self._done += 1
        self._count(trial.settings, run.reply, trial.most)
        return run

    def seconds(self, settings: Settings, tokens: int) -> float:
        """What a reply of so many tokens should take; under settings that were not tried yet, as long as the slowest of the others."""
        costs = [self._costs[settings]] if settings in self._costs else [*self._costs.values()]
        return max((cost.seconds(min(tokens, self.longest.get(settings, tokens))) for cost in costs), default=0.0)

    def _count(self, settings: Settings, reply: Reply, most: int) -> None:
        stats = reply.stats
        self.spent += stats.prompt_seconds + stats.decode_seconds
        self._costs[settings] = ReplyCost.of(stats.prompt_seconds, stats.decode_seconds, stats.emitted)
        if reply.reason == ENDED and stats.emitted < most:
            self.longest[settings] = max(1, stats.emitted)

    def _progress(self, tokens: int) -> RaceProgress:
        trial, total = self._waiting[0], self._done + len(self._waiting)
        left = self._left(tokens)
        words = progress_words(f"{trial.words}, {counted(tokens, 'token')}", self._done + 1, total, left)
        return RaceProgress(words, (self._done + min(1.0, tokens / trial.most)) / total, left)

    def _left(self, tokens: int) -> float | None:
        """Seconds until all is tried, about; None before anything was."""
        if not self._costs:
            return None
        done = self.seconds(self._waiting[0].settings, tokens) if tokens else 0.0
        left = sum(self.seconds(trial.settings, trial.most) for trial in self._waiting) - done
        if self.cut_to_budget and self._terms.budget.seconds:
            left = min(left, self._terms.budget.without(self.spent + done).seconds)
        return max(0.0, left, self.planned - self.spent)


def race(engine: Engine, terms: Terms, sides: Sides, pace: float | None = None, shown: bool = False) -> Iterator[RaceEvent]:
    """A warm-up per side, then all in turn, as many runs and as long as the budget allows by what those took; plain decoding too where side A is
    not plain. Halted, it ends with the runs that all sides have had. `pace`: tokens a second that are expected; `shown`: the first runs are longer
    and their texts are told."""
    trials, step, wanted = Trials(engine, terms), None, Amounts(1, terms.runs, terms.max_tokens)
    try:
        trials.cut_to_budget = True
        first = _first_tokens(terms, len(sides), pace) if shown else WARM_UP_TOKENS
        words = "first runs, not timed" if shown else "warming up"
        warm = [Trial(words, settings, min(terms.max_tokens, first), shown=letter if shown else None) for letter, settings in sides.items()]
        trials.plan([*warm, *_timed(sides, wanted)])
        for _ in sides:
            yield from trials.next()
        trials.cut_to_budget = False
        wanted, cut = _fitting(terms, sides, trials)
        terms = replace(terms, max_tokens=wanted.tokens)
        if cut:
            yield Cut(cut)
        trials.plan(_timed(sides, wanted), done=len(sides))
        if not is_plain(sides["a"]):
            step = yield from trials.next()
    except Halted:
        return
    yield from _in_turn(trials, terms, sides, wanted, step)


def _in_turn(trials: Trials, terms: Terms, sides: Sides, wanted: Amounts, step: Run | None = None) -> Iterator[RaceEvent]:
    """The planned runs, all sides in turn, and further turns while a speed-up is doubtful and the budget has time for one; what they add up to; and
    where a text differs, a look at the target's two best there. `step`: a plain run, where side A is none."""
    runs: dict[Letter, list[Run]] = {letter: [] for letter in sides}
    with suppress(Halted):
        for turn in range(wanted.runs + AGAIN):
            if turn >= wanted.runs:
                if not (terms.budget.seconds and "runs" not in terms.asked and any(one.doubtful for one in _compared(runs, step))):
                    break
                if trials.spent + sum(trials.seconds(settings, wanted.tokens) for settings in sides.values()) > terms.budget.seconds:
                    break
                trials.plan([replace(trial, words=f"again, it was doubtful: {trial.words}") for trial in _timed(sides, replace(wanted, runs=1))[-len(sides) :]])
            for letter in sides:
                runs[letter].append((yield from trials.next()))
                yield TimedRun(letter, runs[letter][-1])
    turns = list(zip(*runs.values()))
    if not turns:
        return
    a, compared = turns[0][0], _compared(runs, step)
    rates = tuple(tuple((turn[0].rate, turn[at].rate) for turn in turns) for at in range(1, len(sides)))
    again = max(0, len(turns) - wanted.runs)  # one that was cut is not among them
    found = Compared(compared, rates, wanted.runs + again, terms.max_tokens, again=again)
    yield found
    different = {at for one in compared if (at := one.first_difference) is not None}
    if not different:
        return
    trials.plan([Trial("checking the first difference", a.settings, max(different) + 1, detail=2)])
    try:
        rounds = (yield from trials.next()).reply.rounds
    except Halted:
        return
    looks = [(one, ((), None) if (at := one.first_difference) is None else best_two(rounds, at)) for one in compared]
    checked = tuple(replace(one, best=best, step=step) for one, (best, step) in looks)
    yield replace(found, comparisons=checked, names={token: text for round_ in rounds for token, text in round_.names.items()})


def _compared(runs: Mapping[Letter, Sequence[Run]], step: Run | None) -> tuple[Comparison, ...]:
    """What the runs that all sides have had add up to, by side but A."""
    a, *others = zip(*zip(*runs.values()))
    shown, crowds = median(a), [[run.reply.crowd for pair in zip(a, b) for run in pair] for b in others]
    seconds = (step or shown).round_seconds
    return tuple(Comparison(shown, median(b), tuple(ratio(one.rate, base.rate) for base, one in zip(a, b)), seconds, crowds=tuple(took)) for b, took in zip(others, crowds))


def _timed(sides: Sides, amounts: Amounts) -> list[Trial]:
    plain = replace(sides["a"], drafter=PLAIN, k=0)
    step = [] if is_plain(sides["a"]) else [Trial("plain decoding, to measure the block cost", plain, amounts.tokens)]
    return step + [Trial(f"side {letter.upper()}", settings, amounts.tokens) for _ in range(amounts.runs) for letter, settings in sides.items()]


def _first_tokens(terms: Terms, sides: int, pace: float | None) -> int:
    """The tokens of a first run that is shown: fewer where all would take too much of the budget."""
    seconds = FIRST_RUNS * terms.budget.seconds / sides
    return max(WARM_UP_TOKENS, min(SHOWN_TOKENS, int(seconds * pace))) if pace and seconds else SHOWN_TOKENS


def _fitting(terms: Terms, sides: Sides, trials: Trials) -> tuple[Amounts, str]:
    """After all first runs: the runs of a comparison, as many and as long as fit, and what does not in words."""
    most, plain = terms.max_tokens, not is_plain(sides["a"])
    least = Amounts(1, terms.runs if "runs" in terms.asked else 1, most if "tokens" in terms.asked else min(most, LEAST_TOKENS))

    def cost(amounts: Amounts) -> float:
        taken = [trials.seconds(settings, amounts.tokens) for settings in sides.values()]
        return amounts.runs * sum(taken) + plain * taken[0]

    found = terms.budget.without(trials.spent).amounts(Amounts(1, terms.runs, most), least, cost)
    longest = max(trials.longest.get(settings, most) for settings in sides.values())  # a text that ended is not cut
    return found, cut_words(found, Amounts(1, terms.runs, min(most, max(longest, found.tokens))), terms.budget, terms.more)


def sweep(engine: Engine, terms: Terms, found: Comparison, turns: int) -> Iterator[RaceEvent]:
    """Side B at every other k, so many turns. Where the budget does not allow that, fewer turns and shorter replies, then a few ks."""
    trials, b = Trials(engine, terms, (found.a, found.b)), found.b.settings
    wanted, least = Amounts(1, turns, terms.max_tokens), Amounts(1, 1, min(terms.max_tokens, LEAST_TOKENS))

    def cost(amounts: Amounts) -> float:
        return amounts.runs * sum(k != b.k for k in KS) * _pair_seconds(trials, found, amounts.tokens)

    fit = terms.budget.amounts(wanted, least, cost)
    ks, few_ks = (KS, []) if not 0 < terms.budget.seconds < cost(fit) else (FEW_KS, [f"k {', '.join(map(str, FEW_KS))} alone"])
    if cut := cut_words(fit, wanted, terms.budget, terms.more, few_ks):
        yield Cut(cut)
    with suppress(Halted):
        yield from measured(trials, found, [replace(b, k=k) for k in ks if k != b.k], fit.tokens, fit.runs)


def search(engine: Engine, terms: Terms, found: Comparison, rates: Mapping[Settings, Sequence[Rates]], drafters: Sequence[str]) -> Iterator[RaceEvent]:
    """The search for the fastest of these drafters and its k. `rates`: of all that was measured on this prompt. While the budget has time for a race,
    more is measured; it ends as that race of the fastest few against side A, and with a Best of it."""
    trials, b = Trials(engine, terms, (found.a, found.b)), found.b.settings
    known = {settings: [*turns] for settings, turns in rates.items() if settings != b or not is_plain(b)}
    wanted, least = Amounts(1, TURNS, terms.max_tokens), Amounts(1, 1, min(terms.max_tokens, LEAST_TOKENS))
    pairs = max(1, most_pairs(drafters) - len(known))

    def race_seconds(amounts: Amounts) -> float:
        return amounts.runs * (1 + KEPT) / 2 * _pair_seconds(trials, found, amounts.tokens)

    def cost(amounts: Amounts) -> float:
        return pairs * _pair_seconds(trials, found, amounts.tokens) + race_seconds(amounts)

    fit = terms.budget.amounts(wanted, least, cost)
    trials.planned = min(cost(fit), terms.budget.seconds or cost(fit))
    if cut := cut_words(fit, wanted, terms.budget, terms.more):
        yield Cut(cut)
    late = False
    try:
        while not late and (further := next_to_measure(b, drafters, _speeds(known))):
            for event in measured(trials, found, further, fit.tokens):
                yield event
                if isinstance(event, TimedTurn):
                    known.setdefault(event.settings, []).append(event.rates)
                    if late := 0 < terms.budget.seconds < trials.spent + race_seconds(fit):
                        break
    except Halted:
        return
    if not (fastest := finalists(_speeds(known))):
        yield Best(None)
        return
    sides: Sides = dict(zip(LETTERS, [found.a.settings, *fastest]))
    trials.plan(_timed(sides, fit))
    raced = None
    for event in _in_turn(trials, terms, sides, fit):
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
    trials, found = Trials(engine, terms, runs), dict[int, Reply]()
    told = {at: run for at, run in enumerate(runs) if run.settings.drafter != MLX_LM and run.ids}
    trials.plan([Trial("writing it once more with the best tokens", run.settings, len(run.ids), detail=BEST_TOKENS) for run in told.values()])
    with suppress(Halted):
        for at, run in told.items():
            reply = (yield from trials.next()).reply
            found |= {at: reply} if reply.ids == tuple(run.ids) else {}
    yield Explained(found)


def measured(trials: Trials, found: Comparison, settings: Sequence[Settings], most: int, turns: int = 1) -> Iterator[RaceEvent]:
    """These settings, each after a run of side A: so many turns, every other one backwards. Raises Halted."""
    order = [b for turn in range(turns) for b in settings[:: -1 if turn % 2 else 1]]
    sides = [(letter, setting) for b in order for letter, setting in (("A", found.a.settings), ("B", b))]
    trials.plan([Trial(f"side {letter}, {choice_words(setting)}", setting, most) for letter, setting in sides])
    for b in order:
        base, tried = (yield from trials.next()), (yield from trials.next())
        yield TimedTurn(b, (base.rate, tried.rate))


def _pair_seconds(trials: Trials, found: Comparison, tokens: int) -> float:
    """What a run of each side takes."""
    return sum(trials.seconds(run.settings, tokens) for run in (found.a, found.b))
