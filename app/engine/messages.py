"""What the engine's thread reports beside events: frozen values, plain data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping

from specdeck.decoding.checkpoints import KnownDrafter
from specdeck.decoding.types import PLAIN, Settings

Message = Mapping[str, str]  # {"role": …, "content": …}


@dataclass(frozen=True, slots=True)
class Load:
    """Load a target (None: the embedded one) and drafters (names, folders, hub names). The old pair stays in use until then."""

    model: str | None = None
    drafters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """What the engine is doing, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class MatrixSpeed:
    """How fast this machine multiplies a few rows with matrices, which is what a pass does. `seconds`: form of a matrix (FLOAT32, HALF, PACKED)
    -> rows -> seconds for each GB (10^9 bytes) of it. `doubtful`: why what follows from it cannot be believed, None if nothing speaks against it."""

    seconds: Mapping[str, Mapping[int, float]]
    doubtful: str | None = None

    @property
    def bandwidth(self) -> float | None:
        """Bytes a second of the fastest way in which memory was read; None where reading alone was not timed."""
        return 1e9 / min(rows[1] for rows in self.seconds.values()) if READING in self.seconds else None


READING = "reading"  # in the place of a form of a matrix: a large array, read once
FLOAT32, HALF, PACKED = "float32", "half precision", "packed"


@dataclass(frozen=True, slots=True)
class Machine:
    """The memory that models may use, as mlx reports it, and what is in use. Bytes; the defaults describe a machine of
    which mlx reports nothing."""

    budget: int | None = None  # what mlx may take; None: all of the machine's memory
    in_use: int = 0  # what mlx uses now
    own: bool = False  # a GPU's own memory, which other programs do not use
    wide: bool = False  # half-precision numbers are held in float32
    kv_bits: int | None = None  # bits per number in a target's cache; None: the model's own
    draft_bits: int | None = None  # bits per number of a drafter's matrices; None: the model's own
    unpack: str = "auto"  # whether a CPU holds quantised weights as float32
    packed: frozenset[str] = frozenset()  # folders of loaded models whose quantised weights a CPU keeps packed
    hosts: int = 1  # over which every target is sharded
    parts: tuple[tuple[str, int], ...] = ()  # of a sharded target: host, and bytes of its part
    speed: MatrixSpeed | None = None  # None: not timed


@dataclass(frozen=True, slots=True)
class Loaded:
    """A pair is loaded. `drafters` are available, `default` is in force first; `unavailable` maps the others to the reason."""

    target: str
    target_path: str
    drafters: tuple[str, ...]
    unavailable: Mapping[str, str] = field(default_factory=dict)
    default: str = PLAIN
    advice: str | None = None  # how to make this machine faster
    ends: tuple[int, ...] = ()  # ids of the tokens that end a reply
    paths: Mapping[str, str] = field(default_factory=dict)  # drafter -> folder, of the drafters with files
    falling_back: tuple[str, ...] = ()  # drafters that ask `settings.fallback` where they have no guess
    machine: Machine = Machine()
    recommended: Mapping[str, float] = field(default_factory=dict)  # the sampling that the target's makers recommend
    context: int | None = None  # the most tokens that the target reads
    remarks: Mapping[str, str] = field(default_factory=dict)  # drafter -> what to know of it
    known: Mapping[str, KnownDrafter] = field(default_factory=dict)  # drafter -> what others measured with it
    hosts: str = ""  # over which the target is sharded, in a few words

    @property
    def name(self) -> str:
        return self.target

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings, or of its fallback; None if there is none."""
        return self.paths.get(settings.fallback if settings.drafter in self.falling_back else settings.drafter)


@dataclass(frozen=True, slots=True)
class Failed:
    """A command failed. `what` is its name; `reason` is one line that says what to do."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Plain decoding's pace on this machine."""

    job: int
    tokens: int
    tokens_per_second: float
    built_kernels: bool = False  # it waited for kernels that mlx built: slower than it is from now on
    probes: tuple[float, ...] = ()  # seconds of a fixed piece of work before and after: how fast the machine was
    crowd: float | None = None  # what other programs took of the processors meanwhile


@dataclass(frozen=True, slots=True)
class Probed:
    """The machine's speed after a reply: the seconds of a fixed piece of work. `crowd`: what other programs took of the processors meanwhile."""

    seconds: float
    crowd: float | None = None
