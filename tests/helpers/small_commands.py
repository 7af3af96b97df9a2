"""doctor with few repeats, for tests of what no time decides: python -m tests.helpers.small_commands doctor …"""

from __future__ import annotations

import sys
from typing import Any, Callable

from specdeck.budget import Amounts
from specdeck.cli import main
from specdeck.commands import examination, prediction

Put = Callable[[Any, str, Any], None]  # sets an attribute, as pytest's monkeypatch does, which takes it back


def make_small(put: Put = setattr) -> None:
    """Let doctor time four passes in place of 15, compare ten greedy choices in place of 200, count ten guesses, and decode little."""
    for name, count in (("REPEATS", 4), ("CHOICES", 10), ("ENOUGH", 10)):
        put(examination, name, count)
    put(examination.pass_seconds, "__defaults__", ((1, 2, 5), *(examination.pass_seconds.__defaults__ or ())[1:]))
    for module in (examination, prediction):
        for name in ("AMOUNTS", "LOOKUP_AMOUNTS"):
            put(module, name, Amounts(prompts=1, runs=1, tokens=4))
    put(prediction, "CALIBRATED", (1, 4))
    put(prediction, "MEASURED", (2,))


if __name__ == "__main__":
    make_small()
    sys.exit(main(sys.argv[1:]))
