"""Short continuations of one prompt, drawn under two settings in turn, for a test of equal distributions."""

from dataclasses import replace
from typing import Callable, Generator, Iterator

from specdeck.decoding.types import Event, Round, Settings

from .messages import DrawContinuations, Drawn
from .reporter import Names, until

Decode = Callable[[Settings, int], Generator[Event, None, None]]  # settings and most tokens -> a reply's events


def continuations(
    asked: DrawContinuations, decode: Decode, name: Callable[[int], str], halted: Callable[[], bool] = lambda: False
) -> Iterator[Drawn]:
    """Each continuation as it is drawn, the sides in turn, so that both have as many whenever it is halted. `decode` may reuse
    the caches of the previous continuation. Every draw has its own seed, so that the sides are independent."""
    names, known = Names(name), set()
    for at in range(2 * asked.draws):
        side = at % 2
        found = continuation(until(decode(replace(asked.sides[side], seed=asked.seed + at), asked.tokens + 1), halted), asked.tokens)
        if halted():
            return
        new = {*found[0], *found[1]} - known
        known |= new
        yield Drawn(asked.job, side, *found, {token: names[token] for token in new})


def continuation(events: Iterator[Event], most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first `most` tokens of these events, and the same with the whole first draft accepted without a test."""
    ids: list[int] = []
    draft: tuple[int, ...] = ()
    before = 0  # tokens before that draft
    for event in events:
        if isinstance(event, Round):
            draft, before = (draft, before) if draft else (event.draft, len(ids))
            ids += event.tokens
        if len(ids) >= most:
            break
    getattr(events, "close", lambda: None)()
    return tuple(ids[:most]), (*ids[:before], *draft, *ids[before + len(draft) :])[:most]
