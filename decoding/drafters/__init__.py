"""The drafters, which guess tokens ahead of the target. To add one, add a file with its RECORD here and a line in _FILES.

Importing this loads no mlx: a drafter's file imports its model code when its record's `load` or `make` is called.
"""

from importlib import import_module

from .drafter_record import DrafterRecord

_FILES = (  # the order of this tuple is the order on screens and in help
    "none",
    "model",
    "lookup",
    "hybrid",
    "mtp",
    "assistant",
    "dflash",
    "dflash2",
    "dspark",
    "eagle3",
    "auto",
)

RECORDS: tuple[DrafterRecord, ...] = tuple(import_module(f".{file}", __package__).RECORD for file in _FILES)
BY_NAME = {record.name: record for record in RECORDS}
NAMES = tuple(BY_NAME)
WITH_FILES = {name: record.files for name, record in BY_NAME.items() if record.files}
FALLBACKS = tuple(record.name for record in RECORDS if not record.composed)
LEARNERS = tuple(record for record in RECORDS if record.learns)
STAND_IN = next(record.name for record in RECORDS if record.stands_in)
SUGGESTIONS = tuple(name for _, name in sorted((r.suggestion, r.name) for r in RECORDS if r.suggestion is not None))
WORDS = {record.name: record.words for record in RECORDS}
