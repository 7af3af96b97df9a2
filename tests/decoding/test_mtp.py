"""Multi-token-prediction heads: every published layout is the same head (its text: test_drafters_with_files.py; those that cannot work:
test_refusals.py)."""

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, PairError, Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters.mtp import load_head
from tests.helpers import checkpoints, toys
from tests.helpers.everyday import everyday


def drafted(pair: Pair) -> mx.array:
    """Log-probabilities that the head draws its first guesses from, (4, V)."""
    return mx.log(toys.first_draft(pair, Settings(drafter="mtp", k=4))[2])


def apart(targets, tmp_path, kind: str = "qwen3_5") -> mx.array:
    """Those of the head in a folder of its own, as published for MLX."""
    return drafted(load(str(targets[kind]), str(checkpoints.mtp(tmp_path / "apart", kind))))


@everyday("kind", ["qwen3_5", "qwen3_5_moe"], "qwen3_5_moe")
def test_every_layout_is_the_same_head(targets, tmp_path, kind):
    target, wanted = checkpoints.target(tmp_path / "target", kind), apart(targets, tmp_path, kind)
    for experts in ("stacked", "single", "fused") if kind.endswith("moe") else ("stacked",):
        for shifted in (False, True):
            checkpoints.sidecar(target, kind, experts, shifted)
            assert mx.allclose(drafted(load(str(target), "mtp")), wanted, atol=1e-5)


@pytest.mark.parametrize("kind", ["qwen3_5", "qwen3_5_moe", "qwen3_next"])
def test_a_head_in_the_speculators_format_is_the_same_head(targets, tmp_path, kind):
    """As its converter writes it (speculators, convert/mtp/converter.py): `mtp_layers.0.*`, norms as Qwen's, experts fused, and an output head of
    the target's that was never filled."""
    wanted = apart(targets, tmp_path, kind)
    folder = checkpoints.mtp_speculator(tmp_path / "red", kind, checkpoints.spread(checkpoints.mtp_tensors(kind), "fused"))
    found = recognise(folder)
    assert found.kind == "mtp" and not [name for name in found.tensors if "verifier" in name]
    assert mx.allclose(drafted(load(str(targets[kind]), str(folder))), wanted, atol=1e-5)


def test_a_target_without_a_head_of_its_own_says_so(targets):
    with pytest.raises(PairError, match="own folder holds none"):
        load(str(targets["qwen3_5"]), "mtp")


def test_the_same_logits_as_a_reference_that_someone_else_wrote(targets, tmp_path):
    """mlx-vlm's head on the same random weights, fed the same hidden states and tokens."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.config import Qwen3_5MTPConfig
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.qwen3_5_mtp import Qwen3_5MTPDraftModel

    for kind in ("qwen3_5", "qwen3_5_moe"):
        text = checkpoints.config(kind)["text_config"]
        target, head = recognise(targets[kind]), recognise(checkpoints.mtp(tmp_path / f"{kind}_mtp", kind))
        theirs = Qwen3_5MTPDraftModel(Qwen3_5MTPConfig.from_dict({"text_config": text}))
        theirs.load_weights(list(checkpoints.mtp_tensors(kind).items()), strict=False)
        ours = load_head(head, target)
        embedded, hidden = (mx.random.normal((9, 32), key=mx.random.key(n)) for n in (1, 2))
        cache, mine = theirs.make_cache(), toys.make_prompt_cache(ours)
        for rows in (slice(0, 7), slice(7, 8), slice(8, 9)):
            positions = mx.arange(rows.start, rows.stop)[None]
            wanted = theirs._forward_hidden(embedded[None, rows], hidden[None, rows], cache, positions)[0]
            assert mx.allclose(ours(embedded[rows], hidden[rows], mine), wanted, atol=1e-5)
