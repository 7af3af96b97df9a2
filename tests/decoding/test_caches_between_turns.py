"""What caches hold between rounds and turns: whole, no more than was said, and what is read is read once."""

from dataclasses import replace
from itertools import cycle
from typing import Any

import mlx.core as mx
import mlx.nn as nn
import pytest

from specdeck.decoding import PromptError, Settings, SettingsError, decode
from specdeck.decoding.target import cache
from specdeck.decoding.target.sequence_state import CHECKPOINTS, SequenceState
from tests.helpers import toys
from tests.helpers.everyday import everyday
from tests.helpers.kinds import REWINDING, SOME
from tests.helpers.toys import PLAIN

GREEDY = Settings(drafter="copy", k=4)
KINDS = tuple(toys.KINDS)
FIRST = "abcdefghij klm nop abc"


def state(followed) -> list:
    """Every array of a sequence state's cache, keys and values cut to what is in use and as they are read."""
    return [array for entry in cache.flat(followed.entries) for array in _arrays(entry)]


def near(ours: mx.array, theirs: mx.array, kind: str) -> bool:
    """Equal within float32's rounding, which grows with the numbers (a toy's Mamba state holds 200 and more) and may lift a few quantised
    numbers over the edge between two of their steps."""
    off, bound = mx.abs(ours - theirs), max(2e-4, 1e-5 * mx.abs(theirs).max().item())
    return ours.shape == theirs.shape and (mx.mean(off > 2e-4).item() < 0.01 and off.max() < 0.1 if kind == "quantised" else off.max() < bound)


def _arrays(entry) -> list:
    if isinstance(entry, cache.QuantisedCache):
        return [mx.dequantize(*part, group_size=entry.group_size, bits=entry.bits) for part in entry.keys_and_values()]
    if isinstance(entry, cache.SlidingCache):  # what the next read will attend to, whatever the last one was
        span = slice(max(0, entry.offset - entry.window + 1) - entry.start, entry.offset - entry.start)
        return [entry.keys[..., span, :], entry.values[..., span, :]]
    return list(entry.keys_and_values()) if hasattr(entry, "keys_and_values") else entry.cache


@everyday("kind, drafter", [(kind, drafter) for kind in KINDS for drafter in ("copy", "right", "lookup")], *((kind, "right") for kind in ("quantised", *SOME)))
def test_the_cache_is_that_of_a_fresh_reading(kind, drafter):
    reference = toys.reference(kind, PLAIN)
    pair = toys.full_pair(kind)
    pair.drafters["right"].texts = [reference.sequence]
    for rounds in range(1, 6):
        pair.reset()
        toys.first_rounds(pair, list(reference.prompt), replace(GREEDY, drafter=drafter), rounds)
        fresh = toys.make_pair(toys.toy(kind), {"copy": toys.toy_drafter(f"copy:{kind}")})
        _assert_as_fresh(pair.target, fresh.target, kind)
        if drafter == "copy":
            _assert_as_fresh(pair.drafters["copy"].state, fresh.drafters["copy"].state, kind)
    for end in reference.tokens[:5]:  # also among guesses that are right
        pair.reset()
        pair.end_tokens = (end,)
        toys.check_rounds(toys.reply(pair, list(reference.prompt), replace(GREEDY, drafter=drafter), 20).rounds, 20)
        assert pair.target.length <= len(pair.target.sequence)


def _assert_as_fresh(used: SequenceState, fresh: SequenceState, kind: str) -> None:
    """What a state holds after some rounds, and once it has read the rest, is what one holds that reads the sequence for the first time."""
    assert used.length <= len(used.sequence)
    if used.unread:
        mx.eval(used.read())
    fresh.follow(list(used.sequence))
    mx.eval(fresh.read())
    for ours, theirs in zip(state(used), state(fresh), strict=True):
        assert near(ours, theirs, kind)


# -- tokens counted at the models' doors, over turns, edits, regenerations and drafters that come late ---------------------


