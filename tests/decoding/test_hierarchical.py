"""Hierarchical speculative decoding (Zhou et al. 2026, arXiv 2601.05724), enumerated in exact arithmetic beside block verification: with the
paper's capped ratio both are one rule; with the last guess's ratio uncapped, as its code has it, more guesses are accepted and the text is biased."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import mlx.core as mx
import pytest

from specdeck.decoding.rules import block
from specdeck.lesson.pages.other_rules import share_of_aa


def block_verdicts(p, q, draft):
    """(probability, guesses accepted, own token's distribution) of block verification, as Sun et al. define it."""
    weights = [Fraction(1)]
    for i, guess in enumerate(draft):
        weights.append(min(Fraction(1), weights[-1] * p[draft[:i]][guess] / q[draft[:i]][guess]))
    tests = {len(draft): (weights[-1], p[draft])}
    for i in range(len(draft)):
        owed = [max(Fraction(0), weights[i] * a - b) for a, b in zip(p[draft[:i]], q[draft[:i]])]
        total = sum(owed) + 1 - weights[i]
        tests[i] = (sum(owed) / total if total else Fraction(0), scaled(owed, p[draft[:i]]))
    return from_the_longest(tests)


def hierarchical_verdicts(p, q, draft, capped=True):
    """The same of the paper's algorithm 2: r*(X_1:t) is the joint ratio over the greatest one before t, if that is above 1; a prefix passes with
    D(p, q) / max(D(p, q), D(q, p)), the divergences of its branch, the whole draft with min(1, r*), or min(1, r) where it is not capped."""
    joint = [Fraction(1)]
    for i, guess in enumerate(draft):
        joint.append(joint[-1] * p[draft[:i]][guess] / q[draft[:i]][guess])
    n = len(draft)
    tests = {n: (min(Fraction(1), joint[n] / max(joint[:n]) if capped else joint[n]), p[draft])}
    for i in range(n):
        star = joint[i] / max(joint[: i + 1])
        up = [max(Fraction(0), star * a - b) for a, b in zip(p[draft[:i]], q[draft[:i]])]
        down = [max(Fraction(0), b - star * a) for a, b in zip(p[draft[:i]], q[draft[:i]])]
        most = max(sum(up), sum(down))
        tests[i] = (sum(up) / most if most else Fraction(0), scaled(up, p[draft[:i]]))
    return from_the_longest(tests)


def scaled(weights, otherwise):
    return [weight / sum(weights) for weight in weights] if sum(weights) else otherwise


def from_the_longest(tests):
    left, verdicts = Fraction(1), []
    for i in sorted(tests, reverse=True):
        passed, own = tests[i] if i else (Fraction(1), tests[0][1])
        verdicts.append((left * passed, i, own))
        left *= 1 - passed
    return [verdict for verdict in verdicts if verdict[0]]


def law(verdicts, p, q, tokens, n):
    """The distribution of the next n + 1 tokens, the rest drawn from p, and how many guesses are accepted on average."""
    texts, accepted = Counter(), Fraction(0)

    def write(text, mass):
        if len(text) > n:
            texts[text] += mass
            return
        for token, share in enumerate(p[text]):
            if share:
                write((*text, token), mass * share)

    for draft in product(range(tokens), repeat=n):
        drafted = along(q, draft)
        for mass, kept, own in verdicts(p, q, draft) if drafted else ():
            accepted += drafted * mass * kept
            for token, share in enumerate(own):
                if share:
                    write((*draft[:kept], token), drafted * mass * share)
    return texts, accepted


def along(distribution, text):
    mass = Fraction(1)
    for i, token in enumerate(text):
        mass *= distribution[text[:i]][token]
    return mass


def tree(tokens, n, numbers):
    """A distribution for every prefix of up to n tokens, zeros among its probabilities."""
    def shares():
        weights = [numbers.randint(0, 5) for _ in range(tokens)]
        return shares() if not sum(weights) else [Fraction(weight, sum(weights)) for weight in weights]

    return {prefix: shares() for length in range(n + 1) for prefix in product(range(tokens), repeat=length)}


def uncapped(p, q, draft):
    return hierarchical_verdicts(p, q, draft, capped=False)


@pytest.mark.parametrize(("tokens", "n"), [(2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)])
def test_capped_it_is_block_verification_and_uncapped_it_accepts_more_and_is_biased(tokens, n):
    numbers, biased = random.Random(n), 0
    for _ in range(12):
        p, q = tree(tokens, n, numbers), tree(tokens, n, numbers)
        for draft in product(range(tokens), repeat=n):
            if along(q, draft):
                assert hierarchical_verdicts(p, q, draft) == block_verdicts(p, q, draft)
        target = {text: along(p, text) for text in product(range(tokens), repeat=n + 1) if along(p, text)}
        (exact, fewer), (other, more) = (law(verdicts, p, q, tokens, n) for verdicts in (block_verdicts, uncapped))
        assert exact == target
        assert more >= fewer
        assert (other == target) == (more == fewer)  # what it accepts beyond that is bias
        biased += other != target
    assert bool(biased) == (n > 1)


def test_the_lessons_example_is_the_law_and_the_rule_here_writes_the_targets_text():
    half, p, q = Fraction(1, 2), {}, {}
    p[()], q[()] = [Fraction(1), Fraction(0)], [half, half]
    p[0,], q[0,] = [half, half], [Fraction(1), Fraction(0)]  # after A
    p[1,], q[1,] = [half, half], [half, half]
    for text in product((0, 1), repeat=2):
        p[text] = [half, half]
    for verdicts, capped in ((block_verdicts, True), (uncapped, False)):
        texts, _ = law(verdicts, p, q, 2, 2)
        assert share_of_aa(capped) == sum(mass for text, mass in texts.items() if text[:2] == (0, 0))
    rows = mx.array([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]])
    accepted = [judged(rows, mx.array([[0.5, 0.5], [1.0, 0.0]]), (step + 0.5) / 16) for step in range(16)]
    assert accepted.count(2) == 8


def judged(p, q, number):
    class Numbers:
        def tests(self, n):
            return mx.full((n,), number)

        def own(self):
            return mx.array([0.5])

    return block.RULE.judge(mx.array([0, 0]), q, p, p, Numbers()).accepted.item()
