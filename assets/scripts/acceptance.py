"""Acceptance by position of every drafter on the workloads: python -m assets.scripts.acceptance [--json] [--seeds N] [--tokens N]

Counts, not seconds, so a busy machine changes nothing. Every prompt of a workload from cold caches, k=4, rule probabilistic; at
T=0.8 once a seed. Position n is accepted / drafted there: how often a draft was right up to its nth guess.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Iterator

from decoding import Settings, Stats, load

from .measure import K, TEMPERATURES, prompts, reply

WORKLOADS = ("echo", "edit", "open", "qa")


@dataclass
class Row:
    """One workload, temperature and drafter: its replies' counts, added."""

    workload: str
    temperature: float
    drafter: str
    counts: Counter[str] = field(default_factory=Counter)
    accepted: Counter[int] = field(default_factory=Counter)  # by position, from 1
    drafted: Counter[int] = field(default_factory=Counter)

    def add(self, stats: Stats) -> None:
        """One more reply."""
        self.counts.update({name: getattr(stats, name) for name in ("accepted", "drafted", "emitted", "rounds")})
        for position, (accepted, drafted) in enumerate(stats.by_position, 1):
            self.accepted[position] += accepted
            self.drafted[position] += drafted

    def as_data(self) -> dict[str, Any]:
        """The row's figures; None where nothing was drafted."""
        return {
            "workload": self.workload, "temperature": self.temperature, "drafter": self.drafter,
            "acceptance_by_position": [_share(self.accepted[n], self.drafted[n]) for n in range(1, K + 1)],
            "acceptance_rate": _share(self.counts["accepted"], self.counts["drafted"]),
            "tokens_per_round": self.counts["emitted"] / self.counts["rounds"],
        }  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def table(pair: Any, seeds: int, tokens: int) -> Iterator[Row]:
    """A row for every workload, temperature and drafter that has files of its own, and lookup."""
    drafters = [name for name in ("model", "mtp", "dflash", "lookup") if name in pair.drafters]
    for workload in WORKLOADS:
        for temperature in TEMPERATURES:
            for drafter in drafters:
                row = Row(workload, temperature, drafter)
                for seed in range(seeds if temperature else 1):
                    for prompt in prompts(workload, True):
                        row.add(reply(pair, prompt, Settings(drafter=drafter, k=K, temperature=temperature, seed=seed), tokens))
                yield row


def as_markdown(row: dict[str, Any]) -> str:
    """A line of the table."""
    shares = ["-" if share is None else f"{share:.0%}" for share in (*row["acceptance_by_position"], row["acceptance_rate"])]
    cells = (row["workload"], f"{row['temperature']:g}", row["drafter"], *shares, f"{row['tokens_per_round']:.2f}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure and print, a row as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seeds", type=int, default=5, help="replies a prompt at T=0.8 (default 5)")
    parser.add_argument("--tokens", type=int, default=96, help="most tokens of a reply (default 96)")
    args = parser.parse_args()
    rows = (row.as_data() for row in table(load(), args.seeds, args.tokens))
    if args.json:
        print(json.dumps(list(rows)))
        return
    print("| workload | T | drafter |", *(f" {n} |" for n in range(1, K + 1)), " accepted | tokens a round |", sep="")
    print("|---" * (K + 5) + "|")
    for row in rows:
        print(as_markdown(row), flush=True)


if __name__ == "__main__":
    main()
