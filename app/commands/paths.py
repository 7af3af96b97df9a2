"""`specdeck paths`: where config and state are stored, so that they can be changed, moved or deleted."""

import argparse
import json
import os

from ..drawing.clean_text import one_line
from ..records.files import closed
from ..settings import paths


def main(args: argparse.Namespace) -> int:
    """Print the names of files and folders; reads none of them."""
    if args.keys:
        return _keys(args.json)
    found = {"config": paths.config_file(), "state": paths.state_folder(), "conversations": paths.conversations()}
    if args.json:
        print(json.dumps({name: str(path) for name, path in found.items()}))
        return 0
    for name, path in found.items():
        remark = f"  (cannot be read: {reason})" if (reason := closed(path)) else "" if os.path.exists(path) else "  (does not exist yet)"
        print(one_line(f"{name:14} {path}{remark}"))
    return 0


def _keys(as_json: bool) -> int:
    from ..app import Playground

    keys = {binding.id: binding.key for binding in Playground.bindings()}
    print(json.dumps(keys) if as_json else "\n".join(["[keys]", *(f'{name} = "{key}"' for name, key in keys.items())]))
    return 0
