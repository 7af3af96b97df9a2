"""The short system prompts that some conversations begin with."""

from random import Random

from ..corpus import Dialogue

SYSTEM = (
    "You are a helpful assistant.", "You are a helpful assistant. Answer briefly.", "Be concise.", "Answer in one sentence.", "You help people.", "You are a storyteller.", "You are specdeck's small model.", "You tell stories to children.", "Use simple words.",
    "Be friendly and short.", "You are a careful assistant.", "You are an assistant that follows instructions exactly.", "Help the user.", "You are a coding assistant.",
)


def with_system(turns: Dialogue, rng: Random) -> Dialogue:
    """The same turns under a short system prompt."""
    return [("system", rng.choice(SYSTEM)), *turns]
