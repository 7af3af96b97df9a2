"""The turns of a bench: who decodes what, in which order."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck.decoding import RateEstimator, before_loop, find_loop
from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.drafters import LEARNER_NAMES, NAMES
from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.types import MLX_LM, SEEDS, Finish, Prefill, Round, Settings

from ..budget import Amounts, Budget, ReplyCost, Sayer, cut_words, progress_words
from ..terminal.streams import complain
from .bench_rows import PLAIN, REMEMBERING, Arm, BenchReply, Group, Table

if TYPE_CHECKING:
    from ..engine.engine import Engine


WARM_UP_TOKENS, LEAST_WARM_UP = 8, 2  # decoded once by every arm and not counted: a width's first pass is slow on every machine
WARM_UP = 1 / 8  # of the budget: the most that warming up may take
LEAST_TOKENS = 24  # of a reply: fewer tell little of a text
USUAL_K = 4  # the k that is measured where there is time for one
LENGTHS = ("short", "middle", "long")  # how a prompt's name begins


@dataclass(frozen=True)
class BenchPlan:
    """What to measure. `settings`: all but drafter, k, temperature and seed; `asked`: drafters, by name, folder or hub name; `named`: what a person
    named of "prompts", "runs", "tokens", "ks" and "temperatures", which a budget leaves as it is."""

    settings: Settings
    workloads: tuple[str, ...]
    ks: tuple[int, ...]
    temperatures: tuple[float, ...]
    asked: tuple[str, ...]
    runs: int
    prompts: int
    max_tokens: int
    thinking: bool | None = None
    against: str | None = None  # MLX_LM: its generators are measured too
    budget: Budget = Budget(0)
    named: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for temperature in self.temperatures:
            replace(self.settings, temperature=temperature)  # raises SettingsError

    def arms(self, pair: Any) -> list[Arm]:
        """Plain decoding, and each drafter with each k."""
        others = [Arm(MLX_LM, k) for k in (0, *(self.ks if "model" in pair.drafters else ()))] if self.against else []
        return [PLAIN] + [Arm(name, k) for name in self._rows(pair) for k in self.ks] + others

    def _rows(self, pair: Any) -> list[str]:
        """The drafters; one that was given a memory without it too."""
        return [
            row for name in self.drafters(pair)
            for row in ((name, name + REMEMBERING) if getattr(pair.drafters[name], "memory", None) else (name,))
        ]  # fmt: skip

    def drafters(self, pair: Any) -> list[str]:
        """The pair's drafters that were asked for, each once: one may have two names."""
        places = set(self.asked) - set(NAMES)  # the drafters that were loaded from files are these
        named = {*self.asked, *(pair.paths if places else ())}
        own = dict.fromkeys(drafter.name for drafter in pair.drafters.values())
        return [name for name in own if name != PLAIN.drafter and named & {name, name.partition(":")[0]}]

    def _how_many(self) -> str:
        return "all prompts" if self.prompts == 0 else f"{self.prompts} prompt{'s' * (self.prompts != 1)}"

    def groups(self) -> list[Group]:
        """The groups to compare: workload by temperature."""
        return [Group(name, temperature, self.settings.rule) for name in self.workloads for temperature in self.temperatures]

    @property
    def amounts(self) -> Amounts:
        """How much is measured of every row."""
        return Amounts(self.prompts, self.runs, self.max_tokens)

    def smaller_tables(self) -> Sequence["BenchPlan"]:
        """This plan, then with fewer temperatures and ks, where nobody named them."""
        plans: list[BenchPlan] = [self]
        if "temperatures" not in self.named and len(self.temperatures) > 1:
            plans.append(replace(plans[-1], temperatures=self.temperatures[:1]))
        if "ks" not in self.named and len(self.ks) > 1:
            plans.append(replace(plans[-1], ks=(USUAL_K,)))
        return plans

    def least(self, half: bool = False) -> Amounts:
        """What is measured of every row at least. `half`: two runs, and replies of half the tokens, with which a table is worth its time."""
        runs, tokens = (2, self.max_tokens // 2) if half else (1, LEAST_TOKENS)
        least = {"prompts": 1, "runs": min(runs, self.runs), "tokens": min(self.max_tokens, max(LEAST_TOKENS, tokens))}
        return replace(self.amounts, **{field: value for field, value in least.items() if field not in self.named})

    def fitting(self, seconds: Callable[["BenchPlan"], float], budget: Budget) -> tuple["BenchPlan", str]:
        """What of this plan fits the budget, and what does not in words. `seconds`: what a plan takes."""

        def of(plan: BenchPlan, amounts: Amounts) -> BenchPlan:
            return replace(plan, prompts=amounts.prompts, runs=amounts.runs, max_tokens=amounts.tokens)

        table = budget.first_fitting(self.smaller_tables(), lambda plan: seconds(of(plan, plan.least(half=True))))
        found = of(table, budget.amounts(table.amounts, table.least(), lambda amounts: seconds(of(table, amounts))))
        left_out = [f"T={table.temperatures[0]:g} alone"] * (table.temperatures != self.temperatures) + [f"k={USUAL_K} alone"] * (table.ks != self.ks)
        return found, cut_words(found.amounts, self.amounts, self.budget, "--seconds N for more", left_out)

    def method(self, turns: int) -> str:
        """The method in one sentence, for the table."""
        return (
            f"one process, {turns} turn{'s' * (turns != 1)} of the whole table, plain decoding and the drafters alternating in each, "
            f"every reply from cold caches; {self._how_many()} a workload, short to long, pooled; at most {self.max_tokens} tokens a "
            f"reply; rule {self.settings.rule}; seed {self.settings.seed} + turn; tokens/s is wall clock from the end of the prompt's "
            "reading, the median over the turns; speed-up is a drafter's over plain's, the spread the least and most of the turns; "
            "auto and adaptive k learn from their own replies only; identical: tokens before the first difference from plain's"
        )


class Turns:
    """Fills a table, turn by turn, until all are taken or a signal was caught."""

    def __init__(self, engine: Engine, plan: BenchPlan, table: Table, progress: Sayer) -> None:
        self.engine, self.plan, self.table, self.progress = engine, plan, table, progress
        self.pair: Any = engine.pair
        pair = self.pair
        self.arms = plan.arms(pair)
        self.texts = {name: prompts(name, plan.prompts) for name in plan.workloads}
        self._memories: dict[Arm, Any] = {}  # what auto and adaptive k have learned
        self._texts_known = {name: drafter.memory for name, drafter in pair.drafters.items() if getattr(drafter, "memory", None)}
        self._notes_shown: set[str] = set()
        self._done, self._began = 0, 0.0
        self._costs: dict[Arm, ReplyCost] = {}  # of the warm-up's replies
        self._sizes: dict[str, int] = {}

    def run(self) -> None:
        """Warm up, then take every turn over every group, as many as the budget has room for. Odd turns go backwards, so that no arm always
        follows the same one."""
        began, wanted = time.perf_counter(), self.plan.runs
        self.warm_up()
        self._fit(self.plan.budget.without(time.perf_counter() - began))
        for turn in range(wanted):
            spent = time.perf_counter() - began
            each = (time.perf_counter() - self._began) / turn if turn else 0.0
            if self.plan.budget.seconds and turn and "runs" not in self.plan.named and spent + each > self.plan.budget.seconds:
                return
            self.plan = replace(self.plan, runs=max(self.plan.runs, turn + 1))
            self.turn(turn)

    def _fit(self, budget: Budget) -> None:
        """Cut the plan to what fits, by what the warm-up took, and say what does not."""
        self.plan, cut = self.plan.fitting(self.seconds, budget)
        self.arms = [arm for arm in self.arms if not arm.k or arm.k in self.plan.ks]
        if cut:
            complain(cut)

    def seconds(self, plan: BenchPlan) -> float:
        """What this plan should take, by what the warm-up took."""
        arms = [self._costs[arm] for arm in self.arms if arm in self._costs and (not arm.k or arm.k in plan.ks)]
        texts = [text for name in plan.workloads for text in self.texts[name][: plan.prompts or None]]
        reading, token = sum(cost.reading for cost in arms), sum(cost.token for cost in arms)  # of the warm-up's prompt
        read = sum(self._size(text) for text in texts) / max(1, self._size(self.texts[plan.workloads[0]][0]))
        return plan.runs * len(plan.temperatures) * (read * reading + len(texts) * plan.max_tokens * token)

    def _size(self, text: str) -> int:
        """The tokens of a prompt."""
        if text not in self._sizes:
            self._sizes[text] = self.engine.count(({"role": "user", "content": text},), self.plan.thinking)
        return self._sizes[text]

    def learnt(self) -> dict[str, Any]:
        """What all arms learnt, as a RateEstimator keeps it: of what several know, that of the drafters that learn counts, and of those that of the
        longest drafts."""
        estimator = RateEstimator()
        own = [(arm, memory) for arm, memory in self._memories.items() if not arm.drafter.endswith(REMEMBERING)]  # without other texts
        for _, memory in sorted(own, key=lambda item: (item[0].drafter in LEARNER_NAMES, item[0].k)):
            estimator.recall(memory[0].kept())
        return estimator.kept() | {"by": "bench"}

    def turn(self, turn: int) -> None:
        """One turn over every group; stops at a signal."""
        for group in self.plan.groups():
            for arm in self.arms[:: -1 if turn % 2 else 1]:
                if self.engine.halted():
                    return
                self._say(turn, group, arm)
                self._measure(turn, group, arm)

    def warm_up(self) -> None:
        """A short reply by every arm, not counted."""
        workload, total = self.plan.workloads[0], len(self.plan.temperatures) * len(self.arms)
        tried = [(temperature, arm) for temperature in self.plan.temperatures for arm in self.arms]
        for number, (temperature, arm) in enumerate(tried):
            each = next(iter(self._costs.values()), None)
            most = self._warm_up_tokens(each, total)
            self.progress.say(progress_words(f"warming up: {arm}", number + 1, total, each and each.seconds(most) * (total - number)))
            if not self.engine.halted() and arm in self.arms:
                group = Group(workload, temperature, self.plan.settings.rule)
                if reply := self._reply(group, arm, 0, self.texts[workload][0], most):
                    self._costs[arm] = ReplyCost.of(reply.stats.prompt_seconds, reply.stats.decode_seconds, reply.stats.emitted)
        self._began = time.perf_counter()

    def _warm_up_tokens(self, each: ReplyCost | None, replies: int) -> int:
        """The tokens of a reply of the warm-up: fewer where each takes long."""
        if each is None or not self.plan.budget.seconds:
            return WARM_UP_TOKENS
        room = self.plan.budget.seconds * WARM_UP / replies - each.reading
        return max(LEAST_WARM_UP, min(WARM_UP_TOKENS, int(room / max(each.token, 1e-9))))

    def _measure(self, turn: int, group: Group, arm: Arm) -> None:
        """One turn of one arm: all of the workload's prompts, or none if a signal came or the drafter failed."""
        replies = []
        for text in self.texts[group.workload][: self.plan.prompts or None]:
            reply = self._reply(group, arm, turn, text, self.plan.max_tokens)
            if reply is None:
                return
            replies.append(reply)
        self._done += 1
        self.table.add(group, arm, turn, replies)

    def seed(self, turn: int) -> int:
        """The seed of all replies of a turn."""
        assert self.plan.settings.seed is not None, "settings_of() draws one"
        return (self.plan.settings.seed + turn) % SEEDS

    def _reply(self, group: Group, arm: Arm, turn: int, text: str, most: int) -> BenchReply | None:
        """One reply from cold caches; None if a signal came. A drafter that fails is reported and measured no more."""
        settings = replace(self.plan.settings, drafter=arm.asked, k=arm.k, temperature=group.temperature, seed=self.seed(turn))
        self._forget_others(arm)
        try:
            events = list(self.engine.decode(text, settings, max_tokens=most, thinking=self.plan.thinking))
        except PairError as error:
            return self._drop(arm, f"{arm} is not measured: {error}")
        if self.engine.halted() or not isinstance(events[-1], Finish):
            return None
        if events[-1].error:
            self._failed(arm, events[-1])
            return None
        read = max(event.total for event in events if isinstance(event, Prefill) and event.who == "target")
        rounds = [event for event in events if isinstance(event, Round)]
        self._tell_why_not(arm, rounds)
        ids = tuple(token for round_ in rounds for token in round_.tokens)
        loop = find_loop(ids)
        return BenchReply(before_loop(events[-1].stats, rounds, loop.start if loop else None), ids, read, loop.tokens if loop else 0)

    def _forget_others(self, arm: Arm) -> None:
        """Empty the caches, and give auto and adaptive k only what this arm's own replies taught. Lookup by itself has no memory."""
        for name, memory in self._texts_known.items():
            self.pair.drafters[name].memory = None if arm.drafter == name else memory
        if arm not in self._memories:
            self.pair.learn_anew()
            self._memories[arm] = self.pair.learnt
        self.pair.learnt = self._memories[arm]
        self.pair.reset()

    def _tell_why_not(self, arm: Arm, rounds: list[Round]) -> None:
        """Report a drafter that did not guess, with its reason, once. What a drafter that learns notes are its choices, and
        they are not reported."""
        for note in {round_.note for round_ in rounds if round_.note and not round_.draft} - self._notes_shown:
            if arm.asked not in LEARNER_NAMES:
                self._notes_shown.add(note)
                complain(note)

    def _failed(self, arm: Arm, finish: Finish) -> None:
        if finish.reason == "interrupted" or arm == PLAIN:
            raise LoadError(finish.error or "the target failed")
        self._drop(arm, f"{arm} is no longer measured: {finish.error}")

    def _drop(self, arm: Arm, why: str) -> None:
        """Say why, and leave it out from here on."""
        complain(why)
        self.arms = [other for other in self.arms if other != arm]

    def _say(self, turn: int, group: Group, arm: Arm) -> None:
        """Show the progress, and the time left at the pace so far."""
        total = self.plan.runs * len(self.plan.groups()) * len(self.arms)
        left = (time.perf_counter() - self._began) / self._done * (total - self._done) if self._done else self.seconds(self.plan)
        self.progress.say(progress_words(f"turn {turn + 1}, {group.workload} T={group.temperature:g} {arm}", self._done + 1, total, left))


def prompts(workload: str, count: int) -> list[str]:
    """So many prompts of a workload, alternating between short, middle and long; 0 for all."""
    from specdeck import assets

    rows = parse(read_regular(assets.WORKLOADS / f"{workload}.json"))["prompts"]
    by_length = [[row["prompt"] for row in rows if row["name"].startswith(length)] for length in LENGTHS]
    deepest = max(map(len, by_length))
    turns = [texts[i] for i in range(deepest) for texts in by_length if i < len(texts)]
    return turns[: count or None]
