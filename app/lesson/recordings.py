"""The recordings that the lesson shows: those bundled with the embedded pair, and those made here on the loaded pair."""

import statistics
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Sequence, TypeVar

from specdeck.decoding.drafters import DEFAULT_DRAFTER
from specdeck.decoding.rules import TOKEN_BY_TOKEN
from specdeck.decoding.types import PLAIN, Settings

from .. import assets
from ..budget import Amounts, Budget, ReplyCost, progress_words
from ..chat.conversation import Turn, fold
from ..chat.entries import Asked, Entry
from ..chat.reply import Reply
from ..engine.messages import Counted, Loaded, Trial, Tried
from ..notices import Refusal
from ..records import trace
from ..samples import sample

# Prompts and settings of the lesson's recordings. The recording script runs them on the embedded pair, and r on some pages runs
# them on the loaded pair.

STORY = sample("story").prompt
EASY = "Tell me a story about a mouse"  # most guesses of the drafter model are accepted
FIRST = "Tell me a story about a dragon"  # most are here too, and its first sentences do not contradict each other
SHORT = "Write a letter to my neighbor"  # its reply is whole in the recording
PICTURE = "Draw me a picture of a horse"  # p and q differ much at the beginning of its reply
SURPRISE = "Surprise me"  # a reply on which the block rule accepts more than the usual one does
KEYS = "I lost my keys"  # p and q agree on its first token, the less the higher the temperature
LETTER = "Repeat exactly: Dear neighbor, we are having a small party on our roof this Saturday evening. The music will stop at eleven."
PASSAGE = (  # the drafter model copies badly: a short draft of it pays, a long one does not
    f"{LETTER} If it gets too loud before that, please ring at number nine and we will turn it down at once. You are welcome to join us too."
)
WARM = Settings(k=4, temperature=0.8, top_k=8, seed=7)  # top_k: the whole distributions fit in the recording
TEMPERATURES = (0.0, 0.4, 0.8, 1.2)
WIDTHS = (0, 1, 2, 4, 8)
KINDS = ("model", "mtp", "dflash")  # embedded drafters that the page about heads compares
UNDRAFTED = Settings(drafter="none", k=0)

Run = TypeVar("Run")


@dataclass(frozen=True, slots=True)
class Take:
    """One reply to record. `timed`: its seconds are shown, so it runs several times. `own`: only with the drafter it names."""

    prompt: str
    settings: Settings
    max_tokens: int = 48
    detail: int = 0
    timed: bool = False
    own: bool = False


TAKES: dict[str, tuple[Take, ...]] = {
    "greedy": (Take(SHORT, UNDRAFTED, detail=5, timed=True), Take(SHORT, Settings(k=4), detail=5, timed=True)),
    "warm": (Take(PICTURE, WARM, max_tokens=5, detail=8),),
    "prefixes": (Take(SURPRISE, replace(WARM, temperature=1.2, seed=1), max_tokens=24, detail=8),),
    "same": tuple(
        Take(STORY, Settings(drafter=who, k=k, temperature=0.8, rule="coupled", seed=1)) for who, k in (("none", 0), ("model", 4))
    ),
    "warmth": tuple(
        Take(KEYS, replace(WARM, temperature=t, rule=rule, seed=0), max_tokens=5, detail=8) for t in TEMPERATURES for rule in TOKEN_BY_TOKEN
    ),
    "widths": tuple(Take(p, Settings(k=k), n, timed=True) for p, n in ((EASY, 64), (PASSAGE, 80)) for k in WIDTHS),
    "kinds": tuple(Take(STORY, Settings(drafter=who, k=k), 32, timed=True, own=True) for who in KINDS for k in (4, 8)),
    "show": tuple(Take(FIRST, settings, 96, timed=True) for settings in (UNDRAFTED, Settings(k=4))),
    "lookup": tuple(Take(p, Settings(drafter="lookup", k=8, lookup_min=2), timed=True) for p in (LETTER, STORY)),
}  # fmt: skip


def median_run(runs: Sequence[Run], pace: Callable[[Run], float]) -> Run:
    """The run with the median pace (of an even number, the lower of the middle two)."""
    wanted = statistics.median_low(map(pace, runs))
    return next(run for run in runs if pace(run) == wanted)


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
LEAST_TOKENS = 24  # of a timed take: a page about costs needs some rounds
WARM_UP = 8  # tokens of the first trial, which is discarded


