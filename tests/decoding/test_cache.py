"""A sliding window with slack: whatever is appended and rewound, a read sees the window before it and itself."""

import random

import mlx.core as mx
import pytest

from specdeck.decoding.target import cache
from specdeck.decoding.target.cache import SlidingCache
from tests.helpers import toys


def rows(tokens: list[int]) -> mx.array:
    """Keys that are their own token's number: (1, 1, n, 2)."""
    return mx.broadcast_to(mx.array(tokens, mx.float32)[None, None, :, None], (1, 1, len(tokens), 2))


@pytest.mark.parametrize("slack, step, most", [(256, 256, 600), (3, 4, 9), (0, 1, 5), (10, 4, 30)])
def test_a_read_sees_the_window_before_it_whatever_was_rewound(monkeypatch, slack, step, most):
    """`most` is the longest read, longer than the room that is left: buffers move, also right after a rewind."""
    monkeypatch.setattr(cache, "SLACK", slack)
    monkeypatch.setattr(SlidingCache, "step", step)
    rng, rewound = random.Random(slack + step), 0
    for window in (1, 2, 8, 20):
        entry, said = SlidingCache(window), []
        for turn in range(60):
            new = [1000 * turn + i for i in range(rng.choice([1, 1, 1, rng.randint(1, most)]))]
            keys, values = entry.update_and_fetch(rows(new), -rows(new))
            seen = [*said[max(0, len(said) - window + 1) :], *new]
            assert keys[0, 0, :, 0].tolist() == seen and values[0, 0, :, 1].tolist() == [-token for token in seen]
            said += new
            back = len(said) - rng.randint(0, slack + 1)
            if back >= 0 and entry.can_rewind(back):
                rewound += len(said) - back
                entry.trim(len(said) - back)
                del said[back:]
            assert entry.offset == len(said)
    assert rewound or not slack


def test_a_window_rewinds_by_its_slack_after_any_read():
    """Two debts of the longest draft and that draft fit into the slack, so a target with attention only never owes anything."""
    entry = SlidingCache(16)
    for n in (700, 1, 300, 65, 2):
        before = entry.offset
        entry.update_and_fetch(rows([0] * n), rows([0] * n))
        assert entry.can_rewind(before)
    for _ in range(400):
        entry.update_and_fetch(rows([0]), rows([0]))
        assert entry.can_rewind(entry.offset - 195)


@pytest.mark.parametrize("kind", [kind for kind in toys.KINDS if kind not in ("trimmable", "quantised")])
def test_a_snapshot_survives_what_is_written_after_it(kind):
    """And a restored one survives being written on, so that it is good for another time."""
    model = toys.toy(kind)
    entries = cache.make_entries(model)
    mx.eval(model(mx.array([toys.random_prompt(1)]), cache=entries))
    shots = [cache.snapshot(entry) for entry in cache.flat(entries)]
    copies = [mx.array(leaf) + 0 for leaf in leaves(shots)]
    mx.eval(copies)
    for _ in range(2):
        mx.eval(model(mx.array([[3, 4, 5]]), cache=entries))
        assert all(mx.array_equal(a, b) for a, b in zip(leaves(shots), copies, strict=True))
        for entry, shot in zip(cache.flat(entries), shots):
            if not cache.always_rewinds(entry):
                cache.restore(entry, shot)


def leaves(shots: list) -> list[mx.array]:
    """The arrays of snapshots of entries that need them."""
    return [leaf for shot in shots for leaf in cache._leaves(shot)]
