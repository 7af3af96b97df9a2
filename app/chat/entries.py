"""What happens in a conversation, as values: what a person did, and the events of the replies. Times `at` are seconds of the session's clock."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterable, Mapping

from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.types import Event, Finish, Settings

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
    """Another branch of a turn is the one that counts, with the turns that followed it."""

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


def without_folders(entry: Entry, folders: Iterable[str]) -> Entry:
    """The entry with models' names in place of these folders where a failure quotes one; the home folder is ~."""
    if isinstance(entry, Failed):
        return replace(entry, reason=named_in(entry.reason, names_of(folders)))
    if isinstance(entry, Finish) and entry.error:
        return replace(entry, error=named_in(entry.error, names_of(folders)))
    return entry


def names_of(folders: Iterable[str]) -> dict[str, str]:
    """Models' names by folder, and ~ for the home folder, where that is not the root."""
    home = os.path.expanduser("~")
    return {path: known_as(Path(path)) for path in folders if path} | ({home: "~"} if len(home) > 1 else {})


def named_in(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of paths, longer paths first: one may begin with another."""
    for path in sorted(names, key=len, reverse=True):
        text = text.replace(path, names[path])
    return text
