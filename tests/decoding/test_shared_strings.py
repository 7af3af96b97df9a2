"""A drafter of another vocabulary drafts the tokens that both have, and the text stays the target's."""

from dataclasses import replace

import pytest
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

from specdeck.decoding import Settings, load
from specdeck.decoding.checkpoints.model_folder import embedded
from specdeck.decoding.checkpoints.vocabularies import SharedStrings, token_bytes
from specdeck.decoding.drafters.model import TranslatingDrafter
from specdeck.decoding.types import RULES
from tests.helpers import distribution as d
from tests.helpers import kinds, toys
from tests.helpers.checkpoints import another_vocabulary
from tests.helpers.kinds import LETTERS
from tests.helpers.toys import PLAIN, Words, permuted, translating


def test_the_bytes_of_a_token_are_the_same_in_both_ways_of_writing_them():
    by_bytes = token_bytes(Words("Ġbus", "Ã©", "Ċ", "<end>", special=("<end>",)))
    by_marks = token_bytes(Words("▁bus", "é", "<0x0A>", "<end>", special=("<end>",)))
    assert by_bytes == by_marks == {0: b" bus", 1: "é".encode(), 2: b"\n", 3: b"\0<end>"}


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


def test_marks_are_no_letters_where_a_vocabulary_has_the_letter_too():
    """Llama 2's has "Ġ", as Maltese writes it."""
    assert token_bytes(Words("▁bus", "Ġ", "<0x0A>")) == {0: b" bus", 1: "Ġ".encode(), 2: b"\n"}


@pytest.mark.parametrize("order", [("▁bus", ".", "<0x2E>"), ("▁bus", "<0x2E>", ".")])
def test_a_byte_token_does_not_stand_for_the_letter_that_the_vocabulary_has(order):
    full_stop, bus = order.index("."), order.index("▁bus")
    assert SharedStrings(Words("Ġbus", "."), Words(*order), 0).guesses == {0: bus, 1: full_stop}
    assert SharedStrings(Words(*order), Words("Ġbus", "."), 0).guesses == {bus: 0, full_stop: 1}


@pytest.mark.parametrize("drafter", [{}, {"lacking": "aeu"}], ids=["all", "some"])
@pytest.mark.parametrize("kind", ["trimmable", "recurrent"])
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
@pytest.mark.parametrize("rule", RULES)
def test_the_text_is_distributed_as_the_targets(monkeypatch, rule):
    """The drafter knows three of five tokens, under other ids."""
    make = toys.make_pair
    shared = SharedStrings(Words(*"abcde"), Words("e", "?", "b", "a", "!"), 1)

    def behind(target, drafters, width):
        return make(target, {"model": TranslatingDrafter(drafters["model"], "model", None, shared)}, width)

    monkeypatch.setattr(toys, "make_pair", behind)
    assert max(d.chain_misfits(rule, 4000)) < 1


def test_a_drafter_of_another_family_drafts_where_that_is_asked_for(tmp_path):
    pair = load(drafter=str(another_vocabulary(tmp_path / "other", 60)), any_vocabulary=True)
    assert "tokens that both have" in pair.remarks[0]
    settings = Settings(k=3, drafter="model")
    texts = [toys.reply(pair, "I need a bus to Fresno", replace(settings, drafter=name), 16).tokens for name in ("none", "model")]
    plain = load(drafter=str(embedded("drafter")))
    assert texts[0] == texts[1] == toys.reply(plain, "I need a bus to Fresno", settings, 16).tokens
