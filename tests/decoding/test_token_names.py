"""A token that is a part of a character has a name that tells it from other parts, whatever kind of vocabulary it is of."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tokenizers import Tokenizer, decoders
from tokenizers.models import WordLevel

from specdeck.chat.entries import Asked
from specdeck.chat.reply import Reply, Token, reply_of
from specdeck.chat.slow_motion import moments
from specdeck.chat.wording import best
from specdeck.decoding.text.end_of_reply import ReplyText, TokenTexts, is_piece, token_name
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.records.export import as_json
from specdeck.records.trace import TraceReader, TraceWriter, header
from specdeck.screens.name_lists import choices
from specdeck.screens.slow_motion import slow_motion
from specdeck.widgets.reply_panel import explained, round_table
from tests.helpers.fake import FOUR, round_of


@pytest.fixture(scope="module")
def tokenizer(read_once):
    """The embedded pair's: byte-level, every byte beyond ASCII a token."""
    return read_once.tokenizer


def test_a_piece_is_named_by_its_byte_in_a_byte_level_vocabulary_and_in_one_with_byte_fallback(tokenizer):
    assert [token_name(tokenizer, token) for token in tokenizer.encode("Hi 🦊")] == ["Hi", " ", "‹F0›", "‹9F›", "‹A6›", "‹8A›"]
    entries = ["▁fox", "<0xF0>", "<0x9F>", "<0xA6>", "<0x8A>", "\ufffd"]  # as SentencePiece makes it
    toy = Tokenizer(WordLevel({entry: at for at, entry in enumerate(entries)}, unk_token="\ufffd"))
    toy.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    names = [token_name(SimpleNamespace(decode=toy.decode, convert_ids_to_tokens=toy.id_to_token), token) for token in range(6)]
    assert names == [" fox", "‹F0›", "‹9F›", "‹A6›", "‹8A›", "\ufffd"] and [is_piece(name) for name in names] == [False, True, True, True, True, False]
    silent = SimpleNamespace(decode=lambda ids: "\ufffd" * len(ids))
    assert [token_name(silent, token) for token in (7, 8)] == ["#7", "#8"], "a number where the bytes are not told"


def replied(tokenizer, text: str) -> tuple[Reply, list]:
    """A reply of one round whose tokens are these, each the best of five parts of characters."""
    ids = tokenizer.encode(text)
    others = tokenizer.encode("é你😀")[:4]
    event = round_of(0, replace(FOUR, guesses=("",) * (len(ids) - 1), accepted=len(ids) - 1), Settings(k=8))
    top = tuple(((token, 0.5), *((other, 0.1) for other in others if other != token)) for token in ids)
    event = replace(event, draft=tuple(ids[:-1]), tokens=tuple(ids), top_p=top, top_q=top[:-1])
    texts = tuple(map(ReplyText(tokenizer).push, ids))
    guesses, names = TokenTexts(tokenizer).of_round(event.draft, event.tokens, texts, (*event.top_p, *event.top_q))
    events = [replace(event, texts=texts, guesses=guesses, names=names), Finish("interrupted", None, Stats())]
    return reply_of(events), events


def test_bytes_stand_wherever_a_token_is_named(tokenizer):
    reply, reports = replied(tokenizer, "a 🦊")
    assert reply.text == "a 🦊" and [token.text for token in reply.tokens] == ["a", " ", "", "", "", "🦊"]
    assert [token.name for token in reply.tokens] == ["a", " ", "‹F0›", "‹9F›", "‹A6›", "‹8A›"]
    rows = [choice.text for choice, _ in choices(reply, 2)]
    assert len(rows) == len({*rows}) == 5 and all(map(is_piece, rows)), "what c offers"
    assert {choice.text for side in best(reply, reply.tokens[2]) for choice in side} == {*rows}
    assert "'‹9F›'" in explained(reply, 3).plain and "part of a character" in explained(reply, 3).plain
    assert "'‹8A›'" in explained(reply, 5).plain and "completes '🦊'" in explained(reply, 5).plain
    assert all(name in round_table(reply, 0).plain for name in ("‹F0›", "‹9F›", "‹A6›", "‹8A›"))
    assert "'‹A6›'" in "".join(line.plain for line in slow_motion(reply.rounds[0], 1, moments(reply.rounds[0])[-1], 100))
    told = as_json(reply, Settings(), SimpleNamespace(name="toy", target_path="/toy", path=lambda settings: None))["tokens"]
    assert [token.get("name") for token in told] == [None, None, "‹F0›", "‹9F›", "‹A6›", "‹8A›"]
    writer, reader = TraceWriter(), TraceReader("a trace")
    read = [reader.entry(line) for line in (header(), *map(writer.line, [Asked(1, "hi", 0.0, Settings(k=8)), *reports]))]
    assert [token.name for token in reply_of(read[2:]).tokens] == [token.name for token in reply.tokens], "a trace keeps the bytes"
    branch = reply.branch(2, 3, Token("‹9D›", "chosen", 0, 0, 0.1, None, 7))
    branch.apply(Prefill("target", 9, 9, 0, 0.1, chosen=""))
    assert (branch.tokens[-1].text, branch.tokens[-1].name) == ("", "‹9D›"), "a chosen part keeps its name"
