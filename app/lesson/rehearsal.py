"""A recording of the lesson made anew, on the pair that is loaded: what is tried, and what came of it. Part of the deck.

Knows takes, commands and reports; nothing of pages.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.chat.recording import Recording
from specdeck.app.engine.messages import Counted, Loaded, Trial, Tried
from specdeck.app.errors import Refusal

from .takes import TAKES, Take, middle

RUNS = 3  # of what is timed
WARM_UP = 8  # tokens of the first trial, which does not count


class Rehearsal:
    """Send `trials`; `take` what is reported; when `over`, `entries` are the recording."""

    def __init__(self, name: str, pair: Loaded, seed: int, next_job: Callable[[], int]) -> None:
        self.name = name
        self.pair = pair
        there = [take for take in TAKES[name] if not take.own or take.settings.drafter in pair.drafters]
        self._takes = [_cast(take, pair, seed) for take in there]
        if not there:
            raise Refusal("none of the drafters that this page is about is loaded")
        tried = [at for at, take in enumerate(self._takes) for _ in range(RUNS if take.timed else 1)]
        self._of = {next_job(): at for at in [-1, *tried]}  # job -> take; -1 is the warm-up
        self._made: dict[int, list[Tried]] = {}
        self._waiting = list(self._of)

    @property
    def trials(self) -> list[Trial]:
        """The commands, in order."""
        return [self._trial(job, at) for job, at in self._of.items()]

    @property
    def over(self) -> bool:
        """Everything was tried."""
        return not self._waiting

    @property
    def doing(self) -> str:
        """How far it is."""
        return f"making it here: {len(self._of) - len(self._waiting) + 1} of {len(self._of)} (esc stops)"

    def take(self, report: Counted | Tried) -> bool:
        """Fold a report of one of its trials; False where that was stopped."""
        if isinstance(report, Tried) and report.job in self._waiting:
            self._waiting.remove(report.job)
            self._made.setdefault(self._of[report.job], []).append(report)
            return Recording(report.reports).reason != "interrupted"
        return True

    def entries(self) -> list[Entry]:
        """A conversation of all takes; of those made several times, the run with the middle pace."""
        told: list[Entry] = []
        for at, take in enumerate(self._takes):
            run = middle(self._made[at], lambda tried: Recording(tried.reports).stats.tokens_per_second)
            began = run.reports[0].at
            told.append(Asked(run.job, take.prompt, began, take.settings, target=self.pair.target, max_tokens=take.max_tokens))
            told += run.reports
        return told

    def _trial(self, job: int, at: int) -> Trial:
        take = self._takes[max(at, 0)]
        most = WARM_UP if at < 0 else take.max_tokens
        return Trial(job, ({"role": "user", "content": take.prompt},), take.settings, most, detail=take.detail)


def _cast(take: Take, pair: Loaded, seed: int) -> Take:
    """The take with who drafts here, and with another seed where one is drawn by."""
    settings = replace(take.settings, seed=seed) if take.settings.temperature else take.settings
    if settings.drafter == "model" and not take.own:
        settings = replace(settings, drafter=pair.default if pair.default != "none" else "lookup")
    return replace(take, settings=settings)
