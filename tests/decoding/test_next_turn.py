"""What a turn reads: only what is new, with every drafter and cache, whether or not plain decoding was measured after the reply before."""

from dataclasses import replace
from itertools import islice

import pytest

from specdeck.decoding import Pair, Settings, decode
from specdeck.decoding.target import sequence_state
from specdeck.engine.engine import Engine
from specdeck.engine.session import NextReply, measure_plain
from tests.helpers import matrix, toys
from tests.helpers.everyday import everyday
from tests.helpers.kinds import REWINDING

KINDS = tuple(toys.KINDS)
GREEDY = Settings(drafter="copy", k=4)
BESIDE = [("sliding", "copy"), ("mamba", "mtp"), ("mixed", "none"), ("trimmable", "assistant"), *((KINDS[at % len(KINDS)], name) for at, name in enumerate(matrix.AXES["drafter"]))]
BESIDE = list(dict.fromkeys(pair for pair in BESIDE if pair not in matrix.IMPOSSIBLE))  # every drafter, every kind of cache
MEASURED = 8  # tokens of plain decoding
NEW = 20


@pytest.fixture(autouse=True)
def idle(monkeypatch):
    """How busy the machine is, which a measurement asks first, is another test's business."""
    monkeypatch.setattr(Engine, "probe", lambda self: None)


def measured(pair: Pair, prompt: list[int], drafter: str) -> list[int]:
    """The tokens that stand in the conversation after a reply to the prompt, after which plain decoding was measured, twice, as when the machine was
    busy the first time."""
    said = toys.reply(pair, prompt, replace(GREEDY, drafter=drafter), 30)
    for _ in range(2):
        *_, report = measure_plain(Engine(pair=pair), NextReply(prompt, MEASURED, kept=tuple(said.tokens)))
        assert report.tokens == MEASURED
    return [*prompt, *said.tokens, *(pair.end_tokens if said.finish.reason == "stop" else ())]


def read(pair: Pair, prompt: list[int], drafter: str) -> dict[str, int]:
    """By reader, how many of the prompt's tokens were read before the first round or in it."""
    prefills = toys.first_rounds(pair, prompt, replace(GREEDY, drafter=drafter), 1).prefills
    return {event.who: event.total - event.cached for event in prefills}


@everyday("kind, drafter", BESIDE, *BESIDE[:4])
def test_after_a_measurement_a_follow_up_reads_only_what_is_new(kind, drafter):
    """Also after a reply that ended by itself, here with its last token."""
    pair, prompt = toys.full_pair(kind), toys.random_prompt(1, 90)
    if drafter in ("copy", "none"):
        pair.end_tokens = tuple(toys.reply(pair, prompt, replace(GREEDY, drafter=drafter), 20).tokens[-1:])
        pair.reset()
    turn = [*measured(pair, prompt, drafter), *toys.random_prompt(2, NEW)]
    found = read(pair, turn, drafter)
    assert found.pop("target") <= NEW + 1, "its last common token, which drafters pair with the next one"
    assert drafter == "auto" or all(count <= 2 * NEW + 8 for count in found.values()), found  # auto asks one that was not asked before
    ours, fresh = (toys.reply(each, turn, replace(GREEDY, drafter=name), 16).tokens for each, name in ((pair, drafter), (toys.full_pair(kind), "none")))
    assert ours == fresh[: len(ours)] and len(ours) > 2


@everyday("kind", KINDS, "sliding", "mamba")
def test_after_a_measurement_a_reply_is_written_again_or_goes_on_from_any_token(kind):
    """What cannot rewind goes back to the prompt's end, as without a measurement. And plain decoding is measured where the context is full."""
    pair, prompt = toys.full_pair(kind), toys.random_prompt(1, 90)
    pair.context = len(prompt) + 30
    measured(pair, prompt, "copy")
    assert max(read(pair, prompt, "copy").values()) <= 2
    said = measured(pair, prompt, "copy")
    assert len(said) == pair.context
    branch = [*said[:-5], (said[-5] + 1) % toys.WIDTH]
    assert max(read(pair, branch, "copy").values()) <= (2 if kind in REWINDING else len(branch) - len(prompt) + 2)


def test_chunks_follow_the_pace_and_a_reply_may_be_stopped_between_any_two(monkeypatch):
    """On a clock that a token moves by a 64th of a second: after a first chunk of 8 tokens the others take half a second."""
    assert [sequence_state.prefill_chunk(pace) for pace in (None, 3.0, 100.0, 1e6)] == [8, 8, 50, 256]
    pair, prompt, now = toys.make_pair(toys.toy("mamba"), {"copy": toys.toy_drafter("copy:mamba")}), toys.random_prompt(1, 200), [0.0]
    plain = toys.reply(toys.make_pair(toys.toy("mamba"), {}), prompt, replace(GREEDY, drafter="none"), 8)
    monkeypatch.setattr(sequence_state.time, "perf_counter", lambda: now[0])
    for kind in {type(pair.target.model), type(pair.drafters["copy"].state.model)}:
        read = kind.__call__
        monkeypatch.setattr(kind, "__call__", lambda self, tokens, *more, read=read, **named: (now.__setitem__(0, now[0] + tokens.size / 64), read(self, tokens, *more, **named))[1])
    events = decode(pair, prompt, GREEDY, 8)
    reading = list(islice(events, 6))
    assert [event.done for event in reading] == [0, 8, 40, 72, 104, 136] and reading[-1].seconds_left == 1.0
    events.close()
    reply = toys.reply(pair, prompt, GREEDY, 8)
    assert [(event.who, event.cached) for event in reply.prefills if event.done == event.cached] == [("target", 136), ("copy", 0)]
    assert max(b.done - a.done for a, b in zip(reply.prefills, reply.prefills[1:])) == 32
    assert reply.tokens == plain.tokens
