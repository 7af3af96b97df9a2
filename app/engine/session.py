"""The engine's thread: one for the life of the app, because mlx streams belong to the thread that made them. Commands go in through a queue,
reports come out of a deque that the screen drains; nothing here calls into the screen."""

import queue
import threading
import time
from collections import deque
from dataclasses import replace
from typing import Callable, Protocol, Sequence

from specdeck.decoding.errors import LoadError, SpecdeckError, reason_of
from specdeck.decoding.types import Event, Finish, Round, Settings

from .decoder import Decoder, Engine, real_engine
from .measuring import carry_out
from .messages import NAMES, Command, Failed, Generate, Load, Message, Probed, Progress, Replied, Report, Unload, Unloaded
from .round_gate import RoundGate

RESTS_AFTER = 300.0  # seconds without a command: other programs may need the memory by then


class Endpoint(Protocol):
    """The engine as the deck sees it."""

    settings: Settings  # in force from the next round on
    gate: RoundGate  # holds replies between two rounds

    def clock(self) -> float:
        """Seconds, of the clock that stamps its reports."""
        ...

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """Tokens that these messages are to the target; None while that cannot be said."""
        ...

    def send(self, command: Command) -> None:
        """Queue a command."""

    def stop(self, job: int) -> None:
        """End a job within one round; of a recording, skip to its end."""

    def drain(self) -> Sequence[Report]:
        """The reports since the last call, in order."""
        ...


class Session:
    """A pair of models in a thread of its own."""

    def __init__(self, settings: Settings, engine: Callable[[], Engine] = real_engine, clock: Callable[[], float] = time.perf_counter) -> None:
        self.settings = settings
        self.clock = clock
        self.gate = RoundGate(clock)  # holds replies between two rounds
        self._make_engine = engine
        self._commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()  # None: the end
        self._reports: deque[Report] = deque()
        self._stopped = 0  # the last job that was stopped
        self._closing = False
        self._decoder: Decoder | None = None
        self._failed_load: Load | None = None  # the last command but for a later load that succeeded
        self._thread = threading.Thread(target=self._serve, name="engine", daemon=True)

    def start(self) -> None:
        """Start the thread. Call once, after the first frame."""
        self._thread.start()

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """Tokens that these messages are to the target; None while no pair is loaded, and for messages that it refuses. Only the
        tokenizer works, in the caller's thread: call it while nothing is decoded or loaded."""
        decoder = self._decoder
        if decoder is None or decoder.pair is None:
            return None
        try:
            return decoder.engine.count(decoder.pair, messages, thinking)
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
        self._commands.put(None)
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        self._tell(Progress("loading the engine"))
        self._attempt("engine", self._start_engine)
        while (command := self._next()) and not self._closing:
            done = self._attempt(NAMES[type(command)], self._obey, self._decoder, command)
            if isinstance(command, Load):
                self._failed_load = None if done else command
                if not done and self._decoder:  # what it had loaded is freed before the next try
                    self._attempt(NAMES[Load], self._decoder.engine.release)

    def _next(self) -> Command | None:
        """The next command. While none comes for long, the system may page out what is loaded, until the next reply."""
        try:
            return self._commands.get(timeout=RESTS_AFTER)
        except queue.Empty:
            self._attempt("engine", lambda: self._decoder and self._decoder.engine.rest())
            return self._commands.get()

    def _start_engine(self) -> None:
        self._decoder = Decoder(self._make_engine(), self._halted, self.clock)

    def _attempt(self, what: str, act: Callable[..., object], *arguments: object) -> bool:
        """Carry out a command, and return whether it could be; any error becomes a report, so that the app survives it."""
        try:
            act(*arguments)
            return True
        except BaseException as error:  # the thread is to live on, whatever a library raises
            self._tell(Failed(what, reason_of(error)))
        return False

    def _obey(self, decoder: Decoder | None, command: Command) -> None:
        if decoder is None:
            raise LoadError("the engine could not be started: specdeck doctor says more")
        if isinstance(command, Load):
            self._load(decoder, command)
        elif isinstance(command, Unload):
            decoder.pair = None
            self._tell(Unloaded(decoder.engine.release()))
        elif decoder.pair is None:
            raise LoadError("no model is loaded: choose one on the models screen (F5)")
        elif isinstance(command, Generate):
            if command.waits_for and command.waits_for is self._failed_load:
                raise LoadError("the prompt waited for the model that could not be loaded: enter asks it of the loaded one")
            self._generate(decoder, command)
        else:
            for report in carry_out(decoder, command):
                self._tell(report)

    def _load(self, decoder: Decoder, command: Load) -> None:
        pair = decoder.load(command.model, command.drafters, lambda text: self._tell(Progress(text)))
        decoder.engine.release()
        loaded = decoder.engine.describe(pair)
        if self.settings.drafter not in loaded.drafters:  # a prompt that waits for this pair begins before the screen reads the report
            self.settings = replace(self.settings, drafter=loaded.default)
        self._tell(loaded)

    def _generate(self, decoder: Decoder, asked: Generate) -> None:
        """Write a reply. The seconds in which the gate is shut count in no figure."""
        gate, options = self.gate, {"max_tokens": asked.max_tokens, "thinking": asked.thinking, "detail": asked.detail}
        options |= {"kept": asked.kept} if asked.kept else {}
        gate.begin()
        try:
            for event in decoder.events(asked.job, asked.messages, lambda: self.settings, **options):
                if isinstance(event, Finish):
                    gate.go_on()
                self._tell(Replied(asked.job, without_held(event, gate.held)))
                if isinstance(event, Round):
                    gate.wait(len(event.tokens), event.seconds, lambda: self._halted(asked.job))
        finally:
            gate.go_on()  # a reply that failed has no end
        if not self._closing and (seconds := decoder.engine.probe()) is not None:
            self._tell(Probed(seconds))

    def _halted(self, job: int) -> bool:
        return self._closing or job <= self._stopped

    def _tell(self, report: Report) -> None:
        self._reports.append(report)


def without_held(event: Event, held: float) -> Event:
    """The event without the seconds in which decoding was held between rounds."""
    if not held:
        return event
    event = replace(event, at=event.at - held)
    return replace(event, stats=replace(event.stats, decode_seconds=event.stats.decode_seconds - held)) if isinstance(event, Finish) else event
