"""`specdeck` alone: opens the playground, or without a terminal says what to use instead.

Knows the app by one function, and imports it only if there is a terminal to draw on.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Sequence

from specdeck.app import __version__
from specdeck.app.settings import config, paths
from specdeck.decoding.types import Settings

from . import options, terminal
from .subcommands import COMMANDS
from .terminal import complain

if TYPE_CHECKING:
    from specdeck.app.chat.entries import Entry


def parser() -> argparse.ArgumentParser:
    """The playground's options, and the list of commands."""
    commands = "\n".join(f"  {name:10} {what}" for name, what in COMMANDS.items())
    parser = options.Parser(
        prog="specdeck",
        usage="specdeck [options]\n       specdeck COMMAND [options]",
        description="A playground for speculative decoding on MLX. With no command: the playground.",
        epilog=f"commands (specdeck COMMAND --help says more):\n{commands}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"specdeck {__version__}")
    options.add_models(parser)
    options.add_settings(parser)
    options.add_reply(parser, most=512)
    return parser


def main(args: argparse.Namespace) -> int:
    """Check what needs no model, then open the app."""
    settings = replace(options.settings_of(args), seed=args.seed)  # without --seed the app draws one for every reply
    options.check(args)
    if not terminal.interactive():
        complain("the playground needs a terminal; without one use: specdeck run PROMPT")
        return 2
    return play(args, settings)


def play(args: argparse.Namespace, settings: Settings, recording: Sequence[Entry] = (), speed: float = 1.0) -> int:
    """Open the playground, on a recording if one is given."""
    from specdeck.app.actions import loading, replaying
    from specdeck.app.deck import Deck
    from specdeck.app.engine.engine_protocol import real_engine
    from specdeck.app.engine.session import Session
    from specdeck.app.models.measurements import Measurements
    from specdeck.app.models.named_folders import NamedFolders
    from specdeck.app.records.journal import Journal
    from specdeck.app.run_playground import run_playground

    wishes = config.load()
    session = Session(settings, lambda: real_engine(lookup_texts=options.lookup_texts_of(args), **options.loading_of(args)))
    deck = Deck(session, args.max_tokens, args.system, options.thinking_of(args))
    deck.as_recommended = bool(args.recommended)
    deck.journal = Journal(paths.conversations() if wishes.values.get("history", True) else None)
    deck.lesson_file = paths.lesson()
    deck.catalogue.measurements = Measurements(paths.measurements())
    deck.catalogue.folders = NamedFolders(paths.named_folders())
    loading.load(deck, args.model, tuple(args.drafter or ()))
    if recording:
        replaying.play(deck, recording, speed)
    return run_playground(deck, session, wishes)
