"""Long sittings on one pair: random cases of the exactness matrix on caches that earlier ones have used, which keep no memory, and a reply that
is far longer than any window. SPECDECK_TRIES=N tries N cases."""

import itertools
import os
from dataclasses import replace
from random import Random

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.types import RULES
from tests.helpers import matrix, toys

pytestmark = pytest.mark.long
TRIES = int(os.environ.get("SPECDECK_TRIES", "12"))


@pytest.mark.parametrize("kind", ["trimmable", "recurrent", "sliding"])
def test_a_text_is_plain_decodings_and_memory_stays_flat(kind):
    held, third = [], TRIES // 3
    for case in matrix.random_cases(Random(37), TRIES, target=kind):
        assert matrix.run(case, cold=False) is None
        mx.clear_cache()
        held.append(mx.get_active_memory())
    assert max(held[-third:]) <= 1.1 * max(held[third : 2 * third]) + (1 << 20), held


def test_a_very_long_reply():
    """Every round has another drafter, k and rule."""
    pair, rng, plain = toys.full_pair("sliding"), Random(6), Settings(drafter="none", k=0)
    wanted = toys.plain(pair.target.model, prompt := toys.random_prompt(6), plain, 600)
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [wanted.sequence]
    ways = (
        replace(plain, drafter=rng.choice(list(pair.drafters)), k=rng.choice((0, 1, 2, 4, 7, 16)), rule=rng.choice(RULES), adaptive_k=rng.random() < 0.3)
        for _ in itertools.count()
    )
    reply = toys.reply(pair, prompt, ways.__next__, 600)
    same = next((i for i, (ours, theirs) in enumerate(zip(reply.tokens, wanted.tokens)) if ours != theirs), 600)
    assert len({round_.drafter for round_ in reply.rounds}) > 8 and len(reply.tokens) == 600
    assert same == 600 or toys.plain(pair.target.model, wanted.sequence[: len(prompt) + same], plain, 1).gap < toys.GAP, same
