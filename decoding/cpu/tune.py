"""`tune(model)`: applies everything that makes a model's passes faster on a CPU. On other devices it does nothing."""

import os
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any

import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_map
from mlx_lm.models.activations import swiglu

from ..errors import PairError
from ..target.backbone import find_backbone, only_shape_wanted
from .blas import leaves_small_matrices_in_place


def tune(model: nn.Module) -> None:
    """Change this model in place. It gets fewer operations, with the same results to rounding. Its layers start computing while the pass is built."""
    if mx.default_device().type == mx.DeviceType.cpu:
        use_kernels_where_safe()
        use_split_mlps(model)
        use_columns(model)
        use_fewer_ops(model)
        make_eager(model)


def use_columns(model: nn.Module) -> None:
    """Store the float32 weights of this model's nn.Linear layers by columns, output heads left out.

    OpenBLAS then multiplies few rows without copying the weights first, or copies them faster. Milliseconds of a pass of the embedded target over 1,
    2, 3, 5, 8 and 16 tokens follow. Each pair is by rows and by columns. With its AVX-512 products: 10.0 10.2, 14.9 12.0, 15.8 13.4, 19.3 19.0, 19.9
    19.9, 23.8 24.2. With its AVX2 products: 15.7 12.7, 17.1 14.0, 18.7 15.4, 18.9 15.6, 19.5 16.3, 23.9 20.8. A large head by columns is slower."""
    for path, layer in model.named_modules():
        if type(layer) is nn.Linear and layer.weight.dtype == mx.float32 and not path.endswith("lm_head"):
            layer.weight = mx.contiguous(layer.weight.T).T


UNCOPIED = 1_000_000  # multiplications of the largest product that OpenBLAS's AVX-512 code computes without copying the matrix first

SWIGLU = [f"mlx_lm.models.{name}" for name in ("llama", "qwen2", "qwen3")]  # whose class MLP computes down(silu(gate(x)) * up(x))


def use_split_mlps(model: nn.Module) -> None:
    """Replace MLPs by SplitMLP. These are MLPs whose matrices OpenBLAS copies first for eight rows, but whose halves it does not copy for five."""
    if not leaves_small_matrices_in_place():
        return
    for parent in model.modules():
        for name, part in parent.items():
            if type(part).__name__ == "MLP" and type(part).__module__ in SWIGLU and _is_small(part):
                setattr(parent, name, SplitMLP(part))


def _is_small(mlp: Any) -> bool:
    layers = mlp.gate_proj, mlp.up_proj, mlp.down_proj
    plain = all(type(layer) is nn.Linear and layer.weight.dtype == mx.float32 and "bias" not in layer for layer in layers)
    size = mlp.gate_proj.weight.size if plain else 0
    return 8 * size > UNCOPIED and 5 * size <= 2 * UNCOPIED and len(mlp.gate_proj.weight) % 2 == 0


