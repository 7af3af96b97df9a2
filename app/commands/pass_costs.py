"""What a pass of the target costs by width, what a draft step costs, whether a pass gives the logits of single steps, and how
many guesses are accepted, on a loaded pair. Seconds are medians, because a shared machine has slow moments."""

import statistics
import time
from collections import Counter
from dataclasses import replace
from typing import Any, Callable, Sequence

import mlx.core as mx
from mlx.utils import tree_flatten

from specdeck.decoding import Curve
from specdeck.decoding.types import PLAIN, Round, Settings

from ..chat.drafter_health import ENOUGH
from ..engine.decoder import Decoder
from ..engine.measuring import whole_reply

WIDTHS = (1, 2, 3, 4, 5, 6, 8, 11, 12, 16)  # 6 and 11: the first that read quantised weights a second and a third time on Metal
CONTEXT = 64  # tokens read before the timed pass
REPEATS = 15
FEWEST = 3  # repeats that are enough where all of them would take too long
STEPS = 4  # guesses of a timed draft
PROBED = (2, 3, 5, 9)  # widths of the passes that are held against single steps: of rounds with k 1, 2, 4 and 8
CHOICES, LEAST_CHOICES = 200, 24  # greedy choices that are compared

Tell = Callable[[], object]  # called now and then while something is timed: shows how far it is


def pass_seconds(pair: Any, widths: tuple[int, ...] = WIDTHS, seconds: float = 0, tell: Tell = lambda: None) -> dict[str, float]:
    """Seconds of one pass of the target over this number of tokens, timed for about so many seconds; 0 is no bound."""
    sequence = _sequence(pair)
    pair.target.follow(sequence)
    for _ in pair.target.prefill(CONTEXT - 1, checkpoint=CONTEXT - 1):
        pass

    def read(width: int) -> None:
        mx.eval(pair.target.read(mx.array(sequence[: width - 1], mx.uint32)))
        pair.target.roll_back(CONTEXT - 1)

    times = _medians([lambda width=width: read(width) for width in widths], seconds, tell)
    return dict(zip(map(str, widths), times))


def draft_seconds(decoder: Decoder, settings: Settings, most: int | None = None) -> float:
    """Seconds per guess of the drafter in force, in drafts of STEPS; per call if it guesses nothing. Taken from rounds, because a
    drafter that uses hidden states guesses only while the target reads. `most`: tokens that are decoded, if fewer than usual. Raises
    LoadError if it fails."""
    asked, enough = replace(settings, k=STEPS, seed=0), REPEATS * (STEPS + 1)
    tokens = enough if most is None else min(enough, max(FEWEST * (STEPS + 1), most))
    rounds, _ = whole_reply(decoder, _sequence(decoder.pair), asked, tokens, ignore_end=True)
    steps = [round_.draft_seconds / STEPS for round_ in rounds[2:] if len(round_.draft) == STEPS]
    return statistics.median(steps or [round_.draft_seconds for round_ in rounds[2:]])


def exactness(decoder: Decoder, text: str, choices: int | None = None, tell: Tell = lambda: None) -> dict[str, Any]:
    """How the logits of wider passes differ from those of single steps on this device, over a plain greedy reply to `text`: {"tokens":
    compared, "logit_type": as "bfloat16", "ties": choices whose best two logits are equal, "widths": {width: {"difference": the largest,
    "changed": greedy choices that are others}}}. Single steps are taken twice,
    which tells whether the device gives the same sums for the same pass. `choices`: how many are compared, CHOICES if not given."""
    pair = decoder.pair
    _, finish = whole_reply(decoder, text, Settings(drafter=PLAIN, k=0), CHOICES if choices is None else choices, ignore_end=True)
    sequence = list(pair.target.sequence)
    start = len(sequence) - finish.stats.emitted
    single = _rows(pair, sequence, start, 1, tell)
    found = {str(width): _apart(single, _rows(pair, sequence, start, width, tell)) for width in (1, *PROBED)}
    pair.reset()
    ties = sum(bool(((row == row.max()).sum() > 1).item()) for row in single)
    return {"tokens": len(single), "logit_type": str(single[0].dtype).removeprefix("mlx.core."), "ties": ties, "widths": found}


