"""Where the shipped data lies: the embedded target, its drafters and the workloads. Knows paths, not what is in the files."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

TARGET = _HERE / "models" / "target"
DRAFTER = _HERE / "models" / "drafter"
MTP = _HERE / "models" / "mtp"
DFLASH = _HERE / "models" / "dflash"
WORKLOADS = _HERE / "workloads"
TRACES = _HERE / "traces"
