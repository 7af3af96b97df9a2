"""The rows of a bench: the arms that decode in each turn, and their figures under the names of `bench --json`."""

from __future__ import annotations

import statistics
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterator, Mapping, NamedTuple, Sequence

from specdeck.decoding import RateEstimator, before_loop, common_prefix, pooled, types
from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.drafters import LEARNER_NAMES, NAMES
from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.rules import texts_agree
from specdeck.decoding.types import MLX_LM, SEEDS, Settings, Stats

from ..budget import Amounts, Budget, cut_words
from ..chat.drafter_health import Counts
from ..chat.reply import Reply
from ..compare.result import Speed, ratio
from ..compare.timed_replies import FirstRun, Halted, JobProgress, Meter, Trial
from ..drawing.figures import counted, pace
from ..engine.this_machine import doubt
from ..records.export import others_names
from ..terminal.streams import ProgressLine, complain
from .run import Notes

if TYPE_CHECKING:
    from ..engine.engine import Engine

AGAIN = 3  # further turns at most of a group with a doubtful speed-up
LEAST_WARM_UP = 2  # tokens, where LEAST_TOKENS take long
WARM_UP = 1 / 8  # of the budget: the most that warming up may take
LEAST_TOKENS = 24  # of a reply: fewer tell little of a text, and of what its tokens cost
USUAL_K = 4  # the k that is measured where there is time for one
LENGTHS = ("short", "middle", "long")  # how a prompt's name begins


class Group(NamedTuple):
    """What is compared with each other: the same prompts at the same temperature."""

    workload: str
    temperature: float
    rule: str


class Arm(NamedTuple):
    """A drafter and its k; k is 0 for plain."""

    drafter: str
    k: int

    def __str__(self) -> str:
        return f"{self.drafter} k={self.k}" if self.k else "plain" if self == PLAIN else self.drafter


PLAIN = Arm(types.PLAIN, 0)


class BenchReply(NamedTuple):
    """The record of a reply. `stats`: without its loop. `looped`: how many tokens only repeat others. `probe`: the machine's speed after it. `crowd`:
    what other programs took of the processors meanwhile."""

    stats: Stats
    ids: tuple[int, ...]
    prompt_tokens: int
    looped: int = 0
    probe: float | None = None
    crowd: float | None = None

    @classmethod
    def of(cls, reply: Reply) -> BenchReply:
        start, looped = (reply.loop.start, reply.loop.tokens) if reply.loop else (None, 0)
        return cls(before_loop(reply.stats, reply.rounds, start), reply.ids, reply.prompt_tokens, looped, reply.probe, reply.crowd)


Turn = Sequence[BenchReply]  # all prompts of a group, decoded once by one arm


class Table:
    """Turns by group, arm and number; plain decoding is the first arm of each group. The rows of a group are made of the same turns, so that
    their rates can be divided."""

    def __init__(self) -> None:
        self._turns: dict[Group, dict[Arm, dict[int, Turn]]] = {}

    def add(self, group: Group, arm: Arm, turn: int, replies: Turn) -> None:
        self._turns.setdefault(group, {PLAIN: {}}).setdefault(arm, {})[turn] = replies

    def drop(self, arm: Arm) -> None:
        """Forget the turns of an arm that failed: it has fewer than the others."""
        for arms in self._turns.values():
            arms.pop(arm, None)

    def doubtful(self) -> list[Group]:
        """The groups with a doubtful row."""
        return [group for group in self._turns if any(row["doubtful"] for row in self._rows(group))]

    @property
    def turns(self) -> int:
        """The number of turns of the row with the most."""
        return max((len(turns) for arms in self._turns.values() for turns in arms.values()), default=0)

    def rates(self, group: Group) -> dict[Arm, list[float]]:
        """Tokens per second of every arm, turn by turn, over the turns that all of them took."""
        arms = self._turns[group]
        return {arm: [_rate(turns[number]) for number in _shared(arms)] for arm, turns in arms.items()}

    def counts(self) -> dict[str, Counts]:
        """By drafter, accepted and drafted guesses by position over all its turns."""
        replies: dict[str, list[Stats]] = {}
        for arms in self._turns.values():
            for arm, turns in arms.items():
                replies.setdefault(arm.drafter, []).extend(reply.stats for turn in turns.values() for reply in turn)
        return {name: pooled(stats).by_position for name, stats in replies.items()}

    def rows(self) -> list[dict[str, Any]]:
        """The rows of `bench --json`, plain first in every group. An arm that failed has none."""
        return [row for group in self._turns for row in self._rows(group)]

    def _rows(self, group: Group) -> list[dict[str, Any]]:
        arms = self._turns[group]
        shared = _shared(arms)
        return [row(group, arm, [(turns[number], arms[PLAIN][number]) for number in shared]) for arm, turns in arms.items() if shared]


