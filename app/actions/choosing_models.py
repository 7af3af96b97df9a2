"""The verbs of the models screen: scan the disk, name folders, search the hub, check and download a model, load a pair of what is there. What cannot
be done is a Refusal, one line."""

import os
from typing import Sequence

from specdeck.decoding import memory

from ..chat.wording import short
from ..deck import Deck
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


def ask(deck: Deck, text: str) -> str | None:
    """Carry out what was typed below the list: list a folder's models, now and after the next start, or search the hub. Nothing, after a search: forget it."""
    text = text.strip()
    if not text and forget_search(deck):
        return None
    if not text:
        raise Refusal("type a model's name to search the hub, or a folder (~/models)")
    refuse_guests(deck, "search the hub or list folders of its computer")
    if text.startswith(("~", ".", "/")) or os.path.isdir(text):  # os.path: text may be too long for a path
        folder = os.path.abspath(os.path.expanduser(text))
        if not os.path.isdir(folder):
            raise Refusal(f"there is no folder {text}")
        deck.tell(deck.catalogue.folders.add(folder))
        deck.catalogue.scan()
        return f"scanning {text}"
    search = deck.catalogue.search = Search(text, True)

    def done(found: tuple[Listed, ...] | None, trouble: str | None) -> None:
        search.searching, search.found, search.trouble = False, found or (), trouble or ""

    deck.catalogue.background.search(text, done)
    return None


def forget_search(deck: Deck) -> bool:
    """List what is published again instead of what was searched for; False if nothing was."""
    searched, deck.catalogue.search = bool(deck.catalogue.search.text), Search()
    return searched


def named_folder(deck: Deck, row: Row) -> str | None:
    """The folder that a person named and that this came from; None if there is none."""
    return deck.catalogue.folders.above(row.item.folder) if row.item else None


def forget_folder(deck: Deck, row: Row) -> str:
    """Stop listing the folder that this came from; nothing is deleted."""
    folders, name = deck.catalogue.folders, named_folder(deck, row)
    if name is None:
        raise Refusal(f"{row.name} is not from a folder that you named")
    deck.tell(folders.remove(name))
    deck.catalogue.scan()
    return f"{name} is no longer listed; nothing was deleted"


def offer(deck: Deck) -> None:
    """List the published drafters for the target in place of the search, which is forgotten in any case."""
    catalogue = deck.catalogue
    forget_search(deck)
    if catalogue.target is None:
        raise Refusal("choose a target first: enter loads one, ^l only shows its drafters")
    if not published_for(catalogue.target):
        raise Refusal(f"no published drafter is known for {catalogue.target.name}; type to search the hub")


def check(deck: Deck, name: str) -> None:
    """Ask the hub for a model's config, vocabulary and headers, without its weights."""
    if not name:
        raise Refusal(NO_NAME)
    refuse_guests(deck, "ask the hub")
    catalogue = deck.catalogue
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


def download_pair(deck: Deck, pair: PublishedPair) -> str:
    """Download what is missing of a published pair, and then load it; what a person does meanwhile goes on."""
    _require_no_download(deck)
    left = {name: bytes_ for name, bytes_ in zip(pair.parts, pair.sizes) if not deck.catalogue.disk.has(name)}
    _await_models(deck, AwaitedModels(pair.name, pair.target, pair.drafter.name, left, sum(pair.sizes)))
    if left:
        return f"downloading {pair.name}"
    return f"loading {pair.name}" + (" once the engine is idle" if deck.catalogue.awaited else "")


def download_listed(deck: Deck, listed: Listed) -> str:
    """Download a model of the hub's list, or both of a pair and load them."""
    return download_pair(deck, listed.pair) if listed.pair else download(deck, listed.name)


def download_drafter(deck: Deck, name: str) -> str:
    """Download a drafter and then load it beside the present target. The engine's own thread would wait for a download, and every reply with it."""
    _require_no_download(deck)
    _await_models(deck, AwaitedModels(name, None, name, {name: 0}))
    return f"getting {name}: F5 shows how far it is and stops it; the current drafter stays in use meanwhile"


def _await_models(deck: Deck, models: AwaitedModels) -> None:
    deck.catalogue.download, deck.catalogue.awaited = NO_DOWNLOAD, models
    continue_downloads(deck)


def continue_downloads(deck: Deck) -> None:
    """Begin the next download of what is awaited; load it when all of it is here and the engine is idle."""
    catalogue, models, last = deck.catalogue, deck.catalogue.awaited, deck.catalogue.download
    if models is None:
        return
    if last.name in models.left:
        if last.state != "done":
            return  # stopped or failed: ^g continues it
        del models.left[last.name]
    if models.left:
        _fetch(deck, models.next_download())
    elif not (loading.at_work(deck) or deck.engine.loading):
        catalogue.awaited = None
        if models.target is None:
            loading.load_drafter(deck, models.drafter)
        else:
            loading.load(deck, models.target, (models.drafter,))


def suggestion(deck: Deck) -> str:
    """The best published pair that fits this machine, in words. Empty where none fits or is fast enough, where another pair than the embedded
    one is loaded, and on a CPU of unknown speed."""
    catalogue = deck.catalogue
    if deck.pair is None or deck.pair.target_path != str(EMBEDDED / "target"):
        return ""
    catalogue.memory = catalogue.memory if catalogue.memory.total else memory()
    best = next(iter(offers.pairs(catalogue)), None)
    pace = offers.pace(catalogue, best) if best else None
    if best is None or (not pace.fast_enough if pace else catalogue.machine.wide):
        return ""
    words = f"F5: {short(best.items[0].name)}, {size(best.size or 0)}, a real pair for this machine"
    return words + (f", {pace.words}" if pace else "")


