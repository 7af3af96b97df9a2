"""Bar 8's app, a process of its own in a terminal: the playground as `specdeck` opens it, played by keys.

python -m assets.scripts.bars.played FILE TOKENS: writes tokens a second, the prompts pooled, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from functools import partial
from pathlib import Path
from typing import Callable

from textual.app import App
from textual.pilot import Pilot

from app.app import Playground
from app.cli import main as cli
from decoding.stats import Stats, pooled

from .prompts import ENDLESS, PROMPTS


async def play(found: Path, pilot: Pilot) -> None:
    """Ask every prompt in a chat of its own, once to warm up and once to count."""
    replies = []
    await until(pilot, lambda: pilot.app.deck.pair is not None)
    for prompt in (*PROMPTS, *PROMPTS):
        await pilot.press("ctrl+n", *("space" if letter == " " else letter for letter in prompt), "enter")
        replies.append(await answer(pilot))
    found.write_text(json.dumps(pooled(replies[len(PROMPTS) :]).tokens_per_second))
    await pilot.press("ctrl+q")


async def answer(pilot: Pilot) -> Stats:
    """The engine's own stats of the reply, once it is over."""
    deck = pilot.app.deck
    await until(pilot, lambda: deck.chat.reply is not None and deck.chat.reply.finish is not None)
    finish = deck.chat.reply.finish
    assert finish.reason == "length" and finish.error is None, finish
    return finish.stats


async def until(pilot: Pilot, so: Callable[[], bool]) -> None:
    """Wait, looking as rarely as will do: looking costs the app time too."""
    while not so():
        await asyncio.sleep(0.25)


def main(found: str, tokens: str) -> None:
    """Open the playground with someone at the keys."""
    Playground.run = lambda app: App.run(app, auto_pilot=partial(play, Path(found)))
    end = _end_token()
    sys.exit(cli(["--max-tokens", tokens, "--logit-bias", f"{end}={ENDLESS:g}"]))


def _end_token() -> int:
    import assets

    return json.loads((assets.TARGET / "config.json").read_text())["eos_token_id"]


if __name__ == "__main__":
    main(*sys.argv[1:])
