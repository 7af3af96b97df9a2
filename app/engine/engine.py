"""The engine: a loaded pair and what jobs and commands do with it. Imported by the thread that decodes, because it loads mlx."""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from typing import Any, Callable, Generator, Iterable, Mapping, Sequence

import mlx.core as mx

from specdeck import decoding
from specdeck.decoding import Pair
from specdeck.decoding.checkpoints import remark_of
from specdeck.decoding.cpu import blas
from specdeck.decoding.errors import LoadError, one_line
from specdeck.decoding.text import RenderedPrompt, render
from specdeck.decoding.types import UNPACK, Event, Finish, Round, Settings

from .messages import FLOAT32, HALF, PACKED, READING, Load, Loaded, Machine, MatrixSpeed, Message
from .this_machine import Crowd, doubt

PROBE, PROBES = 2048, 24  # numbers in a row of the probe's matrix, and how often it is multiplied: some 30 ms
Prompt = str | Sequence[Message] | Sequence[int]


class Engine:
    """`pair`: the loaded pair. `halted`: asked between two events whether the running job is to end. `progress` takes a line for each step of
    loading. `failed`: the last load, where it failed. `lookup_texts` gives the texts, (label, text) each, that lookup may copy from. `recall` and
    `keep`: what auto and adaptive k learnt, after a load and after each reply. `speed`: how fast matrices are here. `framing`: options of every
    reply as `decode` takes them; `loading`: options of every load as `load` takes them. `crowd`: what other programs took of the processors during
    the last reply."""

    def __init__(
        self, lookup_texts: Callable[[], Iterable[tuple[str, str]]] | None = None, recall: Callable[[Pair], None] = lambda pair: None,
        keep: Callable[[Pair], None] = lambda pair: None, speed: Callable[[], MatrixSpeed | None] = lambda: None, framing: Mapping[str, Any] = {},
        halted: Callable[[], bool] = lambda: False, progress: Callable[[str], None] = lambda line: None, pair: Pair | None = None, **loading: Any,
    ) -> None:  # fmt: skip
        self._lookup_texts, self._recall, self._speed, self._framing, self._loading = lookup_texts, recall, speed, framing, loading
        self.keep, self.halted, self.progress = keep, halted, progress
        self.failed: Load | None = None
        self.crowd: float | None = None
        self._watched, self._pair = Crowd(), pair
        _check_metal()
        asked = decoding.hosts_of(loading.get("hosts"), loading.get("hostfile"))
        self._hosts = len(asked.names) if asked else 1

    @property
    def pair(self) -> Pair:
        """The loaded pair. Raises LoadError if there is none."""
        if self._pair is None:
            raise LoadError("no model is loaded: choose one on the models screen (F5)")
        return self._pair

    def load(self, asked: Load) -> Pair:
        """Load a pair; the present one stays in use until then, and if this fails. Models that both share are not loaded again."""
        self.failed = asked
        pair = decoding.load(asked.model, asked.drafters, progress=self.progress, beside=self._pair, **self._loading)
        if self._lookup_texts:
            pair.remember(self._lookup_texts(), self.progress)
        self._recall(pair)
        self.failed, self._pair = None, pair
        return pair

    def unload(self) -> Machine:
        """Unload the pair; returns the memory that there is then."""
        self._pair = None
        self.release()
        return self.machine()

    def machine(self) -> Machine:
        """The memory that models may use now, and how it is used."""
        held = machine(self._loading.get("kv_bits"), self._loading.get("draft_bits"))
        return replace(held, hosts=self._hosts, unpack=self._loading.get("unpack") or UNPACK[0], speed=self._speed())

    def release(self) -> None:
        """Give unused memory back, and freeze the rest. Otherwise a collection would scan it for a tenth of a second in the middle of a reply."""
        gc.unfreeze()
        decoding.free_memory()
        gc.freeze()

    def rest(self) -> None:
        """Let macOS page out what is loaded, until the next reply."""
        decoding.keep_resident(0)

    def describe(self) -> Loaded:
        """The loaded pair as the screen knows it."""
        pair = self.pair
        cluster, machine = pair.cluster, replace(self.machine(), packed=frozenset(str(folder) for (folder, _), form in pair.forms.items() if not form.unpacked))
        remarks = {name: remark_of(drafter.remark, "trained without thinking" if name in pair.known and pair.known[name].thinkless else None) for name, drafter in pair.drafters.items()}
        return Loaded(
            pair.name, pair.target_path, tuple(pair.drafters), dict(pair.unavailable), pair.default_drafter, blas.advice() or next(iter(pair.packed), None) if _on_cpu() else None,
            pair.end_tokens, dict(pair.paths), tuple(name for name, drafter in pair.drafters.items() if drafter.delegate(Settings())),
            replace(machine, parts=tuple(zip(cluster.hosts.names, cluster.parts))) if cluster else machine, dict(pair.recommended), pair.context,
            {name: line for name, line in remarks.items() if line}, dict(pair.known), cluster.hosts.words if cluster else "",
        )  # fmt: skip

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int:
        """Tokens that these messages are to the target. Raises PromptError where its chat template refuses them. Called in another thread than
        all else, while nothing is decoded."""
        return len(self._rendered(messages, thinking).tokens)

    def _rendered(self, messages: Sequence[Message], thinking: bool | None) -> RenderedPrompt:
        return render(self.pair.tokenizer, messages, thinking=thinking, variables=self._framing.get("variables", {}))

    def decode(self, prompt: Prompt, settings: Settings | Callable[[], Settings], **options: Any) -> Generator[Event]:
        """The events of a reply, as decode() takes its options, until the job is halted."""
        decoding.keep_resident()
        self._watched.share()
        yield from decoding.decode_with(self.pair, prompt, settings, halted=self.halted, **self._framing, **options)
        self.crowd = self._watched.share()
        if not doubt(crowds=[self.crowd]):  # what a busy machine taught holds for this session alone
            self.keep(self.pair)

    def whole_reply(self, prompt: Prompt, settings: Settings, tokens: int, **options: Any) -> tuple[list[Round], Finish]:
        """The rounds and the end of a reply from cold caches. Raises LoadError if a drafter or the target fails."""
        self.pair.reset()
        *events, finish = self.decode(prompt, settings, max_tokens=tokens, **options)
        assert isinstance(finish, Finish), "the last event of a reply"
        if finish.error:
            raise LoadError(finish.error)
        return [event for event in events if isinstance(event, Round)], finish

    def beyond(self, messages: Sequence[Message], thinking: bool | None, kept: Sequence[int], tokens: int) -> list[int]:
        """A prompt to decode `tokens` tokens from. The caches afterwards still hold these messages, a reply to them and its end-of-turn token. So
        the next turn reads nothing again. The last token of the prompt is always read anew, and is arbitrary. Where the context is full, the prompt
        is shorter."""
        pair = self.pair
        read = self._rendered(messages, thinking).followed_by(kept).tokens
        held = pair.target.sequence[: len(read) + 1]
        prompt = [*(held if held[: len(read)] == read else read), read[-1]]
        return prompt[: pair.context - tokens] if pair.context else prompt

    def probe(self) -> float | None:
        """The median seconds of a product of a matrix and a vector, of which a decoding step is made. None on a GPU: there it would be the time
        until an idle GPU begins."""
        if not _on_cpu():
            return None
        matrix, vector, seconds = mx.ones((PROBE, PROBE)), mx.ones((PROBE,)), []
        mx.eval(matrix, vector)
        for _ in range(PROBES):
            start = time.perf_counter()
            mx.eval(matrix @ vector)
            seconds.append(time.perf_counter() - start)
        return statistics.median(seconds)


