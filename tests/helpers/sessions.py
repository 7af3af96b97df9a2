"""A session on an engine that writes as told."""

from __future__ import annotations

import threading
from typing import Callable

from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.engine.messages import Generate, Loaded, Machine
from specdeck.engine.session import Session
from tests.helpers.fake import TAKES, round_of, written

WAIT = 30  # seconds until waiting is given up


class Numbers:
    """A tokenizer whose tokens are their numbers; `decoded`: what it was asked."""

    def __init__(self) -> None:
        self.decoded: list[list[int]] = []

    def decode(self, ids: list[int]) -> str:
        self.decoded.append(list(ids))
        return "".join(map(str, ids))


class Toy(str):
    """A pair, which is its name."""

    tokenizer = Numbers()
    resets: Callable[[], None]

    def reset(self) -> None:
        self.resets()


class Double:
    """Writes rounds without end, one for each release of `go`; `broken` makes it fail."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.asked: list[Settings] = []
        self.broken: Exception | None = None
        self.closed = 0
        self.resets = 0
        self.threads: set[int] = set()
        self.besides: list[object] = []
        self.released = 0

    def release(self):
        self.released += 1
        return Machine(in_use=7)

    def rest(self):
        pass

    def load(self, model, drafters, progress, beside):
        self.besides.append(beside)
        self.threads.add(threading.get_ident())
        if model == "bad":
            raise LoadError("bad: no model in that folder")
        progress("loading target toy")
        pair = Toy(model or "toy")
        pair.resets = self.reset
        return pair

    def describe(self, pair):
        return Loaded(pair, pair, ("none", "model"), default="model")

    def decode(self, pair, messages, settings, **options):
        self.threads.add(threading.get_ident())
        try:
            if options["halted"]():
                yield Finish("interrupted", None, Stats())
                return
            yield Prefill("target", 3, 3, 0, 0.1)
            for index in range(options["max_tokens"]):
                if options["halted"]():
                    yield Finish("interrupted", None, Stats(emitted=index, rounds=index))
                    return
                assert self.go.acquire(timeout=WAIT)
                if self.broken:
                    raise self.broken
                now = settings() if callable(settings) else settings
                self.asked.append(now)
                yield written(TAKES[0], round_of(index, TAKES[0], now))
            yield Finish("length", None, Stats(emitted=options["max_tokens"], decode_seconds=2.0))
        finally:
            self.closed += 1

    def reset(self):
        self.resets += 1

    def probe(self):
        self.threads.add(threading.get_ident())
        return 0.001


class Seen(list):
    """The session's reports, as they come."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def until(self, kind: type, count: int = 1) -> object:
        """The last report, or event of a reply, of a kind, once there are so many."""
        pause = threading.Event()
        for _ in range(WAIT * 100):
            self.extend(self.session.drain())
            found = [one for one in [getattr(report, "event", report) for report in self] if isinstance(one, kind)]
            if len(found) >= count:
                return found[-1]
            pause.wait(0.01)
        raise AssertionError(f"no {kind.__name__} came: {self}")


def asked(job: int, tokens: int = 50) -> Generate:
    return Generate(job, ({"role": "user", "content": "hi"},), tokens)
