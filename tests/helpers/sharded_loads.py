"""Loads over two ranks on this machine, for test_sharded.py: prints a refusal, then for each drafter whether it says what one process says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from specdeck.decoding import LoadError, Pair, Settings, load
from tests.helpers import heads, toys

TWO = ("127.0.0.1", "127.0.0.1")
PROMPT = [9, 400, 77, 1200, 31, 400, 77, 2000]
SPLIT = {"num_attention_heads": 4, "num_key_value_heads": 2, "linear_num_key_heads": 2}  # divides by two


def main(place: Path) -> None:
    """Refuse one target, load another with the drafters that listen."""
    try:
        load(str(heads.target_folder(place / "one", "qwen3")), hosts=TWO)
    except LoadError as error:
        print(error, flush=True)
    target = heads.target_folder(place / "two", "qwen3_5", **SPLIT)
    drafters = [heads.mtp_folder(place / "mtp"), heads.eagle3_folder(place / "eagle3"), heads.dflash_folder(place / "dflash")]
    wanted = toys.reply(load(str(target)), PROMPT, Settings(drafter="none", k=0), 16, ignore_end=True).tokens
    pair = load(str(target), drafter=[str(folder) for folder in drafters], hosts=TWO)
    for name in ("none", "mtp", "eagle3", "dflash"):
        reply = toys.reply(pair, PROMPT, Settings(drafter=name, k=3), 16, ignore_end=True)
        drafted = name == "none" or any(round_.draft for round_ in reply.rounds)
        print(name, reply.tokens == wanted and drafted and reply.finish.error is None, flush=True)
    print("200 rounds", long_replies(pair, load(str(target))), flush=True)
    pair.cluster.leave()


def long_replies(pair: Pair, alone: Pair) -> bool:
    """Whether a reply of 200 rounds, left after 150 and then written again, is that of one process."""
    plain = Settings(drafter="none", k=0)
    wanted = toys.reply(alone, PROMPT, plain, 200, ignore_end=True)
    left = toys.first_rounds(pair, PROMPT, plain, 150, 200, ignore_end=True)
    again = toys.reply(pair, PROMPT, plain, 200, ignore_end=True)
    return left.tokens == wanted.tokens[:150] and again.tokens == wanted.tokens and len(again.rounds) == 200


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