def download(deck: Deck, name: str) -> str:
    if not name:
        raise Refusal(NO_NAME)
    catalogue = deck.catalogue
    _require_no_download(deck)
    if catalogue.disk.has(name):
        raise Refusal(f"{name} is on disk already: enter loads it")
    if catalogue.awaited and next(iter(catalogue.awaited.left), None) == name:  # a part of what is awaited goes on as such
        _fetch(deck, catalogue.awaited.next_download())
    else:
        catalogue.awaited = None
        _fetch(deck, Download(name))
    return f"downloading {name}"


def _require_no_download(deck: Deck) -> None:
    """Raise a Refusal for guests, and while something is being downloaded."""
    refuse_guests(deck, "download models")
    if (download := deck.catalogue.download).live:
        raise Refusal(f"{download.name} is still being downloaded: ^g stops it")


def _fetch(deck: Deck, download: Download) -> None:
    """Begin a download, or continue a stopped one."""
    catalogue = deck.catalogue
    catalogue.download = download

    def done(_: None, trouble: str | None) -> Notice | None:
        if not download.live:
            return None  # it was stopped
        download.end(trouble)
        catalogue.stale = True
        return Notice(trouble, "error") if trouble else Notice(f"{download.name} is downloaded")

    catalogue.background.fetch(download, done)


def stop_download(deck: Deck) -> None:
    """Stop the download, if there is one, and keep what has arrived."""
    catalogue = deck.catalogue
    if catalogue.download.live:
        catalogue.download.state, catalogue.stale = "stopped", True
        catalogue.background.stop()


# What enter, ^d, ^l and ^u do on a row of the disk's list


def show_drafters_for(deck: Deck, row: Row) -> str:
    """Judge drafters for this target without loading it. For the target in use, or on a second call, judge for the one in use again."""
    item, catalogue = _loadable(row), deck.catalogue
    catalogue.side = None if row.use == "target" or item.folder == catalogue.side else item.folder
    return f"drafters are judged for {catalogue.target.name if catalogue.target else 'the next target'}"


def load_target(deck: Deck, row: Row) -> str:
    """Load this as the target, unless it is. Drafters in use that can draft for it stay."""
    item = _loadable(row)
    if row.use == "target":
        raise Refusal(f"{row.name} is already in use as the target")
    staying = [other for other in deck.catalogue.in_use[1] if draft_fit(other, item, deck.catalogue.machine.kv_bits).ok]
    return _load(deck, item, staying, [str(other.folder) for other in staying])


def draft_with(deck: Deck, row: Row) -> str:
    """Use this as the drafter; a loaded drafter comes into force at once."""
    if not row.verdict.ok:
        raise Refusal(f"{row.name} cannot draft: {row.verdict.line}")
    catalogue = deck.catalogue
    here = catalogue.target is catalogue.in_use[0]
    if row.item is None or (row.use == "drafter" and here):
        paths = deck.pair.paths if deck.pair else {}
        name = next((name for name, path in paths.items() if row.item and path == str(row.item.folder)), row.name)
        changing_settings.draft(deck, name)
        return f"drafter {name}"
    assert catalogue.target is not None, "it can draft for one"
    target, drafters = catalogue.target, [*(catalogue.in_use[1] if here else ()), row.item]
    return _load(deck, target, drafters, [*(loading.held_drafters(deck) if here else ()), str(row.item.folder)])


def unload(deck: Deck, row: Row) -> str:
    """Unload one drafter, or on the target the whole pair."""
    if not row.use or row.item is None:
        raise Refusal(f"{row.name} is not in memory")
    if row.use == "target":
        loading.unload(deck)
        return f"unloading {row.name} and its drafters"
    left = [name for name in loading.held_drafters(deck) if name != str(row.item.folder)]
    target = deck.catalogue.in_use[0]
    assert target is not None, "a drafter is loaded beside a target"
    if not left and target.asked_as is None:
        raise Refusal(f"{row.name} comes with its target: d switches to lookup or plain decoding")
    loading.load(deck, target.asked_as, tuple(left) or (WITHOUT_FILES[0].name,))
    return f"unloading {row.name}"


def _loadable(row: Row) -> Item:
    if row.item is None:
        raise Refusal(f"{row.name} is not a model: ^d uses it as the drafter")
    if row.item.trouble:
        raise Refusal(row.item.trouble)
    if not row.item.is_target:
        raise Refusal(f"{row.name} is a drafter ({row.item.kind}) and not a target: ^d uses it as the drafter")
    return row.item


def _load(deck: Deck, target: Item, drafters: Sequence[Item], names: Sequence[str]) -> str:
    plan = deck.catalogue.plan_of([target, *drafters])
    if plan.word == "too big":
        raise Refusal(f"{target.name} does not fit: it needs {size(plan.need)}, and models may use {size(plan.budget)} here")
    if plan.word == "not beside":
        raise Refusal(f"it does not fit beside the pair in use: it needs {size(plan.adds)} more and {size(plan.room)} is free; unload the target first (^u)")
    loading.load(deck, target.asked_as, tuple(names))
    deck.catalogue.side = None
    progress = f"loading {target.name}" + (" with " + ", ".join(one.name for one in drafters) if drafters else "")
    return progress + ("; memory will be tight" if plan.word == "tight" else "")