class Counted:
    """A model that counts the tokens it reads. Its layers cannot be found, so a recurrent one is never replayed."""

    def __init__(self, model):
        self.model, self.read = model, 0

    def __call__(self, tokens, cache=None):
        self.read += tokens.size
        return self.model(tokens, cache=cache)

    def __getattr__(self, name):
        return getattr(self.model, name)


def counted_pair(kind: str, drafter: str):
    """A target of one cache kind and a drafter of another (or its near-copy), both counted."""
    target, model = Counted(toys.toy(kind)), Counted(toys.toy_drafter(f"copy:{kind}" if drafter == "copy" else drafter))
    return toys.make_pair(target, {"copy": model}), target, model


def prompt_reads(pair, prompt, counters, settings=GREEDY) -> list[int]:
    """Tokens that each model reads before and in the first round of a reply to the prompt."""
    for counter in counters:
        counter.read = 0
    toys.first_rounds(pair, prompt, settings, 1)
    return [counter.read for counter in counters]


SLACK_FOR_GUESSES = 8  # a round's guesses and the token that a drafter missed
DRAFTERS = ("trimmable", "recurrent", "sliding", "copy")
BESIDE = [(kind, DRAFTERS[at % 4], 200 if kind in SOME else 30) for at, kind in enumerate(KINDS)]  # each drafter beside two kinds
BESIDE += [(kind, "copy", 100) for kind in KINDS]


@everyday("kind, drafter, length", BESIDE, *(row for row in BESIDE if row[0] in SOME and row[2] == 200))
def test_a_conversation_reads_only_what_is_new_and_says_what_plain_decoding_says(kind, drafter, length, monkeypatch):
    """Turn by turn, one of them said again, one edited. What can rewind goes back to the edit; what cannot, to where its turn began, where
    a checkpoint stands, also where a drafter had only little to read. Beside a copy no window rewinds as far as the edit."""
    if drafter == "copy":
        monkeypatch.setattr(cache, "SLACK", 12)
        monkeypatch.setattr(cache.SlidingCache, "step", 4)
    rewinding = [each for each in REWINDING if drafter != "copy" or each not in ("sliding", "shared")]
    pair, *models = counted_pair(kind, drafter)

    def said(text: list[int]) -> list[int]:
        """The tokens of a reply."""
        return toys.reply(pair, text, GREEDY, 20).tokens

    text = toys.random_prompt(1, length)
    for turn in range(3):
        new = len(text) if turn == 0 else 20
        reads = prompt_reads(pair, text, models)
        assert all(new - 2 <= read <= new + SLACK_FOR_GUESSES for read in reads), reads
        text = [*pair.target.sequence, *toys.random_prompt(2 + turn, 20 - len(pair.target.unread))]
    once = said(text)
    reads = prompt_reads(pair, text, models)
    assert all(read <= 2 + SLACK_FOR_GUESSES for read in reads) and said(text) == once, reads
    begun = len(pair.target.sequence)
    longer = [*pair.target.sequence, *toys.random_prompt(2, 40)]
    said(longer)
    edited = [*longer[:-5], *toys.random_prompt(3, 9)]
    for each, read in zip((kind, kind if drafter == "copy" else drafter), prompt_reads(pair, edited, models)):
        assert read <= (9 if each in rewinding else len(edited) - begun) + 2 + SLACK_FOR_GUESSES, each
    fresh = counted_pair(kind, drafter)[0]
    branch = [*text, *toys.random_prompt(9, len(edited) - len(text))]
    for each in (edited, branch, branch):  # the branch is as long: it ends where the state of the edited prompt was kept
        fresh.reset()
        assert said(each) == toys.reply(fresh, each, PLAIN, 20).tokens
    assert len(pair.target._checkpoints) <= CHECKPOINTS


class Thinking(toys.Letters):
    """A tokenizer whose template opens a thought, and leaves it out of what is past."""

    def apply_chat_template(self, messages, add_generation_prompt=True, **switches):
        return super().apply_chat_template(messages, add_generation_prompt) + self.encode("tt" * add_generation_prompt)


