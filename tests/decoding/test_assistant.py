"""Gemma 4 assistants: the same logits as mlx-vlm's, and text equal to plain decoding's. Those that cannot work: test_refusals.py."""

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters.assistant import last_of_each_kind, load_net
from specdeck.decoding.target import cache
from tests.helpers import checkpoints, toys
from tests.helpers.damaged import with_tensors
from tests.helpers.toys import PROMPT, said, said_plainly

HELPED = Settings(drafter="assistant", k=3)


def drafts(reply: toys.Reply) -> list[tuple[int, ...]]:
    return [r.draft for r in reply.rounds]


@pytest.fixture
def target(targets):
    return targets["gemma4"]


@pytest.fixture
def assistant(tmp_path):
    return checkpoints.assistant(tmp_path / "assistant", use_ordered_embeddings=True)


def test_it_guesses_in_the_first_round_and_after_a_plain_one(target, assistant):
    pair = load(str(target), str(assistant))
    turn = iter(range(99))
    reply = said(pair, lambda: Settings(drafter=("assistant", "none")[next(turn) % 2], k=2), 14)
    assert [bool(r.draft) for r in reply.rounds[:-1]] == [i % 2 == 0 for i in range(len(reply.rounds) - 1)]
    assert all(r.note is None for r in reply.rounds)


def test_it_reads_the_last_layer_of_each_kind_that_has_keys(target, assistant):
    """Layers 4 and 5 of the six share the keys of 3 and 2."""
    target_state = load(str(target), str(assistant)).target
    assert last_of_each_kind(target_state) == {"sliding_attention": 3, "full_attention": 2}
    target_state.follow(PROMPT)
    list(target_state.prefill(20))
    held = [cache.keys_values(target_state.entries[at], 18)[0] for at in (3, 2)]
    target_state.reset()
    target_state.follow(PROMPT)
    list(target_state.prefill(18))
    assert [keys.shape[2] for keys in held] == [8, 18]
    assert all(mx.allclose(keys, cache.keys_values(target_state.entries[at], 18)[0], atol=1e-5) for keys, at in zip(held, (3, 2)))


def test_an_untied_head_is_its_own(tmp_path):
    """Of a tied one the copy is not used."""
    other, x = mx.random.normal((checkpoints.VOCABULARY, 24), key=mx.random.key(8)), mx.random.normal((1, 24), key=mx.random.key(1))

    def scored(name, **changes):
        folder = with_tensors(checkpoints.assistant(tmp_path / name, **changes), lambda tensors: tensors | {"lm_head.weight": other}, "pt")
        return load_net(recognise(folder))._logits(x)

    own = checkpoints.assistant_tensors(checkpoints.assistant_config())["model.embed_tokens.weight"]
    assert mx.allclose(scored("tied"), x @ own.T, atol=1e-5)
    assert mx.allclose(scored("untied", tie_word_embeddings=False), x @ other.T, atol=1e-5)
    best = scored("best", tie_word_embeddings=False, use_ordered_embeddings=True)
    assert mx.allclose(mx.where(mx.isfinite(best), x @ other.T, -mx.inf), best, atol=1e-5)


def test_a_quantised_assistant_is_the_one_with_its_rounded_weights(target, tmp_path):
    """As published for MLX: scales beside the weights, in the embedding too, which is the output head."""
    changes = {"use_ordered_embeddings": True, "text_config": {"hidden_size": 64}}
    folder = checkpoints.assistant(tmp_path / "assistant", **changes)
    small, rounded = {}, {}
    for name, value in checkpoints.assistant_tensors(checkpoints.assistant_config(**changes)).items():
        quantised = name.endswith(".weight") and value.ndim == 2 and value.shape[1] % 32 == 0
        parts = mx.quantize(value, 32, 4) if quantised else (value,)
        small |= {name.replace("weight", word): part for word, part in zip(("weight", "scales", "biases"), parts)} if quantised else {name: value}
        rounded[name] = mx.dequantize(*parts, 32, 4) if quantised else value
    checkpoints.save(folder / "model.safetensors", small, "mlx")
    x = mx.random.normal((1, 64), key=mx.random.key(1))
    net, pair = load_net(recognise(folder)), load(str(target), str(folder))
    checkpoints.save(folder / "model.safetensors", rounded, "mlx")
    assert mx.allclose(net._logits(x), load_net(recognise(folder))._logits(x), atol=1e-4)
    assert sum("scales" in name for name in small) > 5 and said(pair, Settings(drafter="assistant")).finish.error is None


REFERENCE = "mlx_vlm.speculative.drafters.gemma4_assistant"


def reference(ordered: bool):
    """mlx-vlm's assistant with the same random weights."""
    module = pytest.importorskip(REFERENCE, reason="mlx-vlm is not installed: .ci/run says how")
    settings = checkpoints.assistant_config(use_ordered_embeddings=ordered)
    theirs = module.Gemma4AssistantDraftModel(module.ModelConfig.from_dict(settings))
    theirs.load_weights(list(theirs.sanitize(checkpoints.assistant_tensors(settings)).items()), strict=False)
    return theirs


ROUNDING = 1e-3  # of logits up to 4 through two whole targets of random weights, whose operations differ: 2e-4 was seen, by CPU and BLAS


