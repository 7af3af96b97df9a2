"""doctor with few repeats, for tests that wait for ranks on this machine: python -m tests.helpers.small_commands doctor …"""

from __future__ import annotations

import sys

from specdeck.cli import main
from specdeck.commands import doctor, pass_costs


def make_small() -> None:
    """Let doctor decode little."""
    pass_costs.REPEATS, pass_costs.WIDTHS, effort = 4, (1, 2, 5), doctor.Effort
    pass_costs.CHOICES, pass_costs.ENOUGH = 10, 10
    pass_costs.pass_seconds.__defaults__ = (pass_costs.WIDTHS,)
    doctor.Effort = lambda: effort(prompts=1, tokens=4, turns=1)
    doctor.CALIBRATED, doctor.MEASURED = (1, 4), (2,)


if __name__ == "__main__":
    make_small()
    sys.exit(main(sys.argv[1:]))
