"""What is read is read once: tokens counted at the model's door, over turns, edits, regenerations and drafters that come late."""

from dataclasses import replace

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.target import cache
from tests.helpers import toys
from tests.helpers.kinds import REWINDING

pytestmark = pytest.mark.long

GREEDY = Settings(drafter="copy", k=4)
KINDS = tuple(toys.KINDS)
SLACK_FOR_GUESSES = 8  # a round's guesses and the token that a drafter missed


class Counted:
    """A model that counts the tokens it reads. Its layers cannot be found, so a recurrent one is never replayed."""

    def __init__(self, model):
        self.model, self.read = model, 0

    def __call__(self, tokens, cache=None):
        self.read += tokens.size
        return self.model(tokens, cache=cache)

    def __getattr__(self, name):
        return getattr(self.model, name)

    def take(self) -> int:
        """Tokens read since the last call."""
        read, self.read = self.read, 0
        return read


def counted_pair(kind: str, drafter: str):
    """A target of one cache kind and a drafter of another (or its near-copy), both counted."""
    target, model = Counted(toys.toy(kind)), Counted(toys.toy_drafter(f"copy:{kind}" if drafter == "copy" else drafter))
    return toys.make_pair(target, {"copy": model}), target, model


def prompt_reads(pair, prompt, counters, settings=GREEDY) -> list[int]:
    """Tokens that each model reads before and in the first round of a reply to the prompt."""
    for counter in counters:
        counter.take()
    toys.first_rounds(pair, prompt, settings, 1)
    return [counter.take() for counter in counters]


@pytest.mark.parametrize("drafter", ["trimmable", "recurrent", "sliding", "copy"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("length", [30, 200])
def test_each_turn_reads_what_is_new_on_target_and_drafter(kind, drafter, length):
    pair, *models = counted_pair(kind, drafter)
    text = toys.random_prompt(1, length)
    for turn in range(3):
        new = len(text) if turn == 0 else 20
        reads = prompt_reads(pair, text, models)
        assert all(new - 2 <= read <= new + SLACK_FOR_GUESSES for read in reads), reads
        text = [*pair.target.sequence, *toys.random_prompt(2 + turn, 20 - len(pair.target.unread))]


@pytest.mark.parametrize("drafter, length", [("trimmable", 30), ("recurrent", 30), ("sliding", 30), ("copy", 30), ("copy", 200)])
@pytest.mark.parametrize("kind", KINDS)
def test_regenerating_reads_nothing_again_but_the_prompts_last_token(kind, drafter, length):
    """Checkpoints stand at the prompt's end, also of the second turn, also where a drafter had only little to read."""
    pair, *models = counted_pair(kind, drafter)
    first = toys.random_prompt(1, length)
    toys.reply(pair, first, GREEDY, 30)
    second = [*pair.target.sequence, *toys.random_prompt(2, 12)]
    for text in (second, second):
        toys.reply(pair, text, GREEDY, 30)
        reads = prompt_reads(pair, text, models)
        assert all(read <= 2 + SLACK_FOR_GUESSES for read in reads), reads


@pytest.mark.parametrize("kind", KINDS)
def test_an_edit_reads_from_the_edit_on_or_from_the_checkpoint_before(kind):
    """What can rewind goes back to the edit; what cannot, to the end of the turn before."""
    pair, target, drafter = counted_pair(kind, "copy")
    first = toys.random_prompt(1, 100)
    toys.reply(pair, first, GREEDY, 20)
    second = [*pair.target.sequence, *toys.random_prompt(2, 40)]
    toys.reply(pair, second, GREEDY, 20)
    edited = [*second[:-5], *toys.random_prompt(3, 9)]
    back = 9 if kind in REWINDING else len(edited) - len(first)
    reads = prompt_reads(pair, edited, [target, drafter])
    assert all(read <= back + 2 + SLACK_FOR_GUESSES for read in reads), (reads, back)
    fresh = toys.make_pair(toys.toy(kind), {"copy": toys.toy_drafter(f"copy:{kind}")})
    assert toys.reply(pair, edited, GREEDY, 30).tokens == toys.reply(fresh, edited, GREEDY, 30).tokens


def test_a_drafter_switched_on_late_reads_the_past_once_and_in_the_open():
    pair, target, drafter = counted_pair("trimmable", "copy")
    prompt, asked = toys.random_prompt(1, 120), iter(range(99))
    reply = toys.reply(pair, prompt, lambda: replace(GREEDY, drafter="none" if next(asked) < 6 else "copy"), 20)
    joins = [event for event in reply.prefills if event.who == "copy"]
    assert joins[0].cached == 0 and joins[-1].done == joins[-1].total > len(prompt)
    guesses = sum(len(r.draft) for r in reply.rounds)
    assert drafter.read <= len(prompt) + 20 + guesses


def test_a_drafter_out_of_force_reads_nothing():
    pair, target, drafter = counted_pair("trimmable", "copy")
    toys.reply(pair, toys.random_prompt(1, 100), replace(GREEDY, drafter="lookup"), 20)
    assert drafter.read == 0


@pytest.mark.parametrize("slack", [cache.SLACK, 0])
def test_a_window_with_slack_never_reads_again_what_was_rejected(monkeypatch, slack):
    """A stranger's guesses are mostly rejected; its own window then goes back over several reads. Without slack it cannot, and
    everything is read again."""
    monkeypatch.setattr(cache, "SLACK", slack)
    monkeypatch.setattr(cache.SlidingCache, "step", 1 if slack == 0 else 256)
    pair, target, drafter = counted_pair("sliding", "sliding")
    reply = toys.reply(pair, toys.random_prompt(1, 30), replace(GREEDY, k=8), 120)
    said, guessed = 30 + 120, sum(len(r.draft) for r in reply.rounds)
    assert sum(len(r.draft) - r.accepted for r in reply.rounds) > 200
    assert target.read <= said + guessed
    assert (drafter.read <= said + guessed) is (slack > 0)


def test_a_recurrent_target_reads_a_bounded_number_of_tokens_again():
    """Of what it accepted it reads again at most what a debt may hold, so the tokens read stay within a factor of those said."""
    pair, target, _ = counted_pair("recurrent", "trimmable")
    reply = toys.reply(pair, toys.random_prompt(1, 30), replace(GREEDY, k=4), 200)
    assert max(r.read for r in reply.rounds if r.passes == 1) <= 2 * (4 + 1) + 4
    assert sum(r.passes for r in reply.rounds) == pair.target.passes - 1  # the prompt's pass
    assert sum(r.read for r in reply.rounds) == target.read - 29