def machine(kv_bits: int | None, draft_bits: int | None = None) -> Machine:
    """The memory that models may use, and how it is used."""
    if _on_cpu():
        return Machine(None, mx.get_active_memory(), wide=True, kv_bits=kv_bits, draft_bits=draft_bits)
    device = mx.device_info()
    budget = device.get("max_recommended_working_set_size") or device.get("total_memory") or device.get("memory_size")
    return Machine(int(budget) if budget else None, mx.get_active_memory(), own=not mx.metal.is_available(), kv_bits=kv_bits, draft_bits=draft_bits)


def _check_metal() -> None:
    """Raises LoadError on a Mac whose GPU mlx cannot use."""
    if sys.platform == "darwin" and not _on_cpu():
        try:
            mx.device_info()
        except RuntimeError as error:
            raise LoadError(f"mlx finds no Metal GPU on this Mac, as in a virtual machine without one: {one_line(error)}") from None


ROWS = (1, 2, 5, 9, 16)  # of the timed products
TURNS = 4  # of the timing
LARGE = 1 << 27  # bytes that are read on a CPU
BITS = 4


def time_matrices() -> MatrixSpeed:
    """Time products of a few rows with matrices in the forms of weights here. Together the matrices are too large for a processor's cache. Timing
    takes about .3 s on a CPU. The least time counts, because other work only slows it down."""
    if _on_cpu():
        plain, packed = [mx.ones((1024, 1536)) for _ in range(10)], [mx.quantize(mx.ones((256, 1024)), bits=BITS)]  # mlx's own code is slow
        products = {FLOAT32: _per_gb(plain, lambda x, by_columns: x @ by_columns, 1024), PACKED: _per_gb(packed, _packed_product, 1024)}
        return MatrixSpeed(products | {READING: {1: _reading_on_a_cpu()}})
    plain = [mx.ones((8192, 4096), mx.bfloat16) for _ in range(4)]
    packed = [mx.quantize(matrix, bits=BITS) for matrix in plain]
    found = {HALF: _per_gb(plain, lambda x, matrix: x @ matrix.T, 4096, 4), PACKED: _per_gb(packed, _packed_product, 4096, 4)}
    found[READING] = {1: 1e9 * _least(lambda: mx.eval([matrix + 1 for matrix in plain])) / (2 * sum(matrix.nbytes for matrix in plain))}
    mx.clear_cache()
    return MatrixSpeed(found)


