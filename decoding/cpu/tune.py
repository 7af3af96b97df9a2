"""`tune(model)`: applies everything that makes a model's passes faster on a CPU. On other devices it does nothing."""

from __future__ import annotations

import mlx.core as mx
import mlx.nn as nn

from ..kernel_folder import use_kernels_where_safe
from .eager_layers import make_eager
from .fewer_ops import use_fewer_ops


def tune(model: nn.Module) -> None:
    """Change this model in place: fewer operations, with the same results to rounding, and layers that start computing while the pass is
    built."""
    if mx.default_device().type == mx.DeviceType.cpu:
        use_kernels_where_safe()
        use_fewer_ops(model)
        make_eager(model)
