"""Bar 8's headless side, a process of its own: `specdeck run`'s decoding of a prompt, its text dropped.

python -m assets.scripts.bars.headless FD TOKENS [DRAFTER]: for every number that comes over the socket FD, a prompt's tokens a second.
"""

from __future__ import annotations

import socket
import sys

from specdeck.app.commands import run
from specdeck.app.commands.load_and_decode import decode_into, open_pair
from specdeck.app.commands.reply import Reply
from specdeck.app.commands.signals import Signals
from specdeck.app.commands.terminal import Progress
from specdeck.decoding import Settings

from .prompts import ENDLESS, PROMPTS


def main(fd: str, tokens: str, drafter: str = "model") -> None:
    """Load, say so, answer."""
    wire = socket.socket(fileno=int(fd))
    args = run.parser().parse_args(["-", "--max-tokens", tokens])
    pair = open_pair(args, Progress())
    settings = Settings(drafter, logit_bias={token: ENDLESS for token in pair.end_tokens})
    wire.sendall(b"ready")
    while asked := wire.recv(100):
        pair.reset()
        reply = Reply()
        decode_into(reply, pair, PROMPTS[int(asked) % len(PROMPTS)], settings, args, Signals(), Progress())
        wire.sendall(str(reply.stats.tokens_per_second).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
