"""The turns of a bench: who decodes what, in which order. Knows decode() and workloads; what follows from it is bench_rows.py's."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import Any, Iterator

from app.commands.bench_rows import Arm, Group, Reply, Table
from app.commands.signals import Signals
from app.commands.terminal import Progress, complain
from decoding.errors import LoadError, SettingsError
from decoding.types import Finish, Prefill, Round, Settings

WARM_UP_TOKENS = 8  # decoded once by every arm and not counted: the first pass of a width is slow on every machine
LENGTHS = ("short", "middle", "long")  # how a prompt's name begins


@dataclass(frozen=True)
class Plan:
    """What is measured: `settings` but for drafter, k, temperature and seed; `asked` are drafters, by name or place."""

    settings: Settings
    workloads: tuple[str, ...]
    ks: tuple[int, ...]
    temperatures: tuple[float, ...]
    asked: tuple[str, ...]
    runs: int
    prompts: int
    max_tokens: int
    system: str | None = None
    thinking: bool | None = None

    def __post_init__(self) -> None:
        for temperature in self.temperatures:
            replace(self.settings, temperature=temperature)  # raises SettingsError

    def arms(self, pair: Any) -> list[Arm]:
        """Plain, and each drafter by each k."""
        return [Arm("none", 0)] + [Arm(name, k) for name in self.drafters(pair) for k in self.ks]

    def drafters(self, pair: Any) -> list[str]:
        """Who of the pair's drafters was asked for, each once: one may go by two names."""
        own = {id(drafter): getattr(drafter, "name", name) for name, drafter in pair.drafters.items()}
        named = set(self.asked) | {name for name, path in pair.paths.items() if path in self.asked or set(self.asked) - set(pair.drafters)}
        return [name for name in dict.fromkeys(own.values()) if name != "none" and named & {name, name.partition(":")[0]}]

    def groups(self) -> list[Group]:
        """What is compared with what: workload by temperature."""
        return [Group(name, temperature, self.settings.rule) for name in self.workloads for temperature in self.temperatures]

    def method(self, turns: int) -> str:
        """How it was measured, in a sentence that goes with the table."""
        return (
            f"one process, {turns} turn{'s' * (turns != 1)} of the whole table, plain decoding and the drafters alternating in each, every reply "
            f"from cold caches; {self.prompts or 'all'} prompts a workload, short to long, pooled; at most {self.max_tokens} tokens a reply; rule "
            f"{self.settings.rule}; seed {self.settings.seed} + turn; tokens/s is wall clock from the end of the prompt's reading; speed-up is the "
            "median over turns of a drafter's tokens/s over plain's in the same turn, the spread its least and most; seconds are means a round"
        )


class Turns:
    """Fills a table, turn by turn, until all are taken or a signal was caught."""

    def __init__(self, pair: Any, plan: Plan, table: Table, progress: Progress, signals: Signals) -> None:
        self.pair, self.plan, self.table, self.progress, self.signals = pair, plan, table, progress, signals
        self.arms = plan.arms(pair)
        self.texts = {name: prompts(name, plan.prompts) for name in plan.workloads}
        self._done, self._began = 0, 0.0

    def run(self) -> None:
        """Warm up, then every turn over every group; odd turns backwards, so that no arm always follows the same one."""
        self.signals.gentle = True
        self._warm_up()
        self._began = time.perf_counter()
        for turn in range(self.plan.runs):
            for group in self.plan.groups():
                for arm in self.arms[:: -1 if turn % 2 else 1]:
                    if self.signals.caught:
                        return
                    self._say(turn, group, arm)
                    self._measure(turn, group, arm)

    def _warm_up(self) -> None:
        workload = self.plan.workloads[0]
        for temperature in self.plan.temperatures:
            for arm in list(self.arms):
                self.progress.say(f"warming up: {arm}")
                if not self.signals.caught:
                    self._reply(Group(workload, temperature, self.plan.settings.rule), arm, 0, self.texts[workload][0], WARM_UP_TOKENS)

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

    def _reply(self, group: Group, arm: Arm, turn: int, text: str, most: int) -> Reply | None:
        """One reply from cold caches; None if a signal came. A drafter that fails is named and measured no more."""
        settings = replace(
            self.plan.settings, drafter=arm.drafter, k=arm.k, temperature=group.temperature, seed=(self.plan.settings.seed + turn) % 2**63
        )
        self.pair.reset()
        ids, read, finish = [], 0, None
        for event in self._events(text, settings, most):
            if isinstance(event, Prefill) and event.who == "target":
                read = event.total
            elif isinstance(event, Round):
                ids += event.tokens
            elif isinstance(event, Finish):
                finish = event
        if finish is None:
            return None
        if finish.error:
            self._failed(arm, finish)
            return None
        return Reply(finish.stats, tuple(ids), read)

    def _events(self, text: str, settings: Settings, most: int) -> Iterator[object]:
        from decoding import decode

        events = decode(self.pair, text, settings, max_tokens=most, system=self.plan.system, thinking=self.plan.thinking)
        for event in events:
            yield event
            if self.signals.caught and not isinstance(event, Finish):
                events.close()
                return

    def _failed(self, arm: Arm, finish: Finish) -> None:
        if finish.reason == "interrupted" or arm.drafter == "none":
            raise LoadError(finish.error or "the target failed")
        self.progress.clear()
        complain(f"{arm} is measured no more: {finish.error}")
        self.arms = [other for other in self.arms if other != arm]

    def _say(self, turn: int, group: Group, arm: Arm) -> None:
        """Where it is, and how long it may take at the speed so far."""
        total = self.plan.runs * len(self.plan.groups()) * len(self.arms)
        left = (time.perf_counter() - self._began) / self._done * (total - self._done) if self._done else None
        eta = "" if left is None else f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"
        self.progress.say(f"turn {turn + 1} of {self.plan.runs}: {group.workload} T={group.temperature:g} {arm} ({self._done} of {total}{eta})")


def prompts(workload: str, count: int) -> list[str]:
    """So many prompts of a workload, in turn a short, a middle and a long one; 0 for all."""
    import assets

    rows = json.loads((assets.WORKLOADS / f"{workload}.json").read_text(encoding="utf-8"))["prompts"]
    by_length = [[row["prompt"] for row in rows if row["name"].startswith(length)] for length in LENGTHS]
    deepest = max(map(len, by_length))
    turns = [texts[i] for i in range(deepest) for texts in by_length if i < len(texts)]
    return turns[: count or None]
