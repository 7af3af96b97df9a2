"""Replies that are measured: trials, plain decoding's pace, and continuations for a test of equal distributions. Each gives its reports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generator, Iterator, Sequence

from specdeck.decoding import built_kernels
from specdeck.decoding.errors import LoadError
from specdeck.decoding.text import TokenTexts
from specdeck.decoding.types import SEEDS, Event, Finish, Round, Settings

from .decoder import Decoder
from .messages import Counted, DrawContinuations, DrawingEnded, Drawn, Measure, Measured, Replied, Report, Trial, Tried


def whole_reply(decoder: Decoder, prompt: str | Sequence[int], settings: Settings, tokens: int, **options: Any) -> tuple[list[Round], Finish]:
    """The rounds and the end of a reply from cold caches. Raises LoadError if a drafter or the target fails."""
    decoder.pair.reset()
    *events, finish = decoder.events(0, prompt, settings, max_tokens=tokens, **options)
    assert isinstance(finish, Finish), "the last event of a reply"
    if finish.error:
        raise LoadError(finish.error)
    return [event for event in events if isinstance(event, Round)], finish


def carry_out(decoder: Decoder, asked: Trial | Measure | DrawContinuations) -> Iterator[Report]:
    """The reports of one of these."""
    return trial(decoder, asked) if isinstance(asked, Trial) else draw(decoder, asked) if isinstance(asked, DrawContinuations) else measure(decoder, asked)


def trial(decoder: Decoder, asked: Trial) -> Iterator[Report]:
    """A timed reply: the number of tokens after each round, or where it is shown its events; at its end all of them."""
    if not decoder.halted(asked.job):
        decoder.pair.reset()
    seen, tokens = [], 0
    for event in decoder.events(asked.job, asked.messages, asked.settings, max_tokens=asked.max_tokens, thinking=asked.thinking, detail=asked.detail):
        seen.append(event)
        if asked.shown:
            yield Replied(asked.job, event)
        elif isinstance(event, Round):
            tokens += len(event.tokens)
            yield Counted(asked.job, tokens)
    yield Tried(asked.job, asked.settings, tuple(seen))


def measure(decoder: Decoder, asked: Measure) -> Iterator[Measured]:
    """Plain decoding's pace, with the machine's before and after."""
    before = decoder.engine.probe()
    where = {"kept": asked.kept, "beyond": True} if asked.kept else {}
    events = decoder.events(asked.job, asked.messages, asked.settings, max_tokens=asked.tokens, thinking=asked.thinking, ignore_end=True, **where)
    seen = tuple(events)
    stats = Tried(asked.job, asked.settings, seen).finish.stats
    built = built_kernels([event for event in seen if isinstance(event, Round)])
    probes = tuple(seconds for seconds in (before, decoder.engine.probe()) if seconds is not None)
    yield Measured(asked.job, stats.emitted, stats.tokens_per_second, built, probes)


def draw(decoder: Decoder, asked: DrawContinuations) -> Iterator[Drawn | DrawingEnded]:
    """Each continuation as it is drawn, the sides in turn, so that both have as many wherever the job is halted. Each has a seed of its
    own, so that the sides are independent."""
    names, known, began, seconds = TokenTexts(decoder.pair.tokenizer), set(), decoder.clock(), 0.0
    for at in range(2 * asked.draws):
        if 0 < asked.seconds < seconds and at % 2 == 0 and at >= 2 * asked.least:
            break
        settings = replace(asked.sides[at % 2], seed=(asked.seed + at) % SEEDS)
        events = decoder.events(asked.job, asked.messages, settings, max_tokens=asked.tokens + 1, thinking=asked.thinking, detail=0)
        found = continuation(events, asked.tokens)
        if decoder.halted(asked.job):
            break
        new = {*found[0], *found[1]} - known
        known |= new
        seconds = decoder.clock() - began
        yield Drawn(asked.job, at % 2, *found, {token: names[token] for token in new}, seconds)
    yield DrawingEnded(asked.job)


def continuation(events: Generator[Event], most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
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
    events.close()
    return tuple(ids[:most]), (*ids[:before], *draft, *ids[before + len(draft) :])[:most]
