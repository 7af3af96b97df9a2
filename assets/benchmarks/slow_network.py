"""Speed-up by drafting on a target sharded over two ranks of this machine, with an artificial delay of every message to the other rank.

    python -m assets.benchmarks.slow_network [--delays 0,5,20,80] [--tokens 24] [-k 4] [--model M --drafter D]

A figure of merit, not a promise: a real network delays every sum of a pass, not only the message before it. A round has one message, so
with a delay of d seconds a plain token takes d longer and so does a whole round of drafting. Predicted from the undelayed run's medians:
tokens per round x (plain round + d) / (drafted round + d).
"""

from __future__ import annotations

import argparse
import statistics
from typing import NamedTuple

from specdeck.decoding import Pair, Round, Settings, decode, load

PROMPT = "Tell me a story about a fox who is afraid of the dark"  # which the embedded drafter guesses well


class Side(NamedTuple):
    """Seconds of the median round, and tokens per round, of one reply."""

    seconds: float
    tokens: float

    @property
    def speed(self) -> float:
        """Tokens per second."""
        return self.tokens / self.seconds


def main() -> None:
    """Measure and print a line for each delay."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--delays", default="0,5,20,80", help="milliseconds, the first 0")
    parser.add_argument("--tokens", type=int, default=24)
    parser.add_argument("-k", type=int, default=4)
    parser.add_argument("--model", help="folder or hub name (default: the embedded target)")
    parser.add_argument("--drafter", default="model")
    args = parser.parse_args()
    pair = load(args.model, drafter=args.drafter, hosts=("127.0.0.1", "127.0.0.1"))
    base: tuple[Side, Side] | None = None
    print("delay, ms   plain round, ms   drafted round, ms   tokens per round   measured   predicted", flush=True)
    for delay in [float(text) / 1e3 for text in args.delays.split(",")]:
        pair.cluster.channel.delay = delay
        plain, drafted = (side(pair, k, args.tokens) for k in (0, args.k))
        base = base or (plain, drafted)
        predicted = drafted.tokens * (base[0].seconds + delay) / (base[1].seconds + delay)
        measured = drafted.speed / plain.speed
        figures = f"{plain.seconds * 1e3:15.1f}   {drafted.seconds * 1e3:17.1f}   {drafted.tokens:16.2f}   {measured:7.2f}x   {predicted:8.2f}x"
        print(f"{delay * 1e3:9.0f}   {figures}", flush=True)
    pair.cluster.leave()


def side(pair: Pair, k: int, tokens: int) -> Side:
    """One reply, from cold caches."""
    pair.reset()
    settings = Settings(drafter="model" if k else "none", k=k, seed=0)
    rounds = [event for event in decode(pair, PROMPT, settings, tokens, ignore_end=True) if isinstance(event, Round)][1:]
    seconds = statistics.median(round_.draft_seconds + round_.verify_seconds for round_ in rounds)
    return Side(seconds, sum(len(round_.tokens) for round_ in rounds) / len(rounds))


if __name__ == "__main__":
    main()
