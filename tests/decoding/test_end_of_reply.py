"""Texts of tokens, and stop strings."""

from __future__ import annotations

import random

import pytest
from tokenizers import Tokenizer, decoders, models

from specdeck.decoding import SettingsError
from specdeck.decoding.text.end_of_reply import ReplyText
from tests.helpers.toys import token_texts


def test_token_texts_joined_are_the_text_of_any_tokens_at_all(read_once):
    """Random ids: characters broken off, bytes that never make one, special tokens in the middle."""
    vocabulary = read_once.tokenizer.get_vocab()
    pools = list(vocabulary.values()), [id_ for token, id_ in vocabulary.items() if len(token) == 1]
    for seed in range(60):
        ids = random.Random(seed).choices(pools[seed % 2], k=40)
        texts = token_texts(read_once.tokenizer, ids)
        assert "".join(texts) == read_once.tokenizer.decode(ids) and len(texts) == len(ids)


WORDS = ("▁the", "▁fox", "s", "▁", "lo", "gic", "▁a")


def byte_ids(text: str) -> list[int]:
    """The ids of a text of which the vocabulary has no part but the bytes."""
    return [len(WORDS) + byte for byte in text.encode()]


def test_byte_tokens_and_words_in_any_order_are_the_text():
    """Of a tokenizer as Llama 2, Mistral and, but for the last decoder, Gemma have it: ▁ for a space, a token for a byte, no space in front. Bytes that
    make no character are left out: one of them takes the characters with it that it follows, which were shown already."""
    ids = {word: id_ for id_, word in enumerate(WORDS)} | {f"<0x{byte:02X}>": len(WORDS) + byte for byte in range(256)}
    tokenizer = Tokenizer(models.BPE(ids, [], byte_fallback=True))
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    long = [0, *byte_ids("日本語のテキスト"), 1, *byte_ids("é日é日👩‍🚀"), 2]  # a window of the last tokens would begin inside a character
    assert tokenizer.decode(long) == "the日本語のテキスト foxé日é日👩‍🚀s"
    rng = random.Random(1)
    mixed = [[id_ for _ in range(30) for id_ in rng.choice(([rng.randrange(len(WORDS))], byte_ids(rng.choice("é日👩a語🚀"))))] for _ in range(20)]
    for ids in (long, *mixed):
        assert "".join(token_texts(tokenizer, ids)) == tokenizer.decode(ids)
    text = ReplyText(tokenizer, ("テ",))
    assert "".join(map(text.push, [0, *byte_ids("日本語のテ")])) == "the日本語の" and text.stopped and text.flush() == ""


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
    for stops in ("END", [""], ["END", ""]):
        with pytest.raises(SettingsError, match="none of them is empty"):
            ReplyText(Bytes(), stops)


@pytest.mark.parametrize("chosen, text", [("€".encode()[2], "€!"), (ord("b"), "\ufffdb!")])
def test_a_token_chosen_within_a_character_completes_it(chosen, text):
    """Alone it is no text; one that fits no character leaves the sign of one that is broken, as it is to the target."""
    said = ReplyText(Bytes(), kept=[*"€".encode()[:2], chosen])
    assert said.chosen + said.push(ord("!")) == text
