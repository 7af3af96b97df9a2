"""The channel between rank 0 and the followers: every message and every answer is a sum over all ranks, of which only one adds
anything.

mlx carries out collective operations in the order in which they are queued, so every rank must queue the same ones: a forward
is queued before the next message is.
"""

import os
import select
import socket
import sys
import threading
import time
from contextlib import contextmanager
from enum import IntEnum
from typing import Collection, Iterator, NamedTuple, Sequence

import mlx.core as mx

from ..cpu.tune import is_failed_kernel
from ..errors import HostLost, is_out_of_memory
from ..rules.draws import NO_TOKENS, on_host
from ..target.hidden_states import FINAL, Place

# The messages of rank 0 to the followers: arrays of SIZE int32, which fit one Ethernet frame.
#
#     verb, state, upto, a, b, c, number of fresh tokens, number of guesses, fresh tokens …, guesses …
#
# Fresh tokens are those that the sequence got since the last message; they, and then `upto`, take effect before the verb. Guesses may still
# be computed on the device when a message is put together.

SIZE, HEAD = 256, 8
ROOM = SIZE - HEAD  # for tokens: enough for the longest draft, MAX_K
NOTHING = -1  # in the place of `upto`: nothing is to be rolled back


class Verb(IntEnum):
    """What a message asks for: the calls of a SequenceState, and what is between states. `a`, `b` and `c` in brackets."""

    MORE = 0  # fresh tokens only: a part of those of the next message
    LOAD = 1  # the model whose name the fresh numbers spell, for a state of this number (kv bits, 0 for none; the state to retain)
    FOLLOW = 2  # (common prefix with the old sequence); the fresh tokens are the rest
    PREFILL = 3  # one chunk (upto, checkpoint, tokens of a chunk)
    READ = 4
    STEP = 5  # (whether the token is certain)
    ROLL_BACK = 6  # nothing beyond the `upto` that every message has
    FORGET = 7
    RESET = 8
    TAP = 9  # the fresh numbers are places
    SUM = 10  # a sum of numbers over all hosts (how many, how often), to measure it
    LEAVE = 11


class Order(NamedTuple):
    """A message as a follower reads it."""

    verb: Verb
    state: int
    upto: int
    values: tuple[int, int, int]
    fresh: tuple[int, ...]
    guesses: tuple[int, ...]


def pack(
    verb: Verb, state: int = 0, upto: int = NOTHING, values: Sequence[int] = (), fresh: Sequence[int] = (), guesses: mx.array = NO_TOKENS
) -> mx.array:
    """A message (SIZE,). Fresh tokens and guesses must fit into ROOM."""
    n = guesses.size
    values = [*values, 0, 0, 0][:3]
    head = mx.array([verb, state, upto, *values, len(fresh), n, *fresh], mx.int32)
    parts = [head, *([guesses.astype(mx.int32)] if n else []), mx.zeros((ROOM - len(fresh) - n,), mx.int32)]
    return mx.concatenate(parts)


def unpack(numbers: Sequence[int]) -> Order:
    verb, state, upto, a, b, c, fresh, guesses = numbers[:HEAD]
    tokens = numbers[HEAD : HEAD + fresh + guesses]
    return Order(Verb(verb), state, upto, (a, b, c), tuple(tokens[:fresh]), tuple(tokens[fresh:]))


def name_to_numbers(name: str) -> list[int]:
    return list(name.encode())


def numbers_to_name(numbers: Sequence[int]) -> str:
    return bytes(numbers).decode()


def places_to_numbers(places: Sequence[Place]) -> list[int]:
    """Places of a model as numbers: layers as they are, FINAL as -1."""
    return [-1 if place == FINAL else int(place) for place in places]


def numbers_to_places(numbers: Sequence[int]) -> tuple[Place, ...]:
    return tuple(FINAL if number < 0 else number for number in numbers)


PATIENCE = 5.0  # seconds in which whoever watches the hosts finds out which one is gone


