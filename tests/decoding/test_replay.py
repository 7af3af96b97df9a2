"""What stands of a round is fed to recurrent layers once more, from what their projections said: states as if nothing else had been."""

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx.utils import tree_flatten
from mlx_lm.models.cache import KVCache

from specdeck.decoding import Settings
from specdeck.decoding.target import cache
from specdeck.decoding.target.recurrent_replay import find_readers
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers import toys
from tests.helpers.kinds import KINDS, REWINDING

RECURRENT = [kind for kind in KINDS if kind not in REWINDING]
TEXT = toys.random_prompt(3, 24)


def sequence_state(model, upto: int = 16) -> SequenceState:
    """A state that has read so much of TEXT."""
    followed = SequenceState(model)
    followed.follow(TEXT[: upto + 1])
    list(followed.prefill(upto))
    return followed


def states(followed: SequenceState) -> list[mx.array]:
    return cache.arrays(cache.recurrent(followed.entries))


def guess_and_keep(followed: SequenceState, stands: int, one_by_one: bool = False) -> None:
    """A draft of five tokens, of which so many stand, in one read or, as a drafter reads its own, one by one."""
    guesses = TEXT[17 : 17 + stands] + [3] * (5 - stands)
    followed.read(mx.array([] if one_by_one else guesses, mx.uint32))
    for token in guesses if one_by_one else ():
        followed.step(mx.array([token], mx.uint32))
    followed.roll_back(17 + stands)


@pytest.mark.parametrize("kind", RECURRENT)
@pytest.mark.parametrize("one_by_one", [False, True])
@pytest.mark.parametrize("stands", range(6))
def test_states_are_what_reading_only_what_stands_makes_of_them(kind, stands, one_by_one):
    replayed, straight = sequence_state(toys.toy(kind)), sequence_state(toys.toy(kind), 17 + stands)
    guess_and_keep(replayed, stands, one_by_one)
    assert replayed.length == 17 + stands and replayed._snapshot is None and replayed._tape is None
    for found, wanted in zip(states(replayed), states(straight), strict=True):
        assert mx.abs(found - wanted).max().item() < 1e-4


@pytest.mark.parametrize("kind", RECURRENT)
def test_a_target_that_is_replayed_reads_nothing_twice(kind, monkeypatch):
    """Only a round's own token and its guesses, and never a pass to settle a debt. Plain decoding keeps no state to go back to."""
    pair, reference = toys.full_pair(kind), toys.reference(kind, Settings(drafter="none", k=0), 40)
    pair.drafters["right"].texts = [reference.sequence]
    rounds = toys.reply(pair, list(reference.prompt), Settings(drafter="right", k=4), 40).rounds
    assert {r.accepted for r in rounds} >= {0, 1, 2, 3}
    assert all(r.read == len(r.draft) + 1 and r.passes == 1 for r in rounds)
    monkeypatch.setattr(SequenceState, "_take_snapshot", lambda self: 1 / 0)
    toys.check_says(pair, reference, toys.PLAIN)


@pytest.mark.parametrize("kind", RECURRENT)
def test_a_replay_runs_no_projection_and_no_other_layer(kind, monkeypatch):
    replayed, ran = sequence_state(KINDS[kind]()), []
    replayed.read(mx.array(TEXT[17:22], mx.uint32))
    monkeypatch.setattr(nn.Linear, "__call__", lambda self, x: ran.append(self) or x)
    replayed.roll_back(18)
    mx.eval(states(replayed))
    assert replayed.length == 18 and ran == []


@pytest.mark.parametrize("kind", RECURRENT)
def test_the_model_is_itself_again_after_every_read_also_one_that_broke(kind, monkeypatch):
    model = KINDS[kind]()
    before, replayed = parts(model), sequence_state(model)
    guess_and_keep(replayed, 2)
    assert parts(model) == before
    monkeypatch.setattr(type(model.layers[-1]), "__call__", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        replayed.read(mx.array([1, 2], mx.uint32))
    assert parts(model) == before


def parts(model) -> list[tuple[str, int]]:
    """Every module and parameter of a model, by name and identity."""
    modules = [(name, id(part)) for name, part in model.named_modules()]
    return modules + [(name, id(part)) for name, part in tree_flatten(model.parameters())]


class TwoReaders(nn.Module):
    """Two modules that share an entry, as in RWKV."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(toys.WIDTH, 8)
        self.layers, self.norm = [Sum(0), Sum(1)], nn.Identity()

    def make_cache(self):
        return [cache.ArraysCache(2)]

    def __call__(self, tokens, cache):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, cache[0])
        return x


class Sum(nn.Module):
    """Adds up what it reads; with `wrong`, twice after its first read, which a replay is not."""

    def __init__(self, slot: int) -> None:
        super().__init__()
        self.slot, self.calls, self.wrong = slot, 0, False

    def __call__(self, x, cache):
        self.calls += 1
        before = 0 if cache[self.slot] is None else cache[self.slot]
        cache[self.slot] = before + x.sum(axis=1, keepdims=True) * (self.calls if self.wrong else 1)
        return x + cache[self.slot]


def test_a_model_whose_entry_has_two_readers_or_does_more_than_read_is_not_replayed(monkeypatch):
    model = TwoReaders()
    assert find_readers(model) == ()
    model.layers.pop()
    model.make_cache = lambda: [cache.ArraysCache(1)]
    assert [reader.slot.module for reader in find_readers(model)] == model.layers
    model.layers[0].wrong = True
    assert find_readers(model) == ()
    model.layers[0].wrong, call = False, TwoReaders.__call__
    monkeypatch.setattr(TwoReaders, "__call__", lambda self, tokens, cache: (self.layers[0]["slot"], call(self, tokens, cache))[1])
    assert find_readers(model) == (), "it looks into a module"
    monkeypatch.setattr(TwoReaders, "__call__", lambda self, tokens, cache: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        find_readers(model)


def test_what_is_replayed_is_found_anew_where_taps_come_and_go():
    """A layer that reads its entry itself is tapped as a whole: what is to be recorded is then inside its tap."""
    model = TwoReaders()
    model.layers.pop()
    replayed = sequence_state(model)
    replayed.tap((0,))
    guess_and_keep(replayed, 2)
    replayed.tap(())
    replayed.sequence.extend(TEXT[17:20])
    replayed.read(mx.array([3, 3], mx.uint32))
    replayed.roll_back(20)
    assert replayed.passes == 3 and mx.allclose(*states(replayed), *states(sequence_state(model, 20)), atol=1e-4)


class OtherCache(KVCache):
    """Of a kind that is not known to rewind."""


@pytest.mark.parametrize("stands", range(5))
def test_nothing_is_replayed_beside_another_cache_that_cannot_rewind(stands):
    model = toys.toy("recurrent")
    make = model.make_cache
    model.make_cache = lambda: [OtherCache() if type(entry) is KVCache else entry for entry in make()]
    drafted, straight = sequence_state(model), sequence_state(model, 17 + stands)
    guess_and_keep(drafted, stands)
    for state in (drafted, straight):
        state.follow(TEXT[: 19 + stands])
    assert mx.abs(drafted.read() - straight.read()).max().item() < 1e-4
