"""Scale: the cost of each part of a round as the context grows; only attention itself may grow.

Measured on the embedded pair up to its context's length, and on a tiny random model up to 64k tokens. `verify` is compared with a bare pass
at the same context and width on a plain cache and may grow only as that does.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Iterator, NamedTuple, Sequence

import mlx.core as mx
from mlx_lm.models import qwen3
from mlx_lm.models.cache import make_prompt_cache, trim_prompt_cache

from specdeck.decoding import Pair, RateEstimator, Settings, decode
from specdeck.decoding.drafters.base import NoDrafter
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.types import Round

from .measuring import PLAIN, Figure, Options

EMBEDDED, TINY = (256, 1024, 2048, 3968), (1024, 4096, 16384, 65536)
K = 4
SHARE = 0.05  # of what a round grows by, that may be neither model's
TINY_SHAPE = {
    "model_type": "qwen3", "hidden_size": 16, "num_hidden_layers": 1, "intermediate_size": 32, "num_attention_heads": 1,
    "num_key_value_heads": 1, "head_dim": 16, "rms_norm_eps": 1e-6, "vocab_size": 256, "max_position_embeddings": 2**17,
    "rope_theta": 1e6, "tie_word_embeddings": True,
}  # fmt: skip


class Parts(NamedTuple):
    """Median milliseconds of the parts of a round."""

    draft: float
    verify: float
    bare: float
    host: float
    between: float

    @property
    def round(self) -> float:
        """The whole round."""
        return self.draft + self.verify + self.host + self.between

    def own(self, drafter: str) -> float:
        """The engine's own work: updating drafters, the time between rounds, and lookup. The verdict is part of `verify`."""
        return self.host + self.between + (self.draft if drafter == "lookup" else 0.0)


def measure(options: Options) -> Iterator[Figure]:
    """Plain, lookup and model at every context."""
    for name, pair, contexts in (("embedded pair", options.pair, EMBEDDED), ("tiny random model", tiny_pair(), TINY)):
        bare = {context: bare_passes(pair.target.model, _ids(context, pair.width)) for context in contexts}
        for drafter in ("none", "lookup", "model"):
            rows = {context: parts(pair, context, drafter, options.tokens or 48, bare[context]) for context in contexts}
            first, last = rows[contexts[0]], rows[contexts[-1]]
            note = "; ".join(
                f"{context}: draft {p.draft:.2f} verify {p.verify:.2f} (bare {p.bare:.2f}) host {p.host:.3f} between {p.between:.3f} ms"
                for context, p in rows.items()
            )  # fmt: skip
            grown = (last.own(drafter) - first.own(drafter)) / (last.round - first.round)
            what = f"{name}, {drafter}: share of a round's growth from {contexts[0]} to {contexts[-1]} tokens that is no model's"
            yield Figure(what, [grown], SHARE, "<=", note=note)


def parts(pair: Any, context: int, drafter: str, tokens: int, bare: dict[int, float]) -> Parts:
    """The parts of a round after a context of this length, and the bare passes there."""
    settings = PLAIN if drafter == "none" else Settings(drafter=drafter, k=K, lookup_min=2)
    ids = _ids(context, pair.width)
    events = decode(pair, ids, replace(settings, seed=0), max_tokens=tokens, ignore_end=True)
    stamped = [(event, time.perf_counter()) for event in events if isinstance(event, Round)][3:]
    rounds = [event for event, _ in stamped]
    whole = [b - a for (_, a), (_, b) in zip(stamped, stamped[1:])]
    known = [r.draft_seconds + r.verify_seconds + r.host_seconds for r in rounds[1:]]
    between = statistics.median(a - b for a, b in zip(whole, known))
    return Parts(*(1e3 * seconds for seconds in (
        statistics.median(r.draft_seconds for r in rounds), statistics.median(r.verify_seconds for r in rounds),
        statistics.median(bare[len(r.draft) + 1] for r in rounds), statistics.median(r.host_seconds for r in rounds), between,
    )))  # fmt: skip


def bare_passes(model: Any, ids: Sequence[int]) -> dict[int, float]:
    """The median seconds of a pass of each width after this context, on a plain cache."""
    cache = make_prompt_cache(model)
    for start in range(0, len(ids), 512):
        model(mx.array([ids[start : start + 512]]), cache=cache)
        mx.eval([entry.state for entry in cache])
    times: dict[int, list[float]] = {width: [] for width in range(1, K + 2)}
    for turn in range(-1, 9):
        for width in times:
            start = time.perf_counter()
            mx.eval(model(mx.zeros((1, width), mx.uint32), cache=cache))
            times[width] += [time.perf_counter() - start] if turn >= 0 else []
            trim_prompt_cache(cache, width)
    return {width: statistics.median(found) for width, found in times.items()}


def tiny_pair() -> Pair:
    """A random target of one layer, which is also its own drafter."""
    mx.random.seed(0)
    model = qwen3.Model(qwen3.ModelArgs.from_dict(TINY_SHAPE))
    mx.eval(model.parameters())
    pair = Pair(
        target=SequenceState(model), tokenizer=SimpleNamespace(decode=lambda ids: "x" * len(ids)), name="tiny", target_path="tiny",
        width=TINY_SHAPE["vocab_size"], context=None, end_tokens=(),
        drafters={"none": NoDrafter(), "lookup": LookupDrafter(), "model": ModelDrafter(model, "model")},
    )  # fmt: skip
    pair.estimator = RateEstimator()
    return pair


def _ids(count: int, width: int) -> list[int]:
    """A text with some repetition, so that lookup has guesses."""
    return [(i * i // 7 + i) % min(width, 251) for i in range(count)]
