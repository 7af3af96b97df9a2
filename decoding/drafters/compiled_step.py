"""A draft step as one compiled graph: mlx replays the graph instead of having Python build it again for every guess.

A compiled graph needs arrays of fixed shapes, and a Python number in it would be a constant. So a step gets its position as an array and the
whole buffers of the cache, which mlx-lm allocates ahead anyway; it writes one slot, and its attention is masked beyond the position. All
else reads the same buffers uncompiled, so prefills and rollbacks are as before. Each size of the buffers is traced anew; there are few.

On a GPU the host's work on a step as small as a drafter's takes longer than the device's. Whole steps compiled in this way on Metal, tokens
a second before and after: Qwen3 0.6B in 8 bits 131 -> 200 (vmlx-swift#122), Qwen3.6 35B-A3B 125 -> 143 (Rapid-MLX#3449). With a model as
large as Qwen2.5 7B one run gained nothing (mlx-swift-lm#550). So it is the default on Metal, whose fused attention takes the mask. That of
CUDA does not (supports_sdpa_vector in mlx 0.32), so there it has to be asked for until somebody has measured it.

On a CPU it gains next to nothing: a guess of the embedded `model` takes 1.01 to 1.06 of the CPU time, of `mtp` .92 to .99 (contexts of
100, 500 and 2,000 tokens, T 0 and .8, k = 8, one BLAS thread; 80 to 150 drafts alternating with uncompiled ones, least and tenth
percentile). A rotary embedding at a position that is an array takes the operations that cpu/fewer_ops.py saves. For a model with the shape
of Qwen3 0.6B, in 4 bits, the host builds a step in 1.4 ms instead of 2.9 ms, with 3,333 nodes instead of 7,315. We have never run it on a
GPU.

Knows mlx-lm's full-attention cache; nothing of rounds or distributions.
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

import mlx.core as mx
from mlx_lm.models.cache import KVCache

from ..errors import one_line
from ..target import cache
from ..target.backbone import ForwardingModule, shape_only

STEP = 256  # slots; a buffer has a multiple of it
ROUNDING = 0.05  # of the outputs' range: what a wrong graph exceeds, and rounding in 16 bits does not

Step = Callable[..., mx.array]  # entries of a cache, and arrays for one position -> an array


class CompiledStep:
    """`step`, compiled. An empty cache is read by `step` itself. The arrays that `step` uses beside its arguments are constants of the graph:
    where they change, call `forget`. `traces`: how often it was traced."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self.forget()

    def forget(self) -> None:
        """Trace the step anew at the next call."""
        self._compiled, self.traces = mx.compile(self._traced), 0

    def __call__(self, entries: Sequence[Any], *inputs: mx.array) -> mx.array:
        if not _fixed(entries):
            return self._step(entries, *inputs)
        for entry in entries:
            make_room(entry)
        position, buffers = mx.array(entries[0].offset), [(entry.keys, entry.values) for entry in entries]
        output, buffers = self._compiled(position, buffers, *inputs)
        for entry, (keys, values) in zip(entries, buffers, strict=True):
            entry.keys, entry.values, entry.offset = keys, values, entry.offset + 1
        return output

    def uncompiled(self, entries: Sequence[Any], *inputs: mx.array) -> mx.array:
        """The step itself."""
        return self._step(entries, *inputs)

    def _traced(self, position: mx.array, buffers: list[tuple[mx.array, mx.array]], *inputs: mx.array) -> tuple:
        self.traces += 1
        slots = [_Slot(keys, values, position) for keys, values in buffers]
        with shape_only():
            output = self._step(slots, *inputs)
        return output, [(slot.keys, slot.values) for slot in slots]


class _Slot:
    """A cache entry inside the graph: mlx-lm's full attention for one token, at a position that is an array."""

    def __init__(self, keys: mx.array, values: mx.array, position: mx.array) -> None:
        self.keys, self.values, self.offset = keys, values, position

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """Write keys and values (1, heads, 1, head_dim) at the position; returns the whole buffers."""
        at = self.offset[None]
        self.keys, self.values = mx.slice_update(self.keys, keys, at, (2,)), mx.slice_update(self.values, values, at, (2,))
        self.offset = self.offset + 1
        return self.keys, self.values

    def make_mask(self, N: int, window_size: int | None = None, return_array: bool = False) -> mx.array:
        """Which slots (1, capacity) the token attends to: up to its own, in a window if one is given."""
        slots = mx.arange(self.keys.shape[2])
        seen = slots <= self.offset
        return (seen if window_size is None else seen & (slots > self.offset - window_size))[None]


