"""A drafter whose vocabulary differs from the target's drafts on what both have, ids or strings, and the text stays the target's."""

import json
from dataclasses import replace
from typing import Any

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten, tree_unflatten
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

from specdeck.decoding import PairError, Settings, load, weights
from specdeck.decoding.checkpoints.model_folder import embedded
from specdeck.decoding.checkpoints.vocabularies import SharedStrings, TokenMap, agreement, token_bytes, vocabulary_digest
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.models.disk import scan_disk
from specdeck.models.fit import draft_fit
from tests.helpers import distribution as d
from tests.helpers import kinds, toys
from tests.helpers.checkpoints import another_vocabulary
from tests.helpers.everyday import everyday
from tests.helpers.kinds import LETTERS
from tests.helpers.toys import PLAIN, WIDTH, Words

OURS = {"a": 0, "b": 1, "<end>": 2, "<think>": 3, "only ours": 4}
THEIRS = {"a": 0, "b": 1, "<eos>": 2, "<tool>": 3, "<think>": 5, "only theirs": 6}


def test_what_differs_is_silenced_and_read_as_the_same_token_or_a_stand_in():
    found = agreement(TokenMap.of(OURS, (2, 3, 4)), TokenMap.of(THEIRS), unknown_id=2)
    assert (found.agreed, found.total, found.ordinary, found.enough) == (2, 5, 1.0, True)
    assert found.silenced == (2, 3, 4, 5, 6)
    assert [found.read(token) for token in (0, 1, 2, 3, 4, 99)] == [[0], [1], [2], [5], [2], [99]]
    assert found.words == "agrees in 2 of 5 ids"


def test_an_id_that_no_model_has_is_refused_at_once():
    for id_ in (-1, -(10**30), 1 << 40, 10**30):
        assert vocabulary_digest(json.dumps({"model": {"vocab": {"a": 0, "b": id_}}}).encode()) is None
        with pytest.raises(PairError, match=f"a token with the id {id_}, which no model has"):
            TokenMap.of({"a": 0, "b": id_})


@pytest.mark.parametrize("differ, enough", [(0, True), (1, True), (2, False)])
def test_enough_is_99_of_a_hundred_ordinary_ids(differ, enough):
    ours = {f"token {i}": i for i in range(100)} | {f"<special {i}>": 100 + i for i in range(50)}
    theirs = {f"token {i}" if i >= differ else f"other {i}": i for i in range(100)}
    found = agreement(TokenMap.of(ours, range(100, 150)), TokenMap.of(theirs))
    assert found.enough == enough and found.agreed == 100 - differ


@pytest.fixture
def pair(tmp_path):
    return load(drafter=str(another_vocabulary(tmp_path / "other", 20)))


@everyday("rule, temperature", [("probabilistic", 0.0), ("coupled", 0.9)], ("coupled", 0.9))
def test_the_text_is_plain_decodings_and_nothing_that_differs_is_drafted(pair, rule, temperature):
    settings = Settings(drafter="model", k=5, rule=rule, temperature=temperature, seed=5)
    vocabulary, total = pair.drafters["model"]._vocabulary, len(pair.tokenizer.get_vocab())
    assert any(f"agrees in {total - len(vocabulary.read_as):,} of {total:,} ids" in remark for remark in pair.remarks)
    silenced = set(vocabulary.silenced)
    assert silenced
    prompt = [*list(pair.tokenizer.encode("Tell me a story about a fox.")), *sorted(silenced)[:6]]
    plain = toys.reply(pair, prompt, replace(settings, drafter="none", k=0), 40, ignore_end=True)
    pair.reset()
    drafted = toys.reply(pair, prompt, settings, 40, ignore_end=True)
    assert drafted.tokens == plain.tokens and drafted.finish.error is None
    guessed = {token for r in drafted.rounds for token in r.draft}
    assert guessed and not guessed & silenced
    turns = []
    for _ in range(2):  # a second turn goes on from what the drafter holds; then from nothing
        turns.append([r.draft for r in toys.reply(pair, [*prompt, *plain.tokens, 7, 8, 9], settings, 12, ignore_end=True).rounds])
        pair.reset()
    assert turns[0] == turns[1] and any(turns[0])


