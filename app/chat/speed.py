"""Whether a reply was faster than plain decoding, and why it was not, by what was measured. Nothing here is estimated.

A ratio is one of two measurements on the same prompt; while a kernel is built, none of them counts.
"""

from dataclasses import dataclass, field, replace

from specdeck.decoding import block_cost, break_even, built_kernels
from specdeck.decoding.types import PLAIN, Settings

from ..drawing.figures import share
from .conversation import Chat
from .reply import Reply

Basis = tuple[object, ...]  # what a figure was measured on; equal for what was asked alike
HELD = 0.05  # seconds of waits between rounds from which a reply's pace is not compared


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session. `at`: seconds since 1970; `probe`: the seconds that a fixed
    piece of work took then, None if unknown; `busy`: before and after the measurement it took different times."""

    tokens_per_second: float
    tokens: int
    basis: Basis
    at: float
    probe: float | None = None
    busy: bool = False


@dataclass
class ChatSpeed:
    """What is known of the speed of the chat's replies beside plain decoding's."""

    baseline: Baseline | None = None
    measuring: bool = False
    measured_on: Basis | None = None  # the prompt that plain decoding was last measured on
    unasked: bool = False  # the measurement in progress was not asked for, and any command ends it
    discarded: list[Basis] = field(default_factory=list)  # the prompts of measurements that waited for kernels or had a busy machine
    ended_at: float = 0.0  # when the last reply ended, seconds since 1970
    ended: Reply | None = None  # the reply that ended last, if it is in the chat: the machine's speed is reported after it


def why_not_compared(reply: Reply, waited: bool) -> str:
    """Why a reply's pace is compared with nothing, in two short lines. `waited`: between rounds."""
    if waited:
        return "it was slowed by /pace\n(/pace 1: full speed)" if reply.slowed else "this reply was held\nbetween rounds"
    if reply.only_loops:
        return "it only\nrepeats itself"
    return "mlx compiled\nkernels during this reply" if built_kernels(reply.rounds) else "this reply is\ntoo short to be timed"


def basis(chat: Chat, target_path: str) -> Basis | None:
    """What the last reply answers, its prompt and all that the target read before it, and how its tokens were chosen."""
    if not chat.turns:
        return None
    turn, before = chat.turns[-1], chat.turns[-2].reply.job if len(chat.turns) > 1 else 0
    system, thinking, unread = (turn.asked.system, turn.asked.thinking, turn.asked.unread) if turn.asked else (None, None, 0)
    return id(chat), before, turn.prompt, system, thinking, unread, target_path, plain_settings(turn.reply)


_SHAPING = ("temperature", "top_p", "top_k", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty", "penalty_context", "logit_bias")


def plain_settings(reply: Reply) -> Settings:
    """Plain decoding's settings that a reply's pace is compared under: a row of a large vocabulary takes milliseconds to filter."""
    asked = reply.asked.settings if reply.asked else Settings()
    last = reply.rounds[-1].settings if reply.rounds else asked
    return Settings(drafter=PLAIN, k=0, **{name: getattr(last, name) for name in _SHAPING})


def elsewhere(found: Basis, chat: Chat) -> str:
    """Where a figure was measured that is not of this chat's last reply."""
    return "on another prompt" if found[0] == id(chat) else "in another conversation"


def round_cost(reply: Reply, plain_rate: float) -> float | None:
    """Plain steps that a round of the reply took; None before the first."""
    stats = reply.telling
    return block_cost(stats.decode_seconds / stats.rounds, 1 / plain_rate) if stats.rounds and stats.decode_seconds else None


def needed_acceptance(reply: Reply, plain_rate: float) -> float | None:
    """Break-even: the acceptance rate at which the reply would have been as fast as plain decoding."""
    cost, stats = round_cost(reply, plain_rate), reply.telling
    return None if cost is None else break_even(cost, stats.drafted / stats.rounds)


def slower(reply: Reply, plain_rate: float, slow_blas: bool = False) -> str | None:
    """Why a reply was slower than plain decoding; None where it was not, or nobody drafted. `slow_blas`: whether a pass over several tokens
    costs nearly as many passes over one on this machine."""
    needed, stats = needed_acceptance(reply, plain_rate), reply.telling
    if needed is None or not reply.rounds or stats.tokens_per_second >= plain_rate:
        return None
    accepted = stats.acceptance_rate or 0.0  # a break-even is known only where something was drafted
    if needed >= 1:
        cost, most = round_cost(reply, plain_rate), stats.drafted / stats.rounds + 1
        why = f"a round costs {cost:.1f} plain steps, and brings {most:.1f} tokens if every guess is accepted"
    elif accepted < needed:
        why = f"{share(accepted)} of the guesses are accepted, break-even is {share(max(0.0, needed))}"
    else:
        why = "the reply ended in the middle of its last draft"
    if slow_blas:
        why += ". There is no fast BLAS here, so a pass over several tokens is expensive: specdeck doctor says what helps"
    return why


PENALTY, OVER, WARM = 1.1, 64, 0.7  # of 13 greedy replies of SmolLM2-135M that had no end, 8 looped; with the penalty 1, at this temperature 2


def out_of_loop(settings: Settings) -> tuple[Settings, str] | None:
    """The settings to write a reply again with that repeats itself, and words for them; None where they are in force."""
    if (settings.repetition_penalty or 1.0) < PENALTY:
        return replace(settings, repetition_penalty=PENALTY, penalty_context=OVER), f"repetition penalty {PENALTY:g}"
    return (replace(settings, temperature=WARM), f"T {WARM:g}") if settings.temperature < WARM else None
