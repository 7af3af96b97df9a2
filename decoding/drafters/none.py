"""`none`: plain decoding, as a drafter whose drafts are always empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..types import PLAIN
from .base import Drafter, DraftRequest
from .drafter_record import DrafterRecord

if TYPE_CHECKING:
    from ..accept import Draft
    from ..types import Settings


class NoDrafter(Drafter):
    """Every draft is empty, and it says so in advance, so that passes can be queued a round early."""

    name = PLAIN

    def propose(self, request: DraftRequest) -> Draft:
        return request.point_draft(self.name, ())

    def will_not_draft(self, settings: Settings) -> bool:
        return True


RECORD = DrafterRecord(
    name=NoDrafter.name,
    words="no drafts: plain decoding",
    make=lambda drafters, estimator: NoDrafter(),
)
