"""The playground's kill matrix: every way to end it, at every moment, in a terminal of its own.

    python -m tests.trust.kills [--only idle] [--rounds 3] [--seed 1]

However it is ended, the exit code says so, the terminal is as it was found (but after KILL, or where its window is gone), and the
conversation is there again, with what was shown of its reply.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Callable

from specdeck.records import history_index
from tests.helpers.command_line import ENDLESS
from tests.trust.terminal import OnTerminal

PROMPT = "Repeat exactly: the blue door"
QUIT = b"\x11"  # ctrl+q
SHOWN = 1.5  # seconds of a reply before the end comes: what was shown a second ago must be kept
ENDS: dict[str, tuple[int, Callable[[OnTerminal], object]]] = {
    "SIGTERM": (143, lambda app: app.tell(signal.SIGTERM)),
    "SIGHUP": (129, lambda app: app.tell(signal.SIGHUP)),
    "SIGINT": (130, lambda app: app.tell(signal.SIGINT)),
    "SIGINT twice": (130, lambda app: (app.tell(signal.SIGINT), app.tell(signal.SIGINT))),
    "SIGKILL": (-9, lambda app: app.tell(signal.SIGKILL)),
    "window closed": (129, lambda app: app.hang_up()),
    "stopped, continued, left": (0, lambda app: stopped_and_left(app)),
    "left": (0, lambda app: app.type(QUIT)),
    "left, SIGINT": (0, lambda app: (app.type(QUIT), app.tell(signal.SIGINT))),
}
MOMENTS = ("starting", "idle", "in a reply", "after a reply")


def stopped_and_left(app: OnTerminal) -> None:
    """SIGSTOP and SIGCONT without job control, then ctrl+q."""
    at = len(app.seen)
    app.tell(signal.SIGSTOP)
    os.waitpid(app.process.pid, os.WUNTRACED)
    app.tell(signal.SIGCONT)
    app.wait_for("\x1b[?1049h", since=at)
    app.type(QUIT)


def reach(app: OnTerminal, moment: str, rng: Random) -> None:
    """Bring the app to this moment of its life."""
    if moment == "starting":
        time.sleep(rng.random() * 2.0)
        return
    app.wait_for("ready")
    if moment == "idle":
        return
    app.type(PROMPT.encode() + b"\r")
    app.wait_for("over the whole reply" if moment == "after a reply" else "round")
    if moment == "in a reply":
        time.sleep(SHOWN)


def troubles(end: str, moment: str, rng: Random, home: Path) -> list[str]:
    """End the app so; what was not as it must be."""
    expected, act = ENDS[end]
    words = ENDLESS if moment == "in a reply" else ("--max-tokens", "12")
    with OnTerminal(*words, "--max-tokens", "100000" if moment == "in a reply" else "12", environ={"SPECDECK_STATE_DIR": str(home)}) as app:
        reach(app, moment, rng)
        started = b"\x1b[?1049h" in app.seen
        act(app)
        code = app.code()
        found = [f"exit code {code}"] if code not in _codes(expected, end, moment, started) else []
        found += ["a traceback"] if b"Traceback" in app.seen else []
        if end not in ("SIGKILL", "window closed") and not app.clean():
            found.append("the terminal is not as it was")
    return found + _lost(moment, home)


def _codes(expected: int, end: str, moment: str, started: bool) -> tuple[int, ...]:
    """The codes that are right: a signal that comes before the package is imported ends Python by itself, or with its own complaint."""
    if moment == "starting" and not started:
        return expected, *((expected - 128) * -1,) * (expected > 128), 1
    return (0, 130) if end == "left, SIGINT" else (expected,)


def _lost(moment: str, home: Path) -> list[str]:
    """What of the conversation is not on disk."""
    items = history_index.history(home / "conversations").items
    if moment in ("starting", "idle"):
        return [] if not items else ["a conversation that nobody had"]
    if [item.prompt for item in items] != [PROMPT]:
        return [f"the conversation is gone: {items}"]
    file = items[0].path
    return [] if '"type":"wrote"' in file.read_text() else ["nothing of the reply was kept"]


def main() -> int:
    """Every end at every moment."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=MOMENTS)
    args = parser.parse_args()
    rng, tried, bad = Random(args.seed), 0, 0
    for _ in range(args.rounds):
        for moment in [args.only] if args.only else MOMENTS:
            for end in [end for end, (code, _) in ENDS.items() if code or moment != "starting"]:  # keys are not its own yet
                with tempfile.TemporaryDirectory() as home:
                    found = troubles(end, moment, rng, Path(home))
                tried, bad = tried + 1, bad + bool(found)
                print(f"{moment}, {end}: {', '.join(found) or 'as it must be'}", flush=True)
    print(f"seed {args.seed}: {tried} tried, {bad} bad")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
