"""`specdeck models`: what is on this machine, what can draft for what, and why not."""

from __future__ import annotations

import argparse
import json
from typing import Any, Callable

from specdeck.app.chat.wording import size
from specdeck.app.drawing.clean import one_line
from specdeck.app.models import named_folders
from specdeck.app.models.disk import Item, take_stock
from specdeck.app.models.memory_fit import can_draft, plan
from specdeck.app.models.ram import memory
from specdeck.app.settings import paths

from . import options


def parser() -> argparse.ArgumentParser:
    """The options of models."""
    parser = options.Parser(
        prog="specdeck models",
        description="List the models on this machine (the embedded pair, the hub's cache, folders named in the playground), which can "
        "draft for which, and why not.",
    )
    parser.add_argument("folders", nargs="*", metavar="PATH", help="a model's folder, or a folder of models, to list as well")
    options.add_json(parser)
    return parser


def main(args: argparse.Namespace) -> int:
    """Look, judge, say; loads no weights."""
    from specdeck.app.engine.adapter import machine

    stock = take_stock([*named_folders.read(paths.named_folders()), *args.folders])
    limits, ram = machine(None), memory()
    rows = [row(item, stock.items, lambda one: plan([one], (), (), limits, ram).word in ("fits", "tight")) for item in stock.items]
    if args.json:
        print(json.dumps({"models": rows}), flush=True)
    else:
        print("\n".join(map(one_line, [*_table(rows), *stock.troubles])), flush=True)
    return 0


def row(item: Item, items: tuple[Item, ...], fits: Callable[[Item], bool]) -> dict[str, Any]:
    """One object of `models --json`. A whole model that drafts for nothing here is a target; a larger one does not draft for a
    smaller, which it could but to no use."""
    targets = sorted((one for one in items if one.kind == "model" and not one.trouble and one is not item), key=_inside)
    verdicts = {target.name: can_draft(item, target) for target in targets}
    for_ = [target.name for target in targets if verdicts[target.name].ok and not _larger(item, target)]
    whole = item.kind == "model"
    reason = item.trouble if item.trouble or for_ or whole else _reason(verdicts)
    kind = "target" if whole and not for_ or item.found is None else item.kind
    found = {"name": item.name, "path": str(item.folder), "bytes": item.size, "kind": kind}
    return found | {"fits": fits(item), "drafts_for": for_, "reason": reason}


def _inside(item: Item) -> bool:
    return item.origin == "embedded"


def _larger(item: Item, target: Item) -> bool:
    return item.footprint(False).weights >= target.footprint(False).weights


def _reason(verdicts: dict[str, Any]) -> str:
    """Why a drafter has no target here: of several the first, one of a person's own where there is one."""
    return next((f"not for {name}: {verdict.line}" for name, verdict in verdicts.items()), "there is no target here")


def _table(rows: list[dict[str, Any]]) -> list[str]:
    width = max(len(row["name"]) for row in rows)
    return [f"{row['name']:<{width}}  {size(row['bytes']):>8}  {row['kind']:<9}  {_words(row)}" for row in rows]


def _words(row: dict[str, Any]) -> str:
    remarks = [] if row["fits"] else ["does not fit in memory"]
    if row["drafts_for"]:
        remarks.append("drafts for " + ", ".join(row["drafts_for"]))
    return "; ".join([*remarks, *([row["reason"]] if row["reason"] else [])]) or "a target"
