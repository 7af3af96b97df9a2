"""The recordings that the lesson shows: those bundled with the embedded pair, and those made here on the loaded pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Iterator, Sequence

from specdeck.decoding.drafters import DEFAULT_DRAFTER
from specdeck.decoding.rules import TOKEN_BY_TOKEN
from specdeck.decoding.types import PLAIN, Settings

from .. import assets
from ..budget import Amounts, Budget
from ..chat.conversation import Turn, fold
from ..chat.entries import Asked, Entry
from ..chat.reply import Reply
from ..compare.race import AGAIN
from ..compare.result import WARM_UP_TOKENS, Run, median
from ..compare.timed_replies import FirstRun, Halted, JobProgress, Meter, Trial
from ..engine.messages import Loaded
from ..engine.this_machine import doubt
from ..notices import Refusal
from ..records import trace
from ..samples import sample

if TYPE_CHECKING:
    from ..engine.engine import Engine

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


class Recordings:
    """The recordings by name; one made here replaces the bundled one."""

    def __init__(self) -> None:
        self._recorded: dict[str, list[Turn]] = {}
        self.live: dict[str, list[Turn]] = {}  # those made here, on the loaded pair
        self.doubts: dict[str, str] = {}  # why the times of one made here cannot be believed

    def turns(self, name: str) -> list[Turn]:
        """The turns of a recording, each with its own settings. Raises TraceError."""
        if name in self.live:
            return self.live[name]
        if name not in self._recorded:
            self._recorded[name] = fold(trace.load(assets.TRACES / f"{name}.jsonl")).turns
        return self._recorded[name]

    def replies(self, name: str) -> list[Reply]:
        return [turn.reply for turn in self.turns(name)]

    def renew(self, name: str, made: Recorded) -> None:
        """Replace a bundled recording by one made here."""
        self.live[name] = fold(made.entries).turns
        self.doubts = {other: why for other, why in self.doubts.items() if other != name} | ({name: made.doubtful} if made.doubtful else {})


RUNS = 3  # of each timed take
LEAST_TOKENS = 24  # of a timed take: a page about costs needs some rounds


@dataclass
class LiveRecording:
    """A recording that is being made here, and what it does now."""

    name: str
    doing: str = "warming up (esc stops)"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One conversation of all takes; a timed take shows its run of median pace. It is empty if the drafter guessed nothing on the first text, because
    the page then has nothing to show. `doubtful`: why its times cannot be believed."""

    entries: tuple[Entry, ...]
    doubtful: str | None = None


def takes_for(name: str, pair: Loaded, seed: int) -> list[Take]:
    """Return what to record on this pair, with its usual drafter unless a take has its own. Sampled takes get this seed. Raises Refusal if there
    is nothing."""
    possible, usual = list[Take](), pair.default if pair.default != PLAIN else DEFAULT_DRAFTER
    for take in TAKES[name]:
        settings = replace(take.settings, seed=seed) if take.settings.temperature else take.settings
        if settings.drafter == Settings().drafter and not take.own:
            settings = replace(settings, drafter=usual)
        if not take.own or settings.drafter in pair.drafters:
            possible.append(replace(take, settings=settings))
    if not possible:
        raise Refusal("none of this page's drafters is loaded: F5 shows what can be")
    return possible


def record(engine: Engine, takes: Sequence[Take], target: str, budget: Budget) -> Iterator[JobProgress | FirstRun | Recorded]:
    """Record these takes, as often and as long as the budget allows by the time of a warm-up. Timed takes are recorded again while their times
    are doubtful."""
    meter, done, warm = Meter(engine, budget), [list[Run]() for _ in takes], replace(_trial(takes[0]), words="warming up", most=WARM_UP_TOKENS)
    try:
        meter.plan([warm])
        yield from meter.time(warm)
        takes, runs = _fitting(takes, meter)
        order = [at for at, take in enumerate(takes) for _ in range(runs if take.timed else 1)]
        timed, doubtful = [at for at, take in enumerate(takes) if take.timed], None
        meter.plan([_trial(takes[at]) for at in order])
        for again in range(1 + AGAIN):
            for at in order:
                done[at].append((yield from meter.time(_trial(takes[at], again))))
                first = [done[i] for i, take in enumerate(takes) if take.prompt == takes[0].prompt]
                if all(first) and not any(run.reply.stats.drafted for tried in first for run in tried):
                    yield Recorded(())
                    return
            runs_timed = [run.reply for at in timed for run in done[at]]
            doubtful = doubt([reply.probe for reply in runs_timed], crowds=[reply.crowd for reply in runs_timed])
            order, further = timed, [_trial(takes[at], again + 1) for at in timed]
            if not doubtful or not (fit := meter.turns_that_fit(further, AGAIN - again)):
                break
            meter.plan(further, meter.done, fit - 1, at_most=True)
    except Halted:
        return
    asked = [Asked(job, take.prompt, 0.0, take.settings, target=target, max_tokens=take.max_tokens) for job, take in enumerate(takes, 1)]
    shown = [median(tried).reply for tried in done]
    yield Recorded(tuple(entry for one, reply in zip(asked, shown) for entry in (replace(one, at=reply.events[0].at), *reply.events)), doubtful)


def _trial(take: Take, again: int = 0) -> Trial:
    messages = ({"role": "user", "content": take.prompt},)
    return Trial(f"{'again, it was doubtful: ' if again else ''}recording this page's example", take.settings, messages, take.max_tokens, take.detail)


def _fitting(takes: Sequence[Take], meter: Meter) -> tuple[list[Take], int]:
    """The takes, and how often the timed ones run: as often and as long as fits the budget."""
    timed, others = ([_trial(take) for take in takes if take.timed is is_timed] for is_timed in (True, False))
    fit = meter.budget.without(meter.seconds(others)).amounts(
        Amounts(1, RUNS, max((trial.most for trial in timed), default=0)), Amounts(1, 1, LEAST_TOKENS),
        lambda some: some.runs * meter.seconds(replace(trial, most=min(trial.most, some.tokens)) for trial in timed),
    )  # fmt: skip
    return [replace(take, max_tokens=min(take.max_tokens, fit.tokens)) if take.timed else take for take in takes], fit.runs
