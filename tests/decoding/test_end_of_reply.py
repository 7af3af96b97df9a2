"""Texts of tokens, and stop strings."""

from __future__ import annotations

import random

import pytest
from tokenizers import Tokenizer, decoders, models

from specdeck.decoding import SettingsError, load
from specdeck.decoding.text.end_of_reply import ReplyText
from tests.helpers.toys import token_texts


@pytest.fixture(scope="module")
def pair(read_once):
    return load(beside=read_once)


def test_token_texts_joined_are_the_text_of_any_tokens_at_all(pair):
    """Random ids: characters broken off, bytes that never make one, special tokens in the middle."""
    vocabulary = pair.tokenizer.get_vocab()
    pools = list(vocabulary.values()), [id_ for token, id_ in vocabulary.items() if len(token) == 1]
    for seed in range(60):
        rng = random.Random(seed)
        ids = rng.choices(pools[seed % 2], k=40)
        texts = token_texts(pair.tokenizer, ids)
        assert "".join(texts) == pair.tokenizer.decode(ids) and len(texts) == len(ids)


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
    text = ReplyText(sentencepiece, ("テ",))
    assert "".join(map(text.push, [0, *byte_ids("日本語のテ")])) == "the日本語の" and text.stopped and text.flush() == ""


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
        ReplyText(pair.tokenizer, stops)


class Bytes:
    """A tokenizer whose tokens are the bytes of utf-8."""

    def decode(self, ids: list[int]) -> str:
        return bytes(ids).decode("utf-8", "replace")


def test_a_reply_ends_where_its_first_stop_string_begins_and_nothing_of_it_is_ever_given_out():
    rng = random.Random(4)
    for _ in range(500):
        text = "".join(rng.choice("abé") for _ in range(rng.randint(0, 12)))
        stops = tuple("".join(rng.choice("abé") for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(0, 2)))
        ends, said, given = [text.find(stop) for stop in stops if stop in text], ReplyText(Bytes(), stops), []
        for token in text.encode():
            given.append(said.push(token))
            if said.stopped:
                break
        assert said.stopped == bool(ends)
        assert "".join(given) + said.flush() == (text[: min(ends)] if ends else text)


def test_text_is_given_out_at_once_where_no_stop_string_has_begun():
    said = ReplyText(Bytes(), ("STOP",))
    assert list(map(said.push, b"abSTxST")) == ["a", "b", "", "", "STx", "", ""] and said.flush() == "ST"


@pytest.mark.parametrize("chosen, text", [("€".encode()[2], "€!"), (ord("b"), "\ufffdb!")])
def test_a_token_chosen_within_a_character_completes_it(chosen, text):
    """Alone it is no text; one that fits no character leaves the sign of one that is broken, as it is to the target."""
    said = ReplyText(Bytes(), kept=[*"€".encode()[:2], chosen])
    assert said.chosen + said.push(ord("!")) == text
