"""Benchmark 8's headless side, a process of its own: `specdeck run`'s decoding of a prompt, its text dropped.

python -m assets.benchmarks.run_process FD TOKENS [DRAFTER]: for every number that comes over the socket FD, a prompt's tokens a second.
"""

from __future__ import annotations

import socket
import sys

from specdeck.chat.reply import reply_of
from specdeck.commands.command_table import parse
from specdeck.commands.options import load_engine
from specdeck.decoding import Settings
from specdeck.terminal.streams import ProgressLine

from .typed_prompts import ENDLESS, PROMPTS


def main(fd: str, tokens: str, drafter: str = "model") -> None:
    """Load, say so, answer."""
    wire = socket.socket(fileno=int(fd))
    args = parse("run", ["-", "--max-tokens", tokens])
    engine = load_engine(args, ProgressLine())
    settings = Settings(drafter, logit_bias=dict.fromkeys(engine.pair.end_tokens, ENDLESS))
    wire.sendall(b"ready")
    while asked := wire.recv(100):
        engine.pair.reset()
        reply = reply_of(engine.decode(PROMPTS[int(asked) % len(PROMPTS)], settings, max_tokens=args.max_tokens))
        wire.sendall(str(reply.stats.tokens_per_second).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
