"""Does the drafted text follow plain decoding's distribution? Short continuations of plain and drafted decoding are drawn until a test decides it.

They are drawn where a wrong residual would show most, at a place that a first reply chooses. Two planted faults, made of the same rounds, are tested
beside the drafted side. One accepts every guess; the other replaces the residual after a rejection by a token from p. The test ends with equality
only where it surely finds both faults. It says "differs" only if the later draws alone, with other seeds, confirm the first sight of a difference.
Fewer than 1 of 1000 tests give a false alarm (CLEAR, and CONFIRMED at each of four later looks).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Callable, Generator, Iterator, Literal, Mapping, Sequence

from specdeck.decoding.types import PLAIN, SEEDS, Event, Round, Settings

from ..budget import DRAWN_TOKENS as TOKENS
from ..budget import DRAWS, Budget, progress_words
from ..drawing.clean_text import one_line
from ..drawing.figures import counted, probability
from .equality_test import ENDED, LOOKS, Continuation, EqualityTest, Fresh, equality_test, tokens_at

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.messages import Message

LEAST_DRAWS = 20  # draws per side below which there is no result
WARM = 0.8  # the temperature if the settings have 0, where the texts themselves can be compared
SEARCHED, LISTED = 64, 64  # tokens of the reply in which the place is chosen, and of the likeliest ones at each of its positions
SHOWN = 16  # characters of the text before it
Side = Literal["plain", "drafted", "every guess accepted", "own token from p"]
FAULTS: tuple[Side, ...] = ("every guess accepted", "own token from p")
SIDES: tuple[Side, ...] = ("plain", "drafted", *FAULTS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where continuations begin: after these tokens of a reply, with their text. `effect`: the total variation distance that a token from p in
    place of the residual makes there."""

    kept: Continuation = ()
    text: str = ""
    effect: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A continuation of each side, the texts of their tokens, and the seconds since the drawing began. The drafted side also has continuations with
    the planted faults. One accepts the first draft without a test; the other draws the token after a rejected first guess from p."""

    sides: Mapping[Side, Continuation]
    names: Mapping[int, str]
    seconds: float = 0.0


Verdicts = Mapping[Side, EqualityTest]  # of the drafted side and of the planted faults


def decided(verdicts: Verdicts) -> bool:
    """Whether the sides differ, or are equal where the planted faults surely do not."""
    verdict = verdicts["drafted"].verdict
    return verdict == "different" or (verdict == "equal" and all(verdicts[fault].sure for fault in FAULTS))


class Sampling:
    """The state of a drawing: at most `draws` continuations a side of `tokens` tokens within the budget. It holds each side's continuations, their
    place, and the test's verdicts."""

    def __init__(self, prompt: str, drafted: Settings, seed: int, draws: int = DRAWS, tokens: int = TOKENS, budget: Budget = Budget(0)) -> None:
        self.prompt, self.draws, self.seed, self.budget = prompt, draws, seed, budget
        self.drafted = replace(drafted, temperature=drafted.temperature or WARM)
        self.tokens = max(1, min(tokens, self.drafted.k))
        self.running = True
        self.names: dict[int, str] = {ENDED: "(end)"}
        self.place: Place | None = None
        self.sides: dict[Side, list[Continuation]] = {side: [] for side in SIDES}
        self._seconds = 0.0
        self._results: Verdicts = {}

    def apply(self, event: Place | Drawn | Verdicts | None) -> None:
        """Fold what `draw` reports; None: it has ended."""
        if isinstance(event, Place):
            self.place = event
        elif isinstance(event, Drawn):
            self._seconds = event.seconds
            self.names.update(event.names)
            for side, ids in event.sides.items():
                self.sides[side].append(ids)
        elif event is None:
            self.running = False
        else:
            self._results = event

    @property
    def drawn(self) -> int:
        """Continuations of each side."""
        return len(self.sides["plain"])

    @property
    def left(self) -> float | None:
        """Seconds until all are drawn, or the time is over; None before the first."""
        if not self._seconds:
            return None
        seconds = (self.draws - self.drawn) * self._seconds / self.drawn
        return min(seconds, self.budget.without(self._seconds).seconds or seconds)

    @property
    def share(self) -> float:
        """The share of the time that is over, 0 to 1."""
        return 0.0 if self.left is None else self._seconds / (self._seconds + self.left)

    @property
    def doing(self) -> str:
        """What is drawn and how far it is, in words."""
        if self.place is None:
            return "writing a reply, in which a place is chosen"
        return progress_words("continuations a side, at most", self.drawn, self.draws, self.left)

    @property
    def cut(self) -> str:
        """What of the draws its budget had time for, in words; "" where for all, or where something else ended them."""
        late = not self.running and 0 < self.budget.seconds <= self._seconds and self.drawn < self.draws
        return f"{self.drawn} of {self.draws} draws a side in {self.budget.seconds:g} s" if late and not decided(self._results) else ""

    def result(self, side: Side = "drafted") -> EqualityTest | None:
        """The test of all continuations; None while they are drawn, or if there are too few."""
        return None if self.running else self._results.get(side)

    def widest(self, side: Side = "drafted") -> int:
        """The position at which the sides differ most; the first before there is a result."""
        result = self.result(side)
        return result.widest if result else 0

    def why_unfound(self, more: str) -> str:
        """Which planted fault was not found; "" where both were. `more`: how more is drawn. No fault shows where no continuation begins with a guess."""
        unfound = [fault for fault in FAULTS if (result := self.result(fault)) is None or result.verdict != "different"]
        if unfound and self.drawn and all(self.sides[fault] == self.sides["drafted"] for fault in FAULTS):
            return f"{one_line(self.drafted.drafter)} guessed nothing there, so neither planted fault could show: choose another prompt"
        return f"too few continuations to find the planted fault ({', '.join(unfound)}): {more}, or another prompt" if unfound else ""

    @property
    def place_words(self) -> str:
        """Where the continuations begin, and why there."""
        if self.place is None or not self.place.effect:
            return "at the beginning of the reply"
        why = f"drawing the own token from p in place of the residual would change most here, by {probability(self.place.effect)}"
        after = f" ('…{one_line(self.place.text[-SHOWN:])}')" if self.place.text else ""
        return f"after {counted(len(self.place.kept), 'token')} of a reply{after}: {why}"

    def shares(self, position: int, side: Side, most: int) -> list[tuple[str, float, float]]:
        """The likeliest tokens at a position over both sides: text, share of plain and of drafted continuations. The last row
        holds all others."""
        a, b = (tokens_at(self.sides[each], position) for each in ("plain", side))
        of_a, of_b = max(1, a.total()), max(1, b.total())
        both = sorted(a + b, key=lambda token: (-(a + b)[token], token))
        rows = [(self.names.get(token, "?"), a[token] / of_a, b[token] / of_b) for token in both[:most]]
        if rest := both[most:]:
            rows.append((f"{len(rest)} others", sum(a[token] for token in rest) / of_a, sum(b[token] for token in rest) / of_b))
        return rows


