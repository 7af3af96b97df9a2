"""doctor with few repeats, for tests of what no time decides: python -m tests.helpers.small_commands doctor …"""

from __future__ import annotations

import sys
from typing import Any, Callable

from specdeck.budget import Amounts
from specdeck.cli import main
from specdeck.commands import examination, pass_costs

Put = Callable[[Any, str, Any], None]  # sets an attribute, as pytest's monkeypatch does, which takes it back


def count_little(put: Put) -> None:
    """Let doctor time four passes in place of 15, and compare ten greedy choices in place of 200 and count ten guesses."""
    put(pass_costs, "REPEATS", 4)
    put(pass_costs, "CHOICES", 10)
    put(pass_costs, "ENOUGH", 10)


def make_small(put: Put = setattr) -> None:
    """Let doctor decode little, besides."""
    count_little(put)
    put(pass_costs.pass_seconds, "__defaults__", ((1, 2, 5), *(pass_costs.pass_seconds.__defaults__ or ())[1:]))
    put(examination, "AMOUNTS", Amounts(prompts=1, runs=1, tokens=4))
    put(examination, "LOOKUP_AMOUNTS", Amounts(prompts=1, runs=1, tokens=4))
    put(examination, "CALIBRATED", (1, 4))
    put(examination, "MEASURED", (2,))


if __name__ == "__main__":
    make_small()
    sys.exit(main(sys.argv[1:]))
