"""`specdeck replay`: a trace again, with no model: its text, or the object that `run --json` would have printed."""

from __future__ import annotations

import argparse
import json
from types import SimpleNamespace
from typing import Iterator, Sequence

from app import trace
from app.commands import options
from app.commands.reply import Reply, as_json
from app.entries import Asked, Entry
from app.messages import Ended, Reading, Wrote


def parser() -> argparse.ArgumentParser:
    """The options of replay."""
    made = options.Parser(prog="specdeck replay", description="Show a trace again: the same rounds, without a model.")
    made.add_argument("trace", metavar="FILE", help="a trace: specdeck run PROMPT --trace FILE, or /save in the playground")
    options.add_json(made)
    return made


def main(args: argparse.Namespace) -> int:
    """Read all of it before anything is shown."""
    turns = list(split(trace.load(args.trace)))
    if args.json:
        print(json.dumps(run_json(turns[-1])), flush=True)
        return 0
    for turn in turns:
        if len(turns) > 1:
            print(f"> {turn[0].prompt}")
        print(refold(turn).text, flush=True)
    return 0


def split(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Turn by turn, each beginning with what was asked."""
    turn: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Asked) and turn:
            yield turn
            turn = []
        turn.append(entry)
    yield turn


def refold(turn: Sequence[Entry]) -> Reply:
    """The reply of one turn, folded again from what was recorded."""
    reply = Reply(turn[0].stop)
    reply.read_from(_Recorded(turn))
    for entry in turn:
        if isinstance(entry, (Reading, Wrote, Ended)):
            reply.add(entry.event)
    return reply


def run_json(turn: Sequence[Entry]) -> dict[str, object]:
    """The object of `run --json`."""
    asked = turn[0]
    paths = dict.fromkeys((asked.settings.drafter, asked.settings.fallback), asked.drafter_path)
    named = SimpleNamespace(name=asked.target, target_path=asked.target_path, paths=paths)
    return as_json(refold(turn), asked.settings, named)


class _Recorded:
    """The texts as they were recorded, in place of a tokenizer's."""

    def __init__(self, turn: Sequence[Entry]) -> None:
        self._texts = (text for entry in turn if isinstance(entry, Wrote) for text in entry.texts)
        self._tail = "".join(entry.tail for entry in turn if isinstance(entry, Ended))

    def push(self, token: int) -> str:
        """The next token's text."""
        return next(self._texts)

    def flush(self) -> str:
        """What was held back at the end."""
        return self._tail