def _shared(arms: Mapping[Arm, Mapping[int, Turn]]) -> list[int]:
    """The numbers of the turns that all of them took."""
    return sorted(set.intersection(*map(set, arms.values())))


def _rate(turn: Turn) -> float:
    """Tokens per second over all prompts."""
    return pooled(reply.stats for reply in turn).tokens_per_second


def row(group: Group, arm: Arm, turns: Sequence[tuple[Turn, Turn]]) -> dict[str, Any]:
    """One arm's figures, from pairs of its turn and plain's. Counts are pooled, and rates are medians over the turns, rounded as they are shown. The
    speed-up is the quotient of the rates. Its spread comes from the single turns. Seconds are means per round."""
    replies, both = [reply for turn, _ in turns for reply in turn], [reply for pair in turns for turn in pair for reply in turn]
    stats, rounds = pooled(reply.stats for reply in replies), max(1, sum(reply.stats.rounds for reply in replies))
    rate, plain = (float(pace(statistics.median(map(_rate, side)))) for side in zip(*turns))
    speed = Speed(Settings(drafter=arm.drafter, k=arm.k), rate, plain, tuple(ratio(_rate(turn), _rate(other)) for turn, other in turns))
    pairs = [(mine.ids, its.ids) for turn, other in turns for mine, its in zip(turn, other, strict=True)]
    may_be_compared = group.temperature == 0 or (texts_agree({group.rule}, group.temperature) and arm.drafter != MLX_LM)
    return {
        "workload": group.workload,
        "drafter": arm.drafter,
        "k": arm.k,
        "temperature": group.temperature,
        "rule": group.rule,
        "prompt_tokens": round(statistics.mean(reply.prompt_tokens for reply in replies)),
        "tokens_per_second": rate,
        "speedup": speed.times,
        "spread": [*speed.spread] or [speed.times] * 2,
        "acceptance_rate": stats.acceptance_rate,
        "acceptance_per_tested": stats.acceptance_per_tested,
        "acceptance_by_position": list(stats.acceptance_by_position),
        "tokens_per_round": stats.tokens_per_round,
        "draft_seconds": stats.draft_seconds / rounds,
        "verify_seconds": stats.verify_seconds / rounds,
        "identical": sum(common_prefix(mine, its) for mine, its in pairs) if may_be_compared else None,
        "of": sum(max(len(mine), len(its)) for mine, its in pairs),
        **others_names(stats),
        "looped": sum(reply.looped for reply in replies),
        "doubtful": doubt([reply.probe for reply in both], speed.times, stats.tokens_per_round, speed.ratios, [reply.crowd for reply in both]),
    }


def is_plain(row: dict[str, Any]) -> bool:
    """Whether it is the row that the others of its group are divided by."""
    return row["drafter"] == PLAIN.drafter


