"""mlx-lm's own generators on a pair, as events of decode(). They are what a person would use without specdeck, to be measured beside it."""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Callable, Generator, Iterator, Sequence

import mlx.core as mx
from mlx_lm.models.cache import can_trim_prompt_cache, make_prompt_cache

from . import loop
from .errors import PairError
from .pair import Pair
from .text.end_of_reply import EndOfReply
from .text.prompt import Messages, RenderedPrompt
from .types import MLX_LM, Event, Finish, Prefill, Round, Settings, Source, Stats
from .weights import changes_models, keep_resident, whole_model

CHUNK = 512  # tokens of the prompt read at once


def decode_with(pair: Pair, prompt: str | Messages | Sequence[int], settings: Settings | Callable[[], Settings], **options: Any) -> Generator[Event]:
    """The events of decode(), or of mlx-lm's generators where these settings name them as the drafter."""
    first = settings() if callable(settings) else settings
    return decode_as_mlx_lm(pair, prompt, first, **options) if first.drafter == MLX_LM else loop.decode(pair, prompt, settings, **options)


def decode_as_mlx_lm(
    pair: Pair, prompt: str | Messages | Sequence[int], settings: Settings, *args: Any, detail: int = 0,
    halted: Callable[[], bool] = lambda: False, **options: Any,
) -> Generator[Event]:  # fmt: skip
    """One reply by mlx-lm, with the arguments of decode(); k = 0 is generate_step. Of a draft only the accepted guesses are known, and no p or
    q; `verify_seconds` is the whole round. Raises PairError where mlx-lm cannot decode with this pair.

    generate_step decodes plainly, speculative_generate_step with the pair's draft model. They use the models as mlx-lm builds them, without this
    project's CPU tuning. So on a CPU each model is loaded a second time. They get the float type that specdeck uses. That is an advantage for
    them on a CPU, where half-precision floats are several times slower. Both begin where decode() begins to count, with all but the prompt's last
    token in their caches.
    """
    rendered, end = loop.opened(pair, prompt, settings, *args, **options)
    models = _models(pair, settings)
    caches = [make_prompt_cache(model) for model in models]
    if len(models) > 1 and not all(map(can_trim_prompt_cache, caches)):
        kinds = ", ".join(sorted({type(entry).__name__ for cache in caches for entry in cache if not entry.is_trimmable()}))
        raise PairError(f"mlx-lm cannot draft for {pair.name}: its speculative decoding needs caches that can be trimmed, not {kinds}")
    return _events(rendered, models, caches, settings, end, pair, halted)


@lru_cache(maxsize=2)
def built(folder: str) -> Any:
    """The model in this folder as mlx-lm builds it. It shares no weights with specdeck's model. The last two models are kept."""
    return whole_model(Path(folder), as_built=True)


def free_memory() -> None:
    """Give back the memory that no loaded pair uses. Pairs are full of reference cycles, so Python would be late to collect them. A target that was
    raced against mlx-lm is in memory a second time. mlx keeps what was freed."""
    built.cache_clear()
    gc.collect()
    mx.clear_cache()
    keep_resident()


def _models(pair: Pair, settings: Settings) -> list[Any]:
    if pair.cluster:
        raise PairError("mlx-lm's generators are measured on one machine only: leave out --hosts")
    folders, loaded = [pair.target_path], [pair.target.model]
    if settings.k:
        names = (name for name in (settings.fallback, *sorted(pair.paths)) if name in pair.paths and name.partition(":")[0] == "model")
        drafter = next(names, None)
        if drafter is None:
            raise PairError("mlx-lm drafts with a draft model only, and none is loaded: k 0 measures its plain decoding")
        folders, loaded = [*folders, pair.paths[drafter]], [*loaded, getattr(pair.drafters[drafter], "model", None)]
    # On a GPU a loaded model is as mlx-lm builds it. Memory may have no room for a second large one. The loaded model is None where it was quantised.
    return [built(folder) if model is None or changes_models() else model for model, folder in zip(loaded, folders)]


