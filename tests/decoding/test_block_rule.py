"""Block verification: exact, and on average at least as many accepted guesses as token by token."""

import inspect
import textwrap
from itertools import product
from math import prod

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.rules import block, draws, rule_in_force
from specdeck.decoding.rules.block import BlockVerification
from tests.helpers import distribution as d
from tests.helpers import toys

pytestmark = pytest.mark.long

SETTINGS = Settings(temperature=1.0, rule="block")
FLAT_THEN_SHARP = mx.array([[0.2, 1.6, 0.4, -0.2, 0.4, 2.2], [-3.2, -1.5, 0.7, 0.1, -2.7, 1.5], [0.5, 0.2, 1.6, -1.0, 1.1, 0.7]])


def ratios() -> dict[tuple[int, int], tuple[float, list[float]]]:
    """Every draft of two guesses -> how often the drafter makes it, and its p/q."""
    rows = [(d.law(SETTINGS, i, []), mx.softmax(toys.distribution(d.DRAFTER[i : i + 1], [], SETTINGS), axis=-1)[0].tolist()) for i in range(2)]
    drafts = product(range(d.WIDTH), repeat=2)
    return {draft: (prod(q[x] for (_, q), x in zip(rows, draft)), [p[x] / q[x] for (p, q), x in zip(rows, draft)]) for draft in drafts}


def expected_lengths() -> tuple[float, float]:
    """Guesses accepted a draft, by block verification (the sum of all prefixes' weights) and token by token, over all drafts."""
    by_block = by_token = 0.0
    for share, (first, second) in ratios().values():
        by_block += share * (min(1, first) + min(1, min(1, first) * second))
        by_token += share * (min(1, first) + min(1, first) * min(1, second))
    return by_block, by_token


def mean_accepted(settings: Settings) -> float:
    """Guesses accepted a draft of two, over 3,000 drafts."""
    found = d.sample(settings)
    return found.total_accepted / found.rounds


def test_it_accepts_as_many_guesses_as_its_prefixes_weigh_and_more_than_token_by_token():
    by_block, by_token = expected_lengths()
    block, token = mean_accepted(SETTINGS), mean_accepted(Settings(temperature=1.0))
    assert abs(block - by_block) < 0.05 and abs(token - by_token) < 0.05
    assert block > token + 0.02


def test_one_guess_is_judged_as_token_by_token():
    """With the same random number: u < min(1, p/q)."""
    class Same:
        tests = staticmethod(lambda n: mx.array([number]))
        own = staticmethod(lambda rows=1: mx.array([0.5]))

    p, q = (mx.softmax(rows, axis=-1) for rows in (d.TARGET[:2], d.DRAFTER[:1]))
    for token, number in product(range(d.WIDTH), (0.05, 0.3, 0.55, 0.8, 0.99)):  # noqa: B007 - Same reads the number
        verdicts = [rule_in_force(name, 1.0).judge(mx.array([token]), q, d.TARGET[:2], p, Same) for name in ("block", "probabilistic")]
        assert [v.accepted.item() for v in verdicts[:1]] == [v.accepted.item() for v in verdicts[1:]]
        assert verdicts[0].own.item() == verdicts[1].own.item()


FAULTS = {
    "the first failed test ends the draft": ("judge", "(mx.arange(1, n + 1) * passed).max()", "leading(passed)"),
    "every prefix is owed as much": ("_prefix_weights", "mx.exp(sums - mx.cummax(sums))", "mx.exp(mx.minimum(sums, 0))"),
    "the residual is that of token by token": ("judge", "residual = owed[", "residual = mx.maximum(p[:n] - q, 0)["),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_it_shows(monkeypatch, fault):
    """Planted, each in a copy of the function's source."""
    name, right, wrong = FAULTS[fault]
    owner = BlockVerification if name == "judge" else block
    source = textwrap.dedent(inspect.getsource(getattr(owner, name)))
    assert right in source
    scope = {**vars(block), "leading": draws.leading, "__package__": block.__package__, "__name__": block.__name__}
    exec("from __future__ import annotations\n" + source.replace(right, wrong), scope)
    monkeypatch.setattr(owner, name, scope[name])
    assert misfit(8000 if "residual" in fault else 2500) >= 1


def test_after_a_prefix_of_small_weight_the_text_is_the_targets():
    """The target of the planted faults, where every one of them shows."""
    assert misfit() < 1


def misfit(drafts: int = 8000) -> float:
    """Of the first and of the second token, over so many drafts."""
    found = d.sample(SETTINGS, drafts, target=FLAT_THEN_SHARP)
    return max(d.first_misfit(found, SETTINGS, FLAT_THEN_SHARP), d.second_misfit(found, SETTINGS, FLAT_THEN_SHARP))
