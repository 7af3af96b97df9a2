"""`specdeck replay`: plays a trace, on a terminal in the playground, else as text, with no model loaded.

--json prints the object that `run --json` would have printed for its last reply, --svg draws the last screen.
"""

from __future__ import annotations

import argparse
import json
import math
from types import SimpleNamespace
from typing import Iterator, Sequence

from specdeck.app.chat.conversation import fold
from specdeck.app.chat.entries import Asked, Branched, Entry
from specdeck.app.chat.reply import Reply, reply_of
from specdeck.app.engine.reply_reports import Ended, Reading, Wrote
from specdeck.app.records import named_files, trace
from specdeck.app.records.run_json import as_json
from specdeck.app.records.trace import TraceError
from specdeck.app.records.without_paths import folder_of
from specdeck.decoding.errors import SettingsError

from . import options, playground, terminal


def parser() -> argparse.ArgumentParser:
    """The options of replay."""
    parser = options.Parser(prog="specdeck replay", description="Replay a trace: the same rounds, without a model.")
    parser.add_argument("trace", metavar="FILE", help="a trace: specdeck run PROMPT --trace FILE, or /save in the playground")
    parser.add_argument("--speed", metavar="X", type=float, default=1.0, help="replay speed: 2 is twice as fast (default 1)")
    parser.add_argument("--svg", metavar="FILE", help="draw the final screen into a new file instead")
    parser.add_argument("--size", metavar="COLUMNSxROWS", type=_size, default=(120, 36), help="size of that screen (default 120x36)")
    options.add_json(parser)
    return parser


def main(args: argparse.Namespace) -> int:
    """Read the whole trace before anything is shown."""
    if not 0 < args.speed < math.inf:
        raise SettingsError(f"speed must be a number above 0, not {args.speed:g} (2 is twice as fast)")
    entries = trace.load(args.trace)
    if args.svg:
        return _draw(args, entries)
    if args.json:
        print(json.dumps(run_json(list(split(entries))[-1]), allow_nan=False), flush=True)
        return 0
    if terminal.interactive():
        words = playground.parser().parse_args([])
        return playground.play(words, options.settings_of(words), entries, args.speed)
    return _tell(list(split(entries)))


def _draw(args: argparse.Namespace, entries: Sequence[Entry]) -> int:
    """Write the picture, into a new file."""
    named_files.free_place(args.svg)
    from specdeck.app.offscreen import picture

    named_files.save(args.svg, picture(entries, args.size))
    return 0


def _tell(turns: Sequence[Sequence[Entry]]) -> int:
    for turn in turns:
        if len(turns) > 1:
            print(terminal.for_stdout(f"> {turn[0].prompt}"))
        print(terminal.for_stdout(_text(turn)), flush=True)
    return 0


def _text(turn: Sequence[Entry]) -> str:
    """The text of the reply in the end, also where a person continued from a chosen token."""
    return fold(turn).reply.text if _branched(turn) else refold(turn).text


def _branched(turn: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Branched) for entry in turn)


def _size(text: str) -> tuple[int, int]:
    columns, x, rows = text.partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 10 <= int(columns) <= 1000 and 10 <= int(rows) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form COLUMNSxROWS, like 120x36")
    return int(columns), int(rows)


def split(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries turn by turn, each beginning with its prompt."""
    first = [at for at, entry in enumerate(entries) if isinstance(entry, Asked)]
    for start, end in zip(first, [*first[1:], len(entries)]):
        yield list(entries[start:end])


def refold(turn: Sequence[Entry]) -> Reply:
    """The reply of one turn, folded again from its entries."""
    return reply_of([entry for entry in turn if isinstance(entry, (Reading, Wrote, Ended))], turn[0].stop)


def run_json(turn: Sequence[Entry]) -> dict[str, object]:
    """The object of `run --json`. Raises TraceError for what that cannot express."""
    if _branched(turn):
        raise TraceError("the last reply was continued by hand, which run --json cannot express: use /save FILE.json")
    asked = turn[0]
    target_path, drafter_path = folder_of(asked.target_path), folder_of(asked.drafter_path)
    named = SimpleNamespace(name=asked.target, target_path=target_path, path=lambda settings: drafter_path)
    return as_json(refold(turn), asked.settings, named)