class SplitMLP(nn.Module):
    """down(silu(gate(x)) * up(x)) with the inner features in two halves, whose sum is the result.

    Milliseconds of the embedded target's 16 MLPs, whole and in halves, on a Xeon with AVX-512 beside other work. Over 1, 4, 5 and 6 rows:
    2.8 2.8, 4.9 3.9, 11.0 5.9, 9.5 7.0. Over 8, 9, 12 and 16 rows: 12.2 7.6, 12.2 8.6, 13.1 11.4, 15.4 12.6. With OpenBLAS's AVX2 products
    halves are no faster."""

    def __init__(self, mlp: Any) -> None:
        super().__init__()
        inner, width = mlp.gate_proj.weight.shape
        into = [layer.weight.reshape(2, inner // 2, width).swapaxes(1, 2) for layer in (mlp.gate_proj, mlp.up_proj)]
        self.gate, self.up = map(mx.contiguous, into)  # (2, H, F / 2)
        self.down = mx.contiguous(mlp.down_proj.weight.T).reshape(2, inner // 2, width)  # (2, F / 2, H)

    def __call__(self, x: mx.array) -> mx.array:
        """Hidden states (..., H) -> (..., H)."""
        rows = x.reshape(1, -1, x.shape[-1])
        return (swiglu(rows @ self.gate, rows @ self.up) @ self.down).sum(0, keepdims=True).reshape(x.shape)


# Starts to compute a pass on a CPU while Python still builds it, layer by layer.
#
# mlx is lazy: it computes nothing until asked to. Python takes 2 ms to build the graph of a small model's pass, and mlx 0.5 ms to order it.
# The processor would be idle for that quarter of a plain pass. So each layer's output is passed to mx.async_eval as soon as the layer is
# built. On a GPU passes are queued ahead anyway, so it makes no difference there.

def make_eager(model: nn.Module) -> None:
    """Make this model's layers start computing as soon as they are built. A model whose layers are not found is left as it is."""
    try:
        layers = find_backbone(model).layers
    except PairError:
        return
    for layer in layers[:-1]:  # a prefill needs only keys and values, not the last layer's output
        layer.__class__ = _eager(type(layer))


@lru_cache(maxsize=None)
def _eager(kind: type) -> type:
    """A subclass of this layer class that starts to compute its output when it is called."""
    if getattr(kind, "eager", False):
        return kind

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        output = kind.__call__(self, *args, **kwargs)
        if not only_shape_wanted() and mx.default_device().type == mx.DeviceType.cpu:
            mx.async_eval(output)
        return output

    return type(kind.__name__, (kind,), {"__call__": __call__, "__module__": kind.__module__, "eager": True})


# Replaces norms and rotary embeddings by modules with fewer operations, five and one, for CPUs.
#
# On a CPU every operation of mlx costs about 5 us, whatever its size. The fused kernels of mlx expand to a dozen operations. So norms and
# rotary embeddings take a third of a small model's pass. A pass of the embedded target over one token has 1871 nodes of mlx's graph with
# these modules. It has 2593 as mlx-lm builds it. Results agree to rounding. On a GPU mlx's own kernels are faster.

WIDEST = 16  # passes over more positions use mlx's own rotation: in a prefill chunk the operations' overhead is small
DEEPEST = 128  # heads with more features use mlx's own rotation: the product with larger matrices is no faster
SPAN, BACK = 64, 16  # rotation matrices are computed for SPAN positions at once, from BACK before the one needed


def use_fewer_ops(module: nn.Module) -> None:
    """Replace every float32 nn.RMSNorm and every nn.RoPE in this module."""
    leaves = tree_map(_with_fewer_ops, module.leaf_modules(), is_leaf=nn.Module.is_module)
    module.update_modules(leaves)


def _with_fewer_ops(leaf: nn.Module) -> nn.Module:
    if type(leaf) is nn.RMSNorm and leaf.weight.dtype == mx.float32:
        return FewOpsNorm(leaf)
    return FewOpsRope(leaf) if type(leaf) is nn.RoPE else leaf


class FewOpsNorm(nn.RMSNorm):
    """RMSNorm whose mean of squares plus epsilon is one matrix product."""

    def __init__(self, norm: nn.RMSNorm) -> None:
        nn.Module.__init__(self)
        self.weight, self.eps = norm.weight, norm.eps
        width = norm.weight.size
        self._eps, self._mean = mx.array(norm.eps), mx.full((width, 1), 1 / width)

    def __call__(self, x: mx.array) -> mx.array:
        if x.dtype != mx.float32:
            return super().__call__(x)
        return self.weight * (x * mx.rsqrt(mx.addmm(self._eps, mx.square(x), self._mean)))


class FewOpsRope(nn.RoPE):
    """RoPE as one product with the positions' rotation matrices, which all layers share."""

    def __init__(self, rope: nn.RoPE) -> None:
        super().__init__(rope.dims, rope.traditional, rope.base, rope.scale)

    def __call__(self, x: mx.array, offset: int | mx.array = 0) -> mx.array:
        width, depth = x.shape[-2:]
        if x.ndim != 4 or x.dtype != mx.float32 or width > WIDEST or depth > DEEPEST or isinstance(offset, mx.array):
            return mx.fast.rope(x, self.dims, traditional=self.traditional, base=self.base, scale=self.scale, offset=offset)
        turns = _rotations(self.dims, self.traditional, self.base, self.scale, depth).at(offset, width)
        return x @ turns if width == 1 else (x.swapaxes(1, 2) @ turns).swapaxes(1, 2)


class Rotations(local):
    """The rotation matrices of one kind of rotary embedding by position, computed for SPAN positions at a time. Every thread has its own,
    because unevaluated arrays cannot cross threads."""

    def __init__(self, rope: nn.RoPE, depth: int) -> None:
        self._rope, self._depth = rope, depth
        self._start = -1  # the first position
        self._turns: mx.array | None = None  # (SPAN, depth, depth)
        self._last: tuple[tuple[int, int], mx.array] | None = None

    def at(self, offset: int, width: int) -> mx.array:
        """The matrices (width, depth, depth) of the positions from `offset` on, or (depth, depth) if `width` is 1. Here x @ matrix rotates x."""
        if self._last and self._last[0] == (offset, width):
            return self._last[1]
        if self._turns is None or not self._start <= offset <= self._start + SPAN - width:
            self._start = max(0, offset - BACK)
            units = mx.broadcast_to(mx.eye(self._depth)[:, None], (self._depth, SPAN, self._depth))
            turned = nn.RoPE.__call__(self._rope, units[None], offset=self._start)[0]
            self._turns = mx.contiguous(turned.swapaxes(0, 1))  # the rows of each matrix are the rotated unit vectors
        first = offset - self._start
        turns = self._turns[first] if width == 1 else self._turns[first : first + width]
        self._last = (offset, width), turns
        return turns


@lru_cache(maxsize=16)
def _rotations(dims: int, traditional: bool, base: float, scale: float, depth: int) -> Rotations:
    return Rotations(nn.RoPE(dims, traditional, base, scale), depth)


# The folder in which mlx compiles its CPU kernels with g++: whether kernels may be used. Without kernels plain decoding of small targets with
# gated-delta layers takes 1.1 times as long. Their passes over 5 tokens take 1.2 times as long.

_without: list[str] = []  # why this process has no compiled kernels


def use_kernels_where_safe() -> None:
    """Disable mlx's compiled kernels in the whole process, unless their folder is safe and a kernel can be compiled there. Then
    mlx uses separate operations.

    mlx uses a shared temporary folder. If it is not writable, full, or mounted without execution, a reply would fail. A library that another user put
    there would run with our rights.
    """
    if not is_ours(kernel_folder()) or not _can_compile():
        trouble = f"mlx compiles no kernels in {kernel_folder()}, and separate operations are slower"
        _without.append(f"{trouble}: free the disk, or set TMPDIR to a folder of yours")
        mx.disable_compile()


def kernel_advice() -> str | None:
    """How kernels could be compiled, in a line, where loading found that they cannot be."""
    return next(iter(_without), None)


def _can_compile() -> bool:
    """Whether mlx compiles a kernel here. It keeps kernels, so only the first time takes a second."""
    try:
        mx.eval(mx.compile(lambda x: x * x + 1)(mx.ones(2)))
        return True
    except RuntimeError:
        return False


def kernel_folder() -> Path:
    """mlx's folder for compiled kernels, below the folder that std::filesystem::temp_directory_path returns."""
    temporary = next((folder for name in ("TMPDIR", "TMP", "TEMP", "TEMPDIR") if (folder := os.environ.get(name))), "/tmp")
    return Path(temporary) / "mlx" / vars(mx)["__version__"] / "cpu"  # its stub leaves the version out


def is_ours(folder: Path) -> bool:
    """Whether no other user but root could have put a kernel into this folder."""
    places = [(place, place.lstat()) for place in (folder, *folder.parents[:2]) if os.path.lexists(place)]
    return all(
        place.is_dir() and not place.is_symlink() and status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022
        for place, status in places
    )
