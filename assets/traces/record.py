"""Records the lesson's traces from the embedded pair: python -m assets.traces.record [NAME ...]

Each trace holds a few replies to a prompt that demonstrates one thing. What it must demonstrate, demands.py says, so that a newly
trained pair cannot spoil a page unnoticed: where the usual prompt and seed no longer do, others are tried, and where none does the script
fails and says what was missing. Of replies whose seconds are shown, which `recordings` marks as
timed, the fastest of several runs is kept: what else the machine does only slows them. Paths are left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Iterator, Sequence

from assets.traces.demands import lacking
from specdeck import assets
from specdeck.chat.conversation import fold
from specdeck.chat.entries import Asked, Entry
from specdeck.decoding import Settings, decode, load
from specdeck.engine.this_machine import machine_words
from specdeck.lesson.recordings import KINDS, STORY, TAKES, Take
from specdeck.records import trace

RUNS = 7  # of which the fastest counts
SEEDS = 300  # tried with every prompt
PROMPTS = (
    "Surprise me", "It is raining today", "What can you do?", "Who are you?", "How are you?", "What is your name?", "Do you like music?", "Tell me about London",
    "Translate good morning into French", "Give me advice on sleeping better", "List three animals", "I lost my keys", "Write a poem about the sea",
    "Write a letter to my neighbor", "Draw me a picture of a horse",
)  # fmt: skip
LONG = tuple(prompt["prompt"] for kind in ("echo", "edit") for prompt in json.loads((assets.WORKLOADS / f"{kind}.json").read_text("utf-8"))["prompts"])
STORIES = tuple(f"Tell me a story about a {who}" for who in ("fox", "bear who cannot sleep", "girl and a lamp", "frog", "baker", "mouse", "king who is sad"))
OTHERS = dict.fromkeys(("greedy", "warm", "warmth", "prefixes"), PROMPTS) | dict.fromkeys(("same", "kinds", "show", "lookup"), STORIES) | {"widths": LONG}  # instead of the usual one


class Recorder:
    """Records replies of the embedded pair."""

    def __init__(self) -> None:
        self.pair = load(drafter=["lookup", *KINDS])
        list(decode(self.pair, STORY, Settings(), max_tokens=16))  # the first passes of a process are slow

    def record(self, takes: Sequence[Take]) -> list[Entry]:
        """The entries of all these replies, each decoded from empty caches; what is timed is run in turns, so that all meet the same machine."""
        times = RUNS if any(take.timed for take in takes) else 1
        runs = [[self._run(job, take) for job, take in enumerate(takes, 1)] for _ in range(times)]
        return [entry for of_take in zip(*runs) for entry in max(of_take, key=lambda run: run[-1].stats.tokens_per_second)]

    def _run(self, job: int, take: Take) -> list[Entry]:
        self.pair.reset()
        asked = Asked(job, take.prompt, time.perf_counter(), take.settings, target=self.pair.name, max_tokens=take.max_tokens)
        return [asked, *decode(self.pair, take.prompt, take.settings, max_tokens=take.max_tokens, detail=take.detail)]


def candidates(name: str) -> Iterator[tuple[Take, ...]]:
    """The usual takes of a recording, then others: another prompt in place of the last one, other seeds where the takes sample, and fewer
    tokens of the show, which ends with a sentence."""
    usual = TAKES[name]
    yield usual
    seeds = range(SEEDS) if any(take.settings.temperature for take in usual) else (usual[0].settings.seed,)
    for seed in seeds:
        for prompt, fewer in product((usual[-1].prompt, *OTHERS[name]), range(24 if name == "show" else 1)):
            yield tuple(
                replace(
                    take, prompt=prompt if take.prompt == usual[-1].prompt else take.prompt, settings=replace(take.settings, seed=seed), max_tokens=take.max_tokens - fewer,
                )
                for take in usual
            )


def main(names: Sequence[str]) -> int:
    """Record the named traces, or all; returns 1 if no prompt and seed demonstrate what one must."""
    recorder, code = Recorder(), 0
    for name in names or TAKES:
        lacks: list[str] = []
        for takes in candidates(name):
            entries = recorder.record(takes)
            found = lacking(name, fold(entries).turns)
            lacks = lacks or found
            if not found:
                break
        else:
            print(f"{name:8} no prompt and seed show what it must; the usual ones lack: {'; '.join(lacks)}")
            code = 1
            continue
        text = trace.dump(entries)
        print(f"{name:8} {len(text) / 1e3:6.1f} kB" + (f"  {takes[-1].prompt[:40]!r}, seed {takes[-1].settings.seed}, for it lacked: {'; '.join(lacks)}" if lacks else ""))
        (assets.TRACES / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
        if name == "show":
            assets.SHOW_ORIGIN.write_text(json.dumps({"machine": machine_words(), "date": f"{date.today():%Y-%m-%d}"}) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(TAKES)}; none: all")
    given = parser.parse_args().names
    if unknown := sorted(set(given) - set(TAKES)):
        parser.error(f"no recording is called {', '.join(unknown)}; there are {', '.join(TAKES)}")
    sys.exit(main(given))
