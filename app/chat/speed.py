"""Whether a reply was faster than plain decoding, and why it was not, by what was measured. Nothing here is estimated.

A ratio is one of two measurements on the same prompt; while a kernel is built, none of them counts.
"""

from dataclasses import dataclass, field, replace

from specdeck.decoding import block_cost, break_even, built_kernels
from specdeck.decoding.cpu import blas
from specdeck.decoding.types import PLAIN, Settings

from ..drawing.figures import break_even_share, share
from ..engine.this_machine import doubt
from .conversation import Chat
from .reply import Reply

Basis = tuple[object, ...]  # what a figure was measured on; equal for what was asked alike
HELD = 0.05  # seconds of waits between rounds from which a reply's pace is not compared


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session. `at`: seconds since 1970. `probe`: the seconds that a fixed piece of work took
    then, None if unknown. `busy`: the work took different times before and after the measurement, or other programs ran meanwhile."""

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


@dataclass(frozen=True, slots=True)
class LastReply:
    """How fast the last reply was, beside plain decoding. `baseline`: plain decoding's pace on its very prompt. `recorded`: the loaded target did not
    write the reply here; it was read from a file. `waited`: it waited between rounds, so that its pace is compared with nothing. `clock`: the present
    time on its rounds' clock. `short_of_blas`: this pair would be faster with a BLAS that is missing here."""

    reply: Reply | None
    baseline: Baseline | None
    recorded: bool
    waited: bool
    clock: float
    short_of_blas: bool

    @property
    def now(self) -> float | None:
        """Tokens per second over its last second; None unless it is being written."""
        return self.reply.pace_at(self.clock) if self.reply and self.reply.phase == "writing" else None

    @property
    def pace(self) -> float | None:
        """Tokens per second from its first token to its last, or to its loop."""
        return self.reply.pace if self.reply else None

    @property
    def plain_pace(self) -> float | None:
        """Plain decoding's tokens per second on its prompt."""
        return self.baseline.tokens_per_second if self.baseline else None

    @property
    def speed_up(self) -> float | None:
        """Its pace over plain decoding's. None unless both were measured in this session, on this prompt, with all kernels compiled and no
        wait between rounds."""
        reply, pace, plain = self.reply, self.pace, self.plain_pace
        counts = reply and not self.recorded and not reply.held and not reply.only_loops and not built_kernels(reply.rounds)
        return pace / plain if counts and pace and plain else None

    @property
    def was_disturbed(self) -> bool:
        """Whether other programs slowed the reply itself down: measuring plain decoding again makes no ratio sure then."""
        return self.reply is not None and doubt(crowds=[self.reply.crowd]) is not None

    @property
    def machine_was_busy(self) -> bool:
        """Whether the quotient is uncertain or impossibly high. It is uncertain if the machine's speed changed between the two measurements, or
        during one of them."""
        reply, baseline = self.reply, self.baseline
        if reply is None or baseline is None:
            return False
        return baseline.busy or doubt((baseline.probe, reply.probe), self.speed_up, reply.telling.tokens_per_round, crowds=[reply.crowd]) is not None

    @property
    def why_slower(self) -> str | None:
        """Why it was slower than plain decoding; None if it was not."""
        reply, plain, speed_up = self.reply, self.plain_pace, self.speed_up
        if reply is None or reply.live or plain is None or speed_up is None or speed_up >= 1 or self.machine_was_busy:
            return None
        return why_slower(reply, plain, self.short_of_blas and blas.is_slow())

    @property
    def why_not_compared(self) -> str:
        """Why its pace is compared with nothing, in two short lines."""
        reply = self.reply
        if self.waited:
            return "it was slowed by /pace\n(/pace 1: full speed)" if reply and reply.slowed else "this reply was held\nbetween rounds"
        if reply and reply.only_loops:
            return "it only\nrepeats itself"
        return "mlx compiled\nkernels during this reply" if reply and built_kernels(reply.rounds) else "this reply is\ntoo short to be timed"

    @property
    def advice(self) -> tuple[Settings, str] | None:
        """The settings to write it again with, and a word for them, where it repeats itself."""
        reply = self.reply
        looped = reply and not reply.live and reply.loop and reply.rounds and not self.recorded
        return out_of_loop(reply.rounds[-1].settings) if reply and looped else None


def basis(chat: Chat, target_path: str) -> Basis | None:
    """Return what the last reply answers and how its tokens were chosen. This includes its prompt and everything that the target read before it."""
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


def why_slower(reply: Reply, plain_rate: float, slow_blas: bool = False) -> str | None:
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
        why = f"{share(accepted)} of the drafted guesses are accepted, break-even is {break_even_share(needed)}"
    else:
        why = "the reply ended in the middle of its last draft"
    if slow_blas:
        why += ". There is no fast BLAS here, so a pass over several tokens is expensive: specdeck doctor says what helps"
    return why


PENALTY, OVER, WARM = 1.1, 64, 0.7  # of 13 greedy replies of SmolLM2-135M that had no end, 8 looped; with the penalty 1, at this temperature 2


def out_of_loop(settings: Settings) -> tuple[Settings, str] | None:
    """Return settings that avoid a reply's loop when it is written again, and words for them. Return None where they are in force."""
    if (settings.repetition_penalty or 1.0) < PENALTY:
        return replace(settings, repetition_penalty=PENALTY, penalty_context=OVER), f"repetition penalty {PENALTY:g}"
    return (replace(settings, temperature=WARM), f"T {WARM:g}") if settings.temperature < WARM else None
