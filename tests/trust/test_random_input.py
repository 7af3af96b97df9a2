"""Random input on the app, a sample: nothing it does ends it, what is shown is what is in force, and no thread stays behind."""

import asyncio
import os
import threading

import pytest

from tests.trust.random_input import sitting

pytestmark = pytest.mark.long
STEPS = int(os.environ.get("SPECDECK_TRIES", "300"))


@pytest.mark.parametrize("seed", range(3))
def test_on_the_fake_session(tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)  # what is saved without a folder
    driven = asyncio.run(sitting(STEPS, seed, tmp_path))
    assert sum(driven.done.values()) > 0
    assert [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()] == []


def test_on_the_real_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asyncio.run(sitting(STEPS // 3, 1000, tmp_path, real=True))
    assert not any(thread.name == "engine" for thread in threading.enumerate())
