"""Texts of tokens, and stop strings."""

from __future__ import annotations

import random

import pytest
from tokenizers import Tokenizer, decoders, models

from specdeck.decoding import SettingsError, load
from specdeck.decoding.text.end_of_reply import StopWatch, cut_at_stop
from tests.helpers.texts import token_texts


@pytest.fixture(scope="module")
def pair():
    return load()


@pytest.mark.parametrize("text", ["plain words", "  spaces   and\n\nlines\t", "naïve café", "日本語のテキスト", "👩‍🚀 flies 🚀🚀", "a\u0301 e\u0301", "x = {'a': 1}"])
def test_token_texts_joined_are_the_text(pair, text):
    ids = pair.tokenizer.encode(text, add_special_tokens=False)
    texts = token_texts(pair.tokenizer, ids)
    assert "".join(texts) == pair.tokenizer.decode(ids) and len(texts) == len(ids)
    assert "\ufffd" not in "".join(texts)


def test_token_texts_joined_are_the_text_of_any_tokens_at_all(pair):
    """Random ids: characters broken off, bytes that never make one, special tokens in the middle."""
    vocabulary = pair.tokenizer.get_vocab()
    pools = list(vocabulary.values()), [id_ for token, id_ in vocabulary.items() if len(token) == 1]
    for seed in range(60):
        rng = random.Random(seed)
        ids = rng.choices(pools[seed % 2], k=40)
        assert "".join(token_texts(pair.tokenizer, ids)) == pair.tokenizer.decode(ids)


WORDS = ("▁the", "▁fox", "s", "▁", "lo", "gic", "▁a")


def byte_ids(text: str) -> list[int]:
    """The ids of a text of which the vocabulary has no part but the bytes."""
    return [len(WORDS) + byte for byte in text.encode()]


@pytest.fixture(scope="module")
def sentencepiece():
    """A tokenizer as Llama 2, Mistral and, but for the last decoder, Gemma have it: ▁ for a space, a token for a byte, no space in front."""
    ids = {word: id_ for id_, word in enumerate(WORDS)} | {f"<0x{byte:02X}>": len(WORDS) + byte for byte in range(256)}
    tokenizer = Tokenizer(models.BPE(ids, [], byte_fallback=True))
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    return tokenizer


def test_a_window_of_byte_tokens_does_not_begin_inside_a_character(sentencepiece):
    ids = [0, *byte_ids("日本語のテキスト"), 1, *byte_ids("é日é日👩‍🚀"), 2]
    assert "".join(token_texts(sentencepiece, ids)) == sentencepiece.decode(ids) == "the日本語のテキスト foxé日é日👩‍🚀s"
    watch = StopWatch(sentencepiece, ("テ",))
    assert [watch.push(id_) for id_ in ids].index(True) == len([0, *byte_ids("日本語のテ")]) - 1


@pytest.mark.parametrize("seed", range(20))
def test_byte_tokens_and_words_in_any_order_are_the_text(sentencepiece, seed):
    """Bytes that make no character are left out: one of them takes the characters with it that it follows, which were shown already."""
    rng, ids = random.Random(seed), []
    for _ in range(30):
        ids += rng.choice(([rng.randrange(len(WORDS))], byte_ids(rng.choice("é日👩a語🚀"))))
    assert "".join(token_texts(sentencepiece, ids)) == sentencepiece.decode(ids)


@pytest.mark.parametrize("stops", ["END", [""], ["END", ""]])
def test_what_is_no_list_of_stop_strings_is_refused(pair, stops):
    with pytest.raises(SettingsError, match="none of them is empty"):
        StopWatch(pair.tokenizer, stops)


def test_a_stop_string_cuts_where_it_begins_even_inside_a_token(pair):
    assert cut_at_stop(["ab", "cd", "ef"], ("de",)) == ["ab", "c"]
    assert cut_at_stop(["ab", "cd"], ("ab",)) == []
    assert cut_at_stop(["ab"], ("x",)) == ["ab"]
    ids = pair.tokenizer.encode("one two three four", add_special_tokens=False)
    watch = StopWatch(pair.tokenizer, ("two th",))
    assert [watch.push(token) for token in ids].count(True) == 1
