"""After a boot nobody waits for g++: a reply begins with mlx's own operations, while another process makes what the next will use."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import mlx.core as mx
import mlx.nn as nn
import pytest

from specdeck.decoding.cpu import exps, fewer_ops, kernels

pytestmark = pytest.mark.skipif(not kernels.compiles(), reason="no g++ here, or no need of it")

REPLY = """
from specdeck.decoding import decode, load, Settings
from specdeck.decoding.cpu import kernels
{before}
pair = load()
for drafter in pair.drafters:
    list(decode(pair, "I am looking for a hotel in Seattle. " * 20, Settings(drafter=drafter), max_tokens=12))
"""


def booted(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine whose kernels are yet to be made."""
    return {**os.environ, "TMPDIR": str(tmp_path)}


def there(tmp_path: Path) -> set[str]:
    return {path.name for path in tmp_path.rglob("*.so")}


def python(code: str, env: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", code], env=env, check=True)


def test_who_comes_after_the_maker_makes_none(tmp_path):
    env = booted(tmp_path)
    subprocess.run(kernels.MAKER, env=env, check=True)
    made = there(tmp_path)
    python(REPLY.format(before="assert kernels.compiled() and kernels.compile_in_background() is None"), env)
    assert made and there(tmp_path) == made


def test_who_does_not_wait_makes_none_either(tmp_path):
    python(REPLY.format(before="kernels.MAKER = ['sleep', '60']; assert kernels.compile_in_background()"), booted(tmp_path))
    assert not there(tmp_path)


def test_until_they_are_there_it_is_mlx_that_works(monkeypatch, tmp_path):
    """And then it is they, though their maker failed."""
    monkeypatch.setattr(kernels, "_stamp", lambda: tmp_path / "stamp")
    done = threading.Event()
    monkeypatch.setattr(kernels, "_run_maker", done.wait)
    rows = mx.random.normal((8, 4096), key=mx.random.key(1))
    norm = fewer_ops.FewOpsNorm(nn.RMSNorm(4096))
    by_ours = [exps.softmax(rows), exps.swiglu(rows, rows), norm(rows)]
    thread = kernels.compile_in_background()
    assert kernels.compiling() and kernels.compile_in_background() is None
    for name in ("exp", "_falling"):
        monkeypatch.setattr(exps, name, None)
    monkeypatch.setattr(fewer_ops, "_normed", None)
    for found, expected in zip([exps.softmax(rows), exps.swiglu(rows, rows), norm(rows)], by_ours):
        assert mx.allclose(found, expected, 1e-5, 1e-6)
    done.set()
    thread.join()
    for call in (lambda: exps.softmax(rows), lambda: exps.swiglu(rows, rows), lambda: norm(rows)):
        with pytest.raises(TypeError):
            call()


def test_of_two_makers_one_makes(monkeypatch, tmp_path):
    monkeypatch.setattr(kernels, "_stamp", lambda: tmp_path / "deep" / "stamp")
    at_it, go_on, times = threading.Event(), threading.Event(), []

    def work() -> None:
        times.append(1)
        at_it.set()
        go_on.wait()

    first = threading.Thread(target=kernels.compile_once, args=(work,))
    first.start()
    at_it.wait()
    second = threading.Thread(target=kernels.compile_once, args=(work,))
    second.start()
    assert not kernels.compiled()
    go_on.set()
    first.join()
    second.join()
    assert kernels.compiled() and len(times) == 1


def test_who_was_broken_off_made_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(kernels, "_stamp", lambda: tmp_path / "stamp")
    with pytest.raises(KeyboardInterrupt):
        kernels.compile_once(lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert not kernels.compiled()
    kernels.compile_once(lambda: None)
    assert kernels.compiled()
