"""The cost curve: the speed-up that doctor predicts is within 10 % of the measured one at every k."""

from __future__ import annotations

from typing import Iterator

from specdeck.budget import Amounts
from specdeck.commands.examination import pass_seconds
from specdeck.commands.prediction import Point, cost_curve, guesser
from specdeck.decoding import Settings
from specdeck.engine.engine import Engine
from specdeck.terminal.streams import ProgressLine

from .measuring import Figure, Options


def measure(options: Options) -> Iterator[Figure]:
    """Greedy and sampled, as in doctor, but on every prompt of the workload and for more turns."""
    who = guesser(options.pair, Settings(drafter=options.pair.default_drafter))
    if who is None:
        return
    for temperature in (0.0, 0.8):
        settings = Settings(drafter=who, temperature=temperature, seed=0)
        effort = Amounts(prompts=0, runs=options.turns or 7, tokens=options.tokens or 64)
        points = cost_curve(Engine(pair=options.pair), settings, pass_seconds(options.pair), ProgressLine(), effort)
        worst = max((point for point in points if point["k"] and point["measured"]), key=lambda point: abs(point["error"]))
        yield Figure(f"worst error of the prediction, {who}, T={temperature:g}", [abs(worst["error"])], 0.10, sign="<=", note=_in_words(points))


def _in_words(points: list[Point]) -> str:
    """Both speed-ups, and the tokens per round behind each: an error in these is chance or acceptance, any other is in the costs."""
    return ", ".join(
        "k={k}: {predicted:.2f}x predicted ({tokens:.2f} tokens a round), {measured:.2f}x measured ({measured_tokens:.2f})".format(**point)
        for point in points if point["k"] and point["measured"]
    )  # fmt: skip
