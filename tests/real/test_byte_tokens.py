"""Tokens of SmolLM2's byte-level vocabulary that are parts of a character have names that tell them apart."""

import pytest

from specdeck.decoding.checkpoints import recognise
from specdeck.decoding.target.target_loading import read_tokenizer
from specdeck.decoding.text.end_of_reply import TextMap, is_piece, token_name

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def tokenizer(smollm2):
    return read_tokenizer(recognise(smollm2))


def test_pieces_of_an_emoji_and_of_chinese_show_their_bytes(tokenizer):
    ids = tokenizer.encode("Hi 😀 你好 é")
    assert [token_name(tokenizer, token) for token in ids] == ["Hi", " ‹F09F98›", "‹80›", " ", "‹E4BD›", "‹A0›", "‹E5A5›", "‹BD›", " é"]
    texts = TextMap(tokenizer)
    assert [texts.push(token) for token in ids] == ["Hi", "", " 😀", " ", "", "你", "", "好", " é"]


def test_no_two_tokens_of_the_vocabulary_look_alike(tokenizer):
    names = {token: token_name(tokenizer, token) for token in range(len(tokenizer))}
    assert [name for name in names.values() if "\ufffd" in name] == ["\ufffd"], "which is one"
    pieces = [name for name in names.values() if is_piece(name)]
    assert len(pieces) == len({*pieces}) == 313
