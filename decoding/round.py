"""What the loop needs in a round: its settings, its clock, a plain pass queued early, and a guard. The guard catches what a drafter raises. Nothing
here knows the order of a round, which is loop.py's."""

import time
from dataclasses import replace
from random import SystemRandom
from typing import Any, Callable, TypedDict

import mlx.core as mx

from .accept import NO_DRAFT, Draft, Verdict, judge
from .drafters.base import Drafter
from .errors import SettingsError, reason_of
from .rules.draws import Draws
from .target.sequence_state import SequenceState
from .types import Settings

AskSettings = Callable[[], Settings]


class Seconds(TypedDict):
    """The wall clock of a round, by the names of Round's fields."""

    draft_seconds: float
    verify_seconds: float
    host_seconds: float


class RoundSettings:
    """The settings of each round of a reply: the caller's, without biases on unknown tokens. Where they have no seed, they get the reply's own. Call
    it once a round. `ask` returns the caller's settings, and `width` is the length of the target's rows of logits. `report` is called with one line
    where a setting is left out."""

    def __init__(self, ask: AskSettings, width: int, report: Callable[[str], None]) -> None:
        self._ask, self._width, self._report = ask, width, report
        self._seed = SystemRandom().getrandbits(62)

    def __call__(self) -> Settings:
        """The settings of the next round."""
        settings = self._ask()
        if error := _unknown_bias(settings, self._width):
            self._report(error)
            settings = replace(settings, logit_bias={})
        return replace(settings, seed=self._seed) if settings.seed is None else settings


def check_bias(settings: Settings, width: int) -> None:
    """Raise SettingsError where a bias is on a token that the target does not have. It would be written outside the row of logits."""
    if error := _unknown_bias(settings, width):
        raise SettingsError(error)


def _unknown_bias(settings: Settings, width: int) -> str | None:
    bad = [token for token in settings.logit_bias if token >= width]
    return f"logit_bias names token {bad[0]}, but ids go from 0 to {width - 1}" if bad else None


class RoundClock:
    """The seconds of one round, taken where the host waits for the device. Starts when it is created; then call `drafted`, `built`,
    `verified` and `seconds` once each, in this order.

    On a GPU the host builds the target's pass while the draft is computed. It waits for the draft before it starts the pass. Starting holds the host
    while more than ten command buffers are in flight: most of a large model's pass. On a CPU a pass is computed while it is built (cpu/tune.py), so
    the host waits for the draft first.
    """

    def __init__(self) -> None:
        self._queues = mx.default_device().type == mx.DeviceType.gpu
        self._start = time.perf_counter()

    def drafted(self, draft: Draft) -> None:
        """Call when the draft is queued. On a CPU, waits for it."""
        self._drafted = time.perf_counter() if self._queues else wait_for(draft)

    def built(self, draft: Draft, verdict: Verdict) -> None:
        """Call when the target's pass is built. On a GPU, waits for the draft, then starts the pass, all arrays of the verdict at once."""
        if self._queues:
            built = time.perf_counter()
            done = wait_for(draft)
            self._drafted = done if done - built > WAITED else self._drafted  # a draft that was done already: building counts as verifying
            mx.async_eval(verdict.arrays())

    def verified(self) -> None:
        """Call when the verdict is on the host."""
        self._verified = time.perf_counter()

    def seconds(self) -> Seconds:
        """draft_seconds, verify_seconds and host_seconds of the Round; the last of them ends now."""
        return {
            "draft_seconds": self._drafted - self._start,
            "verify_seconds": self._verified - self._drafted,
            "host_seconds": time.perf_counter() - self._verified,
        }


WAITED = 1e-4  # seconds: to read a draft that is already computed takes less


def wait_for(draft: Draft) -> float:
    """Wait for the draft's tokens and return the time. Not by mx.eval, which would wait for the pass queued behind them too."""
    if len(draft):
        draft.tokens.tolist()
    return time.perf_counter()


class LookAhead:
    """The pass of a plain round, queued one round early. Without a draft the target can read its own token before the host knows it, as in mlx-lm's
    generate_step. Holds at most one queued pass: `queue` in one round, `take` in the next."""

    def __init__(self, target: SequenceState, detail: int = 0) -> None:
        self._target, self._detail = target, detail
        self._queued: tuple[Settings, Verdict] | None = None

    def queue(self, verdict: Verdict, settings: Settings, draws: Draws, before: mx.array) -> None:
        """Queue the pass over the verdict's own token, and the verdict that follows it. `draws` are the next round's; `before` (m,) are
        the tokens that its penalties count, without that own token."""
        own = verdict.own
        before = mx.concatenate([before, own.astype(before.dtype)]) if before.size else before
        ahead = judge(NO_DRAFT, self._target.step(own, certain=True), settings, draws, before, self._detail)
        mx.async_eval(ahead.arrays())
        self._queued = settings, ahead

    def take(self, draft: Draft, settings: Settings) -> tuple[int, Verdict | None]:
        """How many passes were queued for this round, 0 or 1, and their verdict if it is valid. It is valid if there is no draft and the settings are
        the same. Otherwise only the verdict is dropped; the pass has still read the round's first token."""
        queued, self._queued = self._queued, None
        if queued is None:
            return 0, None
        return 1, queued[1] if not len(draft) and queued[0] == settings else None


class DrafterGuard:
    """Makes every call of a drafter in one reply. A drafter that raises is out for the rest of the reply, which goes on without it.
    `report` is called with one line for each drafter that raised."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._out: set[str] = set()

    def is_out(self, drafter: Drafter) -> bool:
        """Whether this drafter raised in this reply."""
        return drafter.name in self._out

    def call(self, drafter: Drafter, method: Callable, *args: Any) -> Any:
        """The result of this method of the drafter; None if the drafter is out or raises."""
        if self.is_out(drafter):
            return None
        try:
            return method(*args)
        except Exception as error:  # whatever a drafter raises, the text is the target's
            self._out.add(drafter.name)
            self._report(f"drafter {drafter.name} failed and is off for this reply: {reason_of(error)}")
            drafter.reset()
            return None
