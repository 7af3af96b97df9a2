"""`specdeck run`: one reply, streamed. Coloured by source on a terminal, uncoloured in a pipe, one JSON object with --json."""

import argparse
import json
import sys
from types import SimpleNamespace
from typing import Any

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.errors import HostLost
from specdeck.decoding.types import Event, Finish, Round, Settings

from ..chat.reply import Reply
from ..chat.wording import loop_words
from ..drawing.figures import rate, share
from ..settings import paths
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import Painter, ProgressLine, complain, own_stderr
from . import options
from .load_and_decode import Notes, load_engine, recommended, with_drafter


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
        self.trace = None if args.trace is None else _trace(args.trace)
        self.reply = Reply(1)

    def stream(self) -> None:
        """Load and decode, printing text as it comes."""
        alone = None if self.args.drafter or self.args.model else [Settings().drafter]  # a run's drafter never changes
        engine = load_engine(self.args, self.progress, self.signals, alone)
        self.pair = engine.pair
        BEFORE_EXIT.append(lambda reason: self.close())
        self.settings = recommended(with_drafter(self.settings, self.pair), self.pair, self.args)
        if self.trace:
            self.trace.ask(1, self.prompt, self.settings, self.pair, self.args)
        if not (self.settings.adaptive_k or self.settings.drafter in LEARNER_NAMES):
            self._write(engine)
            return
        from ..models.measurements import keep_learnt, recall_learnt

        recall_learnt(self.pair, paths.learnt(), complain)
        self._write(engine)
        keep_learnt(self.pair, paths.learnt())

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
            if own_stderr().isatty():
                print(closing_line(self.reply, self.settings), file=own_stderr(), flush=True)

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


def _trace(path: str) -> Any:
    from .trace_recording import TraceFile

    return TraceFile(path)


def closing_line(reply: Reply, settings: Settings) -> str:
    """Speed, acceptance rate, tokens per round, and the seed where the reply was drawn, in words; before its loop, where it ends in one."""
    stats, drafts = reply.telling, "nothing drafted"
    if stats.acceptance_rate is not None:
        drafts = f"drafts accepted {share(stats.acceptance_rate)} ({stats.accepted} of {stats.drafted})"
    seed = f" · seed {settings.seed}" if settings.temperature else ""
    loop = f"{loop_words(reply.loop)}: --repetition-penalty 1.1 or --temp 0.7 helps · before that " if reply.loop else ""
    return f"{loop}{rate(stats.tokens_per_second)} · {drafts} · {stats.tokens_per_round:.1f} tokens per round{seed}"


def _not_loaded(args: argparse.Namespace) -> SimpleNamespace:
    """The names to report if a signal comes before anything is loaded."""
    from specdeck import assets

    model = args.model or str(assets.TARGET)
    name = model.rstrip("/").rpartition("/")[2] if args.model else "specdeck-target"
    return SimpleNamespace(name=name, target_path=model, path=lambda settings: None)
