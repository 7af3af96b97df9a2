"""The verbs of the models screen: scan the disk, name folders, and search the hub. They also check and download a model, and load a pair of models on
disk. What cannot be done is a Refusal, one line."""

import os
from typing import Sequence

from specdeck.decoding import memory

from ..app_state import AppState
from ..chat.wording import short
from ..drawing.figures import size
from ..models import offers
from ..models.catalogue import WITHOUT_FILES, Row
from ..models.disk import EMBEDDED, Item
from ..models.downloads import NO_DOWNLOAD, AwaitedModels, Download
from ..models.fit import draft_fit
from ..models.hub import Listed, Search
from ..models.published import PublishedPair, published_for
from ..notices import Notice, Refusal
from . import changing_settings, loading
from .loading import refuse_guests

NO_NAME = "choose one in the hub's list: type to search the hub, ^f lists published drafters"


def ask(state: AppState, text: str) -> str | None:
    """Carry out what was typed below the list. A folder's models are listed, now and after the next start; other text searches the hub. An empty text
    forgets the last search."""
    text = text.strip()
    if not text and forget_search(state):
        return None
    if not text:
        raise Refusal("type a model's name to search the hub, or a folder (~/models)")
    refuse_guests(state, "search the hub or list folders of its computer")
    if text.startswith(("~", ".", "/")) or os.path.isdir(text):  # os.path: text may be too long for a path
        folder = os.path.abspath(os.path.expanduser(text))
        if not os.path.isdir(folder):
            raise Refusal(f"there is no folder {text}")
        state.notify(state.catalogue.folders.add(folder))
        state.catalogue.scan()
        return f"scanning {text}"
    search = state.catalogue.search = Search(text, True)

    def done(found: tuple[Listed, ...] | None, trouble: str | None) -> None:
        search.searching, search.found, search.trouble = False, found or (), trouble or ""

    state.catalogue.background.search(text, done)
    return None


def forget_search(state: AppState) -> bool:
    """List what is published again instead of what was searched for; False if nothing was."""
    searched, state.catalogue.search = bool(state.catalogue.search.text), Search()
    return searched


def named_folder(state: AppState, row: Row) -> str | None:
    """The folder that a person named and that this came from; None if there is none."""
    return state.catalogue.folders.above(row.item.folder) if row.item else None


def forget_folder(state: AppState, row: Row) -> str:
    """Stop listing the folder that this came from; nothing is deleted."""
    folders, name = state.catalogue.folders, named_folder(state, row)
    if name is None:
        raise Refusal(f"{row.name} is not from a folder that you named")
    state.notify(folders.remove(name))
    state.catalogue.scan()
    return f"{name} is no longer listed; nothing was deleted"


def offer(state: AppState) -> None:
    """List the published drafters for the target in place of the search, which is forgotten in any case."""
    catalogue = state.catalogue
    forget_search(state)
    if catalogue.target is None:
        raise Refusal("choose a target first: enter loads one, ^l only shows its drafters")
    if not published_for(catalogue.target):
        raise Refusal(f"no published drafter is known for {catalogue.target.name}; type to search the hub")


def check(state: AppState, name: str) -> None:
    """Ask the hub for a model's config, vocabulary and headers, without its weights."""
    if not name:
        raise Refusal(NO_NAME)
    refuse_guests(state, "ask the hub")
    catalogue = state.catalogue
    if name in catalogue.checked or catalogue.disk.has(name):
        return
    catalogue.checked[name] = None

    def done(item: Item | None, trouble: str | None) -> Notice | None:
        if item:
            catalogue.checked[name] = item
            return None
        del catalogue.checked[name]
        return Notice(trouble or "", "error")

    catalogue.background.check(name, done)