def exactness_seconds(passes: Curve, choices: int) -> float:
    """What `exactness` takes, by the cost of passes: a plain reply, then a pass over each width until all is read."""
    return choices * sum((passes.at(width) or 0.0) / width for width in (1, 1, 1, *PROBED))


def _rows(pair: Any, sequence: list[int], start: int, width: int, tell: Tell) -> list[mx.array]:
    """The target's logits (V,) after each token of the sequence from `start` - 1 on, read in passes of `width`, as rounds read them in
    which every guess is accepted."""
    target_state, rows = pair.target, []
    target_state.reset()
    target_state.follow(sequence[:start])
    for _ in target_state.prefill(start - 1):
        pass
    while (end := len(target_state.sequence)) < len(sequence):
        draft = sequence[end : min(end + width - 1, len(sequence) - 1)]
        logits = target_state.read(mx.array(draft, mx.uint32))
        mx.eval(logits)
        tell()
        rows += list(logits)
        target_state.sequence.extend(sequence[end : end + len(draft) + 1])
        target_state.roll_back(end + len(draft))
    return rows


def _apart(single: list[mx.array], wide: list[mx.array]) -> dict[str, Any]:
    """The largest difference of two lists of logits where both are finite, and how often the best token is another one."""
    differences = [mx.where(mx.isfinite(a) & mx.isfinite(b), mx.abs(a.astype(mx.float32) - b.astype(mx.float32)), 0).max() for a, b in zip(single, wide, strict=True)]
    changed = sum(a.argmax().item() != b.argmax().item() for a, b in zip(single, wide, strict=True))
    return {"difference": mx.stack(differences).max().item(), "changed": changed}


def guesses(decoder: Decoder, settings: Settings, texts: Sequence[str], most: int | None = None) -> list[Round]:
    """The rounds of replies to these texts, until the drafter in force has guessed ENOUGH times, or `most` tokens were decoded. Raises
    LoadError if it fails."""
    rounds: list[Round] = []
    for text in texts:
        left = ENOUGH if most is None else min(ENOUGH, most - sum(len(round_.tokens) for round_ in rounds))
        if left > 0 and sum(len(round_.draft) for round_ in rounds) < ENOUGH:
            rounds += whole_reply(decoder, text, settings, left)[0]
    return rounds


def dtype(pair: Any) -> str:
    """The type of most of the target's numbers, as "float32"; with "4-bit" if its matrices are quantised, and what they were unpacked from."""
    counts: Counter[str] = Counter()
    arrays: Any = tree_flatten(pair.target.model.parameters())
    for _, array in arrays:
        counts[str(array.dtype).removeprefix("mlx.core.")] += array.size
    bits = {part.bits for part in pair.target.model.modules() if getattr(part, "bits", None) is not None}
    kind = max((name for name in counts if "float" in name), key=counts.__getitem__, default="unknown")
    form = pair.target_form
    return f"{min(bits)}-bit, {kind}" if bits else f"{kind}, unpacked from {form.bits}-bit" if form else kind


def _sequence(pair: Any) -> list[int]:
    """Any tokens will do; these repeat nothing, so that lookup has no guess and hybrid asks its other drafter."""
    pair.reset()
    return [(i * 37 + 11) % pair.width for i in range(CONTEXT)]


def _medians(acts: list[Callable[[], None]], seconds: float = 0, tell: Tell = lambda: None) -> list[float]:
    """Median seconds of REPEATS calls of each, of fewer where they would take longer than so many seconds, in turn so that a bad moment
    hits all alike; two turns more go untimed, one where that alone takes its share of the time."""
    times: list[list[float]] = [[] for _ in acts]
    begun, turn = time.perf_counter(), -2
    while turn < REPEATS and not (turn >= FEWEST and 0 < seconds < time.perf_counter() - begun):
        tell()
        for act, taken in zip(acts, times):
            start = time.perf_counter()
            act()
            if turn >= 0:
                taken.append(time.perf_counter() - start)
        slow = turn < 0 < seconds < (FEWEST + 1) * (time.perf_counter() - begun)
        turn = 0 if slow else turn + 1
    return [statistics.median(taken) for taken in times]
