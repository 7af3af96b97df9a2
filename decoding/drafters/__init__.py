"""The records of the drafters, which guess tokens ahead of the target. Every table of drafters is derived from this list. Loads no mlx; the
drafters' own files do.

A drafter without files is made by `make`. A drafter with files is loaded by `load` of drafters/<name>.py; ../checkpoints recognises its files.
To add one, add it to RECORDS.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Mapping

from ..checkpoints.layout import Layout, remark_of
from ..checkpoints.recognition import WITH_FILES
from ..types import LOOKUP, PLAIN

if TYPE_CHECKING:
    from ..adaptive import RateEstimator
    from .base import Drafter, Loading

HOW_TO_LOAD = "F5 in the playground finds one, --drafter loads one by its folder or hub name"


@dataclass(frozen=True, kw_only=True)
class DrafterRecord:
    """One drafter. It has either `make`, which creates it from the pair's drafters and estimator, or `files`, from which it is loaded."""

    name: str
    words: str
    """What it does, for a list of drafters."""
    make: Callable[[Mapping[str, Drafter], Callable[[], RateEstimator]], Drafter] | None = None
    files: Layout | None = None
    composed: bool = False
    """Whether it uses the pair's other drafters: it is made after them and is never another's fallback."""
    learns: bool = False
    """Whether it chooses by what the pair's estimator learnt from earlier rounds."""
    in_one_pass: bool = False
    """Whether a draft takes one pass over all its places, not one a guess."""
    why_unavailable: Callable[[Mapping[str, str]], str | None] = lambda paths: None
    """From the folders of the loaded drafters, by name: why it cannot be made, None if it can."""

    @property
    def unavailable(self) -> str:
        """The error where this drafter is asked for and no files of its kind are loaded."""
        assert self.files, "only a drafter with files can be missing"
        return f"no drafter {self.name} is loaded: it needs {self.files.needs}; {HOW_TO_LOAD}"


def load_drafter(loading: Loading) -> Drafter:
    """The drafter of this checkpoint's kind, loaded. Raises LoadError, or PairError where it cannot draft for this target."""
    checkpoint = loading.checkpoint
    drafter, files = _in(checkpoint.kind).load(loading), WITH_FILES[checkpoint.kind]
    drafter.remark = remark_of(drafter.remark, checkpoint.twice, files.guessed(checkpoint), files.ignored(checkpoint, loading.target))
    return drafter


def _in(file: str) -> Any:
    return import_module(f".{file}", __package__)


def _with_files(name: str, words: str, in_one_pass: bool = False) -> DrafterRecord:
    return DrafterRecord(name=name, words=words, files=WITH_FILES[name], in_one_pass=in_one_pass)


RECORDS: tuple[DrafterRecord, ...] = (  # in the order of screens and help
    DrafterRecord(name=PLAIN, words="no drafts: plain decoding", make=lambda drafters, estimator: _in("base").NoDrafter()),
    _with_files("model", "a smaller model of the same vocabulary"),
    DrafterRecord(
        name=LOOKUP, words="copies from earlier text in prompt and reply", make=lambda drafters, estimator: _in("lookup").LookupDrafter()
    ),
    DrafterRecord(
        name="hybrid", words="lookup where it has a match, else another drafter", make=lambda drafters, estimator: _in("hybrid").HybridDrafter(drafters),
        composed=True,
        why_unavailable=lambda paths: None if paths else f"hybrid: nothing is loaded to fall back on, such as {WITH_FILES['model'].needs}: {HOW_TO_LOAD}",
    ),
    _with_files("mtp", "the target's own prediction heads"),
    _with_files("assistant", "an assistant that reads the target's keys and values"),
    _with_files("dflash", "a block drafter that reads the target's hidden states", in_one_pass=True),
    _with_files("dflash2", "a block drafter that chooses a path through its candidates", in_one_pass=True),
    _with_files("dspark", "a block drafter that corrects each guess by the one before it", in_one_pass=True),
    _with_files("eagle3", "an EAGLE-3 head, which reads hidden states of several layers"),
    DrafterRecord(
        name="auto", words="measures and picks the fastest of the others", make=lambda drafters, estimator: _in("auto").AutoDrafter(drafters, estimator),
        composed=True, learns=True,
    ),
)  # fmt: skip
BY_NAME = {record.name: record for record in RECORDS}
NAMES = tuple(BY_NAME)
FALLBACKS = tuple(record.name for record in RECORDS if not record.composed)
LEARNER_NAMES = frozenset(record.name for record in RECORDS if record.learns)
DEFAULT_DRAFTER = LOOKUP  # it comes into force where no drafter with files is loaded and none is named
WORDS = {record.name: record.words for record in RECORDS}