def download_pair(state: AppState, pair: PublishedPair) -> str:
    """Download what is missing of a published pair, and then load it; what a person does meanwhile goes on."""
    _require_no_download(state)
    left = {name: bytes_ for name, bytes_ in zip(pair.parts, pair.sizes) if not state.catalogue.disk.has(name)}
    _await_models(state, AwaitedModels(pair.name, pair.target, pair.drafter.name, left, sum(pair.sizes)))
    if left:
        return f"downloading {pair.name}"
    return f"loading {pair.name}" + (" once the engine is idle" if state.catalogue.awaited else "")


def download_listed(state: AppState, listed: Listed) -> str:
    """Download a model of the hub's list, or both of a pair and load them."""
    return download_pair(state, listed.pair) if listed.pair else download(state, listed.name)


def download_drafter(state: AppState, name: str) -> str:
    """Download a drafter and then load it beside the present target. The engine's own thread would wait for a download, and every reply with it."""
    _require_no_download(state)
    _await_models(state, AwaitedModels(name, None, name, {name: 0}))
    return f"getting {name}: F5 shows how far it is and stops it; the current drafter stays in use meanwhile"


def _await_models(state: AppState, models: AwaitedModels) -> None:
    state.catalogue.download, state.catalogue.awaited = NO_DOWNLOAD, models
    continue_downloads(state)


def continue_downloads(state: AppState) -> None:
    """Begin the next awaited download. Load the models when all of them are here and the engine is idle."""
    catalogue, models, last = state.catalogue, state.catalogue.awaited, state.catalogue.download
    if models is None:
        return
    if last.name in models.left:
        if last.state != "done":
            return  # stopped or failed: ^g continues it
        del models.left[last.name]
    if models.left:
        _fetch(state, models.next_download())
    elif not (loading.at_work(state) or state.engine.loading):
        catalogue.awaited = None
        if models.target is None:
            loading.load_drafter(state, models.drafter)
        else:
            loading.load(state, models.target, (models.drafter,))


def suggestion(state: AppState) -> str:
    """The best published pair that fits this machine, in words. Return "" where no pair fits or is fast enough, and where another pair than the
    embedded pair is loaded. A CPU of unknown speed gets "" too."""
    catalogue = state.catalogue
    if state.pair is None or state.pair.target_path != str(EMBEDDED / "target"):
        return ""
    catalogue.memory = catalogue.memory if catalogue.memory.total else memory()
    best = next(iter(offers.pairs(catalogue)), None)
    pace = offers.pace(catalogue, best) if best else None
    if best is None or (not pace.fast_enough if pace else catalogue.machine.wide):
        return ""
    words = f"F5: {short(best.items[0].name)}, {size(best.size or 0)}, a real pair for this machine"
    return words + (f", {pace.words}" if pace else "")


def download(state: AppState, name: str) -> str:
    if not name:
        raise Refusal(NO_NAME)
    catalogue = state.catalogue
    _require_no_download(state)
    if catalogue.disk.has(name):
        raise Refusal(f"{name} is on disk already: enter loads it")
    if catalogue.awaited and next(iter(catalogue.awaited.left), None) == name:  # a part of what is awaited goes on as such
        _fetch(state, catalogue.awaited.next_download())
    else:
        catalogue.awaited = None
        _fetch(state, Download(name))
    return f"downloading {name}"


def _require_no_download(state: AppState) -> None:
    """Raise a Refusal for guests, and while something is being downloaded."""
    refuse_guests(state, "download models")
    if (download := state.catalogue.download).live:
        raise Refusal(f"{download.name} is still being downloaded: ^g stops it")


def _fetch(state: AppState, download: Download) -> None:
    """Begin a download, or continue a stopped one."""
    catalogue = state.catalogue
    catalogue.download = download

    def done(_: None, trouble: str | None) -> Notice | None:
        if not download.live:
            return None  # it was stopped
        download.end(trouble)
        catalogue.stale = True
        return Notice(trouble, "error") if trouble else Notice(f"{download.name} is downloaded")

    catalogue.background.fetch(download, done)


