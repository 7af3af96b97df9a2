"""Gemma 4 assistants: the same logits as mlx-vlm's, text equal to plain decoding's, and a reason where one cannot work."""

from dataclasses import replace

import mlx.core as mx
import pytest

from decoding import LoadError, Pair, PairError, Settings, load
from decoding.drafters.assistant import last_of_each_kind
from decoding.drafters.assistant_net import load_net
from decoding.recognise import recognise
from tests import heads, toys

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


@pytest.mark.parametrize("rule, temperature, penalty", [("probabilistic", 0.0, None), ("coupled", 0.8, 1.2), ("match", 0.0, 1.2)])
def test_with_an_assistant_the_text_is_plain_decodings(target, assistant, rule, temperature, penalty):
    pair, shaping = load(str(target), str(assistant)), {"rule": rule, "temperature": temperature, "seed": 3, "repetition_penalty": penalty}
    plain = said(pair, replace(PLAIN, **shaping)).tokens
    longer = [*PROMPT, *plain, 5, 6, 7]
    after = said(pair, replace(PLAIN, **shaping), prompt=longer).tokens
    for k in (1, 2, 5, 8):
        pair.reset()
        reply = said(pair, Settings(drafter="assistant", k=k, **shaping))
        assert reply.tokens == plain and reply.finish.error is None
        left = [24 - sum(len(other.tokens) for other in reply.rounds[: r.index]) for r in reply.rounds]
        assert [len(r.draft) for r in reply.rounds] == [min(k, n - 1) for n in left]
        assert said(pair, Settings(drafter="assistant", k=k, **shaping), prompt=longer).tokens == after


def test_a_guess_keeps_the_distribution_it_was_drawn_from(target, assistant):
    reply = said(load(str(target), str(assistant)), Settings(drafter="assistant", k=3, temperature=1.0, seed=5))
    assert all(q is not None and q > 0 for r in reply.rounds for q in r.draft_q)


def test_the_next_guesses_do_not_depend_on_what_was_drafted_before(target, assistant):
    """After plain rounds, rejected drafts, other drafters and an edited prompt: what a fresh pair guesses."""
    pair = load(str(target), str(assistant))
    longer = [*PROMPT, *said(pair, PLAIN, 12).tokens, 5, 6]
    asked = Settings(drafter="assistant", k=5)
    fresh = drafts(said(load(str(target), str(assistant)), asked, 6, longer))
    pair.reset()
    turn = iter(range(99))
    mixed = said(pair, lambda: Settings(drafter=("assistant", "none", "lookup", "none")[next(turn) % 4], k=5), 12)
    assert {r.drafter for r in mixed.rounds} >= {"assistant", "none"}
    assert drafts(said(pair, asked, 6, longer)) == fresh
    said(pair, asked, 3, [*PROMPT, 9, 9])
    assert drafts(said(pair, asked, 6, longer)) == fresh


def test_it_guesses_in_the_first_round_and_after_a_plain_one(target, assistant):
    pair = load(str(target), str(assistant))
    turn = iter(range(99))
    reply = said(pair, lambda: Settings(drafter=("assistant", "none")[next(turn) % 2], k=2), 14)
    assert [bool(r.draft) for r in reply.rounds[:-1]] == [i % 2 == 0 for i in range(len(reply.rounds) - 1)]
    assert all(r.note is None for r in reply.rounds)


def test_it_reads_the_last_layer_of_each_kind_that_has_keys(target, assistant):
    """Layers 4 and 5 of the six share the keys of 3 and 2."""
    track = load(str(target), str(assistant)).target
    assert last_of_each_kind(track) == {"sliding_attention": 3, "full_attention": 2}
    track.follow(PROMPT)
    list(track.prefill(20))
    sliding, whole = track.held(3, 18)[0], track.held(2, 18)[0]
    track.reset()
    track.follow(PROMPT)
    list(track.prefill(18))
    assert sliding.shape[2] == 8 and whole.shape[2] == 18
    assert mx.allclose(sliding, track.held(3, 18)[0], atol=1e-5) and mx.allclose(whole, track.held(2, 18)[0], atol=1e-5)


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


