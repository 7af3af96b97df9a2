"""Texts of tokens, and stop strings."""

from __future__ import annotations

import random

import pytest

from specdeck.decoding import SettingsError, load
from specdeck.decoding.text.end_of_reply import StopWatch, cut_at_stop, token_texts


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
