"""The engine's thread: one for the life of the app, because mlx streams belong to the thread that made them. Jobs go in through a queue,
their results come out of a deque that the screen drains; nothing here calls into the screen."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence

from specdeck.decoding.errors import LoadError, SpecdeckError, reason_of
from specdeck.decoding.types import Settings

from . import garbage_collection
from .messages import Failed, Message, Progress
from .round_gate import RoundGate

if TYPE_CHECKING:
    from .engine import Engine

RESTS_AFTER = 300.0  # seconds without a job: other programs may need the memory by then


@dataclass(frozen=True, slots=True)
class Job:
    """Work for the engine's thread. `run`: makes its results there, one by one; `number`: counts those that can be stopped, 0 of others."""

    name: str
    run: Callable[[Engine], Iterable[Any]]
    number: int = 0


def real_engine(**options: Any) -> Engine:
    """The engine itself; options as in Engine. Importing it takes a second or two, so only the thread that decodes does."""
    garbage_collection.pause()
    try:
        from .engine import Engine
    finally:
        garbage_collection.resume()
    return Engine(**options)


class Session:
    """A pair of models in a thread of its own."""

    clock = staticmethod(time.perf_counter)  # decoding stamps its events by this one

    def __init__(self, settings: Settings, engine: Callable[[], Engine] = real_engine) -> None:
        self.settings = settings
        self.gate = RoundGate()  # holds replies between two rounds
        self._make_engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()  # None: the end
        self._running = self._engine_job = Job("engine", lambda engine: ())  # what the thread does unasked
        self._results: deque[tuple[Job, Any]] = deque()
        self._stopped = 0  # the last job that was stopped
        self._closing = False
        self._engine: Engine | None = None
        self._thread = threading.Thread(target=self._serve, name="engine", daemon=True)

    def start(self) -> None:
        """Start the thread. Call once, after the first frame."""
        self._thread.start()

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """Tokens that these messages are to the target; None while no pair is loaded, and for messages that it refuses. Only the
        tokenizer works, in the caller's thread: call it while nothing is decoded or loaded."""
        try:
            return self._engine.count(messages, thinking) if self._engine else None
        except SpecdeckError:
            return None

    def submit(self, job: Job) -> None:
        """Queue a job; jobs are carried out in order."""
        self._jobs.put(job)

    def stop(self, number: int) -> None:
        """End jobs up to this number within one round; a queued one will not start."""
        self._stopped = max(self._stopped, number)

    def drain(self) -> list[tuple[Job, Any]]:
        """Every result since the last call, in order."""
        return [self._results.popleft() for _ in range(len(self._results))]

    def close(self, timeout: float) -> bool:
        """End the thread; False if it is still busy after `timeout` seconds."""
        self._closing = True
        self._jobs.put(None)
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        self._report(self._running, self._start_engine)
        while (job := self._next()) and not self._closing:
            self._running = job
            if not self._report(job, partial(self._results_of, job)) and self._engine:  # what it had taken is freed before the next one
                self._report(self._engine_job, self._engine.release)

    def _next(self) -> Job | None:
        """The next job. While none comes for long, the system may page out what is loaded, until the next reply."""
        try:
            return self._jobs.get(timeout=RESTS_AFTER)
        except queue.Empty:
            if self._engine:
                self._report(self._engine_job, self._engine.rest)
            return self._jobs.get()

    def _start_engine(self) -> None:
        self._results.append((self._running, Progress("loading the engine")))
        self._engine = self._make_engine()
        self._engine.halted = lambda: self._closing or self._running.number <= self._stopped
        self._engine.progress = lambda line: self._results.append((self._running, Progress(line)))

    def _results_of(self, job: Job) -> Iterable[Any]:
        if self._engine is None:
            raise LoadError("the engine could not be started: specdeck doctor says more")
        return job.run(self._engine)

    def _report(self, job: Job, work: Callable[[], Iterable[Any] | None]) -> bool:
        """Report what the work makes, and return whether it could be done; any error becomes a result, so that the app survives it."""
        try:
            for result in work() or ():
                self._results.append((job, result))
                if self._closing:
                    break
            self._results.append((job, None))
            return True
        except BaseException as error:  # the thread is to live on, whatever a library raises
            self._results.append((job, Failed(job.name, reason_of(error))))
        return False
