"""`specdeck replay` plays a trace. On a terminal it plays in the playground, which loads its models meanwhile. Elsewhere it prints text and needs
no model."""

import argparse
import json
import math
from types import SimpleNamespace
from typing import Any, Iterator, Sequence

from specdeck.decoding.errors import SettingsError

from ..chat.conversation import fold
from ..chat.entries import Asked, Branched, Entry
from ..chat.reply import Reply
from ..records import files, trace
from ..records.export import as_json, folder_of
from ..records.files import TraceError
from ..terminal import streams
from ..terminal.streams import complain
from . import options, playground
from .command_table import parse


def main(args: argparse.Namespace) -> int:
    """Read the whole trace before anything is shown."""
    if not 0 < args.speed < math.inf:
        raise SettingsError(f"speed must be a number above 0, not {args.speed:g} (2 is twice as fast)")
    entries, unfinished = trace.load_readable(args.trace)
    if unfinished:
        complain(unfinished)
    if named := args.svg or args.html:
        files.free_place(named)
        files.save(named, _drawn(args, entries), shared=True)
        return 0
    if args.json:
        print(json.dumps(run_json(list(split(entries))[-1]), allow_nan=False), flush=True)
        return 0
    if streams.interactive():
        words = parse("playground", [])
        return playground.play(words, options.settings_of(words), entries, args.speed)
    turns = list(split(entries))
    for turn in turns:
        if len(turns) > 1:
            print(streams.for_stdout(f"> {_asked(turn).prompt}"))
        print(streams.for_stdout(_reply(turn).text), flush=True)
    return 0


def _drawn(args: argparse.Namespace, entries: Sequence[Entry]) -> str:
    """The picture or the page, with textual, which text does not need."""
    if args.svg:
        from ..offscreen import picture

        return picture(entries)
    from ..records.html_page import conversation_page

    return conversation_page(fold(entries))


def split(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries turn by turn, each beginning with its prompt."""
    first = [at for at, entry in enumerate(entries) if isinstance(entry, Asked)]
    for start, end in zip(first, [*first[1:], len(entries)]):
        yield list(entries[start:end])


def _asked(turn: Sequence[Entry]) -> Asked:
    assert isinstance(turn[0], Asked), "split() makes turns that begin with their prompt"
    return turn[0]


def _reply(turn: Sequence[Entry]) -> Reply:
    """The reply in the end, also where a person continued from a chosen token."""
    reply = fold(turn).reply
    assert reply, "a turn has a reply"
    return reply


def run_json(turn: Sequence[Entry]) -> dict[str, object]:
    """The object of `run --json`. Raises TraceError for what that cannot express."""
    if any(isinstance(entry, Branched) for entry in turn):
        raise TraceError("the last reply was continued by hand, which run --json cannot express: use /save FILE.json")
    asked = _asked(turn)
    target_path, drafter_path = folder_of(asked.target), folder_of(asked.drafter_model)
    named: Any = SimpleNamespace(name=asked.target, target_path=target_path, path=lambda settings: drafter_path)
    return as_json(_reply(turn), asked.settings, named)
