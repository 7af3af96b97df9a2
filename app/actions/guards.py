"""What must be so before a verb is carried out. Raises Refusal, one line that says what to do."""

from __future__ import annotations

from specdeck.app.deck import Deck
from specdeck.app.engine.messages import Loaded
from specdeck.app.notices import Refusal

BUSY = "the engine is busy: esc stops it"


def be_idle(deck: Deck) -> None:
    """Refuse what needs the engine while it is busy."""
    if deck.replay:
        raise Refusal("a recording is playing: esc shows its end")
    if deck.busy:
        raise Refusal(BUSY)


def loaded(deck: Deck) -> Loaded:
    """The pair; refused where there is none."""
    if deck.pair is None:
        raise Refusal(deck.absent)
    return deck.pair
