"""The exactness matrix: every drafter, cache, rule, k, way of switching, way of ending and way of shaping says what plain decoding says.

`python -m tests.matrix` runs the full product (`--slice I/N` a part of it, `--log FILE` to go on another time); the test suite
runs a sample that covers every pair of values. Texts are equal token for token: the references have no near-ties (toys.py).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

from tests import toys
from decoding import Round, Settings
from decoding.text import cut_at_stop

AXES: dict[str, tuple] = {
    "target": ("trimmable", "recurrent", "sliding"),
    "drafter": ("none", "trimmable", "recurrent", "sliding", "copy", "lookup", "hybrid", "right", "right-soft"),
    "choice": (("probabilistic", 0.0), ("coupled", 0.0), ("match", 0.0), ("coupled", 0.8)),
    "k": tuple(range(1, 9)),
    "switching": ("steady", "every round"),
    "stop": ("length", "end", "string", "closed"),
    "shaping": ("bare", "penalties", "filters", "both"),
}
PENALTIES = {"repetition_penalty": 1.3, "presence_penalty": 0.4, "frequency_penalty": 0.2, "logit_bias": {3: 1.5}, "penalty_context": 12}
FILTERS = {"top_p": 0.9, "top_k": 9, "min_p": 0.02}
SHAPING = {"bare": {}, "penalties": PENALTIES, "filters": FILTERS, "both": PENALTIES | FILTERS}
COUNT = 40  # tokens of a reference

Case = dict[str, Any]


def product() -> list[Case]:
    """Every case."""
    return [dict(zip(AXES, values)) for values in itertools.product(*AXES.values())]


def pairs(case: Case) -> set[tuple]:
    """The pairs of values that a case covers."""
    return set(itertools.combinations(case.items(), 2))


def covering_sample(seed: int) -> list[Case]:
    """Cases that cover every pair of values, picked greedily from random candidates."""
    rng, sample = random.Random(seed), []
    missing = {pair for a, b in itertools.combinations(AXES, 2) for pair in itertools.product([(a, v) for v in AXES[a]], [(b, v) for v in AXES[b]])}
    while missing:
        (a, x), (b, y) = min(missing, key=repr)
        candidates = [{name: rng.choice(values) for name, values in AXES.items()} | {a: x, b: y} for _ in range(30)]
        best = max(candidates, key=lambda case: len(pairs(case) & missing))
        missing -= pairs(best)
        sample.append(best)
    return sample


def run(case: Case) -> str | None:
    """None if the case says what plain decoding says, else the difference in words."""
    rule, temperature = case["choice"]
    plain = Settings(drafter="none", k=0, rule=rule, temperature=temperature, seed=11, **SHAPING[case["shaping"]])
    reference = toys.reference(case["target"], plain, COUNT)
    pair = toys.full_pair(case["target"])
    for name in ("right", "right-soft"):
        pair.drafters[name].texts = [reference.sequence]
    ask = _asker(case, replace(plain, drafter=case["drafter"], k=case["k"]))
    wanted, said = STOPS[case["stop"]](case, pair, reference, ask)
    return None if said == wanted else f"{case}: wanted {wanted}, said {said}"


def _asker(case: Case, settings: Settings) -> Any:
    """The settings, or a function that changes drafter and k every round."""
    if case["switching"] == "steady":
        return settings
    names, rounds = AXES["drafter"], itertools.count()
    start = names.index(case["drafter"])

    def ask() -> Settings:
        i = next(rounds)
        return replace(settings, drafter=names[(start + i) % len(names)], k=(case["k"] - 1 + 3 * i) % 8 + 1)

    return ask


def _stop_at_length(case: Case, pair: Any, reference: Any, ask: Any) -> tuple[Any, Any]:
    length = COUNT - case["k"]
    reply = toys.reply(pair, list(reference.prompt), ask, length)
    return (list(reference.tokens[:length]), "length"), (reply.tokens, reply.finish.reason)


def _stop_at_end(case: Case, pair: Any, reference: Any, ask: Any) -> tuple[Any, Any]:
    """The end of turn is a token whose first place is late: somewhere inside a window, at every offset over the cases."""
    at = _late_first_place(reference.tokens, case["k"])
    pair.end_tokens = (reference.tokens[at],)
    reply = toys.reply(pair, list(reference.prompt), ask, COUNT)
    return (list(reference.tokens[:at]), "stop"), (reply.tokens, reply.finish.reason)


def _stop_at_string(case: Case, pair: Any, reference: Any, ask: Any) -> tuple[Any, Any]:
    texts = [toys.LETTERS[token] for token in reference.tokens]
    at = 9 + case["k"]
    stop = "".join(texts[at : at + 2])
    reply = toys.reply(pair, list(reference.prompt), ask, COUNT, stop=(stop,))
    said = "".join(cut_at_stop([toys.LETTERS[token] for token in reply.tokens], (stop,)))
    return ("".join(texts).split(stop)[0], "stop"), (said, reply.finish.reason)


def _stop_by_reader(case: Case, pair: Any, reference: Any, ask: Any) -> tuple[Any, Any]:
    """Closed after every few rounds and taken up again as a longer prompt."""
    sequence = list(reference.prompt)
    while (left := COUNT - (len(sequence) - len(reference.prompt))) > 0:
        sequence += toys.first_rounds(pair, sequence, ask, 1 + case["k"] % 3, left).tokens
    return list(reference.tokens), sequence[len(reference.prompt) :]


STOPS = {"length": _stop_at_length, "end": _stop_at_end, "string": _stop_at_string, "closed": _stop_by_reader}


def _late_first_place(tokens: tuple[int, ...], k: int) -> int:
    """The k-th latest place (counting around) at which a token is said for the first time."""
    first = [i for i, token in enumerate(tokens) if token not in tokens[:i] and i > 3]
    return first[-1 - k % len(first)]


def settling_report(rounds: int = 60) -> Iterator[str]:
    """What restoring costs a recurrent target: passes and tokens read per 100 tokens, at the near-copy's acceptance."""
    for k in (1, 2, 4, 8):
        settings = Settings(drafter="copy", k=k)
        reply = toys.reply(toys.full_pair("recurrent"), toys.random_prompt(3), settings, 300)
        stats, read = reply.finish.stats, sum(r.read for r in reply.rounds)
        extra = 100 * (stats.target_passes - stats.rounds) / stats.emitted
        yield (
            f"recurrent, k={k}: acceptance {stats.acceptance_rate:.2f}, settling passes per 100 tokens {extra:.1f}, "
            f"tokens read per token {read / stats.emitted:.2f}"
        )


def _done(log: Path | None) -> set[str]:
    return set(log.read_text().splitlines()) if log and log.exists() else set()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slice", default="0/1", help="I/N: every N-th case from the I-th")
    parser.add_argument("--log", type=Path, help="cases that passed; those in it are not run again")
    args = parser.parse_args()
    part, parts = map(int, args.slice.split("/"))
    cases, start = product()[part::parts], time.time()
    passed = _done(args.log)
    todo = [case for case in cases if json.dumps(case) not in passed]
    failed = 0
    for number, case in enumerate(todo, start=1):
        difference = run(case)
        failed += difference is not None
        if difference:
            print("DIFFERS", difference, flush=True)
        elif args.log:
            with args.log.open("a") as file:
                file.write(json.dumps(case) + "\n")
        if number % 500 == 0:
            print(f"{number} of {len(todo)}, {failed} differ, {time.time() - start:.0f} s", flush=True)
    print(f"exact: {len(cases) - failed} of {len(cases)}")
    print(*settling_report(), sep="\n")


if __name__ == "__main__":
    main()
