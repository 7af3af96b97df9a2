"""For all tests: the engine's package comes first, so that OpenBLAS is loaded before mlx; and nobody's own
config, conversations or environment are touched or obeyed."""

import atexit
import gc
import itertools
import os
import shutil
import tempfile

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before it is loaded: on toy models its threads only wait for each other
os.environ.setdefault("MLX_DISABLE_COMPILE", "1")  # of two processes for which g++ makes one of mlx's kernels, one may load half a file

# transformers reads it once, and copies there the Python of a tokenizer that is trusted
os.environ["HF_MODULES_CACHE"] = tempfile.mkdtemp(prefix="specdeck-tests-")
atexit.register(shutil.rmtree, os.environ["HF_MODULES_CACHE"], ignore_errors=True)

from specdeck import decoding  # noqa: F401, E402


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One process more than there are cores, for every tenth second of the everyday tests is spent in waiting; not for the long ones, whose
    sharded targets wait for each other by spinning."""
    everyday = config.option.markexpr == "not long" and "PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ
    return (os.cpu_count() or 1) + 1 if everyday else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What collecting the tests imports, half a million objects, stays: looking for garbage among it was a seventh of the tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """New folders, one for each test: pytest's own look through all that there are, which takes ever longer."""
    place = tmp_path_factory.mktemp("homes")
    return (place / str(number) for number in itertools.count())


@pytest.fixture
def home(homes):
    """A folder for what belongs to the person of this test."""
    folder = next(homes)
    for name in ("config", "state", "here"):
        (folder / name).mkdir(parents=True)
    return folder


@pytest.fixture(autouse=True)
def _nobody(monkeypatch, home):
    for name in [name for name in os.environ if name.startswith("SPECDECK_") and name not in ("SPECDECK_BLAS", "SPECDECK_DEBUG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(home / "config"))
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(home / "state"))
