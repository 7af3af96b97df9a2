"""Loads a pair with progress, and tells what an event calls for, for the commands. Imports mlx when called, not before; prints nothing but progress and
warnings on stderr."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.errors import PairError
from specdeck.decoding.types import Event, Finish, Prefill, Settings

from ..chat.drafter_health import explains_choice
from ..chat.wording import reading_words
from ..engine import garbage_collection
from ..terminal import streams
from ..terminal.signals import Signals, held
from ..terminal.streams import ProgressLine, complain
from . import options

if TYPE_CHECKING:
    from ..engine.engine import Engine


def load_engine(args: argparse.Namespace, progress: ProgressLine, signals: Signals | None = None, drafters: Sequence[str] | None = None) -> Engine:
    """Load what the options name, and begin every reply as they say; from then on one ends after a round if a signal came. `drafters` replaces
    --drafter. Raises LoadError with the reason."""
    progress.say("loading the engine …")
    BEFORE_EXIT.append(lambda reason: progress.clear())
    streams.tell_native_aborts()  # first: mlx and the BLAS may end the process while they are imported
    with held():
        from ..engine.engine import Engine
        from ..engine.messages import Load

    framing = {name: getattr(args, name) for name in ("system", "raw", "stop") if hasattr(args, name)}
    halted = (lambda: bool(signals.caught)) if signals else (lambda: False)
    engine = Engine(options.lookup_texts_of(args), framing=framing, halted=halted, progress=progress.say, **options.loading_of(args))
    pair = engine.load(Load(args.model, tuple((args.drafter if drafters is None else drafters) or ())))
    if signals:
        signals.gentle = True
    garbage_collection.resume()
    progress.clear()
    thinking = getattr(args, "thinking", None) != "off"
    for remark in pair.remarks + (pair.remarks_on_thinking if thinking else []):
        complain(remark)
    if not getattr(args, "raw", True) and not pair.tokenizer.has_chat_template:
        complain(f"{pair.name} has no chat template: the prompt is used as it is (as with --raw)")
    return engine


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


class Notes:
    """Messages on stderr beside the text: how much of the prompt is read, on the progress line; why a drafter could not guess or
    failed, once."""

    def __init__(self, progress: ProgressLine) -> None:
        self._progress = progress
        self._notes_shown: set[str] = set()

    def watch(self, event: Event) -> None:
        """Show what an event calls for."""
        if isinstance(event, Prefill):
            self._progress.say(reading_words(event))
            return
        self._progress.clear()
        note = event.error if isinstance(event, Finish) else None if explains_choice(event) else event.note
        if note and note not in self._notes_shown:
            self._notes_shown.add(note)
            complain(note)

