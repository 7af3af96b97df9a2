"""What a round's seconds are on a GPU, in counted time (helpers/metal.py): drafting is what the draft takes, verifying what the target's
pass takes, also where starting the pass holds the host until most of it is done. So `auto` decides by what it would on a CPU."""

import pytest

from specdeck.decoding import Settings
from tests.helpers import toys
from tests.helpers.metal import BUILD, Metal

STEP, PASS = (4, 0.0003), (40, 0.0005)  # command buffers and seconds of each: a small drafter, and a target of some 14 billion parameters


@pytest.fixture
def drafted(monkeypatch):
    """The rounds of a reply of 60 tokens by these settings, with a drafter that is mostly right, on a GPU; and the GPU."""
    pair = toys.make_pair(toys.as_loaded("trimmable"), {"model": toys.toy_drafter("copy:trimmable")})
    gpu = Metal(monkeypatch, lambda state, width: PASS if state is pair.target else STEP)
    return lambda settings: (toys.reply(pair, toys.letters("abcabdabeabf"), settings, 60).rounds, gpu)


def test_a_draft_is_timed_by_its_steps_and_the_targets_pass_is_no_part_of_it(drafted):
    """One that takes no time is charged none."""
    whole = [round_ for round_ in drafted(Settings(drafter="model", k=4, lookup_min=99))[0] if len(round_.draft) == 4 and round_.read == 5]
    assert len(whole) > 3
    for round_ in whole:
        assert round_.draft_seconds == pytest.approx(4 * STEP[0] * STEP[1], rel=0.25)
        assert round_.verify_seconds == pytest.approx(PASS[0] * PASS[1], rel=0.05)
    copied = [round_ for round_ in drafted(Settings(drafter="lookup", k=4, lookup_min=2))[0] if round_.draft]
    assert copied and all(round_.draft_seconds == 0 and round_.verify_seconds > PASS[0] * PASS[1] + 0.9 * BUILD for round_ in copied)


def test_auto_drafts_where_drafting_pays(drafted):
    rounds, _ = drafted(Settings(drafter="auto", k=4, lookup_min=99))
    assert sum(bool(round_.draft) for round_ in rounds) > 0.8 * len(rounds)


def test_a_draft_that_may_end_early_leaves_the_gpu_no_idle_moment(drafted):
    """It waits for a guess only while the next one is computed. A round still waits twice for all that there is: for its draft and its verdict."""
    rounds, gpu = drafted(Settings(drafter="model", k=8, adaptive_k=True))
    early = [round_ for round_ in rounds if 1 < len(round_.draft) < min(8, round_.settings.k)]
    assert len(early) > 2 and sum(len(round_.draft) for round_ in rounds) > 3 * len(rounds)
    assert gpu.waits <= 2 * len(rounds) + 2
