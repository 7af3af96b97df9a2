"""Bar 3: `lookup` at k=8 over plain, and over the prompt-lookup generator of benjamin-levin/mlx-lm where its checkout is given.

That repository is a fork of mlx-lm with mlx-lm's name: its package is imported under another, beside the installed one.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator, Sequence

import mlx.core as mx

from decoding import Settings

from .ask import PLAIN, Ask, Figure, Pace, each, ours, pace_of, pooled, ratios, take_turns

LOOKUP = Settings(drafter="lookup", k=8)
THEIR_NAME = "benjamin_levin_mlx_lm"


def measure(ask: Ask) -> Iterator[Figure]:
    """Greedy, prompts as long as their plain replies."""
    most, turns = ask.tokens or 128, ask.turns or 11
    for workload, bar in (("echo", 4.0), ("edit", None), ("open", 0.97), ("qa", None)):
        texts = list(each(ask.pair, (workload,), most))
        arms = [lambda turn, settings=settings: _rate(ask.pair, texts, settings) for settings in (LOOKUP, PLAIN)]
        yield Figure(f"lookup, k=8, over plain: {workload}", ratios(*take_turns(turns, *arms)), bar)
    if ask.pld:
        generator = their_package(ask.pld).prompt_lookup_generate_step
        for workload, bar in (("echo", 1.3), ("edit", 1.3), ("open", None)):
            texts = list(each(ask.pair, (workload,), most))
            they = lambda turn: pooled(theirs(generator, ask.pair, ids, tokens) for ids, tokens in texts).rate  # noqa: E731
            we = lambda turn: _rate(ask.pair, texts, LOOKUP)  # noqa: E731
            yield Figure(f"lookup, k=8, over benjamin-levin's prompt lookup: {workload}", ratios(*take_turns(turns, we, they)), bar)


def _rate(pair: Any, texts: Sequence[tuple[list[int], int]], settings: Settings) -> float:
    return pooled(ours(pair, ids, settings, tokens) for ids, tokens in texts).rate


def theirs(generator: Any, pair: Any, ids: Sequence[int], tokens: int) -> Pace:
    """Their generator at the same k, on the same model."""
    said = generator(mx.array(ids), pair.target.model, prompt_lookup_num_tokens=LOOKUP.k, max_tokens=tokens)
    return pace_of(1 for _ in said)


def their_package(checkout: str) -> ModuleType:
    """The fork's generate module."""
    folder = Path(checkout) / "mlx_lm"
    if not (folder / "generate.py").is_file():
        raise SystemExit(f"bars: {checkout} is no checkout of benjamin-levin/mlx-lm: there is no mlx_lm/generate.py in it")
    spec = importlib.util.spec_from_file_location(THEIR_NAME, folder / "__init__.py", submodule_search_locations=[str(folder)])
    package = sys.modules[THEIR_NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    return importlib.import_module(f"{THEIR_NAME}.generate")
