"""Whether a measured figure can be believed: one rule for bench, doctor, compare and chat. The machine's speed is the engine's `probe`, the
seconds of a fixed piece of work."""

from typing import Iterable

BUSY = 0.1  # the share by which the machine's speed may change between figures that are divided


def doubt(probes: Iterable[float | None] = (), speed_up: float | None = None, tokens_per_round: float | None = None) -> str | None:
    """Why a figure is doubtful; None if nothing speaks against it. A round's pass takes no less than a plain step, so no speed-up exceeds the
    tokens of a round. An unknown probe says nothing."""
    known = [probe for probe in probes if probe]
    worst = max(known) / min(known) if known else 1.0
    if worst > 1 + BUSY:
        return f"the machine was busy: its speed changed by {worst - 1:.0%} meanwhile"
    if speed_up and tokens_per_round and speed_up > (1 + BUSY) * tokens_per_round:
        return f"a speed-up of {speed_up:.2f}x with {tokens_per_round:.2f} tokens a round cannot be: the machine was busy beside one of the two"
    return None