def agree(ours: mx.array, theirs: mx.array, ordered: bool, within: float = 1e-5) -> None:
    """Rows of logits (n, V) agree where they were scored: elsewhere theirs is one below the least of the scored ones."""
    scored = mx.isfinite(ours)
    assert scored.sum() == len(ours) * (8 * checkpoints.VOCABULARY // 64 if ordered else checkpoints.VOCABULARY)
    assert mx.allclose(mx.where(scored, ours, 0), mx.where(scored, theirs, 0), atol=within)
    assert mx.all(mx.where(scored, -mx.inf, theirs).max(axis=-1) < mx.where(scored, theirs, mx.inf).min(axis=-1))


@pytest.mark.parametrize("ordered", [False, True], ids=["whole", "centroids"])
@pytest.mark.parametrize("length", [5, 30])  # within the window and beyond it
def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path, monkeypatch, ordered, length):
    """Four steps, each on the hidden state of the one before, over the same keys, of which theirs masks what lies beyond the window.
    Without the CPU's tuning, whose rounding adds up to 3e-5 over the steps: test_tune.py compares tuned and untuned."""
    monkeypatch.setattr("specdeck.decoding.weights.tune", lambda module: None)
    theirs = reference(ordered)
    theirs.bind(None)
    ours = load_net(recognise(checkpoints.assistant(tmp_path / "assistant", use_ordered_embeddings=ordered)))
    shared = {kind: keys(size, length) for kind, size in (("full_attention", 32), ("sliding_attention", 16))}
    theirs.set_shared_kv(shared, length, position=length - 1)
    seen = shared | {"sliding_attention": tuple(part[:, :, -8:] for part in shared["sliding_attention"])}
    mine = wanted = mx.random.normal((1, 32), key=mx.random.key(3))
    for step in range(4):
        embedded = mx.random.normal((1, 32), key=mx.random.key(step))
        wanted, logits = theirs(mx.concatenate([embedded, wanted], axis=-1)[None], shared, mx.array([[length - 1]]))
        scored, mine = ours(embedded, mine, seen, length - 1)
        wanted = wanted[0]
        assert mx.allclose(mine, wanted, atol=1e-5)
        agree(scored, logits[0], ordered)


def keys(size: int, length: int) -> tuple[mx.array, mx.array]:
    """Random keys and values."""
    return tuple(mx.random.normal((1, 1, length, size), key=mx.random.key(n)) for n in (11, 12))


@pytest.mark.parametrize("ordered", [False, True], ids=["whole", "centroids"])
@pytest.mark.parametrize("length", [5, 30])
def test_the_same_draft_as_a_reference_with_its_own_target(target, tmp_path, ordered, length):
    """The whole way: the reference's own Gemma 4 reads the prompt, and its assistant drafts from what that target holds."""
    theirs = reference(ordered)
    from mlx_vlm.models.gemma4.config import TextConfig
    from mlx_vlm.models.gemma4.language import LanguageModel

    pair = load(str(target), str(checkpoints.assistant(tmp_path / "assistant", use_ordered_embeddings=ordered)))
    model = LanguageModel(TextConfig.from_dict(checkpoints.config("gemma4")["text_config"]))
    prefix = "language_model."
    model.load_weights([(n.removeprefix(prefix), w) for n, w in mx.load(str(target / "model.safetensors")).items() if n.startswith(prefix)])
    read = model(mx.array([PROMPT[:length]]), cache=model.make_cache(), return_hidden=True, return_shared_kv=True)
    theirs.reset(model)
    theirs.set_shared_kv(read.shared_kv_states, length, position=length - 1)
    rows: list[mx.array] = []
    last, hidden = mx.argmax(read.logits[0, -1]).item(), model.speculative_draft_hidden(read.hidden_states[-1][:, -1:])
    theirs.draft_block(last, hidden, None, 6, lambda logits: rows.append(logits[0]) or mx.argmax(logits, axis=-1))
    _, _, q = toys.first_draft(pair, Settings(drafter="assistant", k=5), [*PROMPT[:length], last])
    wanted, ours = mx.concatenate(rows), mx.log(q)
    agree(ours + mx.logsumexp(mx.where(mx.isfinite(ours), wanted, -mx.inf), axis=-1, keepdims=True), wanted, ordered, ROUNDING)


def test_an_assistant_that_was_merged_into_its_target_is_the_same_assistant(target, tmp_path):
    """omlx's `-mtp` checkpoints; before, they were taken for a Qwen head and left out."""
    wanted = drafts(said(load(str(target), str(checkpoints.assistant(tmp_path / "apart"))), HELPED))
    merged = load(str(checkpoints.merged_assistant(checkpoints.target(tmp_path / "target", "gemma4"))))
    assert merged.default_drafter == "assistant" and merged.remarks == []
    assert drafts(said_plainly(merged, HELPED)) == wanted and any(wanted)


def test_a_merged_assistant_that_cannot_be_used_is_left_out_with_the_reason(tmp_path):
    pair = load(str(checkpoints.merged_assistant(checkpoints.target(tmp_path / "target", "gemma4"), backbone_hidden_size=64)))
    assert pair.default_drafter == "lookup" and "reads hidden states of size 64" in " ".join(pair.remarks)


@pytest.mark.parametrize("kind, make", [
    ("assistant", lambda f: checkpoints.assistant(f, model_type="gemma4_unified_assistant")), ("dflash", lambda f: checkpoints.dflash(f, num_target_layers=6)),
], ids=["assistant", "dflash"])  # fmt: skip
def test_gemma_4_12b_with_its_drafters(tmp_path, kind, make):
    """`gemma4_unified`: mlx-lm builds it as Gemma 4."""
    pair = load(str(checkpoints.unified_target(tmp_path / "target")), str(make(tmp_path / "drafter")))
    assert said_plainly(pair, Settings(drafter=kind, k=3)).finish.stats.drafted > 20
