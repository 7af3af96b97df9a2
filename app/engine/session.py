"""The engine's thread: one for the life of the app, because mlx streams belong to the thread that made them.

Commands go in through a queue, reports come out of a deque that the screen drains; nothing here calls into the screen. mlx and
the models are imported and loaded in the thread. The settings in force are one attribute, replaced whole, which the engine reads
every round.
"""

import queue
import threading
import time
from collections import deque
from dataclasses import replace
from typing import Any, Callable, Iterator, Sequence

from specdeck.decoding import built_kernels
from specdeck.decoding.errors import LoadError, SpecdeckError
from specdeck.decoding.types import Event, Finish, Round, Settings

from .continuations import continuations
from .engine_protocol import Engine, real_engine
from .messages import (
    Command,
    Counted,
    DrawContinuations,
    DrawingEnded,
    Failed,
    Generate,
    Load,
    Measure,
    Measured,
    Message,
    Probed,
    Progress,
    Quit,
    Report,
    Trial,
    Tried,
    Unload,
    Unloaded,
)
from .reply_reports import Ended, Reading, Wrote
from .reporter import Reporter, collect, until
from .round_gate import RoundGate


class Session:
    """A pair of models in a thread of its own."""

    def __init__(
        self,
        settings: Settings,
        engine: Callable[[], Engine] = real_engine,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.gate = RoundGate(clock)  # holds replies between two rounds
        self._make_engine = engine
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._reports: deque[Report] = deque()
        self._stopped = 0  # the last job that was stopped
        self._closing = False
        self._engine: Engine | None = None
        self._pair: object | None = None
        self._thread = threading.Thread(target=self._serve, name="engine", daemon=True)

    def start(self) -> None:
        """Start the thread. Call once, after the first frame."""
        self._thread.start()

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """Tokens that these messages are to the target; None while no pair is loaded, and for messages that it refuses. Only the
        tokenizer works, in the caller's thread: call it while nothing is decoded or loaded."""
        engine, pair = self._engine, self._pair
        if engine is None or pair is None:
            return None
        try:
            return engine.count(pair, messages, thinking)
        except SpecdeckError:
            return None

    def send(self, command: Command) -> None:
        """Queue a command; commands are carried out in order."""
        self._commands.put(command)

    def stop(self, job: int) -> None:
        """End a job within one round; a queued one will not start."""
        self._stopped = max(self._stopped, job)

    def drain(self) -> list[Report]:
        """Every report since the last call, in order."""
        reports = []
        while self._reports:
            reports.append(self._reports.popleft())
        return reports

    def close(self, timeout: float) -> bool:
        """End the thread; False if it is still busy after `timeout` seconds."""
        self._closing = True
        self._commands.put(Quit())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        self._tell(Progress("loading the engine"))
        self._attempt("engine", self._start_engine)
        while not isinstance(command := self._commands.get(), Quit) and not self._closing:
            self._attempt(_NAMES[type(command)], lambda: self._obey(self._engine, command))

    def _start_engine(self) -> None:
        self._engine = self._make_engine()

    def _attempt(self, what: str, act: Callable[[], object]) -> None:
        """Carry out a command; any error becomes a report, so that the app survives it."""
        try:
            act()
        except MemoryError:
            self._tell(Failed(what, "out of memory: try a smaller model or a shorter prompt"))
        except BaseException as error:  # the thread is to live on, whatever a library raises
            self._tell(Failed(what, reason_of(error)))

    def _obey(self, engine: Engine | None, command: Command) -> None:
        if engine is None:
            raise LoadError("the engine could not be started: specdeck doctor says more")
        if isinstance(command, Load):
            self._load(engine, command)
        elif isinstance(command, Unload):
            self._pair = None
            self._tell(Unloaded(engine.release()))
        elif self._pair is None:
            raise LoadError("no model is loaded: choose one on the models screen (F5)")
        elif isinstance(command, Generate):
            self._generate(engine, command)
        elif isinstance(command, Measure):
            self._measure(engine, command)
        elif isinstance(command, Trial):
            self._try(engine, command)
        elif isinstance(command, DrawContinuations):
            self._draw(engine, command)

    def _load(self, engine: Engine, command: Load) -> None:
        pair = engine.load(command.model, command.drafters, lambda text: self._tell(Progress(text)), self._pair)
        self._pair = pair
        engine.release()
        loaded = engine.describe(pair)
        if self.settings.drafter not in loaded.drafters:  # a prompt that waits for this pair begins before the screen reads the report
            self.settings = replace(self.settings, drafter=loaded.default)
        self._tell(loaded)

    def _generate(self, engine: Engine, command: Generate) -> None:
        reporter = self._reporter(engine, command, command.kept)
        options = {"max_tokens": command.max_tokens, "thinking": command.thinking, "detail": command.detail}
        options |= {"kept": command.kept} if command.kept else {}
        gate = self.gate  # the seconds that it is shut count in no figure
        gate.begin()
        for event in self._events(engine, command, lambda: self.settings, options):
            self._tell(reporter.report(without_held(event, gate.held), self.clock() - gate.held))
            if isinstance(event, Round):
                gate.wait(len(event.tokens), event.seconds, lambda: self._halted(command.job))
        gate.go_on()
        if not reporter.over:
            self._tell(reporter.interrupt(self.clock() - gate.held))
        if not self._closing:
            self._tell(Probed(engine.probe()))

    def _try(self, engine: Engine, command: Trial) -> None:
        """Run a trial. Only its count is reported before it is over, unless it is shown."""
        if not self._halted(command.job):
            engine.reset(self._pair)
        options = {"max_tokens": command.max_tokens, "thinking": command.thinking, "detail": command.detail}
        events = self._events(engine, command, lambda: command.settings, options)
        counted = lambda tokens: self._tell(Counted(command.job, tokens))  # noqa: E731
        reporter = self._reporter(engine, command)
        reports = self._show(reporter, events) if command.shown else collect(reporter, events, self.clock, counted)
        self._tell(Tried(command.job, command.settings, reports))

    def _show(self, reporter: Reporter, events: Iterator[Event]) -> tuple[Reading | Wrote | Ended, ...]:
        """Send each report of a reply at once; returns all of them."""
        reports = []
        for event in events:
            reports.append(reporter.report(event, self.clock()))
            self._tell(reports[-1])
        if not reporter.over:
            reports.append(reporter.interrupt(self.clock()))
        return tuple(reports)

    def _measure(self, engine: Engine, command: Measure) -> None:
        plain = Settings(drafter="none", k=0)
        options = {"max_tokens": command.tokens, "thinking": command.thinking, "ignore_end": True}
        before = engine.probe()
        *reports, ended = collect(self._reporter(engine, command), self._events(engine, command, lambda: plain, options), self.clock)
        assert isinstance(ended, Ended), "collect() closes every reply"
        stats, rounds = ended.event.stats, [report.event for report in reports if isinstance(report, Wrote)]
        self._tell(Measured(command.job, stats.emitted, stats.tokens_per_second, built_kernels(rounds), (before, engine.probe())))

    def _draw(self, engine: Engine, command: DrawContinuations) -> None:
        """Report each continuation as it is drawn; a stop takes effect between two events."""
        decode = lambda settings, tokens: engine.decode(  # noqa: E731
            self._pair, command.messages, lambda: settings, max_tokens=tokens, thinking=command.thinking, detail=0
        )
        for drawn in continuations(command, decode, lambda token: engine.guess_text(self._pair, token), lambda: self._halted(command.job)):
            self._tell(drawn)
        self._tell(DrawingEnded(command.job))

    def _reporter(self, engine: Engine, command: Generate | Measure | Trial, kept: Sequence[int] = ()) -> Reporter:
        pair = self._pair
        return Reporter(command.job, engine.text_map(pair), lambda token: engine.guess_text(pair, token), kept)

    def _events(
        self, engine: Engine, command: Generate | Measure | Trial, settings: Callable[[], Settings], options: dict[str, Any]
    ) -> Iterator[Event]:
        """The job's events, until it is stopped: the engine may be closed after any event."""
        if self._halted(command.job):  # before its prompt is rendered
            return iter(())
        return until(engine.decode(self._pair, command.messages, settings, **options), lambda: self._halted(command.job))

    def _halted(self, job: int) -> bool:
        return self._closing or job <= self._stopped

    def _tell(self, report: Report) -> None:
        self._reports.append(report)


_NAMES = {Load: "load", Unload: "unload", Generate: "reply", Measure: "measure", Trial: "trial", DrawContinuations: "drawing"}


def without_held(event: Event, held: float) -> Event:
    """The event; a Finish without the seconds in which decoding was held between rounds."""
    if not isinstance(event, Finish) or not held:
        return event
    return replace(event, stats=replace(event.stats, decode_seconds=event.stats.decode_seconds - held))


def reason_of(error: BaseException) -> str:
    """One line that says what to do: our own errors do, others are named by their type."""
    line = " ".join(str(error).split()) or type(error).__name__
    return line if isinstance(error, SpecdeckError) else f"{type(error).__name__}: {line}"
