"""The rows of a bench from its turns: arithmetic on stats, under the names of `bench --json`."""

import statistics
from dataclasses import dataclass
from typing import Any, Iterator, NamedTuple, Sequence

from specdeck.decoding import common_prefix, pooled, types
from specdeck.decoding.rules import texts_agree
from specdeck.decoding.types import Stats

from ..chat.drafter_health import Counts
from ..drawing.figures import pace, quotient
from ..records.export import others_names

JSON_KEYS = ("workload", "drafter", "k", "temperature", "rule", "prompt_tokens", "tokens_per_second", "speedup", "spread",
           "acceptance_rate", "acceptance_by_position", "tokens_per_round", "draft_seconds", "verify_seconds", "identical", "of",
           "draft_n", "draft_n_accepted", "looped")


REMEMBERING = "+memory"


class Group(NamedTuple):
    """What is compared with each other: the same prompts at the same temperature."""

    workload: str
    temperature: float
    rule: str


class Arm(NamedTuple):
    """A drafter and its k; k is 0 for plain. `drafter` ends in REMEMBERING where lookup copies from other texts too."""

    drafter: str
    k: int

    @property
    def asked(self) -> str:
        """The drafter's name in settings."""
        return self.drafter.removesuffix(REMEMBERING)

    def __str__(self) -> str:
        return f"{self.drafter} k={self.k}" if self.k else "plain" if self == PLAIN else self.drafter


PLAIN = Arm(types.PLAIN, 0)


class BenchReply(NamedTuple):
    """One reply: its stats without its loop, its tokens, how many tokens the prompt has, and how many tokens only repeat others."""

    stats: Stats
    ids: tuple[int, ...]
    prompt_tokens: int
    looped: int = 0


@dataclass(frozen=True)
class BenchTurn:
    """All prompts of a group decoded once by one arm."""

    replies: tuple[BenchReply, ...]

    @property
    def rate(self) -> float:
        """Tokens per second over all prompts."""
        return pooled(reply.stats for reply in self.replies).tokens_per_second


class Table:
    """Turns by group, arm and number. The rows of a group are made of the same turns, so that their rates can be divided."""

    def __init__(self) -> None:
        self._turns: dict[Group, dict[Arm, dict[int, BenchTurn]]] = {}

    def add(self, group: Group, arm: Arm, turn: int, replies: Sequence[BenchReply]) -> None:
        self._turns.setdefault(group, {}).setdefault(arm, {})[turn] = BenchTurn(tuple(replies))

    @property
    def turns(self) -> int:
        """The number of turns of the row with the most."""
        return max((len(turns) for arms in self._turns.values() for turns in arms.values()), default=0)

    def rates(self, group: Group) -> dict[Arm, list[float]]:
        """Tokens per second of every arm, turn by turn, over the turns that all of them took."""
        arms = self._turns.get(group, {})
        shared = set.intersection(*map(set, arms.values())) if arms else set()
        return {arm: [turns[i].rate for i in sorted(shared)] for arm, turns in arms.items()}

    def counts(self) -> dict[str, Counts]:
        """By drafter, accepted and drafted guesses by position over all its turns."""
        replies: dict[str, list[Stats]] = {}
        for arms in self._turns.values():
            for arm, turns in arms.items():
                replies.setdefault(arm.asked, []).extend(reply.stats for turn in turns.values() for reply in turn.replies)
        return {name: pooled(stats).by_position for name, stats in replies.items()}

    def rows(self) -> list[dict[str, Any]]:
        """The rows of `bench --json`, plain first in every group."""
        return [row for group, arms in self._turns.items() if PLAIN in arms for row in _rows(group, arms)]


def _rows(group: Group, arms: dict[Arm, dict[int, BenchTurn]]) -> Iterator[dict[str, Any]]:
    """A group's rows, plain first. An arm that failed long before the others' last turn has none."""
    arms = {arm: turns for arm, turns in arms.items() if len(turns) >= len(arms[PLAIN]) - 1}
    shared = sorted(set.intersection(*map(set, arms.values())))
    for arm, turns in sorted(arms.items(), key=lambda item: item[0] != PLAIN) if shared else ():
        yield row(group, arm, [(turns[i], arms[PLAIN][i]) for i in shared])


def row(group: Group, arm: Arm, turns: Sequence[tuple[BenchTurn, BenchTurn]]) -> dict[str, Any]:
    """One arm's figures, from pairs of its turn and plain's. Counts are pooled, rates are medians over the turns, with as many digits as
    are shown; the speed-up is their quotient, its spread the turns' own; seconds are means per round."""
    replies = [reply for turn, _ in turns for reply in turn.replies]
    stats = pooled(reply.stats for reply in replies)
    ratios = [ratio(turn.rate, plain.rate) for turn, plain in turns]
    same, of = identity(turns)
    prompt = statistics.mean(reply.prompt_tokens for reply in replies)
    rate, plain = (float(pace(statistics.median(turn.rate for turn in side))) for side in zip(*turns))
    speedup = quotient(rate, plain)
    values = (
        group.workload, arm.drafter, arm.k, group.temperature, group.rule, round(prompt), rate, speedup,
        [min(*ratios, speedup), max(*ratios, speedup)] if len(turns) > 1 else [speedup] * 2, stats.acceptance_rate, list(stats.acceptance_by_position), stats.tokens_per_round,
        stats.draft_seconds / max(1, stats.rounds), stats.verify_seconds / max(1, stats.rounds),
        same if group.temperature == 0 or (texts_agree({group.rule}, group.temperature) and arm.drafter != types.MLX_LM) else None, of,
        *others_names(stats).values(), sum(reply.looped for reply in replies),
    )  # fmt: skip
    return dict(zip(JSON_KEYS, values, strict=True))


def is_plain(row: dict[str, Any]) -> bool:
    """Whether it is the row that the others of its group are divided by."""
    return row["drafter"] == PLAIN.drafter


def ratio(rate: float, plain: float) -> float:
    """Speed over plain's; 1 if both replies are empty."""
    return rate / plain if plain else 1.0


def identity(turns: Sequence[tuple[BenchTurn, BenchTurn]]) -> tuple[int, int]:
    """The number of tokens up to the first difference from plain's reply, and of tokens in all (of the longer reply)."""
    pairs = [(reply.ids, other.ids) for turn, plain in turns for reply, other in zip(turn.replies, plain.replies, strict=True)]
    same = sum(common_prefix(a, b) for a, b in pairs)
    return same, sum(max(len(a), len(b)) for a, b in pairs)
