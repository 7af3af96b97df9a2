"""What caches hold between rounds and turns: whole, no more than was said, and read once."""

from dataclasses import replace
from itertools import cycle
from typing import Any

import mlx.core as mx
import mlx.nn as nn
import pytest

from specdeck.decoding import PromptError, Settings, SettingsError, decode
from specdeck.decoding.target import cache
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers import toys
from tests.helpers.everyday import everyday
from tests.helpers.kinds import SOME
from tests.helpers.toys import PLAIN

GREEDY = Settings(drafter="copy", k=4)
KINDS = tuple(toys.KINDS)


def state(followed) -> list:
    """Every array of a sequence state's cache, keys and values cut to what is in use and as they are read."""
    return [array for entry in cache.flat(followed._entries) for array in _arrays(entry)]


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


@pytest.mark.parametrize("kind", KINDS)
@everyday("drafter", ["copy", "right", "lookup"], "right")
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


def _assert_as_fresh(used: SequenceState, fresh: SequenceState, kind: str) -> None:
    """What a state holds after some rounds, and once it has read the rest, is what one holds that reads the sequence for the first time."""
    assert used.length <= len(used.sequence)
    if used.unread:
        mx.eval(used.read())
    fresh.follow(list(used.sequence))
    mx.eval(fresh.read())
    for ours, theirs in zip(state(used), state(fresh), strict=True):
        assert near(ours, theirs, kind)


@everyday("kind", KINDS, *SOME)
def test_a_second_turn_reads_only_what_is_new_on_target_and_drafter(kind):
    pair = toys.full_pair(kind)
    first = [{"role": "user", "content": "abcab(de)fabcab" * 6}]
    reply = toys.reply(pair, first, GREEDY, 24)
    said = "".join(toys.LETTERS[token] for token in reply.tokens)
    held = pair.target.length
    again = [*first, {"role": "assistant", "content": said}, {"role": "user", "content": "gh" * 40}]
    turn = toys.reply(pair, again, GREEDY, 24)
    assert {event.cached for event in turn.prefills if event.who == "target"} == {held}
    assert all(event.cached > 80 for event in turn.prefills)
    fresh = toys.reply(toys.full_pair(kind), again, GREEDY, 24)
    assert turn.tokens == fresh.tokens


@everyday("kind", KINDS, *SOME)
def test_regenerate_restarts_from_the_prompts_end(kind):
    pair = toys.full_pair(kind)
    prompt = [{"role": "user", "content": "abcab(de)fabcab" * 6}]
    first = toys.reply(pair, prompt, GREEDY, 24)
    second = toys.reply(pair, prompt, GREEDY, 24)
    assert second.tokens == first.tokens
    target = [event for event in second.prefills if event.who == "target"]
    assert target[0].total - target[0].cached <= 2


@everyday("kind", KINDS, *SOME)
def test_a_template_that_strips_thoughts_goes_back_to_the_prompts_end(kind):
    pair = toys.make_pair(toys.toy(kind), {"copy": toys.toy_drafter(f"copy:{kind}")}, strip=True)
    first = [{"role": "user", "content": "abcab" * 10}]
    toys.reply(pair, first, GREEDY, 12)
    again = [*first, {"role": "assistant", "content": "(thoughts)ab"}, {"role": "user", "content": "c"}]
    turn = toys.reply(pair, again, GREEDY, 12)
    assert turn.prefills[0].cached >= 50
    assert turn.tokens == toys.reply(toys.make_pair(toys.toy(kind), {"copy": toys.toy_drafter(f"copy:{kind}")}, strip=True), again, GREEDY, 12).tokens


def test_a_recurrent_target_never_reads_a_long_debt_with_a_draft(monkeypatch):
    """One that cannot be replayed: any other never owes anything (test_replay.py)."""
    monkeypatch.setattr(SequenceState, "_new_tape", lambda self, states: None)
    reply = toys.reply(toys.full_pair("recurrent"), toys.random_prompt(1), replace(GREEDY, drafter="trimmable"), 120)
    assert max(r.read for r in reply.rounds if r.passes == 1) <= 2 * (GREEDY.k + 1) + GREEDY.k
    assert any(r.passes == 2 for r in reply.rounds), "a stranger's guesses make debts"


def test_a_bias_on_a_token_that_is_not_there_is_refused_also_in_the_middle_of_a_reply():
    reference = toys.reference("trimmable", PLAIN)
    pair = toys.make_pair(toys.toy("trimmable"), {})
    wrong = Settings(drafter="none", logit_bias={10**7: 5.0})
    with pytest.raises(SettingsError, match="logit_bias names token 10000000"):
        decode(pair, list(reference.prompt), wrong)
    asked = iter([PLAIN] * 5)
    reply = toys.reply(pair, list(reference.prompt), lambda: next(asked, wrong), 12)
    assert reply.tokens == list(reference.tokens[:12])
    assert "logit_bias names token 10000000" in reply.finish.error


def test_what_cannot_be_decoded_is_refused_before_anything_is_read():
    pair = toys.make_pair(toys.toy("trimmable"), {}, context=20)
    for prompt, word in (("", "empty"), ([], "empty"), ("a" * 30, "at most 20"), ([1, 999], "vocabulary")):
        with pytest.raises(PromptError, match=word) as caught:
            decode(pair, prompt, Settings(drafter="none"))
        assert "\n" not in str(caught.value)
    assert pair.target.passes == 0


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


@pytest.mark.parametrize("drafter", ["mtp", "eagle3"])
def test_a_head_reads_the_token_after_a_branch_anew(drafter):
    """Its slots pair a token's hidden state with the token after it: where a later prompt departs, the slot before that is another one."""
    kept, cold = toys.full_pair("trimmable"), toys.full_pair("trimmable")
    settings = replace(GREEDY, drafter=drafter, k=3)
    for first, branch in (("abcdefghij klm nop abc", "abcdefghijnmlkjiabcdef"), ("abcdefghij klm nop abc", "abcdefghij klm nop abt")):
        kept.reset(), cold.reset()
        toys.reply(kept, toys.letters(first), settings, 12)
        again, fresh = (toys.first_rounds(pair, toys.letters(branch), settings, 1) for pair in (kept, cold))
        ours, theirs = (entry.state[0][..., : len(branch) - 1, :] for pair in (kept, cold) for entry in pair.drafters[drafter]._cache[:1])
        assert mx.allclose(ours, theirs, atol=1e-5), branch
        assert again.rounds[0].draft == fresh.rounds[0].draft


@pytest.mark.parametrize("drafter", ["mtp", "eagle3"])
def test_a_head_beside_a_cache_that_cannot_rewind_makes_no_draft_for_a_token_that_is_gone(drafter):
    pair, settings = toys.full_pair("mamba"), replace(GREEDY, drafter=drafter, k=3)
    toys.reply(pair, toys.letters("abcdefghij klm nop abc"), settings, 2)
    head = pair.drafters[drafter]
    assert head._last
    head.begin(toys.letters("abcdefghij klm nop abt"), -1)
    assert head._last is None
