"""Loads a pair with progress and streams one reply, for the commands. Imports mlx when called, not before; prints nothing but progress and
warnings on stderr."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, Callable, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings

from ..chat.drafter_health import explains_choice
from ..chat.reply import Reply
from ..chat.wording import reading_words
from ..engine import garbage_collection
from ..engine.decoder import Decoder
from ..terminal import streams
from ..terminal.signals import Signals, held
from ..terminal.streams import ProgressLine, complain
from . import options


def load_decoder(args: argparse.Namespace, progress: ProgressLine, signals: Signals | None = None, drafters: Sequence[str] | None = None) -> Decoder:
    """Load what the options name, and begin every reply as they say; from then on one ends after a round if a signal came. `drafters` replaces
    --drafter. Raises LoadError with the reason."""
    progress.say("loading the engine …")
    BEFORE_EXIT.append(lambda reason: progress.clear())
    streams.tell_native_aborts()  # first: mlx and the BLAS may end the process while they are imported
    with held():
        from ..engine.adapter import RealEngine

    engine = RealEngine(lookup_texts=options.lookup_texts_of(args), **options.loading_of(args))
    framing = {name: getattr(args, name) for name in ("system", "raw", "stop") if hasattr(args, name)}
    decoder = Decoder(engine, lambda job: bool(signals and signals.caught), **framing)
    pair = decoder.load(args.model, (args.drafter if drafters is None else drafters) or (), progress.say)
    if signals:
        signals.gentle = True
    garbage_collection.resume()
    progress.clear()
    thinking = getattr(args, "thinking", None) != "off"
    for remark in pair.remarks + (pair.remarks_on_thinking if thinking else []):
        complain(remark)
    if not getattr(args, "raw", True) and not pair.tokenizer.has_chat_template:
        complain(f"{pair.name} has no chat template: the prompt is used as it is (as with --raw)")
    return decoder


def recommended(settings: Settings, pair: Any, args: argparse.Namespace) -> Settings:
    """The settings with the sampling that the target's makers recommend, for --recommended, unless an option says otherwise."""
    if not args.recommended:
        return settings
    if not pair.recommended:
        complain(f"{pair.name} recommends no sampling: what is set stays as it is")
    given = options.given_of(args)
    return replace(settings, **{name: value for name, value in pair.recommended.items() if name not in given})


def with_drafter(settings: Settings, pair: Any) -> Settings:
    """The settings with the drafter that load put in force, and the fallback that it really has. Raises PairError if the drafter that
    was asked for is not loaded."""
    delegate = pair.drafters[pair.default_drafter].delegate(settings)
    if delegate and settings.fallback not in pair.drafters:
        if settings.fallback != Settings().fallback:
            raise PairError(f"fallback {pair.unavailable.get(settings.fallback, f'{settings.fallback}: no drafter of that name is loaded')}")
        settings = replace(settings, fallback=delegate)
        complain(f"no model is loaded to draft where lookup has no guess: {pair.default_drafter} falls back on {settings.fallback}")
    return replace(settings, drafter=pair.default_drafter)


def stream(
    reply: Reply, decoder: Decoder, prompt: str, settings: Settings, args: argparse.Namespace, progress: ProgressLine,
    show: Callable[[Event], None] = lambda event: None, detail: int = 0,
) -> None:  # fmt: skip
    """Fold one reply as it comes; whatever ends it, its end is folded and shown too. Raises LoadError if the engine failed."""
    notes = Notes(progress)

    def add(event: Event) -> None:
        reply.apply(event)
        show(event)

    try:
        for event in decoder.events(1, prompt, settings, max_tokens=args.max_tokens, thinking=options.thinking_of(args), detail=detail):
            notes.watch(event)
            add(event)
    except BaseException:
        if reply.finish is None:
            add(reply.interrupted())
        raise
    notes.raise_if_failed(reply.finish)


class Notes:
    """Messages on stderr beside the text: how much of the prompt is read, on the progress line; why a drafter could not guess,
    once."""

    def __init__(self, progress: ProgressLine) -> None:
        self._progress = progress
        self._notes_shown: set[str] = set()

    def watch(self, event: Event) -> None:
        """Show what an event calls for."""
        if isinstance(event, Prefill):
            self._progress.say(reading_words(event))
            return
        self._progress.clear()
        if isinstance(event, Round) and event.note and not explains_choice(event) and event.note not in self._notes_shown:
            self._notes_shown.add(event.note)
            complain(event.note)

    def raise_if_failed(self, finish: Finish | None) -> None:
        """A failed drafter is reported and the reply stands; a failed target ends the command with a LoadError."""
        if finish and finish.error:
            if finish.reason == "interrupted":
                raise LoadError(finish.error)
            complain(finish.error)
