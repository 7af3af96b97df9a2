"""The commands' one door to the engine: load with progress, decode one reply into a Reply. Imports mlx when called, not before.

Knows load() and decode(); nothing of what a command prints, but for progress and warnings on stderr.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, Callable, Sequence

from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.types import Event, Prefill, Round, Settings

from . import options
from .reply import Piece, Reply
from .signals import Signals
from .terminal import Progress, complain

Show = Callable[[list[Piece]], None]
Record = Callable[[Event], None]


def open_pair(args: argparse.Namespace, progress: Progress, drafters: Sequence[str] | None = None) -> Any:
    """Load what the options name; raises LoadError with the reason. `drafters` replaces --drafter."""
    progress.say("loading the engine …")
    from specdeck.decoding import load

    wanted = args.drafter if drafters is None else list(drafters)
    pair = load(args.model, drafter=wanted or None, kv_bits=args.kv_bits, progress=progress.say)
    progress.clear()
    for remark in pair.remarks:
        complain(remark)
    if not getattr(args, "raw", True) and not pair.tokenizer.has_chat_template:
        complain(f"{pair.name} has no chat template: the prompt is read as it stands (as with --raw)")
    return pair


def with_drafter(settings: Settings, pair: Any) -> Settings:
    """The settings with the drafter that load put in force, and who hybrid really falls back on. Raises PairError if the one that
    was asked for is not loaded."""
    if pair.default_drafter == "hybrid" and settings.fallback not in pair.drafters:
        if settings.fallback != Settings().fallback:
            raise PairError(f"fallback {pair.unavailable.get(settings.fallback, f'{settings.fallback}: nothing of that name is loaded')}")
        settings = replace(settings, fallback=pair.drafters["hybrid"].fallback(settings.fallback))
        complain(f"no model is loaded to draft where lookup has no guess: hybrid falls back on {settings.fallback}")
    return replace(settings, drafter=pair.default_drafter)


def decode_into(
    reply: Reply, pair: Any, prompt: str, settings: Settings, args: argparse.Namespace, signals: Signals,
    progress: Progress, show: Show = lambda pieces: None, detail: int = 0, record: Record = lambda event: None,
) -> None:  # fmt: skip
    """Fold one reply; ends early, at a round's edge, when a signal was caught. Raises LoadError if the engine gave up."""
    from specdeck.decoding import decode

    reply.decode_with(pair.tokenizer)
    signals.gentle = True
    events = decode(
        pair, prompt, settings, max_tokens=args.max_tokens, stop=args.stop, system=args.system, raw=args.raw,
        thinking=options.thinking_of(args), detail=detail,
    )  # fmt: skip
    notes: set[str] = set()
    for event in events:
        _report(event, progress, notes)
        record(event)
        show(reply.add(event))
        if signals.caught:
            events.close()
            show(reply.interrupt())
            return
    _raise_if_failed(reply)


def _report(event: object, progress: Progress, notes: set[str]) -> None:
    """Reading is shown on the progress line; a drafter that could not guess is named once, terminal or not."""
    if isinstance(event, Prefill):
        progress.say(f"reading: {event.who} {event.done} of {event.total} tokens")
        return
    progress.clear()
    if isinstance(event, Round) and event.note and event.note not in notes:
        notes.add(event.note)
        complain(event.note)


def _raise_if_failed(reply: Reply) -> None:
    """A drafter that failed is told and the reply stands; a target that failed ends the command."""
    if reply.finish and reply.finish.error:
        if reply.finish.reason == "interrupted":
            raise LoadError(reply.finish.error)
        complain(reply.finish.error)
