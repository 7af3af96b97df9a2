"""What the hub offers: the results of a search, else published drafters for the target, else pairs for this machine. For each offer the module says
whether it fits and what speed-up to expect."""

from .catalogue import Catalogue, Row
from .disk import Item
from .fit import DraftFit, draft_fit
from .hub import Listed
from .outlook import Gain, Pace, drafted
from .published import Published, published_for, published_pairs

FITS = {"fits": "it would fit", "tight": "memory would be tight", "too big": "too big for this machine"}


def offered(catalogue: Catalogue) -> tuple[Listed, ...]:
    """Return the rows of the hub's list: the search results, or else the published drafters for the target. Without such drafters they are published
    pairs that fit this machine."""
    target = catalogue.target
    if catalogue.search.text or not catalogue.disk.scanned:
        return catalogue.search.found

    def found() -> tuple[Listed, ...]:
        rows = published(catalogue, target) if target else ()
        return tuple(Listed(row.name, row.bytes_ or None, published=row) for row in rows) or tuple(pairs(catalogue))

    return catalogue.once("offered", (target, catalogue.disk, catalogue.machine), found)


def published(catalogue: Catalogue, target: Item) -> list[Published]:
    """Return the published drafters for a target, sorted by gain. Known gains come first, the largest first. Unknown gains, losses, and drafters that
    cannot be loaded here follow."""

    def place(row: Published) -> tuple[object, ...]:
        brings = catalogue.outlook.gain(target, row.item, row.kind)
        return bool(row.refused), brings.loses, not brings.known, brings.speed_up is None, -brings.known

    return sorted(published_for(target), key=place)


def pairs(catalogue: Catalogue) -> list[Listed]:
    """Return the published pairs that fit into this machine's memory, the most usable first. Each download of a target appears once, with its best
    drafter. A usable pair is fast enough here and its drafter gains. Usable pairs are sorted by room, then known speed-ups first, then the larger
    target first. Pairs that are too slow follow, the fastest first."""
    ranked: list[tuple[tuple[object, ...], Listed]] = []
    for pair in published_pairs():
        listed = Listed(pair.name, sum(pair.sizes), pair=pair)
        if (fits := fit(catalogue, listed)) != "too big":
            plain, brings = pace(catalogue, listed), gain(catalogue, listed) or Gain()
            slow = plain is not None and not plain.fast_enough
            most = brings.speed_up is None, -brings.known, brings.pays_from or 1.0  # what follows for this machine before what others measured
            ranked.append(((slow, -plain.rate if slow and plain else brings.loses, fits, not brings.known, -pair.bytes_, *most), listed))
    best: dict[str, Listed] = {}
    for _, listed in sorted(ranked, key=lambda found: found[0]):
        best.setdefault(listed.items[0].name, listed)
    return list(best.values())


def fit(catalogue: Catalogue, listed: Listed) -> str:
    """Return "fits", "tight" or "too big" for a model, a pair, or the target with a published drafter. The models would replace the pair in use.
    Return "" if the size is unknown."""
    if not listed.size or not (catalogue.machine.budget or catalogue.memory.total):
        return ""
    beside = [catalogue.target] if listed.published and catalogue.target else []
    return catalogue.plan_of([*beside, *listed.items]).alone


def gain(catalogue: Catalogue, listed: Listed) -> Gain | None:
    """Return a published drafter's gain on the target of its pair, or on the target in use. Return None for another model of the hub."""
    drafter, target = (listed.pair.drafter, listed.items[0]) if listed.pair else (listed.published, catalogue.target)
    return catalogue.outlook.gain(target, drafter.item, drafter.kind) if drafter and target else None


def pace(catalogue: Catalogue, listed: Listed) -> Pace | None:
    """Return the pace of a pair, or of a model as a target. Return None for a drafter, and for an unknown pace."""
    return None if listed.published else drafted(catalogue.outlook.pace(listed.items[0]), gain(catalogue, listed) or Gain())


def row(catalogue: Catalogue, listed: Listed) -> Row | None:
    """Return the row of a model of the hub that is on disk, was checked, or is a published drafter. Return None for any other."""
    if here := next((row for row in catalogue.rows() if row.item and listed.name in row.item.hub_names), None):
        return here
    if item := catalogue.checked.get(listed.name):
        return Row(item.name, item, "", draft_fit(item, catalogue.target, catalogue.machine.kv_bits))
    if listed.published:
        line = f"published for {listed.published.target}; ^k checks its files"
        return Row(listed.name, listed.published.item, "", DraftFit(True, listed.published.kind, line, doubt=True))
    return None


def is_checked(catalogue: Catalogue, listed: Listed) -> bool:
    """Whether its files were read, here or on the hub."""
    return bool(catalogue.checked.get(listed.name)) or any(listed.name in item.hub_names for item in catalogue.disk.items)


def words(catalogue: Catalogue, listed: Listed) -> str:
    """A line about a model of the hub, or about a pair."""
    fits = FITS.get(fit(catalogue, listed), "the hub does not say its size")
    brings, plain = gain(catalogue, listed), pace(catalogue, listed)
    if listed.pair:
        return "; ".join(filter(None, (plain and plain.words, brings.words if plain and brings else "", listed.pair.drafter.measured, fits)))
    if catalogue.disk.has(listed.name):
        return f"it is on disk; {'^d on its line above makes it the drafter' if listed.published else 'enter on its line above loads it'}"
    if is_checked(catalogue, listed) and (known := row(catalogue, listed)):
        return known.verdict.line
    if listed.name in catalogue.checked:
        return "asking the hub for its config, vocabulary and headers"
    if listed.published:
        gained = f"; {brings.words}" if brings and brings != Gain() else ""
        return f"{listed.published.words}{gained}; {fits} beside {listed.published.target}; enter downloads it"
    terms = "; its terms must be accepted on its page first" if listed.gated else ""
    return f"{fits}{terms}" + (f"; {plain.words} as a target" if plain else "") + "; ^k checks what it can draft for"