def test_a_silenced_id_has_no_chance_in_q(pair):
    """So that speculative sampling stays exact: what is never drawn has q = 0."""
    _, guesses, q = toys.first_draft(pair, Settings(drafter="model", k=3, temperature=1.0, seed=1), range(40, 60))
    silenced = mx.array([i for i in pair.drafters["model"]._vocabulary.silenced if i < pair.width])
    assert guesses and mx.all(q[:, silenced] == 0).item() and mx.allclose(q.sum(axis=-1), mx.ones(len(guesses)), atol=1e-4)


def test_another_family_is_refused_with_the_figure_drafts_where_that_is_asked_for_and_is_listed_so(tmp_path, monkeypatch):
    few, many = (str(another_vocabulary(tmp_path / name, ordinary)) for name, ordinary in (("few", 20), ("many", 60)))
    with monkeypatch.context() as unread:
        unread.setattr(weights, "load_model", lambda *_, **__: pytest.fail("weights were read"))
        words = r"vocabularies differ: it agrees in [\d,]+ of [\d,]+ ids, 98.\d% of the ids that are not special, and 99% are needed"
        with pytest.raises(PairError, match=words) as caught:
            load(drafter=many)
    assert "\n" not in str(caught.value)
    found = {str(item.folder): item for item in scan_disk([str(tmp_path)]).items}
    fits = [draft_fit(found[name], found[str(embedded("target"))]) for name in (few, many)]
    assert [fit.ok for fit in fits] == [True, False] and all("agrees in" in fit.line for fit in fits) and fits[0].word.endswith("% of ids")
    pair, settings = load(drafter=many, any_vocabulary=True), Settings(k=3, drafter="model")
    assert "tokens that both have" in pair.remarks[0]
    texts = [toys.reply(pair, "I need a bus to Fresno", replace(settings, drafter=name), 16).tokens for name in ("none", "model")]
    plain = load(drafter=str(embedded("drafter")))
    assert texts[0] == texts[1] == toys.reply(plain, "I need a bus to Fresno", settings, 16).tokens


def test_a_drafter_with_fewer_rows_than_the_target_never_reads_beyond_them(monkeypatch):
    """As Qwen2.5's smaller models beside its larger ones: the same tokenizer, and more padding in the target."""
    wide = toys.WIDTH + 200_000
    drafter = ModelDrafter(kinds.KINDS["trimmable"](seed=50), width=wide)
    pair, read = toys.make_pair(kinds.KINDS["trimmable"](width=wide), {"model": drafter}, width=wide), []
    monkeypatch.setattr(drafter.state, "_forward", lambda tokens, forward=drafter.state._forward: (read.extend(tokens.tolist()), forward(tokens))[1])
    settings = Settings(drafter="model", k=3, logit_bias={wide - 1: 1e4})  # the target says nothing else
    reply = toys.reply(pair, [5, 9, wide - 2, 7], settings, 8)
    assert reply.tokens == [wide - 1] * 8 and reply.finish.error is None and reply.finish.stats.drafted
    assert read and max(read) < toys.WIDTH


# -- another family's vocabulary: the tokens that both have are drafted ---------------------------------------------------


def test_the_bytes_of_a_token_are_the_same_in_both_ways_of_writing_them():
    by_bytes = token_bytes(Words("Ġbus", "Ã©", "Ċ", "<end>", special=("<end>",)))
    by_marks = token_bytes(Words("▁bus", "é", "<0x0A>", "<end>", special=("<end>",)))
    assert by_bytes == by_marks == {0: b" bus", 1: "é".encode(), 2: b"\n", 3: b"\0<end>"}
    assert token_bytes(Words("▁bus", "Ġ", "<0x0A>"))[1] == "Ġ".encode(), "Llama 2's has the letter, as Maltese writes it, beside its marks"


def test_a_token_that_only_the_target_has_is_read_in_pieces():
    shared = SharedStrings(Words("a", "b", "ab", "<x>", special=("<x>",)), Words("b", "?", "a"), 1)
    assert shared.guesses == {0: 2, 1: 0} and [shared.read(token) for token in range(4)] == [[2], [0], [2, 0], [1]]
    assert shared.enough and shared.words == "is another one: it drafts the 2 of 4 tokens that both have"


