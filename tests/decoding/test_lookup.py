"""Lookup finds a copy again behind a change, also in texts that it remembers, and says early where it has nothing to say."""

import random
from dataclasses import replace
from itertools import count

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.drafters import lookup as lookup_module
from specdeck.decoding.drafters.lookup import (
    CANDIDATES,
    LEAST_SHARE,
    LIFE,
    LONGEST_MATCH,
    LookupDrafter,
    LookupMemory,
    SuffixIndex,
)
from tests.helpers import toys
from tests.helpers.everyday import everyday
from tests.helpers.kinds import KINDS
from tests.helpers.toys import PLAIN

SOURCE = [*range(10, 40), 50, 51, 52]
NEAR = [*range(10, 18), 77, 20, 21, 77, 30, 31]  # a source with two places after the same token


def copying(said, source=SOURCE) -> tuple[LookupDrafter, list[int]]:
    """A lookup drafter that was asked before every token of a copy of this source, which goes on with what is `said`; and the whole text."""
    lookup, text = LookupDrafter(), [*source, *range(10, 15)]
    for token in said:
        lookup.guess(text, 4, 4)
        text.append(token)
    return lookup, text


@pytest.mark.parametrize("said, source, guesses", [
    ((15, 16, 99, 18), SOURCE, [19, 20, 21, 22]), ((15, 16, 98, 99, 18), SOURCE, [19, 20, 21, 22]),  # replaced by one, by two
    ((15, 16, 18), SOURCE, [19, 20, 21, 22]), ((15, 16, 98, 99, 17), SOURCE, [18, 19, 20, 21]),  # left out, and put in
    ((15, 16, 99), SOURCE, []), ((15, 16), SOURCE, [17, 18, 19, 20]), ((), [16, 17, 18], []),  # nothing was being copied
    ((15, 16, 99, 18, 98, 20), SOURCE, [21, 22, 23, 24]), ((15, 16, 99, 18, 19, 20, 98, 22), SOURCE, [23, 24, 25, 26]),  # after every change again
    ((15, 16, *range(99, 99 + LIFE + 1), 18), SOURCE, []), ((15, 16, 99, 51), SOURCE, []),  # too long ago, too far away
    ((15, 16, 99, 77), NEAR, [20, 21, 77, 30]),  # of two places the nearer
])  # fmt: skip
def test_behind_a_change_of_a_copy_one_token_is_match_enough(said, source, guesses):
    lookup, text = copying(said, source)
    assert lookup.guess(text, 4, 4) == guesses


@pytest.mark.parametrize("said, guesses", [
    (((20,), (20, 21), (20, 21, 99)), [[], [22, 23, 24, 25], []]), (((99, 20, 21),), [[22, 23, 24, 25]]),
    (((98, 99, 20, 21),), [[]]),  # not the opening any more
    (((20, 21, 60),), [[61, *SOURCE[:3]]]), (((20, 21), (20, 21, 60)), [[22, 23, 24, 25], []]),  # once
])  # fmt: skip
def test_as_a_reply_begins_two_tokens_are_match_enough_once(said, guesses):
    lookup, prompt = LookupDrafter(), [21, 60, 61, *SOURCE, 90]
    for _ in range(2):
        lookup.begin(prompt, 0)
        assert [lookup.guess([*prompt, *tokens], 4, 4) for tokens in said] == guesses


def test_another_text_has_no_trail_of_the_old_one():
    """Which would be resumed where the old copy's source goes on."""
    (lookup, text), other = copying((15, 16, 99)), [0, *range(100, 141), 109]
    assert lookup.guess(text, 4, 4) == [] and len(other) > len(text)
    lookup.begin(other, 0)
    assert lookup.guess(other, 4, 4) == []


def test_it_is_silent_where_no_token_could_make_a_match():
    """In the text, or in memory."""
    lookup, settings = LookupDrafter(), Settings(lookup_min=4)
    for text, silent in ((99,), True), ((12, 13), True), ((12, 13, 14), False), ((12, 13, 14, 15), False), ((61, 62, 63), False), ((60, 62, 63), True):
        lookup.reset()
        lookup.memory = LookupMemory([("notes.md", [60, 61, 62, 63, 64])])
        lookup.guess([*SOURCE, *text], 4, 4)
        assert lookup.will_not_draft(settings) is silent
    changed, text = copying((15, 16, 99))
    assert not changed.guess(text, 4, 4) and not changed.will_not_draft(settings), "the copy may be resumed"