def draw(engine: Engine, sampling: Sampling, messages: Sequence[Message], thinking: bool | None, clock: Callable[[], float] = perf_counter) -> Iterator[Place | Drawn | Verdicts]:
    """Choose a place, then draw continuations there under both settings in turn. Each has a seed of its own, so that the sides are independent.
    Ends when the test is decided, all are drawn, the time is over or the job is halted. Caches are used again: nothing is timed. It reads only
    the task of `sampling`."""
    began, rng = clock(), random.Random(sampling.seed)  # whose numbers are unrelated for neighbouring seeds
    seeds = iter(lambda: rng.randrange(SEEDS), None)
    place = _chosen(engine, replace(sampling.drafted, seed=next(seeds)), messages, thinking)
    if engine.halted():
        return
    yield place

    def continued(settings: Settings) -> tuple[Continuation, Continuation, bool]:
        room = sampling.tokens + (settings.k > 0)  # a draft leaves room for the target's own token
        events = engine.decode(messages, replace(settings, seed=next(seeds)), max_tokens=room, thinking=thinking, kept=place.kept)
        return continuation(events, sampling.tokens)

    drawn: list[Drawn] = []
    seen: int | None = None  # draws at the first look at which the drafted side stood out
    known: set[int] = set()
    looks = [max(LEAST_DRAWS, round(share * sampling.draws)) for share in LOOKS]
    while not engine.halted():
        plain, *_ = continued(replace(sampling.drafted, drafter=PLAIN, k=0))
        tested, untested, rejected = continued(sampling.drafted)
        if engine.halted():
            break
        new = {*plain, *tested, *untested} - known
        known |= new
        sides: dict[Side, Continuation] = {"plain": plain, "drafted": tested, "every guess accepted": untested, "own token from p": plain if rejected else tested}
        drawn.append(Drawn(sides, {token: engine.pair.token_texts[token] for token in new}, clock() - began))
        yield drawn[-1]
        late = 0 < sampling.budget.seconds < clock() - began and len(drawn) >= LEAST_DRAWS
        if late or len(drawn) in looks:
            found = _verdicts(drawn, seen)
            yield found
            seen = len(drawn) if seen is None and found["drafted"].stands_out else seen
            if late or decided(found) or len(drawn) >= sampling.draws:
                return
    if len(drawn) >= LEAST_DRAWS:
        yield _verdicts(drawn, seen)


