"""Prompts and settings of the lesson's recordings. The recording script runs them on the embedded pair, and r on some pages runs
them on the loaded pair."""

import statistics
from dataclasses import dataclass, replace
from typing import Callable, Sequence, TypeVar

from specdeck.decoding.rules import TOKEN_BY_TOKEN
from specdeck.decoding.types import Settings

from ..samples import sample

STORY = sample("story").prompt
SHORT = "Write a letter to my neighbor"  # its reply is whole in the recording
RAIN = "It is raining today"  # p and q differ much at its beginning
FABLE = sample("fable").prompt  # p and q agree on its first token, the less the higher the temperature
LETTER = "Repeat exactly: Dear neighbor, we are having a small party on our roof this Saturday evening. The music will stop at eleven."
PASSAGE = (  # the drafter model copies badly: a short draft of it pays, a long one does not
    "Copy the following word for word:\nWe left the harbor at six in the morning with a light wind from the west. By noon the coast was only a thin "
    "line, and the captain let us steer for an hour each. In the evening we reached the island, tied up at the long pier and walked to the village "
    "for soup."
)
WARM = Settings(k=4, temperature=0.8, top_k=8, seed=36)  # top_k: the whole distributions fit in the recording
TEMPERATURES = (0.0, 0.4, 0.8, 1.2)
WIDTHS = (0, 1, 2, 4, 8)
KINDS = ("model", "mtp", "dflash")  # embedded drafters that the page about heads compares
PLAIN = Settings(drafter="none", k=0)

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
    "greedy": (Take(SHORT, PLAIN, detail=5, timed=True), Take(SHORT, Settings(k=4), detail=5, timed=True)),
    "warm": (Take(RAIN, WARM, max_tokens=5, detail=8),),
    "prefixes": (Take(RAIN, replace(WARM, temperature=1.2), max_tokens=24, detail=8),),
    "same": tuple(
        Take(STORY, Settings(drafter=who, k=k, temperature=0.8, rule="coupled", seed=1)) for who, k in (("none", 0), ("model", 4))
    ),
    "warmth": tuple(
        Take(FABLE, replace(WARM, temperature=t, rule=rule), max_tokens=5, detail=8) for t in TEMPERATURES for rule in TOKEN_BY_TOKEN
    ),
    "widths": tuple(Take(p, Settings(k=k), n, timed=True) for p, n in ((STORY, 64), (PASSAGE, 80)) for k in WIDTHS),
    "kinds": tuple(Take(STORY, Settings(drafter=who, k=k), 32, timed=True, own=True) for who in KINDS for k in (4, 8)),
    "show": tuple(Take(STORY, settings, 112, timed=True) for settings in (PLAIN, Settings(k=4))),
    "lookup": tuple(Take(p, Settings(drafter="lookup", k=8, lookup_min=2), timed=True) for p in (LETTER, STORY)),
}  # fmt: skip


def median_run(runs: Sequence[Run], pace: Callable[[Run], float]) -> Run:
    """The run with the median pace (of an even number, the lower of the middle two)."""
    wanted = statistics.median_low(map(pace, runs))
    return next(run for run in runs if pace(run) == wanted)
