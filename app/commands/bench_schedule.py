"""The turns of a bench: who decodes what, in which order."""

import time
from dataclasses import dataclass, replace
from typing import Any

from specdeck.decoding import RateEstimator
from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.drafters import LEARNER_NAMES, NAMES
from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.types import MLX_LM, SEEDS, Finish, Prefill, Round, Settings

from ..engine.decoder import Decoder
from ..terminal.streams import ProgressLine, complain
from .bench_rows import PLAIN, REMEMBERING, Arm, BenchReply, Group, Table

WARM_UP_TOKENS = 8  # decoded once by every arm and not counted: a width's first pass is slow on every machine
LENGTHS = ("short", "middle", "long")  # how a prompt's name begins
JOB = 1  # all replies are one job, which a signal ends


@dataclass(frozen=True)
class BenchPlan:
    """What to measure. `settings`: all but drafter, k, temperature and seed; `asked`: drafters, by name, folder or hub name."""

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

    def __init__(self, decoder: Decoder, plan: BenchPlan, table: Table, progress: ProgressLine) -> None:
        self.decoder, self.plan, self.table, self.progress = decoder, plan, table, progress
        self.pair = pair = decoder.pair
        self.arms = plan.arms(pair)
        self.texts = {name: prompts(name, plan.prompts) for name in plan.workloads}
        self._memories: dict[Arm, Any] = {}  # what auto and adaptive k have learned
        self._texts_known = {name: drafter.memory for name, drafter in pair.drafters.items() if getattr(drafter, "memory", None)}
        self._notes_shown: set[str] = set()
        self._done, self._began = 0, 0.0

    def run(self) -> None:
        """Warm up, then take every turn over every group. Odd turns go backwards, so that no arm always follows the same one."""
        self.warm_up()
        for turn in range(self.plan.runs):
            self.turn(turn)

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
                if self.decoder.halted(JOB):
                    return
                self._say(turn, group, arm)
                self._measure(turn, group, arm)

    def warm_up(self) -> None:
        """A short reply by every arm, not counted."""
        workload = self.plan.workloads[0]
        for temperature in self.plan.temperatures:
            for arm in list(self.arms):
                self.progress.say(f"warming up: {arm}")
                if not self.decoder.halted(JOB):
                    group = Group(workload, temperature, self.plan.settings.rule)
                    self._reply(group, arm, 0, self.texts[workload][0], WARM_UP_TOKENS)
        self._began = time.perf_counter()

    def _measure(self, turn: int, group: Group, arm: Arm) -> None:
        """One turn of one arm: all of the workload's prompts, or none if a signal came or the drafter failed."""
        replies = []
        for text in self.texts[group.workload]:
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
            events = list(self.decoder.events(JOB, text, settings, max_tokens=most, thinking=self.plan.thinking))
        except PairError as error:
            return self._drop(arm, f"{arm} is not measured: {error}")
        if self.decoder.halted(JOB) or not isinstance(events[-1], Finish):
            return None
        if events[-1].error:
            self._failed(arm, events[-1])
            return None
        read = max(event.total for event in events if isinstance(event, Prefill) and event.who == "target")
        rounds = [event for event in events if isinstance(event, Round)]
        self._tell_why_not(arm, rounds)
        return BenchReply(events[-1].stats, tuple(token for round_ in rounds for token in round_.tokens), read)

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
        left = (time.perf_counter() - self._began) / self._done * (total - self._done) if self._done else None
        eta = "" if left is None else f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"
        where = f"turn {turn + 1} of {self.plan.runs}: {group.workload} T={group.temperature:g} {arm}"
        self.progress.say(f"{where} ({self._done} of {total}{eta})")


def prompts(workload: str, count: int) -> list[str]:
    """So many prompts of a workload, alternating between short, middle and long; 0 for all."""
    from specdeck import assets

    rows = parse(read_regular(assets.WORKLOADS / f"{workload}.json"))["prompts"]
    by_length = [[row["prompt"] for row in rows if row["name"].startswith(length)] for length in LENGTHS]
    deepest = max(map(len, by_length))
    turns = [texts[i] for i in range(deepest) for texts in by_length if i < len(texts)]
    return turns[: count or None]
