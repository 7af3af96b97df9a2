"""doctor with few repeats, for tests that wait for ranks on this machine: python -m tests.small_commands doctor …"""

from __future__ import annotations

import sys

from specdeck.app.cli import main
from specdeck.app.commands import costs, curve


def make_small() -> None:
    """Let doctor decode little."""
    costs.REPEATS, costs.WIDTHS, effort = 4, (1, 2, 5), curve.Effort
    costs.pass_seconds.__defaults__ = (costs.WIDTHS,)
    curve.Effort = lambda: effort(prompts=1, tokens=4, turns=1)
    curve.CALIBRATED, curve.MEASURED = (1, 4), (2,)


if __name__ == "__main__":
    make_small()
    sys.exit(main(sys.argv[1:]))
