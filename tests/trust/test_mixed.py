"""A sample of mixed: whatever is mixed, the text is plain decoding's."""

import os
from random import Random

import pytest

from tests.trust.mixed import conversation

pytestmark = pytest.mark.long

TRIES = int(os.environ.get("SPECDECK_TRIES", "10"))


@pytest.mark.parametrize("kind", ["trimmable", "recurrent"])
def test_a_sample(kind):
    for number in range(TRIES):
        assert conversation(Random(f"37 {kind} {number}"), (kind,))[2] is None
