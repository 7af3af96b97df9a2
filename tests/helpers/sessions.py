"""A session on an engine that writes as told."""

from __future__ import annotations

import threading
from functools import partial

from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.engine.messages import Load, Loaded, Machine
from specdeck.engine.session import Job, NextReply, Session, load_pair, write_reply
from tests.helpers.fake import TAKES, round_of, written

WAIT = 30  # seconds until waiting is given up


class Double:
    """An engine that writes rounds without end, one for each release of `go`; `broken` makes it fail."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.asked: list[Settings] = []
        self.broken: Exception | None = None
        self.failed: Load | None = None
        self.name = ""
        self.threads: set[int] = set()
        self.released = 0

    @property
    def pair(self):
        if not self.name:
            raise LoadError("no model is loaded: choose one on the models screen (F5)")
        return self

    def load(self, asked):
        self.threads.add(threading.get_ident())
        self.failed = asked
        if asked.model == "bad":
            raise LoadError("bad: no model in that folder")
        self.progress("loading target toy")
        self.failed, self.name = None, asked.model or "toy"

    def release(self):
        self.released += 1

    def unload(self):
        self.name = ""
        return Machine(in_use=7)

    def rest(self):
        pass

    def describe(self):
        return Loaded(self.name, self.name, ("none", "model"), default="model")

    def decode(self, messages, settings, **options):
        assert self.pair
        self.threads.add(threading.get_ident())
        if not self.halted():
            yield Prefill("target", 3, 3, 0, 0.1)
        for index in range(options["max_tokens"]):
            if self.halted():
                break
            assert self.go.acquire(timeout=WAIT)
            if self.broken:
                raise self.broken
            now = settings() if callable(settings) else settings
            self.asked.append(now)
            yield written(TAKES[0], round_of(index, TAKES[0], now))
        yield Finish("interrupted" if self.halted() else "length", None, Stats(emitted=options["max_tokens"], decode_seconds=2.0))

    def probe(self):
        self.threads.add(threading.get_ident())
        return 0.001


class Seen(list):
    """The results of the session's jobs, as they come, without their ends."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def until(self, kind: type, count: int = 1) -> object:
        """The last result of a kind, once there are so many."""
        pause = threading.Event()
        for _ in range(WAIT * 100):
            self.extend(result for _, result in self.session.drain() if result is not None)
            found = [result for result in self if isinstance(result, kind)]
            if len(found) >= count:
                return found[-1]
            pause.wait(0.01)
        raise AssertionError(f"no {kind.__name__} came: {self}")


def load(session: Session, model: str | None = None) -> Load:
    """Let it load a pair."""
    asked = Load(model)
    session.submit(Job("load", partial(load_pair, source=session, asked=asked)))
    return asked


def ask(session: Session, job: int, tokens: int = 50, **options: object) -> None:
    """Let it write a reply."""
    asked = NextReply(({"role": "user", "content": "hi"},), tokens, **options)
    session.submit(Job("reply", partial(write_reply, source=session, asked=asked), job))
