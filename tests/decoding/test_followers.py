"""What a follower has after each round, call by call: rank 0 and one follower in this process, each with the whole target. A message waits
until the test lets the follower handle it, so what is counted here depends on no clock."""

from __future__ import annotations

from collections import deque
from typing import Any, Sequence

import mlx.core as mx
import pytest

from specdeck.decoding import Prefill, Round, Settings, decode
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.distributed.channel import Channel, unpack
from specdeck.decoding.distributed.cluster import Cluster
from specdeck.decoding.distributed.follower import Parts
from specdeck.decoding.distributed.hosts import from_names
from tests.helpers import kinds, loopback, toys
from tests.helpers.caches import near, state


class Waiting(Channel):
    """Rank 0's channel, whose messages wait here."""

    def __init__(self) -> None:
        super().__init__(mx.distributed.init())
        self.messages: deque[mx.array] = deque()

    def _queue(self, message: mx.array) -> None:
        self.messages.append(message)


class Ranks:
    """Rank 0's pair, and a follower that handles messages when it is told to."""

    def __init__(self, kind: str, place: Any) -> None:
        self.channel, target = Waiting(), recognise(loopback.folder_of(kind, place))
        cluster = Cluster(from_names(("127.0.0.1", "127.0.0.1")), self.channel, None)
        model = cluster.model(None, target, None)
        self.pair = toys.full_pair(kind, cluster.sequence_state(model, None, ()))
        self._parts = Parts(Channel(mx.distributed.init()), lambda line: None)
        self.handle()

    def handle(self) -> int:
        """Let the follower handle what waits; returns how many messages that were."""
        count = len(self.channel.messages)
        while self.channel.messages:
            self._parts.do(unpack(self.channel.messages.popleft().tolist()))
        return count

    def decode(self, prompt: Sequence[int], settings: Settings, rounds: int) -> list[int]:
        """So many rounds of a reply, which is then left; returns how many messages the follower handled after each."""
        events, backlogs = decode(self.pair, list(prompt), settings, 700, ignore_end=True), []
        for event in events:
            backlogs += [self.handle()] if isinstance(event, Round) else []
            if len(backlogs) == rounds:
                break
        events.close()
        self.handle()
        return backlogs

    def check(self, kind: str) -> None:
        """That the follower's cache is rank 0's, once it knows all that rank 0 knows."""
        self.pair.target._catch_up()
        self.handle()
        ours, theirs = self.pair.target._shard, self._parts._shards[self.pair.target.number]
        assert theirs.sequence == ours.sequence and theirs.length == ours.length
        assert all(near(a, b, kind) for a, b in zip(state(ours), state(theirs), strict=True))


@pytest.fixture(params=loopback.CONFIGS)
def ranks(request, monkeypatch, tmp_path):
    monkeypatch.setattr(kinds, "KINDS", kinds.KINDS | {kind: lambda *_, kind=kind, **__: loopback.build(kind) for kind in loopback.CONFIGS})
    monkeypatch.setattr(toys, "KINDS", kinds.KINDS)
    ranks = Ranks(request.param, tmp_path)
    yield ranks
    ranks.check(request.param)


PROMPT = list(range(1, 21))


@pytest.mark.long
@pytest.mark.parametrize("drafter", ["lookup", "copy"])
def test_no_backlog_grows_in_200_rounds(ranks, drafter):
    backlogs = ranks.decode(PROMPT, Settings(drafter=drafter, k=2), 200)
    assert len(backlogs) == 200 and max(backlogs[1:]) <= 2


def test_a_reply_that_is_left_and_written_again(ranks):
    """Left in mid-reply, regenerated, then the prompt edited."""
    settings = Settings(drafter="copy", k=3)
    for prompt in (PROMPT, PROMPT, [*PROMPT[:9], 25, 26]):
        ranks.decode(prompt, settings, 3)
        ranks.check("")


def test_a_reading_that_is_left_and_begun_again(ranks):
    """Left between two chunks of a long prompt."""
    prompt = [i % 28 for i in range(700)]
    for event in (events := decode(ranks.pair, prompt, Settings(drafter="copy"), 8)):
        if isinstance(event, Prefill) and event.done:
            break
    events.close()
    assert 0 < ranks.pair.target.length < 700
    ranks.decode(prompt, Settings(drafter="copy"), 2)
