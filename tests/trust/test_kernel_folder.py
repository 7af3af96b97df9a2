"""mlx's kernels in a temporary folder that is somebody else's, or whose disk fills up meanwhile."""

import os
import subprocess
import sys
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck.commands.doctor_table import advice
from specdeck.decoding import Round, Settings, SpecdeckError, decode
from specdeck.decoding.accept import Verdict
from specdeck.decoding.cpu import tune as kernel_folder
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.target.sequence_state import SequenceState
from tests.helpers import toys


def of_somebody_else(mlx, patch):
    real = type(mlx).lstat
    patch.setattr(type(mlx), "lstat", lambda place: SimpleNamespace(st_uid=12345, st_mode=real(place).st_mode))


SPOILT = {
    "a file": lambda mlx, patch: mlx.write_text(""),
    "a file below": lambda mlx, patch: (mlx.mkdir(), (mlx / mx.__version__).write_text("")),
    "everybody may write": lambda mlx, patch: (mlx.mkdir(), mlx.chmod(0o777)),
    "a link": lambda mlx, patch: (mlx.with_name("other").mkdir(), mlx.symlink_to(mlx.with_name("other"))),
    "somebody else's": lambda mlx, patch: ((mlx / mx.__version__ / "cpu").mkdir(parents=True), of_somebody_else(mlx, patch)),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_folder_that_is_not_safe_is_not_used(spoil, tmp_path, monkeypatch):
    folder = tmp_path / "mlx" / mx.__version__ / "cpu"
    assert kernel_folder.is_ours(folder)
    spoil(tmp_path / "mlx", monkeypatch)
    assert not kernel_folder.is_ours(folder)


PROMPT = toys.random_prompt(5)
WORK = {"a forward": (SequenceState, "_forward"), "a verdict": (Verdict, "settle"), "rolling back": (SequenceState, "roll_back"), "taking hidden states": (SequenceState, "take_hidden")}
FULL_AT = [  # the drafter, the work, and the how manieth call of it finds the disk full
    ("none", "a forward", 1), ("mtp", "a forward", 3), ("mtp", "a forward", 2), ("none", "a verdict", 2), ("mtp", "a verdict", 1),
    ("none", "rolling back", 3), ("mtp", "taking hidden states", 3),
]  # fmt: skip


@pytest.fixture(scope="module")
def pair():
    """A target that cannot rewind, a drafter beside it and one that listens to it."""
    target = toys.as_loaded("recurrent")
    return toys.make_pair(target, {"model": toys.toy_drafter("copy:recurrent"), "mtp": toys.random_head(target)})


@pytest.fixture(scope="module")
def expected(pair):
    """The reply without faults."""
    return toys.reply(pair, PROMPT, Settings(drafter="none"), 14).tokens


@pytest.fixture
def kernels_fail(monkeypatch):
    """Let the n-th call of a method, and all later ones while mlx compiles kernels, fail as it does on a full disk."""
    compiling = [True]
    monkeypatch.setattr(mx, "disable_compile", compiling.clear)

    def arrange(owner: type, name: str, calls: int) -> list[bool]:
        real, counted = getattr(owner, name), iter(range(1, 10**9))

        def fails(*args, **options):
            if compiling and next(counted) >= calls:
                raise RuntimeError("[Compile::eval_cpu] Failed to compile function X: g++ returned 1")
            return real(*args, **options)

        monkeypatch.setattr(owner, name, fails)
        return compiling

    return arrange


@pytest.mark.parametrize("drafter, work, calls", FULL_AT)
def test_a_disk_that_fills_up_in_a_reply_ends_it_and_loses_nothing_that_was_written(kernels_fail, pair, expected, drafter, work, calls):
    pair.reset()
    compiling = kernels_fail(*WORK[work], calls)
    settings, written = Settings(drafter=drafter, k=3), []
    with pytest.raises(SpecdeckError, match="mlx could not compile a kernel in"):
        for event in decode(pair, PROMPT, settings, 14):
            written += event.tokens if isinstance(event, Round) else ()
    assert not compiling and written == list(expected[: len(written)])
    assert toys.reply(pair, PROMPT, settings, 14).tokens == expected, "the next reply is whole"


def test_a_drafter_that_the_full_disk_stops_is_off_for_one_reply(kernels_fail, pair, expected):
    pair.reset()
    compiling = kernels_fail(ModelDrafter, "propose", 2)
    settings = Settings(drafter="model", k=3)
    reply = toys.reply(pair, PROMPT, settings, 14)
    assert not compiling and reply.tokens == expected and "mlx could not compile a kernel in" in reply.finish.error
    after = toys.reply(pair, PROMPT, settings, 14)
    assert after.tokens == expected and after.finish.error is None and any(round_.drafter == "model" for round_ in after.rounds)


FOUND = {"backend": "metal", "pass_seconds": {"1": 1.0, "5": 1.0}, "draft_seconds": 0.1}


def test_whether_kernels_can_be_compiled_is_settled_at_load(kernels_fail, monkeypatch):
    monkeypatch.setattr(kernel_folder, "is_ours", lambda folder: True)
    compiling = kernels_fail(mx, "eval", 1)
    monkeypatch.setattr(kernel_folder, "_without", [])
    kernel_folder.use_kernels_where_safe()
    assert not compiling and "mlx compiles no kernels in" in advice(FOUND, has_nvidia=False)[0]


def test_another_error_of_mlx_still_ends_the_reply(monkeypatch, pair):
    def out_of_memory(*_: object) -> None:
        raise RuntimeError("[malloc] Unable to allocate")

    monkeypatch.setattr(SequenceState, "read", out_of_memory)
    with pytest.raises(RuntimeError, match="malloc"):
        toys.reply(pair, PROMPT, Settings(drafter="none"), 4)


FULL = """
import resource, sys
from specdeck.decoding import load, decode, Settings, SpecdeckError
pair = load(drafter="none")
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
settings = Settings(drafter="none", temperature=0.8, top_p=0.9)
for turn in range(2):
    try:
        finish = list(decode(pair, "Find me a bus", settings, max_tokens=6, ignore_end=True))[-1]
        print(finish.reason, finish.stats.emitted, finish.error)
    except SpecdeckError as error:
        print(error)
"""


@pytest.mark.long
@pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="kernels of a CPU")
def test_a_disk_that_is_full_once_the_models_are_loaded(tmp_path):
    environ = {name: value for name, value in os.environ.items() if name != "MLX_DISABLE_COMPILE"} | {"TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", FULL], env=environ, capture_output=True, text=True, timeout=300)
    first, second = done.stdout.splitlines()
    assert first.startswith(f"mlx could not compile a kernel in {tmp_path}") and second == "length 6 None", done.stderr
