"""`specdeck models`: the models on this machine, what can draft for what, and why not."""

import argparse
import json
import os
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Iterable

from specdeck.decoding import memory
from specdeck.decoding.checkpoints import guessed, model_folder, own_head_trouble
from specdeck.decoding.errors import OTHER_VOCABULARY, LoadError

from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..models import offers
from ..models.catalogue import Catalogue
from ..models.disk import UNREADABLE, Item, NamedFolders, scan_disk
from ..models.fit import DraftFit, draft_fit
from ..models.measurements import Measurements, learnt_passes, matrix_speed
from ..models.outlook import Gain, Pace
from ..records.files import closed
from ..settings import paths
from ..terminal.streams import complain, filled, fitted, tell_native_aborts


def main(args: argparse.Namespace) -> int:
    """Scan, judge, print; loads no weights."""
    tell_native_aborts()
    for folder in args.folders:
        place = os.path.expanduser(folder)
        if not os.path.isdir(place):
            raise LoadError(f"models {folder!r}: {closed(place) or 'no such folder'}: name a folder that holds models")
    catalogue = _catalogue(args.folders)
    troubles = [] if args.suggest else catalogue.disk.troubles
    if args.suggest:
        found = {"pairs": suggestions(catalogue)}
        lines = _suggested(catalogue, found["pairs"])
    else:
        found = {"models": [row(item, catalogue) for item in catalogue.disk.items]}
        found["published"] = [offer for item in catalogue.disk.items for offer in published(item, catalogue)]
        lines = [*_table(found["models"]), *_published(found["published"]), *troubles]
    print(json.dumps(found) if args.json else "\n".join(fitted(map(one_line, lines))), flush=True)
    for trouble in troubles if args.json else ():
        complain(trouble)
    return 0


def _catalogue(folders: Iterable[str]) -> Catalogue:
    from ..engine.engine import device, machine, time_matrices

    catalogue, named = Catalogue(), NamedFolders(paths.named_folders(), complain)
    catalogue.folders = named
    catalogue.disk, catalogue.memory = scan_disk([*named.names, *folders]), memory()
    named.forget_empty([item.folder for item in catalogue.disk.items], named.names)
    catalogue.measurements, catalogue.timed = Measurements(paths.measurements()), learnt_passes(paths.learnt())
    catalogue.machine = replace(machine(None), speed=matrix_speed(paths.matrices(), device(), time_matrices))
    return catalogue