class CompiledModel(ForwardingModule):
    """The model, which reads single tokens by its compiled step."""

    def __init__(self, model: Any, step: CompiledStep) -> None:
        super().__init__(model)
        self.compiled = step

    def __call__(self, tokens: mx.array, cache: Sequence[Any] | None = None) -> mx.array:
        return self.compiled(cache, tokens) if tokens.size == 1 and cache else self.inner(tokens, cache=cache)


def of_model(model: Any, asked: bool | None) -> tuple[Any, str | None]:
    """The model, a CompiledModel where its steps are to be compiled and can be, and a remark where that was asked for. `asked`: None is the
    device's default."""

    def read(entries: Sequence[Any], tokens: mx.array) -> mx.array:
        return model(tokens, cache=entries)

    step, remark = step_for(read, lambda: cache.make_entries(model), lambda i: (mx.array([[i]], mx.uint32),), asked)
    return CompiledModel(model, step) if step else model, remark


def step_for(
    step: Step, make_entries: Callable[[], list[Any]], inputs: Callable[[int], tuple[mx.array, ...]], asked: bool | None
) -> tuple[CompiledStep | None, str | None]:
    """The step compiled, None where it is not to be or cannot be, and a remark where that was asked for. It is tried on a fresh cache:
    `inputs` gives what the step reads at position i."""
    if asked is False or (asked is None and not on_by_default()):
        return None, None
    compiled = CompiledStep(step)
    why_not = _objection(compiled, make_entries(), inputs)
    if why_not:
        return None, f"its draft step is not compiled: {why_not}" if asked else None
    return compiled, "its draft step is compiled" if asked else None


def on_by_default() -> bool:
    """Whether draft steps are compiled unless something else is asked for: on Metal."""
    return mx.default_device().type == mx.DeviceType.gpu and mx.metal.is_available()


def make_room(entry: KVCache) -> None:
    """Make the entry's buffers as long as `capacity` says, with room for one token more."""
    assert entry.keys is not None and entry.values is not None, "something was read into it"
    have = entry.keys.shape[2]
    more = capacity(max(have, entry.offset + 1)) - have
    if more:
        entry.keys, entry.values = (
            mx.concatenate([rows, mx.zeros((*rows.shape[:2], more, rows.shape[3]), rows.dtype)], axis=2) for rows in (entry.keys, entry.values)
        )


def capacity(tokens: int) -> int:
    """The slots of a buffer for so many tokens: a multiple of STEP, and beyond 2,048 of a quarter of the power of two below."""
    step = max(STEP, 1 << max(0, tokens.bit_length() - 3))
    return -(-tokens // step) * step


def _fixed(entries: Sequence[Any]) -> bool:
    """Whether these entries of a cache can be buffers of a graph: full attention, something read, all at one position."""
    return all(type(entry) is KVCache and entry.keys is not None for entry in entries) and len({entry.offset for entry in entries}) == 1


def _objection(step: CompiledStep, entries: list[Any], inputs: Callable[[int], tuple[mx.array, ...]]) -> str | None:
    """Why the compiled step cannot be used; None if it gives what the step itself gives at two positions, and is traced once."""
    if any(type(entry) is not KVCache for entry in entries):
        return "its cache is not of full attention alone"
    try:
        for i in range(3):
            step.uncompiled(entries, *inputs(i))
        found = []
        for read in (step, step.uncompiled):
            found.append(mx.stack([read(entries, *inputs(i)).astype(mx.float32) for i in (3, 4)]))
            for entry in entries:
                cache.rewind(entry, 3)
        got, right = found
        wrong = (mx.abs(got - right).max() / (right.max() - right.min())).item()
    except Exception as error:  # a model may compute with its position as a number; mlx raises many kinds
        return f"mlx cannot trace it: {one_line(error)}"
    if step.traces > 1:
        return "mlx does not compile on this machine"
    return None if wrong <= ROUNDING else "compiled it gives other numbers"
