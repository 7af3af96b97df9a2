"""The commands' only interface to the engine: load with progress, stream one reply. Imports mlx when called, not before.

Prints nothing but progress and warnings on stderr.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Generator, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.errors import HostLost, LoadError, PairError
from specdeck.decoding.text import cut_at_stop
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings

from ..chat.reply import Reply
from ..engine import garbage_collection
from ..engine.reply_reports import Ended, Reading, Wrote
from ..engine.reporter import reporter_of, until
from ..terminal import streams
from ..terminal.signals import Interrupted, Signals
from ..terminal.streams import ProgressLine, complain
from . import options

if TYPE_CHECKING:
    from ..engine.messages import Message


Piece = tuple[str, str]  # text, source


class Streamed:
    """Takes reports in order with `apply`, which returns the pieces of text that may be shown. `reply` is their fold; `keep` is
    called with every report."""

    def __init__(self, stops: Sequence[str] = (), keep: Callable[[Reading | Wrote | Ended], None] = lambda report: None) -> None:
        self.reply = Reply(0, stop=tuple(stops))
        self._keep = keep
        self._stops = tuple(stops)
        self._pending: list[Piece] = []  # not shown yet: it may be the beginning of a stop string

    def apply(self, report: Reading | Wrote | Ended) -> list[Piece]:
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


Show = Callable[[list[Piece]], None]


def open_pair(args: argparse.Namespace, progress: ProgressLine, drafters: Sequence[str] | None = None) -> Any:
    """Load what the options name. `drafters` replaces --drafter. Raises LoadError with the reason."""
    progress.say("loading the engine …")
    BEFORE_EXIT.append(lambda reason: progress.clear())
    from specdeck.decoding import load

    streams.tell_native_aborts()
    wanted = args.drafter if drafters is None else list(drafters)
    pair = load(args.model, drafter=wanted or None, progress=progress.say, **options.loading_of(args))
    if texts := options.lookup_texts_of(args):
        pair.remember(texts(), progress.say)
    garbage_collection.resume()
    progress.clear()
    thinking = getattr(args, "thinking", None) != "off"
    for remark in pair.remarks + (pair.remarks_on_thinking if thinking else []):
        complain(remark)
    if not getattr(args, "raw", True) and not pair.tokenizer.has_chat_template:
        complain(f"{pair.name} has no chat template: the prompt is used as it is (as with --raw)")
    return pair


def recommended(settings: Settings, pair: Any, args: argparse.Namespace) -> Settings:
    """The settings with the sampling that the target's makers recommend, for --recommended, unless an option says otherwise."""
    if not args.recommended:
        return settings
    if not pair.recommended:
        complain(f"{pair.name} recommends no sampling: what is set stays as it is")
    return replace(settings, **{name: value for name, value in pair.recommended.items() if getattr(args, name, None) is None})


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


def reply_events(
    pair: Any, prompt: str | Sequence[Message], settings: Settings, args: argparse.Namespace, signals: Signals,
    max_tokens: int | None = None, detail: int = 0,
) -> Generator[Event]:  # fmt: skip
    """The events of one reply, closed after a round if a signal was caught."""
    from specdeck.decoding import decode_with

    signals.gentle = True
    events = decode_with(
        pair, prompt, settings, max_tokens=max_tokens or args.max_tokens, stop=args.stop, raw=args.raw,
        system=args.system if isinstance(prompt, str) else None, thinking=options.thinking_of(args), detail=detail,
    )  # fmt: skip
    return until(events, lambda: signals.caught is not None)


def stream(
    streamed: Streamed, pair: Any, prompt: str, settings: Settings, args: argparse.Namespace, signals: Signals,
    progress: ProgressLine, show: Show = lambda pieces: None, detail: int = 0, job: int = 1,
) -> None:  # fmt: skip
    """Fold one reply as it comes. Ends after a round if a signal was caught, also one that raises. Raises LoadError if the engine
    failed."""
    reporter, notes = reporter_of(pair.tokenizer, job), Notes(progress)
    try:
        for event in reply_events(pair, prompt, settings, args, signals, detail=detail):
            notes.watch(event)
            show(streamed.apply(reporter.report(event, time.perf_counter())))
    except (Interrupted, HostLost):
        streamed.apply(reporter.interrupt(time.perf_counter()))
        raise
    if not reporter.over:
        show(streamed.apply(reporter.interrupt(time.perf_counter())))
    notes.raise_if_failed(streamed.reply.finish)


class Notes:
    """Messages on stderr beside the text: how much of the prompt is read, on the progress line; why a drafter could not guess,
    once."""

    def __init__(self, progress: ProgressLine) -> None:
        self._progress = progress
        self._notes_shown: set[str] = set()

    def watch(self, event: Event) -> None:
        """Show what an event of a streamed reply calls for."""
        if isinstance(event, Prefill):
            self._progress.say(f"reading: {event.who} {event.done} of {event.total} tokens")
            return
        self._progress.clear()
        if isinstance(event, Round) and event.note and event.note not in self._notes_shown:
            self._notes_shown.add(event.note)
            complain(event.note)

    def tell(self, event: Event) -> None:
        """Show what an event of a finished reply calls for. Raises LoadError if the engine failed."""
        if isinstance(event, Round) and event.note:
            self.watch(event)
        elif isinstance(event, Finish):
            self.raise_if_failed(event)

    def raise_if_failed(self, finish: Finish | None) -> None:
        """A failed drafter is reported and the reply stands; a failed target ends the command with a LoadError."""
        if finish and finish.error:
            if finish.reason == "interrupted":
                raise LoadError(finish.error)
            self._progress.clear()
            complain(finish.error)
