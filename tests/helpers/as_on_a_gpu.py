"""`pytest --as-on-a-gpu`: what the code does on a Mac's GPU, as far as a machine without one can tell. Weights stay in the type in which they are
stored, nothing is tuned for a CPU, prompts are read in a GPU's chunks, rounds are timed as there, and queueing work holds the host until it
is done, as it does for a model of many command buffers. The system says that it is macOS."""

import os
import sys
from types import SimpleNamespace

import mlx.core as mx
import mlx_lm.generate  # noqa: F401 - makes a stream of the real device
import pytest


@pytest.fixture(autouse=True)
def as_on_a_gpu(monkeypatch):
    monkeypatch.setattr(mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
    monkeypatch.setattr(mx, "async_eval", mx.eval)
    monkeypatch.setattr(mx, "device_info", lambda: {"max_recommended_working_set_size": 8 << 30})
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("sched_getaffinity", "memfd_create"):
        monkeypatch.delattr(os, name, raising=False)