def stop_download(state: AppState) -> None:
    """Stop the download, if there is one, and keep what has arrived."""
    catalogue = state.catalogue
    if catalogue.download.live:
        catalogue.download.state, catalogue.stale = "stopped", True
        catalogue.background.stop()


# What enter, ^d, ^l and ^u do on a row of the disk's list


def show_drafters_for(state: AppState, row: Row) -> str:
    """Judge drafters for this target without loading it. For the target in use, or on a second call, judge for the one in use again."""
    item, catalogue = _loadable(row), state.catalogue
    catalogue.side = None if row.use == "target" or item.folder == catalogue.side else item.folder
    return f"drafters are judged for {catalogue.target.name if catalogue.target else 'the next target'}"


def load_target(state: AppState, row: Row) -> str:
    """Load this as the target, unless it is. Drafters in use that can draft for it stay."""
    item = _loadable(row)
    if row.use == "target":
        raise Refusal(f"{row.name} is already in use as the target")
    staying = [other for other in state.catalogue.in_use[1] if draft_fit(other, item, state.catalogue.machine.kv_bits).ok]
    return _load(state, item, staying, [str(other.folder) for other in staying])


def draft_with(state: AppState, row: Row) -> str:
    """Use this as the drafter; a loaded drafter comes into force at once."""
    if not row.verdict.ok:
        raise Refusal(f"{row.name} cannot draft: {row.verdict.line}")
    catalogue = state.catalogue
    here = catalogue.target is catalogue.in_use[0]
    if row.item is None or (row.use == "drafter" and here):
        paths = state.pair.paths if state.pair else {}
        name = next((name for name, path in paths.items() if row.item and path == str(row.item.folder)), row.name)
        changing_settings.draft(state, name)
        return f"drafter {name}"
    assert catalogue.target is not None, "it can draft for one"
    target, drafters = catalogue.target, [*(catalogue.in_use[1] if here else ()), row.item]
    return _load(state, target, drafters, [*(loading.held_drafters(state) if here else ()), str(row.item.folder)])


def unload(state: AppState, row: Row) -> str:
    """Unload one drafter, or on the target the whole pair."""
    if not row.use or row.item is None:
        raise Refusal(f"{row.name} is not in memory")
    if row.use == "target":
        loading.unload(state)
        return f"unloading {row.name} and its drafters"
    left = [name for name in loading.held_drafters(state) if name != str(row.item.folder)]
    target = state.catalogue.in_use[0]
    assert target is not None, "a drafter is loaded beside a target"
    if not left and target.asked_as is None:
        raise Refusal(f"{row.name} comes with its target: d switches to lookup or plain decoding")
    loading.load(state, target.asked_as, tuple(left) or (WITHOUT_FILES[0].name,))
    return f"unloading {row.name}"


def _loadable(row: Row) -> Item:
    if row.item is None:
        raise Refusal(f"{row.name} is not a model: ^d uses it as the drafter")
    if row.item.trouble:
        raise Refusal(row.item.trouble)
    if not row.item.is_target:
        raise Refusal(f"{row.name} is a drafter ({row.item.kind}) and not a target: ^d uses it as the drafter")
    return row.item


def _load(state: AppState, target: Item, drafters: Sequence[Item], names: Sequence[str]) -> str:
    plan = state.catalogue.plan_of([target, *drafters])
    if plan.word == "too big":
        raise Refusal(f"{target.name} does not fit: it needs {size(plan.need)}, and models may use {size(plan.budget)} here")
    if plan.word == "not beside":
        raise Refusal(f"it does not fit beside the pair in use: it needs {size(plan.adds)} more and {size(plan.room)} is free; unload the target first (^u)")
    loading.load(state, target.asked_as, tuple(names))
    state.catalogue.side = None
    progress = f"loading {target.name}" + (" with " + ", ".join(one.name for one in drafters) if drafters else "")
    return progress + ("; memory will be tight" if plan.word == "tight" else "")
