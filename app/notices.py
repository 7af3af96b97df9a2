"""What a person is told once: that something happened, or that it cannot be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


class Refusal(Exception):
    """What was asked cannot be done; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell the person once."""

    text: str
    kind: Literal["information", "warning", "error"] = "information"
