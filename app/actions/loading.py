"""Loading and unloading a pair. What cannot be done is a Refusal, one line."""

from __future__ import annotations

from ..deck import Deck
from ..engine.messages import Load, Unload
from ..notices import Refusal
from .guards import BUSY, loaded_pair


def load(deck: Deck, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
    """Load a pair; the present one stays in use until then."""
    if deck.loading is not None:
        raise Refusal("the models are still loading")
    deck.loading = Load(model, drafters)
    deck.doing = "loading"
    deck.session.send(deck.loading)


def unload(deck: Deck) -> None:
    """Unload the pair and free its memory."""
    loaded_pair(deck)
    if deck.busy or deck.loading:
        raise Refusal(BUSY if deck.busy else deck.absent)
    deck.session.send(Unload())
    deck.doing = "unloading the models"


def load_drafter(deck: Deck, place: str) -> None:
    """Load one more drafter, a folder or hub name, and switch to it."""
    load(deck, (deck.loaded or Load()).model, (*deck.drafting, place))
