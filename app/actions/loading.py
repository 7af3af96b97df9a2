"""Loading and unloading a pair, and the conditions that verbs check first. What cannot be done is a Refusal, one line."""

import os
from functools import partial

from specdeck.decoding.drafters import NAMES

from ..app_state import AppState
from ..engine.messages import Load, Loaded
from ..engine.session import Job, load_pair
from ..notices import Refusal

BUSY = "the engine is busy: esc stops it"


def require_idle(state: AppState) -> None:
    """Refuse while the engine is busy or a recording plays."""
    if state.replay:
        raise Refusal("a recording is playing: esc shows its end")
    if state.speed.measuring and state.speed.unasked:
        state.stop_job()
        state.speed.measuring, state.speed.measured_on = False, None  # it is measured again when nothing else is done
    if state.busy:
        raise Refusal(BUSY)


def at_work(state: AppState) -> bool:
    """Whether the engine does something that a person asked for, so that a load is refused."""
    return state.decoding and not (state.speed.measuring and state.speed.unasked)


def can_stop(state: AppState) -> bool:
    """Whether something goes on that a person began and may stop: the engine's work, or a recording."""
    return at_work(state) or state.replay is not None


def loaded_pair(state: AppState) -> Loaded:
    """The loaded pair. Raises Refusal if there is none."""
    if state.pair is None:
        raise Refusal(state.engine.why_no_pair)
    return state.pair


def ready_pair(state: AppState) -> Loaded:
    """The loaded pair, for a command to an idle engine. Refused while another pair loads, which would take the command in its place."""
    pair = loaded_pair(state)
    require_idle(state)
    if state.engine.loading:
        raise Refusal(state.engine.why_no_pair)
    state.engine.trouble = None
    return pair


def refuse_guests(state: AppState, what: str) -> None:
    """Refuse what a visitor from elsewhere may not do."""
    if state.user.guest:
        raise Refusal(f"visitors of this page may not {what}")


def load(state: AppState, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
    """Load a pair; the present one stays in use until then. Refused while the engine is busy: what it does would be discarded. A recording
    that plays does not keep it busy."""
    if state.engine.loading is not None:
        raise Refusal("the models are still loading")
    if state.replay is None:
        require_idle(state)
    asked = state.engine.loading = Load(model and _place(state, model), tuple(_place(state, name) for name in drafters))
    state.engine.trouble = None
    state.engine.doing, state.engine.since = "loading", state.session.clock()
    state.session.submit(Job("load", partial(load_pair, source=state.session, asked=asked)))


def _place(state: AppState, name: str) -> str:
    """A kind of drafter as it is; of a model the name or folder by which the engine finds it."""
    return name if name in NAMES or os.path.isdir(name) else state.catalogue.folders.place(name) or name


def unload(state: AppState) -> None:
    ready_pair(state)
    state.session.submit(Job("unload", lambda engine: [engine.unload()]))
    state.engine.doing = "unloading the models"


def held_drafters(state: AppState) -> tuple[str, ...]:
    """The drafters to name in a load so that those in memory stay. A head in the target's own folder goes by its name."""
    if state.pair is None:
        return ()
    target, paths = state.pair.target_path, state.pair.paths
    return tuple(dict.fromkeys(name.partition(":")[0] if path == target else path for name, path in paths.items()))


def load_drafter(state: AppState, place: str) -> None:
    """Load one more drafter, a folder or hub name, and switch to it."""
    refuse_guests(state, "load models by name: F5 lists the models that are here")
    load(state, (state.engine.loaded or Load()).model, (*held_drafters(state), place))