def test_assistants_that_cannot_work_say_why_before_weights_are_read(target, tmp_path, monkeypatch):
    import decoding.drafters.weights as module

    monkeypatch.setattr(module, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    cases = {
        "hidden states of size 64": {"backbone_hidden_size": 64},
        "vocabulary size 99": {"text_config": {"vocab_size": 99}},
        "head_dim is 8": {"text_config": {"head_dim": 8}},
        "64 centroids of 4096 tokens do not cover": {"use_ordered_embeddings": True, "num_centroids": 63},
    }
    for number, (words, changes) in enumerate(cases.items()):
        folder = heads.assistant_folder(tmp_path / f"{number}", **changes)
        refused(target, folder, words)
    bare = heads.assistant_folder(tmp_path / "bare")
    (bare / "config.json").write_text((bare / "config.json").read_text().replace('ordered_embeddings": false', 'ordered_embeddings": true'))
    refused(target, bare, "holds none")
    fine = heads.assistant_folder(tmp_path / "fine")
    refused(target, fine, "kv-bits quantises", kv_bits=8)
    refused(heads.target_folder(tmp_path / "qwen", "qwen3"), fine, "Gemma 4 target, and this is none")


def refused(target, folder, words, **options):
    with pytest.raises((PairError, LoadError), match=words) as caught:
        load(str(target), str(folder), **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ordered", [False, True], ids=["whole", "centroids"])
def test_the_same_logits_as_a_reference_that_someone_else_wrote(tmp_path, ordered):
    """mlx-vlm's assistant on the same random weights: three steps, each on the hidden state of the one before."""
    pytest.importorskip("mlx_vlm", reason="mlx-vlm is not installed: .ci/run says how")
    from mlx_vlm.speculative.drafters.gemma4_assistant import Gemma4AssistantDraftModel, ModelConfig

    settings = heads.assistant_config(use_ordered_embeddings=ordered)
    ours = load_net(recognise(heads.assistant_folder(tmp_path / "assistant", use_ordered_embeddings=ordered)))
    theirs = Gemma4AssistantDraftModel(ModelConfig.from_dict(settings))
    theirs.load_weights(list(theirs.sanitize(heads.assistant_tensors(settings)).items()), strict=False)
    theirs.bind(None)
    for length in (5, 30):  # within the window and beyond it
        shared = {kind: keys(kind, length) for kind in ("full_attention", "sliding_attention")}
        theirs.set_shared_kv(shared, length, position=length - 1)
        mine = wanted = mx.random.normal((1, 32), key=mx.random.key(3))
        for step in range(3):
            embedded = mx.random.normal((1, 32), key=mx.random.key(step))
            wanted, reference = theirs(mx.concatenate([embedded, wanted], axis=-1)[None], shared, mx.array([[length - 1]]))
            logits, mine = ours(embedded, mine, shared, length - 1)
            wanted, scored = wanted[0], mx.isfinite(logits)
            assert mx.allclose(mine, wanted, atol=1e-5)
            assert mx.allclose(mx.where(scored, logits, 0), mx.where(scored, reference[0], 0), atol=1e-5)
            assert scored.sum() == (8 * heads.VOCABULARY // 64 if ordered else heads.VOCABULARY)
            unscored = mx.where(scored, -mx.inf, reference[0]).max()
            assert unscored < mx.where(scored, reference[0], mx.inf).min()  # theirs: one below the least that was scored


def keys(kind: str, length: int) -> tuple[mx.array, mx.array]:
    """Random keys and values of so many tokens, of a sliding window as many as it sees."""
    size, count = (16, min(length, 7)) if kind == "sliding_attention" else (32, length)
    return tuple(mx.random.normal((1, 1, count, size), key=mx.random.key(n)) for n in (11, 12))
