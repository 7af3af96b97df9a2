"""The fastest drafter and k on one prompt: what to measure next, and the line that ends the search.

First every loaded drafter is measured at one k. Then the good ones at the other k and with adaptive k. Then the fastest race.
"""

import shlex
from dataclasses import dataclass, replace
from typing import Iterable, Mapping, Sequence

from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.types import ADAPTIVE_K, PLAIN, Settings

from ..chat.wording import choice_words
from .result import Speed
from .result_words import speedup_words

FIRST_K, FURTHER_KS = 4, (2, 8)
ALIKE = 2  # others that are named because they may be as fast
DROPPED = 0.8  # of the best: a drafter that is slower than this at FIRST_K is not measured any further


KEPT, TURNS = 3, 3  # drafters that are measured further, and settings that race at the end; turns of that race


def most_pairs(drafters: Sequence[str]) -> int:
    """The runs of each side that a search among these drafters has at most before its race."""
    fixed = sum(name != PLAIN and name not in LEARNER_NAMES for name in drafters)
    return sum(name != PLAIN for name in drafters) + min(KEPT, fixed) * (len(FURTHER_KS) + 1)


def next_to_measure(in_force: Settings, drafters: Sequence[str], measured: Mapping[Settings, Speed]) -> list[Settings]:
    """The settings to measure in the next turn, given what is measured; empty where the race may begin."""
    learns = {name: name in LEARNER_NAMES for name in drafters if name != PLAIN}
    first = [replace(in_force, drafter=name, k=ADAPTIVE_K if chooses else FIRST_K, adaptive_k=chooses) for name, chooses in learns.items()]
    if missing := [settings for settings in first if settings not in measured]:
        return missing
    fast = _fastest(measured, first)
    good = [settings for settings in fast if measured[settings].times >= DROPPED * measured[fast[0]].times and not settings.adaptive_k]
    lengths = (*((k, False) for k in FURTHER_KS), (ADAPTIVE_K, True))
    further = [replace(settings, k=k, adaptive_k=adaptive) for settings in good[:KEPT] for k, adaptive in lengths]
    return [settings for settings in further if settings not in measured]


def finalists(measured: Mapping[Settings, Speed]) -> list[Settings]:
    """The settings that race at the end, the fastest first."""
    return _fastest(measured, measured)[:KEPT]


def _fastest(measured: Mapping[Settings, Speed], among: Iterable[Settings]) -> list[Settings]:
    return sorted(among, key=lambda settings: -measured[settings].times)


@dataclass(frozen=True, slots=True)
class Best:
    """The fastest settings, and those whose spread reaches theirs. `speed` is None where nothing that was measured is faster than plain
    decoding. `doubtful`: why that cannot be believed."""

    speed: Speed | None
    alike: tuple[Speed, ...] = ()
    doubtful: str | None = None

    @property
    def settings(self) -> Settings | None:
        """The settings to take; None for plain decoding."""
        return self.speed.settings if self.speed else None

    @property
    def line(self) -> str:
        """The result in one line: "hybrid, k 8: 2.10x (1.90-2.30); model, k 4 is alike"."""
        doubt = f"; doubtful: {self.doubtful}" if self.doubtful else ""
        if self.speed is None:
            return f"plain decoding: no drafter is faster on this{doubt}"
        words = f"{choice_words(self.speed.settings)}: {speedup_words(self.speed, bool(self.doubtful))}"
        others = [choice_words(speed.settings) for speed in self.alike] + ["plain decoding"] * (min(self.speed.spread or (self.speed.times,)) < 1)
        return words + (f"; {' and '.join(others)} {'is' if len(others) == 1 else 'are'} alike" if others else "") + doubt


def best_of(speeds: Sequence[Speed]) -> Best:
    """Return the best of the settings with at least TURNS turns: a search's last settings and the raced settings. If none has as many, the settings
    with the most turns count."""
    turns = min(TURNS, max((len(speed.ratios) for speed in speeds), default=0))
    ranked = sorted((speed for speed in speeds if len(speed.ratios) >= turns), key=lambda speed: -speed.times)
    if not ranked or ranked[0].times <= 1:
        return Best(None)
    least, *_ = ranked[0].spread or (ranked[0].times,)
    return Best(ranked[0], tuple(speed for speed in ranked[1:] if max(speed.spread or (speed.times,)) >= least)[: ALIKE])


def options(settings: Settings | None) -> str:
    """What chooses these settings on specdeck's command line."""
    if settings is None:
        return f"--drafter {PLAIN}"
    return f"--drafter {shlex.quote(settings.drafter)} -k {settings.k}" + (" --adaptive-k" if settings.adaptive_k else "")


def elsewhere(settings: Settings | None, model: str | None) -> str:
    """Return the equivalent options of mlx-lm and LM Studio, whose drafter is a second model with a fixed k. Return "" where neither has an
    equivalent. `model`: the drafter's model, as another tool takes it."""
    if settings is None or settings.adaptive_k or model is None or settings.drafter.partition(":")[0] != "model":
        return ""
    return f"mlx_lm: --draft-model {shlex.quote(model)} --num-draft-tokens {settings.k}; LM Studio: Draft Model {model}"
