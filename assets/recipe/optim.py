"""Muon on the matrices, AdamW on the embedding and the norms, under one schedule."""

import time
from collections import defaultdict
from collections.abc import Callable

import torch
from torch import Tensor

from .model import Model, fast_dtype


def orthogonal(grads: Tensor, steps: int = 5) -> Tensor:
    """Newton-Schulz: each of the (N, R, C) matrices nearly orthogonalised; the quintic's usual constants."""
    tall = grads.shape[1] > grads.shape[2]
    x = grads.mT if tall else grads
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    x = x.to(fast_dtype())
    for _ in range(steps):
        a = x @ x.mT
        x = 3.4445 * x + (-4.775 * a + 2.0315 * a @ a) @ x
    return (x.mT if tall else x).float()


class Optimiser:
    """Steps a Model. The fused matrices are treated as the separate ones that they hold."""

    def __init__(self, model: Model, matrix_rate: float = 0.01, vector_rate: float = 3e-3, decay: float = 0.05):
        self.rate, self.decay, self.momentum = matrix_rate, decay, 0.95
        by_shape: dict[tuple[int, ...], list[tuple[str, Tensor, slice]]] = defaultdict(list)
        for name, parameter, rows in parts(model):
            by_shape[(rows.stop - rows.start, parameter.shape[1])].append((name, parameter, rows))
        self.groups = list(by_shape.items())
        self.moments = [torch.zeros(len(members), *size) for size, members in self.groups]
        vectors = [p for n, p in model.named_parameters() if p.ndim == 1 or n == "embed"]
        self.adam = torch.optim.AdamW(vectors, lr=vector_rate, betas=(0.9, 0.95), weight_decay=0.01, fused=True)
        self.vector_rate = vector_rate

    @torch.no_grad()
    def step(self, scale: float, rank: int = 0, ranks: int = 1) -> None:
        """One update with both rates times `scale`; clears the gradients. Of several processes that share the weights, each does
        its part: the first also those that are no matrices."""
        for ((rows, columns), every), moments in zip(self.groups, self.moments):
            members, moment = every[rank::ranks], moments[rank::ranks]
            grads = torch.stack([parameter.grad[part] for _, parameter, part in members])
            moment.lerp_(grads, 1 - self.momentum)
            update = orthogonal(grads.lerp(moment, self.momentum))
            rate = self.rate * scale * max(1.0, rows / columns) ** 0.5
            for (_, parameter, part), change in zip(members, update):
                parameter[part].mul_(1 - self.rate * scale * self.decay).sub_(change, alpha=rate)
        if rank == 0:
            for group in self.adam.param_groups:
                group["lr"] = self.vector_rate * scale
            self.adam.step()
        self.adam.zero_grad(set_to_none=True)
        for _, members in self.groups:
            for _, parameter, _ in members:
                parameter.grad = None

    def share(self) -> None:
        """Puts the moments of the matrices where other processes see them."""
        for moment in self.moments:
            moment.share_memory_()

    def state(self) -> dict:
        """All that a resumed run needs."""
        return {"moments": self.moments, "adam": self.adam.state_dict()}

    def restore(self, state: dict) -> None:
        """The counterpart of state()."""
        self.moments = state["moments"]
        self.adam.load_state_dict(state["adam"])


def parts(model: Model):
    """(name, parameter, rows) of every matrix but the embedding, fused ones by their parts."""
    for name, parameter in model.named_parameters():
        if parameter.ndim != 2 or name == "embed":
            continue
        kind = name.rsplit(".", 1)[-1]
        sizes = {"qkv": model.shape.qkv, "gate_up": (model.shape.ff,) * 2}.get(kind, (parameter.shape[0],))
        start = 0
        for size in sizes:
            yield name, parameter, slice(start, start + size)
            start += size


Course = Callable[[int], float]  # of the steps that are done: the share of the run, 0..1


def for_steps(steps: int) -> Course:
    """A run of so many steps."""
    return lambda step: step / steps


def for_seconds(seconds: float) -> Course:
    """A run that ends so many seconds from now, on a machine that is lent."""
    since = time.time()
    return lambda _: (time.time() - since) / seconds


def schedule(step: int, share: float, warmup: int = 60, decay: float = 0.35) -> float:
    """Warm-up, constant, then linear to 2 % over the last `decay` of the run, of which `share` is done."""
    return min(1.0, (step + 1) / warmup, max(0.02, (1 - share) / decay))