def _verdicts(drawn: Sequence[Drawn], seen: int | None) -> Verdicts:
    """The tests of all draws; the draws after the one at which a difference was `seen` confirm it."""

    def of(side: Side, draws: Sequence[Drawn]) -> EqualityTest:
        return equality_test([one.sides["plain"] for one in draws], [one.sides[side] for one in draws])

    after = drawn[seen:] if seen else ()
    found: dict[Side, EqualityTest] = {side: of(side, drawn) for side in SIDES[1:]}
    fresh = Fresh(len(after), of("drafted", after).p_value) if after else Fresh()
    found["drafted"] = replace(found["drafted"], fresh=fresh)
    return found


def _chosen(engine: Engine, drafted: Settings, messages: Sequence[Message], thinking: bool | None) -> Place:
    """The place of a drafted reply where a token from p, not from the residual, would change the distribution most."""
    ids, text, best = (), "", Place()
    for event in engine.decode(messages, replace(drafted, k=1), max_tokens=SEARCHED, thinking=thinking, detail=LISTED):
        if isinstance(event, Round):
            if event.draft_p:
                effect = shortcut_effect(dict(event.top_p[0]), dict(event.top_q[0]) if event.top_q else {event.draft[0]: 1.0})
                best = max(best, Place(ids, text, effect), key=lambda place: place.effect)
            ids, text = (*ids, *event.tokens), text + "".join(event.texts)
    return best


def shortcut_effect(p: Mapping[int, float], q: Mapping[int, float]) -> float:
    """Return the effect of a fault that replaces each rejected guess by a token from p. It is the total variation distance of the text's distribution
    from p. The text follows min(p, q) + (1 - overlap) p, where p and q are probabilities by token."""
    kept = {token: min(share, q.get(token, 0.0)) for token, share in p.items()}
    overlap = sum(kept.values())
    return sum(abs(kept[token] - overlap * share) for token, share in p.items()) / 2


def continuation(events: Generator[Event], most: int) -> tuple[Continuation, Continuation, bool]:
    """Return the first `most` tokens of these events, and the same with the whole first draft accepted without a test. The third value says whether
    the first round rejected its first guess."""
    ids: list[int] = []
    draft: tuple[int, ...] = ()
    before = 0  # tokens before that draft
    rejected = False
    for event in events:
        if isinstance(event, Round):
            rejected = rejected or (not ids and bool(event.draft) and not event.accepted)
            draft, before = (draft, before) if draft else (event.draft, len(ids))
            ids += event.tokens
        if len(ids) >= most:
            break
    events.close()
    return tuple(ids[:most]), (*ids[:before], *draft, *ids[before + len(draft) :])[:most], rejected
