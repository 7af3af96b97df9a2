"""Lookup copies from texts that it remembers, where they match longer than the present one, and says from which."""

import random

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.drafters import lookup as lookup_memory
from specdeck.decoding.drafters.lookup import LEAST_SHARE, LONGEST, LookupDrafter, LookupMemory
from tests.helpers import toys

STORY = [*range(10, 40)]


def longest_match(texts: list[list[int]], tail: list[int], shortest: int) -> tuple[int, list[list[int]]]:
    """By trying every length: the longest match, and what followed each of its occurrences."""
    for length in range(min(LONGEST, len(tail)), shortest - 1, -1):
        found = [text[at + length :] for text in texts for at in range(len(text) - length + 1) if text[at : at + length] == tail[-length:]]
        if found:
            return length, found
    return 0, []


@pytest.mark.parametrize("seed", range(8))
def test_it_finds_the_longest_match_and_goes_on_as_a_fair_share_of_its_occurrences_do(seed):
    rng = random.Random(seed)
    texts = [[rng.randrange(3) for _ in range(rng.randrange(1, 60))] for _ in range(5)]
    memory = LookupMemory((str(i), text) for i, text in enumerate(texts))
    for _ in range(60):
        tail = [rng.randrange(3) for _ in range(12)]
        shortest = rng.randrange(1, 5)
        length, followed = longest_match(texts, tail, shortest)
        recalled = memory.recall(tail, 6, shortest)
        assert memory.may_match(tail, shortest + 1) is bool(longest_match(texts, tail, shortest)[0])
        if recalled is None:
            most = max((sum(rest[:1] == [token] for rest in followed) for token in range(3)), default=0)
            assert most <= len(followed) / 2, "where most go on alike, it does too"
            continue
        assert recalled.length == length and len(recalled.tokens) <= 6
        assert any(rest[: len(recalled.tokens)] == recalled.tokens for rest in followed)
        alike = sum(rest[: len(recalled.tokens)] == recalled.tokens for rest in followed)
        assert alike >= LEAST_SHARE * len(followed)
        assert [*tail[-length:], *recalled.tokens] in [
            texts[int(recalled.label)][at : at + length + len(recalled.tokens)] for at in range(len(texts[int(recalled.label)]))
        ]


def test_it_goes_on_as_most_do():
    memory = LookupMemory([("a", [1, 2, 3, 7, 7]), ("b", [1, 2, 3, 8, 8]), ("c", [1, 2, 3, 8, 9])])
    assert memory.recall([1, 2, 3], 4, 2) == (3, [8, 8], "b") or memory.recall([1, 2, 3], 4, 2) == (3, [8, 9], "c")
    assert memory.recall([2, 3], 1, 3) is None, "a match of two is too short"


def test_what_follows_ends_with_its_text():
    memory = LookupMemory([("a", [1, 2, 3, 4]), ("b", [5, 6])])
    assert memory.recall([2, 3], 9, 2) == (2, [4], "a") and memory.recall([3, 4], 9, 2) is None and memory.recall([4, 5], 9, 2) is None


def test_it_is_bounded_and_the_first_texts_stay(monkeypatch):
    monkeypatch.setattr(lookup_memory, "MOST_TOKENS", 5)
    memory = LookupMemory([("a", [1, 2, 3]), ("b", [4, 5, 6]), ("c", [7, 8])])
    assert memory.size == 5 and memory.words == "it remembers 5 tokens of 2 texts"
    assert memory.recall([4], 9, 1) == (1, [5], "b") and memory.recall([7], 9, 1) is None


def test_the_present_text_is_copied_from_where_it_matches_as_long():
    lookup = LookupDrafter()
    lookup.memory = LookupMemory([("notes.md", [1, 2, 3, 99])])
    assert lookup.guess([0, 1, 2, 3, 4, 5, 0, 1, 2, 3], 2, 2) == [4, 5] and lookup.copied_from is None
    lookup = LookupDrafter()
    lookup.memory = LookupMemory([("notes.md", [0, 1, 2, 3, 99])])
    assert lookup.guess([1, 2, 3, 4, 5, 0, 1, 2, 3], 2, 2) == [99] and lookup.copied_from == "notes.md"


def test_without_a_memory_nothing_comes_from_elsewhere():
    assert LookupDrafter().guess([1, 2, 3, 4], 4, 2) == []


@pytest.mark.parametrize("known", [True, False])
def test_it_says_in_advance_that_it_has_nothing_to_copy_only_where_memory_has_nothing_either(known):
    lookup, settings = LookupDrafter(), Settings(lookup_min=3)
    lookup.memory = LookupMemory([("notes.md", [1, 2, 3, 4] if known else [1, 9, 3, 4])])
    lookup.begin([5, 6], 0)  # so that the reply is beyond its opening
    lookup.guess([*[5 + i for i in range(9)], 1, 2], 4, 3)
    assert lookup.will_not_draft(settings) is not known


@pytest.mark.parametrize("drafter", ["lookup", "hybrid"])
def test_a_reply_is_copied_from_memory_and_every_round_says_so(drafter):
    pair = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("recurrent")})
    reference = toys.reference("trimmable", Settings(drafter="none", k=0), 30)
    text = toys.Letters().decode(reference.sequence)
    pair.remember([("something else", "abc"), ("conversation of 12 November", text)])
    reply = toys.reply(pair, list(reference.prompt), Settings(drafter=drafter, lookup_min=6), 30)
    drafted = [round_ for round_ in reply.rounds if round_.drafter == "lookup"]
    assert reply.tokens == list(reference.tokens)
    assert {round_.copied_from for round_ in drafted} >= {"conversation of 12 November"} and reply.finish.stats.accepted > 15
    assert pair.drafters["lookup"].remark == f"it remembers {len(reference.sequence) + 3} tokens of 2 texts"


def test_tokens_that_the_target_cannot_write_are_not_remembered(monkeypatch):
    """Some tokenizers hold more than the target has logits for: a guess of such a token would be read from beyond its embedding."""
    pair = toys.make_pair(toys.toy("trimmable"), {})
    monkeypatch.setattr(pair.tokenizer, "encode", lambda text: [1, 2, 3, pair.width, 4, 5])
    pair.remember([("a text", "...")])
    assert pair.drafters["lookup"].memory.recall([1, 2, 3], 4, 2).tokens == [4, 5]
