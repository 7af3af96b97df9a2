"""What a page consists of: steps, each with a few words, a picture and perhaps a question to answer before the next step; and
what a page's recording must show, so that its words are true."""

import math
import operator
import re
from dataclasses import dataclass
from typing import Callable, Mapping, Protocol, Sequence

from textual.content import Content

from ..chat.conversation import Turn
from .recordings import Recordings

Picture = Callable[[int], list[Content]]  # columns -> lines


class CourseState(Protocol):
    """What a page reads of the person's progress: the recordings, the score, and in `turned` what the keys selected, by name."""

    @property
    def recordings(self) -> Recordings: ...

    @property
    def turned(self) -> Mapping[str, int]: ...

    def score(self) -> tuple[int, int]:
        """(right guesses, all guesses)."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """What a step says of its recording: `words` of the step, and the comparison that makes them true, as left "<" right."""

    words: str
    left: float
    sign: str
    right: float

    @property
    def holds(self) -> bool:
        return {"<": operator.lt, "=": math.isclose, ">": operator.gt}[self.sign](self.left, self.right)

    def or_else(self, words: str) -> str:
        """Its words if it holds, else others: for recordings of any pair."""
        return self.words if self.holds else words


@dataclass(frozen=True, slots=True)
class Question:
    """`right` is one of `choices`, which are selected by the digits from 1 on; choices that are single digits select themselves."""

    ask: str
    choices: tuple[str, ...]
    right: str

    @property
    def digits(self) -> tuple[int, ...]:
        """The digit that selects each choice."""
        if all(choice.isdecimal() and len(choice) == 1 for choice in self.choices):
            return tuple(map(int, self.choices))
        return tuple(range(1, len(self.choices) + 1))

    @property
    def answer(self) -> int:
        return self.digits[self.choices.index(self.right)]

    def feedback(self, guess: int) -> str:
        """Whether a guessed digit is right, in a sentence."""
        said = self.choices[self.digits.index(guess)].rstrip(".")
        return f"You said: {said}. Right." if guess == self.answer else f"You said: {said}. The answer: {self.right.rstrip('.')}."


@dataclass(frozen=True, slots=True)
class Step:
    """`words` may hold *emphasis*; `todo`: what to do on the screen, a sentence that the hand-out leaves out; `picture` draws their subject;
    `hint` names the keys of this step; `strip` is a second picture, shown below where there is room; `claims` are what the words say of the
    recording."""

    words: str
    picture: Picture
    question: Question | None = None
    hint: str = ""
    strip: Picture | None = None
    claims: tuple[Claim, ...] = ()
    todo: str = ""

    @property
    def told(self) -> str:
        """The words and what to do."""
        return f"{self.words} {self.todo}".rstrip()


@dataclass(frozen=True, slots=True)
class Page:
    """`name` identifies it in saved progress; `build` makes its steps from the recordings and what the person selected. `recording` is what
    it shows, and `lacks` says what a recording must hold for the page to be about it, and does not."""

    name: str
    title: str
    build: Callable[[CourseState], tuple[Step, ...]]
    recording: str
    lacks: Callable[[Sequence[Turn]], list[str]]
    live: bool = False  # whether r makes the recording on the loaded pair
    sliders: int = 0  # how many figures of its picture - and = change


def unmet(needs: Mapping[str, bool]) -> list[str]:
    return [need for need, met in needs.items() if not met]


def say(words: str) -> Content:
    """Words with their *emphasis* styled. For the lesson's own words only: a model's asterisks are text."""
    parts = re.split(r"\*([^*]+)\*", words)
    return Content.assemble(*[(part, "bold $accent") if at % 2 else part for at, part in enumerate(parts)])
