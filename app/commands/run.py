"""`specdeck run`: one reply, streamed. Coloured by source on a terminal, plain in a pipe, one JSON object with --json."""

from __future__ import annotations

import argparse
import json
import sys
from types import SimpleNamespace
from typing import Any

from specdeck.app.records.run_json import as_json
from specdeck.decoding.types import Settings, Stats

from . import options
from .load_and_decode import decode_into, open_pair, with_drafter
from .reply import Piece, Reply
from .signals import Interrupted, Signals, catching
from .terminal import Painter, Progress


def parser() -> argparse.ArgumentParser:
    """The options of run."""
    made = options.Parser(prog="specdeck run", description="Stream one reply; accepted drafts are underlined on a terminal.")
    options.add_prompt(made)
    options.add_models(made)
    options.add_settings(made)
    options.add_reply(made)
    made.add_argument("--trace", metavar="FILE", help="record the reply in a new file, for specdeck replay FILE")
    return made


def main(args: argparse.Namespace) -> int:
    """Check, load, stream; an interrupted run keeps what it has."""
    settings = options.settings_of(args)
    options.check(args)
    with catching() as signals:
        run = Run(args, options.read_prompt(args.prompt), settings, signals)
        try:
            run.stream()
        except Interrupted:
            run.progress.clear()
        run.close()
        return signals.exit_code


class Run:
    """One run: what was asked for, and what has come of it."""

    def __init__(self, args: argparse.Namespace, prompt: str, settings: Settings, signals: Signals) -> None:
        self.args, self.prompt, self.settings, self.signals = args, prompt, settings, signals
        self.progress, self.painter, self.reply = Progress(), Painter(sys.stdout), Reply(args.stop)
        self.pair = _not_loaded(args)
        self.recorder = _recorder(args.trace) if args.trace else None

    def stream(self) -> None:
        """Load and decode, showing text as it comes."""
        alone = None if self.args.drafter or self.args.model else [Settings().drafter]  # nobody changes the drafter of a run
        self.pair = open_pair(self.args, self.progress, alone)
        self.settings = with_drafter(self.settings, self.pair)
        show = (lambda pieces: None) if self.args.json else self._show
        record, detail = lambda event: None, 0
        if self.recorder:
            self.recorder.ask(self.prompt, self.settings, self.pair, self.args)
            record, detail = self.recorder.add, self.recorder.detail
        decode_into(
            self.reply, self.pair, self.prompt, self.settings, self.args, self.signals, self.progress, show, detail, record
        )

    def close(self) -> None:
        """The end of the output: the JSON, or a newline and a line of figures for who watches."""
        if self.recorder:
            self.recorder.close(self.reply.stats, self.reply.finish is not None)
        if self.args.json:
            print(json.dumps(as_json(self.reply, self.settings, self.pair), allow_nan=False), flush=True)
        elif self.reply.rounds:
            print(flush=True)
            if sys.stderr.isatty():
                print(closing_line(self.reply.stats), file=sys.stderr, flush=True)

    def _show(self, pieces: list[Piece]) -> None:
        if pieces:
            sys.stdout.write("".join(self.painter.paint(*piece) for piece in pieces))
            sys.stdout.flush()


def _recorder(path: str) -> Any:
    from .record import Recorder

    return Recorder(path)


def closing_line(stats: Stats) -> str:
    """Speed, acceptance rate and tokens per round, in words."""
    drafts = "nothing drafted"
    if stats.acceptance_rate is not None:
        drafts = f"drafts accepted {stats.acceptance_rate:.0%} ({stats.accepted} of {stats.drafted})"
    return f"{stats.tokens_per_second:.1f} tok/s · {drafts} · {stats.tokens_per_round:.1f} tokens per round"


def _not_loaded(args: argparse.Namespace) -> SimpleNamespace:
    """The names to report when a signal comes before anything is loaded."""
    from specdeck import assets

    model = args.model or str(assets.TARGET)
    name = model.rstrip("/").rpartition("/")[2] if args.model else "specdeck-target"
    return SimpleNamespace(name=name, target_path=model, path=lambda settings: None)
