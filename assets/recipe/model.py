"""A Qwen3 decoder in PyTorch, shaped for fast training on a CPU.

Knows tensors only: no text, no optimiser. Query, key and value share one matrix, as do gate and up (wider products
run faster); `export.py` splits them into the Hugging Face names.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

SPAN = 128  # queries whose attention is one product


@dataclass(frozen=True)
class Shape:
    """Sizes of one model; `heads` and `kv_heads` are of `head_dim` values each."""

    layers: int
    width: int
    heads: int
    kv_heads: int
    ff: int
    vocab: int = 4096
    head_dim: int = 64
    context: int = 4096
    theta: float = 10000.0
    eps: float = 1e-6
    qk_norm: bool = True  # Qwen3 norms queries and keys, Phi-3 does not

    @property
    def qkv(self) -> tuple[int, int, int]:
        """Rows of the fused projection that belong to query, key and value."""
        return self.heads * self.head_dim, self.kv_heads * self.head_dim, self.kv_heads * self.head_dim


def settle(threads: int) -> None:
    """Create new tensors on a CUDA GPU if there is one; else compute with this many threads."""
    torch.set_num_threads(threads)
    if torch.cuda.is_available():
        torch.set_default_device("cuda")
        torch.set_float32_matmul_precision("high")


def fast_dtype() -> torch.dtype:
    """The dtype of matrix products: bfloat16 on a GPU and on CPUs that multiply it in hardware (AMX, or AVX-512 with bfloat16), else float32."""
    if torch.get_default_device().type == "cuda":
        return torch.bfloat16
    known = (getattr(torch.cpu, f"_is_{name}_supported", lambda: False) for name in ("amx_tile", "avx512_bf16"))
    return torch.bfloat16 if any(supported() for supported in known) else torch.float32


def lesson_dtype() -> torch.dtype:
    """The dtype of a target that gives lessons and of the drafters that learn: on a GPU float32, which costs little there; bfloat16 would round
    logits to tenths."""
    return torch.float32 if torch.get_default_device().type == "cuda" else fast_dtype()


def rms_norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """Root-mean-square norm over the last axis, computed in float32."""
    y = x.float()
    return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + eps) * weight).to(x.dtype)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions, halves convention. x (B, T, H, D); cos, sin (T, D / 2) or (B, T, D / 2)."""
    a, b = x.float().chunk(2, -1)
    c, s = cos.unsqueeze(-2), sin.unsqueeze(-2)
    return torch.cat((a * c - b * s, b * c + a * s), -1).to(x.dtype)


def rope_table(shape: Shape, length: int) -> tuple[Tensor, Tensor]:
    """cos and sin for positions 0..length-1, each (length, head_dim / 2)."""
    half = torch.arange(0, shape.head_dim, 2).float() / shape.head_dim
    angle = torch.arange(length).float()[:, None] * shape.theta**-half
    return angle.cos(), angle.sin()


def causal(q: Tensor, k: Tensor, v: Tensor, later: Tensor) -> Tensor:
    """Attention of each token to itself and those before it, all (B, H, T, D). By strips of SPAN queries, which leaves out nearly
    half of the products. `later` (T, T) is added to the scores: minus infinity where a key is later than its query; a mask that compiled code
    computes beside the scores costs as much as the softmax."""
    if q.is_cuda:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    heads, (length, size) = q.shape[:2], q.shape[2:]
    q, k, v = (x.flatten(0, 1) for x in (q, k, v))
    out = []
    for start in range(0, length, SPAN):
        end = min(start + SPAN, length)
        scores = (q[:, start:end] @ k[:, :end].mT).float() * size**-0.5 + later[start:end, :end]
        out.append(scores.softmax(-1).to(q.dtype) @ v[:, :end])
    return torch.cat(out, 1).unflatten(0, heads)


@torch.compiler.disable  # compiled, it would be compiled again for every length
def masked(q: Tensor, k: Tensor, v: Tensor, seen: Tensor) -> Tensor:
    """Attention of each token to those that `seen` (B, 1, T, T) says, all (B, H, T, D); no token may see a later one. By strips, as above."""
    if q.is_cuda:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
    out = []
    for start in range(0, q.shape[2], SPAN):
        end = min(start + SPAN, q.shape[2])
        scores = (q[:, :, start:end] @ k[:, :, :end].mT).float() * q.shape[-1] ** -0.5
        out.append(scores.masked_fill(~seen[:, :, start:end, :end], -torch.inf).softmax(-1).to(q.dtype) @ v[:, :, :end])
    return torch.cat(out, 2)


