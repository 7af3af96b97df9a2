"""How much memory a model takes, by its config and the headers of its files. It counts bytes of weights, and of the cache for a sequence length. Also
how much memory this machine has, and has free. Loads nothing; what a config does not state is None rather than a guess."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Mapping

from .bounded_reading import read_regular
from .checkpoint import Checkpoint, Tensor, bits

_UNUSED = ("vision", "visual.", "audio", "multi_modal", "mm_projector", "embed_vision", "embed_audio")  # mlx-lm loads the text part
_GROUP = 64  # numbers of a row that share a scale where --draft-bits quantises (weights.GROUP) and where a config does not say


@dataclass(frozen=True)
class Footprint:
    """A model's memory in bytes. `cache`: for `tokens` tokens, None where the layout is unknown. `cache_numbers`: how many numbers of the
    cache, of `number_bytes` each, --kv-bits quantises. `group`: how many of these share a scale and a bias; 0 where no group size divides the
    heads. `matrices`: the bytes of `weights` that --draft-bits quantises, and how many numbers they are. `packed`: the same of the matrices that
    are quantised in the files."""

    weights: int
    cache: int | None
    tokens: int
    cache_numbers: int = 0
    number_bytes: int = 2
    group: int = 0
    matrices: tuple[int, int] = (0, 0)
    packed: tuple[int, int] = (0, 0)

    @property
    def total(self) -> int:
        """Bytes of weights and cache; without the cache where that is unknown."""
        return self.weights + (self.cache or 0)

    def with_draft_bits(self, bits: int | None) -> Footprint:
        """With a drafter's matrices quantised to `bits`; None leaves them."""
        bytes_, numbers = self.matrices
        return self if bits is None else replace(self, weights=self.weights - bytes_ + self._quantised(numbers, bits, _GROUP))

    @property
    def unpacked(self) -> Footprint:
        """With the quantised matrices held as float32, as a CPU does where memory allows."""
        bytes_, numbers = self.packed
        return replace(self, weights=self.weights - bytes_ + 4 * numbers, packed=(0, 0))

    def with_kv_bits(self, bits: int | None) -> Footprint:
        """The footprint with the keys and values of full attention quantised to `bits`; unchanged for None."""
        if bits is None or self.cache is None or not self.group:
            return self
        packed = self._quantised(self.cache_numbers, bits, self.group)
        return replace(self, cache=self.cache - self.cache_numbers * self.number_bytes + packed)

    def _quantised(self, numbers: int, bits: int, group: int) -> int:
        """The bytes of so many numbers with a scale and a bias for each group."""
        return numbers * bits // 8 + numbers // group * 2 * self.number_bytes

    def shared(self, hosts: int) -> Footprint:
        """One host's share of a target that is sharded over `hosts`. It is a little less than the host takes, for each has the whole output head."""
        return replace(self, weights=self.weights // hosts, cache=self.cache and self.cache // hosts)


def footprint(checkpoint: Checkpoint, tokens: int, wide: bool) -> Footprint:
    """The memory of this checkpoint's model for a sequence of `tokens` tokens. `wide`: half-precision weights are held in float32, as on a
    CPU."""
    tensors, number, layers, head = _loaded(checkpoint), 4 if wide else 2, _layers(checkpoint), checkpoint.head_dim
    windows = {layer: checkpoint.window(layer) for layer in layers}
    full = sum(width for layer, width in layers.items() if windows[layer] is None) * tokens
    cached = sum(width * min(tokens, windows[layer] or tokens) for layer, width in layers.items())
    floats = [tensor for tensor in tensors.values() if tensor.dtype in ("F16", "BF16", "F32")]
    matrices = [tensor for tensor in floats if len(tensor.shape) > 1 and tensor.shape[-1] % _GROUP == 0]
    packed = [tensor for name, tensor in tensors.items() if not name.endswith(".bias") and f"{name.rpartition('.')[0]}.scales" in tensors]
    return Footprint(
        weights=sum(_bytes(tensor, wide) for tensor in tensors.values()),
        cache=cached * number + _recurrent(checkpoint) if layers else None,
        tokens=tokens,
        cache_numbers=full,
        number_bytes=number,
        group=next((group for group in (64, 32) if head and head % group == 0), 0),  # as target/cache.py chooses it
        matrices=(sum(_bytes(tensor, wide) for tensor in matrices), sum(math.prod(tensor.shape) for tensor in matrices)),
        packed=(sum(_bytes(tensor, wide) for tensor in packed), sum(_numbers(tensor, tensors, checkpoint) for tensor in packed)),
    )


def _loaded(checkpoint: Checkpoint) -> dict[str, Tensor]:
    """The tensors that are loaded, by their names in the file. Of a whole model these are only the text part's. Parts of a matrix belong together by
    these names, also where a drafter's loader has others."""
    tensors = checkpoint.tensors.values()
    return {tensor.name: tensor for tensor in tensors if not checkpoint.whole or not any(word in tensor.name for word in _UNUSED)}


def _bytes(tensor: Tensor, wide: bool) -> int:
    number_bits = 32 if wide and tensor.dtype in ("F16", "BF16") else bits(tensor.dtype)
    return math.prod(tensor.shape) * number_bits // 8


def _layers(checkpoint: Checkpoint) -> dict[int, int]:
    """Layer -> how many numbers it caches for each token, for layers with attention. That is the number of rows of the projections to keys
    and values; quantisation packs the other axis."""
    cached = re.compile(r"(?:layers\.(\d+)|midlayer)\.\w+\.(k_proj|v_proj|qkv_proj|kv_a_proj_with_mqa)\.weight$")
    rows: dict[int, dict[str, int]] = {}
    for name, tensor in _loaded(checkpoint).items():
        if at := cached.search(name):
            rows.setdefault(int(at[1] or 0), {})[at[2]] = tensor.shape[0]
    widths = {layer: _width(checkpoint, parts) for layer, parts in rows.items()}
    return {layer: width for layer, width in widths.items() if width}


_UNCOMPRESSED = ("deepseek_v2", "minicpm3")  # mlx-lm caches other rows of these than their projections have


def _width(checkpoint: Checkpoint, rows: dict[str, int]) -> int:
    """How many numbers a layer caches for each token, from the rows of its projections by name. It is 0 where the config does not say."""
    text = checkpoint.text
    heads, hidden = text.get("num_attention_heads"), text.get("hidden_size")
    if "qkv_proj" in rows:
        return rows["qkv_proj"] - heads * checkpoint.head_dim if heads and hidden else 0
    if "kv_a_proj_with_mqa" in rows:
        return 0 if text.get("model_type") in _UNCOMPRESSED else rows["kv_a_proj_with_mqa"]
    return rows.get("k_proj", 0) + rows.get("v_proj", rows.get("k_proj", 0))


def _recurrent(checkpoint: Checkpoint) -> int:
    """Bytes of the states of all gated-delta layers, float32, whose size does not depend on the sequence."""
    names = ("linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim")
    sizes = [checkpoint.text.get(name) or 0 for name in names]
    copies = 6  # the state itself, its snapshot in a round, checkpoints at the last four prompt ends
    return 4 * math.prod(sizes) * copies * sum(bool(re.search(r"layers\.\d+\.linear_attn\.A_log$", name)) for name in checkpoint.tensors)


# What one pass reads, from which a model's pace follows before it is loaded.

_EXPERT = re.compile(r"\.(experts|switch_mlp|switch_glu)\.")
_TABLE, _SECOND_TABLE = re.compile(r"(^|\.)(embed_tokens|wte|tok_embeddings)(_per_layer)?\."), re.compile(r"embed_tokens_per_layer\.")
_HEAD, _ANY = re.compile(r"(^|\.)(lm_head|embed_out)\.weight$"), re.compile("")
_OF, _CHOSEN = ("num_experts", "num_local_experts", "n_routed_experts"), ("num_experts_per_tok", "top_k_experts", "experts_per_token")
FEW_BITS = 12  # bits of a number below which matrices are packed


@dataclass(frozen=True, slots=True)
class PassWeights:
    """What a pass reads. `stored`: bytes, as the files hold them. `numbers`: how many numbers they are. `head`: how many of these are
    the output matrix, 0 for a drafter that uses the target's. `experts`: the share that is experts. `chosen`: the share of the experts
    that every token reads."""

    stored: int
    numbers: int
    head: int = 0
    experts: float = 0.0
    chosen: float = 1.0

    @property
    def packed(self) -> bool:
        """Whether most of it is quantised."""
        return 8 * self.stored < FEW_BITS * self.numbers

    def bytes(self, wide: bool) -> int:
        """All of it. `wide`: held in float32, as on a CPU."""
        return 4 * self.numbers if wide else self.stored

    def parts(self, width: int) -> tuple[float, float]:
        """The shares that a pass over `width` tokens reads: of what is no expert, and of experts. Tokens choose experts independently here,
        which is the most that they can differ."""
        return 1 - self.experts, self.experts * (1 - (1 - self.chosen) ** width)

    def with_head_of(self, target: PassWeights) -> PassWeights:
        """What a drafter's pass reads beside this target: its output matrix too, if the drafter has none."""
        share = target.head / target.numbers if target.numbers and not self.head else 0.0
        return replace(self, stored=self.stored + int(share * target.stored), numbers=self.numbers + int(share * target.numbers))


def pass_weights(checkpoint: Checkpoint) -> PassWeights:
    """What a pass of this checkpoint's model reads. It reads all that is loaded, but for tables of which it reads a row."""
    tensors = _loaded(checkpoint)
    own_head = any(_HEAD.search(name) for name in tensors)
    looked_up, output = (_TABLE, _HEAD) if own_head else (_SECOND_TABLE, _TABLE)
    read = {name: tensor for name, tensor in tensors.items() if not looked_up.search(name)}
    numbers = {name: _numbers(tensor, tensors, checkpoint) for name, tensor in read.items()}
    total, head, experts = (sum(count for name, count in numbers.items() if of.search(name)) for of in (_ANY, output, _EXPERT))
    found = PassWeights(sum(_bytes(tensor, False) for tensor in read.values()), total, head)
    of, chosen = (next((size for name in names if isinstance(size := checkpoint.text.get(name), int) and size), 0) for names in (_OF, _CHOSEN))
    return replace(found, experts=experts / total, chosen=min(1.0, chosen / of)) if total and of and chosen else found


def _numbers(tensor: Tensor, tensors: Mapping[str, Tensor], checkpoint: Checkpoint) -> int:
    """How many numbers a tensor stands for: a packed matrix for the numbers of its scales, the scales for none."""
    stem, _, last = tensor.name.rpartition(".")
    if last in ("scales", "biases") and f"{stem}.weight" in tensors:
        return 0
    scales = tensors.get(f"{stem}.scales") if last == "weight" else None
    return math.prod(scales.shape) * (checkpoint.group(stem) or _GROUP) if scales else math.prod(tensor.shape)


# How much memory this machine has.

_FREE_PAGES = ("Pages free", "Pages inactive", "Pages speculative", "Pages purgeable")  # pages that macOS gives to a program that asks


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes; `free` is None if the system does not say."""

    total: int
    free: int | None

    @property
    def usable(self) -> int:
        """What a program may count on: what is free, or all where the system does not say."""
        return self.total if self.free is None else self.free


def memory(root: Path = Path("/")) -> Memory:
    """The memory now; in a container, what the container may use."""
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if sys.platform == "darwin":
        return Memory(physical, _darwin_free())
    meminfo = dict(re.findall(r"^(\w+): +(\d+) kB", _read(root / "proc/meminfo"), re.MULTILINE))
    total = 1024 * int(meminfo["MemTotal"]) if "MemTotal" in meminfo else physical
    free = 1024 * int(meminfo["MemAvailable"]) if "MemAvailable" in meminfo else None
    left, limit = _cgroup(root / "sys/fs/cgroup")
    if limit is None or limit >= total:
        return Memory(total, free)
    return Memory(limit, left if free is None else min(left, free))


def _cgroup(folder: Path) -> tuple[int, int | None]:
    """Bytes that this control group may still take, and its limit. The cache of files that were only read counts as free."""
    limit, used = _read(folder / "memory.max").strip(), _read(folder / "memory.current").strip()
    if not limit.isdigit() or not used.isdigit():
        return 0, None
    files = re.search(r"^inactive_file (\d+)", _read(folder / "memory.stat"), re.MULTILINE)
    return max(0, int(limit) - int(used) + int(files[1] if files else 0)), int(limit)


def _darwin_free() -> int | None:
    """Bytes, from vm_stat's table of pages."""
    try:
        vm_stat = subprocess.run(["vm_stat"], capture_output=True, text=True, timeout=2).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    size = re.search(r"page size of (\d+) bytes", vm_stat)
    pages = dict(re.findall(r"^(.+?): +(\d+)\.", vm_stat, re.MULTILINE))
    return int(size[1]) * sum(int(pages.get(name, 0)) for name in _FREE_PAGES) if size else None


def _read(path: Path) -> str:
    try:
        return read_regular(path).decode()
    except OSError:
        return ""


# The share of the free memory that a model may take as float32. The rest is for caches, the drafters and other programs.
SHARE = 0.7


def may_unpack(bytes_: int, free: int, unpack: str = "auto") -> bool:
    """Whether weights that take so many bytes as float32 are held so on a CPU. `free`: bytes of memory; `unpack`: one of types.UNPACK."""
    return unpack == "always" or (unpack == "auto" and bytes_ <= SHARE * free)
