"""Benchmark 3: `lookup` at k=8 over plain, and over the prompt-lookup generator of benjamin-levin/mlx-lm where its checkout is given.

That repository is a fork of mlx-lm under the same name, so its package is imported under another name beside the installed one.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator, Sequence

import mlx.core as mx

from specdeck.decoding import Settings
from specdeck.decoding.mlx_lm_generators import built

from .measuring import (
    PLAIN,
    Figure,
    Options,
    Throughput,
    measured_throughput,
    observed_throughput,
    pooled,
    prompts_and_lengths,
    ratios,
    reported_throughput,
    take_turns,
)

LOOKUP = Settings(drafter="lookup", k=8)
THEIR_NAME = "benjamin_levin_mlx_lm"


def measure(options: Options) -> Iterator[Figure]:
    """Greedy, each prompt decoded to the length of its plain reply."""
    yield from over_plain(options)
    if options.pld:
        yield from over_theirs(options, their_package(options.pld).prompt_lookup_generate_step)


def over_plain(options: Options) -> Iterator[Figure]:
    """Lookup over plain, both measured by decode()'s own stats."""
    for workload, wanted in (("echo", 4.0), ("edit", None), ("open", 0.97), ("qa", None)):
        texts = _texts(options, workload)
        lookup, plain = (partial(_rate, reported_throughput, options.pair, texts, settings) for settings in (LOOKUP, PLAIN))
        yield Figure(f"lookup, k=8, over plain: {workload}", _ratios(options, lookup, plain), wanted)


def over_theirs(options: Options, generator: Any) -> Iterator[Figure]:
    """Lookup over the fork's generator, both measured from outside, because the fork reports no seconds."""
    for workload, wanted in (("echo", 1.3), ("edit", 1.3), ("open", None)):
        texts = _texts(options, workload)
        we, they = (partial(_rate, how, options.pair, texts, LOOKUP) for how in (measured_throughput, partial(theirs, generator)))
        yield Figure(f"lookup, k=8, over benjamin-levin's prompt lookup: {workload}", _ratios(options, we, they), wanted)


def _texts(options: Options, workload: str) -> list[tuple[list[int], int]]:
    """All prompts of a workload with the lengths of their replies; long ones too, because lookup finds nothing at the start of a reply."""
    return list(prompts_and_lengths(options.pair, (workload,), options.tokens or 128, count=0))


def _rate(how: Callable[..., Throughput], pair: Any, texts: Sequence[tuple[list[int], int]], settings: Settings) -> float:
    return pooled(how(pair, ids, settings, tokens) for ids, tokens in texts).rate


def _ratios(options: Options, *arms: Callable[[], float]) -> list[float]:
    return ratios(*take_turns(options.turns or 11, *(lambda turn, arm=arm: arm() for arm in arms)))


def theirs(generator: Any, pair: Any, ids: Sequence[int], settings: Settings, tokens: int) -> Throughput:
    """Their generator at the same k, on the same model, as mlx-lm builds it."""
    steps = generator(mx.array(list(ids)), built(pair.target_path), prompt_lookup_num_tokens=settings.k, max_tokens=tokens)
    return observed_throughput(1 for _ in steps)


def their_package(checkout: str) -> ModuleType:
    """The fork's generate module."""
    folder = Path(checkout) / "mlx_lm"
    if not (folder / "generate.py").is_file():
        raise SystemExit(f"benchmarks: {checkout} is no checkout of benjamin-levin/mlx-lm: there is no mlx_lm/generate.py in it")
    spec = importlib.util.spec_from_file_location(THEIR_NAME, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec and spec.loader
    package = sys.modules[THEIR_NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    return importlib.import_module(f"{THEIR_NAME}.generate")