def test_a_drafter_whose_tokenizer_puts_a_space_before_a_text_reads_a_part_of_a_word_without():
    """As Llama 2's and Mistral's. A special token that it does not have is read by its name."""
    letters = "▁ing<|>\n"
    pieces = Tokenizer(BPE(vocab={letter: id_ for id_, letter in enumerate(letters)}, merges=[]))
    pieces.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    theirs = PreTrainedTokenizerFast(tokenizer_object=pieces)
    assert theirs.encode("ing")[0] == letters.index("▁"), "or this would show nothing"
    shared = SharedStrings(Words("ing", "Ġing", "<|i|>", special=("<|i|>",)), theirs, 0)
    assert ["".join(letters[id_] for id_ in shared.read(token)) for token in range(3)] == ["ing", "▁ing", "<|i|>"]


@pytest.mark.parametrize("order", [("▁bus", ".", "<0x2E>"), ("▁bus", "<0x2E>", ".")])
def test_a_byte_token_does_not_stand_for_the_letter_that_the_vocabulary_has(order):
    full_stop, bus = order.index("."), order.index("▁bus")
    assert SharedStrings(Words("Ġbus", "."), Words(*order), 0).guesses == {0: bus, 1: full_stop}
    assert SharedStrings(Words(*order), Words("Ġbus", "."), 0).guesses == {bus: 0, full_stop: 1}


PERMUTED = [(7 * i + 3) % WIDTH for i in range(WIDTH)]  # another vocabulary's id of each letter


def permuted(model: Any) -> Any:
    """The same trimmable model with its tokens in other places."""
    places, copy = mx.argsort(mx.array(PERMUTED)), kinds.KINDS["trimmable"]()
    moved = [(name, w[places] if "embed" in name or "lm_head" in name else w) for name, w in tree_flatten(model.parameters())]
    copy.update(tree_unflatten(moved))
    return copy


def translating(model: Any, lacking: str = "") -> ModelDrafter:
    """The model behind a vocabulary of permuted letters, of which some are lacking: it has other words at their places."""
    tokens = [""] * WIDTH
    for letter, place in zip(LETTERS, PERMUTED):
        tokens[place] = f"{letter}{letter}" if letter in lacking else letter
    return ModelDrafter(model, "model", None, SharedStrings(Words(*LETTERS), Words(*tokens), PERMUTED[0]))


@pytest.mark.parametrize("kind, drafter", [("trimmable", {}), ("recurrent", {"lacking": "aeu"})], ids=["all", "some"])
def test_the_same_model_behind_another_vocabulary_guesses_what_it_would_have_guessed(kind, drafter):
    reference = toys.reference("trimmable", PLAIN, 40)
    target = toys.toy("trimmable")
    model = translating(permuted(target) if kind == "trimmable" else kinds.KINDS["recurrent"](seed=50), **drafter)
    reply = toys.reply(toys.make_pair(target, {"model": model}), list(reference.prompt), Settings(k=4), 40)
    toys.check_rounds(reply.rounds, 40)
    assert reply.tokens == list(reference.tokens) and reply.finish.stats.drafted > 20
    assert kind == "recurrent" or drafter or reply.finish.stats.acceptance_rate == 1
    guessed = {token for round_ in reply.rounds for token in round_.draft}
    assert not guessed & {LETTERS.index(letter) for letter in drafter.get("lacking", "")}


def test_it_follows_a_conversation_and_joins_late():
    reference = toys.reference("trimmable", PLAIN, 40)
    pair = toys.make_pair(toys.toy("trimmable"), {"model": translating(permuted(toys.toy("trimmable")))})
    for end in (5, 20, 30):
        told = iter(range(99))
        ask = lambda: Settings(k=3, drafter="model" if next(told) > 1 else "none")  # noqa: E731
        reply = toys.reply(pair, reference.sequence[: len(reference.prompt) + end], ask, 10)
        assert reply.tokens == list(reference.tokens[end : end + 10]) and reply.finish.stats.acceptance_rate == 1


@pytest.mark.long
@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_the_text_is_distributed_as_the_targets(monkeypatch, rule):
    """The drafter knows three of five tokens, under other ids."""
    make = toys.make_pair
    shared = SharedStrings(Words(*"abcde"), Words("e", "?", "b", "a", "!"), 1)

    def behind(target, drafters, width):
        return make(target, {"model": ModelDrafter(drafters["model"], "model", None, shared)}, width)

    monkeypatch.setattr(toys, "make_pair", behind)
    assert max(d.chain_misfits(rule, 4000)) < 1
