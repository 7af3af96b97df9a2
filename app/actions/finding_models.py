"""Finding models: scan the disk, name folders, search the hub, check a model there, download it. What cannot be done is a Refusal."""

from __future__ import annotations

import os
from pathlib import Path

from specdeck.app.deck import Deck
from specdeck.app.models.catalogue import Row
from specdeck.app.models.download_progress import Download
from specdeck.app.models.published import published_for
from specdeck.app.notices import Notice, Refusal

NO_NAME = "choose one in the hub's list: / searches the hub, p lists published drafters"


def open_catalogue(deck: Deck) -> None:
    """Keep the list of what is on disk up to date from now on: it is scanned as soon as the engine is up."""
    deck.catalogue.wanted = True
    deck.catalogue.stale |= not deck.catalogue.scanning


def scan_if_stale(deck: Deck) -> None:
    """Scan the disk if the list is looked at and may have changed. Not before the engine is up: a scan asks mlx-lm what it can build,
    and only the engine's thread may be the first to load mlx."""
    catalogue = deck.catalogue
    engine_is_up = deck.pair is not None or deck.trouble is not None or deck.loading is None
    if catalogue.wanted and catalogue.stale and not catalogue.scanning and engine_is_up:
        scan(deck)


def scan(deck: Deck) -> None:
    """Scan the disk again. A pair may come from folders that nobody named."""
    catalogue = deck.catalogue
    catalogue.scanning, catalogue.stale = True, False
    deck.runner.scan((*catalogue.folders.names, *sorted(map(str, catalogue.held))))


def ask(deck: Deck, text: str) -> str | None:
    """Carry out what was typed below the list: list a folder's models, or search the hub."""
    text = text.strip()
    if not text:
        raise Refusal("type a model's name to search the hub, or a folder (~/models)")
    if text.startswith(("~", ".", "/")) or os.path.isdir(text):  # os.path: text may be too long for a path
        return name_folder(deck, text)
    catalogue = deck.catalogue
    catalogue.searched, catalogue.searching, catalogue.found, catalogue.trouble = text, True, (), ""
    deck.runner.search(text)
    return None


def name_folder(deck: Deck, text: str) -> str:
    """List the models in this folder too, now and after the next start."""
    folder = Path(os.path.expanduser(text))
    if not os.path.isdir(folder):
        raise Refusal(f"there is no folder {text}")
    _warn(deck, deck.catalogue.folders.add(str(folder)))
    scan(deck)
    return f"scanning {text}"


def forget_folder(deck: Deck, row: Row) -> str:
    """Stop listing the folder that this came from; nothing is deleted."""
    folders = deck.catalogue.folders
    name = folders.above(row.item.folder) if row.item else None
    if name is None:
        raise Refusal(f"{row.name} is not from a folder that you named")
    _warn(deck, folders.remove(name))
    scan(deck)
    return f"{name} is no longer listed; nothing was deleted"


def offer(deck: Deck) -> None:
    """List the published drafters for the target instead of what was searched for."""
    catalogue = deck.catalogue
    if catalogue.target is None:
        raise Refusal("choose a target first: enter loads one, t only shows its drafters")
    if not published_for(catalogue.target):
        raise Refusal(f"no published drafter is known for {catalogue.target.name}; / searches the hub")
    catalogue.searched, catalogue.searching, catalogue.found, catalogue.trouble = "", False, (), ""


def check(deck: Deck, name: str) -> None:
    """Ask the hub for a model's config, vocabulary and headers, without its weights."""
    if not name:
        raise Refusal(NO_NAME)
    catalogue = deck.catalogue
    if name not in catalogue.checked and not catalogue.on_disk(name):
        catalogue.checked[name] = None
        deck.runner.check(name)


def download(deck: Deck, name: str) -> str:
    """Download a model, or continue a download that was stopped."""
    if not name:
        raise Refusal(NO_NAME)
    catalogue = deck.catalogue
    if catalogue.download and catalogue.download.live:
        raise Refusal(f"{catalogue.download.name} is still being downloaded: esc stops it")
    if catalogue.on_disk(name):
        raise Refusal(f"{name} is on disk already: enter loads it")
    catalogue.download = Download(name)
    deck.runner.fetch(name)
    return f"downloading {name}"


def stop_download(deck: Deck) -> bool:
    """Stop the download and keep what has arrived; False if there is none."""
    current = deck.catalogue.download
    if current is None or not current.live:
        return False
    current.state = "stopped"
    deck.runner.stop()
    return True


def _warn(deck: Deck, trouble: str | None) -> None:
    if trouble:
        deck.notices.append(Notice(trouble, "warning"))
