"""The short system prompts that some conversations begin with."""

from random import Random

from ..corpus import Dialogue
from ..texts import read

TEXT = read("tasks/system")

SYSTEM = TEXT.SYSTEM


def with_system(turns: Dialogue, rng: Random) -> Dialogue:
    """The same turns under a short system prompt."""
    return [("system", rng.choice(SYSTEM)), *turns]
