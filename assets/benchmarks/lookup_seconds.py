"""Benchmark 7: the time of a proposal of `lookup` with 1k, 10k and 100k tokens of context: under 30 microseconds, independent of the context.

The text consists of phrases that repeat, so that there are matches; a proposal includes adding the tokens since the last one to the index.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Iterator

import mlx.core as mx

from specdeck.decoding import Settings
from specdeck.decoding.drafters.base import DraftRequest
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.rules.draws import Draws

from .measuring import Figure, Options

CONTEXTS = (1_000, 10_000, 100_000)
VOCABULARY = 32_000
CALLS = 500  # a turn
STEP = 3  # tokens between two proposals
FLAT = 2.0  # what a hundred times the context may cost, in medians: no work grows, but the index no longer fits a near cache


def measure(options: Options) -> Iterator[Figure]:
    """The median of all calls for each context length, with one drafter each."""
    texts = {context: _text(context + CALLS * STEP * ((options.turns or 9) + 1), context) for context in CONTEXTS}
    drafters = {context: LookupDrafter() for context in CONTEXTS}
    ends = dict.fromkeys(CONTEXTS, 0)
    medians: dict[int, list[float]] = {context: [] for context in CONTEXTS}
    for turn in range(-1, options.turns or 9):
        for context in CONTEXTS:
            start = ends[context] or context
            seconds, ends[context] = _calls(drafters[context], texts[context], start)
            medians[context] += [seconds * 1e6] if turn >= 0 else []
    for context, found in medians.items():
        yield Figure(f"microseconds of a lookup, {context // 1000}k tokens of context", found, 30.0, sign="<=")
    flat = [a / b for a, b in zip(medians[CONTEXTS[-1]], medians[CONTEXTS[0]])]
    yield Figure(f"the same at {CONTEXTS[-1] // 1000}k over {CONTEXTS[0] // 1000}k", flat, FLAT, sign="<=")


def _calls(drafter: LookupDrafter, text: list[int], start: int) -> tuple[float, int]:
    """Median seconds of CALLS proposals, and the length of the text after them."""
    sequence, settings = text[:start], Settings(drafter="lookup", k=8)
    draws, none = Draws(0, 0, 0, VOCABULARY), mx.array([], mx.uint32)
    drafter.propose(DraftRequest(sequence, 8, settings, draws, none, lambda *asked: None))
    times = []
    for _ in range(CALLS):
        sequence += text[len(sequence) : len(sequence) + STEP]
        question = DraftRequest(sequence, 8, settings, draws, none, lambda *asked: None)
        begun = time.perf_counter()
        drafter.propose(question)
        times.append(time.perf_counter() - begun)
    return statistics.median(times), len(sequence)


def _text(length: int, seed: int) -> list[int]:
    """A text of phrases of 4 to 40 tokens, of which every other one repeats an earlier one."""
    dice, phrases, text = random.Random(seed), [[0, 1, 2, 3]], []
    while len(text) < length:
        phrase = dice.choice(phrases) if dice.random() < 0.5 else [dice.randrange(VOCABULARY) for _ in range(dice.randint(4, 40))]
        phrases.append(phrase)
        text += phrase
    return text[:length]