@everyday("kind", KINDS, *SOME)
def test_where_thoughts_are_left_out_a_next_turn_goes_on_from_what_stays_of_the_prompt(kind):
    pair, fresh = (toys.make_pair(toys.toy(kind), {"copy": toys.toy_drafter(f"copy:{kind}")}) for _ in range(2))
    pair.tokenizer = fresh.tokenizer = Thinking()
    first = [{"role": "user", "content": "abcab" * 10}]
    toys.reply(pair, first, GREEDY, 12)
    again = [*first, {"role": "assistant", "content": "ab"}, {"role": "user", "content": "c"}]
    turn = toys.reply(pair, again, GREEDY, 12)
    assert turn.prefills[0].cached >= 50 and turn.tokens == toys.reply(fresh, again, GREEDY, 12).tokens


def test_a_drafter_switched_on_late_reads_the_past_once_and_in_the_open():
    pair, _, drafter = counted_pair("trimmable", "copy")
    prompt, asked = toys.random_prompt(1, 120), iter(["none", "lookup"] * 3)
    reply = toys.reply(pair, prompt, lambda: replace(GREEDY, drafter=next(asked, "copy")), 20)
    joins = [event for event in reply.prefills if event.who == "copy"]
    assert joins[0].cached == 0 and joins[-1].done == joins[-1].total > len(prompt)
    assert drafter.read <= len(prompt) + 20 + sum(len(r.draft) for r in reply.rounds)


@pytest.mark.parametrize("slack", [cache.SLACK, 0])
def test_a_window_with_slack_never_reads_again_what_was_rejected(monkeypatch, slack):
    """A stranger's guesses are mostly rejected; its own window then goes back over several reads. Without slack it cannot, and
    everything is read again."""
    monkeypatch.setattr(cache, "SLACK", slack)
    monkeypatch.setattr(cache.SlidingCache, "step", 1 if slack == 0 else 256)
    pair, target, drafter = counted_pair("sliding", "sliding")
    reply = toys.reply(pair, toys.random_prompt(1, 30), replace(GREEDY, k=8), 60)
    known, guessed = 30 + 60, sum(len(r.draft) for r in reply.rounds)
    assert sum(len(r.draft) - r.accepted for r in reply.rounds) > 100
    assert target.read <= known + guessed
    assert (drafter.read <= known + guessed) is (slack > 0)


def test_a_recurrent_target_reads_a_bounded_number_of_tokens_again():
    """Of what it accepted it reads again at most what a debt may hold, so the tokens read stay within a factor of those said. It cannot be
    replayed: any other never owes anything (test_replay.py)."""
    pair, target, _ = counted_pair("recurrent", "trimmable")
    rounds = toys.reply(pair, toys.random_prompt(1, 30), GREEDY, 120).rounds
    assert max(r.read for r in rounds if r.passes == 1) <= 2 * (GREEDY.k + 1) + GREEDY.k
    assert any(r.passes == 2 for r in rounds), "a stranger's guesses make debts"
    assert sum(r.passes for r in rounds) == pair.target.passes - 1  # the prompt's pass
    assert sum(r.read for r in rounds) == target.read - 29


# -- what is let go, and what is refused -----------------------------------------------------------------------------------


