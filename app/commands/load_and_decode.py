"""Loads a pair with progress and streams one reply, for the commands. Imports mlx when called, not before; prints nothing but progress and
warnings on stderr."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, Callable, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.errors import LoadError, PairError
from specdeck.decoding.text import cut_at_stop
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings

from ..chat.drafter_health import explains_choice
from ..chat.reply import Reply
from ..chat.wording import reading_words
from ..engine import garbage_collection
from ..engine.decoder import Decoder
from ..engine.reply_reports import Ended, PromptRead, Wrote
from ..terminal import streams
from ..terminal.signals import Signals, held
from ..terminal.streams import ProgressLine, complain
from . import options

Piece = tuple[str, str]  # text, source


class Streamed:
    """Takes reports in order with `apply`, which returns the pieces of text that may be shown. `reply` is their fold; `keep` is
    called with every report."""

    def __init__(self, stops: Sequence[str] = (), keep: Callable[[PromptRead | Wrote | Ended], None] = lambda report: None) -> None:
        self.reply = Reply(0, stop=tuple(stops))
        self._keep = keep
        self._stops = tuple(stops)
        self._pending: list[Piece] = []  # not shown yet: it may be the beginning of a stop string

    def apply(self, report: PromptRead | Wrote | Ended) -> list[Piece]:
        """Fold one report; returns what it adds to the visible text, piece by piece with its source."""
        self._keep(report)
        self.reply.apply(report)
        if isinstance(report, Wrote):
            self._pending.extend(zip(report.texts, report.event.sources))
            return self._release(hold=max(map(len, self._stops), default=1) - 1)
        return self._end(report) if isinstance(report, Ended) else []

    def _end(self, report: Ended) -> list[Piece]:
        """Append the bytes of an unfinished character to the last token and show everything."""
        if report.tail and self.reply.tokens:
            self._pending.append((report.tail, self.reply.tokens[-1].source))
        return self._release(hold=0)

    def _release(self, hold: int) -> list[Piece]:
        """What may be shown: everything up to a stop string, or all but the last `hold` characters, which may begin one."""
        texts = [text for text, _ in self._pending]
        upto = min(len("".join(cut_at_stop(texts, self._stops))), sum(map(len, texts)) - hold)
        shown, kept = [], []
        for text, source in self._pending:
            cut = max(0, upto)
            shown.append((text[:cut], source))
            kept.append((text[cut:], source))
            upto -= len(text)
        self._pending = [piece for piece in kept if piece[0]]
        return [piece for piece in shown if piece[0]]


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
    streamed: Streamed, decoder: Decoder, prompt: str, settings: Settings, args: argparse.Namespace, progress: ProgressLine,
    show: Callable[[list[Piece]], None] = lambda pieces: None, detail: int = 0, job: int = 1,
) -> None:  # fmt: skip
    """Fold one reply as it comes; whatever ends it, its end is folded too. Raises LoadError if the engine failed."""
    reporter, notes = decoder.reporter(job), Notes(progress)
    events = decoder.events(job, prompt, settings, max_tokens=args.max_tokens, thinking=options.thinking_of(args), detail=detail)
    try:
        for report in reporter.each(events, decoder.clock):
            notes.watch(report.event)
            show(streamed.apply(report))
    except BaseException:
        if not reporter.over:
            streamed.apply(reporter.interrupt(decoder.clock()))
        raise
    notes.raise_if_failed(streamed.reply.finish)


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
