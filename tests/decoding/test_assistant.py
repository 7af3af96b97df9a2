"""Gemma 4 assistants: the same logits as mlx-vlm's, text equal to plain decoding's, and a reason where one cannot work."""


import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, Pair, PairError, Settings, load
from specdeck.decoding.accept import Draft
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters.assistant import last_of_each_kind, load_net
from tests.helpers import heads, toys

PROMPT = list(range(40, 70))  # longer than the window of 8
PLAIN = Settings(drafter="none", k=0)


def said(pair: Pair, settings: Settings, count: int = 24, prompt: list[int] = PROMPT) -> toys.Reply:
    return toys.reply(pair, prompt, settings, count, ignore_end=True)


def drafts(reply: toys.Reply) -> list[tuple[int, ...]]:
    return [r.draft for r in reply.rounds]


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    return heads.target_folder(tmp_path_factory.mktemp("gemma") / "target", "gemma4")


@pytest.fixture(params=[False, True], ids=["whole", "centroids"])
def assistant(request, tmp_path):
    return heads.assistant_folder(tmp_path / "assistant", use_ordered_embeddings=request.param)


def test_it_guesses_in_the_first_round_and_after_a_plain_one(target, assistant):
    pair = load(str(target), str(assistant))
    turn = iter(range(99))
    reply = said(pair, lambda: Settings(drafter=("assistant", "none")[next(turn) % 2], k=2), 14)
    assert [bool(r.draft) for r in reply.rounds[:-1]] == [i % 2 == 0 for i in range(len(reply.rounds) - 1)]
    assert all(r.note is None for r in reply.rounds)


def test_one_that_raises_in_the_middle_of_a_reply_is_off_for_it_and_says_so(target, assistant, monkeypatch):
    pair, calls = load(str(target), str(assistant)), iter(range(99))
    plain = said(pair, PLAIN).tokens
    held = pair.target.keys_values

    def failing(entry, upto):
        return held(entry, upto) if next(calls) < 8 else 1 / 0

    monkeypatch.setattr(pair.target, "keys_values", failing)
    reply = said(pair, Settings(drafter="assistant", k=3))
    assert reply.tokens == plain and "assistant failed" in reply.finish.error and "division" in reply.finish.error
    assert reply.finish.stats.drafted > 0 and {r.drafter for r in reply.rounds[8:]} == {"none"}
    monkeypatch.undo()
    again = said(pair, Settings(drafter="assistant", k=3))
    assert again.tokens == plain and again.finish.error is None and again.finish.stats.drafted > 0


def test_it_reads_the_last_layer_of_each_kind_that_has_keys(target, assistant):
    """Layers 4 and 5 of the six share the keys of 3 and 2."""
    target_state = load(str(target), str(assistant)).target
    assert last_of_each_kind(target_state) == {"sliding_attention": 3, "full_attention": 2}
    target_state.follow(PROMPT)
    list(target_state.prefill(20))
    sliding, whole = target_state.keys_values(3, 18)[0], target_state.keys_values(2, 18)[0]
    target_state.reset()
    target_state.follow(PROMPT)
    list(target_state.prefill(18))
    assert sliding.shape[2] == 8 and whole.shape[2] == 18
    assert mx.allclose(sliding, target_state.keys_values(3, 18)[0], atol=1e-5) and mx.allclose(whole, target_state.keys_values(2, 18)[0], atol=1e-5)


def test_an_untied_head_is_its_own(target, tmp_path):
    tied = heads.assistant_folder(tmp_path / "tied")
    untied = heads.assistant_folder(tmp_path / "untied", tie_word_embeddings=False)
    tensors = heads.assistant_tensors(heads.assistant_config())
    other = mx.random.normal((heads.VOCABULARY, 24), key=mx.random.key(8))
    heads.save(untied / "model.safetensors", tensors | {"lm_head.weight": other}, "pt")
    heads.save(tied / "model.safetensors", tensors | {"lm_head.weight": other}, "pt")  # a copy that is not used
    one, two = (load_net(recognise(folder)) for folder in (tied, untied))
    x = mx.random.normal((1, 24), key=mx.random.key(1))
    assert mx.allclose(one._logits(x), x @ tensors["model.embed_tokens.weight"].T, atol=1e-5)
    assert mx.allclose(two._logits(x), x @ other.T, atol=1e-5)
    best = heads.assistant_folder(tmp_path / "best", tie_word_embeddings=False, use_ordered_embeddings=True)
    heads.save(best / "model.safetensors", mx.load(str(best / "model.safetensors")) | {"lm_head.weight": other}, "pt")
    scored = load_net(recognise(best))._logits(x)
    assert mx.allclose(mx.where(mx.isfinite(scored), x @ other.T, -mx.inf), scored, atol=1e-5)