def _reading_on_a_cpu() -> float:
    """Seconds for each GB that all cores read together; mlx itself would read with one."""
    import numpy as np

    parts = np.array_split(np.ones(LARGE // 4, np.float32), os.cpu_count() or 1)
    with ThreadPoolExecutor(len(parts)) as pool:
        return 1e9 * _least(lambda: [*pool.map(lambda part: part.max(), parts)]) / LARGE


def _least(act: Callable[[], object]) -> float:
    """The least seconds of TURNS calls, because other work only slows them down."""
    seconds = []
    for _ in range(TURNS):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _packed_product(x: mx.array, parts: Sequence[mx.array]) -> mx.array:
    matrix, scales, biases = parts
    return mx.quantized_matmul(x, matrix, scales, biases, bits=BITS)


def _per_gb(matrices: list[Any], product: Callable[[mx.array, Any], mx.array], inputs: int, again: int = 1) -> dict[int, float]:
    """Rows -> seconds for each GB of these matrices, plain arrays or (matrix, scales, biases). `again`: how often each is multiplied at once,
    because starting a GPU takes as long as reading one of them."""
    mx.eval(matrices)
    parts = [part for matrix in matrices for part in (matrix if isinstance(matrix, (list, tuple)) else [matrix])]
    size, least = again * sum(part.nbytes for part in parts), dict[int, float]()
    for rows in ROWS:
        x = mx.ones((rows, inputs), parts[-1].dtype)
        mx.eval(x)
        least[rows] = _least(lambda x=x: mx.eval([product(x, matrix) for matrix in matrices * again]))
    lowest = accumulate((least[rows] for rows in reversed(ROWS)), min)  # fewer rows take no longer than more: what did was disturbed
    return {rows: 1e9 * seconds / size for rows, seconds in zip(reversed(ROWS), lowest)}


def device() -> str:
    """Where mlx computes, and what its speed depends on, in words."""
    if _on_cpu():
        return f"CPU, {os.cpu_count()} cores, {blas.load_openblas() or 'its own BLAS'}"
    return str(mx.device_info().get("device_name", "GPU"))


def _on_cpu() -> bool:
    return mx.default_device().type == mx.DeviceType.cpu
