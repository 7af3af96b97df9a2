"""The session's interface to `decoding`. Imported in the engine's thread only, because it loads mlx."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import replace
from typing import Any, Callable, Generator, Iterable, Sequence

import mlx.core as mx

from specdeck.decoding import Pair, decode, decode_with, hosts_of, load
from specdeck.decoding.cpu import blas
from specdeck.decoding.drafters import remark_of
from specdeck.decoding.text import TextMap, render
from specdeck.decoding.types import Event, Settings

from .messages import Loaded, Machine, Message

LookupTexts = Callable[[], Iterable[tuple[str, str]]]
PROBE, PROBES = 2048, 24  # numbers in a row of the probe's matrix, and how often it is multiplied: some 30 ms
OfPair = Callable[[Pair], None]
BRIEFLY = 0.5  # seconds that a chat template gets where the screen waits for it


class RealEngine:
    """`decoding`, with the calls that the session needs. `kv_bits` quantises the cache of every target that it loads,
    `draft_bits` its drafters; `lookup_texts` gives the texts, (label, text) each, that lookup may copy from; `recall` and `keep`: what auto and
    adaptive k learnt, before the first reply and after each; `others` as in `load`."""

    def __init__(
        self, kv_bits: int | None = None, draft_bits: int | None = None, trust_remote_code: bool = False,
        lookup_texts: LookupTexts | None = None, recall: OfPair = lambda pair: None, keep: OfPair = lambda pair: None, **others: Any,
    ) -> None:  # fmt: skip
        self.kv_bits = kv_bits
        self._lookup_texts, self._recall, self._keep = lookup_texts, recall, keep
        self.draft_bits = draft_bits
        self._loading = {"draft_bits": draft_bits, "trust_remote_code": trust_remote_code, **others}
        asked = hosts_of(others.get("hosts"), others.get("hostfile"))
        self._hosts = len(asked.names) if asked else 1

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None], beside: Pair | None) -> Pair:
        """A loaded pair. Models that it shares with the pair `beside` are not loaded again."""
        pair = load(model, list(drafters), self.kv_bits, progress, beside, **self._loading)
        if self._lookup_texts:
            pair.remember(self._lookup_texts(), progress)
        self._recall(pair)
        return pair

    def release(self) -> Machine:
        """Collect garbage and give mlx's cached memory back. Pairs are full of reference cycles, so Python would be late to
        collect them. What is left is frozen: scanning it takes a tenth of a second, which would come in the middle of a reply."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        mx.clear_cache()
        return self._machine()

    def _machine(self) -> Machine:
        return replace(machine(self.kv_bits, self.draft_bits), hosts=self._hosts)

    def describe(self, pair: Pair) -> Loaded:
        """The report of a loaded pair."""
        available, missing = tuple(pair.drafters), dict(pair.unavailable)
        details = {"ends": pair.end_tokens, "paths": dict(pair.paths), "machine": self._machine()}
        details |= {"recommended": dict(pair.recommended), "context": pair.context, "remarks": _remarks(pair), "falling_back": _falling_back(pair)}
        details |= {"known": dict(pair.known)}
        if pair.cluster:
            parts = tuple(zip(pair.cluster.hosts.names, pair.cluster.parts))
            details |= {"hosts": pair.cluster.hosts.words, "machine": replace(details["machine"], parts=parts)}
        return Loaded(pair.name, pair.target_path, available, missing, pair.default_drafter, advice(), **details)

    def count(self, pair: Pair, messages: Sequence[Message], thinking: bool | None) -> int:
        """Tokens that these messages are to the target. Raises PromptError where its chat template refuses them."""
        return len(render(pair.tokenizer, list(messages), thinking=thinking, seconds=BRIEFLY).tokens)

    def reset(self, pair: Pair) -> None:
        """Empty all caches."""
        pair.reset()

    def decode(
        self, pair: Pair, messages: Sequence[Message], settings: Callable[[], Settings], kept: Sequence[int] = (), **options: Any
    ) -> Generator[Event]:
        """The events of the reply. `kept`: ids of the reply's first tokens, which are read and not decoded."""
        if not kept:
            yield from decode_with(pair, list(messages), settings, **options)
        else:
            prompt = render(pair.tokenizer, list(messages), thinking=options.pop("thinking", None))
            yield from decode(pair, [*prompt.tokens, *kept], settings, **options)
        self._keep(pair)

    def probe(self) -> float:
        """The seconds of a product of a matrix and a vector, of which a decoding step is made: the median of some."""
        matrix, vector, seconds = mx.ones((PROBE, PROBE)), mx.ones((PROBE,)), []
        mx.eval(matrix, vector)
        for _ in range(PROBES):
            start = time.perf_counter()
            mx.eval(matrix @ vector)
            seconds.append(time.perf_counter() - start)
        return statistics.median(seconds)

    def text_map(self, pair: Pair) -> TextMap:
        """A map from ids to text."""
        return TextMap(pair.tokenizer)

    def guess_text(self, pair: Pair, token: int) -> str:
        """The text of one token by itself."""
        return pair.tokenizer.decode([token])


def _remarks(pair: Pair) -> dict[str, str]:
    """What to know of each drafter before it is chosen."""
    lines = {name: remark_of(drafter.remark, None if drafter.trained_with_thinking else "trained without thinking") for name, drafter in pair.drafters.items()}
    return {name: line for name, line in lines.items() if line}


def _falling_back(pair: Pair) -> tuple[str, ...]:
    return tuple(name for name, drafter in pair.drafters.items() if drafter.delegate(Settings()))


def machine(kv_bits: int | None, draft_bits: int | None = None) -> Machine:
    """The memory that models may use, and how it is used."""
    if _on_cpu():
        return Machine(None, mx.get_active_memory(), wide=True, kv_bits=kv_bits, draft_bits=draft_bits)
    device = mx.device_info()
    budget = device.get("max_recommended_working_set_size") or device.get("total_memory") or device.get("memory_size")
    return Machine(int(budget) if budget else None, mx.get_active_memory(), own=not mx.metal.is_available(), kv_bits=kv_bits, draft_bits=draft_bits)


def advice() -> str | None:
    """What its BLAS costs this machine, and what would help; None if mlx has a GPU or the best BLAS."""
    return blas.advice() if _on_cpu() else None


def _on_cpu() -> bool:
    return mx.default_device().type == mx.DeviceType.cpu
