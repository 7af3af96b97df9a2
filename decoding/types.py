"""The engine's inputs and events: Settings, Prefill, Round, Stats and Finish. They are frozen, plain Python data, so that they may cross threads. A
*round* is one draft, one forward pass of the target over it and one verdict. Guesses are *accepted* or *rejected*. The target's own token of a round
is *recovered* at the first miss, and *bonus* after a fully accepted draft. It is *plain* where there was no draft.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, Mapping

from .errors import SettingsError
from .rules import RULES

Source = Literal["accepted", "recovered", "bonus", "plain"]
FinishReason = Literal["stop", "length", "interrupted"]

# Beyond these values float32 logits overflow or lose the digits in which tokens differ. The text would no longer be exact.
LEAST_TEMPERATURE, LEAST_TOP_P, MOST_BIAS, MOST_REPETITION = 1e-3, 1e-6, 1e4, 100.0
MLX_LM = "mlx-lm"  # stands for a drafter where mlx-lm's own generators decode (mlx_lm_generators.py)
PLAIN = "none"  # the name of the drafter that never guesses: plain decoding
LOOKUP = "lookup"  # of the drafter that copies from the text so far
UNPACK = ("auto", "always", "never")  # whether a CPU holds quantised weights as float32
KV_BITS, DRAFT_BITS = (2, 4, 8), (4, 8)  # what a target's cache and what drafters may be quantised to
TOKEN_CHARACTERS = 16  # characters of a token, more than any text has on average
SEEDS = 2**63  # a seed is 0 or more, and less than this
MAX_K = 64  # a longer draft costs more to verify than it can save
ADAPTIVE_K = 8  # the most guesses of a draft whose length is chosen in each round, unless another limit is given


def _check(name: str, value: Any, default: Any, kind: type, low: float, high: float, hint: str) -> None:
    """Raise SettingsError unless the value is a number of this kind in its range, or the default. The default may be outside the range."""
    if value is default:
        return
    if isinstance(value, bool) or not isinstance(value, (int, kind)) or not (value == default or low <= value <= high):
        form, noun = ("", "whole number") if kind is int else ("g", "number")
        span = f"at least {low:{form}}" if high == math.inf else f"{'above 0, at most' if low == LEAST_TOP_P else f'from {low:{form}} to'} {high:{form}}"
        given = f"{value!r}" if kind is int else f"{value!r}".removesuffix(".0")  # 2.0 is no whole number
        raise SettingsError(f"{name} must be a {noun} {span}, not {given} ({hint})")


def _int(default: int | None, low: int, high: float, hint: str) -> Any:
    """A field of Settings for a whole number, with its range."""
    return field(default=default, metadata={"range": (default, int, low, high, hint)})


def _float(default: float | None, low: float, high: float, hint: str) -> Any:
    """A field of Settings for a number, with its range."""
    return field(default=default, metadata={"range": (default, float, low, high, hint)})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that may change between two rounds. Frozen: a change replaces the whole object, so no round sees half of one.

    `k` is the most tokens a draft may hold; 0 is plain decoding. `temperature` 0 is greedy. `top_k`, `top_p` and `min_p` filter at temperature 1 as
    mlx-lm does. Penalties look at the last `penalty_context` tokens. `logit_bias` maps token id to an additive bias in logits. `seed` None lets the
    loop draw one. `lookup_min` and `lookup_max` are the shortest match and the longest draft of lookup, in tokens. `fallback` names the drafter that
    hybrid asks where lookup has no match. Raises SettingsError with one line that names the setting, its range and the value given.
    """

    drafter: str = "model"
    k: int = _int(4, 0, MAX_K, "0 is plain decoding")
    adaptive_k: bool = False
    temperature: float = _float(0.0, LEAST_TEMPERATURE, 1 / LEAST_TEMPERATURE, "or 0, which is greedy")
    top_p: float = _float(1.0, LEAST_TOP_P, 1.0, "1 keeps every token")
    top_k: int = _int(0, 0, math.inf, "0 keeps every token")
    min_p: float = _float(0.0, 0.0, 1.0, "0 keeps every token")
    repetition_penalty: float | None = _float(None, 1 / MOST_REPETITION, MOST_REPETITION, "1 is off")
    presence_penalty: float = _float(0.0, -MOST_BIAS, MOST_BIAS, "0 is off")
    frequency_penalty: float = _float(0.0, -MOST_BIAS, MOST_BIAS, "0 is off")
    penalty_context: int = _int(20, 1, math.inf, "how many past tokens the penalties count")
    logit_bias: Mapping[int, float] = field(default_factory=dict, hash=False)
    rule: str = "probabilistic"
    seed: int | None = _int(None, 0, SEEDS - 1, "without one, each reply draws its own")
    lookup_min: int = _int(4, 1, math.inf, "tokens that must match before lookup guesses")
    lookup_max: int = _int(32, 1, math.inf, "most tokens of one lookup draft")
    fallback: str = "model"

    def __post_init__(self) -> None:
        object.__setattr__(self, "logit_bias", dict(self.logit_bias))
        for one in fields(self):
            if "range" in one.metadata:
                _check(one.name.replace("_", "-"), getattr(self, one.name), *one.metadata["range"])
        if self.rule not in RULES:
            raise SettingsError(f"rule {self.rule!r} is unknown: choose one of {', '.join(RULES)}")
        for token, value in self.logit_bias.items():
            if isinstance(token, bool) or not isinstance(token, int) or token < 0:
                raise SettingsError(f"logit_bias names token {token!r}: token ids are whole numbers from 0")
            _check(f"logit_bias of token {token}", value, 0.0, float, -MOST_BIAS, MOST_BIAS, f"added to its logit; -{MOST_BIAS:g} bans it")