@dataclass(frozen=True)
class BenchPlan:
    """What to measure. `settings`: all but drafter, k, temperature and seed. `asked`: drafters, by name, folder or hub name. `amounts`: prompts of a
    workload (0: all), turns of the whole table, and the most tokens of a reply. `named`: the words of "prompts", "runs", "tokens", "ks" and
    "temperatures" that a person set. A budget leaves these as they are."""

    settings: Settings
    workloads: tuple[str, ...]
    ks: tuple[int, ...]
    temperatures: tuple[float, ...]
    asked: tuple[str, ...]
    amounts: Amounts
    thinking: bool | None = None
    against: str | None = None  # MLX_LM: its generators are measured too
    budget: Budget = Budget(0)
    named: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for temperature in self.temperatures:
            replace(self.settings, temperature=temperature)  # raises SettingsError

    def arms(self, pair: Any) -> list[Arm]:
        """Plain decoding, each drafter that was asked for with each k (one may have two names), and mlx-lm's generators."""
        named = {*self.asked, *(pair.paths if set(self.asked) - set(NAMES) else ())}  # the drafters that were loaded from files
        own = dict.fromkeys(drafter.name for drafter in pair.drafters.values())
        drafters = [name for name in own if name != PLAIN.drafter and named & {name, name.partition(":")[0]}]
        others = [Arm(MLX_LM, k) for k in (0, *(self.ks if "model" in pair.drafters else ()))] if self.against else []
        return [PLAIN] + [Arm(name, k) for name in drafters for k in self.ks] + others

    def groups(self) -> list[Group]:
        """The groups to compare: workload by temperature."""
        return [Group(name, temperature, self.settings.rule) for name in self.workloads for temperature in self.temperatures]

    def fitting(self, seconds: Callable[[BenchPlan], float], budget: Budget) -> tuple[BenchPlan, str]:
        """Return the part of this plan that fits the budget, and in words what does not. Temperatures and ks are cut first, then prompts, runs and
        tokens. Values that a person set are kept. `seconds`: what a plan takes."""
        wanted, tables = self.amounts, [self]
        if "temperatures" not in self.named:
            tables.append(replace(self, temperatures=self.temperatures[:1]))
        if "ks" not in self.named:
            tables.append(replace(tables[-1], ks=(USUAL_K,)))

        def least(runs: int, tokens: int) -> Amounts:
            some = {"prompts": 1, "runs": min(runs, wanted.runs), "tokens": min(wanted.tokens, max(LEAST_TOKENS, tokens))}
            return replace(wanted, **{name: value for name, value in some.items() if name not in self.named})

        enough = least(2, wanted.tokens // 2)  # with which a table is worth its time
        table = budget.first_fitting(tables, lambda table: seconds(replace(table, amounts=enough)))
        found = budget.amounts(wanted, least(1, LEAST_TOKENS), lambda some: seconds(replace(table, amounts=some)))
        left_out = [f"T={table.temperatures[0]:g} alone"] * (table.temperatures != self.temperatures) + [f"k={USUAL_K} alone"] * (table.ks != self.ks)
        return replace(table, amounts=found), cut_words(found, wanted, self.budget, besides=left_out)


Cells = Mapping[Group, Mapping[Arm, Sequence[Trial]]]  # of a turn: the replies of every arm to the prompts of every group


class Bench:
    """Fills its table, turn by turn, until all are taken or a signal was caught."""

    def __init__(self, engine: Engine, plan: BenchPlan) -> None:
        self.plan, self.table, self.pair = plan, Table(), engine.pair
        self.arms = plan.arms(engine.pair)
        self.texts = {name: prompts(name, plan.amounts.prompts) for name in plan.workloads}
        self.whole_turns = self.further_turns = 0  # of the whole table, and of a group because a speed-up was doubtful
        self._meter = Meter(engine, plan.budget, plan.thinking)
        self._memories: dict[Arm, RateEstimator] = {}  # what auto and adaptive k have learned
        self._notes = Notes(ProgressLine())
        self._wanted = plan.amounts.runs
        self._bounded = bool(plan.budget.seconds) and "runs" not in plan.named  # the budget says how many turns are taken

    def run(self) -> Iterator[JobProgress | FirstRun]:
        """Warm up, then take as many turns over all groups as fit the budget. Further turns cover the groups with a doubtful row."""
        with suppress(Halted):
            yield from self.warm_up()
            self.plan, cut = self.plan.fitting(self._seconds, self.plan.budget.without(self._meter.spent))
            if cut:
                complain(cut)
            for turn in range(self._wanted):
                if turn and self._bounded and not self._meter.has_time_for(_trials(self._cells(self.plan, turn))):
                    break
                yield from self.turn(turn)
            if self._bounded:
                yield from self.again(self._wanted)

    def warm_up(self) -> Iterator[JobProgress | FirstRun]:
        """A short reply by every arm, not counted; of fewer tokens where each takes long."""
        most = min(LEAST_TOKENS, self.plan.amounts.tokens)
        cells = self._cells(replace(self.plan, workloads=self.plan.workloads[:1], amounts=Amounts(1, 1, most)), 0, words="warming up")
        tried = [(arm, trials[0]) for arms in cells.values() for arm, trials in arms.items()]
        for at, (arm, _) in enumerate(tried):
            left = [replace(trial, most=most) for _, trial in tried[at:]]
            self._meter.plan(left, at)
            reply = yield from self._reply(arm, left[0])
            if not at and reply and self.plan.budget.seconds:
                room = WARM_UP * self.plan.budget.seconds / len(tried)
                most = max(LEAST_WARM_UP, min(most, int(room * reply.stats.tokens_per_second)))

    def turn(self, turn: int) -> Iterator[JobProgress | FirstRun]:
        """One turn over the whole table."""
        self.whole_turns += 1
        cells, turns = self._cells(self.plan, turn), max(0, self._wanted - turn - 1)
        trials = _trials(cells)
        self._meter.plan(trials, turn * len(trials), turns, at_most=self._bounded and self._meter.turns_that_fit(trials, turns + 1) <= turns)
        yield from self._take(turn, cells)

    def again(self, turn: int) -> Iterator[JobProgress | FirstRun]:
        """Take further turns, from this number on, over the groups with a doubtful row, while the budget has time. A group's speed-ups are of
        the same turns."""
        done = 0
        for number in range(turn, turn + AGAIN):
            cells = self._cells(self.plan, number, self.table.doubtful(), "doubtful, again")
            if fit := self._meter.turns_that_fit(_trials(cells), turn + AGAIN - number):
                self._meter.plan(_trials(cells), done, fit - 1, at_most=True)
                done += len(_trials(cells))
                for group in cells:
                    yield from self._take(number, {group: cells[group]})
                    self.further_turns += 1  # no row has a reply that was cut

    def _cells(self, plan: BenchPlan, turn: int, groups: Sequence[Group] | None = None, words: str = "") -> Cells:
        """What a turn over these groups is, over all by default. Odd turns go backwards, so that no arm always follows the same one."""
        arms, words = [arm for arm in self.arms if not arm.k or arm.k in plan.ks][:: -1 if turn % 2 else 1], words or f"turn {turn + 1}"

        def trials(group: Group, arm: Arm) -> list[Trial]:
            settings = replace(plan.settings, drafter=arm.drafter, k=arm.k, temperature=group.temperature, seed=self.seed(turn))
            texts, what = self.texts[group.workload][: plan.amounts.prompts or None], f"{words}: {group.workload} T={group.temperature:g} {arm}"
            return [Trial(what, settings, ({"role": "user", "content": text},), plan.amounts.tokens) for text in texts]

        return {group: {arm: trials(group, arm) for arm in arms} for group in (plan.groups() if groups is None else groups)}

    def _seconds(self, plan: BenchPlan) -> float:
        """Return the seconds that this plan should take, by the warm-up at its last temperature. At the first temperature, passes of each width were
        new and therefore slow."""
        warm = replace(plan, temperatures=self.plan.temperatures[-1:])
        return plan.amounts.runs * len(plan.temperatures) * self._meter.seconds(_trials(self._cells(warm, 0)))

    def _take(self, turn: int, cells: Cells) -> Iterator[JobProgress | FirstRun]:
        """Take these planned replies into the table; none of an arm that fails at one of them."""
        for group, arms in cells.items():
            for arm, trials in arms.items():
                replies = list[BenchReply]()
                for trial in trials:
                    if reply := (yield from self._reply(arm, trial)):
                        replies.append(reply)
                if len(replies) == len(trials):
                    self.table.add(group, arm, turn, replies)

    def _reply(self, arm: Arm, trial: Trial) -> Generator[JobProgress | FirstRun, None, BenchReply | None]:
        """One reply by an arm that knows only what its own replies taught. A drafter that fails is reported and measured no more: None."""
        if arm not in self.arms:
            return None
        self.pair.estimator = self._memories.setdefault(arm, RateEstimator())
        try:
            reply = (yield from self._meter.time(trial)).reply
        except PairError as error:
            return self._drop(arm, f"{arm} is not measured: {error}")
        if reply.failure and arm == PLAIN:
            raise LoadError(reply.failure)
        if reply.failure:
            return self._drop(arm, f"{arm} is no longer measured: {reply.failure}")
        for round_ in reply.rounds:
            self._notes.watch(round_)
        return BenchReply.of(reply)

    def _drop(self, arm: Arm, why: str) -> None:
        """Say why, and leave it out from here on."""
        complain(why)
        self.table.drop(arm)
        self.arms = [other for other in self.arms if other != arm]

    def seed(self, turn: int) -> int:
        """The seed of all replies of a turn."""
        assert self.plan.settings.seed is not None, "settings_of() draws one"
        return (self.plan.settings.seed + turn) % SEEDS

    def learnt(self) -> dict[str, Any]:
        """Return what all arms without a doubtful row learnt, as a RateEstimator keeps it. If several arms know the same, learning drafters take
        precedence, then the longest drafts."""
        estimator, doubted = RateEstimator(), {Arm(row["drafter"], row["k"]) for row in self.table.rows() if row["doubtful"]}
        for arm in sorted(self._memories.keys() - doubted, key=lambda arm: (arm.drafter in LEARNER_NAMES, arm.k)):
            estimator.recall(self._memories[arm].kept())
        return estimator.kept() | {"by": "bench"}

    @property
    def method(self) -> str:
        """The method in one sentence, for the table."""
        amounts, settings = self.plan.amounts, self.plan.settings
        more = f", {counted(self.further_turns, 'further turn')} of a workload with a doubtful speed-up" if self.further_turns else ""
        return (
            f"one process, {counted(min(self.whole_turns, self.table.turns), 'turn')} of the whole table{more}, plain decoding and the drafters alternating in each, "
            f"every reply from cold caches; {counted(amounts.prompts, 'prompt') if amounts.prompts else 'all prompts'} a workload, short to long, pooled; at most "
            f"{amounts.tokens} tokens a reply; rule {settings.rule}; seed {settings.seed} + turn; tokens/s is wall clock from the end of the prompt's "
            "reading, the median over the turns; speed-up is a drafter's over plain's, the spread the least and most of the turns; "
            "auto and adaptive k learn from their own replies only; identical: tokens before the first difference from plain's"
        )


def _trials(cells: Cells) -> list[Trial]:
    return [trial for arms in cells.values() for trials in arms.values() for trial in trials]


def prompts(workload: str, count: int) -> list[str]:
    """So many prompts of a workload, alternating between short, middle and long; 0 for all."""
    from specdeck import assets

    rows = parse(read_regular(assets.WORKLOADS / f"{workload}.json"))["prompts"]
    by_length = [[row["prompt"] for row in rows if row["name"].startswith(length)] for length in LENGTHS]
    turns = [texts[i] for i in range(max(map(len, by_length))) for texts in by_length if i < len(texts)]
    return turns[: count or None]
