"""A token that is a part of a character has a name that tells it from other parts, whatever kind of vocabulary it is of."""

from dataclasses import replace

import pytest
from tokenizers import Tokenizer, decoders
from tokenizers.models import WordLevel

from specdeck.chat.reply import Reply, reply_of
from specdeck.chat.slow_motion import moments
from specdeck.chat.wording import best
from specdeck.decoding.text.end_of_reply import ReplyText, TokenTexts, is_piece, token_name
from specdeck.decoding.types import Finish, Settings, Stats
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


class ByteFallback:
    """A vocabulary with <0x..> for bytes, as SentencePiece makes it."""

    def __init__(self) -> None:
        entries = ["▁fox", "<0xF0>", "<0x9F>", "<0xA6>", "<0x8A>", "\ufffd"]
        self._own = Tokenizer(WordLevel({entry: at for at, entry in enumerate(entries)}, unk_token="\ufffd"))
        self._own.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
        self.decode, self.convert_ids_to_tokens = self._own.decode, self._own.id_to_token


def test_bytes_of_a_byte_level_vocabulary(tokenizer):
    assert [token_name(tokenizer, token) for token in tokenizer.encode("Hi 🦊")] == ["Hi", " ", "‹F0›", "‹9F›", "‹A6›", "‹8A›"]


def test_bytes_of_a_vocabulary_with_byte_fallback():
    toy = ByteFallback()
    assert [token_name(toy, token) for token in range(6)] == [" fox", "‹F0›", "‹9F›", "‹A6›", "‹8A›", "\ufffd"]
    assert [is_piece(token_name(toy, token)) for token in range(6)] == [False, True, True, True, True, False]


def test_a_number_where_the_bytes_are_not_told():
    class Silent:
        def decode(self, ids):
            return "\ufffd" * len(ids)

    assert [token_name(Silent(), token) for token in (7, 8)] == ["#7", "#8"]


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
    told = as_json(reply, Settings(), Pair())["tokens"]
    assert [token.get("name") for token in told] == [None, None, "‹F0›", "‹9F›", "‹A6›", "‹8A›"]


def test_a_trace_keeps_the_bytes(tokenizer):
    from specdeck.chat.entries import Asked

    reply, reports = replied(tokenizer, "🦊")
    writer, reader = TraceWriter(), TraceReader("a trace")
    entries = [Asked(1, "hi", 0.0, Settings(k=8)), *reports]
    read = [reader.entry(line) for line in (header(), *map(writer.line, entries))]
    assert [token.name for token in reply_of(read[2:]).tokens] == [token.name for token in reply.tokens]


def test_a_chosen_part_of_a_character_keeps_its_name(tokenizer):
    from specdeck.chat.reply import Token
    from specdeck.decoding.types import Prefill

    reply, _ = replied(tokenizer, "a 🦊")
    branch = reply.branch(2, 3, Token("‹9D›", "chosen", 0, 0, 0.1, None, 7))
    branch.apply(Prefill("target", 9, 9, 0, 0.1, chosen=""))
    assert (branch.tokens[-1].text, branch.tokens[-1].name) == ("", "‹9D›")


class Pair:
    name, target_path = "toy", "/toy"

    def path(self, settings: Settings) -> None:
        return None
