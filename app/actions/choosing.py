"""Choosing a pair from the shelf: what enter, d, t and u do on a row. What cannot be done is a Refusal, one line."""

from __future__ import annotations

from typing import Sequence

from specdeck.app.chat.wording import size
from specdeck.app.deck import Deck
from specdeck.app.models import memory_fit
from specdeck.app.models.catalogue import LOOKUP, Row
from specdeck.app.models.disk import Item
from specdeck.app.notices import Refusal

from . import loading, steering


def look_from(deck: Deck, row: Row) -> str:
    """Judge drafters for this target without loading it; for the loaded one if it is that, or was looked from already."""
    item, shelf = _loadable(row), deck.shelf
    shelf.side = None if row.use == "target" or item.folder == shelf.side else item.folder
    return f"drafters are judged for {shelf.target.name if shelf.target else 'the target to come'}"


def load_target(deck: Deck, row: Row) -> str:
    """Load this as the target. Drafters in use that can draft for it stay."""
    item = _loadable(row)
    staying = [other for other in deck.shelf.in_use[1] if memory_fit.can_draft(other, item, deck.machine.kv_bits).ok]
    return _load(deck, item, staying, [str(other.folder) for other in staying])


def draft_with(deck: Deck, row: Row) -> str:
    """Have this draft for the target; one that is in memory comes into force at once."""
    if not row.verdict.ok:
        raise Refusal(f"{row.name} cannot draft: {row.verdict.line}")
    shelf = deck.shelf
    here = shelf.target is shelf.in_use[0]
    if row.item is None or (row.use == "drafter" and here):
        return _switch(deck, row)
    target, drafters = shelf.target, [*(shelf.in_use[1] if here else ()), row.item]
    return _load(deck, target, drafters, [*(deck.drafting if here else ()), str(row.item.folder)])


def unload(deck: Deck, row: Row) -> str:
    """Let go of the whole pair, or of one drafter."""
    if not row.use:
        raise Refusal(f"{row.name} is not in memory")
    if row.use == "target":
        loading.unload(deck)
        return f"unloading {row.name} and its drafters"
    left = [name for name in deck.drafting if name != str(row.item.folder)]
    loading.load(deck, deck.shelf.in_use[0].asked_as, tuple(left) or (LOOKUP,))
    return f"unloading {row.name}"


def _loadable(row: Row) -> Item:
    if row.item is None:
        raise Refusal("lookup is not a model: d uses it as the drafter")
    if row.item.trouble:
        raise Refusal(row.item.trouble)
    if row.item.kind != "model":
        raise Refusal(f"{row.name} is a drafter ({row.item.kind}) and not a target: d uses it as the drafter")
    return row.item


def _switch(deck: Deck, row: Row) -> str:
    paths = deck.pair.paths if deck.pair else {}
    name = next((name for name, path in paths.items() if row.item and path == str(row.item.folder)), LOOKUP)
    steering.draft(deck, name)
    return f"drafter {name}"


def _load(deck: Deck, target: Item, drafters: Sequence[Item], names: Sequence[str]) -> str:
    plan = deck.shelf.plan_of([target, *drafters])
    if plan.word == "too big":
        raise Refusal(f"{target.name} does not fit: it needs {size(plan.need)}, and models may use {size(plan.budget)} here")
    if plan.word == "not beside":
        raise Refusal(f"it does not fit beside the pair in use: it needs {size(plan.adds)} more and {size(plan.room)} is free; unload the target first (u)")
    loading.load(deck, target.asked_as, tuple(names))
    deck.shelf.side = None
    progress = f"loading {target.name}" + (" with " + ", ".join(one.name for one in drafters) if drafters else "")
    return progress + ("; memory will be tight" if plan.word == "tight" else "")
