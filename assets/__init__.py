"""Where the shipped data lies: the embedded pair and the workloads. Knows paths, not what is in the files."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

TARGET = _HERE / "models" / "target"
DRAFTER = _HERE / "models" / "drafter"
WORKLOADS = _HERE / "workloads"
