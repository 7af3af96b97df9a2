"""The settings of each round of a reply: what the caller asks for, with the reply's own seed and without biases on unknown tokens.

Knows Settings and the width of the target's logits; nothing of rounds.
"""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom
from typing import Callable

from .errors import SettingsError
from .types import Settings

AskSettings = Callable[[], Settings]


class RoundSettings:
    """Call it once a round. `ask` returns the caller's settings, `width` is the length of the target's rows of logits; `report` is called
    with one line where a setting is left out."""

    def __init__(self, ask: AskSettings, width: int, report: Callable[[str], None]) -> None:
        self._ask, self._width, self._report = ask, width, report
        self._seed = SystemRandom().getrandbits(62)
        self._asked: Settings | None = None

    def __call__(self) -> Settings:
        """The settings of the next round; the same object as before while the caller's are the same object."""
        asked = self._ask()
        if asked is not self._asked:
            self._asked = self._resolved = asked
            if error := _unknown_bias(asked, self._width):
                self._report(error)
                self._resolved = replace(asked, logit_bias={})
            if asked.seed is None:
                self._resolved = replace(self._resolved, seed=self._seed)
        return self._resolved


def check_bias(settings: Settings, width: int) -> None:
    """Raise SettingsError where a bias is on a token that the target does not have: it would be written outside the row of logits."""
    if error := _unknown_bias(settings, width):
        raise SettingsError(error)


def _unknown_bias(settings: Settings, width: int) -> str | None:
    bad = [token for token in settings.logit_bias if token >= width]
    return f"logit_bias names token {bad[0]}, but ids go from 0 to {width - 1}" if bad else None
