"""What a person is shown once: a notice, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from specdeck.decoding.errors import SpecdeckError


class Refusal(SpecdeckError):
    """The request cannot be carried out; the message says why, in one line."""


NoticeKind = Literal["information", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A line to show once."""

    text: str
    kind: NoticeKind = "information"
