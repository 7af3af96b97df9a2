"""A reply over two ranks on this machine, paused for longer than a silent host is waited for; for test_sharded.py. Prints whether it goes on
as in one process, and the seconds for which it was held."""

from __future__ import annotations

import os
import time

from specdeck.decoding.distributed import cluster
from specdeck.decoding.types import Finish, Round, Settings
from specdeck.engine.adapter import RealEngine
from specdeck.engine.messages import Failed, Generate, Load
from specdeck.engine.session import Session

TOKENS = 24
SILENCE = 6  # signs of life of this machine's placeholder, 3 s, after which a host that gives none is given up


def main() -> None:
    """The same reply alone, and over two ranks with a pause in it."""
    cluster.SILENCE = SILENCE
    wanted, _ = reply(None, 0.0)
    found, held = reply("127.0.0.1,127.0.0.1", 2.5 * SILENCE * 0.5)
    print(found == wanted, len(found) == TOKENS, f"{held:.1f}", flush=True)


def reply(hosts: str | None, pause: float) -> tuple[list[int], float]:
    """The tokens of a reply that is paused after its first round, for so many seconds, and the seconds held."""
    session = Session(Settings(drafter="model", k=2), lambda: RealEngine(hosts=hosts))
    session.start()
    session.send(Load())
    session.gate.pause()
    session.send(Generate(1, ({"role": "user", "content": "Tell me a story about a fox"},), TOKENS))
    tokens: list[int] = []
    while True:
        for report in session.drain():
            event = getattr(report, "event", report)
            if isinstance(event, Round) and not tokens:
                time.sleep(pause)
                session.gate.go_on()
            if isinstance(event, Round):
                tokens += event.tokens
            elif isinstance(event, Finish):
                held = session.gate.held
                assert event.error is None, event.error
                session.close(30)
                return tokens, held
            elif isinstance(report, Failed):
                raise SystemExit(report.reason)
        time.sleep(0.02)


if __name__ == "__main__":
    main()
    os._exit(0)  # as specdeck itself ends: Python's own end aborts in mlx's threads
