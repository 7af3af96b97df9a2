"""Loading a pair and letting go of it. What cannot be done is a Refusal, one line."""

from __future__ import annotations

from specdeck.app.deck import Deck
from specdeck.app.engine.messages import Load, Unload
from specdeck.app.notices import Refusal

from .guards import BUSY, loaded


def load(deck: Deck, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
    """Load a pair; the one that is there works on until the new one is."""
    if deck.loading is not None:
        raise Refusal("the models are still loading")
    deck.loading = Load(model, drafters)
    deck.doing = "loading"
    deck.session.send(deck.loading)


def unload(deck: Deck) -> None:
    """Let go of the pair, for its memory."""
    loaded(deck)
    if deck.busy or deck.loading:
        raise Refusal(BUSY if deck.busy else deck.absent)
    deck.session.send(Unload())
    deck.doing = "letting go of the models"


def load_drafter(deck: Deck, place: str) -> None:
    """Load one more drafter, a folder or hub name; it comes into force when it is there."""
    load(deck, (deck.loaded or Load()).model, (*deck.drafting, place))
