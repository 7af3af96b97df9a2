"""Multi-token-prediction heads: every published layout is the same head, and with it the text is plain decoding's."""


import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, Pair, PairError, Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from tests.helpers import heads, toys
from tests.helpers.everyday import everyday

PROMPT = list(range(40, 70))
PLAIN = Settings(drafter="none", k=0)


def said(pair: Pair, settings: Settings, count: int = 24, prompt: list[int] = PROMPT) -> toys.Reply:
    return toys.reply(pair, prompt, settings, count, ignore_end=True)


def draft_log_q(pair: Pair, prompt: list[int] = PROMPT, room: int = 4) -> mx.array:
    """Log-probabilities that the head draws its first guesses from, (room, V), after a plain reply of one token."""
    seen = []
    mtp = pair.drafters["mtp"]
    propose = mtp.propose

    def watched(ask):
        draft = propose(ask)
        seen.append(None if draft.q is None else mx.log(draft.q))
        return draft

    mtp.propose = watched
    said(pair, Settings(drafter="mtp", k=room), room + 2, prompt)
    mtp.propose = propose
    return next(rows for rows in seen if rows is not None)[:room]


@everyday("kind", ["qwen3_5", "qwen3_5_moe"], "qwen3_5_moe")
def test_every_layout_is_the_same_head(tmp_path, kind):
    target = heads.target_folder(tmp_path / "target", kind)
    reference = draft_log_q(load(str(target), str(heads.mtp_folder(tmp_path / "apart", kind))))
    for experts in ("stacked", "single", "fused") if kind.endswith("moe") else ("stacked",):
        for shifted in (False, True):
            heads.sidecar(target, kind, experts, shifted)
            assert mx.allclose(draft_log_q(load(str(target), "mtp")), reference, atol=1e-5)


@pytest.mark.parametrize("kind", ["qwen3_5", "qwen3_5_moe", "qwen3_next"])
def test_a_head_in_the_speculators_format_is_the_same_head(tmp_path, kind):
    """As its converter writes it (speculators, convert/mtp/converter.py): `mtp_layers.0.*`, norms as Qwen's, experts fused, and an output head of
    the target's that was never filled."""
    target = heads.target_folder(tmp_path / "target", kind)
    reference = draft_log_q(load(str(target), str(heads.mtp_folder(tmp_path / "apart", kind))))
    for qk in (None, 1.75):  # the mean of the norms of q and k: unclear, or as published
        tensors = {name: value - value.mean() + qk if qk and name.endswith(("q_norm.weight", "k_norm.weight")) else value
                   for name, value in heads.head_tensors(kind).items()}  # fmt: skip
        folder = heads.speculators_mtp_folder(tmp_path / f"red {qk}", kind, heads.spread(tensors, "fused"))
        found = recognise(folder)
        assert found.kind == "mtp" and not [name for name in found.tensors if "verifier" in name]
        said = draft_log_q(load(str(target), str(folder)))
        assert not mx.isnan(said).any() and (qk or mx.allclose(said, reference, atol=1e-5))


def test_a_shift_that_is_not_undone_would_show(tmp_path, monkeypatch):
    from specdeck.decoding.drafters import mtp

    target = heads.target_folder(tmp_path / "target")
    reference = draft_log_q(load(str(target), str(heads.mtp_folder(tmp_path / "apart"))))
    heads.sidecar(target, shifted=True)
    monkeypatch.setattr(mtp, "_less_one", lambda weights, found, target: (False, ""))
    assert not mx.allclose(draft_log_q(load(str(target), "mtp")), reference, atol=1e-2)


def test_heads_that_cannot_work_say_why_before_weights_are_read(tmp_path, monkeypatch):
    from specdeck.decoding import weights as module

    target = str(heads.target_folder(tmp_path / "target"))
    none = heads.mtp_folder(tmp_path / "none")
    heads.save(none / "model.safetensors", {"other.weight": mx.zeros((2, 2))}, "mlx")
    part = heads.mtp_folder(tmp_path / "part")
    heads.save(part / "model.safetensors", {n: t for n, t in heads.head_tensors().items() if n != "fc.weight"}, "mlx")
    short = heads.mtp_folder(tmp_path / "short")
    (short / "model.safetensors").write_bytes((short / "model.safetensors").read_bytes()[:-40])
    wide = heads.mtp_folder(tmp_path / "wide", text_config=heads.config("qwen3_5", hidden_size=64)["text_config"])
    deep = heads.mtp_folder(tmp_path / "deep", text_config=heads.config("qwen3_5", num_hidden_layers=9)["text_config"])
    monkeypatch.setattr(module, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    cases = {none: "no MTP tensors", part: "no fc.weight", short: "cut off", wide: "hidden size 64", deep: "layers 9"}
    for folder, word in cases.items():
        with pytest.raises((LoadError, PairError), match=word) as caught:
            load(target, str(folder))
        assert "\n" not in str(caught.value)
    with pytest.raises(PairError, match="own folder holds none"):
        load(target, "mtp")


def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path):
    """mlx-vlm's head on the same random weights, fed the same hidden states and tokens."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.config import Qwen3_5MTPConfig
    from mlx_vlm.speculative.drafters.qwen3_5_mtp.qwen3_5_mtp import Qwen3_5MTPDraftModel

    from specdeck.decoding.checkpoints.recognition import recognise
    from specdeck.decoding.drafters.mtp import load_head

    for kind in ("qwen3_5", "qwen3_5_moe"):
        text = heads.config(kind)["text_config"]
        target, head = recognise(heads.target_folder(tmp_path / kind, kind)), recognise(heads.mtp_folder(tmp_path / f"{kind}_mtp", kind))
        theirs = Qwen3_5MTPDraftModel(Qwen3_5MTPConfig.from_dict({"text_config": text}))
        theirs.load_weights(list(heads.head_tensors(kind).items()), strict=False)
        ours = load_head(head, target)
        embedded, hidden = (mx.random.normal((9, 32), key=mx.random.key(n)) for n in (1, 2))
        cache, mine = theirs.make_cache(), toys.make_prompt_cache(ours)
        for rows in (slice(0, 7), slice(7, 8), slice(8, 9)):
            positions = mx.arange(rows.start, rows.stop)[None]
            wanted = theirs._forward_hidden(embedded[None, rows], hidden[None, rows], cache, positions)[0]
            assert mx.allclose(ours(embedded[rows], hidden[rows], mine), wanted, atol=1e-5)
