"""Benchmark 8's app, a process of its own in a terminal: the playground as `specdeck` opens it, played by keys.

python -m assets.benchmarks.app_process FD TOKENS: for every number that comes over the socket FD, a prompt's tokens a second.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from functools import partial
from typing import Callable

from textual.app import App
from textual.pilot import Pilot

from specdeck.app import Playground
from specdeck.app_state import AppState
from specdeck.cli import main as cli
from specdeck.decoding.types import Stats

from .typed_prompts import ENDLESS, PROMPTS


async def play(wire: socket.socket, pilot: Pilot) -> None:
    """Ask each prompt in a chat of its own."""
    loop, app = asyncio.get_running_loop(), pilot.app
    assert isinstance(app, Playground)
    wire.setblocking(False)
    await until(lambda: app.state.pair is not None)
    await loop.sock_sendall(wire, b"ready")
    while asked := await loop.sock_recv(wire, 100):
        prompt = PROMPTS[int(asked) % len(PROMPTS)]
        await pilot.press("ctrl+n", *("space" if letter == " " else letter for letter in prompt))
        app.simulate_key("enter")  # a pilot would look 50 times a second whether the app is idle again
        stats = await answer(app.state)
        await loop.sock_sendall(wire, str(stats.tokens_per_second).encode())


async def answer(state: AppState) -> Stats:
    """The engine's own stats of the reply, once it is over."""
    await until(lambda: state.chat.reply is not None and state.chat.reply.finish is not None)
    assert state.chat.reply and (finish := state.chat.reply.finish)
    assert finish.reason == "length" and finish.error is None, finish
    return finish.stats


async def until(so: Callable[[], bool]) -> None:
    """Wait, looking as rarely as will do: looking costs the app time too."""
    while not so():
        await asyncio.sleep(0.25)


def main(fd: str, tokens: str) -> None:
    """Open the playground with someone at the keys."""
    Playground.run = lambda self, **_: App.run(self, auto_pilot=partial(play, socket.socket(fileno=int(fd))))
    end = _end_token()
    sys.exit(cli(["--max-tokens", tokens, "--logit-bias", f"{end}={ENDLESS:g}"]))


def _end_token() -> int:
    from specdeck import assets

    return json.loads((assets.TARGET / "config.json").read_text())["eos_token_id"]


if __name__ == "__main__":
    main(*sys.argv[1:])
