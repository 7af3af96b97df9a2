"""A timed reply as it was reported, and what can be read off it. Knows reports; nothing of screens, models or who won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from specdeck.app.engine.messages import Ended, Reading, Wrote
from specdeck.decoding.types import Round, Stats


@dataclass(frozen=True)
class Recording:
    """Reports in order, the last one an Ended. Times are seconds from the first of them: the reading of the prompt."""

    reports: tuple[Reading | Wrote | Ended, ...]

    @property
    def end(self) -> Ended:
        """The last report."""
        return self.reports[-1]

    @cached_property
    def wrote(self) -> tuple[Wrote, ...]:
        """The reports of its rounds."""
        return tuple(report for report in self.reports if isinstance(report, Wrote))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Its rounds."""
        return tuple(report.event for report in self.wrote)

    @cached_property
    def times(self) -> tuple[float, ...]:
        """When each round was over."""
        return tuple(report.at - self.reports[0].at for report in self.wrote)

    @property
    def first_token(self) -> float | None:
        """Time to the first token: the reading of the prompt and one round."""
        return self.times[0] if self.times else None

    @property
    def ids(self) -> tuple[int, ...]:
        """The token ids of the reply."""
        return tuple(token for event in self.rounds for token in event.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of every token; an unfinished character belongs to the last."""
        texts = [text for report in self.wrote for text in report.texts]
        return (*texts[:-1], texts[-1] + self.end.tail) if texts else ()

    @property
    def prompt_tokens(self) -> int:
        """Tokens of the prompt."""
        return next((r.event.total for r in self.reports if isinstance(r, Reading) and r.event.who == "target"), 0)

    @property
    def reason(self) -> str:
        """How it ended."""
        return self.end.event.reason

    @property
    def stats(self) -> Stats:
        """The engine's own count."""
        return self.end.event.stats