class Block(nn.Module):
    """One decoder layer. In and out: (B, T, width)."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.norm1 = nn.Parameter(torch.ones(shape.width))
        self.norm2 = nn.Parameter(torch.ones(shape.width))
        if shape.qk_norm:
            self.q_norm = nn.Parameter(torch.ones(shape.head_dim))
            self.k_norm = nn.Parameter(torch.ones(shape.head_dim))
        self.qkv = matrix(sum(shape.qkv), shape.width)
        self.out = matrix(shape.width, shape.qkv[0], gain=shape.layers**-0.5)
        self.gate_up = matrix(2 * shape.ff, shape.width)
        self.down = matrix(shape.width, shape.ff, gain=shape.layers**-0.5)

    def heads(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Rotated q (B, H, T, D) and k, v (B, KV, T, D) of the normed input."""
        return self.project(rms_norm(x, self.norm1, self.shape.eps), cos, sin)

    def project(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same of x as it is."""
        s = self.shape
        q, k, v = (part.unflatten(-1, (-1, s.head_dim)) for part in F.linear(x, self.qkv.to(x.dtype)).split(s.qkv, -1))
        if s.qk_norm:
            q, k = rms_norm(q, self.q_norm, s.eps), rms_norm(k, self.k_norm, s.eps)
        return rotate(q, cos, sin).transpose(1, 2), rotate(k, cos, sin).transpose(1, 2), v.transpose(1, 2)

    def after(self, x: Tensor, attended: Tensor) -> Tensor:
        """Add attention's output (B, H, T, D) to the residual stream, then the feed-forward's."""
        x = x + F.linear(attended.transpose(1, 2).flatten(2), self.out.to(x.dtype))
        gate, up = F.linear(rms_norm(x, self.norm2, self.shape.eps), self.gate_up.to(x.dtype)).chunk(2, -1)
        return x + F.linear(F.silu(gate) * up, self.down.to(x.dtype))

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, later: Tensor | None, seen: Tensor | None = None) -> Tensor:
        q, k, v = self.heads(x, cos, sin)
        k, v = self.widen(k), self.widen(v)
        return self.after(x, causal(q, k, v, later) if seen is None else masked(q, k, v, seen))

    def widen(self, x: Tensor) -> Tensor:
        """Repeats each key or value head for the query heads that share it."""
        return x.repeat_interleave(self.shape.heads // self.shape.kv_heads, 1)


def matrix(rows: int, columns: int, gain: float = 1.0) -> nn.Parameter:
    """A random matrix that keeps its input's scale times `gain`."""
    return nn.Parameter(torch.randn(rows, columns) * gain * columns**-0.5)


class Model(nn.Module):
    """Embedding, blocks, final norm; the output head is the embedding."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embed = nn.Parameter(torch.randn(shape.vocab, shape.width) * 0.02)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.Parameter(torch.ones(shape.width))
        self.tables: dict[int, tuple[Tensor, Tensor]] = {}
        self.masks: dict[int, Tensor] = {}

    def compiled(self, dynamic: bool = True) -> "Model":
        """The model with compiled blocks, for batches of any size, or anew for each size."""
        for block in self.blocks:
            block.compile(dynamic=dynamic)
        return self

    def rope(self, length: int) -> tuple[Tensor, Tensor]:
        """The rotary table for one length, cached."""
        if length not in self.tables:
            self.tables[length] = rope_table(self.shape, length)
        return self.tables[length]

    def later(self, length: int) -> Tensor:
        """What `causal` adds to scores, cached."""
        if length not in self.masks:
            self.masks[length] = torch.full((length, length), -torch.inf).triu(1)
        return self.masks[length]

    def forward(
        self, tokens: Tensor, dtype: torch.dtype = torch.float32, places: Tensor | None = None, seen: Tensor | None = None
    ) -> Tensor:
        """tokens (B, T) -> normed hidden states (B, T, width). Tokens lie one after another, or at `places` (B, T), each seeing
        those that `seen` (B, 1, T, T) says."""
        *_, last = self.residuals(tokens, dtype, places, seen)
        return self.normed(last)

    def residuals(self, tokens: Tensor, dtype: torch.dtype, places: Tensor | None, seen: Tensor | None) -> Iterator[Tensor]:
        """The residual stream (B, T, width) after each block; arguments as above."""
        x = F.embedding(tokens, self.embed).to(dtype)
        cos, sin = self.rope(tokens.shape[1]) if places is None else (table[places] for table in self.rope(self.shape.context))
        later = self.later(tokens.shape[1]) if seen is None else None
        for block in self.blocks:
            x = block(x, cos, sin, later, seen)
            yield x

    def normed(self, x: Tensor) -> Tensor:
        """Hidden states after the last norm."""
        return rms_norm(x, self.norm, self.shape.eps)

    def logits(self, hidden: Tensor) -> Tensor:
        """hidden (..., width) -> (..., vocab), in hidden's type."""
        return F.linear(hidden, self.embed.to(hidden.dtype))
