"""OpenBLAS is told how many threads to have and how long they may spin, unless the person said so; nobody else hears of it."""

import os
import subprocess
import sys

import pytest

from specdeck.decoding.cpu import blas

NAMES = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_THREAD_TIMEOUT", "SPECDECK_BLAS")


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("cores, threads", [(1, "1"), (2, "2"), (3, "2"), (8, "7")])
def test_a_core_is_left_to_who_builds_the_passes_where_there_are_enough(cores, threads):
    assert blas._openblas_options(cores) == {"OPENBLAS_NUM_THREADS": threads, "OPENBLAS_THREAD_TIMEOUT": "21"}


@pytest.mark.parametrize("name", NAMES[:3])
def test_what_a_person_said_of_threads_stands(name, monkeypatch):
    monkeypatch.setenv(name, "5")
    assert blas._openblas_options(8) == {"OPENBLAS_THREAD_TIMEOUT": "21"}


def test_what_a_person_said_of_spinning_stands(monkeypatch):
    monkeypatch.setenv("OPENBLAS_THREAD_TIMEOUT", "26")
    assert blas._openblas_options(8) == {"OPENBLAS_NUM_THREADS": "7"}


def threads_in_force(**said: str) -> int:
    """Of OpenBLAS in a new process, in whose environment nothing is left of it."""
    code = (
        "import os; before = dict(os.environ); import decoding, ctypes; assert os.environ == before; "
        f"print(ctypes.CDLL({blas.load_openblas()!r}).openblas_get_num_threads())"
    )
    return int(subprocess.run([sys.executable, "-c", code], env={**os.environ, **said}, check=True, capture_output=True, text=True).stdout)


@pytest.mark.skipif("openblas" not in (blas.load_openblas() or ""), reason="no OpenBLAS here")
def test_it_hears():
    cores = len(os.sched_getaffinity(0))
    assert threads_in_force() == max(min(cores, 2), cores - 1)
    assert threads_in_force(OMP_NUM_THREADS="1") == 1


def test_what_cannot_be_loaded_is_passed_over(monkeypatch):
    monkeypatch.setattr(blas, "_loaded", None)
    monkeypatch.setattr(sys, "modules", {name: module for name, module in sys.modules.items() if name != "mlx.core"})
    monkeypatch.setattr(blas, "_candidates", lambda: ["libnowhere.so", "libm.so.6"])
    if sys.platform.startswith("linux"):
        assert blas.load_openblas() == "libm.so.6"
    assert not {"OPENBLAS_NUM_THREADS", "OPENBLAS_THREAD_TIMEOUT"} & os.environ.keys()
