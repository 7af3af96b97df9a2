"""The drafters, which guess tokens ahead of the target: the list of their records, from which every table of drafters derives.

A drafter without files defines its RECORD in the file of its name. One that loads files has its record here, its class, which loads mlx,
in drafters/<name>.py, and what recognises its checkpoints in ../checkpoints. To add one, add it to RECORDS.
"""

from importlib import import_module

from ..checkpoints.recognition import WITH_FILES
from . import auto, hybrid, lookup, none
from .base import Drafter, DraftRequest, remark_of
from .drafter_record import DrafterRecord, Loading

__all__ = [
    "DraftRequest", "BY_NAME", "Drafter", "DrafterRecord", "FALLBACKS", "LEARNERS", "LEARNER_NAMES", "Loading", "NAMES", "RECORDS", "DEFAULT_DRAFTER",
    "WORDS", "load_drafter", "remark_of",
]  # fmt: skip

RECORDS: tuple[DrafterRecord, ...] = (  # in the order of screens and help
    none.RECORD,
    DrafterRecord(name="model", words="a smaller model of the same vocabulary", files=WITH_FILES["model"]),
    lookup.RECORD,
    hybrid.RECORD,
    DrafterRecord(name="mtp", words="the target's own prediction heads", files=WITH_FILES["mtp"]),
    DrafterRecord(name="assistant", words="an assistant that reads the target's keys and values", files=WITH_FILES["assistant"]),
    DrafterRecord(name="dflash", words="a block drafter that reads the target's hidden states", files=WITH_FILES["dflash"], in_one_pass=True),
    DrafterRecord(name="dflash2", words="a block drafter that chooses a path through its candidates", files=WITH_FILES["dflash2"], in_one_pass=True),
    DrafterRecord(name="dspark", words="a block drafter that corrects each guess by the one before it", files=WITH_FILES["dspark"], in_one_pass=True),
    DrafterRecord(name="eagle3", words="an EAGLE-3 head, which reads hidden states of several layers", files=WITH_FILES["eagle3"]),
    auto.RECORD,
)
BY_NAME = {record.name: record for record in RECORDS}
NAMES = tuple(BY_NAME)
FALLBACKS = tuple(record.name for record in RECORDS if not record.composed)
LEARNERS = tuple(record for record in RECORDS if record.learns)
LEARNER_NAMES = frozenset(record.name for record in LEARNERS)
DEFAULT_DRAFTER = next(record.name for record in RECORDS if record.default)
WORDS = {record.name: record.words for record in RECORDS}


def load_drafter(loading: Loading) -> Drafter:
    """The drafter of this checkpoint's kind, loaded. Raises LoadError, or PairError where it cannot draft for this target."""
    return import_module(f".{loading.checkpoint.kind}", __package__).load(loading)
