"""The reports of a reply: the engine's events with the texts of their tokens. Frozen values, plain data only.

Knows the engine's events; nothing of Textual, mlx or threads.
"""

from dataclasses import dataclass, field
from typing import Mapping, Sequence

from specdeck.decoding.types import Finish, Prefill, Round


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of the prompt was read."""

    job: int
    event: Prefill
    at: float  # seconds, of the session's clock


@dataclass(frozen=True, slots=True)
class Wrote:
    """A round with its texts: `texts`, what each token completed ("" while a character is unfinished); `guesses`, the draft's
    tokens; and `names`, the ids among its best tokens."""

    job: int
    event: Round
    texts: Sequence[str]
    guesses: Sequence[str]
    at: float
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """The reply is over. `tail`: text held back for a character that was never finished."""

    job: int
    event: Finish
    tail: str
    at: float
