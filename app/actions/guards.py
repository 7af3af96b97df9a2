"""Conditions that verbs check first. Each raises Refusal, one line that says what to do."""

from __future__ import annotations

from ..deck import Deck
from ..engine.messages import Loaded
from ..notices import Refusal

BUSY = "the engine is busy: esc stops it"


def require_idle(deck: Deck) -> None:
    """Refuse while the engine is busy or a recording plays."""
    if deck.replay:
        raise Refusal("a recording is playing: esc shows its end")
    if deck.measuring and deck.unasked:
        deck.stop_job()
        deck.measuring = False
    if deck.busy:
        raise Refusal(BUSY)


def loaded_pair(deck: Deck) -> Loaded:
    """The loaded pair. Raises Refusal if there is none."""
    if deck.pair is None:
        raise Refusal(deck.absent)
    return deck.pair
