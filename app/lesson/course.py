"""The lesson's course: pages of steps with questions. A person's progress is its page, step, guesses and selections. Part of the app state; knows
no screen.

LessonProgress is saved in a small file, so that the lesson continues where it stopped. An unreadable file starts the lesson over.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Callable, Collection, Mapping, Sequence

from textual.content import Content

from specdeck.decoding.checkpoints import parse, read_regular

from ..records import files
from ..records.plain_data import from_data
from .recordings import Recorded, Recordings

Picture = Callable[[int, int], list[Content]]  # columns, and rows that it may fill (0: as few as it takes) -> lines
MOST_STEPS = 20  # of a probability that is moved by hand


@dataclass(frozen=True, slots=True)
class Question:
    """`right` is one of `choices`, which the digits from 1 on select. Choices that are single digits select themselves."""

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
    """`words` may hold *emphasis*. `todo`: what to do on the screen, in a sentence that the hand-out leaves out. `picture` draws their subject.
    `hint` names the keys of this step."""

    words: str
    picture: Picture
    question: Question | None = None
    hint: str = ""
    todo: str = ""

    @property
    def text(self) -> str:
        """The words and what to do."""
        return f"{self.words} {self.todo}".rstrip()


@dataclass(frozen=True, slots=True)
class Page:
    """`name` identifies it in saved progress. `build` makes its steps from the recordings and the person's selections. `recording` is what
    it shows."""

    name: str
    title: str
    build: Callable[[Course], tuple[Step, ...]]
    recording: str
    live: bool = False  # whether r makes the recording on the loaded pair
    sliders: int = 0  # how many figures of its picture - and = change
    more: bool = False  # whether it is for after the course


def page(name: str, title: str, recording: str, live: bool = False, sliders: int = 0, more: bool = False) -> Callable[[Callable[[Course], tuple[Step, ...]]], Page]:
    """Makes a page of the function that builds its steps."""
    return lambda build: Page(name, title, build, recording, live, sliders, more)


def say(words: str) -> Content:
    """Words with their *emphasis* styled. For the lesson's own words only: a model's asterisks are text."""
    parts = re.split(r"\*([^*]+)\*", words)
    return Content.assemble(*[(part, "bold $accent") if at % 2 else part for at, part in enumerate(parts)])


@dataclass
class LessonProgress:
    """What is saved between sessions, but for guesses on recordings made here, which are gone then. `guesses`: "page.step" -> (digit, whether
    it was right)."""

    page: int = 0
    step: int = 0
    guesses: Mapping[str, tuple[int, bool]] = field(default_factory=dict)

    def guess(self, name: str, question: Question | None) -> int | None:
        """The digit guessed there; None also for a stored digit that is no answer: another version asked something else."""
        digit, _ = self.guesses.get(name, (None, False))
        return digit if question and digit in question.digits else None

    def score(self) -> tuple[int, int]:
        """(right guesses, all guesses)."""
        return sum(right for _, right in self.guesses.values()), len(self.guesses)


class Course:
    """Pages, and where in them the person is. `turned`: selector name ("position", "temperature", "rule") -> index selected by keys."""

    def __init__(self, pages: Sequence[Page], recordings: Recordings, file: Path | None = None) -> None:
        self.pages = tuple(pages)
        self.recordings = recordings
        self.file = file
        self.progress = LessonProgress()
        self.turned: dict[str, int] = {}
        self.trouble: str | None = None  # why progress is not saved
        self._load()

    @property
    def page(self) -> Page:
        return self.pages[self.progress.page]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The open page's steps, built from what was guessed and selected so far."""
        return self.page.build(self)

    @property
    def step(self) -> Step:
        step, doubt = self.steps[self.progress.step], self.recordings.doubts.get(self.page.recording)
        return replace(step, words=f"{step.words} *Doubtful*: {doubt}. r measures it again.") if doubt else step

    @property
    def guess(self) -> int | None:
        """The digit guessed at this step; None before a guess."""
        return self.progress.guess(f"{self.page.name}.{self.progress.step}", self.step.question)

    @property
    def feedback(self) -> tuple[str, bool] | None:
        """The answer to the guess of the step before, and whether the guess was right; None without a guess."""
        at = self.progress.step - 1
        question = self.steps[at].question if at >= 0 else None
        guess = self.progress.guess(f"{self.page.name}.{at}", question)
        return (question.feedback(guess), guess == question.answer) if question and guess is not None else None

    @property
    def at_end(self) -> bool:
        """Whether this is the last step of the last page."""
        return self.progress.page == len(self.pages) - 1 and self.progress.step == len(self.steps) - 1

    # Verbs

    def forward(self) -> None:
        if self.progress.step + 1 < len(self.steps):
            self._go(self.progress.page, self.progress.step + 1)
        elif self.progress.page + 1 < len(self.pages):
            self._go(self.progress.page + 1, 0)

    def back(self) -> None:
        if self.progress.step:
            self._go(self.progress.page, self.progress.step - 1)
        elif self.progress.page:
            self._go(self.progress.page - 1, 0)
            self._go(self.progress.page, len(self.steps) - 1)

    def turn_page(self, by: int) -> None:
        self._go(min(max(0, self.progress.page + by), len(self.pages) - 1), 0)

    def answer(self, digit: int) -> bool:
        """Record a guess; False where no question takes that digit."""
        question = self.step.question
        if question is None or digit not in question.digits:
            return False
        self.progress.guesses = {**self.progress.guesses, f"{self.page.name}.{self.progress.step}": (digit, digit == question.answer)}
        self._save()
        return True

    def turn(self, name: str, by: int, count: int) -> None:
        """Move a selector by `by` among `count` values, cyclically. On a page with sliders it is the selected slider that moves, not the
        temperature."""
        if name == "temperature" and self.page.sliders:
            self.turned["position"] = self.turned.get("position", 0) % self.page.sliders
            return self.nudge("slider", by)
        self.turned[name] = (self.turned.get(name, 0) + by) % count

    def nudge(self, name: str, by: int) -> None:
        """Move p or q of the selected position, or the selected slider, by a step. The value stays within MOST_STEPS of the recorded value."""
        key = f"{name}@{self.turned.get('position', 0)}"
        self.turned[key] = min(max(-MOST_STEPS, self.turned.get(key, 0) + by), MOST_STEPS)

    def renew(self, name: str, made: Recorded) -> None:
        """A recording was made here: guesses on the bundled one were of other figures, and are forgotten."""
        self.recordings.renew(name, made)
        self.progress.guesses = self._guesses_but({name})
        self._save()

    def forget_live(self) -> None:
        """Another pair is loaded: the recordings made here are dropped, and with them the guesses on them."""
        self.progress.guesses = self._guesses_but(self.recordings.live)
        self.recordings.live.clear()
        self.recordings.doubts.clear()
        self._save()

    def _guesses_but(self, recordings: Collection[str]) -> dict[str, tuple[int, bool]]:
        """The guesses on pages that show none of these recordings."""
        gone = {page.name for page in self.pages if page.recording in recordings}
        return {name: guess for name, guess in self.progress.guesses.items() if name.rpartition(".")[0] not in gone}

    def again(self) -> None:
        self.progress, self.turned = LessonProgress(), {}
        self._save()

    def _go(self, page: int, step: int) -> None:
        if page != self.progress.page:
            self.turned = {}
        self.progress.page, self.progress.step = page, step
        self._save()

    # Keeping

    def _load(self) -> None:
        if self.file is None or not os.path.exists(self.file):
            return
        try:
            self.progress = from_data(LessonProgress, parse(read_regular(self.file)))
        except (OSError, ValueError) as error:
            self.trouble = f"the lesson starts over: {self.file} cannot be read ({' '.join(str(error).split())[:80]})"
            return
        self.progress.page = min(max(0, self.progress.page), len(self.pages) - 1)
        self.progress.step = min(max(0, self.progress.step), len(self.steps) - 1)

    def _save(self) -> None:
        if self.file is None:
            return
        lasting = replace(self.progress, guesses=self._guesses_but(self.recordings.live))
        try:
            files.replace(self.file, json.dumps(asdict(lasting)))
        except OSError as error:
            self.file, self.trouble = None, f"your progress in the lesson is not saved: {error.strerror or error}"