class Channel:
    """A group of ranks, of which rank 0 sends. `sockets`: file descriptors on which every message arrives, if they are known. `delay`: seconds
    that each message takes longer, to measure what a slow network does. `last`: what was queued last."""

    def __init__(self, group: mx.distributed.Group, sockets: Collection[int] = ()) -> None:
        self.group = group
        self._sockets = sockets
        self.delay = 0.0
        self.last: mx.array | None = None
        self.trouble: str | None = None  # why no call can be made any more
        self.lost = False  # whether that is because mlx may wait for a host for ever
        self.under_way = False  # whether a call that all ranks make is being made
        self._broken = threading.Event()

    def give_up(self, reason: str) -> None:
        """A host is lost: from now on every call raises HostLost with this reason; the first one given counts."""
        self.trouble, self.lost = self.trouble or reason, True
        self._broken.set()

    @contextmanager
    def in_step(self) -> Iterator[None]:
        """A context for a call that all ranks make. Raises HostLost where one is gone. After any other exception the ranks would not
        know of each other what they have done, so this is the last call."""
        self.check()
        self.under_way = True
        try:
            yield
        except RuntimeError as error:
            if is_failed_kernel(error) or is_out_of_memory(error):
                what = "a kernel could not be compiled" if is_failed_kernel(error) else "memory ran out"
                self.give_up(f"the hosts are out of step: {what} here; start again")
                raise
            self._broken.wait(PATIENCE)
            self.give_up("a host is gone: the connection to it was lost")
            raise HostLost(self.trouble or "a host is gone") from error
        except BaseException:
            self.give_up("the hosts are out of step: a call was interrupted; start again")
            raise
        finally:
            self.under_way = False

    def check(self) -> None:
        """Raises HostLost where a host is gone; also if that caused the exception that is being handled."""
        if isinstance(sys.exception(), RuntimeError):
            self._broken.wait(PATIENCE)
        if self.trouble:
            raise HostLost(self.trouble)

    @property
    def size(self) -> int:
        return self.group.size()

    def send(
        self, verb: Verb, state: int = 0, upto: int = NOTHING, values: Sequence[int] = (), fresh: Sequence[int] = (), guesses: mx.array = NO_TOKENS
    ) -> None:
        """Queue a message to all followers; fresh numbers that it has no room for go ahead of it. Does not wait for anyone."""
        room = ROOM - guesses.size
        while len(fresh) > room:
            self._queue(pack(Verb.MORE, state, fresh=fresh[:ROOM]))
            fresh = fresh[ROOM:]
        self._queue(pack(verb, state, upto, values, fresh, guesses))

    def _queue(self, message: mx.array) -> None:
        if self.delay:
            mx.eval(message)
            time.sleep(self.delay)
        self.queue(self._sum(message))

    def queue(self, rows: mx.array) -> None:
        """Queue a computation; what follows on the channel must come after it on every rank."""
        mx.async_eval(rows)
        self.last = rows

    def receive(self) -> Order:
        """The next message, as a follower waits for it: asleep, where the sockets are known."""
        self._sleep_until_bytes_arrive()
        return unpack(on_host(self._sum(mx.zeros((SIZE,), mx.int32))))

    def _sleep_until_bytes_arrive(self) -> None:
        """mlx would look at its sockets without a pause, and keep a core busy for as long as rank 0 has nothing to say."""
        if not self._sockets:
            return
        mx.eval(self.last)  # its sums use the same sockets
        select.select(self._sockets, (), ())

    def gather(self, *numbers: int) -> list[list[int]]:
        """What every rank answers, by rank. All ranks must call this."""
        mine = mx.arange(self.size)[:, None] == self.group.rank()
        return on_host(self._sum(mx.where(mine, mx.array([numbers], mx.int32), 0)))

    def agree(self, answer: bool) -> bool:
        """Whether every rank answers yes."""
        return all(yes for yes, in self.gather(int(answer)))

    def sum_of(self, count: int) -> None:
        """Wait for one sum of `count` numbers over all ranks."""
        mx.eval(self._sum(mx.zeros((count,), mx.float32)))

    def _sum(self, array: mx.array) -> mx.array:
        return mx.distributed.all_sum(array, group=self.group)


def open_connections() -> set[int]:
    """The file descriptors of this process's connected sockets."""
    return {int(name) for name in os.listdir("/dev/fd") if _is_connected(int(name))}


def _is_connected(descriptor: int) -> bool:
    try:
        found = socket.socket(fileno=descriptor)
    except OSError:  # no socket
        return False
    try:
        found.getpeername()
        return True
    except OSError:
        return False
    finally:
        found.detach()
