"""Prompts for a newcomer to pick, each with the drafter that does best on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """A prompt, its kind of task, and the drafter that does well on it."""

    kind: str
    prompt: str
    best_drafter: str


_CODE = """def bill(items, tax):
    total = 0
    for item in items:
        total += item.price * item.count
    return total * (1 + tax)"""

_HOTEL = (
    "The Harbor View Hotel is in Santa Cruz. It has 84 rooms, a pool and free parking. "
    "Breakfast is served from 7 to 10 in the morning. A room is 129 dollars a night."
)

SAMPLES: tuple[Sample, ...] = (
    Sample("story", "Tell me a story about a fox who is afraid of the dark", "model"),
    Sample("explain", "What is speculative decoding?", "model"),
    Sample("fable", "Write a fable about a crow and a turtle.", "model"),
    Sample("recipe", "How do I make pancakes?", "model"),
    Sample("talk", "What can you do?", "model"),
    Sample("echo", f"Repeat exactly: {_HOTEL}", "lookup"),
    Sample("edit", f"Rename total to amount:\n{_CODE}", "lookup"),
    Sample("qa", f"{_HOTEL}\nHow much is a room?", "mtp"),
)


def sample(kind: str) -> Sample:
    """The sample of one kind."""
    return next(sample for sample in SAMPLES if sample.kind == kind)
