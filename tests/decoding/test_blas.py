"""The wheel's OpenBLAS is what mlx multiplies with, without any library of the system; what cannot be loaded is named in a line
that says why and what helps; its threads and their spinning are set unless the person said so, and nobody else hears of it."""

import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from specdeck.decoding.cpu import blas
from specdeck.decoding.target import sequence_state
from tests.helpers.kinds import KINDS

NAMES = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_THREAD_TIMEOUT", "SPECDECK_BLAS")
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mlx's own products are fast")


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("cores, said, options", [
    (1, {}, {"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_THREAD_TIMEOUT": "19"}), (8, {}, {"OPENBLAS_NUM_THREADS": "7", "OPENBLAS_THREAD_TIMEOUT": "19"}),
    *((8, {name: "5"}, {"OPENBLAS_THREAD_TIMEOUT": "19"}) for name in NAMES[:3]), (8, {"OPENBLAS_THREAD_TIMEOUT": "26"}, {"OPENBLAS_NUM_THREADS": "7"}),
])  # fmt: skip
def test_a_core_is_left_to_who_builds_the_passes_unless_a_person_chose_otherwise(cores, said, options, monkeypatch):
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert blas._openblas_options(cores) == options


PRODUCTS = """
import ctypes, os, sys
from specdeck.decoding.cpu import blas  # which has loaded none, because SPECDECK_BLAS is none
del os.environ["SPECDECK_BLAS"]
blas._trouble = None
before, calls, kept, export = dict(os.environ), [], [], blas.export
INT, REAL, AT = ctypes.c_int, ctypes.c_float, ctypes.c_void_p
SGEMM = ctypes.CFUNCTYPE(None, INT, INT, INT, INT, INT, INT, REAL, AT, INT, AT, INT, REAL, AT, INT)

def counted(functions, like):
    "Export them, with a product that counts the call and makes it."
    real = functions["cblas_sgemm"]
    kept.append(SGEMM(lambda *given: (calls.append("cblas_sgemm"), SGEMM(real)(*given)) and None))
    export({**functions, "cblas_sgemm": ctypes.cast(kept[-1], AT).value}, like)

blas.export = counted
print(blas.load_openblas())
print(blas.advice())
assert os.environ == before

import mlx.core as mx
mx.set_default_device(mx.cpu)
for rows, inner, columns in ((2, 300, 70), (5, 64, 257), (33, 129, 65)):
    for dtype in (mx.float32, mx.complex64):
        a = (mx.arange(rows * inner) % 7 - 3).reshape(rows, inner).astype(dtype)
        b = (mx.arange(inner * columns) % 5 - 2).reshape(inner, columns).astype(dtype)
        assert mx.array_equal(a @ b, (a[:, :, None] * b[None]).sum(1)), (dtype, rows)
print(sorted(set(calls)))
"""


def products(site: Path | None = None) -> list[str]:
    """What load_openblas and advice return in a new process, and by which names mlx's products, which are right, were called there.
    `site`: a folder whose packages come before the installed ones."""
    environ = {**os.environ, "SPECDECK_BLAS": "none", "PYTHONPATH": str(site or "")}
    done = subprocess.run([sys.executable, "-c", PRODUCTS], env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def a_wheel(site: Path, library: bytes | None) -> Path:
    """A folder with another wheel of this name; None: without its library."""
    folder = site / blas.WHEEL / "lib"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    if library is not None:
        (folder / "libscipy_openblas.so").write_bytes(library)
    return site


@on_linux
def test_the_wheels_products_are_mlxs_and_right():
    loaded, advice, calls = products()
    assert loaded.startswith("OpenBLAS 0.3.") and loaded.endswith("(libscipy_openblas.so)")
    assert (advice, calls) == ("None", "['cblas_sgemm']")


@on_linux
@pytest.mark.parametrize("spoil, why", [
    (lambda library: library.replace(b"\0scipy_cblas_dgemm\0", b"\0scipy_cblas_dgexx\0"), "undefined symbol: scipy_cblas_dgemm"),
    (lambda library: None, "No such file"),
])  # fmt: skip
def test_a_wheel_that_is_not_whole_is_said(spoil, why, tmp_path):
    site = a_wheel(tmp_path, spoil(Path(blas._wheels_library()).read_bytes()))
    loaded, advice, calls = products(site)
    assert (loaded, calls) == ("None", "[]")
    assert why in advice and "several times as long" in advice and "pip install --force-reinstall scipy-openblas32" in advice


@on_linux
@pytest.mark.parametrize("asked, loaded, why", [
    ("none", "None", "(none: cannot open"), ("libm.so.6", "None", "undefined symbol: cblas_sgemm"), (blas._wheels_library(), "OpenBLAS 0.3.", " None"),
])  # fmt: skip
def test_a_person_may_name_the_library(asked, loaded, why):
    code = "from specdeck.decoding.cpu import blas; print(blas.load_openblas(), blas.advice())"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"SPECDECK_BLAS": asked}, capture_output=True, text=True)
    assert done.stdout.startswith(loaded) and why in done.stdout, done.stderr


