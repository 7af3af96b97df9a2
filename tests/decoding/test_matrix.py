"""A seeded sample of the exactness matrix that covers every pair of values."""

import itertools
import os
import random

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.drafters.lookup import LookupMemory
from tests.helpers import matrix, toys

pytestmark = pytest.mark.long


def all_pairs() -> set[tuple]:
    """Every pair of values that a case can have."""
    values = [[(name, value) for value in matrix.AXES[name]] for name in matrix.AXES]
    found = {pair for a, b in itertools.combinations(values, 2) for pair in itertools.product(a, b)}
    return found - {(("target", target), ("drafter", drafter)) for target, drafter in matrix.IMPOSSIBLE}


def thrifty(case: matrix.Case) -> bool:
    """Whether kind, choice and shaping stand in one Latin square: then a kind has four references and not sixteen, each as dear as a case."""
    kinds, (choices, shapings) = list(toys.KINDS), (matrix.AXES["choice"], list(matrix.SHAPING))
    return (kinds.index(matrix.HAMPERED.get(case["target"], case["target"])) + choices.index(case["choice"]) - shapings.index(case["shaping"])) % 4 == 0


def pairs(case: matrix.Case) -> set[tuple]:
    """The pairs of values that a case covers."""
    return set(itertools.combinations(case.items(), 2))


def covering_sample(seed: int) -> list[matrix.Case]:
    """Cases that cover every pair of values, picked greedily from random candidates."""
    rng, sample = random.Random(seed), []
    missing = all_pairs()
    while missing:
        (a, x), (b, y) = min(missing, key=repr)
        candidates = matrix.random_cases(rng, 120, **{a: x, b: y})
        best = max(filter(thrifty, candidates), key=lambda case: len(pairs(case) & missing))
        missing -= pairs(best)
        sample.append(best)
    return sample


SAMPLE = covering_sample(seed=2026)
MORE = matrix.random_cases(random.Random(2026), int(os.environ.get("SPECDECK_TRIES", "0")))


def test_the_sample_covers_every_pair_of_values():
    assert set().union(*(pairs(case) for case in SAMPLE)) == all_pairs()


@pytest.mark.parametrize("case", [*SAMPLE, *MORE], ids=lambda case: "-".join(str(value) for value in case.values()))
def test_the_text_is_what_plain_decoding_says(case):
    assert matrix.run(case) is None


@pytest.mark.parametrize("kind", toys.KINDS)
def test_every_drafter_of_the_matrix_drafts_on_every_target(kind):
    """Else its cases would be plain decoding."""
    pair, reference = toys.full_pair(kind), toys.reference(kind, Settings(drafter="none", k=0), 12)
    pair.drafters["recalled"].memory = LookupMemory([("an earlier reply", reference.sequence)])
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [reference.sequence]
    for name in matrix.AXES["drafter"][1:]:
        if matrix.possible({"target": kind, "drafter": name}):
            assert toys.check_says(pair, reference, Settings(drafter=name, lookup_min=1, fallback="copy")).finish.stats.drafted >= 4, name
