"""What a page is made of: steps, each with a few words, a picture and perhaps a question that is answered before the next step.

Knows styled text; nothing of what is taught or of the screen it is shown on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Mapping, Protocol

from textual.content import Content

from .material import Material

Picture = Callable[[int], list[Content]]  # columns -> lines


class Standing(Protocol):
    """What a page may read of how far the person is: the recordings, and in `turned` what the keys beside space chose, by name."""

    material: Material
    turned: Mapping[str, int]

    def score(self) -> tuple[int, int]:
        """Guesses that were right, of those that were made."""


@dataclass(frozen=True, slots=True)
class Question:
    """`choices` are picked by digits from 1 on, or, where they are single digits, each by itself; `right` is one of them."""

    ask: str
    choices: tuple[str, ...]
    right: str

    @property
    def digits(self) -> tuple[int, ...]:
        """What may be pressed, a digit a choice."""
        if all(choice.isdecimal() and len(choice) == 1 for choice in self.choices):
            return tuple(map(int, self.choices))
        return tuple(range(1, len(self.choices) + 1))

    @property
    def answer(self) -> int:
        """The digit that is right."""
        return self.digits[self.choices.index(self.right)]

    def told(self, guess: int) -> str:
        """What came of a guess."""
        said = self.choices[self.digits.index(guess)]
        return f"You said {said}: right." if guess == self.answer else f"You said {said}; it is {self.right}."


@dataclass(frozen=True, slots=True)
class Step:
    """`words` may hold *emphasis*; `picture` draws what they speak of; `hint` says which keys do something here; `strip` goes
    below where there is room."""

    words: str
    picture: Picture
    question: Question | None = None
    hint: str = ""
    strip: Picture | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """`name` is what progress remembers it by; `build` makes its steps, from the recordings and what the person chose."""

    name: str
    title: str
    build: Callable[[Standing], tuple[Step, ...]]
    live: str = ""  # the recording that r makes anew on the pair that is loaded; "" where there is none


def say(words: str) -> Content:
    """Words with their *emphasis*. Only the lesson's own words, never a model's."""
    parts = re.split(r"\*([^*]+)\*", words)
    return Content.assemble(*[(part, "bold $accent") if at % 2 else part for at, part in enumerate(parts)])
