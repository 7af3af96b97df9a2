"""How well `auto` chooses, on a machine that is made up: real drafts of the embedded pair, and rounds that cost what is written here.

python -m assets.benchmarks.auto_with_seeded_prices [--temperature T] [--k K] [--seeds N] [--drafters auto model ...] [--model FOLDER]

What `auto` gains varies from run to run with the machine's noise, which hides what a change of its choices does. Here the noise is seeded:
every timing varies by 7 %, one in fifty is twice as long, the first of a kind takes half as long again, and the machine becomes slower and
faster by up to 1.4, which drafters see and the rates leave out: it falls on other prompts for each drafter. The prompts of the workloads come
in another order with each seed, and every seed starts with an empty memory. With --model another model decodes, which has lookup; its passes cost
what they cost on this machine.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any

from specdeck import assets
from specdeck.commands.examination import pass_seconds
from specdeck.decoding import Pair, Settings, decode, load
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.types import Round

from .measuring import rendered

TOKENS = 160  # of a reply
WORKLOADS = ("story", "open", "qa", "edit", "echo")
HOST = 0.5  # of a round; these and all below are milliseconds, as on two cores of an AMD EPYC
PASSES = {1: 7.0, 2: 9.5, 3: 11.4, 4: 12.3, 5: 13.0, 6: 13.8, 7: 14.5, 8: 15.7, 9: 16.2}  # by tokens read
DRAFTS = {"model": (0.9, 0.75), "mtp": (0.3, 1.9), "dflash": (3.6, 0.12), "lookup": (0.3, 0.0)}  # a draft, and each guess of it
READING = {"model": 4.0, "mtp": 5.0, "dflash": 1.0}  # of missed tokens, before a drafter's first draft


class Machine:
    """Puts made-up seconds into rounds and adds them up."""

    def __init__(self, seed: int) -> None:
        self.rng, self.drafters, self.of = Random(seed), Counter[str](), "all"
        self.seconds, self.tokens = defaultdict[str, float](float), Counter[str]()  # by workload
        self._seen: set[object] = set()
        self._slowdown, self._left = 1.0, 0
        self._last: str | None = None

    def begin(self) -> None:
        """A reply begins: every drafter has its tokens to read."""
        self._last = None

    def rate(self, *workloads: str) -> float:
        """Tokens per second of these workloads, of all if none is named."""
        return sum(self.tokens[name] for name in workloads or self.tokens) / sum(self.seconds[name] for name in workloads or self.seconds)

    def priced(self, round_: Round) -> Round:
        """The round with the seconds that it takes here; one whose pass is not priced, as a first one may be, keeps its own."""
        if self._left == 0:
            self._slowdown, self._left = self.rng.choice((1, 1, 1.15, 1.4)), self.rng.randint(60, 300)
        self._left -= 1
        draft, read = self._draft(round_) if round_.draft else 0.0, PASSES.get(round_.read, 1000 * round_.verify_seconds)
        verify = read * self._noise(("pass", round_.read))
        self.seconds[self.of] += (draft + verify + HOST) / 1000
        draft, verify, host = (self._slowdown * part / 1000 for part in (draft, verify, HOST))
        self.tokens[self.of] += len(round_.tokens)
        self.drafters[round_.drafter] += len(round_.tokens)
        return replace(round_, draft_seconds=draft, verify_seconds=verify, host_seconds=host)

    def _draft(self, round_: Round) -> float:
        start, guess = DRAFTS[round_.drafter]
        reading = READING.get(round_.drafter, 0.0) if round_.drafter != self._last else 0.0
        self._last = round_.drafter
        return (start + guess * len(round_.draft) + reading) * self._noise((round_.drafter, len(round_.draft)))

    def _noise(self, kind: object) -> float:
        first = kind not in self._seen
        self._seen.add(kind)
        return self.rng.lognormvariate(0, 0.07) * (2 if self.rng.random() < 0.02 else 1) * (1.5 if first else 1)


class PricedEstimator(RateEstimator):
    """Learns from the machine's seconds instead of the clock's."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.machine = machine

    def begin(self, depth: int = 0) -> None:
        self.machine.begin()
        super().begin(depth)

    def learn(self, round_: Round) -> None:
        super().learn(self.machine.priced(round_))


def decoded(pair: Pair, prompts: list[tuple[str, Any]], settings: Settings, seed: int) -> Machine:
    """The machine after all prompts, each with its workload, in this seed's order."""
    machine = Machine(seed)
    pair.estimator = PricedEstimator(machine)
    for number, (workload, prompt) in enumerate(machine.rng.sample(prompts, len(prompts))):
        machine.of = workload
        pair.reset()
        for _ in decode(pair, prompt, replace(settings, seed=number), max_tokens=TOKENS):
            pass
    return machine


def main() -> None:
    """Prints, for each drafter, tokens per second by seed, their mean, the mean of each workload, and the share of the tokens that each
    drafter's rounds emitted; for `auto` also its rate on each workload over that of the best single drafter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--k", type=int, default=8)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--prompts", type=int, default=2, help="of each workload")
    parser.add_argument("--drafters", nargs="+", default=["none", "model", "auto"])
    parser.add_argument("--model", metavar="FOLDER", help="in place of the embedded pair")
    args = parser.parse_args()
    pair = load(args.model or str(assets.TARGET), drafter=["lookup"] if args.model else [str(path) for path in (assets.DRAFTER, assets.MTP, assets.DFLASH)])
    if args.model:
        PASSES.update({width: 1000 * seconds for width, seconds in zip(PASSES, pass_seconds(pair, tuple(PASSES)).values())})
    prompts = [(name, ids) for name in WORKLOADS for ids in rendered(pair, name, args.prompts)]
    found: dict[str, dict[str, float]] = {}
    for drafter in args.drafters:
        drafts = drafter != "none"
        settings = Settings(drafter, k=args.k if drafts else 0, temperature=args.temperature, adaptive_k=drafts)
        machines = [decoded(pair, prompts, settings, seed) for seed in range(args.seeds)]
        rates = [machine.rate() for machine in machines]
        emitted = sum((machine.drafters for machine in machines), Counter[str]())
        shares = ", ".join(f"{name} {count / emitted.total():.0%}" for name, count in emitted.most_common())
        print(f"{drafter}: {fmean(rates):.0f} tokens/s ({' '.join(f'{rate:.0f}' for rate in rates)}); {shares}", flush=True)
        found[drafter] = {name: fmean(machine.rate(name) for machine in machines) for name in WORKLOADS}
        best = {name: max((rates[name] for other, rates in found.items() if other != "auto"), default=0.0) for name in WORKLOADS}
        beside = {name: f" ({rate / best[name]:.2f} of the best)" if drafter == "auto" and best[name] else "" for name, rate in found[drafter].items()}
        print("  " + ", ".join(f"{name} {rate:.0f}{beside[name]}" for name, rate in found[drafter].items()), flush=True)


if __name__ == "__main__":
    main()
