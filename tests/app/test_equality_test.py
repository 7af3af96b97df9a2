"""The test of two samples: how often it errs on equal distributions, and that it finds unequal ones. Seeds are fixed."""

import random
from collections import Counter

import pytest

from specdeck.compare.equality_test import CLEAR, ENDED, LOOKS, Apart, EqualityTest, equality_test, tokens_at

P, Q = {1: 0.5, 2: 0.3, 3: 0.15, 4: 0.05}, {1: 0.35, 2: 0.3, 3: 0.2, 4: 0.15}


def sample(shares: dict[int, float], rng: random.Random, count: int = 150, tokens: int = 3) -> list[tuple[int, ...]]:
    """Continuations of independent tokens, some of which end early."""
    drawn = [tuple(rng.choices(list(shares), list(shares.values()), k=tokens)) for _ in range(count)]
    return [ids[: ids.index(4)] if 4 in ids else ids for ids in drawn]


@pytest.mark.long
def test_equal_distributions_are_called_different_as_often_as_the_p_value_says():
    rng = random.Random(5)
    found = [equality_test(sample(P, rng), sample(P, rng), shuffles=199, seed=n).p_value for n in range(200)]
    for bound in (0.05, 0.25, 0.5):
        share = sum(p <= bound for p in found) / len(found)
        assert abs(share - bound) < 4 * (bound * (1 - bound) / len(found)) ** 0.5, "p-values are uniform under equality"


def test_the_distance_that_is_expected_under_equality_is_the_one_that_comes():
    rng = random.Random(6)
    found = [here for n in range(60) for here in equality_test(sample(P, rng), sample(P, rng), shuffles=199, seed=n).at]
    seen, expected = (sum(values) / len(found) for values in zip(*((here.distance, here.expected) for here in found)))
    assert seen == pytest.approx(expected, rel=0.1)


def test_unequal_distributions_are_found():
    rng = random.Random(7)
    found = [equality_test(sample(P, rng, 250), sample(Q, rng, 250), seed=n) for n in range(20)]  # at the level of one of several looks
    assert all(test.verdict == "different" and test.at[test.widest].distance > test.at[test.widest].expected for test in found)


@pytest.mark.parametrize("count", [100, 400])
def test_a_difference_of_the_size_that_it_states_is_found(count):
    rng, moved = random.Random(count), 0.0
    for n in range(12):
        plain = sample({1: 0.5, 2: 0.5}, rng, count, 1)
        moved = equality_test(plain, plain, seed=n).at[0].least
        assert equality_test(plain, sample({1: 0.5 + moved, 2: 0.5 - moved}, rng, count, 1), seed=n).verdict == "different"
    assert 0.1 < moved < 0.5


@pytest.mark.long
def test_looking_several_times_gives_no_more_false_alarms_than_it_says():
    rng, tests, alarms = random.Random(11), 300, 0
    for n in range(tests):
        a, b = sample(P, rng, 80, 2), sample(P, rng, 80, 2)
        alarms += any(equality_test(a[:some], b[:some], shuffles=1200, seed=n).verdict == "different" for some in (round(80 * look) for look in LOOKS))
    assert alarms <= tests * CLEAR + 3 * (tests * CLEAR) ** 0.5


def test_rare_tokens_count_together_and_drown_nothing():
    rng = random.Random(12)
    tail = dict.fromkeys(range(10, 310), 0.3 / 300)
    plain, moved = (sample({1: one, 2: 0.7 - one} | tail, rng, 400, 1) for one in (0.35, 0.53))
    assert equality_test(plain, moved).verdict == "different" and equality_test(plain, moved).at[0].expected < 0.06


def test_a_difference_in_how_tokens_go_together_with_the_end_is_found():
    rng = random.Random(8)
    ended = [ids[:1] for ids in sample(P, rng)]
    assert equality_test(sample(P, rng), ended).verdict == "different"


def test_the_same_samples_give_the_same_answer_and_copies_are_equal():
    one = sample(P, random.Random(9))
    assert equality_test(one, one) == equality_test(one, one)
    assert equality_test(one, one).at[0].distance == 0 and equality_test(one, one).p_value == 1 and equality_test(one, one).verdict == "equal"


def test_counts_and_distances_by_hand():
    assert tokens_at([(1, 2), (1,), (3, 2)], 1) == Counter({2: 2, ENDED: 1})
    assert equality_test([(1,)] * 3 + [(2,)], [(1,)] + [(2,)] * 3, shuffles=1).at[0].distance == 0.5
    assert equality_test([(1,)] * 2, [(2,)] * 7, shuffles=1).at[0].distance == 1
    found = equality_test([(1,), (1,)], [(2,), (2,)], shuffles=100)
    assert found.at[0].distance == 1 and 0.25 < found.p_value < 0.45, "of six ways to deal four out to two sides two are as far apart"


@pytest.mark.parametrize("rows, words", [
    ([(1,)] * 40 + [(2,)] * 40, "the two histograms agree"),
    ([(1,)] * 80, "the distributions differ"),
])
def test_the_verdict_is_said_in_words(rows, words):
    said = equality_test(rows, [(1,)] * 40 + [(2,)] * 40).sentence
    assert said.startswith(words) and said.endswith("tests") and ("10 of 10" in said) == (words == "the two histograms agree")


@pytest.mark.parametrize("p, words", [(1 / 1001, "fewer than 1 of 1000"), (2 / 1001, "fewer than 1 of 100"), (0.03, "3 of 100"), (0.4, "4 of 10")])
def test_a_p_value_is_said_as_a_number_of_tests(p, words):
    assert EqualityTest((Apart(0.1, 0.05, 1.2),), 0, p, 200).sentence.endswith(f"come by chance in {words} tests")


@pytest.mark.parametrize("p, words", [(1 / 1001, "p <.001"), (2 / 1001, "p .002"), (0.03, "p .03"), (0.41, "p .41"), (1.0, "p 1.00")])
def test_a_p_value_is_written_as_probabilities_are(p, words):
    assert EqualityTest((Apart(0.1, 0.05, 1.2),), 0, p, 200).statistic(0).endswith(f"; {words}")
    assert ".12 is seen in 99 of 100 tests" in EqualityTest((Apart(0.1, 0.05, 0.12),), 0, p, 200).statistic(0)
