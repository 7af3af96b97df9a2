"""A quantised cache holds what mx.quantize makes of every row, at any width of numbers; targets that cannot have one say why."""

from dataclasses import asdict

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten

from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.target.cache import QuantisedCache
from tests.helpers import checkpoints, kinds
from tests.helpers.everyday import everyday
from tests.helpers.toys import PLAIN, said


def rows(count: int, size: int, seed: int) -> mx.array:
    return mx.random.normal((1, 2, count, size), key=mx.random.key(seed))


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("sizes", [(32, 32), (64, 64), (96, 96), (128, 128), (192, 128)])
def test_it_holds_what_was_quantised_row_by_row_also_after_a_rewind(monkeypatch, bits, sizes):
    monkeypatch.setattr(QuantisedCache, "step", 8)  # buffers grow, also right after a rewind
    entry, said = QuantisedCache(bits=bits), [mx.zeros((1, 2, 0, size)) for size in sizes]
    for turn, (count, back) in enumerate([(3, 0), (1, 2), (5, 1), (1, 0), (9, 9), (30, 4), (1, 0)]):
        new = [rows(count, size, turn) for size in sizes]
        held = entry.update_and_fetch(*new)
        said = [mx.concatenate(both, axis=2) for both in zip(said, new)]
        for parts, plain in zip(held, said):
            wanted = mx.quantize(plain, 64 if sizes[0] % 64 == sizes[1] % 64 == 0 else 32, bits)
            assert all(mx.array_equal(*both) for both in zip(parts, wanted, strict=True))
        entry.trim(back)
        said = [plain[:, :, : entry.offset] for plain in said]


@everyday("kind", ["qwen3", "qwen3_5"], "qwen3_5")
def test_load_quantises_the_target_and_every_drafter_says_what_it_says_plain(tmp_path, kind):
    """A plain reply is the reference: that it is mlx-lm's is the matrix's business."""
    target = checkpoints.target(tmp_path / "target", kind, head_dim=32)
    pair = load(str(target), [str(checkpoints.dflash(tmp_path / "block")), "lookup"], kv_bits=8)
    plain = said(pair, PLAIN)
    assert pair.target.quantised
    assert [r.p for r in said(load(str(target)), PLAIN).rounds] != [r.p for r in plain.rounds], "it must make a difference"
    for name in ("dflash", "lookup", "hybrid", "auto"):
        pair.reset()
        reply = said(pair, Settings(drafter=name, fallback="dflash", lookup_min=1))
        assert reply.tokens == plain.tokens and reply.finish.error is None


def test_targets_that_cannot_be_quantised_say_why(tmp_path):
    mixed = kinds.KINDS["mixed"]()
    checkpoints.write(tmp_path / "mixed", asdict(mixed.args), dict(tree_flatten(mixed.parameters())), "mlx")
    cases = {
        "heads of 16 numbers do not fall into groups": checkpoints.target(tmp_path / "narrow", "qwen3"),
        "cache of this target cannot be quantised": checkpoints.target(tmp_path / "shared", "gemma4", head_dim=32),
        "nothing to quantise": checkpoints.with_tokenizer(tmp_path / "mixed"),
    }
    for words, folder in cases.items():
        load(str(folder))  # for it is no other fault
        with pytest.raises(LoadError, match=words) as caught:
            load(str(folder), kv_bits=8)
        assert "\n" not in str(caught.value) and "kv-bits" in str(caught.value)