class LiveRecording:
    """Send `trials` to the session and pass their reports to `apply`, which returns the further ones; once `over`, `entries` are the
    recording. How often and how long each timed take runs depends on the budget and on what the warm-up took."""

    def __init__(self, name: str, pair: Loaded, seed: int, next_job: Callable[[], int], budget: Budget = Budget(0)) -> None:
        self.name = name
        self.pair = pair
        possible = [take for take in TAKES[name] if not take.own or take.settings.drafter in pair.drafters]
        self._takes = [_for_pair(take, pair, seed) for take in possible]
        if not possible:
            raise Refusal("none of this page's drafters is loaded: F5 shows what can be")
        self._next_job, self._budget = next_job, budget
        self._cost: ReplyCost | None = None  # of the latest trial
        self._of = {next_job(): -1}  # job -> index of its take; -1 is the warm-up
        self._done: dict[int, list[Tried]] = {}  # index of a take -> its runs
        self._waiting = list(self._of)

    @property
    def trials(self) -> list[Trial]:
        """The commands to send now: at first the warm-up."""
        return [self._trial(job, self._of[job]) for job in self._waiting]

    @property
    def over(self) -> bool:
        """Whether every trial has been reported."""
        return not self._waiting

    @property
    def left(self) -> float | None:
        """Seconds until all is recorded, about; None before anything was."""
        return self._cost and sum(self._cost.seconds(self._takes[self._of[job]].max_tokens) for job in self._waiting)

    @property
    def doing(self) -> str:
        done = len(self._of) - len(self._waiting)
        words = progress_words("recording this page's example", done + 1, len(self._of), self.left) if self._cost else "warming up"
        return f"{words} (esc stops)"

    def apply(self, report: Counted | Tried) -> list[Trial] | None:
        """Collect a report of one of its trials; returns those to send next, None where the trial was interrupted."""
        if not isinstance(report, Tried) or report.job not in self._waiting:
            return []
        self._waiting.remove(report.job)
        self._done.setdefault(self._of[report.job], []).append(report)
        if report.finish.reason == "interrupted":
            return None
        stats, began = report.finish.stats, self._cost is None
        self._cost = ReplyCost.of(stats.prompt_seconds, stats.decode_seconds, stats.emitted)
        if not began:
            return []
        self._fit(self._cost)
        return self.trials

    def _fit(self, cost: ReplyCost) -> None:
        """As many runs of the timed takes, and of as many tokens, as fit the budget."""
        timed, others = ([take.max_tokens for take in self._takes if take.timed is is_timed] for is_timed in (True, False))
        most = max(timed, default=0)
        alone = sum(map(cost.seconds, others))
        fit = self._budget.without(alone).amounts(
            Amounts(1, RUNS, most), Amounts(1, 1, LEAST_TOKENS), lambda some: some.runs * sum(cost.seconds(min(tokens, some.tokens)) for tokens in timed),
        )  # fmt: skip
        self._takes = [replace(take, max_tokens=min(take.max_tokens, fit.tokens)) if take.timed else take for take in self._takes]
        runs = [at for at, take in enumerate(self._takes) for _ in range(fit.runs if take.timed else 1)]
        self._of |= {self._next_job(): at for at in runs}
        self._waiting = [job for job, at in self._of.items() if at >= 0]

    def entries(self) -> list[Entry]:
        """One conversation of all takes; of a timed take, the run with the median pace."""
        entries: list[Entry] = []
        for at, take in enumerate(self._takes):
            run = median_run(self._done[at], lambda tried: tried.finish.stats.tokens_per_second)
            entries.append(Asked(run.job, take.prompt, run.events[0].at, take.settings, target=self.pair.target, max_tokens=take.max_tokens))
            entries += run.events
        return entries

    @property
    def guessed(self) -> bool:
        """Whether any guess was made on the first text: without one there is nothing for the page to show."""
        return any(tried.finish.stats.drafted for at in self._first for tried in self._done.get(at, ()))

    @property
    def in_vain(self) -> bool:
        """Whether the first text is recorded, and nothing was guessed on it."""
        return not self.guessed and all(at in self._done for at in self._first)

    @property
    def _first(self) -> list[int]:
        """The takes of the first text."""
        return [at for at, take in enumerate(self._takes) if take.prompt == self._takes[0].prompt]

    def _trial(self, job: int, at: int) -> Trial:
        take = self._takes[max(at, 0)]
        most = WARM_UP if at < 0 else take.max_tokens
        return Trial(job, ({"role": "user", "content": take.prompt},), take.settings, most, detail=take.detail)


def _for_pair(take: Take, pair: Loaded, seed: int) -> Take:
    """The take with the loaded pair's drafter, and with this seed where it samples."""
    settings = replace(take.settings, seed=seed) if take.settings.temperature else take.settings
    if settings.drafter == Settings().drafter and not take.own:
        settings = replace(settings, drafter=pair.default if pair.default != PLAIN else DEFAULT_DRAFTER)
    return replace(take, settings=settings)