def test_a_quantised_assistant_is_the_one_with_its_rounded_weights(target, tmp_path):
    """As published for MLX: scales beside the weights, in the embedding too, which is the output head."""
    changes = {"use_ordered_embeddings": True, "text_config": {"hidden_size": 64}}
    folder = heads.assistant_folder(tmp_path / "assistant", **changes)
    small, rounded = {}, {}
    for name, value in heads.assistant_tensors(heads.assistant_config(**changes)).items():
        quantised = name.endswith(".weight") and value.ndim == 2 and value.shape[1] % 32 == 0
        parts = mx.quantize(value, 32, 4) if quantised else (value,)
        small |= {name.replace("weight", word): part for word, part in zip(("weight", "scales", "biases"), parts)} if quantised else {name: value}
        rounded[name] = mx.dequantize(*parts, 32, 4) if quantised else value
    heads.save(folder / "model.safetensors", small, "mlx")
    x = mx.random.normal((1, 64), key=mx.random.key(1))
    net, pair = load_net(recognise(folder)), load(str(target), str(folder))
    heads.save(folder / "model.safetensors", rounded, "mlx")
    assert mx.allclose(net._logits(x), load_net(recognise(folder))._logits(x), atol=1e-4)
    assert sum("scales" in name for name in small) > 5 and said(pair, Settings(drafter="assistant")).finish.error is None