def test_what_cannot_be_decoded_is_refused_before_anything_is_read_and_a_bias_also_in_the_middle():
    reference, pair = toys.reference("trimmable", PLAIN), toys.make_pair(toys.toy("trimmable"), {}, context=60)
    wrong, missing = Settings(drafter="none", logit_bias={toys.WIDTH: 5.0}), f"logit_bias names token {toys.WIDTH}, but"
    for prompt, settings, error, word in (
        ("", PLAIN, PromptError, "empty"), ([], PLAIN, PromptError, "empty"), ("a" * 70, PLAIN, PromptError, "at most 60"), ([1] * 60, PLAIN, PromptError, "at most 60"),
        ([1, 999], PLAIN, PromptError, "vocabulary"), ([1, 2], wrong, SettingsError, missing),
        ([1, 2], Settings(drafter="absent"), SettingsError, "no drafter 'absent'"),
    ):  # fmt: skip
        with pytest.raises(error, match=word) as caught:
            decode(pair, prompt, settings)
        assert "\n" not in str(caught.value)
    assert pair.target.passes == 0
    asked = iter([PLAIN] * 5)
    toys.check_says(pair, reference, lambda: next(asked, wrong), 12, error=missing)


@everyday("kind", KINDS, *SOME)
def test_a_reset_lets_go_of_every_array_but_weights(kind):
    pair = toys.full_pair(kind)
    names = cycle(pair.drafters)
    toys.reply(pair, toys.random_prompt(1), lambda: replace(GREEDY, drafter=next(names)), 60, ignore_end=True)
    assert arrays_of(pair, set()), "of what was read"
    pair.reset()
    assert not arrays_of(pair, set())


def arrays_of(thing: Any, seen: set[int]) -> list[mx.array]:
    """The arrays that are held anywhere in a thing, but for those of networks."""
    if isinstance(thing, mx.array):
        return [thing]
    if isinstance(thing, nn.Module) or id(thing) in seen:
        return []
    seen.add(id(thing))
    parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, (list, tuple)) else getattr(thing, "__dict__", {}).values()
    return [array for part in list(parts) for array in arrays_of(part, seen)]


@pytest.mark.parametrize("before", ["in force", "none"])
@pytest.mark.parametrize("drafter", ["mtp", "eagle3"])
def test_a_head_reads_the_token_after_a_branch_anew(drafter, before):
    """Its slots pair a token's hidden state with the token after it: where a later prompt departs, the slot before that is another one. Also where
    the rows of the branch that was left still waited to be read."""
    kept, cold, settings = toys.full_pair("trimmable"), toys.full_pair("trimmable"), replace(GREEDY, drafter=drafter, k=3)
    for branch in ("abcdefghijnmlkjiabcdef", "abcdefghij klm nop abt"):
        kept.reset(), cold.reset()
        toys.reply(kept, toys.letters(FIRST), settings if before == "in force" else replace(settings, drafter="none"), 12)
        again, fresh = (toys.first_rounds(pair, toys.letters(branch), settings, 1) for pair in (kept, cold))
        ours, theirs = (pair.drafters[drafter]._cache[0].state[0][..., : len(branch) - 1, :] for pair in (kept, cold))
        assert mx.allclose(ours, theirs, atol=1e-5) and again.rounds[0].draft == fresh.rounds[0].draft, branch


@pytest.mark.parametrize("drafter", ["mtp", "eagle3"])
def test_a_head_beside_a_cache_that_cannot_rewind_makes_no_draft_for_a_token_that_is_gone(drafter):
    pair = toys.full_pair("mamba")
    toys.reply(pair, toys.letters(FIRST), replace(GREEDY, drafter=drafter, k=3), 2)
    head = pair.drafters[drafter]
    assert head._last
    head.begin(toys.letters(f"{FIRST[:-1]}t"), -1)
    assert head._last is None


@pytest.mark.parametrize("drafter", ["mtp", "eagle3"])
def test_a_head_that_lost_its_cache_goes_on_from_the_next_row_that_it_gets(drafter):
    pair, settings = toys.full_pair("trimmable"), replace(GREEDY, drafter=drafter, k=3)
    toys.reply(pair, toys.letters(FIRST), settings, 12)
    head = pair.drafters[drafter]
    head.reset()
    turn = toys.reply(pair, [*pair.target.sequence, *toys.letters("abc")], settings, 12)
    assert turn.finish.stats.drafted and head._cached_start >= len(FIRST)
    assert head._cache[0].offset == head._waiting.start - head._cached_start, "no slot of a guess is left"
