"""What macOS keeps in memory: told to mlx where there is Metal, and nowhere else."""

import mlx.core as mx
import pytest

from specdeck.decoding.weights import keep_resident

GB = 10**9


@pytest.fixture
def limits(monkeypatch):
    told: list[int] = []
    monkeypatch.setattr(mx, "set_wired_limit", told.append)
    monkeypatch.setattr(mx, "device_info", lambda: {"max_recommended_working_set_size": 22 * GB})
    return told


@pytest.mark.parametrize("loaded, kept", [(10 * GB, 10.5 * GB), (30 * GB, 22 * GB), (0, 0)])
def test_what_is_loaded_is_kept_in_memory_up_to_what_the_system_recommends(limits, monkeypatch, loaded, kept):
    monkeypatch.setattr(mx.metal, "is_available", lambda: True)
    monkeypatch.setattr(mx, "get_active_memory", lambda: loaded)
    keep_resident()
    keep_resident(0)
    assert limits == [kept, 0]


def test_without_metal_nothing_is_asked_for(limits, monkeypatch):
    monkeypatch.setattr(mx.metal, "is_available", lambda: False)
    keep_resident()
    assert limits == []
