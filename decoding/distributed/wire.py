"""The messages of rank 0 to the followers: arrays of SIZE int32, which fit one Ethernet frame. Knows their layout; sends nothing.

    verb, track, keep, a, b, c, number of fresh tokens, number of guesses, fresh tokens …, guesses …

Fresh tokens are those that the sequence got since the last message; they, and then `keep`, take effect before the verb. Guesses may still
be computed on the device when a message is put together.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Sequence

import mlx.core as mx

from ..rules.array_helpers import NO_TOKENS
from ..target.hidden_states import FINAL, Place

SIZE, HEAD = 256, 8
ROOM = SIZE - HEAD  # for tokens: enough for the longest draft, MAX_K
NOTHING = -1  # in the place of `keep`: nothing is to be rolled back


class Verb(IntEnum):
    """What a message asks for: the calls of a SequenceState, and what is between tracks. `a`, `b` and `c` in brackets."""

    MORE = 0  # fresh tokens only: a part of those of the next message
    LOAD = 1  # the model whose name the fresh numbers spell, for a track of this number (kv bits, 0 for none; the track to retain)
    FOLLOW = 2  # (common prefix with the old sequence); the fresh tokens are the rest
    PREFILL = 3  # one chunk (upto, checkpoint, tokens of a chunk)
    READ = 4
    STEP = 5  # (whether the token is certain)
    KEEP = 6  # nothing beyond the `keep` that every message has
    FORGET = 7
    RESET = 8
    LISTEN = 9  # the fresh numbers are places
    SUM = 10  # a sum over all hosts of so many numbers (how many, how often), to measure it
    LEAVE = 11


class Order(NamedTuple):
    """A message as a follower reads it."""

    verb: Verb
    track: int
    keep: int
    values: tuple[int, int, int]
    fresh: tuple[int, ...]
    guesses: tuple[int, ...]


def pack(
    verb: Verb, track: int = 0, keep: int = NOTHING, values: Sequence[int] = (), fresh: Sequence[int] = (), guesses: mx.array = NO_TOKENS
) -> mx.array:
    """A message (SIZE,). Fresh tokens and guesses must fit into ROOM."""
    n = guesses.size
    values = [*values, 0, 0, 0][:3]
    head = mx.array([verb, track, keep, *values, len(fresh), n, *fresh], mx.int32)
    parts = [head, *([guesses.astype(mx.int32)] if n else []), mx.zeros((ROOM - len(fresh) - n,), mx.int32)]
    return mx.concatenate(parts)


def unpack(numbers: Sequence[int]) -> Order:
    """The order in a message's numbers."""
    verb, track, keep, a, b, c, fresh, guesses = numbers[:HEAD]
    tokens = numbers[HEAD : HEAD + fresh + guesses]
    return Order(Verb(verb), track, keep, (a, b, c), tuple(tokens[:fresh]), tuple(tokens[fresh:]))


def name_to_numbers(name: str) -> list[int]:
    """A name as numbers."""
    return list(name.encode())


def numbers_to_name(numbers: Sequence[int]) -> str:
    """The name from its numbers."""
    return bytes(numbers).decode()


def places_to_numbers(places: Sequence[Place]) -> list[int]:
    """Places of a model as numbers: layers as they are, FINAL as -1."""
    return [-1 if place == FINAL else int(place) for place in places]


def numbers_to_places(numbers: Sequence[int]) -> tuple[Place, ...]:
    """The places from their numbers."""
    return tuple(FINAL if number < 0 else number for number in numbers)
