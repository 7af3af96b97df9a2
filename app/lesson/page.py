"""What a page is made of: steps, each with a few words, a picture and perhaps a question that is answered before the next step.

Knows styled text; nothing of what is taught or of the screen it is shown on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable

from textual.content import Content

if TYPE_CHECKING:
    from .course import Course

Picture = Callable[[int], list[Content]]  # columns -> lines


@dataclass(frozen=True, slots=True)
class Question:
    """`choices` are picked by digits from `first` on; `answer` is the digit that is right."""

    ask: str
    choices: tuple[str, ...]
    answer: int
    first: int = 1

    @property
    def digits(self) -> range:
        """What may be pressed."""
        return range(self.first, self.first + len(self.choices))

    def told(self, guess: int) -> str:
        """What came of a guess."""
        said, right = (self.choices[digit - self.first] for digit in (guess, self.answer))
        return f"You said {said}: right." if guess == self.answer else f"You said {said}; it is {right}."


@dataclass(frozen=True, slots=True)
class Step:
    """`words` may hold *emphasis*; `picture` draws what they speak of; `hint` says which keys do something here."""

    words: str
    picture: Picture
    question: Question | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """`name` is what progress remembers it by; `build` makes its steps, from the recordings and what the person chose."""

    name: str
    title: str
    build: Callable[[Course], tuple[Step, ...]]
    live: str = ""  # the recording that r makes anew on the pair that is loaded; "" where there is none


def say(words: str) -> Content:
    """Words with their *emphasis*. Only the lesson's own words, never a model's."""
    parts = re.split(r"\*([^*]+)\*", words)
    return Content.assemble(*[(part, "bold $accent") if at % 2 else part for at, part in enumerate(parts)])
