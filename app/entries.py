"""What happens in a conversation, as values: what a person asked, and what the engine reported of the answer.

A conversation is the fold of its entries (chat.py); a trace is their recording (trace.py). Knows nothing of either.
"""

from __future__ import annotations

from dataclasses import dataclass

from decoding.types import Settings

from .messages import Ended, Failed, Reading, Wrote


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt, and what the answer was to be written with. `again`: in place of the last turn. `at`: seconds, the session's clock."""

    job: int
    prompt: str
    at: float
    settings: Settings = Settings()
    system: str | None = None
    target: str = "target"
    target_path: str = ""
    drafter_path: str | None = None
    max_tokens: int = 512
    thinking: bool | None = None
    raw: bool = False
    stop: tuple[str, ...] = ()
    again: bool = False


Entry = Asked | Reading | Wrote | Ended | Failed
