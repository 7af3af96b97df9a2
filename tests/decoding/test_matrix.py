"""A seeded sample of the exactness matrix that covers every pair of values."""

import os
import random

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.drafters.lookup import LookupMemory
from tests.helpers import matrix, toys

pytestmark = pytest.mark.long

SAMPLE = matrix.covering_sample(seed=2026)
MORE = matrix.random_cases(random.Random(2026), int(os.environ.get("SPECDECK_TRIES", "0")))


def test_the_sample_covers_every_pair_of_values():
    assert set().union(*(matrix.pairs(case) for case in SAMPLE)) == matrix.all_pairs()


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
