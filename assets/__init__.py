"""Where the shipped data lies: the embedded target, its drafters and the workloads, the table of published drafters."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

MODELS = _HERE / "models"
TARGET, DRAFTER, MTP, DFLASH = (MODELS / role for role in ("target", "drafter", "mtp", "dflash"))
WORKLOADS = _HERE / "workloads"
TRACES = _HERE / "traces"
FIGURES = _HERE / "figures.json"  # the README's table of the embedded pair; benchmarks/readme_table.py writes both
SHOW_ORIGIN = _HERE / "show_origin.json"  # machine and date of the recorded race
PUBLISHED_DRAFTERS = _HERE / "published_drafters.json"
