"""The recordings that the lesson shows: those bundled with the embedded pair, and those made here on the loaded pair."""

from dataclasses import replace
from pathlib import Path
from typing import Callable, Sequence

from specdeck import assets
from specdeck.decoding.drafters import STAND_IN
from specdeck.decoding.types import PLAIN, Settings

from ..chat.conversation import Turn, fold
from ..chat.entries import Asked, Entry
from ..chat.reply import Reply
from ..engine.messages import Counted, Loaded, Trial, Tried
from ..notices import Refusal
from ..records import trace
from .recorded_prompts import TAKES, Take, median_run


class Recordings:
    """The recordings by name; one made here replaces the bundled one."""

    def __init__(self, folder: Path = assets.TRACES) -> None:
        self.folder = folder
        self._recorded: dict[str, list[Turn]] = {}
        self._live: dict[str, list[Turn]] = {}

    def turns(self, name: str) -> list[Turn]:
        """The turns of a recording, each with its own settings. Raises TraceError."""
        if name in self._live:
            return self._live[name]
        if name not in self._recorded:
            self._recorded[name] = fold(trace.load(self.folder / f"{name}.jsonl")).turns
        return self._recorded[name]

    def replies(self, name: str) -> list[Reply]:
        """The replies of a recording's turns."""
        return [turn.reply for turn in self.turns(name)]

    def is_live(self, name: str) -> bool:
        """Whether the recording was made here, on the loaded pair."""
        return name in self._live

    def forget(self) -> None:
        """Drop the recordings made here: another pair is loaded."""
        self._live.clear()

    def renew(self, name: str, entries: Sequence[Entry]) -> None:
        """Replace a bundled recording by one made here."""
        self._live[name] = fold(entries).turns


RUNS = 3  # of each timed take
WARM_UP = 8  # tokens of the first trial, which is discarded


class LiveRecording:
    """Send `trials` to the session and pass their reports to `apply`; once `over`, `entries` are the recording."""

    def __init__(self, name: str, pair: Loaded, seed: int, next_job: Callable[[], int]) -> None:
        self.name = name
        self.pair = pair
        possible = [take for take in TAKES[name] if not take.own or take.settings.drafter in pair.drafters]
        self._takes = [_for_pair(take, pair, seed) for take in possible]
        if not possible:
            raise Refusal("none of this page's drafters is loaded: F5 shows what can be")
        runs = [at for at, take in enumerate(self._takes) for _ in range(RUNS if take.timed else 1)]
        self._of = {next_job(): at for at in [-1, *runs]}  # job -> index of its take; -1 is the warm-up
        self._done: dict[int, list[Tried]] = {}  # index of a take -> its runs
        self._waiting = list(self._of)

    @property
    def trials(self) -> list[Trial]:
        """The commands to send, in order; the first is the warm-up."""
        return [self._trial(job, at) for job, at in self._of.items()]

    @property
    def over(self) -> bool:
        """Whether every trial has been reported."""
        return not self._waiting

    @property
    def doing(self) -> str:
        """Progress in a line."""
        return f"recording here: run {len(self._of) - len(self._waiting) + 1} of {len(self._of)} (esc stops)"

    def apply(self, report: Counted | Tried) -> bool:
        """Collect a report of one of its trials; False where the trial was interrupted."""
        if isinstance(report, Tried) and report.job in self._waiting:
            self._waiting.remove(report.job)
            self._done.setdefault(self._of[report.job], []).append(report)
            return report.finish.reason != "interrupted"
        return True

    def entries(self) -> list[Entry]:
        """One conversation of all takes; of a timed take, the run with the median pace."""
        entries: list[Entry] = []
        for at, take in enumerate(self._takes):
            run = median_run(self._done[at], lambda tried: tried.finish.stats.tokens_per_second)
            began = run.reports[0].at
            entries.append(Asked(run.job, take.prompt, began, take.settings, target=self.pair.target, max_tokens=take.max_tokens))
            entries += run.reports
        return entries

    def _trial(self, job: int, at: int) -> Trial:
        take = self._takes[max(at, 0)]
        most = WARM_UP if at < 0 else take.max_tokens
        return Trial(job, ({"role": "user", "content": take.prompt},), take.settings, most, detail=take.detail)


def _for_pair(take: Take, pair: Loaded, seed: int) -> Take:
    """The take with the loaded pair's drafter, and with this seed where it samples."""
    settings = replace(take.settings, seed=seed) if take.settings.temperature else take.settings
    if settings.drafter == Settings().drafter and not take.own:
        settings = replace(settings, drafter=pair.default if pair.default != PLAIN else STAND_IN)
    return replace(take, settings=settings)