@dataclass(frozen=True, slots=True)
class Prefill:
    """Progress of the prefill, of the target or of a drafter. `done` and `total` count tokens of the whole sequence, of which `cached` were in the
    cache already. `seconds` is the time since this prefill began. `opening`: the marker with which the template opens a thought, so that the reply
    begins within it; "" for a drafter. `chosen`: the text that the last kept token completes. Only the first event of a reply that continues from
    kept tokens has it. `at`: when it came, by time.perf_counter."""

    who: str  # "target" or the drafter's name
    done: int
    total: int
    cached: int
    seconds: float
    opening: str = ""
    chosen: str | None = None
    at: float = field(default=0.0, compare=False)

    @property
    def seconds_left(self) -> float | None:
        """At the pace so far; None before anything was read."""
        read = self.done - self.cached
        return self.seconds / read * (self.total - self.done) if read > 0 else None


Top = tuple[tuple[int, float], ...]  # ((token id, probability), …), best first


@dataclass(frozen=True, slots=True)
class Round:
    """One draft, one pass of the target, one verdict.

    `settings` were in force in this round. `drafter` guessed ("none" if there was no draft). Under hybrid and auto it is not the drafter in the
    settings. `draft` holds every guess, `tokens` the emitted ids: accepted guesses, then the target's own token. An end-of-turn token is in neither
    `tokens` nor `sources`, though one accepted as a guess counts in `accepted`. `p`, `q`: the target's and the drafter's probability of each emitted
    token. `q` is None for a point guess, a bonus and a plain token. `draft_p`, `draft_q`, `u`: for each *tested* guess, both probabilities and the
    uniform number it was tested against. The first miss is the last tested guess. `draft_q` is None for a point guess. `u` is None where the rule
    draws no such number, as at temperature 0. `read`: tokens that the target read in this round. `passes`: its forward passes, two where a long
    unread stretch was read first. The next four are given if detail was asked for. `top_p`, `top_q`: the likeliest tokens under both at each tested
    position and at the own token's. `logit_type`: the type of the target's logits, as "bfloat16". `logit_steps`: its step at the likeliest token's
    logit of each row. `texts`: what each of `tokens` completed; "" while a character is unfinished, or a stop string may have begun. `guesses`: the
    draft's tokens by themselves. `names`: by id, the likeliest tokens, and own tokens that are a part of a character. `draft_seconds`,
    `verify_seconds` and `host_seconds` are wall clock and add up to the round, which ended `at`, by time.perf_counter.
    """

    index: int
    settings: Settings
    drafter: str
    draft: tuple[int, ...]
    accepted: int
    tokens: tuple[int, ...]
    sources: tuple[Source, ...]
    p: tuple[float, ...]
    q: tuple[float | None, ...]
    u: tuple[float | None, ...]
    read: int
    draft_seconds: float
    verify_seconds: float
    draft_p: tuple[float, ...] = ()
    draft_q: tuple[float | None, ...] = ()
    passes: int = 1
    top_p: tuple[Top, ...] = ()
    top_q: tuple[Top, ...] = ()
    note: str | None = None  # why a drafter that was asked made no guess, or why auto took the drafter that it asks
    copied_from: str | None = None  # the text that the guesses were copied from, if it is not the present one
    logit_type: str = ""
    logit_steps: tuple[float, ...] = ()
    host_seconds: float = 0.0  # updating the sequence, the caches and the drafters after the verdict
    texts: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict, hash=False)
    at: float = field(default=0.0, compare=False)

    @property
    def tested(self) -> int:
        """Positions tested: the accepted ones and, if there was one, the first miss."""
        return len(self.draft_p)

    @property
    def seconds(self) -> float:
        """Wall clock of the round."""
        return self.draft_seconds + self.verify_seconds + self.host_seconds


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts and seconds of one reply; the rates are derived. Fold with `add`."""

    rounds: int = 0
    drafted: int = 0  # guesses made
    accepted: int = 0  # guesses the target accepted
    tested: int = 0  # guesses up to and including each round's first miss
    emitted: int = 0  # tokens of the reply
    target_passes: int = 0  # forward passes of the target after the prefill
    prompt_seconds: float = 0.0  # prefill of the prompt, by target and drafters
    decode_seconds: float = 0.0  # wall clock from the end of the prompt's prefill
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    peak_memory_bytes: int = 0
    by_position: tuple[tuple[int, int], ...] = ()  # (accepted, drafted) at draft position 1, 2, …

    def add(self, event: Round | Prefill) -> Stats:
        """The stats with one more event counted. The seconds of a prefill are cumulative, so only its last event counts. After the first round, the
        prefill of a drafter that was switched on is part of decode_seconds."""
        if isinstance(event, Prefill):
            counts = event.done >= event.total and not self.rounds
            return replace(self, prompt_seconds=self.prompt_seconds + event.seconds) if counts else self
        drafted, counted = len(event.draft), self.by_position
        padded = enumerate(counted + ((0, 0),) * (drafted - len(counted)))
        return replace(
            self,
            rounds=self.rounds + 1,
            drafted=self.drafted + drafted,
            accepted=self.accepted + event.accepted,
            tested=self.tested + event.tested,
            emitted=self.emitted + len(event.tokens),
            target_passes=self.target_passes + event.passes,
            draft_seconds=self.draft_seconds + event.draft_seconds,
            verify_seconds=self.verify_seconds + event.verify_seconds,
            by_position=tuple((a + (i < event.accepted), d + (i < drafted)) for i, (a, d) in padded),
        )

    @property
    def acceptance_rate(self) -> float | None:
        """accepted / drafted; None before the first draft."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def acceptance_per_tested(self) -> float | None:
        """accepted / tested: the rate to compare with the mean of sum(min(p, q)). None before the first draft."""
        return self.accepted / self.tested if self.tested else None

    @property
    def tokens_per_round(self) -> float:
        """emitted / rounds, the target's own token included."""
        return self.emitted / self.rounds if self.rounds else 0.0

    @property
    def tokens_per_second(self) -> float:
        """emitted / decode_seconds."""
        return self.emitted / self.decode_seconds if self.decode_seconds > 0 else 0.0

    @property
    def acceptance_by_position(self) -> tuple[float, ...]:
        """accepted / drafted at draft position 1, 2, …"""
        return tuple(accepted / drafted for accepted, drafted in self.by_position)


@dataclass(frozen=True, slots=True)
class Finish:
    """The last event of a reply. `reason`: "stop" (end of turn or a stop string), "length" (max_tokens or the model's context),
    "interrupted". `error`: one line if a drafter failed or a setting was invalid during the reply, else None. `tail`: text that was held back
    for a character, or a stop string, that was never finished."""

    reason: FinishReason
    error: str | None
    stats: Stats
    tail: str = ""
    at: float = field(default=0.0, compare=False)


Event = Prefill | Round | Finish
