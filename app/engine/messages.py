"""What crosses between the screen's thread and the engine's: commands in, reports out. Frozen values, plain data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping

from specdeck.decoding.checkpoints import KnownDrafter
from specdeck.decoding.types import PLAIN, Event, Finish, Settings

Message = Mapping[str, str]  # {"role": …, "content": …}


@dataclass(frozen=True, slots=True)
class Load:
    """Load a target (None: the embedded one) and drafters (names, folders, hub names). The old pair stays in use until then."""

    model: str | None = None
    drafters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Generate:
    """Write one reply. `job` numbers it, so that a late stop cannot hit the next one. `kept`: ids of the reply's first tokens,
    where it continues from a token that a person chose. `detail`: how many of the best tokens of p and q to report. `waits_for`: the load that
    brings the target which it was asked of."""

    job: int
    messages: tuple[Message, ...]
    max_tokens: int
    thinking: bool | None = None
    kept: tuple[int, ...] = ()
    detail: int = 0
    waits_for: Load | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """Decode `tokens` tokens under these settings, of plain decoding, without showing them, to measure its pace: after the end of the reply
    `kept`, its ids, so that the caches hold it afterwards too; where it is empty, in its place."""

    job: int
    messages: tuple[Message, ...]
    tokens: int
    thinking: bool | None = None
    kept: tuple[int, ...] = ()
    settings: Settings = Settings(drafter=PLAIN, k=0)


@dataclass(frozen=True, slots=True)
class Unload:
    """Unload the pair and free its memory."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Write one reply and time it: from cold caches, under constant settings; its text is reported at the end, unless `shown`."""

    job: int
    messages: tuple[Message, ...]
    settings: Settings
    max_tokens: int
    thinking: bool | None = None
    detail: int = 0
    shown: bool = False  # report the text as it is written: not for a run that is timed


@dataclass(frozen=True, slots=True)
class DrawContinuations:
    """Write `draws` short continuations of a prompt under each of two settings, in turn, each with a seed of its own from `seed` on;
    `tokens`: of each. After about `seconds` it ends, with fewer, but no fewer than `least` a side; 0 is no bound. Caches are used again from
    one to the next: nothing is timed."""

    job: int
    messages: tuple[Message, ...]
    sides: tuple[Settings, Settings]
    draws: int
    tokens: int
    seed: int
    thinking: bool | None = None
    seconds: float = 0.0
    least: int = 0


Command = Load | Unload | Generate | Measure | Trial | DrawContinuations
NAMES = {Load: "load", Unload: "unload", Generate: "reply", Measure: "measure", Trial: "trial", DrawContinuations: "drawing"}  # in a Failed


@dataclass(frozen=True, slots=True)
class Progress:
    """What the engine is doing, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class MatrixSpeed:
    """How fast this machine multiplies a few rows with matrices, which is what a pass does. `seconds`: form of a matrix (FLOAT32, HALF, PACKED)
    -> rows -> seconds for each GB (10^9 bytes) of it."""

    seconds: Mapping[str, Mapping[int, float]]


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
        """The folder of the drafter in force under these settings, or of the one that it falls back on; None if it has none."""
        return self.paths.get(settings.fallback if settings.drafter in self.falling_back else settings.drafter)


@dataclass(frozen=True, slots=True)
class Unloaded:
    machine: Machine = Machine()


@dataclass(frozen=True, slots=True)
class Failed:
    """A command failed. `what` is its name; `reason` is one line that says what to do."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Replied:
    """An event of a reply."""

    job: int
    event: Event


@dataclass(frozen=True, slots=True)
class Measured:
    """Plain decoding's pace on this machine."""

    job: int
    tokens: int
    tokens_per_second: float
    built_kernels: bool = False  # it waited for kernels that mlx built: slower than it is from now on
    probes: tuple[float, ...] = ()  # seconds of a fixed piece of work before and after: how fast the machine was


@dataclass(frozen=True, slots=True)
class Probed:
    """How fast the machine was after a reply: the seconds of a fixed piece of work."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Counted:
    """Progress of a trial: its tokens so far."""

    job: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A trial is over: its events."""

    job: int
    settings: Settings
    events: tuple[Event, ...]

    @property
    def finish(self) -> Finish:
        """How its reply ended."""
        finish = self.events[-1]
        assert isinstance(finish, Finish), "the last event of a reply"
        return finish


@dataclass(frozen=True, slots=True)
class Drawn:
    """A continuation of one side (0 or 1): its token ids, what they would be if every guess of its first draft had been accepted
    without a test, and the texts of ids that were not reported before."""

    job: int
    side: int
    ids: tuple[int, ...]
    untested: tuple[int, ...]
    names: Mapping[int, str] = field(default_factory=dict)
    seconds: float = 0.0  # since its drawing began


@dataclass(frozen=True, slots=True)
class DrawingEnded:
    """All continuations were drawn, or as many as there was time for, or the job was stopped."""

    job: int


Report = Progress | Loaded | Unloaded | Failed | Replied | Measured | Probed | Counted | Tried | Drawn | DrawingEnded