def _events(
    prompt: RenderedPrompt, models: list[Any], caches: list[Any], settings: Settings, end: EndOfReply, pair: Pair, halted: Callable[[], bool]
) -> Generator[Event]:  # fmt: skip
    mx.reset_peak_memory()
    began, ids = time.perf_counter(), prompt.tokens
    yield Prefill("target", 0, len(ids), 0, 0.0, prompt.opening, end.text.chosen, began)
    for model, cache in zip(models, caches):
        for at in range(0, len(ids) - 1, CHUNK):
            model(mx.array([ids[at : min(at + CHUNK, len(ids) - 1)]]), cache=cache)
            mx.eval([entry.state for entry in cache])
    steps = _steps(ids[-1], models, caches, settings, end.left, pair.width)
    start = now = time.perf_counter()
    yield Prefill("target", len(ids), len(ids), 0, now - began, prompt.opening, at=now)
    stats, passes = Stats(prompt_seconds=start - began), enumerate(_rounds(steps, settings.k, end.left))
    while not (end.reason or halted()) and (step := next(passes, None)):
        index, (tokens, drafted, own) = step
        before, now = now, time.perf_counter()
        taken = end.cut(tokens)
        kept, accepted = tuple(tokens[: taken.count - taken.ended]), tuple(tokens[: len(tokens) - own])
        last: Source = "plain" if not drafted else "bonus" if len(accepted) == drafted else "recovered"
        sources: tuple[Source, ...] = (("accepted",) * len(accepted) + (last,))[: len(kept)]
        guesses, names = pair.token_texts.of_round(accepted, kept, taken.texts, ())
        event = Round(
            index, settings, MLX_LM if drafted else "none", accepted, len(accepted), kept, sources, (), (None,) * len(kept), (), drafted + 1, 0.0,
            now - before, texts=taken.texts, guesses=guesses, names=names, at=now,
        )  # fmt: skip
        counted = stats.add(replace(event, draft=accepted + (-1,) * (drafted - len(accepted))))  # rejected ids are not reported
        stats = replace(counted, tested=stats.tested + len(accepted) + (len(accepted) < drafted))
        yield event
    now = time.perf_counter()
    reason = end.reason or ("interrupted" if halted() else "length")
    yield Finish(reason, None, replace(stats, decode_seconds=now - start, peak_memory_bytes=mx.get_peak_memory()), end.text.flush(), now)


def _steps(last: int, models: list[Any], caches: list[Any], settings: Settings, most: int, width: int) -> Iterator[tuple[int, bool]]:
    """mlx-lm's tokens, each with whether it was drafted. `width`: of a row of logits; mlx-lm refuses a top-k that keeps all of them."""
    from mlx_lm.generate import generate_step, speculative_generate_step  # here, because `run` starts sooner without them
    from mlx_lm.sample_utils import make_logits_processors, make_sampler

    s = settings
    mx.random.seed(s.seed or 0)
    options = {
        "max_tokens": most, "prompt_cache": [entry for cache in caches for entry in cache],
        "sampler": make_sampler(s.temperature, s.top_p if s.top_p < 1 else 0.0, s.min_p, top_k=s.top_k if s.top_k < width else 0),
        "logits_processors": make_logits_processors(
            dict(s.logit_bias) or None, s.repetition_penalty, s.penalty_context, s.presence_penalty or None, s.penalty_context,
            s.frequency_penalty or None, s.penalty_context,
        ),
    }  # fmt: skip
    if len(models) == 1:
        return ((int(token), False) for token, _ in generate_step(mx.array([last]), *models, **options))
    steps = speculative_generate_step(mx.array([last]), *models, num_draft_tokens=s.k, **options)
    return ((int(token), drafted) for token, _, drafted in steps)


def _rounds(steps: Iterator[tuple[int, bool]], k: int, most: int) -> Iterator[tuple[list[int], int, bool]]:
    """mlx-lm's tokens by pass: the tokens, how many were drafted, and whether the last is the target's own."""
    tokens, before = [], 0
    for token, drafted in steps:
        tokens.append(token)
        if not drafted or before + len(tokens) == most:
            yield tokens, min(k, most - before), not drafted
            before, tokens = before + len(tokens), []
