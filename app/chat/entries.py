"""What happens in a conversation, as values: what a person did, and the events of the replies. Times `at` are seconds of the session's clock."""

from dataclasses import dataclass, replace
from typing import Iterable

from specdeck.decoding.types import Event, Settings

from ..engine.messages import Failed, Measured


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt, and what the answer was to be written with. `again`: as another branch of a turn that was asked already, number `turn`
    from 0, or the last. `unread`: so many turns at the beginning are not sent to the target any more."""

    job: int
    prompt: str
    at: float
    settings: Settings = Settings()
    system: str | None = None
    target: str = ""  # names of models, never their folders
    drafter_model: str | None = None
    max_tokens: int = 512
    thinking: bool | None = None
    raw: bool = False
    stop: tuple[str, ...] = ()
    again: bool = False
    turn: int | None = None
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Branched:
    """The reply `of` continues from its token `at_token` with another one; without a `token` it ends there."""

    job: int
    of: int
    at_token: int
    token: int | None
    text: str
    p: float | None  # None for a token of which only the drafter's probability was recorded
    at: float


@dataclass(frozen=True, slots=True)
class Shown:
    """Another branch of a turn is shown, with the turns that followed it."""

    job: int
    at: float


Entry = Asked | Branched | Shown | Event | Failed | Measured


def renumber(entries: Iterable[Entry], by: int) -> list[Entry]:
    """The entries with other job numbers, so that a recording's jobs are not taken for this session's."""
    return [_moved(entry, by) for entry in entries]


def _moved(entry: Entry, by: int) -> Entry:
    if isinstance(entry, Branched):
        return replace(entry, job=entry.job + by, of=entry.of + by)
    return replace(entry, job=entry.job + by) if isinstance(entry, (Asked, Shown, Measured)) else entry