def test_assistants_that_cannot_work_say_why_before_weights_are_read(target, tmp_path, monkeypatch):
    from specdeck.decoding import weights as module

    monkeypatch.setattr(module, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    cases = {
        "hidden states of size 64": {"backbone_hidden_size": 64},
        "vocabulary size 99": {"text_config": {"vocab_size": 99}},
        "head dim 8": {"text_config": {"head_dim": 8}},
        "sliding window 9": {"text_config": {"sliding_window": 9}},
        "64 centroids of 4096 tokens do not cover": {"use_ordered_embeddings": True, "num_centroids": 63},
        "best 99 of 64 centroids": {"use_ordered_embeddings": True, "centroid_intermediate_top_k": 99},
    }
    for number, (words, changes) in enumerate(cases.items()):
        folder = heads.assistant_folder(tmp_path / f"{number}", **changes)
        refused(target, folder, words)
    bare = heads.assistant_folder(tmp_path / "bare")
    (bare / "config.json").write_text((bare / "config.json").read_text().replace('ordered_embeddings": false', 'ordered_embeddings": true'))
    refused(target, bare, "holds none")
    fine = heads.assistant_folder(tmp_path / "fine")
    refused(target, fine, "kv-bits quantises", kv_bits=8)
    refused(heads.target_folder(tmp_path / "qwen", "qwen3"), fine, "Gemma 4 target, and this target is not one")
    many = heads.target_folder(tmp_path / "many", "gemma4")
    (many / "config.json").write_text((many / "config.json").read_text().replace('"num_key_value_heads": 1', '"num_key_value_heads": 4'))
    refused(many, fine, "2 attention heads cannot share")
    short = heads.assistant_folder(tmp_path / "short")
    (short / "model.safetensors").write_bytes((short / "model.safetensors").read_bytes()[:-40])
    refused(target, short, "cut off")


def test_clusters_that_do_not_hold_every_token_once_are_refused(target, tmp_path):
    """An id from beyond the vocabulary would be written outside the row of logits."""
    for wrong in (0, heads.VOCABULARY, -1):
        folder = heads.assistant_folder(tmp_path / f"{wrong}", use_ordered_embeddings=True)
        tensors = mx.load(str(folder / "model.safetensors"))
        tensors["masked_embedding.token_ordering"][5] = wrong
        heads.save(folder / "model.safetensors", tensors, "pt")
        refused(target, folder, "centroids do not cover the vocabulary")


def refused(target, folder, words, **options):
    with pytest.raises((PairError, LoadError), match=words) as caught:
        load(str(target), str(folder), **options)
    assert "\n" not in str(caught.value)


REFERENCE = "mlx_vlm.speculative.drafters.gemma4_assistant"


def reference(ordered: bool):
    """mlx-vlm's assistant with the same random weights."""
    module = pytest.importorskip(REFERENCE, reason="mlx-vlm is not installed: .ci/run says how")
    settings = heads.assistant_config(use_ordered_embeddings=ordered)
    theirs = module.Gemma4AssistantDraftModel(module.ModelConfig.from_dict(settings))
    theirs.load_weights(list(theirs.sanitize(heads.assistant_tensors(settings)).items()), strict=False)
    return theirs


ROUNDING = 1e-3  # of logits up to 4 through two whole targets of random weights, whose operations differ: 2e-4 was seen, by CPU and BLAS


def agree(ours: mx.array, theirs: mx.array, ordered: bool, within: float = 1e-5) -> None:
    """Rows of logits (n, V) agree where they were scored: elsewhere theirs is one below the least of the scored ones."""
    scored = mx.isfinite(ours)
    assert scored.sum() == len(ours) * (8 * heads.VOCABULARY // 64 if ordered else heads.VOCABULARY)
    assert mx.allclose(mx.where(scored, ours, 0), mx.where(scored, theirs, 0), atol=within)
    assert mx.all(mx.where(scored, -mx.inf, theirs).max(axis=-1) < mx.where(scored, theirs, mx.inf).min(axis=-1))


@pytest.mark.parametrize("ordered", [False, True], ids=["whole", "centroids"])
@pytest.mark.parametrize("length", [5, 30])  # within the window and beyond it
def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path, monkeypatch, ordered, length):
    """Four steps, each on the hidden state of the one before, over the same keys, of which theirs masks what lies beyond the window.
    Without the CPU's tuning, whose rounding adds up to 3e-5 over the steps: test_fewer_ops.py compares tuned and untuned."""
    monkeypatch.setattr("specdeck.decoding.weights.tune", lambda module: None)
    theirs = reference(ordered)
    theirs.bind(None)
    ours = load_net(recognise(heads.assistant_folder(tmp_path / "assistant", use_ordered_embeddings=ordered)))
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

    pair = load(str(target), str(heads.assistant_folder(tmp_path / "assistant", use_ordered_embeddings=ordered)))
    model = LanguageModel(TextConfig.from_dict(heads.config("gemma4")["text_config"]))
    prefix = "language_model."
    model.load_weights([(n.removeprefix(prefix), w) for n, w in mx.load(str(target / "model.safetensors")).items() if n.startswith(prefix)])
    read = model(mx.array([PROMPT[:length]]), cache=model.make_cache(), return_hidden=True, return_shared_kv=True)
    theirs.reset(model)
    theirs.set_shared_kv(read.shared_kv_states, length, position=length - 1)
    rows: list[mx.array] = []
    last, hidden = mx.argmax(read.logits[0, -1]).item(), model.speculative_draft_hidden(read.hidden_states[-1][:, -1:])
    theirs.draft_block(last, hidden, None, 6, lambda logits: rows.append(logits[0]) or mx.argmax(logits, axis=-1))
    wanted, said = mx.concatenate(rows), mx.log(first_draft(pair, [*PROMPT[:length], last]).q)
    agree(said + mx.logsumexp(mx.where(mx.isfinite(said), wanted, -mx.inf), axis=-1, keepdims=True), wanted, ordered, ROUNDING)


def first_draft(pair: Pair, prompt: list[int]) -> Draft:
    """What is drafted first, five tokens."""
    drafts, assistant = [], pair.drafters["assistant"]
    propose = assistant.propose
    assistant.propose = lambda ask: drafts.append(propose(ask)) or drafts[-1]
    said(pair, Settings(drafter="assistant", k=5), 6, prompt)
    return drafts[0]


def test_an_assistant_that_was_merged_into_its_target_is_the_same_assistant(tmp_path):
    """omlx's `-mtp` checkpoints; before, they were taken for a Qwen head and left out."""
    target = heads.target_folder(tmp_path / "target", "gemma4")
    apart = load(str(target), str(heads.assistant_folder(tmp_path / "apart")))
    wanted, plain = drafts(said(apart, Settings(drafter="assistant", k=3))), said(apart, PLAIN).tokens
    merged = load(str(heads.merged_assistant(target)))
    assert merged.default_drafter == "assistant" and merged.remarks == []
    reply = said(merged, Settings(drafter="assistant", k=3))
    assert drafts(reply) == wanted and reply.tokens == plain and any(wanted)


def test_a_merged_assistant_that_cannot_be_used_is_left_out_with_the_reason(tmp_path):
    target = heads.merged_assistant(heads.target_folder(tmp_path / "target", "gemma4"), backbone_hidden_size=64)
    pair = load(str(target))
    assert pair.default_drafter == "lookup" and "reads hidden states of size 64" in " ".join(pair.remarks)


@pytest.mark.parametrize("kind", ["assistant", "dflash"])
def test_gemma_4_12b_with_its_drafters(tmp_path, kind):
    """`gemma4_unified`: mlx-lm builds it as Gemma 4."""
    made = {"assistant": lambda f: heads.assistant_folder(f, model_type="gemma4_unified_assistant"), "dflash": lambda f: heads.dflash_folder(f, num_target_layers=6)}
    pair = load(str(heads.unified_folder(tmp_path / "target")), str(made[kind](tmp_path / "drafter")))
    plain = said(pair, PLAIN).tokens
    pair.reset()
    reply = said(pair, Settings(drafter=kind, k=3))
    assert reply.tokens == plain and reply.finish.stats.drafted > 20