class Liar(toys.Right):
    """Says that nothing will come, and guesses all the same, every second round."""

    name = "liar"

    def guess(self, ask):
        self.rounds = getattr(self, "rounds", 0) + 1
        return super().guess(ask) if self.rounds % 2 else []

    def will_not_draft(self, settings: Settings) -> bool:
        return True


@everyday("kind, temperature", [(kind, temperature) for kind in KINDS for temperature in (0.0, 0.8)], ("mixed", 0.0), ("sliding", 0.8), ("mamba", 0.8))
def test_a_wrong_word_of_silence_costs_a_pass_and_not_the_truth(kind, temperature):
    plain = replace(PLAIN, rule="coupled", temperature=temperature, seed=5)
    reference, liar = toys.reference(kind, plain, 40), Liar()
    liar.texts = [reference.sequence]
    pair = toys.make_pair(toys.toy(kind), {"liar": liar})
    said = toys.reply(pair, list(reference.prompt), replace(plain, drafter="liar", k=4), 40)
    assert said.tokens == list(reference.tokens)
    assert all(bool(round_.draft) is (round_.index % 2 == 0) for round_ in said.rounds[:-1])


def test_a_round_that_was_queued_draws_as_one_that_was_not(monkeypatch):
    """With the numbers of its own round: a number that serves two rounds would tie their tokens. And under the settings of its own round, which change
    every three."""
    prompt, said = list(toys.reference("trimmable", PLAIN, 24).prompt), []
    sampled = Settings(drafter="lookup", k=4, lookup_min=30, temperature=0.8, seed=5)
    ways = (sampled, replace(sampled, temperature=3.0, seed=6), replace(sampled, presence_penalty=3.0), replace(sampled, temperature=0.0))
    for queued in (True, False):
        monkeypatch.setattr(LookupDrafter, "will_not_draft", lambda self, settings, queued=queued: queued)
        turn = count()
        said.append(toys.reply(toys.full_pair("trimmable"), prompt, lambda turn=turn: ways[next(turn) // 3 % 4], 48))
    assert said[0].tokens == said[1].tokens and not any(round_.draft for round_ in said[0].rounds)


def test_rounds_without_a_guess_are_queued_as_plain_ones_are():
    """The pass after a silent round was made in that round: the next one makes none for its first token."""
    reference, pair = toys.reference("trimmable", PLAIN, 24), toys.full_pair("trimmable")
    passes = []
    forward = pair.target._forward
    pair.target._forward = lambda tokens: passes.append(tokens.size) or forward(tokens)
    events = toys.first_rounds(pair, list(reference.prompt), Settings(drafter="lookup", k=4, lookup_min=9), 6)
    assert len(passes) == 1 + 6 + 1, "one for the prompt, and one more than the rounds that are told"
    assert all(not round_.draft for round_ in events.rounds)


def longest_earlier_suffix(tokens: list[int]) -> int:
    """By trying every length."""
    n = len(tokens)
    return next((k for k in range(n - 1, 0, -1) if any(tokens[i : i + k] == tokens[n - k :] for i in range(n - k))), 0)


@everyday("seed", range(6), 1, 5)
def test_the_index_knows_the_longest_suffix_that_occurred_before(seed):
    rng, index, tokens = random.Random(seed), SuffixIndex(), []
    for _ in range(100):
        tokens += [rng.randrange(2 + seed % 3) for _ in range(1 + seed // 3)]
        index.extend(tokens[len(index.tokens) :])
        length, ends = index.occurrences(index.tokens)
        assert length == longest_earlier_suffix(tokens) and bool(ends) is (length > 0)
        assert all(end < len(tokens) and tokens[end - length : end] == tokens[-length:] for end in ends) and ends == sorted(ends, reverse=True)


class CountedList(list):
    """Counts how often one of its items is read."""

    count = 0

    def __getitem__(self, at):
        CountedList.count += 1
        return super().__getitem__(at)


@pytest.mark.parametrize("kinds", [50, 1])
def test_a_guess_costs_the_same_at_any_length(kinds):
    """Tokens that are looked at, early and late; of one token repeated every suffix has occurred before."""
    rng, index, seen = random.Random(1), SuffixIndex(), []
    index.tokens = CountedList()
    for _ in range(3):
        index.extend([rng.randrange(kinds) for _ in range(20000)])
        CountedList.count = 0
        for _ in range(100):
            index.extend([rng.randrange(kinds)])
            index.occurrences(index.tokens)
        seen.append(CountedList.count / 100)
    assert max(seen) <= 4 * CANDIDATES + 2 * LONGEST_MATCH


def test_where_the_match_overlaps_the_end_of_the_text_the_guess_repeats_the_period():
    assert LookupDrafter().guess([7, 8, 7, 8, 7, 8], most=5, shortest=2) == [7, 8, 7, 8, 7]


# Texts that it remembers: it copies from them where they match longer than the present one, and says from which.

def longest_match(texts: list[list[int]], tail: list[int], shortest: int) -> tuple[int, list[list[int]]]:
    """By trying every length: the longest match, and what followed each of its occurrences."""
    for length in range(len(tail), shortest - 1, -1):
        found = [text[at + length :] for text in texts for at in range(len(text) - length + 1) if text[at : at + length] == tail[-length:]]
        if found:
            return length, found
    return 0, []


@pytest.mark.parametrize("seed", range(4))
def test_it_finds_the_longest_match_and_goes_on_as_a_fair_share_of_its_occurrences_do(seed):
    rng = random.Random(seed)
    texts = [[rng.randrange(3) for _ in range(rng.randrange(1, 60))] for _ in range(5)]
    memory = LookupMemory((str(i), text) for i, text in enumerate(texts))
    for _ in range(60):
        tail, shortest = [rng.randrange(3) for _ in range(12)], rng.randrange(1, 5)
        length, followed = longest_match(texts, tail, shortest)
        label, guess = (recalled := memory.recall(tail, 6, shortest)) or ("0", [])
        alike = [rest for rest in followed if rest[: len(guess)] == guess]
        assert len(alike) >= LEAST_SHARE * len(followed) and len(guess) <= 6
        assert (memory.matched >= shortest) is bool(followed)
        assert recalled or all(sum(rest[:1] == [token] for rest in followed) <= len(followed) / 2 for token in range(3)), "where most go on alike, it does too"
        said = [*tail[-length:], *guess]
        assert not guess or any(texts[int(label)][at : at + len(said)] == said for at in range(60))


def test_it_is_bounded_and_the_first_texts_stay(monkeypatch):
    monkeypatch.setattr(lookup_module, "MOST_TOKENS", 5)
    memory = LookupMemory([("a", [1, 2, 3]), ("b", [4, 5, 6]), ("c", [7, 8])])
    assert memory.size == 5 and memory.words == "it remembers 5 tokens of 2 texts"
    assert memory.recall([4], 9, 1) == ("b", [5]) and memory.recall([7], 9, 1) is None


@pytest.mark.parametrize("notes, text, guess", [([0, 1, 2, 3, 99], [0, 1, 2, 3, 4, 5, 0, 1, 2, 3], [4, 5]), ([0, 1, 2, 3, 99], [1, 2, 3, 4, 5, 0, 1, 2, 3], [99])])
def test_the_present_text_is_copied_from_where_it_matches_as_long(notes, text, guess):
    lookup = LookupDrafter()
    lookup.memory = LookupMemory([("notes.md", notes)])
    assert lookup.guess(text, 2, 2) == guess and lookup.copied_from == ("notes.md" if guess == [99] else None)


@pytest.mark.parametrize("drafter", ["lookup", "hybrid", "auto"])
def test_a_reply_is_copied_from_memory_and_every_round_says_so(drafter):
    pair = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("recurrent")})
    reference = toys.reference("trimmable", Settings(drafter="none", k=0), 30)
    text = toys.Letters().decode(reference.sequence)
    pair.remember([("something else", "abc"), ("conversation of 12 November", text)])
    reply = toys.reply(pair, list(reference.prompt), Settings(drafter=drafter, lookup_min=6), 30)
    drafted = [round_ for round_ in reply.rounds if round_.drafter == "lookup"]
    assert reply.tokens == list(reference.tokens)
    assert {round_.copied_from for round_ in drafted} >= {"conversation of 12 November"} and reply.finish.stats.accepted > 5
    assert pair.drafters["lookup"].remark == f"it remembers {len(reference.sequence) + 3} tokens of 2 texts"


def test_tokens_that_the_target_cannot_write_are_not_remembered(monkeypatch):
    """Some tokenizers hold more than the target has logits for: a guess of such a token would be read from beyond its embedding."""
    pair = toys.make_pair(toys.toy("trimmable"), {})
    monkeypatch.setattr(pair.tokenizer, "encode", lambda text: [1, 2, 3, pair.width, 4, 5])
    pair.remember([("a text", "...")])
    assert pair.drafters["lookup"].memory.recall([1, 2, 3], 4, 2).tokens == [4, 5]
