"""Benchmark 8's headless side, a process of its own: `specdeck run`'s decoding of a prompt, its text dropped.

python -m assets.benchmarks.run_process FD TOKENS [DRAFTER]: for every number that comes over the socket FD, a prompt's tokens a second.
"""

from __future__ import annotations

import socket
import sys

from specdeck.chat.reply import Reply
from specdeck.commands.command_table import parse
from specdeck.commands.load_and_decode import load_decoder, stream
from specdeck.decoding import Settings
from specdeck.terminal.streams import ProgressLine

from .typed_prompts import ENDLESS, PROMPTS


def main(fd: str, tokens: str, drafter: str = "model") -> None:
    """Load, say so, answer."""
    wire = socket.socket(fileno=int(fd))
    args = parse("run", ["-", "--max-tokens", tokens])
    decoder = load_decoder(args, ProgressLine())
    settings = Settings(drafter, logit_bias=dict.fromkeys(decoder.pair.end_tokens, ENDLESS))
    wire.sendall(b"ready")
    while asked := wire.recv(100):
        decoder.pair.reset()
        reply = Reply(1)
        stream(reply, decoder, PROMPTS[int(asked) % len(PROMPTS)], settings, args, ProgressLine())
        wire.sendall(str(reply.stats.tokens_per_second).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
