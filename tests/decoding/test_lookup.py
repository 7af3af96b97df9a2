"""Lookup finds a copy again behind a change, and says early where it has nothing to say."""

import random
from dataclasses import replace

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.drafters.lookup import LIFE, LookupDrafter, SuffixAutomaton
from specdeck.decoding.text.prompt import common_prefix
from tests.helpers import toys
from tests.helpers.kinds import KINDS

SOURCE = [*range(10, 40), 50, 51, 52]
PLAIN = Settings(drafter="none", k=0)


def after(*said: int, begin: int = 10) -> LookupDrafter:
    """A lookup drafter that was asked before every token of a copy of SOURCE from the token `begin` on, which goes on with `said`."""
    lookup, text = LookupDrafter(), [*SOURCE, *range(begin, 15)]
    for token in said:
        lookup.guess(text, 4, 4)
        text.append(token)
    lookup.text = text
    return lookup


def guess(lookup: LookupDrafter) -> list[int]:
    return lookup.guess(lookup.text, 4, 4)


@pytest.mark.parametrize("change", [[99], [98, 99], [98, 99, 97], []], ids=len)
def test_behind_a_change_one_token_is_match_enough(change):
    """Replaced by one token, by several, or left out."""
    assert guess(after(15, 16, *change, 18)) == [19, 20, 21, 22]
    assert guess(after(15, 16, *change)) == ([] if change else [17, 18, 19, 20])


def test_an_insertion_too():
    assert guess(after(15, 16, 98, 99, 17)) == [18, 19, 20, 21]


def test_elsewhere_it_is_not():
    lookup = LookupDrafter()
    assert lookup.guess([*SOURCE, 99, 18], 4, 4) == [], "nothing was being copied"
    assert guess(after(15, 16, *range(99, 99 + LIFE + 1), 18)) == [], "too long ago"
    assert guess(after(15, 16, 99, 51)) == [], "too far away"


def test_a_copy_is_found_again_behind_every_change():
    assert guess(after(15, 16, 99, 18, 98, 20)) == [21, 22, 23, 24]
    assert guess(after(15, 16, 99, 18, 19, 20, 98, 22)) == [23, 24, 25, 26]


def test_of_two_places_that_would_do_it_goes_on_at_the_nearer():
    lookup, source = LookupDrafter(), [*range(10, 18), 77, 20, 21, 77, 30, 31]
    for said in ([], [14], [14, 15], [14, 15, 16]):
        lookup.guess([*source, 10, 11, 12, 13, *said], 4, 4)
    assert lookup.guess([*source, 10, 11, 12, 13, 14, 15, 16, 99, 77], 4, 4) == [20, 21, 77, 30]


def test_as_a_reply_begins_two_tokens_are_match_enough_once():
    lookup, other = LookupDrafter(), [70, 71, *SOURCE, 90, 91]
    for _ in range(2):
        lookup.begin(other, 0)
        assert lookup.guess([*other, 20], 4, 4) == []
        assert lookup.guess([*other, 20, 21], 4, 4) == [22, 23, 24, 25]
        assert lookup.guess([*other, 20, 21, 99], 4, 4) == []
    lookup.begin(other, 0)
    assert lookup.guess([*other, 99, 20, 21], 4, 4) == [22, 23, 24, 25]
    lookup.begin(other, 0)
    assert lookup.guess([*other, 98, 99, 20, 21], 4, 4) == [], "not the opening any more"
    for tried in (True, False):
        lookup, other = LookupDrafter(), [21, 60, 61, *SOURCE, 90]
        lookup.begin(other, 0)
        assert not tried or lookup.guess([*other, 20, 21], 4, 4)
        assert bool(lookup.guess([*other, 20, 21, 60], 4, 4)) is not tried


def test_another_text_has_no_trail_of_the_old_one():
    lookup = after(15, 16, 99)
    other = [*range(30), 99, 18]
    lookup.begin(other, 0)
    assert lookup.guess(other, 4, 4) == []


def test_it_is_silent_where_no_token_could_make_a_match():
    lookup, settings = LookupDrafter(), Settings(lookup_min=4)
    for text, silent in (([*SOURCE, 99], True), ([*SOURCE, 12, 13], True), ([*SOURCE, 12, 13, 14], False), ([*SOURCE, 12, 13, 14, 15], False)):
        lookup.reset()
        lookup.guess(text, 4, 4)
        assert lookup.will_not_draft(settings) is silent
    changed = after(15, 16, 99)
    guess(changed)
    assert not changed.will_not_draft(settings)


class Liar(toys.Right):
    """Says that nothing will come, and guesses all the same, every second round."""

    name = "liar"

    def guess(self, ask):
        self.rounds = getattr(self, "rounds", 0) + 1
        return super().guess(ask) if self.rounds % 2 else []

    def will_not_draft(self, settings: Settings) -> bool:
        return True


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_word_of_silence_costs_a_pass_and_not_the_truth(kind, temperature):
    plain = replace(PLAIN, rule="coupled", temperature=temperature, seed=5)
    reference, liar = toys.reference(kind, plain, 40), Liar()
    liar.texts = [reference.sequence]
    pair = toys.make_pair(KINDS[kind](), {"liar": liar})
    said = toys.reply(pair, list(reference.prompt), replace(plain, drafter="liar", k=4), 40)
    assert said.tokens == list(reference.tokens)
    assert {len(round_.draft) for round_ in said.rounds} >= {0, 4}


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


@pytest.mark.parametrize("seed", range(6))
def test_the_index_knows_the_longest_suffix_that_occurred_before(seed):
    rng, index, tokens = random.Random(seed), SuffixAutomaton(), []
    for _ in range(160):
        tokens.append(rng.randrange(2 + seed % 3))
        index.extend(tokens[-1:])
        assert index.length == longest_earlier_suffix(tokens)
        if index.length:
            assert index.end < len(tokens)
            assert tokens[index.end - index.length : index.end] == tokens[len(tokens) - index.length :]


class CountedList(list):
    """Counts how often one of its items is read or written."""

    count = 0

    def __getitem__(self, at):
        CountedList.count += 1
        return super().__getitem__(at)

    def __setitem__(self, at, item):
        CountedList.count += 1
        super().__setitem__(at, item)


@pytest.mark.parametrize("kinds", [50, 2, 1])
def test_the_index_costs_the_same_a_token_at_any_length(kinds):
    """Accesses to its states, early and late; of one token repeated every suffix has occurred before."""
    rng, index, seen = random.Random(1), SuffixAutomaton(), []
    for name in ("_next", "_link", "_longest", "_latest"):
        setattr(index, name, CountedList(getattr(index, name)))
    for _ in range(4):
        CountedList.count = 0
        index.extend([rng.randrange(kinds) for _ in range(3000)])
        seen.append(CountedList.count / 3000)
    assert max(seen) < 1.5 * min(seen)


def test_lookup_guesses_what_followed_and_never_from_a_short_match():
    lookup = LookupDrafter()
    text = [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4]
    assert lookup.guess(text, most=3, shortest=4) == [5, 6, 7]
    assert lookup.guess(text, most=3, shortest=5) == []
    assert LookupDrafter().guess([7, 8, 7, 8, 7, 8], most=5, shortest=2) == [7, 8, 7, 8, 7]


def test_the_common_prefix_of_lists_tuples_and_heads():
    assert common_prefix([1, 2, 3], [1, 2, 4]) == 2 and common_prefix([1, 2], [1, 2, 3]) == 2 and common_prefix([], [1]) == 0
    assert common_prefix([1, 2, 3], (1, 2, 3)) == 3 and common_prefix((5,), [6]) == 0
