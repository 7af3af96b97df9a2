"""`specdeck run`: one reply, streamed. Coloured by source on a terminal, uncoloured in a pipe, one JSON object with --json."""

from __future__ import annotations

import argparse
import json
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.errors import HostLost
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings

from ..chat.reply import Reply
from ..drawing.figures import rate
from ..settings import paths
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import Painter, ProgressLine, complain, fitted, obeys, own_stderr
from . import options
from .options import load_engine, recommended, with_drafter

if TYPE_CHECKING:
    from ..chat.entries import Asked
    from ..records.trace import TraceFile


def main(args: argparse.Namespace) -> int:
    """Check, load, stream; an interrupted run keeps what it has."""
    settings = options.settings_of(args)
    options.check(args)
    with catching() as signals:
        failed, run = False, StreamedRun(args, options.read_prompt(args.prompt), settings, signals)
        try:
            run.stream()
        except Interrupted:
            run.progress.clear()
        except HostLost as error:
            run.progress.clear()
            complain(error)
            failed = True
        except BaseException:
            run.close_trace()
            raise
        run.close()
        return signals.exit_code or int(failed or bool(run.trace and run.trace.trouble))


class StreamedRun:
    """One run: its options and its result."""

    def __init__(self, args: argparse.Namespace, prompt: str, settings: Settings, signals: Signals) -> None:
        self.args, self.prompt, self.settings, self.signals = args, prompt, settings, signals
        self.progress, self.painter = ProgressLine(), Painter(sys.stdout)
        self.pair: Any = _not_loaded(args)
        self.trace: TraceFile | None = None
        self.reply = Reply(1)
        if args.trace is not None:
            from ..records.trace import TraceFile  # a reply starts sooner without it

            self.trace = TraceFile(args.trace)

    def stream(self) -> None:
        """Load and decode, printing text as it comes."""
        alone = None if self.args.drafter or self.args.model else [Settings().drafter]  # a run's drafter never changes
        engine = load_engine(self.args, self.progress, self.signals, alone)
        self.pair = engine.pair
        BEFORE_EXIT.append(lambda reason: self.close())
        self.settings = recommended(with_drafter(self.settings, self.pair), self.pair, self.args)
        if self.trace:
            self.trace.write(self._asked())
        if self.settings.adaptive_k or self.settings.drafter in LEARNER_NAMES:
            from ..models.measurements import keep_learnt, recall_learnt

            recall_learnt(self.pair, paths.learnt(), complain)
            engine.keep = lambda pair: keep_learnt(pair, paths.learnt())
        self._write(engine)

    def _asked(self) -> Asked:
        """The prompt as a trace keeps it, which is shared: --json alone tells the paths."""
        from ..chat.entries import Asked
        from ..records.export import NamedWithoutPaths

        args, named = self.args, NamedWithoutPaths(self.pair)
        return Asked(
            1, self.prompt, time.perf_counter(), self.settings, args.system, named.name, named.path(self.settings), args.max_tokens,
            options.thinking_of(args), args.raw, tuple(args.stop),
        )  # fmt: skip

    def _write(self, engine: Any) -> None:
        """Decode, and show what comes; whatever ends the reply, its end is shown too."""
        notes, detail = Notes(self.progress), self.trace.detail if self.trace else 0
        try:
            for event in engine.decode(self.prompt, self.settings, max_tokens=self.args.max_tokens, thinking=options.thinking_of(self.args), detail=detail):
                notes.watch(event)
                self._show(event)
        except BaseException:
            if self.reply.finish is None:
                self._show(self.reply.interrupted())
            raise

    def close_trace(self) -> None:
        if self.trace:
            self.trace.close(holds_something=bool(self.reply.rounds))

    def close(self) -> None:
        """End the output: with the JSON, or with a newline and, on a terminal, a line of figures."""
        self.close_trace()
        if self.args.json:
            from ..records.export import as_json

            print(json.dumps(as_json(self.reply, self.settings, self.pair), allow_nan=False), flush=True)
        elif self.reply.rounds:
            print(flush=True)
            Painter.mid_line = False
            if own_stderr().isatty():
                print(*fitted([closing_line(self.reply, self.settings)], own_stderr()), sep="\n", file=own_stderr(), flush=True)

    def _show(self, event: Event) -> None:
        self.reply.apply(event)
        if self.trace:
            self.trace.write(event)
        pieces = list(zip(event.texts, event.sources)) if isinstance(event, Round) else []
        if isinstance(event, Finish) and event.tail and self.reply.tokens:
            pieces = [(event.tail, self.reply.tokens[-1].source)]
        if pieces and not self.args.json:
            sys.stdout.write("".join(self.painter.paint(text, source) for text, source in pieces if text))
            sys.stdout.flush()


class Notes:
    """Messages on stderr beside the text. The progress line shows how much of the prompt is read. A drafter's failure or inability to guess is
    reported once."""

    def __init__(self, progress: ProgressLine) -> None:
        self._progress = progress
        self._shown: set[str] = set()

    def watch(self, event: Event) -> None:
        """Show what an event calls for."""
        if isinstance(event, Prefill):
            if obeys(self._progress.stream):
                from ..chat.wording import reading_words  # a reply starts sooner without it

                self._progress.say(reading_words(event))
            return
        self._progress.clear()
        note = event.error if isinstance(event, Finish) else None if event.settings.drafter in LEARNER_NAMES else event.note  # why a learner chose is none
        if note and note not in self._shown:
            self._shown.add(note)
            complain(note)


def closing_line(reply: Reply, settings: Settings) -> str:
    """Return speed, both acceptances, tokens per round, and a drawn reply's seed, in words. If the reply ends in a loop, they describe the part
    before it."""
    from ..chat.wording import acceptance_words, loop_words  # as above

    stats = reply.telling
    drafted = acceptance_words(stats)
    drafts = f"{drafted} · {stats.tokens_per_round:.1f} tokens per round" if drafted else "nothing drafted"
    seed = f" · seed {settings.seed}" if settings.temperature else ""
    loop = f"{loop_words(reply.loop)}: --repetition-penalty 1.1 or --temp 0.7 helps · before that " if reply.loop else ""
    return f"{loop}{rate(stats.tokens_per_second)} · {drafts}{seed}"


def _not_loaded(args: argparse.Namespace) -> SimpleNamespace:
    """The names to report if a signal comes before anything is loaded."""
    from specdeck import assets

    model = args.model or str(assets.TARGET)
    name = model.rstrip("/").rpartition("/")[2] if args.model else "specdeck-target"
    return SimpleNamespace(name=name, target_path=model, path=lambda settings: None)
