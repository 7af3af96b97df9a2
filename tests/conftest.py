"""For all tests: the engine's package comes first, so that OpenBLAS is loaded before mlx; and nobody's own
config, conversations or environment are touched or obeyed."""

import atexit
import ctypes
import errno
import gc
import itertools
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Callable

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before it is loaded: on toy models its threads only wait for each other
os.environ.setdefault("MLX_DISABLE_COMPILE", "1")  # of two processes for which g++ makes one of mlx's kernels, one may load half a file

# transformers reads it once, and copies there the Python of a tokenizer that is trusted
os.environ["HF_MODULES_CACHE"] = tempfile.mkdtemp(prefix="specdeck-tests-")
atexit.register(shutil.rmtree, os.environ["HF_MODULES_CACHE"], ignore_errors=True)

os.environ.setdefault("MLX_ENABLE_TF32", "0")  # an M5 would round products of several rows to 10 bits, and one row not

from specdeck import decoding  # noqa: E402
from specdeck.engine import this_machine  # noqa: E402
from specdeck.engine.messages import FLOAT32, HALF, PACKED, READING, MatrixSpeed  # noqa: E402
from tests.helpers.command_line import Outcome  # noqa: E402

# isort: split
import mlx.core as mx  # noqa: E402

if os.environ.get("TEST_DEVICE") == "cpu":  # .ci/run on a hosted Mac
    mx.set_default_device(mx.cpu)

SPEED = MatrixSpeed({form: {1: 0.1, 2: 0.11, 5: 0.13, 9: 0.17, 16: 0.24} for form in (FLOAT32, HALF, PACKED)} | {READING: {1: 0.1}})  # 10 GB/s
HELD = 128 << 20  # bytes: more than what fixtures keep, the embedded pair
GROWN = 64 << 20  # bytes of a process since memory was given back: then it is again
_after_the_last = [0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are cores, for every tenth second of the tests is spent in waiting."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


def pytest_addoption(parser):
    parser.addoption("--as-on-a-gpu", action="store_true", help="take a GPU's branches, as on a Mac")


def pytest_configure(config):
    """Each process of a parallel run is a batch job in a session of its own, on Linux. mlx hands every operation to a second thread, and on
    toys the two threads preempt each other at every one, 70,000 times a second, as soon as there are more of them than cores: two processes
    on two cores took 19 s for what then takes 12. The kernel weighs sessions against each other first, so it needs both."""
    if hasattr(config, "workerinput") and hasattr(os, "SCHED_BATCH"):
        os.setsid()
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


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


@pytest.fixture
def real_speed():
    """For the tests of how this machine is timed."""


@pytest.fixture(autouse=True)
def _as_on_a_gpu(monkeypatch, request):
    """With --as-on-a-gpu: what the code does on a Mac's GPU, as far as a machine without one can tell. Weights stay in the type in which they are
    stored, nothing is tuned for a CPU, prompts are read in a GPU's chunks, rounds are timed as there, and queueing work holds the host until
    it is done, as it does for a model of many command buffers. The system says that it is macOS."""
    if not request.config.getoption("--as-on-a-gpu"):
        return
    import mlx_lm.generate  # noqa: F401 - makes a stream of the real device

    monkeypatch.setattr(mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
    monkeypatch.setattr(mx, "async_eval", mx.eval)
    monkeypatch.setattr(mx, "device_info", lambda: {"max_recommended_working_set_size": 8 << 30})
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("sched_getaffinity", "memfd_create"):
        monkeypatch.delattr(os, name, raising=False)


@pytest.fixture(autouse=True)
def _nobody_else_computes(monkeypatch, request):
    """No figure is doubted for what else the machine does while tests run, and how fast it is is not timed again by every command."""
    monkeypatch.setattr(this_machine, "processor_seconds", lambda: None)
    engine = sys.modules.get("specdeck.engine.engine")  # which takes a second to import
    if engine and "real_speed" not in request.fixturenames:
        monkeypatch.setattr(engine.Engine, "probe", lambda self: 0.001)
        monkeypatch.setattr(engine, "time_matrices", lambda: SPEED)


@pytest.fixture(scope="session")
def read_once():
    """The embedded pair. Commands take its models and tokenizer over, as the playground does where a pair takes another's place."""
    return decoding.load()


@pytest.fixture
def cli(capsys, monkeypatch, read_once) -> Callable[..., Outcome]:
    """Run a command in this process."""
    from specdeck.cli import main
    from specdeck.decoding import pair_loading

    load = pair_loading.load
    monkeypatch.setattr(pair_loading, "load", lambda *names, **options: load(*names, **{"beside": read_once} | options))

    def run(*words: str) -> Outcome:
        try:
            code = main(words)
        except SystemExit as exit:
            code = int(exit.code or 0)
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def _nothing_is_left_for_the_end():
    """What a command leaves to be done before the process ends holds its models: 70 MB a command, gigabytes a process of tests."""
    before = list(decoding.BEFORE_EXIT)
    yield
    decoding.BEFORE_EXIT[:] = before
    if mx.get_active_memory() > HELD or resident() > _after_the_last[0] + GROWN:
        gc.collect()  # models that hold each other are few objects, for which Python looks too seldom
        mx.clear_cache()
        if sys.platform == "linux":
            ctypes.CDLL(None).malloc_trim(0)  # what other threads freed lies in heaps of their own
        _after_the_last[0] = resident()


def resident() -> int:
    """Bytes of memory that this process has; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


@pytest.fixture
def close_folder(monkeypatch):
    """Closes a folder, which may then be neither listed nor searched. Root may do both, so the system's answers are put in its place."""

    def close(folder: str | Path) -> None:
        inside = f"{folder}{os.sep}"

        def refusing(act, whole):
            def ask(place=".", *more, **options):
                if f"{place}{whole}".startswith(inside):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
                return act(place, *more, **options)

            return ask

        access = os.access
        monkeypatch.setattr(os, "access", lambda place, *more, **options: not f"{place}{os.sep}".startswith(inside) and access(place, *more, **options))
        monkeypatch.setattr(os, "stat", refusing(os.stat, ""))
        for name in ("listdir", "scandir"):
            monkeypatch.setattr(os, name, refusing(getattr(os, name), os.sep))

    return close


@pytest.fixture
def umask():
    """Sets the umask for the rest of the test."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.fixture(autouse=True)
def _nobody(monkeypatch, home):
    for name in [name for name in os.environ if name.startswith("SPECDECK_") and name not in ("SPECDECK_BLAS", "SPECDECK_DEBUG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")  # a service has none, or `dumb`
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(home / "config"))
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(home / "state"))
