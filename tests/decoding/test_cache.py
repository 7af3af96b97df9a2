"""A sliding window with slack: whatever is appended and rewound, a read sees the window before it and itself."""

import random
from types import SimpleNamespace

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models import gemma3n
from mlx_lm.models.cache import RotatingKVCache

from specdeck.decoding import Settings
from specdeck.decoding.target import cache
from specdeck.decoding.target.cache import SlidingCache
from tests.helpers import kinds, toys


def rows(tokens: list[int]) -> mx.array:
    """Keys that are their own token's number: (1, 1, n, 2)."""
    return mx.broadcast_to(mx.array(tokens, mx.float32)[None, None, :, None], (1, 1, len(tokens), 2))


@pytest.mark.parametrize("slack, step, most", [(256, 256, 600), (3, 4, 9), (0, 1, 5), (10, 4, 30)])
def test_a_read_sees_the_window_before_it_whatever_was_rewound(monkeypatch, slack, step, most):
    """`most` is the longest read, longer than the room that is left: buffers move, also right after a rewind. The mask lets each position see its window,
    also one that is narrower because the model asks for it."""
    monkeypatch.setattr(cache, "SLACK", slack)
    monkeypatch.setattr(SlidingCache, "step", step)
    rng, rewound = random.Random(slack + step), 0
    for window in (1, 2, 8, 20):
        entry, said = SlidingCache(window), []
        for turn in range(60):
            new = [1000 * turn + i for i in range(rng.choice([1, 1, 1, rng.randint(1, most)]))]
            asked, as_array = rng.choice([None, window, max(1, window - 1), window + 3]), rng.random() < 0.3
            mask = entry.make_mask(len(new), asked, as_array)
            keys, values = entry.update_and_fetch(rows(new), -rows(new))
            seen = [*said[max(0, len(said) - window + 1) :], *new]
            assert keys[0, 0, :, 0].tolist() == seen and values[0, 0, :, 1].tolist() == [-token for token in seen]
            at, width = mx.arange(len(seen) - len(new), len(seen))[:, None], min(asked or window, window)
            causal = mx.arange(len(seen)) <= at
            found = mask if isinstance(mask, mx.array) else mx.ones_like(causal) if mask is None else causal
            assert mx.array_equal(found, causal & (mx.arange(len(seen)) > at - width))
            assert mask is None if len(new) == 1 and width == window else isinstance(mask, mx.array) or not as_array
            said += new
            back = len(said) - rng.randint(0, slack + 1)
            if back >= 0 and entry.can_rewind(back):
                rewound += len(said) - back
                entry.trim(len(said) - back)
                del said[back:]
            assert entry.offset == len(said)
    assert rewound or not slack


def test_a_ring_that_keeps_its_first_tokens_stays_as_it_is():
    model = SimpleNamespace(make_cache=lambda: [RotatingKVCache(8, keep=2), RotatingKVCache(8)])
    kept, sliding = cache.make_entries(model)
    assert type(kept) is RotatingKVCache and type(sliding) is SlidingCache and not cache.always_rewinds(kept)


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
    leaves = [leaf for _, leaf in tree_flatten(shots) if isinstance(leaf, mx.array)]  # of entries that need them
    copies = [leaf + 0 for leaf in leaves]
    mx.eval(copies)
    for _ in range(2):
        mx.eval(model(mx.array([[3, 4, 5]]), cache=entries))
        assert all(map(mx.array_equal, leaves, copies))
        for entry, shot in zip(cache.flat(entries), shots):
            if not cache.always_rewinds(entry):
                cache.restore(entry, shot)


def test_layers_that_share_a_window_read_what_its_owner_read():
    """Gemma 3n's last layers read what the last sliding and the last full layer before them have cached. The text with drafts, most of them wrong, is
    that of mlx-lm's own caches."""
    layers = ["sliding_attention", "full_attention"] * 3
    text = kinds.SIZES | {
        "model_type": "gemma3n_text", "num_hidden_layers": len(layers), "num_kv_shared_layers": 2, "vocab_size_per_layer_input": kinds.WIDTH,
        "sliding_window": kinds.WINDOW, "rope_local_base_freq": 1e4, "rope_theta": 1e6, "final_logit_softcapping": 30.0, "layer_types": layers,
        "activation_sparsity_pattern": [0.5] * len(layers), "hidden_size_per_layer_input": 8, "altup_num_inputs": 2, "altup_coef_clip": 120.0,
        "altup_correct_scale": True, "altup_active_idx": 0, "laurel_rank": 8,
    }  # fmt: skip
    model, settings = kinds.randomised(gemma3n.Model(gemma3n.ModelArgs("gemma3n", text)), 9), Settings(drafter="model", k=4)
    found = (toys.plain(model, toys.random_prompt(seed, 20), settings, 40) for seed in range(20))
    reference = next(each for each in found if each.clear)
    pair = toys.make_pair(model, {"model": toys.toy("sliding"), "right": toys.Right()})
    pair.drafters["right"].texts = [reference.sequence]
    for drafter in ("model", "right"):
        stats = toys.check_says(pair, reference, Settings(drafter=drafter, k=4)).finish.stats
        assert stats.accepted < stats.drafted
