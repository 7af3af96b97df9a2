"""Choosing a pair from the catalogue: what enter, ^d, ^l and ^u do on a row. What cannot be done is a Refusal, one line."""

from typing import Sequence

from ..deck import Deck
from ..drawing.figures import size
from ..models import memory_fit
from ..models.catalogue import WITHOUT_FILES, Row
from ..models.disk import Item
from ..notices import Refusal
from . import changing_settings, loading


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
    staying = [other for other in deck.catalogue.in_use[1] if memory_fit.draft_fit(other, item, deck.catalogue.machine.kv_bits).ok]
    return _load(deck, item, staying, [str(other.folder) for other in staying])


def draft_with(deck: Deck, row: Row) -> str:
    """Use this as the drafter; one that is in memory comes into force at once."""
    if not row.verdict.ok:
        raise Refusal(f"{row.name} cannot draft: {row.verdict.line}")
    catalogue = deck.catalogue
    here = catalogue.target is catalogue.in_use[0]
    if row.item is None or (row.use == "drafter" and here):
        return _switch(deck, row)
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


def _switch(deck: Deck, row: Row) -> str:
    paths = deck.pair.paths if deck.pair else {}
    name = next((name for name, path in paths.items() if row.item and path == str(row.item.folder)), row.name)
    changing_settings.draft(deck, name)
    return f"drafter {name}"


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
