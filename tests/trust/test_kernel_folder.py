"""mlx's kernels in a temporary folder that is somebody else's, or from which nothing can run."""

import os
import subprocess
import sys

import mlx.core as mx
import pytest

from specdeck.decoding.cpu import kernel_folder

IN_THE_WAY = {
    "a file": lambda mlx: mlx.write_text(""),
    "a file below": lambda mlx: (mlx.mkdir(), (mlx / mx.__version__).write_text("")),
    "everybody may write": lambda mlx: (mlx.mkdir(), mlx.chmod(0o777)),
    "a link": lambda mlx: (mlx.with_name("other").mkdir(), mlx.symlink_to(mlx.with_name("other"))),
}


@pytest.mark.parametrize("spoil", IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_a_folder_that_is_not_safe_is_not_used(spoil, tmp_path):
    folder = tmp_path / "mlx" / mx.__version__ / "cpu"
    assert kernel_folder.is_ours(folder)
    spoil(tmp_path / "mlx")
    assert not kernel_folder.is_ours(folder)


def test_somebody_elses_folder_is_not_used(tmp_path, monkeypatch):
    folder = tmp_path / "mlx" / mx.__version__ / "cpu"
    folder.mkdir(parents=True)
    assert kernel_folder.is_ours(folder)
    real = type(folder).lstat

    def lstat(place):
        return type("Stat", (), {"st_uid": 12345, "st_mode": real(place).st_mode})

    monkeypatch.setattr(type(folder), "lstat", lstat)
    assert not kernel_folder.is_ours(folder)


def test_a_folder_from_which_nothing_runs_is_not_used(tmp_path, monkeypatch):
    real = os.statvfs(tmp_path)
    monkeypatch.setattr(os, "statvfs", lambda place: type("Mount", (), {"f_flag": real.f_flag | os.ST_NOEXEC}))
    assert not kernel_folder.is_ours(tmp_path / "mlx" / mx.__version__ / "cpu")


@pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="kernels of a CPU")
def test_a_reply_is_written_where_mlx_cannot_keep_kernels(tmp_path):
    (tmp_path / "mlx").write_text("in the way")
    command = [sys.executable, "-m", "specdeck", "run", "Find me a bus", "--max-tokens", "4", "--drafter", "none", "--json"]
    command += ["--temperature", "0.8", "--top-p", "0.9"]
    environ = {name: value for name, value in os.environ.items() if name != "MLX_DISABLE_COMPILE"} | {"TMPDIR": str(tmp_path)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
