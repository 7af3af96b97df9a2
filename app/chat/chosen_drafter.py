"""Which notes of rounds say why a drafter was chosen: those under a drafter that chooses among the others by what it learnt.

Other notes are warnings. Knows rounds; nothing of screens.
"""

from __future__ import annotations

from specdeck.decoding.drafters import LEARNERS
from specdeck.decoding.types import Round

from ..drawing.clean_text import one_line
from .reply import Reply

_CHOOSERS = frozenset(record.name for record in LEARNERS)


def explains_choice(round_: Round) -> bool:
    """Whether the round's note, if it has one, says why its drafter was chosen."""
    return round_.settings.drafter in _CHOOSERS


def why_chosen(reply: Reply | None) -> str:
    """The latest reason for a choice, in one line; empty where the last round's drafter was not chosen so."""
    if reply is None or not reply.steps or not explains_choice(reply.steps[-1].event):
        return ""
    notes = (step.event.note for step in reversed(reply.steps) if explains_choice(step.event))
    return one_line(next(filter(None, notes), ""))
