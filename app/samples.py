"""Prompts for a newcomer, each with its drafter. With the embedded pair it is the best drafter in the README's table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """A prompt, its kind of task, and the workload of the table that it is like."""

    kind: str
    prompt: str
    workload: str

    @property
    def best_drafter(self) -> str:
        """The embedded pair's drafter with the highest speed-up on its workload at temperature 0, by the README's table."""
        return "lookup" if self.workload in COPIES else "model"


_CODE = """def bill(items, tax):
    total = 0
    for item in items:
        total += item.price * item.count
    return total * (1 + tax)"""

_HOTEL = (
    "The Harbor View Hotel is in Santa Cruz. It has 84 rooms, a pool and free parking. "
    "Breakfast is served from 7 to 10 in the morning. A room costs $129 a night."
)

SAMPLES: tuple[Sample, ...] = (
    Sample("story", "Tell me a story about a badger who learns to skate.", "story"),
    Sample("explain", "How does speculative decoding work?", "open"),
    Sample("echo", f"Repeat exactly: {_HOTEL}", "echo"),
    Sample("edit", f"Rename total to amount:\n{_CODE}", "edit"),
    Sample("qa", f"{_HOTEL}\nHow much is a room?", "qa"),
    Sample("fable", "Write a fable about a crow and a turtle.", "story"),
    Sample("recipe", "How do I make pancakes?", "open"),
    Sample("talk", "What can you do?", "open"),
)
OFFERED = SAMPLES[:5]  # in the empty chat: one for each kind of drafting
ANYWHERE = tuple(Sample("explain", "Why is the sky blue?", "open") if one.kind == "explain" else one for one in OFFERED)  # what any chat model answers
COPIES = ("echo", "edit")  # workloads whose replies stand in their prompts for the most part


def sample(kind: str) -> Sample:
    return next(sample for sample in SAMPLES if sample.kind == kind)
