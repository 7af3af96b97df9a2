"""Loading and unloading a pair, and the conditions that verbs check first. What cannot be done is a Refusal, one line."""

import os
from functools import partial

from specdeck.decoding.drafters import NAMES

from ..deck import Deck
from ..engine.messages import Load, Loaded
from ..engine.session import Job, load_pair
from ..notices import Refusal

BUSY = "the engine is busy: esc stops it"


def require_idle(deck: Deck) -> None:
    """Refuse while the engine is busy or a recording plays."""
    if deck.replay:
        raise Refusal("a recording is playing: esc shows its end")
    if deck.speed.measuring and deck.speed.unasked:
        deck.stop_job()
        deck.speed.measuring, deck.speed.measured_on = False, None  # it is measured again when nothing else is done
    if deck.busy:
        raise Refusal(BUSY)


def at_work(deck: Deck) -> bool:
    """Whether the engine does something that a person asked for, so that a load is refused."""
    return deck.decoding and not (deck.speed.measuring and deck.speed.unasked)


def can_stop(deck: Deck) -> bool:
    """Whether something goes on that a person began and may stop: the engine's work, or a recording."""
    return at_work(deck) or deck.replay is not None


def loaded_pair(deck: Deck) -> Loaded:
    """The loaded pair. Raises Refusal if there is none."""
    if deck.pair is None:
        raise Refusal(deck.engine.why_no_pair)
    return deck.pair


def ready_pair(deck: Deck) -> Loaded:
    """The loaded pair, for a command to an idle engine. Refused while another pair loads, which would take the command in its place."""
    pair = loaded_pair(deck)
    require_idle(deck)
    if deck.engine.loading:
        raise Refusal(deck.engine.why_no_pair)
    deck.engine.trouble = None
    return pair


def refuse_guests(deck: Deck, what: str) -> None:
    """Refuse what a visitor from elsewhere may not do."""
    if deck.person.guest:
        raise Refusal(f"visitors of this page may not {what}")


def load(deck: Deck, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
    """Load a pair; the present one stays in use until then. Refused while the engine is busy: what it does would be discarded. A recording
    that plays does not keep it busy."""
    if deck.engine.loading is not None:
        raise Refusal("the models are still loading")
    if deck.replay is None:
        require_idle(deck)
    asked = deck.engine.loading = Load(model and _place(deck, model), tuple(_place(deck, name) for name in drafters))
    deck.engine.trouble = None
    deck.engine.doing, deck.engine.since = "loading", deck.session.clock()
    deck.session.submit(Job("load", partial(load_pair, source=deck.session, asked=asked)))


def _place(deck: Deck, name: str) -> str:
    """A kind of drafter as it is; of a model the name or folder by which the engine finds it."""
    return name if name in NAMES or os.path.isdir(name) else deck.catalogue.folders.place(name) or name


def unload(deck: Deck) -> None:
    ready_pair(deck)
    deck.session.submit(Job("unload", lambda engine: [engine.unload()]))
    deck.engine.doing = "unloading the models"


def held_drafters(deck: Deck) -> tuple[str, ...]:
    """The drafters to name in a load so that those in memory stay. A head in the target's own folder goes by its name."""
    if deck.pair is None:
        return ()
    target, paths = deck.pair.target_path, deck.pair.paths
    return tuple(dict.fromkeys(name.partition(":")[0] if path == target else path for name, path in paths.items()))


def load_drafter(deck: Deck, place: str) -> None:
    """Load one more drafter, a folder or hub name, and switch to it."""
    refuse_guests(deck, "load models by name: F5 lists the models that are here")
    load(deck, (deck.engine.loaded or Load()).model, (*held_drafters(deck), place))
