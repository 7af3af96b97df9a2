"""The engine's thread: one for the life of the app, because mlx streams belong to the thread that made them. Jobs enter through a queue, and their
results leave in a deque that the screen drains. Nothing here calls into the screen. Also the jobs themselves, which are generators, and the gate that
holds a reply between two rounds."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterable, Iterator, Sequence

from specdeck.decoding import built_kernels
from specdeck.decoding.errors import LoadError, SpecdeckError, reason_of
from specdeck.decoding.types import PLAIN, Event, Finish, Round, Settings

from . import garbage_collection
from .messages import Failed, Load, Loaded, Measured, Message, Probed, Progress

if TYPE_CHECKING:
    from .engine import Engine

RESTS_AFTER = 300.0  # seconds without a job: other programs may need the memory by then


@dataclass(frozen=True, slots=True)
class Job:
    """Work for the engine's thread. `run`: makes its results there, one by one; `number`: counts the jobs that can be stopped, 0 for the others."""

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
        """Report what the work makes, and return whether it succeeded. Any error becomes a result, so that the app survives it."""
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


# What the thread does


def load_pair(engine: Engine, source: Session, asked: Load) -> Iterator[Loaded]:
    """Load a pair. A prompt that waits for it begins before the screen reads the result, with a drafter that it has."""
    engine.load(asked)
    engine.release()
    loaded = engine.describe()
    if source.settings.drafter not in loaded.drafters:
        source.settings = replace(source.settings, drafter=loaded.default)
    yield loaded


@dataclass(frozen=True, slots=True)
class NextReply:
    """A reply to write. `kept`: ids of its first tokens, where it continues from a token that a person chose. `detail`: how many of the best tokens
    of p and q to report. `waits_for`: the load that brings the target of the request."""

    messages: tuple[Message, ...]
    max_tokens: int
    thinking: bool | None = None
    kept: tuple[int, ...] = ()
    detail: int = 0
    waits_for: Load | None = None


def write_reply(engine: Engine, source: Session, asked: NextReply) -> Generator[Event | Probed]:
    """The events of a reply; the seconds in which the gate is shut count in no figure. Then how fast the machine is."""
    if asked.waits_for and asked.waits_for is engine.failed:
        raise LoadError("the prompt waited for the model that could not be loaded: enter asks it of the loaded one")
    gate, options = source.gate, {"max_tokens": asked.max_tokens, "thinking": asked.thinking, "kept": asked.kept, "detail": asked.detail}
    gate.begin()
    try:
        for event in engine.decode(asked.messages, lambda: source.settings, **options):
            if isinstance(event, Finish):
                gate.resume()
            if held := gate.held:
                event = replace(event, at=event.at - held)
            if held and isinstance(event, Finish):
                event = replace(event, stats=replace(event.stats, decode_seconds=event.stats.decode_seconds - held))
            yield event
            if isinstance(event, Round):
                gate.wait(len(event.tokens), event.seconds, engine.halted)
    finally:
        gate.resume()  # a reply that failed has no end
    if (seconds := engine.probe()) is not None:
        yield Probed(seconds, engine.crowd)


def measure_plain(engine: Engine, asked: NextReply, settings: Settings = Settings(drafter=PLAIN, k=0)) -> Iterator[Measured]:
    """Measure plain decoding's pace under these settings, with the machine's speed before and after. It decodes after the reply `kept`, so that the
    caches hold it afterwards too. Without `kept`, it decodes in the reply's place."""
    before = engine.probe()
    prompt = engine.beyond(asked.messages, asked.thinking, asked.kept, asked.max_tokens) if asked.kept else asked.messages
    *events, finish = engine.decode(prompt, settings, max_tokens=asked.max_tokens, thinking=asked.thinking, ignore_end=True)
    assert isinstance(finish, Finish), "the last event of a reply"
    built = built_kernels([event for event in events if isinstance(event, Round)])
    probes = tuple(seconds for seconds in (before, engine.probe()) if seconds is not None)
    yield Measured(0, finish.stats.emitted, finish.stats.tokens_per_second, built, probes, engine.crowd)


# Between two rounds

LOOK = 0.05  # seconds between two looks at whether the reply was stopped


@dataclass(frozen=True, slots=True)
class ReplyPace:
    """How fast rounds may follow each other: `share` of full speed, or `tokens_per_second` where that is given."""

    share: float = 1.0
    tokens_per_second: float | None = None

    @property
    def full(self) -> bool:
        return self.tokens_per_second is None and self.share >= 1

    @property
    def words(self) -> str:
        """How fast replies may be written."""
        if self.tokens_per_second is not None:
            return f"{self.tokens_per_second:g} tok/s"
        return "full speed" if self.full else f"{self.share:g} of full speed"

    @property
    def short(self) -> str:
        """The same for the header."""
        return self.words if self.tokens_per_second is not None else f"pace {self.share:g}"

    def wait(self, tokens: int, seconds: float) -> float:
        """Seconds to wait after a round that wrote `tokens` tokens in `seconds`."""
        if self.tokens_per_second is not None:
            return max(0.0, tokens / self.tokens_per_second - seconds)
        return seconds / self.share - seconds


class RoundGate:
    """`paused`, `pace`: what is asked for now; it holds from the next round on. A step lets one round through a closed gate."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.paused = False
        self.pace = ReplyPace()
        self._clock = clock
        self._steps = 0
        self._held = 0.0  # seconds of the waits that are over, since the reply began
        self._waiting_since: float | None = None
        self._turned = threading.Condition()

    def begin(self) -> None:
        """A reply begins: nothing was held yet."""
        with self._turned:
            self._held = 0.0

    @property
    def held(self) -> float:
        """Seconds for which the reply was held so far; what waits now is counted."""
        with self._turned:
            return self._held + (0.0 if self._waiting_since is None else self._clock() - self._waiting_since)

    def pause(self) -> None:
        """Hold before the next round."""
        self._turn(paused=True)

    def resume(self) -> None:
        """Let rounds through again."""
        self._turn(paused=False)

    def step(self) -> None:
        """Let one more round through while paused."""
        self._turn(paused=True, steps=1)

    def set_pace(self, pace: ReplyPace) -> None:
        """Change the pace; a wait that is under way goes on with it."""
        with self._turned:
            self.pace = pace
            self._turned.notify_all()

    def wait(self, tokens: int, seconds: float, halted: Callable[[], bool]) -> None:
        """Wait until the next round may begin, after a round of `tokens` tokens in `seconds`, or until `halted()` is true."""
        with self._turned:
            began = self._waiting_since = self._clock()
            while not halted() and (left := self._left(tokens, seconds, self._clock() - began)) > 0:
                self._turned.wait(min(left, LOOK))
            self._steps, self._waiting_since = 0, None
            self._held += self._clock() - began

    def _left(self, tokens: int, seconds: float, waited: float) -> float:
        if self.paused:
            return 0.0 if self._steps else LOOK
        return self.pace.wait(tokens, seconds) - waited

    def _turn(self, paused: bool, steps: int = 0) -> None:
        with self._turned:
            self.paused, self._steps = paused, steps
            self._turned.notify_all()
