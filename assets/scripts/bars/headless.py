"""Bar 8's headless side, a process of its own: `specdeck run`'s decoding of the prompts, its text dropped.

python -m assets.scripts.bars.headless FILE TOKENS: writes tokens a second, the prompts pooled, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from app.commands import run
from app.commands.engine import decode_into, open_pair
from app.commands.reply import Reply
from app.commands.signals import Signals
from app.commands.terminal import Progress
from decoding import Settings
from decoding.stats import pooled

from .prompts import ENDLESS, PROMPTS


def main(found: str, tokens: str) -> None:
    """Warm up on all prompts, then count all."""
    args = run.parser().parse_args(["-", "--max-tokens", tokens])
    pair = open_pair(args, Progress())
    settings = Settings(logit_bias={token: ENDLESS for token in pair.end_tokens})
    replies = []
    for prompt in (*PROMPTS, *PROMPTS):
        pair.reset()
        reply = Reply()
        decode_into(reply, pair, prompt, settings, args, Signals(), Progress())
        replies.append(reply.stats)
    Path(found).write_text(json.dumps(pooled(replies[len(PROMPTS) :]).tokens_per_second))


if __name__ == "__main__":
    main(*sys.argv[1:])
