"""Long use, a sample: every drafter in turn, the context filled again and again, the text plain decoding's, and no memory kept."""

import os

import pytest

from tests.trust.long_use import conversation, one_reply

pytestmark = pytest.mark.long
TURNS = int(os.environ.get("SPECDECK_TRIES", "20"))


@pytest.mark.parametrize("kind", ["trimmable", "recurrent", "sliding"])
def test_many_turns(kind):
    log = conversation(kind, TURNS, seed=6)
    assert log.turns == TURNS and log.full > 0 and log.switches > TURNS and len(log.drafters) > 4
    assert log.flat(), log.active


def test_one_very_long_reply():
    log = one_reply("sliding", 1000, seed=6)
    assert log.tokens >= 1000 and log.accepted > 0