def suggestions(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The published pairs that fit this machine, the most usable first, each with the command that downloads and loads it."""
    return [
        {"target": pair.target, "drafter": pair.drafter.name, "kind": pair.drafter.kind, "bytes": listed.size, "fit": offers.fit(catalogue, listed)}
        | {"here": catalogue.disk.has(*pair.parts), "measured": pair.drafter.measured or None, "remark": pair.drafter.remark or None}
        | {"command": f"specdeck --model {pair.target} --drafter {pair.drafter.name}"}
        | {"plain": pace_figures(catalogue.outlook.pace(listed.items[0])), "drafted": pace_figures(offers.pace(catalogue, listed))}
        | {"speed_up": gain_figures(offers.gain(catalogue, listed) or Gain())}
        for listed in offers.pairs(catalogue) if (pair := listed.pair)
    ]  # fmt: skip


def _suggested(catalogue: Catalogue, pairs: list[dict[str, Any]]) -> list[str]:
    room = size(catalogue.machine.budget or catalogue.memory.total)
    lines = [f"published pairs that fit this machine, where models may use {room}, the most usable first:" if pairs else f"no published pair fits into {room}"]
    for one in pairs:
        fit = "fits, memory is tight" if one["fit"] == "tight" else "fits"
        remarks = one["kind"], fit, _speed(one["drafted"]), one["speed_up"]["words"], one["measured"], one["remark"], "on disk" if one["here"] else ""
        lines += ["", f"  {one['command']}", f"    {size(one['bytes'])}; {'; '.join(filter(None, remarks))}"]
    return lines


def pace_figures(pace: Pace | None) -> dict[str, Any] | None:
    """A pace for JSON."""
    return pace and {"tokens_per_second": pace.rate, "measured": pace.measured, "most": pace.most, "fast_enough": pace.fast_enough, "doubtful": pace.doubtful, "words": pace.words}


def gain_figures(gain: Gain) -> dict[str, Any]:
    """A speed-up for JSON. `speed_up`: None where it is unknown; `pays_from`: the share of tested guesses from which it is above 1."""
    return asdict(gain) | {"reason": gain.reason or None, "words": gain.words, "expected": gain.expected and gain.expected._asdict()}


def row(item: Item, catalogue: Catalogue) -> dict[str, Any]:
    """One object of `models --json`. A whole model that drafts for nothing here is a target. A larger model is not listed as a drafter for a
    smaller one: it could draft, but would not pay."""
    names, outlook = loadable_names(catalogue.disk.items, catalogue.folders.names), catalogue.outlook
    targets = sorted((one for one in catalogue.disk.items if one.is_target and one is not item), key=_inside)
    judged = [(target, draft_fit(item, target)) for target in targets]
    for_ = [target for target, verdict in judged if verdict.ok and not (item.whole and _larger(item, target))]
    refused = [f"not for {names[target.folder]}: {verdict.line}" for target, verdict in judged if not verdict.ok and _tells(item, target, verdict)]
    whole = item.found if item.whole else None  # the checkpoint of a whole model
    if item.trouble or for_:
        reason = item.trouble or (item.found and guessed(item.found))
    else:  # the reason for one of the person's own models if there is one, else for the first
        reason = next(iter(refused), None if whole else "there is no target here")
    return {
        "name": names[item.folder], "path": str(item.folder), "bytes": item.size, "kind": "target" if whole and not for_ else item.kind,
        "fits": item.kind != UNREADABLE and _fits(catalogue, item), "drafts_for": [names[target.folder] for target in for_],
        "reason": reason or (own_head_trouble(whole) or whole.twice if whole else None), "pace": pace_figures(outlook.pace(item) if item.is_target else None),
        "speed_ups": {names[target.folder]: gain_figures(outlook.gain(target, item, item.kind)) for target in for_},
    }  # fmt: skip


def _tells(item: Item, target: Item, verdict: DraftFit) -> bool:
    """Whether to say that this item cannot draft for the target. Of a whole model only if its vocabulary is why, both are the person's own, and
    the target is larger."""
    return not item.whole or (verdict.word == OTHER_VOCABULARY.short and not (_inside(item) or _inside(target) or _larger(item, target)))


def _fits(catalogue: Catalogue, *items: Item) -> bool:
    return catalogue.plan_of(items).word != "too big"


def loadable_names(items: Iterable[Item], named: Iterable[str]) -> dict[Path, str]:
    """Return the names by folder that --model and --drafter take. An item gets its path if its name is not unique, or if its folder is not searched
    by name."""
    counts, looked_up = Counter(item.name for item in items), {*model_folder.programs(), *(Path(os.path.expanduser(name)).resolve() for name in named)}

    def found(item: Item) -> bool:
        return counts[item.name] == 1 and (item.origin != "folder" or not looked_up.isdisjoint((item.folder, *item.folder.parents)))

    return {item.folder: item.name if found(item) else str(item.folder) for item in items}


def published(target: Item, catalogue: Catalogue) -> list[dict[str, Any]]:
    """The published drafters for one target, as objects of `models --json`. `fits`: whether it fits beside the target. `here`: whether it is on this
    machine. `refused`: why it cannot be loaded here. `bytes`: None where they are not known."""
    return [
        {"target": target.name, "name": offer.name, "kind": offer.kind, "bytes": offer.bytes_ or None, "fits": _fits(catalogue, target, offer.item)}
        | {"here": catalogue.disk.has(offer.name), "remark": offer.remark or None, "refused": offer.refused or None, "source": offer.source}
        | {"speed_up": gain_figures(catalogue.outlook.gain(target, offer.item, offer.kind))}
        for offer in offers.published(catalogue, target)
    ]


def _inside(item: Item) -> bool:
    return item.origin == "embedded"


def _larger(item: Item, target: Item) -> bool:
    return item.larger_than(target) or item.footprint(False) == target.footprint(False)


def _speed(pace: dict[str, Any] | None) -> str:
    """Whether a pace is fast enough, and the pace; empty where it is not known."""
    return f"{'fast enough' if pace['fast_enough'] else 'slow'}, {pace['words']}" if pace else ""


def _table(rows: list[dict[str, Any]]) -> list[str]:
    width = max(len(filled(row["name"])) for row in rows)
    return [
        f"{filled(row['name']):<{width}}  {size(row['bytes']):>8}  {row['kind']:<10}  {_fit_word(row):<8}  {_speed(row['pace']) or '-':<31}  {_words(row)}".rstrip() for row in rows
    ]


def _fit_word(row: dict[str, Any]) -> str:
    return "" if row["kind"] == UNREADABLE else "fits" if row["fits"] else "too big"


def _published(drafters: list[dict[str, Any]]) -> list[str]:
    """A line for each published drafter that is not here yet, under its target's name."""
    lines, width = [], max((len(offer["name"]) for offer in drafters), default=0)
    for offer in (offer for offer in drafters if not offer["here"]):
        head = f"published drafters for {offer['target']} (--drafter NAME downloads one):"
        words = "; ".join(filter(None, (offer["refused"] or offer["speed_up"]["words"], offer["remark"])))
        lines += ([] if head in lines else ["", head]) + [
            f"  {offer['name']:<{width}}  {size(offer['bytes']) if offer['bytes'] else '?':>8}  {offer['kind']:<10}  {_fit_word(offer):<8}  {words}".rstrip()
        ]
    return lines


def _words(row: dict[str, Any]) -> str:
    drafts = [f"drafts for {name} ({row['speed_ups'][name]['words']})" for name in row["drafts_for"]]
    return "; ".join([*drafts, *([row["reason"]] if row["reason"] else [])])