@on_linux
def test_a_function_is_found_under_another_name_and_a_linker_that_moves_it_is_noticed(monkeypatch):
    def absolute(name: str) -> int:
        blas.export({name: blas.address_of(ctypes.CDLL(None), "abs")}, like=sys.executable)
        return getattr(ctypes.CDLL(None), name)(-5)

    assert absolute("specdeck_abs") == 5
    real = blas.elf
    monkeypatch.setattr(blas, "elf", lambda functions, machine: real({name: at + 4096 for name, at in functions.items()}, machine))
    with pytest.raises(OSError, match="absolute symbols"):
        absolute("specdeck_moved")
    assert not hasattr(ctypes.CDLL(None), "specdeck_moved"), "nobody finds it"


@pytest.fixture
def asked(monkeypatch):
    """The numbers of threads that were asked for, on an idle machine of 4 cores."""
    taken = []
    for name, value in {"_set_threads": taken.append, "_busy": (0, 0.0), "usable_cores": lambda: 4, "_running": lambda: 1, "_running_here": lambda: 1}.items():
        monkeypatch.setattr(blas, name, value)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    return taken


@pytest.mark.parametrize("size, running, here, threads", [
    (blas.LARGE - 1, 1, 1, 3), (blas.LARGE, 1, 1, 4), (blas.LARGE, 2, 1, 3), (blas.LARGE, 9, 1, 1), (blas.LARGE, 3, 3, 4), (blas.LARGE, 0, 0, 3),
])  # fmt: skip
def test_large_matrices_take_every_core_that_nobody_uses(asked, monkeypatch, size, running, here, threads):
    """Else every product waits for threads that have no core. What is not known counts as one."""
    monkeypatch.setattr(blas, "_running", lambda: running)
    monkeypatch.setattr(blas, "_running_here", lambda: here)
    blas.use_threads(size)
    assert asked == [threads]


def test_other_work_counts_for_a_while(asked, monkeypatch):
    now, running = [100.0], iter([3, 1, 2, 1, 1])
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(blas, "_running", lambda: next(running))
    for later in (0.0, 0.1, 0.1, blas.HOLD, 0.1):
        now[0] += later
        blas.use_threads(blas.LARGE)
    assert asked == [2, 2, 2, 4, 4]


@on_linux
def test_a_pass_asks_by_its_models_matrices(monkeypatch):
    sizes = []
    monkeypatch.setattr(sequence_state, "use_threads", sizes.append)
    state = sequence_state.SequenceState(KINDS["trimmable"]())
    state.follow([1, 2, 3])
    state.read()
    small = [layer.weight.size for layer in state.model.modules() if hasattr(layer, "weight") and type(layer).__name__ == "Linear"]
    assert sizes == [sum(small) // len(small)] and sizes[0] > 0


@on_linux
@pytest.mark.parametrize("said, threads", [({}, [max(1, blas.usable_cores() - 1), 3]), ({"OMP_NUM_THREADS": "1"}, [1, 1])])
def test_the_library_hears_of_its_threads_unless_a_person_chose_them(said, threads):
    """As it is loaded, and before a pass of a large model on three idle cores."""
    code = (
        "from specdeck.decoding.cpu import blas; import ctypes; now = ctypes.CDLL(blas._wheels_library()).scipy_openblas_get_num_threads; print(now());"
        "assert blas._running() >= 0 and blas._running_here() >= 1; blas.usable_cores = blas.os.cpu_count = lambda: 3; blas._running = lambda: 1;"
        "blas.use_threads(blas.LARGE); print(now())"
    )
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **said}, capture_output=True, text=True)
    assert done.stdout.split() == [str(number) for number in threads], done.stderr
