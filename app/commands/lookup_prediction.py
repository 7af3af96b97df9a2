"""What lookup should gain: it is replayed on what the target writes by itself, and each round costs what a pass of its width does. Only plain
replies to sample prompts are decoded for it; then it is held against replies that lookup drafted."""

import statistics
import time
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Sequence

from specdeck.decoding import Curve, common_prefix
from specdeck.decoding.types import LOOKUP, PLAIN, Settings

from ..budget import Amounts, Budget
from ..engine.decoder import Decoder
from ..engine.measuring import whole_reply
from .bench_turns import prompts
from .pass_costs import Tell

WORKLOADS = ("edit", "story", "echo")  # a text to change, one to invent, one to copy
KS = (2, 4, 8)
WANTED, LEAST = Amounts(len(WORKLOADS), 2, 64), Amounts(len(WORKLOADS), 1, 24)  # prompts, one a workload; runs; tokens of a reply
PROMPT, CHUNK = 150, 16  # tokens of a prompt, about; of a pass whose cost tells what reading takes
READING = 2 * PROMPT / CHUNK  # plain steps that reading a prompt takes, where that cost is not known


@dataclass(frozen=True, slots=True)
class LookupPoint:
    """Lookup at one k on one text. `predicted`, `measured`: the speed-up over plain decoding; `measured` None where it was not decoded."""

    workload: str
    k: int
    tokens: float
    acceptance_rate: float | None
    predicted: float
    measured: float | None = None

    @property
    def error(self) -> float | None:
        """The prediction's relative error, as a share of what was measured."""
        return self.predicted / self.measured - 1 if self.measured else None


class Replayed(NamedTuple):
    """A round that lookup would have had."""

    drafted: int
    accepted: int


class PlainReply(NamedTuple):
    """What the target wrote by itself: token ids of the prompt and of the reply, with its end of turn if it has one; the tokens that it might
    have had at most; and the seconds of a round."""

    prompt: list[int]
    text: list[int]
    most: int
    step: float


def replayed(drafter: Any, plain: PlainReply, settings: Settings) -> list[Replayed]:
    """The rounds in which lookup would have written this reply. `drafter`: the pair's lookup, which is empty afterwards."""
    sequence, text, rounds, at = list(plain.prompt), plain.text, [], 0
    drafter.reset()
    drafter.begin(sequence, 0)
    while at < len(text):
        room = min(settings.k, settings.lookup_max, plain.most - at - 1)
        guess = drafter.guess(sequence, room, settings.lookup_min) if room > 0 else []
        accepted = common_prefix(guess, text[at:])
        rounds.append(Replayed(len(guess), accepted))
        sequence += text[at : at + accepted + 1]
        at += accepted + 1
    drafter.reset()
    return rounds


def seconds(rounds: Sequence[Replayed], plain: PlainReply, passes: Curve) -> float:
    """What these rounds take but for the guessing: each a plain round, and what its pass costs more than one over a single token."""
    wider = sum((passes.at(1 + drafted) or 0.0) - (passes.at(1) or 0.0) for drafted, _ in rounds)
    return len(rounds) * plain.step + wider


def predicted(drafter: Any, workload: str, k: int, plain: PlainReply, passes: Curve) -> LookupPoint:
    """Lookup's speed-up on this text."""
    start = time.perf_counter()
    rounds = replayed(drafter, plain, Settings(drafter=LOOKUP, k=k))
    guessing = time.perf_counter() - start
    drafted, accepted = (sum(column) for column in zip(*rounds))
    speedup = len(plain.text) * plain.step / (seconds(rounds, plain, passes) + guessing)
    return LookupPoint(workload, k, len(plain.text) / len(rounds), accepted / drafted if drafted else None, speedup)


def predictions(decoder: Decoder, passes: Curve, budget: Budget, tell: Tell) -> list[LookupPoint]:
    """Lookup at every k on a text of each workload, as long as the budget allows; where it should gain most it is measured. Raises LoadError
    if a reply fails."""
    step, reading = passes.at(1) or 0.0, (passes.at(CHUNK) or 0.0) / CHUNK * PROMPT
    amounts = budget.amounts(WANTED, LEAST, lambda some: replies(some) * (reading + some.tokens * step))
    drafter = decoder.pair.drafters[LOOKUP]
    texts = {name: plain_reply(decoder, prompts(name, 1)[0], amounts.tokens, tell) for name in WORKLOADS[: amounts.prompts]}
    points = [predicted(drafter, name, k, plain, passes) for name, plain in texts.items() for k in KS if plain.text]
    best = max(points, key=lambda point: point.predicted, default=None)
    if best is None:
        return []
    return [replace(point, measured=_measured(decoder, best, texts[best.workload], amounts, tell)) if point is best else point for point in points]


def replies(amounts: Amounts) -> int:
    """The replies that are written for it: a plain one to every prompt, and to one of them as many plain ones as with lookup."""
    return amounts.prompts + 2 * amounts.runs - 1


def wanted_seconds(step: float) -> float:
    """What `predictions` takes without a budget, by the seconds of a plain step."""
    return replies(WANTED) * (READING + WANTED.tokens) * step


def _measured(decoder: Decoder, point: LookupPoint, plain: PlainReply, amounts: Amounts, tell: Tell) -> float:
    """Lookup's speed-up on this text, from replies that alternate with plain ones, of which the first is written."""
    [prompt] = prompts(point.workload, 1)
    plainly, drafted = [plain.step], []
    for run in range(amounts.runs):
        plainly += [plain_reply(decoder, prompt, amounts.tokens, tell).step] if run else []
        tell()
        drafted.append(whole_reply(decoder, prompt, Settings(drafter=LOOKUP, k=point.k), amounts.tokens)[1].stats.decode_seconds)
    return statistics.median(plainly) * len(plain.text) / statistics.median(drafted)


def plain_reply(decoder: Decoder, prompt: str, tokens: int, tell: Tell) -> PlainReply:
    """What the target writes to this prompt by itself, in at most so many tokens. Raises LoadError if it fails."""
    tell()
    rounds, finish = whole_reply(decoder, prompt, Settings(drafter=PLAIN, k=0), tokens)
    sequence = list(decoder.pair.target.sequence)
    start = len(sequence) - len(rounds)
    return PlainReply(sequence[:start], sequence[start:], tokens, finish.stats.decode_seconds / max(1, len(rounds)))
