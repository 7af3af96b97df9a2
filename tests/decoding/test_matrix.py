"""A seeded sample of the exactness matrix that covers every pair of values."""

import itertools

import pytest

from tests import matrix

SAMPLE = matrix.covering_sample(seed=2026)


def test_the_sample_covers_every_pair_of_values():
    covered = set().union(*(matrix.pairs(case) for case in SAMPLE))
    for a, b in itertools.combinations(matrix.AXES, 2):
        for pair in itertools.product([(a, v) for v in matrix.AXES[a]], [(b, v) for v in matrix.AXES[b]]):
            assert pair in covered


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: "-".join(str(value) for value in case.values()))
def test_the_text_is_what_plain_decoding_says(case):
    assert matrix.run(case) is None
